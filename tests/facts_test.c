/* facts.h: a tree written by hand, on the wire and back, cut, wrapped, copied,
 * appended; and lines that are none of the wire. */
#include "../audit/label/facts/facts.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

static const char wire[] =
    "0 file 1 m a b.py\n"
    "1 if 2 -\n"
    "2 name 2 - x\n"
    "2 block 2 -\n"
    "3 str 3 - a\\nb\\\\c\\r \n"
    "1 call 4 pl\n"
    "2 name 4 - f\n"
    "0 file 1 d c.json\n"
    "1 none 1 -\n";

/* Writes t as on the wire; the caller frees it. */
static char *
written(const fact_tree *t)
{
	char *s = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&s, &n);

	if (!f)
		abort();
	fact_write(t, f);
	if (fclose(f) != 0)
		abort();
	return s;
}

static void
shows(const fact_tree *t, const char *want, const char *what)
{
	char *got = written(t);

	if (!unit_ok(strcmp(got, want) == 0, what))
		printf("# got:\n%s# want:\n%s", got, want);
	free(got);
}

static int
read_lines(fact_tree *t, const char *s)
{
	for (const char *nl; (nl = strchr(s, '\n')); s = nl + 1)
		if (fact_wire_line(t, s, (size_t)(nl - s)) != 0)
			return -1;
	return 0;
}

static void
start(fact_tree *t)
{
	if (fact_tree_init(t) != 0)
		abort();
}

static void
test_wire(void)
{
	static const struct { const char *line, *what; } bad[] = {
		{"1 name 1 - x", "no FILE first"}, {"0 name 1 - x", "depth 0 is a FILE's"}, {"", "an empty line"},
		{"x file 1 m a", "a depth that is no number"}, {"0 file 1", "no flags"}, {"0 file 1 ", "empty flags"},
		{"0 file m a", "no line"}, {"0 fil 1 m a", "a kind that is none"}, {"0 file 1 mz a", "a flag that is none"},
		{"0 file 1 - a\\", "an escape that is not ended"}, {"0 file 1 - a\\x", "an escape that is none"},
		{"0 file 4294967296 - a", "a line over 32 bits"}, {"0  file 1 - a", "two blanks"},
	};
	fact_tree t;

	start(&t);
	unit_ok(read_lines(&t, wire) == 0, "lines of the wire are read");
	fact_wire_end(&t);
	shows(&t, wire, "and written as they were");
	unit_ok(t.nopen == 0 && t.node[0].end == 7 && t.node[1].end == 5 && t.node[7].end == 9, "each node knows its end");
	unit_ok(fact_find(&t, 0, FACT_CALL) == 5 && fact_find(&t, 1, FACT_CALL) == 0, "fact_find looks at kids only");
	{
		fact_tree all;

		start(&all);
		fact_append(&all, &t);
		unit_ok(t.cap > t.n && t.node[t.n].end == 0 && all.cap > all.n && all.node[all.n].end == 0, "an empty node is behind the last");
		fact_cut(&all, 5, 0);
		unit_ok(all.n == 5 && all.node[5].end == 0, "and behind what is not forgotten");
		fact_tree_free(&all);
	}
	unit_ok(strcmp(fact_str(&t, 4), "a\nb\\c\r ") == 0, "escapes are undone");
	unit_ok(t.node[5].flags == (FACT_LAUNCH | FACT_PREPROC), "flags");
	unit_ok(fact_wire_line(&t, "2 name 1 - x", 12) == -1, "a depth that skips one is refused");
	fact_tree_free(&t);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		start(&t);
		unit_ok(fact_wire_line(&t, bad[i].line, strlen(bad[i].line)) == -1 && t.n == 0, bad[i].what);
		fact_tree_free(&t);
	}
}

static void
test_edit(void)
{
	fact_tree t, u;
	uint32_t at;

	start(&t);
	fact_open(&t, FACT_FILE, 1, 0, "f", 1);
	at = fact_leaf(&t, FACT_NAME, 2, "a");
	fact_leaf(&t, FACT_NAME, 2, "b");
	fact_wrap(&t, at, FACT_BIN, 2, 0, "+", 1);
	fact_copy(&t, at);
	fact_open(&t, FACT_CALL, 3, 0, "", 0);
	fact_leaf(&t, FACT_NAME, 3, "lost");
	fact_cut(&t, t.n - 2, 1);
	fact_leaf(&t, FACT_NONE, 4, "");
	fact_close(&t);
	shows(&t, "0 file 1 - f\n1 bin 2 - +\n2 name 2 - a\n2 name 2 - b\n1 bin 2 - +\n2 name 2 - a\n2 name 2 - b\n1 none 4 -\n",
	    "wrapped, copied, cut");
	start(&u);
	read_lines(&u, "0 file 1 - g\n1 name 1 - b\n1 name 2 - new\n");
	fact_wire_end(&u);
	fact_append(&t, &u);
	fact_tree_free(&u);
	unit_ok(t.node[8].end == 11 && strcmp(fact_str(&t, 10), "new") == 0 && t.node[9].str == t.node[3].str,
	    "appended: ends and strings are the tree's");
	for (uint32_t i = 0; i < 100000; i++) /* grows past every size that was asked for */
		fact_leaf(&t, FACT_FILE, i, "x");
	unit_ok(t.n == 100011 && t.node[100010].line == 99999 && !t.nomem, "grows");
	fact_tree_free(&t);
}

int
main(void)
{
	test_wire();
	test_edit();
	return 0;
}
