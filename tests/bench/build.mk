$(BUILD)/bench/rows: tests/bench/rows.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: all $(BUILD)/bench/rows
	@BUILD=$(BUILD) sh tests/bench/bench.sh

## make bench        time latstats against pandas and datamash [ROWS=4000000] [RUNS=5]
.PHONY: bench
