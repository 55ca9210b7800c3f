/* published, decimal: what a figure says, against intervals worked out by hand. */
#include "published.h"

#include <stdlib.h>
#include <string.h>

#include "unit_check.h"

/* A figure and its interval: "lo hi" for a number, or its kind. */
static const struct { const char *figure, *lo, *hi; } numbers[] = {
	{"404.05", "404.045", "404.055"},
	{"1,620", "1619.5", "1620.5"},
	{"12,345,678", "12345677.5", "12345678.5"},
	{"3,325.81", "3325.805", "3325.815"},
	{"1620", "1619.5", "1620.5"},
	{"-40.0%", "-40.05", "-39.95"},
	{"+2.2%", "2.15", "2.25"},
	{"14.3 %", "14.25", "14.35"},
	{"2.5x", "2.45", "2.55"},
	{"13.7\xc3\x97", "13.65", "13.75"},
	{"0.19ms", "0.185", "0.195"},
	{"12.88 GB", "12.875", "12.885"},
	{"11.43 tok/s", "11.425", "11.435"},
	{"5 \xc2\xb5s", "4.5", "5.5"},
	{"~270", "256.5", "283.5"},
	{"~ 270", "256.5", "283.5"},
	{"~ -40%", "-42", "-38"},
	{"~9", "8.5", "9.5"},
	{"~0", "-0.5", "0.5"},
	{"~1.99", "1.8905", "2.0895"},
	{"= 270", "269.5", "270.5"},
	{"\xe2\x89\x88 0.2", "0.15", "0.25"},
	{"= 3", "2.5", "3.5"},
	{"d = -0.59", "-0.595", "-0.585"},
	{"F(8,1608) = 453.1", "453.05", "453.15"},
	{"eta^2 = 0.107", "0.1065", "0.1075"},
	{"p=0.118", "0.1175", "0.1185"},
	{"8.87 x 10^-61", "8.865e-61", "8.875e-61"},
	{"8.87x10^-61", "8.865e-61", "8.875e-61"},
	{"8.87 * 10^-61", "8.865e-61", "8.875e-61"},
	{"8.87 \xc3\x97 10^-61", "8.865e-61", "8.875e-61"},
	{"8.87e-61", "8.865e-61", "8.875e-61"},
	{"8.87E-61", "8.865e-61", "8.875e-61"},
	{"-7.6 x 10^2 ms", "-765", "-755"},
	{"10^-16", "0.5e-16", "1.5e-16"},
	{"10^3", "500", "1500"},
	{"10", "9.5", "10.5"},
	{"100", "99.5", "100.5"},
	{".05", "0.045", "0.055"},
	{"-.5", "-0.55", "-0.45"},
	{"\xe2\x88\x92" "5", "-5.5", "-4.5"},
	{" 7 ", "6.5", "7.5"},
	/* as people typeset numbers: dashes for a minus, notes, powers, thin spaces, errors */
	{"\u20135", "-5.5", "-4.5"},
	{"\u20105.0", "-5.05", "-4.95"},
	{"\u20112", "-2.5", "-1.5"},
	{"\u20122", "-2.5", "-1.5"},
	{"\ufe632%", "-2.5", "-1.5"},
	{"\uff0d2", "-2.5", "-1.5"},
	{"d = \u20130.59", "-0.595", "-0.585"},
	{"0.05*", "0.045", "0.055"},
	{"0.05***", "0.045", "0.055"},
	{"0.05 \u2217\u2217", "0.045", "0.055"},
	{"12.3\u2020", "12.25", "12.35"},
	{"12.3 ms\u2021 *", "12.25", "12.35"},
	{"1.53\u00d710\u207b\u2075", "1.525e-5", "1.535e-5"},
	{"1.53 x 10\u207b\u00b9\u00b2", "1.525e-12", "1.535e-12"},
	{"\u22121.5 \u00d7 10\u00b3 ms", "-1550", "-1450"},
	{"2\u00d710\u207a\u2074", "15000", "25000"},
	{"1.53\u00d710^\u22125", "1.525e-5", "1.535e-5"},
	{"1.53e\u22125", "1.525e-5", "1.535e-5"},
	{"10\u207b\u00b9\u2076", "0.5e-16", "1.5e-16"},
	{"1\u2009620", "1619.5", "1620.5"},
	{"12\u202f345\u202f678", "12345677.5", "12345678.5"},
	{"1\u00a0620.5\u00a0ms", "1620.45", "1620.55"},
	{"\u20097\u2009ms\u200a", "6.5", "7.5"},
	{"12.3 \u00b1 0.4", "12.25", "12.35"},
	{"12.3\u00b10.4", "12.25", "12.35"},
	{"12.3 +/- 0.4 ms", "12.25", "12.35"},
	{"12.3 ms \u00b1 0.4 ms", "12.25", "12.35"},
	{"12.3\u2009\u00b1\u20090.4*", "12.25", "12.35"},
	{"\u201312.3 \u00b1 0.4%", "-12.35", "-12.25"},
	{"~10 \u00b1 2", "9.5", "10.5"},
	{"1.2e-5 \u00b1 3e-7", "1.15e-5", "1.25e-5"},
	{"5 m\u00b2", "4.5", "5.5"},
	{"007", "6.5", "7.5"},
	{"1000", "999.5", "1000.5"},
	{"1.00", "0.995", "1.005"},
	{"0", "-0.5", "0.5"},
	{"0.00", "-0.005", "0.005"},
	{"-0.0%", "-0.05", "0"},
	{"+0.0", "0", "0.05"},
	{"1e-300", "0.5e-300", "1.5e-300"},
	{"1e400", "0.5e400", "1.5e400"},
	{"2.50", "2.495", "2.505"},
};

