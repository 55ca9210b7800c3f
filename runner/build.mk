# refrun: the reference runner. It links libassay's readers, never a tool.

RR_SRC    = $(wildcard runner/*.c runner/cpu/*.c)
RR_OBJ    = $(RR_SRC:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/runner/cpu/prologue.o
RR_PARTS  = $(filter-out $(BUILD)/obj/runner/refrun.o,$(RR_OBJ))
RR_BLAS  ?= $(shell pkg-config --cflags openblas 2>/dev/null)
RR_LIBS   = -lcjson -lyaml -lopenblas -lpcre2-8 -lutf8proc -lz -ldl -lm

$(RR_OBJ): override CPPFLAGS += -I. -Irunner $(RR_BLAS)

# Kernels compiled ahead of time get the flags that the run-time compiler gets.
$(BUILD)/obj/runner/cpu/aot.o: override CFLAGS += -O3 -march=native -ffp-contract=fast -fno-math-errno -fno-trapping-math

# The text of the kernels as an array, for the run-time compiler.
RR_CPU_KERNELS = kernels/flags.h $(addprefix kernels/cpu/,vec.h rows.h attn.h matmul.h)
$(BUILD)/gen/runner/cpu/prologue.c: $(RR_CPU_KERNELS)
	@mkdir -p $(@D)
	{ echo 'extern const char rr_cpu_prologue[];'; echo 'const char rr_cpu_prologue[] = {'; \
	  sed '/^#include "/d' $(RR_CPU_KERNELS) | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } >$@

$(BUILD)/obj/runner/cpu/prologue.o: $(BUILD)/gen/runner/cpu/prologue.c
	@mkdir -p $(@D)
	$(CC) $(AS_CFLAGS) -c -o $@ $<

$(BUILD)/librefrun.a: $(RR_PARTS)
	rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/bin/refrun: $(BUILD)/obj/runner/refrun.o $(BUILD)/librefrun.a $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(CC) $(AS_CFLAGS) $(LDFLAGS) -o $@ $^ $(RR_LIBS)

# Unit tests of the runner: tests/rr_NAME_test.c
$(BUILD)/tests/rr_%: tests/rr_%.c $(BUILD)/librefrun.a $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(CC) $(AS_CFLAGS) -I. -Irunner -Itests -MMD -MP $(LDFLAGS) -o $@ $< $(BUILD)/librefrun.a $(BUILD)/libassay.a $(RR_LIBS)

-include $(RR_OBJ:.o=.d)
