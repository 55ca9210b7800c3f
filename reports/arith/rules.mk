# Published tables against themselves, by tablecheck --arith, which needs no data:
# every list, together with the lists of REPORT/TABLE.with, by the relations that
# are built in and the options REPORT/TABLE.arith, from the report's arith.mk.
include $(wildcard reports/*/arith.mk)
# In a relation: the sum of the values whose mean is one of the estimates.
arith_sum    = n[method=]*estimate[method=mean]

ARITH_OWN   := $(foreach r,$(REPORTS),\
    $(if $(wildcard reports/$r/lists-of),,$(filter $r/%,$(REPORT_LISTS))))
ARITH_TAKEN := $(foreach l,$(ARITH_OWN),$(addprefix $(firstword $(subst /, ,$l))/,$($l.with)))
ARITH_LISTS := $(filter-out $(ARITH_TAKEN),$(ARITH_OWN))

arith: $(ARITH_LISTS:%=$(BUILD)/arith/%.csv)
	@BUILD=$(BUILD) sh reports/arith/arith.sh summary $(ARITH_LISTS)

$(BUILD)/arith/%.csv: export OPTIONS = $($*.arith)
$(BUILD)/arith/%.csv: export WITH = $($*.with)
$(BUILD)/arith/%.csv: all
	@BUILD=$(BUILD) sh reports/arith/arith.sh run $*

## make arith        where published rows contradict themselves; needs no data

.PHONY: arith