static const struct {
	const char *figure;
	as_pub_kind kind;
	int closed;
	const char *bound;
} bounds[] = {
	{"< 10^-16", AS_PUB_BELOW, 0, "1e-16"},
	{"p < 0.001", AS_PUB_BELOW, 0, "0.001"},
	{"p<0.001", AS_PUB_BELOW, 0, "0.001"},
	{"<1e-300", AS_PUB_BELOW, 0, "1e-300"},
	{"<= 5", AS_PUB_BELOW, 1, "5"},
	{"\xe2\x89\xa4" "5", AS_PUB_BELOW, 1, "5"},
	{"p\xe2\x89\xa4" "0.05", AS_PUB_BELOW, 1, "0.05"},
	{">= 0.10", AS_PUB_ABOVE, 1, "0.1"},
	{"\xe2\x89\xa5 0.10", AS_PUB_ABOVE, 1, "0.1"},
	{"> 3x", AS_PUB_ABOVE, 0, "3"},
	{"> 1,000", AS_PUB_ABOVE, 0, "1000"},
	{"< -2%", AS_PUB_BELOW, 0, "-2"},
};

static const char *const texts[] = {
	"", "Yes", "Medium effect", "2.8.0a0", "2025-12-21", "20251221_173112", "1,62", "1,6200", "1620,5",
	"1,620,12", "5-10", "2.0-4.6x", "7 of 21", "1.2.3", "--5", "+-5", "+", "<", "p <", "p", "5 < 6",
	    "8.87 x 10^",
	"8.87 x 10^-", "5.", "1e5e5", "5 GB x", "50%%", "50% ms", "v1.2", "[6.79, 7.45]",
	    "1e999999999999", "#5",
	"10^", "5^2", "abc = def", "0x10", "1 620",
	/* what could be read two ways, or is half of something */
	"5\u00b2", "5\u207b", "1.53\u00d710", "1.53\u00d710\u207b", "1.53\u00d710\u2075\u207b",
	    "5 \u2013", "5\u201310",
	"2.0\u20134.6", "\u2013\u20135", "12.3 \u00b1", "\u00b1 0.4", "\u00b10.4", "12.3 \u00b1 -0.4",
	    "12.3 \u00b1 x", "1 \u00b1 2 \u00b1 3",
	"12.3 \u00b1 0.4 \u00d7 10\u00b3", "1.2 \u00b1 3e-1", "< 12 \u00b1 1", "1\u200962",
	    "1,620\u2009345", "*", "***", "* 5", "5*5",
	"1\u2009620\u20095", "\u2020", "1e-", "1e\u2212",
};

static const char *const absent[] = {"--", "-", "N/A", "n/a", "NA", "\xe2\x80\x93", "\xe2\x80\x94",
    " -- "};

static int
same(const as_dec *d, const char *text)
{
	as_dec want;

	return as_dec_parse(&want, text, strlen(text)) == 0 && as_dec_cmp(d, &want) == 0;
}

