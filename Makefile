# assay - see README.md; `make help` lists what can be made.

PREFIX  ?= /usr/local
BUILD   ?= build
# the published artifacts: beside the checkout, or where `make data` puts them
DATA    ?= $(firstword $(wildcard ../shared/archive data) ../shared/archive)
CC      ?= cc
CFLAGS  ?= -O2 -g
WERROR  ?= -Werror

BINDIR  = $(PREFIX)/bin
MANDIR  = $(PREFIX)/share/man
# where bash, zsh and fish look for completions, and how they call those of tool $$t
COMPLETIONS = bash:share/bash-completion/completions/$$t zsh:share/zsh/site-functions/_$$t \
    fish:share/fish/vendor_completions.d/$$t.fish
# -ffp-contract=off: no fused multiply-add, so every machine prints the same bytes
AS_CFLAGS = -std=c17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic $(WERROR) -ffp-contract=off \
    $(addprefix -Ilib/,base io stat table) $(CFLAGS)
LIBS    = -lcjson -lcsv -lgsl -lgslcblas -lpcre2-8 -lyaml -lutf8proc -lz -lzstd -lm

# make V=1 shows the commands
ifneq ($(V),1)
Q = @
say = @printf '  %-4s %s\n' $(1) $(2);
endif

# One file a tool in stats/, audit/ and plot/; what lies in their folders is shared by their tools.
TOOL_SRC = $(wildcard stats/*.c audit/*.c plot/*.c)
PART_SRC = $(wildcard lib/*/*.c stats/*/*.c audit/*/*.c audit/*/*/*.c plot/*/*.c)
TOOLS    = $(addprefix $(BUILD)/bin/,$(notdir $(TOOL_SRC:.c=)))
PART_OBJ = $(PART_SRC:%.c=$(BUILD)/obj/%.o)
MANPAGES = $(wildcard man/*.[157])

all: $(TOOLS)

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/libassay.a: $(PART_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

define tool_rule
$(BUILD)/bin/$(notdir $(1:.c=)): $(BUILD)/obj/$(1:.c=.o) $(BUILD)/libassay.a
	@mkdir -p $$(@D)
	$$(call say,LD,$$@)
	$$(Q)$$(CC) $$(AS_CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach t,$(TOOL_SRC),$(eval $(call tool_rule,$(t))))

# Unit tests: NAME_test.c in the folder below tests/ of what it tests
UNITS = $(patsubst %.c,$(BUILD)/%,$(sort $(shell find tests -name "*_test.c")))
$(BUILD)/tests/%: tests/%.c $(BUILD)/libassay.a
	@mkdir -p $(@D)
	$(call say,LD,$@)
	$(Q)$(CC) $(AS_CFLAGS) -Itests -MMD -MP $(LDFLAGS) -o $@ $< $(BUILD)/libassay.a $(LIBS)

-include $(PART_OBJ:.o=.d) $(TOOL_SRC:%.c=$(BUILD)/obj/%.d) $(UNITS:=.d)
-include $(wildcard */build.mk tests/bench/build.mk fixtures/*/*.mk reports/*.mk)

units: $(UNITS)

SANITIZE = -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
# As many steps at a time as there are processors, unless make was told how many.
parallel = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc))
# What a build of its own prints: each step with V=1, else nothing but warnings.
quietly = $(MAKE) --no-print-directory $(if $(filter 1,$(V)),,-s say=)

# Tests of memory, among those that are asked for.
memory_tests = $(if $(TESTS),$(filter memory_%,$(TESTS)),all)

check:
	@echo 'make check: sets up what is missing (135 MB on a bare system), builds, and runs' \
	    '$(if $(TESTS),tests,every test: 10 minutes on two free cores)'
	@$(MAKE) --no-print-directory setup
	@$(MAKE) --no-print-directory $(parallel) all units
	@$(if $(memory_tests),$(MAKE) --no-print-directory $(parallel) sanitized)
	@BUILD=$(BUILD) DATA=$(DATA) MAKEFLAGS='$(filter -j%,$(MAKEFLAGS))' sh tests/run.sh $(TESTS)

# The same programs built with AddressSanitizer and UBSan, for tests/house/memory_*.sh
sanitized:
	@echo 'building once more, with the sanitizers (V=1 shows each step)'
	+@$(quietly) BUILD=build/asan WERROR= CFLAGS='$(SANITIZE)' all units

demo:
	@echo 'make demo: sets up what is missing (135 MB of packages on a bare system), builds,' \
	    'and measures: one to two minutes'
	@$(MAKE) --no-print-directory setup
	@echo 'building: about half a minute (V=1 shows each step)'
	+@$(quietly) $(parallel) all
	@BUILD=$(BUILD) sh fixtures/demo.sh

setup:
	@sh ./setup.sh

install: all
	install -d '$(DESTDIR)$(BINDIR)' $(foreach n,1 5 7,'$(DESTDIR)$(MANDIR)/man$n')
	install $(TOOLS) '$(DESTDIR)$(BINDIR)'
	for t in $(notdir $(TOOLS)); do for c in $(COMPLETIONS); do \
	  f='$(DESTDIR)$(PREFIX)'/$${c#*:}; install -d "$${f%/*}" && \
	  $(BUILD)/bin/$$t --completion | sh lib/completion.sh $$t $${c%%:*} >"$$f" && \
	  chmod 644 "$$f" || exit 1; \
	  done; done
	for m in $(MANPAGES); do install -m 644 $$m '$(DESTDIR)$(MANDIR)'/man$${m##*.}/ || exit 1; done

uninstall:
	for t in $(notdir $(TOOLS)); do rm -f '$(DESTDIR)$(BINDIR)'/$$t; \
	  for c in $(COMPLETIONS); do rm -f '$(DESTDIR)$(PREFIX)'/$${c#*:}; done; done
	for m in $(notdir $(MANPAGES)); do rm -f '$(DESTDIR)$(MANDIR)'/man$${m##*.}/$$m; done

clean:
	rm -rf $(BUILD)

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

## make              build every tool into build/bin
## make demo         set up, build, and tell the stories of TR117 and TR120
## make check        set up, build, and pass every test (TESTS="num man": some)
## make install      PREFIX=/usr/local DESTDIR=
## make uninstall    remove what install put there
## make clean        remove build/

.PHONY: all units sanitized check demo setup install uninstall clean help
.DELETE_ON_ERROR:
