/* table: the layout of text: digits, intervals, what stands above, wraps or is a block. */
#include <math.h>

#include "table_check.h"

static void
test_notes_folded(void)
{
	as_table *t = columns("x*");
	as_style s = style(AS_FMT_TEXT);

	as_table_str(t, "1");
	as_table_note(t, "one two three four");
	as_table_note(t, "a_word_that_is_longer_than_the_page ab");
	as_table_note(t, "\xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2");
	s.width = 10;
	is_text(t, &s, "x\n1\n\n"
	    "one two\n  three\n  four\n"
	    "a_word_\n  that_is_\n  longer_\n  than_\n  the_page\n  ab\n"
	    "\xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\xe5\xad\x97\n  \xe6\xbc\xa2\n",
	    "text: notes are folded at blanks, wide characters counted as two");
	s.width = 18;
	is_text(t, &s, "x\n1\n\n"
	    "one two three four\n"
	    "a_word_that_is_\n  longer_than_the_\n  page ab\n"
	    "\xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\xe5\xad\x97 \xe6\xbc\xa2\n",
	    "text: a note as wide as the page stays one line");
	as_table_free(t);
}

static as_table *
stats(void)
{
	static const char *const names[] = {"mean", "median", "sd", "p99"};
	as_table *t = columns("backend*");
	size_t i, j;

	for (i = 0; i < 4; i++)
		as_table_column(t, names[i], AS_REAL, 0);
	for (j = 0; j < 2; j++) {
		as_table_str(t, j ? "caf\xc3\xa9" : "eager");
		for (i = 0; i < 4; i++)
			as_table_real(t, (double)(j * 10 + i));
	}
	as_table_note(t, "a note");
	return t;
}

/* What is the same in all rows, and no statistic, stands above the table. */
static void
test_constant(void)
{
	as_table *t = columns("note seed:int* backend* n:int");
	as_style s = style(AS_FMT_TEXT);

	as_table_head(t, "a verdict\x1b");
	as_table_str(t, "a b");
	as_table_int(t, 7);
	as_table_str(t, "eager");
	as_table_int(t, 3);
	is_text(t, &s, "a verdict?\n\nseed  backend  note  n\n   7  eager    a b   3\n",
	    "text: one row is a table; a head stands above it");
	as_table_str(t, "a b");
	as_table_int(t, 7);
	as_table_str(t, "compile");
	as_table_int(t, 3);
	is_text(t, &s, "a verdict?\n\nseed=7, note=a b\n\nbackend  n\neager    3\ncompile  3\n",
	    "text: keys and text of one value stand above, numbers do not");
	is_as(t, &s, AS_FMT_CSV, "note,seed,backend,n\na b,7,eager,3\na b,7,compile,3\n",
	    "csv: they stay, and no head");
	is_as(t, &s, AS_FMT_MD,
	    "a verdict?\n\n| note | seed | backend |   n |\n| ---- | ---: | ------- | --: |\n"
	    "| a b  |    7 | eager   |   3 |\n| a b  |    7 | compile |   3 |\n", "md: the same");
	as_table_free(t);

	t = columns("k*");
	s.format = AS_FMT_TEXT;
	as_table_str(t, "x");
	as_table_str(t, "x");
	is_text(t, &s, "k\nx\nx\n", "text: rows that are all the same are a table");
	as_table_follow(t, small());
	is_text(t, &s, "k\nx\nx\n\n"
	    "mode     backend    n    mean\nprefill  eager    273  404.05\n"
	    "prefill  compile    9   -0.33\nkv       eager      1       -\n",
	    "text: a table that follows");
	is_as(t, &s, AS_FMT_CSV, "k\nx\nx\n", "csv: none follows");
	as_table_free(t);
}

static void
test_intervals(void)
{
	as_table *t = as_table_new();
	as_style s = style(AS_FMT_TEXT);
	static const char *const names[] = {"mean", "mean_lo", "mean_hi", "p_lo", "x", "p_hi"};

	for (size_t i = 0; i < 6; i++)
		as_table_column(t, names[i], AS_REAL, 0);
	for (int i = 0; i < 6; i++)
		as_table_real(t, i + 0.125);
	for (int i = 0; i < 6; i++)
		as_table_na(t);
	for (int i = 0; i < 6; i++)
		as_table_real(t, i == 2 ? NAN : 1);
	is_text(t, &s,
	    "mean   mean_lo..hi  p_lo     x  p_hi\n"
	    "0.12  [1.12, 2.12]  3.12  4.12  5.12\n"
	    "   -             -     -     -     -\n"
	    "1.00     [1.00, -]  1.00  1.00  1.00\n", "text: bounds side by side are one cell");
	is_as(t, &s, AS_FMT_MD,
	    "| mean |    mean_lo..hi | p_lo |    x | p_hi |\n"
	    "| ---: | -------------: | ---: | ---: | ---: |\n"
	    "| 0.12 | \\[1.12, 2.12\\] | 3.12 | 4.12 | 5.12 |\n"
	    "|    - |              - |    - |    - |    - |\n"
	    "| 1.00 |    \\[1.00, -\\] | 1.00 | 1.00 | 1.00 |\n", "md: the same");
	is_as(t, &s, AS_FMT_CSV, "mean,mean_lo,mean_hi,p_lo,x,p_hi\n"
	    "0.125,1.125,2.125,3.125,4.125,5.125\n,,,,,\n1,1,,1,1,1\n", "csv: they stay");
	as_table_free(t);
}