static void
test_figures(void)
{
	as_published p;
	size_t i;

	for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		as_published_read(&p, numbers[i].figure, strlen(numbers[i].figure));
		unit_ok(p.kind == AS_PUB_NUMBER && same(&p.lo, numbers[i].lo) && same(&p.hi, numbers[i].hi) &&
		    p.percent == (strchr(numbers[i].figure, '%') != NULL), numbers[i].figure);
	}
	for (i = 0; i < sizeof bounds / sizeof *bounds; i++) {
		as_published_read(&p, bounds[i].figure, strlen(bounds[i].figure));
		unit_ok(p.kind == bounds[i].kind && p.closed == bounds[i].closed &&
		    same(bounds[i].kind == AS_PUB_BELOW ? &p.hi : &p.lo, bounds[i].bound), bounds[i].figure);
	}
	for (i = 0; i < sizeof texts / sizeof *texts; i++) {
		as_published_read(&p, texts[i], strlen(texts[i]));
		unit_ok(p.kind == AS_PUB_TEXT, texts[i]);
	}
	for (i = 0; i < sizeof absent / sizeof *absent; i++) {
		as_published_read(&p, absent[i], strlen(absent[i]));
		unit_ok(p.kind == AS_PUB_NA, absent[i]);
	}
	as_published_read(&p, "12345", 3);
	unit_ok(p.kind == AS_PUB_NUMBER && same(&p.hi, "123.5"), "reads n bytes and no more");
}

/* Whatever a cell holds, it is read without a step outside of it: pieces of figures in any order,
 * and cut off anywhere. */
static void
test_garbage(void)
{
	static const char *const piece[] = {"1", "10", "0", "620", ".", ",", "-", "+", "e", "x", "*", "%",
	    "^", " ", "<", "=", "~", "p",
	    "ms", "/", "\u00d7", "\u207b", "\u2075", "\u00b2", "\u2009", "\u00a0", "\u2013", "\u2212",
	    "\u00b1", "+/-", "\u2020", "99999999",
	    "\xe2", "\xe2\x80", "\xff", "\x80", "\0", "10\u207b\u00b9", "12.3"};
	const size_t n = sizeof piece / sizeof *piece;
	size_t bad = 0, numbers = 0;
	unsigned seed = 26;

	for (int i = 0; i < 200000; i++) {
		char text[160], *cell;
		size_t len = 0;
		as_published p;

		for (unsigned k = seed % 9; k-- > 0; ) {
			const char *s = piece[(seed = seed * 1103515245 + 12345) / 65536 % n];
			size_t m = *s ? strlen(s) : 1;

			memcpy(text + len, s, m);
			len += m;
		}
		seed = seed * 1103515245 + 12345;
		if (len && seed / 65536 % 4 == 0)
			len -= 1; /* in the middle of a character */
		if ((cell = malloc(len ? len : 1)) == NULL) /* no byte behind it */
			return;
		memcpy(cell, text, len);
		as_published_read(&p, cell, len);
		free(cell);
		numbers += p.kind == AS_PUB_NUMBER;
		if (p.kind == AS_PUB_NUMBER)
			bad += as_dec_cmp(&p.lo, &p.hi) > 0 || isnan(as_dec_double(&p.lo));
	}
	unit_ok(bad == 0 && numbers > 1000, "garbage: an interval or none");
}

/* figure, value, whether it holds, whether it is held against a fraction */
static const struct { const char *figure, *value; int holds, fraction; } held[] = {
	{"404.05", "404.045", 1, 0}, {"404.05", "404.055", 1, 0}, /* ties */
	{"404.05", "404.0449999999999999999", 0, 0}, {"404.05", "404.05500000000000000001", 0, 0},
	{"404.05", "-404.05", 0, 0}, {"-14.83", "14.83", 0, 0},
	/* the double 0.15, written out: over the tie */
	{"0.1", "0.1500000000000000055511151231257827", 0, 0},
	{"0.1", "0.15", 1, 0}, {"0.2", "0.15", 1, 0},
	{"1.00", "1.005", 1, 0}, {"1.01", "1.005", 1, 0}, {"2.67", "2.675", 1, 0}, {"2.68", "2.675", 1, 0},
	{"-40.0%", "-0.4", 1, 1}, {"-40.0%", "-0.3995", 1, 1}, {"-40.0%", "-0.39949", 0, 1},
	{"-40.0%", "-40.02", 1, 0}, {"-40.0%", "-0.4", 0, 0},
	{"0.0%", "-0.0004", 1, 1}, {"-0.0%", "-0.0004", 1, 1}, {"-0.0%", "0.0004", 0, 1},
	{"+0.0%", "-0.0004", 0, 1}, {"-0.0%", "0", 1, 1}, {"-0.0", "-0", 1, 0}, {"0.0", "-0", 1, 0},
	{"0", "0.5", 1, 0}, {"0", "-0.51", 0, 0},
	{"8.87e-61", "8.8749999e-61", 1, 0}, {"8.87e-61", "8.876e-61", 0, 0},
	    {"8.87e-61", "8.87e-60", 0, 0},
	{"10^-16", "1e-16", 1, 0}, {"1e400", "1e308", 0, 0},
	{"< 0.001", "0.001", 0, 0}, {"< 0.001", "0.0009999", 1, 0}, {"< 0.001", "0", 1, 0},
	{"<= 0.001", "0.001", 1, 0}, {"> 3", "3", 0, 0}, {"> 3", "3.0000001", 1, 0},
	{">= 0.10", "0.1", 1, 0}, {">= 0.10", "0.09999999999999999", 0, 0},
	{"<1e-300", "5e-324", 1, 0}, {"< 10^-400", "5e-324", 0, 0}, {"< -2%", "-0.03", 1, 1},
	    {"< -2%", "-0.01", 0, 1},
	{"1000", "999.5", 1, 0}, {"1000", "999.49", 0, 0}, {"10", "9.5", 1, 0}, {"0.100", "0.0995", 1, 0},
	{"1620", "1620", 1, 0}, {"1,620", "1.62e3", 1, 0},
};

