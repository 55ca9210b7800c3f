$(BUILD)/bench/rows: tests/bench/bench_rows.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: all $(BUILD)/bench/rows
	@BUILD=$(BUILD) sh tests/bench/bench.sh

## make bench        latstats timed against pandas and datamash (ROWS= RUNS=)
.PHONY: bench
