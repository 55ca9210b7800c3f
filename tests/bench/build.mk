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

# On a GPU, beside PyTorch. It runs as well from a folder without a build: REFRUN names the program.
BENCH_OUT ?= $(BUILD)/bench-gpu/samples.jsonl
BENCH_GPU  = $(PYTHON) tests/bench/gpu/bench_gpu.py

bench-gpu:
	@$(BENCH_GPU) --check
	@$(if $(REFRUN),,$(MAKE) --no-print-directory $(BUILD)/bin/refrun)
	@$(BENCH_GPU) --refrun $(or $(REFRUN),$(BUILD)/bin/refrun) --out $(BENCH_OUT) \
	    $(if $(MODELS),--models $(MODELS)) $(if $(PARTS),--parts $(PARTS)) \
	    $(if $(BATCHES),--batches $(BATCHES)) $(if $(PEERS),--peers $(PEERS)) \
	    $(if $(CONTEXTS),--contexts $(CONTEXTS)) $(if $(PREFILLS),--prefills $(PREFILLS)) \
	    $(if $(BUDGET),--budget $(BUDGET)) $(if $(LIMIT),--limit $(LIMIT))

# The roofline picture of what was measured.
bench-gpu-plot:
	@points=$$(mktemp) && trap 'rm -f "$$points"' EXIT && \
	    $(BENCH_GPU) --points $(BENCH_OUT) >"$$points" && \
	    gnuplot -d -e "data='$$points'; picture='$(BENCH_OUT:.jsonl=).svg'" tests/bench/gpu/roofline.gp

## make bench-gpu    refrun beside PyTorch on a GPU (REFRUN= MODELS= PARTS=
##                   BATCHES= CONTEXTS= PREFILLS= PEERS= BUDGET= LIMIT= BENCH_OUT=)
## make bench-gpu-plot  the roofline picture of its samples (BENCH_OUT=)
.PHONY: bench-gpu bench-gpu-plot
