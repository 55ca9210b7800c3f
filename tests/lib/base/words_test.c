/* words_test.c - tests of lib/base/words and lib/base/nearest. */
#include "nearest.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

#include "unit_check.h"

/* What is meant by word, of four columns; "" if none is near. */
static const char *
meant(const char *word)
{
	static const char *const columns[] = {"latency_ms", "backend", "run", "dtype"};
	static char name[32];
	as_nearest n = as_nearest_to(word);

	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		as_nearest_try(&n, (as_str){columns[i], strlen(columns[i])});
	name[0] = '\0';
	sscanf(as_nearest_text(&n, ""), "; did you mean '%31[^']'?", name);
	return name;
}

int
main(void)
{
	char longest[AS_NEAREST_MAX + 2] = "";
	as_nearest n;

	static const char *const list[] = {"add", "", "addend"};

	unit_ok(as_ends_with("jit.script", ".script"), "the end of a text");
	unit_ok(as_ends_with("script", "script") && as_ends_with("x", ""), "all of it, and nothing");
	unit_ok(!as_ends_with("script", ".script") && !as_ends_with("scripts", "script"),
	    "longer than the text, not at its end");
	unit_ok(AS_AMONG("addend", list) && AS_AMONG("", list), "one of the list");
	unit_ok(!AS_AMONG("adde", list) && !AS_AMONG("ADD", list),
	    "neither its beginning nor in capitals");
	unit_ok(!as_among("addend", list, 2) && !as_among("add", NULL, 0), "only as many as are counted");
	unit_ok(strcmp(as_base_name("a/b.c/d"), "d") == 0 && strcmp(as_base_name("d.c"), "d.c") == 0,
	    "after the last slash");
	unit_ok(strcmp(as_base_name("a/"), "") == 0 && strcmp(as_base_name("/a"), "a") == 0,
	    "slashes at the ends");
	unit_ok(as_is_name_char('a') && as_is_name_char('Z') && as_is_name_char('0') &&
	    as_is_name_char('_'), "letters, digits and _ are parts of a name");
	unit_ok(!as_is_name_char('-') && !as_is_name_char('.') && !as_is_name_char('$') &&
	    !as_is_name_char('\xc3') && !as_is_name_char('\0'), "and nothing else");

	unit_ok(strcmp(meant("latency"), "latency_ms") == 0, "three letters of ten are missing");
	unit_ok(strcmp(meant("bakcned"), "backend") == 0,
	    "two pairs that change places are two edits of seven");
	unit_ok(strcmp(meant("bakcned_"), "") == 0, "three edits of eight are too many");
	unit_ok(strcmp(meant("RUN"), "run") == 0 && strcmp(meant("rum"), "run") == 0,
	    "capitals, and one letter of three");
	unit_ok(strcmp(meant("ru"), "run") == 0 && strcmp(meant("r"), "") == 0,
	    "a letter missing; two are too many");
	unit_ok(strcmp(meant(""), "") == 0 && strcmp(meant("status"), "") == 0,
	    "nothing, and another word");
	memset(longest, 'a', AS_NEAREST_MAX + 1);
	n = as_nearest_to(longest);
	as_nearest_try(&n, (as_str){longest, AS_NEAREST_MAX});
	unit_ok(!n.best.s, "a name that is too long is near none");
	n = as_nearest_to(longest + 1);
	as_nearest_try(&n, (as_str){longest, AS_NEAREST_MAX});
	as_nearest_try(&n, (as_str){longest, AS_NEAREST_MAX - 1});
	unit_ok(n.best.s && n.best.n == AS_NEAREST_MAX, "the longest; the first of the nearest stays");
	return 0;
}
