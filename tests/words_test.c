/* words_test.c - tests of lib/base/words. */
#include "words.h"

#include <string.h>

#include "unit.h"

int
main(void)
{
	static const char *const list[] = {"add", "", "addend"};

	unit_ok(as_ends_with("jit.script", ".script"), "the end of a text");
	unit_ok(as_ends_with("script", "script") && as_ends_with("x", ""), "all of it, and nothing");
	unit_ok(!as_ends_with("script", ".script") && !as_ends_with("scripts", "script"), "longer than the text, not at its end");
	unit_ok(AS_AMONG("addend", list) && AS_AMONG("", list), "one of the list");
	unit_ok(!AS_AMONG("adde", list) && !AS_AMONG("ADD", list), "neither its beginning nor in capitals");
	unit_ok(!as_among("addend", list, 2) && !as_among("add", NULL, 0), "only as many as are counted");
	unit_ok(strcmp(as_last_part("torch.jit.script"), "script") == 0 && strcmp(as_last_part("trace"), "trace") == 0, "after the last dot");
	unit_ok(strcmp(as_last_part("a."), "") == 0 && strcmp(as_last_part(".a"), "a") == 0, "dots at the ends");
	unit_ok(strcmp(as_base_name("a/b.c/d"), "d") == 0 && strcmp(as_base_name("d.c"), "d.c") == 0, "after the last slash");
	unit_ok(strcmp(as_base_name("a/"), "") == 0 && strcmp(as_base_name("/a"), "a") == 0, "slashes at the ends");
	unit_ok(as_is_name_char('a') && as_is_name_char('Z') && as_is_name_char('0') && as_is_name_char('_'), "letters, digits and _ are parts of a name");
	unit_ok(!as_is_name_char('-') && !as_is_name_char('.') && !as_is_name_char('$') && !as_is_name_char('\xc3') && !as_is_name_char('\0'), "and nothing else");
	return 0;
}