static void
test_holds(void)
{
	char what[128];
	size_t i;

	for (i = 0; i < sizeof held / sizeof *held; i++) {
		as_published p;
		as_dec v;

		as_published_read(&p, held[i].figure, strlen(held[i].figure));
		if (held[i].fraction)
			as_published_fraction(&p);
		snprintf(what, sizeof what, "%s %s %s", held[i].figure, held[i].holds ? "is" : "is not",
		    held[i].value);
		unit_ok(as_dec_parse(&v, held[i].value, strlen(held[i].value)) == 0 &&
		    as_published_holds(&p, &v) == held[i].holds, what);
	}
}

/* Ascending, equal where the order says so. */
static void
test_decimal(void)
{
	static const struct { const char *a, *b; int order; } t[] = {
		{"0", "-0", 0}, {"0", "0.000", 0}, {"0e99", "0", 0}, {"1", "1.000", 0}, {"100", "1e2", 0},
		{"0.001", "1e-3", 0}, {"-1", "1", -1}, {"-1", "0", -1}, {"-2", "-1", -1}, {"1", "2", -1},
		{"9", "10", -1}, {"0.9", "1", -1}, {"1.09", "1.1", -1}, {"123", "123.0001", -1},
		{"-123.0001", "-123", -1}, {".50", "0.5", 0}, {"-.5e1", "-5", 0}, {"1e-5", "1", -1},
		    {"99999999999999999999", "1e20", -1},
		{"1e-100000", "1e100000", -1}, {"0", "1e-100000", -1}, {"-1e-100000", "0", -1},
	};
	static const char *const refused[] = {
		"", "x", "1e100001", "1e-100001", "1e99999999999999999999", ".", "5.", "inf", "0x1",
	};
	char digits[AS_DEC_DIGITS + 2], what[96];
	as_dec a, b;
	size_t i;

	for (i = 0; i < sizeof t / sizeof *t; i++) {
		snprintf(what, sizeof what, "%s against %s", t[i].a, t[i].b);
		unit_ok(as_dec_parse(&a, t[i].a, strlen(t[i].a)) == 0 &&
		    as_dec_parse(&b, t[i].b, strlen(t[i].b)) == 0 &&
		    as_dec_cmp(&a, &b) == t[i].order && as_dec_cmp(&b, &a) == -t[i].order, what);
	}
	for (i = 0; i < sizeof refused / sizeof *refused; i++)
		unit_ok(as_dec_parse(&a, refused[i], strlen(refused[i])) == -1, refused[i]);
	memset(digits, '7', sizeof digits);
	unit_ok(as_dec_parse(&a, digits, AS_DEC_DIGITS) == 0 && a.n == AS_DEC_DIGITS,
	    "as many digits as fit");
	unit_ok(as_dec_parse(&a, digits, AS_DEC_DIGITS + 1) == -1, "one digit more");
	as_dec_parse(&a, "0.00", 4);
	unit_ok(a.n == 0 && a.exp == -2, "0.00 has two decimals");
}

int
main(void)
{
	test_figures();
	test_garbage();
	test_holds();
	test_decimal();
	return 0;
}
