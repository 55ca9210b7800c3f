/* table: the bytes of every format, escaping, --wide, misuse. */
#include "table.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "table_check.h"

static void
test_formats(void)
{
	as_table *t = small();
	as_style s = style(AS_FMT_CSV);

	as_table_define(t, "quantile", "type 7");
	as_table_define(t, "mean", "arithmetic");
	as_table_note(t, "synthetic data");
	as_table_note(t, "errors are left out");
	unit_ok(as_table_rows(t) == 3, "three rows");
	is_text(t, &s,
	    "mode,backend,n,mean\n"
	    "prefill,eager,273,404.0512\n"
	    "prefill,compile,9,-0.3333333333333333\n"
	    "kv,eager,1,\n", "csv");
	is_as(t, &s, AS_FMT_TEXT,
	    "mode     backend    n    mean\n"
	    "prefill  eager    273  404.05\n"
	    "prefill  compile    9   -0.33\n"
	    "kv       eager      1       -\n"
	    "\nsynthetic data\nerrors are left out\n", "text");
	s.decimals = 0;
	is_as(t, &s, AS_FMT_MD,
	    "| mode    | backend |   n |  mean |\n"
	    "| ------- | ------- | --: | ----: |\n"
	    "| prefill | eager   | 273 |   404 |\n"
	    "| prefill | compile |   9 | -3e-1 |\n"
	    "| kv      | eager   |   1 |     - |\n"
	    "\nsynthetic data\n\nerrors are left out\n", "md");
	is_as(t, &s, AS_FMT_TEX,
	    "\\begin{tabular}{llrr}\n\\hline\n"
	    "mode & backend & n & mean \\\\\n\\hline\n"
	    "prefill & eager & 273 & 404 \\\\\n"
	    "prefill & compile & 9 & $-$3e$-$1 \\\\\n"
	    "kv & eager & 1 & - \\\\\n"
	    "\\hline\n\\end{tabular}\n"
	    "\n\\noindent synthetic data\n\n\\noindent errors are left out\n", "tex");
	s.format = AS_FMT_HTML;
	s.decimals = 1;
	is_text(t, &s,
	    "<table>\n<thead>\n"
	    "<tr><th scope=\"col\">mode</th><th scope=\"col\">backend</th>"
	    "<th scope=\"col\" style=\"text-align:right\">n</th>"
	    "<th scope=\"col\" style=\"text-align:right\">mean</th></tr>\n"
	    "</thead>\n<tbody>\n"
	    "<tr><th scope=\"row\">prefill</th><th scope=\"row\">eager</th>"
	    "<td style=\"text-align:right\">273</td><td style=\"text-align:right\">404.1</td></tr>\n"
	    "<tr><th scope=\"row\">prefill</th><th scope=\"row\">compile</th>"
	    "<td style=\"text-align:right\">9</td><td style=\"text-align:right\">-0.3</td></tr>\n"
	    "<tr><th scope=\"row\">kv</th><th scope=\"row\">eager</th>"
	    "<td style=\"text-align:right\">1</td><td style=\"text-align:right\">-</td></tr>\n"
	    "</tbody>\n</table>\n"
	    "<p>synthetic data</p>\n<p>errors are left out</p>\n", "html");
	is_as(t, &s, AS_FMT_JSON,
	    "{\"tool\": \"latstats\",\n \"version\": \"0.1.0\",\n"
	    " \"definitions\": {\"quantile\": \"type 7\", \"mean\": \"arithmetic\"},\n"
	    " \"notes\": [\"synthetic data\", \"errors are left out\"],\n"
	    " \"columns\": [\n"
	    "  {\"name\": \"mode\", \"type\": \"string\", \"key\": true},\n"
	    "  {\"name\": \"backend\", \"type\": \"string\", \"key\": true},\n"
	    "  {\"name\": \"n\", \"type\": \"integer\", \"key\": false},\n"
	    "  {\"name\": \"mean\", \"type\": \"number\", \"key\": false}\n ],\n"
	    " \"rows\": [\n"
	    "  {\"mode\": \"prefill\", \"backend\": \"eager\", \"n\": 273, \"mean\": 404.0512},\n"
	    "  {\"mode\": \"prefill\", \"backend\": \"compile\", \"n\": 9, "
	    "\"mean\": -0.3333333333333333},\n"
	    "  {\"mode\": \"kv\", \"backend\": \"eager\", \"n\": 1, \"mean\": null}\n ]\n}\n", "json");
	as_table_free(t);
}

