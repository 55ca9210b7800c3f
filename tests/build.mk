# The simulations of `make check`, with ten times the draws.
SIMULATE ?= 40000

simulate: $(BUILD)/tests/stats/simulate_test
	@SIMULATE=$(SIMULATE) $<

## make simulate     rates of errors and coverage, with many draws (SIMULATE=40000)
.PHONY: simulate

# What the tools print of random data, against the same by Python; needs NumPy, SciPy,
# statsmodels and mpmath.
PYTHON ?= python3
SETS   ?= 600
SEED   ?= 26

random: all
	@$(PYTHON) tests/ref/random_sets.py $(BUILD)/bin $(SETS) $(SEED)

## make random       random data against SciPy and statsmodels (SETS= PYTHON=)
.PHONY: random

# Damaged files for every reader. A build of its own, with the sanitizers.
FUZZ ?= 10000
units: $(BUILD)/tests/lib/io/fuzz_readers
-include $(BUILD)/tests/lib/io/fuzz_readers.d

fuzz:
	@$(MAKE) --no-print-directory BUILD=build/fuzz WERROR= build/fuzz/tests/lib/io/fuzz_readers \
	    CFLAGS='$(SANITIZE)'
	@build/fuzz/tests/lib/io/fuzz_readers -n $(FUZZ)

## make fuzz         10,000 damaged files a reader, under sanitizers (FUZZ=)
.PHONY: fuzz
