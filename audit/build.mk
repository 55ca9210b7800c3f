# What reads Python for labelaudit --src, as an array: run as `python3 -I -S -c TEXT`.

LABEL_PYTHON = audit/label/label_data.py audit/label/label_py.py
$(BUILD)/gen/audit/label/label_pytext.c: $(LABEL_PYTHON)
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q){ echo 'extern const char label_pytext[];'; echo 'const char label_pytext[] = {'; \
	  cat $(LABEL_PYTHON) | od -An -v -tu1 | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } >$@

$(BUILD)/obj/audit/label/label_pytext.o: $(BUILD)/gen/audit/label/label_pytext.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) -c -o $@ $<

$(BUILD)/libassay.a: $(BUILD)/obj/audit/label/label_pytext.o
