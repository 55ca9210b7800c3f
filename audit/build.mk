# What reads Python for labelaudit, as an array: run as `python3 -I -S -c TEXT`.

LABEL_PYTHON = $(addprefix audit/label/read/python/,expr.py pattern.py stmt.py old.py main.py)
$(BUILD)/gen/audit/label/pyfacts.c: $(LABEL_PYTHON)
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q){ echo 'extern const char label_pyfacts[];'; echo 'const char label_pyfacts[] = {'; \
	  cat $(LABEL_PYTHON) | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } >$@

$(BUILD)/obj/audit/label/pyfacts.o: $(BUILD)/gen/audit/label/pyfacts.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) -c -o $@ $<

$(BUILD)/libassay.a: $(BUILD)/obj/audit/label/pyfacts.o
