/* json.h: a corpus of good and bad documents with the exact
 * diagnostic. What is good or bad is RFC 8259's word, or a
 * limit in json.h. */
#include "json.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "json_text.h"
#include "json_check.h"

typedef struct {
	const char *text;
	size_t n, line;
	const char *msg;
} bad;

#define BAD(text, line, msg) {text, sizeof text - 1, line, msg}

static const bad corpus[] = {
	/* no value, or more than one */
	BAD("", 1, "expected a value, found the end of input"),
	BAD(" \n\n", 3, "expected a value, found the end of input"),
	BAD("{} {}", 1, "expected nothing after the JSON value, found '{'"),
	BAD("{}\n\n,", 3, "expected nothing after the JSON value, found ','"),
	BAD("{}\0", 1, "expected nothing after the JSON value, found byte 0x00"),
	BAD("\xef\xbb\xbf{}", 1, "byte order mark before the JSON value"),
	BAD("\xff\xfe{\0}\0", 1, "expected a value, found byte 0xff"),
	BAD("\0", 1, "expected a value, found byte 0x00"),
	BAD("\f1", 1, "expected a value, found byte 0x0c"),
	BAD("\xc2\xa0" "1", 1, "expected a value, found byte 0xc2"),
	BAD("# c\n1", 1, "expected a value, found '#'"),
	BAD("[1 // c\n]", 1, "expected ',' or ']' in an array, found '/'"),
	BAD("True", 1, "expected a value, found 'T'"),
	BAD("nul", 1, "expected a value, found 'n'"),
	BAD("truex", 1, "expected nothing after the JSON value, found 'x'"),
	BAD("'a'", 1, "expected a value, found '''"),
	/* numbers */
	BAD("NaN", 1, "NaN is not a JSON number"),
	BAD("[\nnan]", 2, "nan is not a JSON number"),
	BAD("{\"a\": Infinity}", 1, "Infinity is not a JSON number"),
	BAD("[1,\n -Infinity]", 2, "-Infinity is not a JSON number"),
	BAD("inf", 1, "inf is not a JSON number"),
	BAD("-inf", 1, "expected a digit after '-', found 'i'"),
	BAD("1e400", 1, "number over the range of a double: 1e400"),
	BAD("[-1e400]", 1, "number over the range of a double: -1e400"),
	BAD("1.7976931348623159e308", 1, "number over the range of a double: 1.7976931348623159e308"),
	BAD("01", 1, "number with a leading zero"),
	BAD("-01", 1, "number with a leading zero"),
	BAD("00", 1, "number with a leading zero"),
	BAD("+1", 1, "expected a value, found '+'"),
	BAD(".5", 1, "expected a value, found '.'"),
	BAD("1.", 1, "expected a digit after the decimal point, found the end of input"),
	BAD("[1.]", 1, "expected a digit after the decimal point, found ']'"),
	BAD("1.e5", 1, "expected a digit after the decimal point, found 'e'"),
	BAD("1e", 1, "expected a digit in the exponent, found the end of input"),
	BAD("1e+", 1, "expected a digit in the exponent, found the end of input"),
	BAD("1e5.5", 1, "expected nothing after the JSON value, found '.'"),
	BAD("-", 1, "expected a digit after '-', found the end of input"),
	BAD("--1", 1, "expected a digit after '-', found '-'"),
	BAD("0x10", 1, "expected nothing after the JSON value, found 'x'"),
	BAD("[0x10]", 1, "expected ',' or ']' in an array, found 'x'"),
	BAD("1_000", 1, "expected nothing after the JSON value, found '_'"),
	BAD("1,5", 1, "expected nothing after the JSON value, found ','"),
	BAD("0.00000000000000000000000000000000000000000000000000000000000001", 1,
	    "number of more than 63 characters"),
	/* arrays and objects */
	BAD("[", 1, "expected a value, found the end of input"),
	BAD("[1", 1, "expected ',' or ']' in an array, found the end of input"),
	BAD("[1,", 1, "expected a value, found the end of input"),
	BAD("[1,]", 1, "expected a value, found ']'"),
	BAD("[,1]", 1, "expected a value, found ','"),
	BAD("[1 2]", 1, "expected ',' or ']' in an array, found '2'"),
	BAD("[1}", 1, "expected ',' or ']' in an array, found '}'"),
	BAD("]", 1, "expected a value, found ']'"),
	BAD("{", 1, "expected a key in double quotes, found the end of input"),
	BAD("{\"a\"", 1, "expected ':' after a key, found the end of input"),
	BAD("{\"a\":", 1, "expected a value, found the end of input"),
	BAD("{\"a\":1", 1, "expected ',' or '}' in an object, found the end of input"),
	BAD("{\"a\":1\n\"b\":2}", 2, "expected ',' or '}' in an object, found '\"'"),
	BAD("{\"a\":1,\n}", 2, "expected a key in double quotes, found '}'"),
	BAD("{a:1}", 1, "expected a key in double quotes, found 'a'"),
	BAD("{1:1}", 1, "expected a key in double quotes, found '1'"),
	BAD("{\"a\" 1}", 1, "expected ':' after a key, found '1'"),
	BAD("{\"a\":1]", 1, "expected ',' or '}' in an object, found ']'"),
	/* strings */
	BAD("\"", 1, "unterminated string"),
	BAD("\"a", 1, "unterminated string"),
	BAD("\"a\\", 1, "unterminated string"),
	BAD("\"a\\\"", 1, "unterminated string"),
	BAD("{\"a", 1, "unterminated string"),
	BAD("[\n\"a\nb\"]", 2, "control character 0x0a in a string"),
	BAD("\"a\tb\"", 1, "control character 0x09 in a string"),
	BAD("\"a\0b\"", 1, "control character 0x00 in a string"),
	BAD("\"\x1f\"", 1, "control character 0x1f in a string"),
	BAD("\"\\x41\"", 1, "expected one of \"\\/bfnrtu after the backslash, found 'x'"),
	BAD("\"\\\0\"", 1, "expected one of \"\\/bfnrtu after the backslash, found byte 0x00"),
	BAD("\"\\u12\"", 1, "\\u without four hexadecimal digits"),
	BAD("\"\\u12g4\"", 1, "\\u without four hexadecimal digits"),
	BAD("\"\\u12", 1, "\\u without four hexadecimal digits"),
	BAD("\"a\\u0000b\"", 1, "\\u0000 in a string"),
	BAD("\"\\ud800\"", 1, "lone surrogate \\ud800 in a string"),
	BAD("\"\\ud800x\"", 1, "lone surrogate \\ud800 in a string"),
	BAD("\"\\uDBFF\\u0041\"", 1, "lone surrogate \\udbff in a string"),
	BAD("\"\\ud800\\ud800\"", 1, "lone surrogate \\ud800 in a string"),
	BAD("\"\\udc00\"", 1, "lone surrogate \\udc00 in a string"),
	BAD("\"\\ud83d\\u\"", 1, "lone surrogate \\ud83d in a string"),
	/* UTF-8: Unicode table 3-7 */
	BAD("\"\x80\"", 1, "invalid UTF-8 in a string (byte 0x80)"),
	BAD("\"\xc0\xaf\"", 1, "invalid UTF-8 in a string (byte 0xc0)"),
	BAD("\"\xc1\xbf\"", 1, "invalid UTF-8 in a string (byte 0xc1)"),
	BAD("\"\xc3\"", 1, "invalid UTF-8 in a string (byte 0xc3)"),
	BAD("\"\xc3", 1, "invalid UTF-8 in a string (byte 0xc3)"),
	BAD("\"\xe0\x9f\xbf\"", 1, "invalid UTF-8 in a string (byte 0xe0)"),
	BAD("\"\xe2\x82\"", 1, "invalid UTF-8 in a string (byte 0xe2)"),
	BAD("\"\xed\xa0\x80\"", 1, "invalid UTF-8 in a string (byte 0xed)"),
	BAD("\"\xed\xbf\xbf\"", 1, "invalid UTF-8 in a string (byte 0xed)"),
	BAD("\"\xf0\x8f\xbf\xbf\"", 1, "invalid UTF-8 in a string (byte 0xf0)"),
	BAD("\"\xf0\x90\x80\"", 1, "invalid UTF-8 in a string (byte 0xf0)"),
	BAD("\"\xf4\x90\x80\x80\"", 1, "invalid UTF-8 in a string (byte 0xf4)"),
	BAD("\"\xf5\x80\x80\x80\"", 1, "invalid UTF-8 in a string (byte 0xf5)"),
	BAD("\"\xff\"", 1, "invalid UTF-8 in a string (byte 0xff)"),
	/* keys twice */
	BAD("{\"a\":1,\"a\":1}", 1, "duplicate key \"a\""),
	BAD("{\"a\":1,\n\"b\":2,\n\"\\u0061\":3}", 3, "duplicate key \"a\""),
	BAD("{\"\":1,\"\":2}", 1, "duplicate key \"\""),
	BAD("{\"\xc3\xa9\":1,\"\\u00E9\":2}", 1, "duplicate key \"\xc3\xa9\""),
	BAD("{\"\\ud83d\\ude00\":1,\n\"\xf0\x9f\x98\x80\":2}", 2, "duplicate key \"\xf0\x9f\x98\x80\""),
	BAD("{\"\\n\":1,\"\\u000a\":2}", 1, "duplicate key \"?\""),
	BAD("{\"a\\/b\":1,\"a/b\":2}", 1, "duplicate key \"a/b\""),
	BAD("[{\"x\":{\"b\":1,\n\"c\":{\"b\":1},\n\"b\":1}}]", 3, "duplicate key \"b\""),
};

