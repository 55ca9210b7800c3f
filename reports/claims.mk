# The claims of each report, reports/REPORT/claims.yaml, by claims(1): their status
# beside what the report said. Runs that are not there leave claims without evidence.
CLAIM_REPORTS := $(patsubst reports/%/claims.yaml,%,$(wildcard reports/*/claims.yaml))
CLAIM_RUNS = $(wildcard $(DATA)/TR120/tr120_root_cause*/2*) $(wildcard $(DATA)/TR126/phase[23]/2*)

$(BUILD)/reports/claims-%.md: reports/%/claims.yaml all
	@mkdir -p $(@D)
	@$(BUILD)/bin/claims $(CLAIM_RUNS:%=--runs %) -o md -O $@ $< || [ $$? -ne 2 ]
	@printf '\n%s: what it claims, what it said of it, and what its artifacts prove\n\n' $*; cat $@

# REPORTS, where the command line has it, chooses here too
claims: $(patsubst %,$(BUILD)/reports/claims-%.md,$(filter $(or $(REPORTS),%),$(CLAIM_REPORTS)))
reports: claims

## make claims       the claims of each report, and what its artifacts prove

.PHONY: claims
