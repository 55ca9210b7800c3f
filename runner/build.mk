# refrun: the reference runner. It links libassay's readers, never a tool.

comma    := ,
RR_SRC    = $(filter-out $(if $(RR_STATIC),runner/server/client.c), \
    $(wildcard runner/*.c runner/cpu/*.c runner/server/*.c))
RR_MADE   = cpu/prologue $(if $(RR_STATIC),server/no_client)
RR_OBJ    = $(RR_SRC:%.c=$(BUILD)/obj/%.o) $(RR_MADE:%=$(BUILD)/obj/runner/%.o)
RR_PARTS  = $(filter-out $(BUILD)/obj/runner/refrun.o,$(RR_OBJ))
# Debian's folder of OpenBLAS: the plain <cblas.h> may be another library's
RR_BLAS  ?= $(addprefix -I,$(firstword $(wildcard /usr/include/*/openblas*/)))
# RR_STATIC=1: libraries of Debian inside the program, to carry it to a machine without them; but
# for libcurl, without which it measures no server
RR_APART  = -lcsv -lyaml -lopenblas -lpcre2-8 -lutf8proc -lz -lzstd
RR_LIBS   = -lcjson $(if $(RR_STATIC),-Wl$(comma)-Bstatic) $(RR_APART) \
    $(if $(RR_STATIC),-Wl$(comma)-Bdynamic -lpthread,-lcurl) -ldl -lm

$(RR_OBJ): override CPPFLAGS += -I. -Irunner $(RR_BLAS)

# Kernels compiled ahead of time get the flags that the run-time compiler gets.
$(BUILD)/obj/runner/cpu/aot.o: override CFLAGS += -O3 -march=native -ffp-contract=fast \
    -fno-math-errno -fno-trapping-math

# The text of the kernels as an array, for the run-time compiler.
bytes = od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'
RR_CPU_KERNELS = kernels/flags.h kernels/cpu/vec.h kernels/ops.h \
    $(addprefix kernels/cpu/,rows.h attn.h matmul.h)
$(BUILD)/gen/runner/cpu/prologue.c: $(RR_CPU_KERNELS)
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q){ echo 'extern const char rr_cpu_prologue[];'; echo 'const char rr_cpu_prologue[] = {'; \
	  sed '/^#include "/d' $(RR_CPU_KERNELS) | $(bytes); echo '0};'; } >$@

$(BUILD)/gen/runner/server/no_client.c:
	@mkdir -p $(@D)
	$(Q){ echo '#include "server/server.h"'; echo 'const char *rr_error_of(const cJSON *o)'; \
	  echo '{ return o ? "" : 0; }'; echo 'const char *rr_ask(const rr_run *r, const char *path,'; \
	  echo '  cJSON *body, int lines, rr_listener *take, void *to, double ns[2], char why[256])'; \
	  echo '{ (void)r, (void)path, (void)lines, (void)take, (void)to; cJSON_Delete(body);'; \
	  echo '  ns[0] = ns[1] = 0; snprintf(why, 256, "built without libcurl"); return "error"; }'; } >$@

$(RR_MADE:%=$(BUILD)/obj/runner/%.o): $(BUILD)/obj/%.o: $(BUILD)/gen/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) $(CPPFLAGS) -c -o $@ $<

# The CUDA device, where the toolkit is. It is opened at run time, never linked.
RR_NVCC     ?= $(firstword $(shell command -v nvcc 2>/dev/null) \
    $(wildcard /usr/local/cuda/bin/nvcc))
# its headers: beside nvcc, or where the toolkit's installer puts them if nvcc is a link or a script
RR_CUDA_H    = $(firstword $(wildcard \
    $(patsubst %/bin/,%,$(dir $(RR_NVCC)))/include/cuda.h /usr/local/cuda/include/cuda.h))
RR_CUDA_ARCH ?= -gencode arch=compute_90,code=sm_90 -gencode arch=compute_75,code=compute_75
# one decode step as one kernel: only for the run-time compiler
RR_CUDA_STEP = $(addprefix kernels/cuda/step/,chip.cuh ring.cuh norm.cuh attn.cuh phases.cuh)
RR_CUDA_TEXT = kernels/flags.h kernels/cuda/base.cuh kernels/ops.h \
    $(addprefix kernels/cuda/,rows.cuh attn.cuh linear.cuh)

