# What was compiled: the verdict on every cell of the runs that claims it, and the
# tables of TR120 5.1 and 5.3 without the cells that were not.
COMPILED_REPORTS = $(filter $(or $(REPORTS),%),tr120 tr126)
COMPILED_tr120   = $(wildcard $(DATA)/TR120/tr120_root_cause*/2*)
COMPILED_tr126   = $(wildcard $(DATA)/TR126/phase[23]/2*)
COMPILED_TABLES  = 5.1-prefill 5.1-wall 5.1.1-prefill 5.1.2-prefill \
    5.3-kv_decode 5.3-e2e_kv 5.3.1-kv_decode 5.3.1-e2e_kv
compiled_tables  = $(if $(COMPILED_tr120),\
    $(foreach t,$(COMPILED_TABLES),tr120/$t=$(lastword $(tr120/$t))))
compiled_sh      = @mkdir -p $(BUILD)/reports; BUILD=$(BUILD) sh reports/compiled.sh

verdicts-%: all
	$(compiled_sh) verdicts $* $(BUILD)/reports/verdicts-$*.md $(COMPILED_$*)

compiled-tables: all
	$(compiled_sh) tables $(BUILD)/reports/compiled-tr120.md $(compiled_tables)

verdicts: $(COMPILED_REPORTS:%=verdicts-%) $(if $(filter tr120,$(COMPILED_REPORTS)),compiled-tables)
reports: verdicts

## make verdicts     was it compiled: every cell; tables of TR120 without those not

.PHONY: verdicts compiled-tables
