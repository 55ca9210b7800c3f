# The reports: each list of published cells, reports/REPORT/published/TABLE.csv,
# against the table that its pipeline makes. The pipeline is a row of
# reports/REPORT/pipelines.csv. See reports/README.md.
REPORTS      := $(sort $(patsubst reports/%/pipelines.csv,%,$(wildcard reports/*/pipelines.csv)))
# A report with a file lists-of takes the lists of the report that it names.
lists_of      = $(firstword $(foreach f,$(wildcard reports/$1/lists-of),$(file <$f)) $1)
report_lists  = $(notdir $(basename $(wildcard reports/$(lists_of)/published/*.csv)))
REPORT_LISTS := $(foreach r,$(REPORTS),$(addprefix $r/,$(call report_lists,$r)))
# The pipeline of a list is the variable of its name, asked for when it is used. Those
# of no list are figures.
report_rows   = $(foreach r,$(REPORTS),$(addprefix $r/,$(shell sh reports/pipeline.sh lists $r)))
pipeline      = $(subst $$DATA,$(DATA),$(shell sh reports/pipeline.sh $1))
REPORT_ROWS  := $(report_rows)
FIGURES      := $(filter-out $(REPORT_LISTS),$(REPORT_ROWS))
$(foreach l,$(REPORT_LISTS) $(FIGURES),$(eval $l = $$(call pipeline,$l)))
# Pipelines are text for the shell, with $(DATA) as it is.
report_data   = $(if $(word 2,$(DATA)),$(error DATA must be a path without blanks; \
    make a link to '$(DATA)'))
REPORT_CHECK  = $(report_data)@BUILD=$(BUILD) DATA=$(DATA) sh reports/check.sh

reports: $(REPORT_LISTS:%=$(BUILD)/reports/%.csv)
	$(REPORT_CHECK) summary $(REPORTS)

$(BUILD)/reports/%.csv: export PIPELINE = $($*)
$(BUILD)/reports/%.csv: all
	$(REPORT_CHECK) run $*

$(REPORT_LISTS): export PIPELINE = $($@)
$(REPORT_LISTS): all
	$(REPORT_CHECK) show $@

FIGURE ?= svg
figures: $(FIGURES:%=$(BUILD)/figures/%.$(FIGURE))
	$(REPORT_CHECK) figures $^

$(BUILD)/figures/%.$(FIGURE): export PIPELINE = $($*) -O $@
$(BUILD)/figures/%.$(FIGURE): all
	$(REPORT_CHECK) figure $@

verify: export PIPELINE = $($(subst $() ,/,$(wordlist 1,2,$(subst /, ,$(CELL)))))
verify:
	$(REPORT_CHECK) verify '$(CELL)'

## make reports      hold published tables against those made from DATA=FOLDER
## make verify       print the command that recomputes CELL=REPORT/TABLE/KEY/COLUMN
## make figures      draw the figures of the reports [FIGURE=svg, png or pdf]

.PHONY: reports figures verify $(REPORT_LISTS)

include $(wildcard reports/arith/rules.mk)
include $(wildcard reports/errata/rules.mk)
