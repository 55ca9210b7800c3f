# The simulations of `make check`, with ten times the draws.
SIMULATE ?= 40000

simulate: $(BUILD)/tests/simulate_test
	@SIMULATE=$(SIMULATE) $<

## make simulate     rates of errors and coverage, with many draws (SIMULATE=40000)
.PHONY: simulate

# What the tests of labelaudit's readers, tables and search by names compare.
FACTS = $(addprefix $(BUILD)/tests/facts_,dump loud ways)
$(FACTS): $(BUILD)/tests/facts_%: tests/facts/%.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(BUILD)/libassay.a $(LIBS)

units: $(FACTS)
-include $(FACTS:=.d)
