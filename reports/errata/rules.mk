# reports/ERRATA.md: what the artifacts contradict. Errata of kind "figure" are
# cells of the lists (their marks); each other one has a command, the variable of
# its id in reports/REPORT/errata.mk, that prints one figure. errata.csv of a
# report has what the figure is, what was published, and the cause.
include $(wildcard reports/*/errata.mk)

ERRATA_REPORTS := $(patsubst reports/%/errata.csv,%,$(wildcard reports/*/errata.csv))
ERRATA_IDS     := $(filter E120-% E126-%,$(.VARIABLES))
ERRATA_LISTS   := $(foreach r,$(ERRATA_REPORTS),$(filter $r/%,$(REPORT_LISTS)))
ERRATA         ?= reports/ERRATA.md

errata: $(ERRATA_IDS:%=$(BUILD)/errata/%.value) $(ERRATA_LISTS:%=$(BUILD)/reports/%.csv)
	@BUILD=$(BUILD) DATA=$(DATA) sh reports/errata/errata.sh write $(ERRATA_REPORTS) >$(BUILD)/errata/ERRATA.md
	@cp $(BUILD)/errata/ERRATA.md $(ERRATA)
	@grep '^TR' $(ERRATA)

$(BUILD)/errata/%.value: export PIPELINE = $($*)
$(BUILD)/errata/%.value: all
	@BUILD=$(BUILD) DATA=$(DATA) sh reports/errata/errata.sh run $*

erratum: export PIPELINE = $($(ID))
erratum: all
	@BUILD=$(BUILD) DATA=$(DATA) sh reports/errata/errata.sh show $(ID)

## make errata       write reports/ERRATA.md, with each figure of it made again
## make erratum      run the command of one: ID=E126-42

.PHONY: errata erratum
