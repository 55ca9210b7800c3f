/* The faster path of csvread against libcsv itself, on random text made of the
 * bytes that matter; and the errors that are csvread's own. */
#include <csv.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csvread.h"
#include "unit.h"

enum { TEXT = 200, ROUNDS = 12000, MAX_OUT = 4096 };

typedef struct { char s[MAX_OUT]; size_t n, fields; } dump;

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
	bad = csv_parse(&p, s, n, field, row, d) != n || csv_fini(&p, field, row, d) != 0;
	csv_free(&p);
	return bad ? -1 : 0;
}

/* The same through csvread; -1 malformed, -2 ragged (libcsv does not mind). */
static int
by_csvread(const char *path, int slow, dump *d, as_err *e)
{
	as_csv *c;
	as_record r;
	int more;

	memset(d, 0, sizeof *d);
	if (as_csv_open(&c, path, e) != 0)
		return -1;
	if (slow)
		as_csv_slow(c);
	while ((more = as_csv_next(c, &r, e)) > 0) {
		for (size_t i = 0; i < r.n; i++)
			add(d, r.field[i].s, r.field[i].n, '|');
		add(d, "", 0, '\n');
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

static void
differential(const char *path)
{
	static const char alphabet[] = "ab,,,,\"\"\n\n\r \t1.\xc3\xa9";
	static dump want, fast, slow;
	char s[TEXT];
	unsigned long whole = 0, malformed = 0, ragged = 0, wrong = 0;
	as_err e;

	for (int k = 0; k < ROUNDS; k++) {
		size_t n = rnd(TEXT), i, quotes = rnd(3);
		for (i = 0; i < n; i++) {
			do
				s[i] = alphabet[rnd(sizeof alphabet - 1)];
			while (s[i] == '"' && !quotes);
			if (s[i] == '\xc3' && i + 1 < n)
				s[++i] = '\xa9'; /* keep it valid UTF-8 */
			else if (s[i] == '\xc3' || s[i] == '\xa9')
				s[i] = 'c';
		}
		write_file(path, s, n);
		int w = by_libcsv(s, n, &want), f = by_csvread(path, 0, &fast, &e), l = by_csvread(path, 1, &slow, &e);
		int same = f == l && fast.n == slow.n && memcmp(fast.s, slow.s, fast.n) == 0;
		if (f == -2)
			ragged++; /* the records before it must still be libcsv's */
		else if (f == -1)
			malformed++;
		else
			whole++;
		if (f != -2)
			same = same && f == w;
		if (f == 0)
			same = same && want.n == fast.n;
		same = same && (f == -1 || memcmp(want.s, fast.s, fast.n) == 0);
		wrong += !same;
	}
	unit_ok(wrong == 0, "12,000 random texts: both paths give libcsv's fields");
	unit_ok(whole > 300 && malformed > 300 && ragged > 300,
	    "the texts held whole, malformed and ragged ones, over 300 of each");
	printf("# note: csvread: %lu whole, %lu malformed, %lu ragged\n", whole, malformed, ragged);
}

static void
refuses(const char *path, const char *s, size_t n, size_t line, const char *msg)
{
	static dump d;
	as_err e = {.line = 0};

	write_file(path, s, n);
	if (!unit_ok(by_csvread(path, 0, &d, &e) < 0 && e.line == line && strcmp(e.msg, msg) == 0, msg))
		printf("# line %zu: %s\n", e.line, e.msg);
}

static void
reads(const char *path, const char *s, const char *want, const char *what)
{
	static dump d;
	as_err e;

	write_file(path, s, strlen(s));
	if (!unit_ok(by_csvread(path, 0, &d, &e) == 0 && d.n == strlen(want) &&
	    memcmp(d.s, want, d.n) == 0, what))
		printf("# %.*s\n", (int)d.n, d.s);
}

int
main(void)
{
	char path[] = "/tmp/csvread_test.XXXXXX";
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	differential(path);
	reads(path, "a,b\n1,2", "a|b|\n1|2|\n", "the last line needs no newline");
	reads(path, "\xef\xbb\xbf" "a,b\r\n\r\n1,2\r\n", "a|b|\n1|2|\n", "a byte order mark, CRLF, a blank line");
	reads(path, "a,b\n\"x\ny\",\"say \"\"hi\"\"\"\n", "a|b|\nx\ny|say \"hi\"|\n", "a quoted newline and quotes");
	reads(path, " a ,\tb\n 1 , \"2 \" \n", "a|b|\n1|2 |\n", "blanks around unquoted fields are no part of them");
	refuses(path, "a,b\n1,2\n3\n", 10, 3, "record has 1 field, the header has 2");
	refuses(path, "a,b\n\"x\n\n\",1\n1,2,3\n", 19, 5, "record has 3 fields, the header has 2");
	refuses(path, "a,b\n1,\"2\n", 9, 2, "malformed CSV: a quoted field has no end");
	refuses(path, "a,b\n1,2\"3\"\n", 12, 2, "malformed CSV: a quote in the wrong place");
	refuses(path, "a,b\n1,\0\n", 8, 2, "byte 0 in CSV");
	refuses(path, "a,b\n1,2\n1,\xff\n", 12, 3, "invalid UTF-8 at byte 3 of the line");
	refuses(path, "a,b\n1,\xed\xa0\x80\n", 10, 2, "invalid UTF-8 at byte 3 of the line");
	unlink(path);
	return 0;
}