static const char *const good[] = {
	"0", "-0", "0.0", "-1.5e-10", "1E+2", "1e-400", "1.7976931348623157e308", "5e-324",
	"123456789012345678901234567890",
	"0.0000000000000000000000000000000000000000000000000000000000001", /* 63 characters */
	"true", "false", "null", "\"\"", "[]", "{}", " \t\r\n[ ] \r\n",
	"[1,[2,{\"a\":[]}],\"x\"]",
	"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u00e9\\uFFFF\\ud83d\\ude00\"",
	"\"\x7f \xc2\x80 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf "
	"\xee\x80\x80 \xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf\"",
	"\"\xef\xbb\xbf\"",
	"{\"a\":{\"a\":{\"a\":1}},\"A\":1,\"b\":[{\"a\":1},{\"a\":2}]}",
	"{\"a\\u0062\":1,\"a\\\\u0062\":2}",
	"{\"ab\":1,\"a\":2,\"b\":3,\"\":4}",
};

static void
is_bad(const bad *b)
{
	as_err e = {.line = 99};
	cJSON *v = NULL;
	/* a heap copy of just the bytes, so that a read beyond them is seen by the sanitizers */
	char *copy = malloc(b->n ? b->n : 1);
	int rc;

	memcpy(copy, b->text, b->n);
	rc = as_json_parse(copy, b->n, "f", 1, &v, &e);
	if (!unit_ok(rc == -1 && !v && e.line == b->line && strcmp(e.msg, b->msg) == 0 &&
	    strcmp(e.file, "f") == 0, b->msg))
		printf("# rc %d, line %zu: \"%s\"\n", rc, e.line, e.msg);
	free(copy);
}