static void
test_types(void)
{
	as_table *t = columns("name* cold:bool n:int");
	as_style s = style(AS_FMT_CSV);

	as_table_str(t, "");
	as_table_bool(t, 7);
	as_table_int(t, INT64_MIN);
	as_table_na(t);
	as_table_bool(t, 0);
	as_table_na(t);
	is_text(t, &s, "name,cold,n\n,1,-9223372036854775808\n,0,\n",
	    "csv: truth values, the least integer, empty");
	is_as(t, &s, AS_FMT_JSON,
	    "{\"tool\": \"latstats\",\n \"version\": \"0.1.0\",\n \"definitions\": {},\n \"notes\": [],\n"
	    " \"columns\": [\n  {\"name\": \"name\", \"type\": \"string\", \"key\": true},\n"
	    "  {\"name\": \"cold\", \"type\": \"boolean\", \"key\": false},\n"
	    "  {\"name\": \"n\", \"type\": \"integer\", \"key\": false}\n ],\n \"rows\": [\n"
	    "  {\"name\": \"\", \"cold\": true, \"n\": -9223372036854775808},\n"
	    "  {\"name\": null, \"cold\": false, \"n\": null}\n ]\n}\n", "json: truth values and null");
	is_as(t, &s, AS_FMT_TEXT,
	    "name  cold                     n\n"
	    "      yes   -9223372036854775808\n"
	    "-     no                       -\n", "text: yes and no");
	as_table_free(t);

	t = columns("a:real");
	as_table_na(t);
	as_table_real(t, INFINITY);
	as_table_real(t, -0.0);
	is_as(t, &s, AS_FMT_CSV, "a\n\"\"\n\"\"\n0\n", "csv: NA alone is no blank line; infinity is NA");
	is_as(t, &s, AS_FMT_TEXT, "   a\n   -\n   -\n0.00\n", "text: no negative zero");
	as_table_free(t);
}

static void
test_empty(void)
{
	as_table *t = columns("k* x:real");
	as_style s = style(AS_FMT_CSV);

	is_text(t, &s, "k,x\n", "csv without rows");
	is_as(t, &s, AS_FMT_TEXT, "k  x\n", "text without rows");
	is_as(t, &s, AS_FMT_MD, "| k   |   x |\n| --- | --: |\n", "md without rows");
	is_as(t, &s, AS_FMT_JSON,
	    "{\"tool\": \"latstats\",\n \"version\": \"0.1.0\",\n \"definitions\": {},\n \"notes\": [],\n"
	    " \"columns\": [\n  {\"name\": \"k\", \"type\": \"string\", \"key\": true},\n"
	    "  {\"name\": \"x\", \"type\": \"number\", \"key\": false}\n ],\n \"rows\": []\n}\n",
	    "json without rows");
	s.format = AS_FMT_TEXT;
	s.wide = "k";
	is_text(t, &s, "k  x\n", "wide without rows");
	as_table_free(t);
}

#define NASTY "a|b,\"c\" <i>&\\_x_ $5 %#{}~^*[`'"

static void
test_escapes(void)
{
	as_table *t = columns("latency_ms*");
	as_style s = style(AS_FMT_CSV);
	as_err e;
	char *json;

	as_table_str(t, NASTY);
	/* escape, C1, right-to-left, no UTF-8, e acute */
	as_table_str(t, "x\x1b[2J\ny\tz\r\x7f\xc2\x9b" "9\xe2\x80\xae" "\xff\xc3\xa9");
	as_table_str(t, " lead");
	as_table_str(t, "--x");
	as_table_note(t, "note\x07: *bold*");
	is_text(t, &s,
	    "latency_ms\n"
	    "\"a|b,\"\"c\"\" <i>&\\_x_ $5 %#{}~^*[`'\"\n"
	    "\"x\x1b[2J\ny\tz\r\x7f\xc2\x9b" "9\xe2\x80\xae" "\xff\xc3\xa9\"\n"
	    "\" lead\"\n--x\n", "csv: quoted, the bytes kept");
	is_as(t, &s, AS_FMT_TEXT,
	    "latency_ms\n" NASTY "\nx?[2J?y?z???9??\xc3\xa9\n lead\n--x\n\nnote?: *bold*\n",
	    "text: no control character reaches a terminal");
	is_as(t, &s, AS_FMT_MD,
	    "| latency_ms                                 |\n"
	    "| ------------------------------------------ |\n"
	    "| a\\|b,\"c\" \\<i\\>\\&\\\\\\_x\\_ \\$5 %#{}\\~^\\*\\[\\`' |\n"
	    "| x?\\[2J?y?z???9??\xc3\xa9                          |\n"
	    "|  lead                                      |\n"
	    "| --x                                        |\n"
	    "\nnote?: \\*bold\\*\n", "md: markup is text");
	is_as(t, &s, AS_FMT_TEX,
	    "\\begin{tabular}{l}\n\\hline\nlatency\\_ms \\\\\n\\hline\n"
	    "a\\textbar{}b,\"c\" \\textless{}i\\textgreater{}\\&\\textbackslash{}\\_x\\_ \\$5 "
	    "\\%\\#\\{\\}\\textasciitilde{}\\textasciicircum{}{*}{[}`' \\\\\n"
	    "x?{[}2J?y?z???9??\xc3\xa9 \\\\\n"
	    " lead \\\\\n"
	    "-{}-x \\\\\n"
	    "\\hline\n\\end{tabular}\n\n\\noindent note?: {*}bold{*}\n", "tex: markup is text");
	is_as(t, &s, AS_FMT_HTML,
	    "<table>\n<thead>\n<tr><th scope=\"col\">latency_ms</th></tr>\n</thead>\n<tbody>\n"
	    "<tr><th scope=\"row\">a|b,&quot;c&quot; &lt;i&gt;&amp;\\_x_ $5 %#{}~^*[`&#39;</th></tr>\n"
	    "<tr><th scope=\"row\">x?[2J?y?z???9??\xc3\xa9</th></tr>\n"
	    "<tr><th scope=\"row\"> lead</th></tr>\n"
	    "<tr><th scope=\"row\">--x</th></tr>\n"
	    "</tbody>\n</table>\n<p>note?: *bold*</p>\n", "html: markup is text");
	s.format = AS_FMT_JSON;
	json = written(t, &s, &e);
	unit_ok(json != NULL && strstr(json,
	    "{\"latency_ms\": \"a|b,\\\"c\\\" <i>&\\\\_x_ $5 %#{}~^*[`'\"},\n"
	    "  {\"latency_ms\": \"x\\u001b[2J\\ny\\tz\\u000d"
	    "\\u007f\\u009b9\\u202e\xef\xbf\xbd\xc3\xa9\"}") != NULL,
	    "json: controls escaped, other bytes replaced");
	unit_ok(json != NULL && as_json_check(json, strlen(json), "-", 1, &e) == 0,
	    "json: passes the strict reader");
	free(json);
	as_table_free(t);
}

