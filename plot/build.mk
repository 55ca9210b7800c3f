# The style sheet of the pages of assay-report, as a text of the program.

$(BUILD)/gen/plot/report/page_css.c: plot/report/page.css
	@mkdir -p $(@D)
	$(call say,GEN,$@)
	$(Q){ echo 'extern const char page_css[];'; echo 'const char page_css[] = {'; \
	  od -An -v -tu1 $< | sed 's/[0-9][0-9]*/&,/g'; echo '0};'; } >$@

$(BUILD)/obj/plot/report/page_css.o: $(BUILD)/gen/plot/report/page_css.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(AS_CFLAGS) -c -o $@ $<

$(BUILD)/libassay.a: $(BUILD)/obj/plot/report/page_css.o
