/* The faster path of csvread against libcsv itself, on random text made of the bytes that
 * matter, on tables and on tables with a few bytes changed; and the errors that are
 * csvread's own. An argument says how many texts (12000, or more). */
#include <csv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "csvread.h"
#include "unit_check.h"
#include "utf8.h"

enum { TEXT = 300, ROUNDS = 12000, MAX_OUT = 4096 };

typedef struct { char s[MAX_OUT]; size_t n, fields, lines; } dump;

static void
add(dump *d, const void *s, size_t n, char end)
{
	if (d->n + n + 1 < MAX_OUT) {
		if (n)
			memcpy(d->s + d->n, s, n);
		d->n += n;
		d->s[d->n++] = end;
	}
}

static void
field(void *s, size_t n, void *data)
{
	dump *d = data;

	add(d, s, n, '|');
	d->fields++;
}

static void
row(int c, void *data)
{
	(void)c;
	add(data, "", 0, '\n');
}

/* 0 and *d, or -1 where libcsv calls it malformed. */
static int
by_libcsv(const char *s, size_t n, dump *d)
{
	struct csv_parser p;
	int bad;

	memset(d, 0, sizeof *d);
	csv_init(&p, CSV_STRICT | CSV_STRICT_FINI);
	bad = memchr(s, 0, n) || as_utf8_invalid(s, n) < n; /* libcsv does not mind, csvread does */
	bad = csv_parse(&p, s, n, field, row, d) != n || csv_fini(&p, field, row, d) != 0 || bad;
	csv_free(&p);
	return bad ? -1 : 0;
}

/* The same through csvread, chunk bytes at a time (0: as it likes); -1 malformed, -2 ragged
 * (libcsv does not mind). */
static int
by_csvread(const char *path, int slow, size_t chunk, size_t window, dump *d, as_err *e)
{
	as_csv *c;
	as_record r;
	int more;

	memset(d, 0, sizeof *d);
	if (as_csv_open(&c, path, e) != 0)
		return -1;
	if (slow || chunk)
		as_csv_pieces(c, chunk, slow ? 0 : window);
	while ((more = as_csv_next(c, &r, e)) > 0) {
		for (size_t i = 0; i < r.n; i++)
			add(d, r.field[i].s, r.field[i].n, '|');
		add(d, "", 0, '\n');
		d->lines = d->lines * 31 + r.line;
	}
	as_csv_close(c);
	return more == 0 ? 0 : strstr(e->msg, "the header has") ? -2 : -1;
}

static void
write_file(const char *path, const char *s, size_t n)
{
	FILE *fp = fopen(path, "wb");

	if (!fp || fwrite(s, 1, n, fp) != n || fclose(fp) != 0) {
		perror(path);
		exit(1);
	}
}

static unsigned long long state = 20251221;