static void
row3(as_table *t, const char *mode, const char *backend, const char *dtype, double mean, double p99)
{
	if (mode)
		as_table_str(t, mode);
	else
		as_table_na(t);
	as_table_str(t, backend);
	as_table_str(t, dtype);
	as_table_real(t, mean);
	as_table_real(t, p99);
}

static void
test_wide(void)
{
	as_table *t = columns("mode* backend* dtype* mean:real p99:real");
	as_style s = style(AS_FMT_TEXT);

	row3(t, "kv", "eager", "fp16", 1, 2);
	row3(t, "kv", "compile", "fp16", 3, 4);
	row3(t, NULL, "eager", "fp16", 5, 6);
	s.wide = "backend";
	is_text(t, &s,
	    "dtype=fp16\n\n"
	    "mode  mean:eager  mean:compile  p99:eager  p99:compile\n"
	    "kv          1.00          3.00       2.00         4.00\n"
	    "-           5.00             -       6.00            -\n", "wide: two statistics");
	is_as(t, &s, AS_FMT_CSV,
	    "mode,backend,dtype,mean,p99\nkv,eager,fp16,1,2\nkv,compile,fp16,3,4\n,eager,fp16,5,6\n",
	    "wide: csv stays long");
	s.wide = "mean";
	is_error(t, &s, "--wide mean: no such key column");
	s.wide = "mode";
	is_as(t, &s, AS_FMT_MD,
	    "| backend | dtype | mean:kv | mean:- | p99:kv | p99:- |\n"
	    "| ------- | ----- | ------: | -----: | -----: | ----: |\n"
	    "| eager   | fp16  |    1.00 |   5.00 |   2.00 |  6.00 |\n"
	    "| compile | fp16  |    3.00 |      - |   4.00 |     - |\n", "wide: NA is a value");
	row3(t, NULL, "eager", "fp16", 7, 8);
	is_error(t, &s, "--wide mode: two rows have the same key");
	as_table_free(t);

	t = columns("k:int* x:real");
	as_table_int(t, 64);
	as_table_real(t, 1.5);
	as_table_int(t, 128);
	as_table_real(t, 2.5);
	s.wide = "k";
	is_as(t, &s, AS_FMT_TEXT, "  64   128\n1.50  2.50\n", "wide: one statistic, no other key");
	as_table_free(t);

	t = columns("k:int*");
	is_error(t, &s, "--wide k: nothing to spread, all columns are keys");
	as_table_free(t);
}

