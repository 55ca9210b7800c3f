# A page for each report, from its tables made anew and its runs, and one for the fresh runs:
# build/reports/REPORT.html. What has no data has no page, and a line says so.
PAGE_REPORTS    = $(filter $(or $(REPORTS),%),tr117 tr120 tr126)
PAGE_RUNS_tr120 = $(COMPILED_tr120)
PAGE_RUNS_tr126 = $(COMPILED_tr126)
PAGE_RUNS_fresh = $(patsubst %/manifest.json,%,$(wildcard $(BUILD)/fresh/*/manifest.json))
page_claims     = $(addprefix --claims ,$(wildcard reports/$1/claims.yaml)) --runs $(PAGE_RUNS_$1)

# page NAME,A FILE THAT MUST BE THERE,OPTIONS: a claim that fails is a result, not an error
page = @if [ -e "$$(echo $2 | cut -d' ' -f1)" ]; then \
    $(BUILD)/bin/assay-report --title '$1' $3 -O $(BUILD)/reports/$1.html \
        2>$(BUILD)/reports/$1.err || \
        [ $$? -ne 2 ] || { cat $(BUILD)/reports/$1.err; exit 2; }; \
    echo 'page: $(BUILD)/reports/$1.html'; \
    else echo 'page: $1.html: no data'; fi

$(PAGE_REPORTS:%=page-%): page-%: $(REPORT_LISTS:%=$(BUILD)/reports/%.csv)
	$(call page,$*,$(BUILD)/reports/$*/*.table,--report reports/$* --tables $(BUILD)/reports/$* \
	    $(if $(PAGE_RUNS_$*),$(call page_claims,$*)))

page-fresh: all
	$(call page,fresh,$(BUILD)/fresh/*/manifest.json,$(call page_claims,fresh))

pages: $(PAGE_REPORTS:%=page-%) page-fresh
reports: pages

## make pages        a page for each report and the fresh runs, in build/reports

.PHONY: pages page-fresh $(PAGE_REPORTS:%=page-%)
