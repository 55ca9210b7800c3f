#include <stdlib.h>
#include <string.h>

#include "shown.h"
#include "unit_check.h"

static void
shown(const char *text, const char *want, const char *what)
{
	char buf[128];

	snprintf(buf, sizeof buf, "%s", text);
	as_shown(buf);
	if (!unit_ok(strcmp(buf, want) == 0, what))
		printf("# got '%s', want '%s'\n", buf, want);
}

/* Text that is written to a screen n bytes at a time. */
static void
screen(const char *text, const char *want, const char *what)
{
	for (size_t n = 1; n < 7; n++) {
		char *got;
		size_t len;
		FILE *to = open_memstream(&got, &len), *f = to ? as_shown_on(to) : NULL;

		if (!f || setvbuf(f, NULL, _IONBF, 0) != 0)
			abort();
		for (size_t i = 0; i < strlen(text); i += n)
			fwrite(text + i, 1, strlen(text + i) < n ? strlen(text + i) : n, f);
		fclose(f);
		fclose(to);
		if (!unit_ok(strcmp(got, want) == 0, what))
			printf("# %zu at a time: '%s'\n", n, got);
		free(got);
	}
}

static void
width(const char *text, size_t want, const char *what)
{
	if (!unit_ok(as_shown_width(text) == want, what))
		printf("# got %zu, want %zu\n", as_shown_width(text), want);
}

static void
fit(const char *text, size_t room, size_t want, const char *what)
{
	if (!unit_ok(as_shown_fit(text, room) == want, what))
		printf("# got %zu, want %zu\n", as_shown_fit(text, room), want);
}

int
main(void)
{
	fit("abc", 2, 2, "two of three");
	fit("abc", 9, 3, "all");
	fit("a\xe6\xbc\xa2x", 2, 1, "a wide character takes two columns");
	fit("a\xe6\xbc\xa2x", 3, 4, "and fits in two");
	fit("e\xcc\x81x", 1, 3, "a combining mark takes none");
	fit("", 5, 0, "nothing");
	shown("", "", "nothing");
	shown("gpu \xc3\xa9 \xe6\xbc\xa2", "gpu \xc3\xa9 \xe6\xbc\xa2", "letters stay");
	shown("a\x1b[2Jb\nc\td\x7f", "a?[2Jb?c?d?", "C0 and DEL");
	shown("\xc2\x9b" "9\xc2\x80\xc2\x9f\xc2\xa0", "?9??\xc2\xa0", "C1: U+0080 to U+009F");
	shown("\xe2\x80\x8e\xe2\x80\x8f\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xaa"
	    "\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9", "????????",
	    "line separators and what turns the direction");
	shown("\xe2\x80\x8d\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
	    "\xe2\x80\x8d\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa",
	    "their neighbours stay");
	shown("\xff" "a\xc3", "?a?", "no UTF-8");

	screen("\xff" "a\xc3\n\xe6\xbc\n\xf0\x9f\x98" "b\xe2\x80", "?a?\n??\n???b??",
	    "no UTF-8, on a screen");
	screen("a\tb\r\n\x1b[1m\xc2\x9b\xe2\x80\xae\xe6\xbc\xa2\xf0\x9f\x98\x80\xc3\xa9",
	    "a\tb?\n?[1m??\xe6\xbc\xa2\xf0\x9f\x98\x80\xc3\xa9",
	    "characters in parts");
	width("", 0, "width of nothing");
	width("latency", 7, "ASCII: one column each");
	width("\xc3\xa9\xce\xb1\xd0\x96", 3, "Latin, Greek, Cyrillic: one each");
	width("\xe6\xbc\xa2\xe5\xad\x97", 4, "Han: two each");
	width("\xed\x95\x9c\xe3\x81\x82\xef\xbc\xa1", 6, "Hangul, kana, a full-width letter: two each");
	width("e\xcc\x81", 1, "a combining mark takes none");
	width("\xf0\x9f\x98\x80", 2, "an emoji: two");
	return 0;
}