static void
test_misuse(void)
{
	as_table *t = as_table_new();
	as_style s = style(AS_FMT_CSV);

	is_error(t, &s, "table: no column");
	as_table_column(t, "a", AS_INT, 0);
	as_table_column(t, "b", AS_REAL, 0);
	as_table_int(t, 1);
	is_error(t, &s, "table: the last row has 1 of 2 cells");
	as_table_int(t, 1);
	is_error(t, &s, "table: a cell of another type in column 'b'");
	as_table_free(t);

	t = as_table_new();
	as_table_column(t, "a", AS_INT, 0);
	as_table_column(t, "a", AS_INT, 0);
	is_error(t, &s, "table: two columns are named 'a'");
	as_table_free(t);

	t = as_table_new();
	as_table_column(t, "a", AS_INT, 0);
	as_table_int(t, 1);
	as_table_column(t, "b", AS_INT, 0);
	is_error(t, &s, "table: column 'b' added after the first cell");
	as_table_free(t);

	t = as_table_new();
	as_table_na(t);
	is_error(t, &s, "table: a cell before any column");
	as_table_free(t);

	t = as_table_new();
	as_table_column(t, "a", AS_INT, 0);
	as_table_define(t, "ddof", "1");
	as_table_define(t, "ddof", "0");
	is_error(t, &s, "table: 'ddof' is defined twice");
	as_table_free(t);
	as_table_free(NULL);
}

static void
test_style(void)
{
	static const char *const names[] = {"text", "csv", "md", "tex", "json", "html"};
	static const as_format formats[] = {
		AS_FMT_TEXT, AS_FMT_CSV, AS_FMT_MD, AS_FMT_TEX, AS_FMT_JSON, AS_FMT_HTML
	};
	as_style s;
	as_format f;
	as_err e;
	size_t i;
	FILE *fp = tmpfile();

	for (i = 0; i < 6; i++)
		unit_ok(as_format_parse(names[i], &f, &e) == 0 && f == formats[i], names[i]);
	unit_ok(as_format_parse("yaml", &f, &e) == -1 &&
	    strcmp(e.msg, "-o needs one of text, csv, md, tex, json, html, not 'yaml'") == 0, e.msg);
	if (fp == NULL)
		abort();
	unsetenv("COLUMNS");
	as_style_init(&s, fp, "x");
	unit_ok(s.format == AS_FMT_AUTO && s.decimals == -1 && s.width == 80 && s.wide == NULL &&
	    strcmp(s.tool, "x") == 0, "four digits, 80 columns");
	setenv("COLUMNS", "132", 1);
	as_style_init(&s, fp, "x");
	unit_ok(s.width == 132, "COLUMNS sets the width");
	setenv("COLUMNS", "-5", 1);
	as_style_init(&s, fp, "x");
	unit_ok(s.width == 80, "a bad COLUMNS is not used");
	setenv("COLUMNS", "12x", 1);
	as_style_init(&s, fp, "x");
	unit_ok(s.width == 80, "nor is one that is not a number");
	fclose(fp);
}

/* Without -o the format is told by what is written to, not by what standard
 * output is. */
static void
test_auto(void)
{
	as_table *t = columns("k* x:real");
	as_style s = style(AS_FMT_AUTO);
	int master = posix_openpt(O_RDWR | O_NOCTTY), slave;
	char got[64];
	ssize_t n = -1;
	FILE *fp;
	as_err e;

	as_table_str(t, "a");
	as_table_real(t, 1);
	is_text(t, &s, "k,x\na,1\n", "no terminal: csv");
	if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0 ||
	    (slave = open(ptsname(master), O_RDWR | O_NOCTTY)) < 0 || (fp = fdopen(slave, "w")) == NULL) {
		printf("skip - a terminal gets text: no pseudo-terminal here\n");
	} else {
		if (as_table_write(t, &s, fp, &e) == 0 && fflush(fp) == 0)
			n = read(master, got, sizeof got - 1);
		got[n < 0 ? 0 : n] = '\0';
		unit_ok(strncmp(got, "k     x", 7) == 0, "a terminal gets text");
		fclose(fp);
	}
	close(master);
	as_table_free(t);
}

/* p-values: a bound for people, the nearest double in CSV and JSON. */
static void
probabilities(void)
{
	as_table *t = columns("p:real");
	as_style people = style(AS_FMT_TEXT), csv = style(AS_FMT_CSV);

	as_table_p(t, log(0.25));
	as_table_p(t, -690);
	as_table_p(t, -700);
	as_table_p(t, -1e4);
	as_table_p(t, NAN);
	is_text(t, &people, "        p\n     0.25\n2.17e-300\n  <1e-300\n  <1e-300\n        -\n",
	    "a p below 1e-300 is a bound for people");
	/* Python: math.exp(-690), math.exp(-700) */
	is_text(t, &csv, "p\n0.25\n2.171738281389827e-300\n9.85967654375977e-305\n0\n\"\"\n",
	    "and a double in CSV");
	as_table_free(t);
}

int
main(void)
{
	test_formats();
	test_types();
	test_empty();
	test_escapes();
	test_wide();
	test_misuse();
	test_style();
	test_auto();
	probabilities();
	return 0;
}