static unsigned
rnd(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static const char alphabet[] = "ab,,,,\"\"\n\n\r \t1.\xc3\xa9";

static size_t
random_text(char *s)
{
	size_t n = rnd(TEXT), quotes = rnd(3);

	for (size_t i = 0; i < n; i++) {
		do
			s[i] = alphabet[rnd(sizeof alphabet - 1)];
		while (s[i] == '"' && !quotes);
		if (s[i] == '\xc3' && i + 1 < n)
			s[++i] = '\xa9'; /* keep it valid UTF-8 */
		else if (s[i] == '\xc3' || s[i] == '\xa9')
			s[i] = 'c';
	}
	return n;
}

/* A table whose fields hold what quotes are there for, up to the last whole record. */
static size_t
random_table(char *s)
{
	static const char *const piece[] = {"", "x", "12.5", "\xc3\xa9t\xc3\xa9", "\"\"", "\"a\"",
	    "\"a, b\"",
	    "\"say \"\"hi\"\"\"", "\"two\nlines\"", "\"\n\"", "\" blanks \"", "\"\"\"\"", "\"a\r\nb\"",
	    "\",\"",
	    "\"a longer text, of more bytes than a block of 64 has, so that it reaches over its end\""};
	static const char *const blank[] = {"", "", "", " ", "\t", "  "};
	size_t n = 0, whole = 0, columns = 1 + rnd(4), most = 1 + rnd(TEXT);
	size_t kinds = rnd(2) ? 4 : sizeof piece / sizeof *piece;
	const char *end = rnd(4) ? "\n" : "\r\n";
	char field[128];

	for (size_t k = 0;; k++) {
		size_t len = (size_t)sprintf(field, "%s%s%s%s", blank[rnd(6)], piece[rnd((unsigned)kinds)],
		    blank[rnd(6)], (k + 1) % columns ? "," : end);

		if (n + len > most)
			return rnd(8) ? whole : n;
		memcpy(s + n, field, len);
		n += len;
		if ((k + 1) % columns == 0)
			whole = n;
	}
}

static size_t
changed(char *s, size_t n)
{
	for (unsigned k = 1 + rnd(3); k > 0 && n > 0; k--) {
		size_t i = rnd((unsigned)n);

		if (rnd(3) == 0)
			memmove(s + i, s + i + 1, --n - i);
		else
			s[i] = alphabet[rnd(sizeof alphabet)]; /* a byte 0 among them */
	}
	return n;
}

static void
differential(const char *path, long rounds)
{
	static dump want, fast, slow, cut;
	unsigned long whole[3] = {0}, malformed[3] = {0}, ragged[3] = {0}, wrong = 0;
	char s[TEXT], what[80];
	as_err e, es, ec;

	for (long k = 0; k < rounds; k++) {
		int kind = (int)(k % 3);
		size_t n = kind == 0 ? random_text(s) : random_table(s);

		if (kind == 2)
			n = changed(s, n);
		write_file(path, s, n);
		memset(&e, 0, sizeof e);
		memset(&es, 0, sizeof es);
		memset(&ec, 0, sizeof ec);
		int w = by_libcsv(s, n, &want), f = by_csvread(path, 0, 0, 0, &fast, &e);
		int l = by_csvread(path, 1, 0, 0, &slow, &es);
		int p = by_csvread(path, 0, 1 + rnd(100), 1 + rnd(200), &cut, &ec);
		int same = f == l && memcmp(&fast, &slow, sizeof fast) == 0 &&
		    p == l && memcmp(&cut, &slow, sizeof cut) == 0 &&
		    e.line == es.line && ec.line == es.line &&
		    strcmp(e.msg, es.msg) == 0 && strcmp(ec.msg, es.msg) == 0;
		if (f == -2)
			ragged[kind]++; /* the records before it must still be libcsv's */
		else if (f == -1)
			malformed[kind]++;
		else
			whole[kind]++;
		if (f != -2)
			same = same && f == w;
		if (f == 0)
			same = same && want.n == fast.n;
		same = same && (f == -1 || memcmp(want.s, fast.s, fast.n) == 0);
		if (!same && wrong++ < 3)
			printf("# %d %d %d %d line %zu %zu %zu: %s | %s | %s\n# %.*s\n", w, f, l, p,
			    e.line, es.line, ec.line, e.msg, es.msg, ec.msg, (int)n, s);
	}
	snprintf(what, sizeof what, "%ld random texts: both paths give libcsv's fields", rounds);
	unit_ok(wrong == 0, what);
	unit_ok(whole[0] > 100 && malformed[0] > 300 && ragged[0] > 300 && whole[1] > 1000 &&
	    whole[2] > 300 && malformed[2] > 300 && ragged[2] > 300,
	    "the texts held whole, malformed and ragged ones, over 100 of each");
	printf("# note: csvread: of text %lu whole, %lu malformed, %lu ragged; "
	    "tables %lu, %lu, %lu; changed %lu, %lu, %lu\n", whole[0], malformed[0], ragged[0],
	    whole[1], malformed[1], ragged[1], whole[2], malformed[2], ragged[2]);
}

/* Records of many lengths over the ends of the pieces that csvread itself reads and marks,
 * with quotes and without: each field comes back as it was written. */
static void
long_table(const char *path, const char *quote)
{
	enum { RECORDS = 60000 };
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzabcd";
	FILE *fp = fopen(path, "wb");
	unsigned long long seed = state;
	size_t wrong = 0, n = 0;
	as_csv *c;
	as_record r;
	as_err e;
	char text[64], what[80];

	for (int k = 0; fp && k < RECORDS; k++) {
		int length = (int)rnd(30);

		fprintf(fp, "%d,%s%.*s%s,%s%u%s\n", k, quote, length, letters, quote,
		    quote, rnd(1000), quote);
	}
	if (!fp || fclose(fp) != 0 || as_csv_open(&c, path, &e) != 0)
		abort();
	for (state = seed; as_csv_next(c, &r, &e) > 0; n++) {
		wrong += r.n != 3 || r.line != n + 1;
		snprintf(text, sizeof text, "%zu", n);
		wrong += !as_str_is(r.field[0], text);
		wrong += r.field[1].n != rnd(30) ||
		    memcmp(r.field[1].s, letters, r.field[1].n) != 0;
		snprintf(text, sizeof text, "%u", rnd(1000));
		wrong += !as_str_is(r.field[2], text);
	}
	as_csv_close(c);
	snprintf(what, sizeof what, "60,000 records %s", *quote ? "in quotes" : "without quotes");
	unit_ok(n == RECORDS && wrong == 0, what);
}

static void
refuses(const char *path, const char *s, size_t n, size_t line, const char *msg)
{
	static dump d;
	as_err e = {.line = 0};

	write_file(path, s, n);
	if (!unit_ok(by_csvread(path, 0, 0, 0, &d, &e) < 0 && e.line == line &&
	    strcmp(e.msg, msg) == 0, msg))
		printf("# line %zu: %s\n", e.line, e.msg);
}

static void
reads(const char *path, const char *s, const char *want, const char *what)
{
	static dump d;
	as_err e;

	write_file(path, s, strlen(s));
	if (!unit_ok(by_csvread(path, 0, 0, 0, &d, &e) == 0 && d.n == strlen(want) &&
	    memcmp(d.s, want, d.n) == 0, what))
		printf("# %.*s\n", (int)d.n, d.s);
}

int
main(int argc, char **argv)
{
	char path[64];
	int fd = memfd_create("csvread_test", 0); /* no disk: there are many texts */

	if (fd < 0)
		return 1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	differential(path, argc > 1 ? atol(argv[1]) : ROUNDS);
	long_table(path, "");
	long_table(path, "\"");
	reads(path, "a,b\n1,2", "a|b|\n1|2|\n", "the last line needs no newline");
	reads(path, "\xef\xbb\xbf" "a,b\r\n\r\n1,2\r\n", "a|b|\n1|2|\n",
	    "a byte order mark, CRLF, a blank line");
	reads(path, "a,b\n\"x\ny\",\"say \"\"hi\"\"\"\n", "a|b|\nx\ny|say \"hi\"|\n",
	    "a quoted newline and quotes");
	reads(path, "a\n\"\"\n\n\"b\"\n", "a|\n|\nb|\n",
	    "an empty field in quotes is a record, a blank line is none");
	reads(path, "a,b\r\n\"1\",\"2\"\r\n", "a|b|\n1|2|\n", "quotes and CRLF");
	reads(path, " a ,\tb\n 1 , \"2 \" \n", "a|b|\n1|2 |\n",
	    "blanks around unquoted fields are no part of them");
	refuses(path, "a,b\n1,2\n3\n", 10, 3, "record has 1 field, the header has 2");
	refuses(path, "a,b\n\"x\n\n\",1\n1,2,3\n", 19, 5, "record has 3 fields, the header has 2");
	refuses(path, "a,b\n1,\"2\n", 9, 2, "malformed CSV: a quoted field has no end");
	refuses(path, "a,b\n1,2\"3\"\n", 12, 2, "malformed CSV: a quote in the wrong place");
	refuses(path, "a,b\n1,\0\n", 8, 2, "byte 0 in CSV");
	refuses(path, "a,b\n1,2\n1,\xff\n", 12, 3, "invalid UTF-8 at byte 3 of the line");
	refuses(path, "a,b\n1,\xed\xa0\x80\n", 10, 2, "invalid UTF-8 at byte 3 of the line");
	close(fd);
	return 0;
}
