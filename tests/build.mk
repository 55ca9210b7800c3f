# The simulations of `make check`, with ten times the draws.
SIMULATE ?= 40000

simulate: $(BUILD)/tests/simulate_test
	@SIMULATE=$(SIMULATE) $<

## make simulate     rates of errors and coverage, with many draws (SIMULATE=40000)
.PHONY: simulate
