ROWS ?= 4000000
RUNS ?= 5

$(BUILD)/bench/rows: tests/bench/bench_rows.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: all $(BUILD)/bench/rows
	@BUILD=$(BUILD) LC_ALL=C.UTF-8 python3 tests/bench/bench.py $(ROWS) $(RUNS)

## make bench        latstats timed against its peers (ROWS= RUNS=)
.PHONY: bench
