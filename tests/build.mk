# The simulations of `make check`, with ten times the draws.
SIMULATE ?= 40000

simulate: $(BUILD)/tests/simulate_test
	@SIMULATE=$(SIMULATE) $<

## make simulate     rates of errors and coverage, with many draws (SIMULATE=40000)
.PHONY: simulate

# What the tests of labelaudit's readers compare.
$(BUILD)/tests/facts_dump: tests/facts/dump.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) -MMD -MP $(LDFLAGS) -o $@ $< $(BUILD)/libassay.a $(LIBS)

units: $(BUILD)/tests/facts_dump
-include $(BUILD)/tests/facts_dump.d
