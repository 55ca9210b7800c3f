# reports/ERRATA.md: what the artifacts contradict, from reports/REPORT/errata.csv. An
# erratum marks cells of the lists, or has a command that prints one figure.
ERRATA_REPORTS := $(patsubst reports/%/errata.csv,%,$(wildcard reports/*/errata.csv))
ERRATA_IDS     := $(shell sed -n 's/^\(E[0-9]*-[0-9]*\),.*/\1/p' reports/*/errata.csv)
ERRATA_LISTS   := $(foreach r,$(ERRATA_REPORTS),$(filter $r/%,$(REPORT_LISTS)))
erratum_files   = $(shell grep -l ',$(ID),' reports/*/published/*.csv)
ERRATUM_LISTS   = $(if $(ID),\
    $(patsubst reports/%,%,$(subst /published,,$(basename $(erratum_files)))))
ERRATA         ?= reports/ERRATA.md
errata_sh       = @BUILD=$(BUILD) DATA=$(DATA) sh reports/errata/errata.sh

# Without the artifacts nothing can be shown.
errata-data:
	@[ -d '$(DATA)/TR120' ] || { echo "errata: no artifacts in $(DATA): run 'make data' to" \
	    "fetch them, or give DATA=FOLDER" >&2; exit 2; }

errata: errata-data $(ERRATA_IDS:%=erratum-%) $(ERRATA_LISTS:%=$(BUILD)/reports/%.csv)
	$(errata_sh) write $(ERRATA_REPORTS) >$(BUILD)/errata/ERRATA.md
	@cp $(BUILD)/errata/ERRATA.md $(ERRATA)
	@grep '^TR' $(ERRATA)

$(ERRATA_IDS:%=erratum-%): erratum-%: errata-data all
	$(errata_sh) run $*

erratum: errata-data $(ERRATUM_LISTS:%=$(BUILD)/reports/%.csv) all
	$(errata_sh) show '$(ID)'

## make errata       write reports/ERRATA.md, with each figure of it made again
## make erratum      one of them, its command and its figure: ID=E126-42

.PHONY: errata erratum errata-data $(ERRATA_IDS:%=erratum-%)