/* Python: '%.4g' % x, with the zeros at the end that %g leaves out, and '%.0f' % x from 10,000
 * on. */
static void
test_digits(void)
{
	static const double x[] = {1.23456, 12.34, 123.45, 1234.5, 12340.4, 0.001234, 0.00001234, 999.96,
	    9999.6, 8.8, 0.05, -3, 1e15 + 0.5, 1.5e16, 2.10049};
	as_table *t = columns("x:real");
	as_style s = style(AS_FMT_TEXT);

	s.decimals = -1;
	for (size_t i = 0; i < sizeof x / sizeof *x; i++)
		as_table_real(t, x[i]);
	is_text(t, &s,
	    "               x\n           1.235\n           12.34\n           123.5\n            1234\n"
	    "           12340\n        0.001234\n        1.234e-5\n            1000\n           10000\n"
	    "             8.8\n            0.05\n              -3\n1000000000000000\n          1.5e16\n"
	    "           2.100\n", "text: four significant digits, and all before the point");
	as_table_free(t);
}

static void
test_fold(void)
{
	as_table *t = stats();
	as_style s = style(AS_FMT_TEXT);

	s.width = 36;
	is_text(t, &s,
	    "backend   mean  median     sd    p99\n"
	    "eager     0.00    1.00   2.00   3.00\n"
	    "caf\xc3\xa9     10.00   11.00  12.00  13.00\n\na note\n", "text: 36 columns fit 36");
	s.width = 35;
	is_text(t, &s,
	    "backend  eager   caf\xc3\xa9\n"
	    "mean      0.00  10.00\n"
	    "median    1.00  11.00\n"
	    "sd        2.00  12.00\n"
	    "p99       3.00  13.00\n\na note\n", "text: at 35 a block a row, side by side");
	s.width = 1;
	is_text(t, &s,
	    "backend  eager\nmean     0.00\nmedian   1.00\nsd       2.00\np99      3.00\n\n"
	    "backend  caf\xc3\xa9\nmean     10.00\nmedian   11.00\nsd       12.00\np99      13.00\n\n"
	    "a\n  note\n", "text: one block a row");
	as_table *wide = columns("file* n:int why");
	for (int i = 0; i < 2; i++) {
		as_table_str(wide, i ? "short" : "a/name/of/thirty-eight/characters/a.json");
		as_table_int(wide, 10 + i);
		as_table_str(wide, i ? "" : "\xe6\xbc\xa2\xe5\xad\x97 is a word");
	}
	s.width = 60;
	is_text(wide, &s,
	    "file                                       n  why\n"
	    "a/name/of/thirty-eight/characters/a.json  10  \xe6\xbc\xa2\xe5\xad\x97 is a word\n"
	    "short                                     11\n", "text: what fits is left as it is");
	s.width = 41;
	is_text(wide, &s,
	    "file                    n  why\n"
	    "a/name/of/thirty-      10  \xe6\xbc\xa2\xe5\xad\x97 is a word\n"
	    " eight/characters/\n"
	    " a.json\n"
	    "short                  11\n",
	    "text: what is too long wraps in its cell, behind a sign, set in");
	s.width = 20;
	is_text(wide, &s,
	    "file  a/name/of/\n"
	    "       thirty-eight/\n"
	    "       characters/\n"
	    "       a.json\n"
	    "n     10\n"
	    "why   \xe6\xbc\xa2\xe5\xad\x97 is a word\n\n"
	    "file  short\nn     11\nwhy\n", "text: in a block too");
	as_table_free(wide);
	s.width = 0;
	is_text(t, &s,
	    "backend   mean  median     sd    p99\n"
	    "eager     0.00    1.00   2.00   3.00\n"
	    "caf\xc3\xa9     10.00   11.00  12.00  13.00\n\na note\n", "text: width 0 never folds");
	as_table_free(t);
}

int
main(void)
{
	test_notes_folded();
	test_constant();
	test_intervals();
	test_digits();
	test_fold();
	return 0;
}