ifneq ($(and $(RR_NVCC),$(RR_CUDA_H)),)
RR_CUDA_SRC = $(wildcard runner/cuda/*.c)
RR_CUDA_AOT = $(addprefix $(BUILD)/gen/runner/cuda/aot_,fp32 fp16 bf16)
RR_CUDA_GEN = $(patsubst %,$(BUILD)/obj/runner/cuda/%.o,kernels aot_fp32 aot_fp16 aot_bf16)
RR_CUDA_OBJ = $(RR_CUDA_SRC:%.c=$(BUILD)/obj/%.o)
RR_OFFLINE  = $(BUILD)/obj/tests/runner/cuda/offline.o
RR_CUDA_INC = -isystem $(patsubst %/,%,$(dir $(RR_CUDA_H)))
else
RR_CUDA_OBJ = $(BUILD)/obj/runner/nocuda/device.o
RR_OFFLINE  = $(BUILD)/obj/tests/runner/nocuda/offline.o
endif
$(RR_CUDA_OBJ) $(RR_OFFLINE): override CPPFLAGS += -I. -Irunner -Itests/runner $(RR_CUDA_INC)
RR_PARTS += $(RR_CUDA_OBJ) $(RR_CUDA_GEN)
-include $(RR_CUDA_OBJ:.o=.d) $(RR_OFFLINE:.o=.d)

$(BUILD)/gen/runner/cuda/kernels.c: $(RR_CUDA_TEXT) $(RR_CUDA_STEP)
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q){ echo 'extern const char rr_cuda_kernels[], rr_cuda_step[];'; \
	  echo 'const char rr_cuda_kernels[] = {'; sed '/^#include "/d' $(RR_CUDA_TEXT) | $(bytes); \
	  echo '0};'; echo 'const char rr_cuda_step[] = {'; cat $(RR_CUDA_STEP) | $(bytes); \
	  echo '0};'; } >$@

RR_DTYPE_fp32 = 0
RR_DTYPE_fp16 = 1
RR_DTYPE_bf16 = 2
$(addsuffix .fatbin,$(RR_CUDA_AOT)): $(BUILD)/gen/runner/cuda/aot_%.fatbin: \
    kernels/cuda/aot.cu $(RR_CUDA_TEXT)
	@mkdir -p $(@D)
	$(call say,NVCC,$@)
	$(Q)$(RR_NVCC) -fatbin $(RR_CUDA_ARCH) -DAS_DTYPE=$(RR_DTYPE_$*) -I. -O3 --std=c++17 -o $@ $<

$(addsuffix .c,$(RR_CUDA_AOT)): $(BUILD)/gen/runner/cuda/aot_%.c: \
    $(BUILD)/gen/runner/cuda/aot_%.fatbin
	$(call say,GEN,$@)
	$(Q){ echo 'extern const unsigned char rr_cuda_aot_$*[];'; \
	  echo '_Alignas(16) const unsigned char rr_cuda_aot_$*[] = {'; \
	  od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } >$@

$(RR_CUDA_GEN): $(BUILD)/obj/runner/cuda/%.o: $(BUILD)/gen/runner/cuda/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) -c -o $@ $<

$(BUILD)/librefrun.a: $(RR_PARTS)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/bin/refrun: $(BUILD)/obj/runner/refrun.o $(BUILD)/librefrun.a $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) $(LDFLAGS) -o $@ $^ $(RR_LIBS)

TOOLS += $(BUILD)/bin/refrun
all: $(BUILD)/bin/refrun

# Unit tests of the runner
$(BUILD)/tests/runner/%: tests/runner/%.c $(RR_OFFLINE) $(BUILD)/librefrun.a $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) -I. -Irunner -Itests -MMD -MP $(LDFLAGS) -o $@ $< \
	    $(RR_OFFLINE) $(BUILD)/librefrun.a $(BUILD)/libassay.a $(RR_LIBS)


-include $(RR_OBJ:.o=.d)

fresh: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) DEVICE=$(or $(DEVICE),cpu) sh reports/fresh/fresh.sh

configs: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) DEVICE=$(or $(DEVICE),cpu) sh runner/configs/audit.sh $(BUILD)/configs $(CONFIGS)

backends: setup
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) sh reports/tr126/stand_in.sh $(BUILD)/backends

## make fresh        measure the paradox anew on this machine (DEVICE=cpu)
## make configs      measure and audit every configuration (DEVICE=cpu CONFIGS=)
## make backends     TR126's tables of three backends, one a stand-in

.PHONY: fresh configs backends