static void
is_good(const char *text)
{
	char what[128];
	cJSON *v = parse(text);

	snprintf(what, sizeof what, "good: %.60s", text);
	for (char *p = what; *p; p++)
		if ((unsigned char)*p < 0x20)
			*p = ' ';
	unit_ok(v != NULL, what);
	cJSON_Delete(v);
}

static void
depth(void)
{
	char text[65 * 5 + 1];
	bad b = {text, 130, 1, "nested deeper than 64 levels"};

	memset(text, '[', 64);
	memset(text + 64, ']', 64);
	text[128] = '\0';
	is_good(text);
	memset(text, '[', 65);
	memset(text + 65, ']', 65);
	is_bad(&b);
	for (int i = 0; i < 65; i++)
		memcpy(text + 5 * i, "{\"a\":", 5);
	b.n = 65 * 5;
	is_bad(&b);
}

/* An array of n numbers is n + 1 values. */
static void
values(void)
{
	size_t n = AS_JSON_MAX_VALUES;
	char *text = malloc(2 * n + 2);
	as_err e;

	if (!text)
		abort();
	text[0] = '[';
	for (size_t i = 0; i < n; i++)
		memcpy(text + 1 + 2 * i, "1,", 2);
	text[2 * n - 2] = ']'; /* n - 1 numbers */
	unit_ok(as_json_check(text, 2 * n - 1, "f", 1, &e) == 0, "as many values as there may be");
	text[2 * n - 2] = ',';
	text[2 * n] = ']';
	unit_ok(as_json_check(text, 2 * n + 1, "f", 1, &e) != 0 &&
	    strcmp(e.msg, "more than 4194304 values") == 0, "one more");
	free(text);
}

