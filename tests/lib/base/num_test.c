/* num: parsing against strtod and Python, formatting against Python. */
#include "num.h"

#include <float.h>
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "unit_check.h"

static uint64_t state = 0x9e3779b97f4a7c15u;

static uint64_t
rnd(void) /* splitmix64 */
{
	uint64_t z = (state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static int same_bits(double a, double b) { return memcmp(&a, &b, sizeof a) == 0; }

static double
rnd_double(void)
{
	uint64_t u;
	double x;

	do {
		u = rnd();
		memcpy(&x, &u, sizeof x);
	} while (!isfinite(x));
	return x;
}

/* Python 3.11: float(text).hex() */
static const struct { const char *text; double x; } reference[] = {
	{"0", 0}, {"-0", 0}, {"0e999999999999999999999", 0}, {"000.000", 0},
	{"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
	{"2.2250738585072012e-308", 0x1.0000000000000p-1022},
	{"4.9406564584124654e-324", 0x0.0000000000001p-1022},
	{"2.4703282292062327e-324", 0},
	{"2.4703282292062328e-324", 0x0.0000000000001p-1022},
	{"9007199254740993", 0x1.0000000000000p+53},
	{"9007199254740995", 0x1.0000000000002p+53},
	{"9007199254740993.00000000000000000000000000001", 0x1.0000000000001p+53},
	{"1.7976931348623157e308", DBL_MAX},
	{"1.7976931348623158e308", DBL_MAX},
	{"0.1", 0x1.999999999999ap-4},
	{"+1", 1}, {"-404.05", -0x1.940cccccccccdp+8}, {"1E2", 100}, {"1e+2", 100},
	{"123456789012345678", 0x1.b69b4ba630f35p+56},
	{"8.87e-61", 0x1.6ce400b19a6d5p-200},
	{"12345678901234567890123", 0x1.4ea15b273b38ap+73},
	{"1e-400", 0}, {"-1e-400", 0},
	{"1e-99999999999999999999", 0},
	{"0.30000000000000004", 0x1.3333333333334p-2},
	{"18446744073709551615", 0x1.0000000000000p+64},
	{"18446744073709551616", 0x1.0000000000000p+64},
	{"9999999999999999999e19", 0x1.2ced32a16a1b1p+126},
	{"9999999999999999999e-19", 1},
	{".95", 0.95}, {"-.5e1", -5}, {"+.5", 0.5}, {".0", 0},
	{"1e19", 0x1.158e460913d00p+63},
	{"1e-19", 0x1.d83c94fb6d2acp-64},
	{"0.500000000000000166533453693773481063544750213623046875", 0x1.0000000000002p-1},
};

static const char *const no_number[] = {
	"", "+", "-", ".", "-.", "..5", "+.e5", "5.", "5.e3", "1e", "1e+", "e5", " 1", "1 ", "1\n",
	"+-1", "--1", "1.2.3", "1,5", "1_000", "0x10", "0x1p3", "inf", "-inf", "nan", "NaN",
	"Infinity", "1f", "1e5.0", "1e 5", "\xd9\xa1",
};

static const char *const too_large[] = {
	"1e309", "-1e400", "1.7976931348623159e308", "1e99999999999999999999",
};

static void
test_parse_tables(void)
{
	char what[128];
	double x;
	size_t i;

	for (i = 0; i < sizeof reference / sizeof *reference; i++) {
		const char *t = reference[i].text;

		snprintf(what, sizeof what, "parse %s", t);
		unit_ok(as_num_parse(t, strlen(t), &x) == AS_NUM_OK && same_bits(x, reference[i].x), what);
	}
	for (i = 0; i < sizeof no_number / sizeof *no_number; i++) {
		x = 42;
		snprintf(what, sizeof what, "no number: case %zu", i);
		unit_ok(as_num_parse(no_number[i], strlen(no_number[i]), &x) == AS_NUM_SYNTAX && x == 42, what);
	}
	for (i = 0; i < sizeof too_large / sizeof *too_large; i++) {
		x = 42;
		snprintf(what, sizeof what, "over the range: %s", too_large[i]);
		unit_ok(as_num_parse(too_large[i], strlen(too_large[i]), &x) == AS_NUM_OVERFLOW && x == 42, what);
	}
	unit_ok(as_num_parse("12\0003", 4, &x) == AS_NUM_SYNTAX, "a NUL byte within is not a number");
	unit_ok(as_num_parse("12345", 3, &x) == AS_NUM_OK && x == 123, "reads n bytes and no more");
}

/* 1 + 2^-53 is halfway between two doubles: 1e6 zeros after it must not hide
 * the digit that comes last, nor a huge exponent the many zeros before. */
static void
test_parse_long(void)
{
	static const char tie[] = "1.00000000000000011102230246251565404236316680908203125";
	enum { ZEROS = 1000000 };
	char *s = malloc(ZEROS + 100);
	size_t n = sizeof tie - 1;
	double x;

	if (s == NULL) {
		unit_ok(0, "memory for a long number");
		return;
	}
	memcpy(s, tie, n);
	memset(s + n, '0', ZEROS);
	unit_ok(as_num_parse(s, n + ZEROS, &x) == AS_NUM_OK && x == 1,
	    "a tie with a million zeros goes to even");
	s[n + ZEROS - 1] = '1';
	unit_ok(as_num_parse(s, n + ZEROS, &x) == AS_NUM_OK && x == 1 + DBL_EPSILON,
	    "a tie with a digit a million places on goes up");
	memset(s, '0', ZEROS);
	s[1] = '.';
	memcpy(s + ZEROS, "15e1000000", 10);
	unit_ok(as_num_parse(s, ZEROS + 10, &x) == AS_NUM_OK && x == 15,
	    "a million zeros before the digits against an exponent");
	free(s);
}

/* One random number: short and long mantissas, points anywhere, small and
 * large exponents, printed doubles, and decimals halfway between two doubles. */
static void
random_text(char *s, size_t cap)
{
	unsigned shape = (unsigned)(rnd() % 9);
	size_t n = 0, digits, i, point;

	if (shape == 0) { /* an odd 54-bit number, halfway, scaled by a power of ten that stays exact */
		snprintf(s, cap, "%s%" PRIu64 "%s", rnd() % 2 ? "-" : "",
		    (UINT64_C(1) << 53) | (rnd() >> 11) | 1, rnd() % 2 ? "" : ".00000000000000");
		return;
	}
	if (shape == 1) {
		snprintf(s, cap, "%.*e", (int)(rnd() % 40), rnd_double());
		return;
	}
	/* halfway, with a fraction: every digit counts (a tie where long double is wider) */
	if (shape == 2) {
		long double x = (long double)((UINT64_C(1) << 53) | (rnd() >> 11) | 1);

		snprintf(s, cap, "%.100Lf", ldexpl(x, -(int)(rnd() % 60)));
		return;
	}
	/* the quotient is shortest here: most often it ends near half, and the rest decides */
	if (shape == 8) {
		snprintf(s, cap, "%" PRIu64 "e-%u", rnd() >> (rnd() % 20 + 1), 17 + (unsigned)(rnd() % 3));
		return;
	}
	digits = 1 + rnd() % (shape < 6 ? 19 : 40);
	point = rnd() % (digits + 1);
	if (rnd() % 3 == 0)
		s[n++] = rnd() % 2 ? '-' : '+';
	for (i = 0; i < digits; i++) {
		if (i == point && i > 0)
			s[n++] = '.';
		s[n++] = (char)('0' + (rnd() % 4 ? rnd() % 10 : 9 * (rnd() % 2)));
	}
	s[n] = '\0';
	if (rnd() % 2)
		snprintf(s + n, cap - n, "%c%d", rnd() % 2 ? 'e' : 'E',
		    (int)(rnd() % (shape == 7 ? 700 : 50)) - (shape == 7 ? 350 : 25));
}

static void
test_parse_random(void)
{
	enum { N = 1000000 };
	char s[512];
	int i, bad = 0;

	for (i = 0; i < N; i++) {
		double want, got = 0;
		as_num_status st;

		random_text(s, sizeof s);
		want = strtod(s, NULL) + 0.0; /* -0 is read as 0 */
		st = as_num_parse(s, strlen(s), &got);
		if (isinf(want) ? st != AS_NUM_OVERFLOW : st != AS_NUM_OK || !same_bits(got, want)) {
			if (bad++ < 5)
				printf("# %s: status %d, %a, strtod %a\n", s, (int)st, got, want);
		}
	}
	unit_ok(bad == 0, "a million random numbers have the bits that strtod gives; "
	    "of 0 the sign may differ");
}

static void
test_int(void)
{
	static const struct { const char *s; as_num_status st; int64_t v; } t[] = {
		{"0", AS_NUM_OK, 0}, {"-0", AS_NUM_OK, 0}, {"+7", AS_NUM_OK, 7}, {"0012", AS_NUM_OK, 12},
		{"9223372036854775807", AS_NUM_OK, INT64_MAX},
		{"-9223372036854775808", AS_NUM_OK, INT64_MIN},
		{"9223372036854775808", AS_NUM_OVERFLOW, 0}, {"-9223372036854775809", AS_NUM_OVERFLOW, 0},
		{"99999999999999999999999", AS_NUM_OVERFLOW, 0},
		{"99999999999999999999999x", AS_NUM_SYNTAX, 0},
		{"", AS_NUM_SYNTAX, 0}, {"-", AS_NUM_SYNTAX, 0}, {"1.0", AS_NUM_SYNTAX, 0},
		{"1e3", AS_NUM_SYNTAX, 0}, {" 1", AS_NUM_SYNTAX, 0}, {"1 ", AS_NUM_SYNTAX, 0},
	};
	char what[64];
	size_t i;

	for (i = 0; i < sizeof t / sizeof *t; i++) {
		int64_t v = 42;
		as_num_status st = as_int_parse(t[i].s, strlen(t[i].s), &v);

		snprintf(what, sizeof what, "whole number \"%s\"", t[i].s);
		unit_ok(st == t[i].st && v == (st == AS_NUM_OK ? t[i].v : 42), what);
	}
}

/* Python 3.11: repr(x); but for the layout (no ".0", "e16" for "e+16") */
static const struct { double x; const char *text; } shortest[] = {
	{INFINITY, "inf"}, {-INFINITY, "-inf"}, {NAN, "nan"},
	{0.0, "0"}, {-0.0, "0"}, {1, "1"}, {-1, "-1"}, {100, "100"}, {10, "10"},
	{0x1.999999999999ap-4, "0.1"},
	{0x1.e240c9fbe76c9p+16, "123456.789"},
	{0x1.0p-44, "5.684341886080802e-14"}, /* the second nearest 16 digits */
	{0x1.0p-33, "1.1641532182693481e-10"},
	{0x1.0p+89, "6.189700196426902e26"},
	{0x1.0p+122, "5.316911983139664e36"},
	{0x1.0p-1017, "7.120236347223045e-307"},
	{0x1.6a09e667f3bcdp+0, "1.4142135623730951"},
	{0x0.0000000000001p-1022, "5e-324"},
	{0x0.0000000000003p-1022, "1.5e-323"},
	{DBL_MAX, "1.7976931348623157e308"},
	{DBL_MIN, "2.2250738585072014e-308"},
	{1e15, "1000000000000000"}, {9007199254740992.0, "9007199254740992"}, {1e16, "1e16"},
	{0x1.b69b4ba630f35p+56, "1.2345678901234568e17"},
	{0.0001, "0.0001"}, {0.00012, "0.00012"}, {0.00001, "1e-5"},
	{0x1.5555555555555p-2, "0.3333333333333333"},
	{1e22, "1e22"}, {1e23, "1e23"}, {404.05, "404.05"}, {1e-300, "1e-300"},
	{0x1.cccccccccccccp-1, "0.8999999999999999"}, /* 0.3 + 0.6 */
};

static void
test_format(void)
{
	char buf[AS_NUM_BUF], what[128];
	size_t i;

	for (i = 0; i < sizeof shortest / sizeof *shortest; i++) {
		size_t n = as_num_format(buf, shortest[i].x);

		snprintf(what, sizeof what, "shortest %s", shortest[i].text);
		if (!unit_ok(strcmp(buf, shortest[i].text) == 0 && n == strlen(buf), what))
			printf("# got %s\n", buf);
	}
}

/* Significant digits of printed text. */
static int
digits_of(const char *s)
{
	int n = 0, zeros = 0;

	for (; *s && *s != 'e'; s++) {
		if (*s < '0' || *s > '9' || (n == 0 && *s == '0'))
			continue;
		n++;
		zeros = *s == '0' ? zeros + 1 : 0;
	}
	return n - zeros;
}

/* The digits of a printed number, without the zeros before and behind them. */
static void
put_digits(char *out, const char *s)
{
	size_t n = 0;

	for (; *s && *s != 'e'; s++)
		if (*s >= '0' && *s <= '9' && (*s != '0' || n > 0))
			out[n++] = *s;
	while (n > 0 && out[n - 1] == '0')
		n--;
	out[n] = '\0';
}

/* Of the decimals of that length, the text is the one that printf gives. */
static void
test_format_nearest(void)
{
	enum { N = 400000 };
	char buf[AS_NUM_BUF], all[AS_NUM_BUF];
	int other = 0, lengths[18] = {0};

	for (int i = 0; i < N; i++) {
		double x = ldexp(1 + (double)(rnd() >> 11) / 0x1p53, (int)(rnd() % 70) - 14);
		char got[32] = "", want[32] = "";
		int n;

		if (i % 2) { /* near a short decimal */
			snprintf(buf, sizeof buf, "%.*g", (int)(rnd() % 17) + 1, x);
			x = strtod(buf, NULL);
			for (uint64_t k = rnd() % 3; k > 0; k--)
				x = nextafter(x, INFINITY);
		}
		if (frexp(x, &n) == 0.5)
			continue; /* a power of two: it may be the second nearest */
		as_num_format(buf, x);
		put_digits(got, buf);
		n = (int)strlen(got);
		snprintf(all, sizeof all, "%.*e", n - 1, x);
		put_digits(want, all);
		other += strcmp(got, want) != 0 || strtod(all, NULL) != x;
		lengths[n]++;
	}
	unit_ok(other == 0, "400000 texts are the nearest of their length");
	unit_ok(lengths[15] > 1000 && lengths[16] > 1000 && lengths[17] > 1000,
	    "over 1000 of them have 15, 16 and 17 digits");
}

static void
test_format_random(void)
{
	enum { N = 200000 };
	char buf[AS_NUM_BUF], less[AS_NUM_BUF];
	int i, lost = 0, longer = 0;

	for (i = 0; i < N; i++) {
		double x = i % 4 ? rnd_double() : ldexp(1, (int)(rnd() % 2098) - 1074), y = 0;
		int n;

		if (i % 4 == 1) /* what measurements look like */
			x = (double)(rnd() % 100000000) / 1e5;
		as_num_format(buf, x);
		if (as_num_parse(buf, strlen(buf), &y) != AS_NUM_OK || !same_bits(x, y))
			lost++;
		n = digits_of(buf);
		if (n > 1) { /* the nearest decimal one digit shorter must not read back */
			snprintf(less, sizeof less, "%.*e", n - 2, x);
			longer += strtod(less, NULL) == x;
		}
	}
	unit_ok(lost == 0, "200000 doubles read back from their shortest text");
	unit_ok(longer == 0, "no text one digit shorter reads back");
}

/* Python 3.11: f"{x:.{d}f}" and, where it would not fit or show 0, f"{x:.{d}e}" */
static const struct { double x; int d; const char *text; } fixed[] = {
	{404.05, 2, "404.05"}, {404.05, 0, "404"}, {0, 2, "0.00"}, {-0.0, 2, "0.00"}, {-0.0, 0, "0"},
	{0.5, 0, "5e-1"}, {1.5, 0, "2"}, {2.5, 0, "2"}, {0.125, 2, "0.12"}, {0.375, 2, "0.38"},
	{2.675, 2, "2.67"}, {-1.005, 2, "-1.00"}, {0.005, 2, "0.01"}, {0.004, 2, "4.00e-3"},
	{-0.004, 2, "-4.00e-3"}, {1e-300, 3, "1.000e-300"}, {8.87e-61, 2, "8.87e-61"},
	{1e20, 2, "100000000000000000000.00"},
	    {1e59, 2, "99999999999999997168788049560464200849936328366177157906432.00"},
	{1e61, 2, "1.00e61"}, {-1e300, 4, "-1.0000e300"}, {DBL_MAX, 2, "1.80e308"},
	{INFINITY, 2, "inf"}, {-INFINITY, 0, "-inf"}, {NAN, 3, "nan"},
	{1, -3, "1"}, {1, 99, "1.0000000000000000000000000000000000000000"},
	{-DBL_MAX, 99, "-1.7976931348623157081452742373170435679807e308"},
};

static void
test_fixed(void)
{
	char buf[AS_NUM_BUF], what[160];
	size_t i;

	for (i = 0; i < sizeof fixed / sizeof *fixed; i++) {
		size_t n = as_num_fixed(buf, fixed[i].x, fixed[i].d);

		snprintf(what, sizeof what, "fixed %s, %d decimals", fixed[i].text, fixed[i].d);
		if (!unit_ok(strcmp(buf, fixed[i].text) == 0 && n == strlen(buf), what))
			printf("# got %s\n", buf);
	}
}

static const struct { double x; const char *text; } digits[] = {
	{0, "0"}, {-0.0, "0"}, {-4, "-4"}, {-1.5, "-1.5"}, {14.5, "14.50"}, {0.05, "0.05"},
	    {0.045, "0.045"},
	{0.123, "0.1230"}, {1.2345, "1.234"}, {99.999, "100.0"}, {999.96, "1000"}, {12340.4, "12340"},
	{0.00012345, "0.0001234"}, {0.00009999, "9.999e-5"}, {0.000099999, "0.0001000"},
	{1e-300, "1e-300"}, {5e307, "5e307"}, {7.0710678e307, "7.071e307"}, {-1.2345e20, "-1.234e20"},
	{1e15 + 0.5, "1000000000000000"}, {1e16, "1e16"}, {INFINITY, "inf"}, {NAN, "nan"},
};

static void
test_digits(void)
{
	char buf[AS_NUM_BUF], what[160];

	for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
		size_t n = as_num_digits(buf, digits[i].x, 4);

		snprintf(what, sizeof what, "four digits: %s", digits[i].text);
		if (!unit_ok(strcmp(buf, digits[i].text) == 0 && n == strlen(buf), what))
			printf("# got %s\n", buf);
	}
}

/* With the name of a locale whose radix character is a comma: only what must
 * not change with it. Without: everything. */
int
main(int argc, char **argv)
{
	if (argc == 2) {
		char probe[16];

		if (setlocale(LC_ALL, argv[1]) == NULL)
			return 1;
		snprintf(probe, sizeof probe, "%.1f", 0.5);
		unit_ok(strcmp(probe, "0,5") == 0, "the locale writes 0,5");
		test_parse_tables();
		test_parse_long();
	} else {
		test_parse_tables();
		test_parse_long();
		test_parse_random();
		test_int();
		test_format_random();
	test_format_nearest();
	}
	test_format();
	test_fixed();
	test_digits();
	return 0;
}