static void
same(void)
{
	static const struct { const char *a, *b; int same; } pairs[] = {
		{"{\"a\": 1, \"b\": [2, null]}", "{\"b\": [2, null], \"a\": 1.0}", 1},
		{"{\"a\": 1, \"b\": 2}", "{\"a\": 1}", 0},
		{"{\"a\": 1}", "{\"a\": 1, \"b\": 2}", 0},
		{"{\"a\": 1, \"b\": 2}", "{\"b\": 1, \"a\": 2}", 0},
		{"{\"a\": 1, \"b\": 2}", "{\"c\": 1, \"b\": 2}", 0},
		{"[1, 2]", "[2, 1]", 0}, {"[1, 2]", "[1]", 0}, {"[]", "{}", 0}, {"true", "false", 0},
		{"0.3", "0.30000000000000004", 1}, {"0.3", "0.3000000000000002", 0}, {"1", "\"1\"", 0},
		{"{\"A\": 1}", "{\"a\": 1}", 0},
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		cJSON *a = cJSON_Parse(pairs[i].a), *b = cJSON_Parse(pairs[i].b);
		int got = as_json_same(a, b), back = as_json_same(b, a);

		unit_ok(got == pairs[i].same && back == got && got == cJSON_Compare(a, b, 1), pairs[i].a);
		cJSON_Delete(a);
		cJSON_Delete(b);
	}
	unit_ok(!as_json_same(NULL, NULL), "nothing is like nothing");
}

static double
seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* An object of many keys, the last of which is the first again. A quadratic
 * search would make some 10^10 comparisons here. */
static void
many_keys(void)
{
	size_t n = 200000, len = 0, cap = n * 24;
	char *text = malloc(cap);
	double from = seconds();
	bad b;

	for (size_t i = 0; i < n; i++)
		len += (size_t)snprintf(text + len, cap - len, "%s\"key %zu\":1", i ? ",\n" : "{", i);
	text[len] = '}';
	b = (bad){text, len + 1, 1, "?"};
	text[len + 1] = '\0';
	is_good(text);
	len += (size_t)snprintf(text + len, cap - len, ",\n\"key\\u0020%d\":1}", 0);
	b = (bad){text, len, n + 1, "duplicate key \"key 0\""};
	is_bad(&b);
	unit_ok(seconds() - from < 5, "200000 keys in under 5 s of processor time, twice");
	free(text);
}

static void
text_of(const char *doc, const char *want)
{
	cJSON *v = parse(doc);
	char *text = v ? as_json_text(v) : NULL;
	char what[200];

	snprintf(what, sizeof what, "text of %.80s", doc);
	if (!unit_ok(text && strcmp(text, want) == 0, what))
		printf("# %s\n", text ? text : "(none)");
	free(text);
	cJSON_Delete(v);
}

static void
texts(void)
{
	text_of("\"a\\n\\\"b\\u00e9\"", "a\n\"b\xc3\xa9");
	text_of("0.1", "0.1");
	text_of("91.47829999981697", "91.47829999981697"); /* cJSON prints 17 digits */
	text_of("12.0", "12");
	text_of("null", "null");
	text_of(" [ 1e0 , -2.50 , true , null , \"a\\n\\\"\\u0001\" , [ ] , { } ] ",
	    "[1,-2.5,true,null,\"a\\n\\\"\\u0001\",[],{}]");
	text_of("{\"b\": {\"x\\\\\": [0.1, 0.30000000000000004]}, \"a\": false}",
	    "{\"b\":{\"x\\\\\":[0.1,0.30000000000000004]},\"a\":false}");
}

int
main(void)
{
	as_err e = {0};
	cJSON *v;

	for (size_t i = 0; i < sizeof corpus / sizeof *corpus; i++)
		is_bad(&corpus[i]);
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		is_good(good[i]);
	depth();
	values();
	same();
	many_keys();
	texts();
	unit_ok(as_json_check("\n\n[}", 4, "g", 7, &e) == -1 && e.line == 9, "lines count from line0");
	unit_ok(as_json_read("/nonexistent", &v, &e) == -1 && !v &&
	    strcmp(e.msg, "No such file or directory") == 0, "as_json_read of no file");
	v = parse("\"\\ud83d\\ude00\\u00e9\\n\"");
	unit_ok(v && strcmp(v->valuestring, "\xf0\x9f\x98\x80\xc3\xa9\n") == 0, "escapes are undone");
	cJSON_Delete(v);
	return 0;
}
