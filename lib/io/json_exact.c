/* Whole numbers beyond what a double holds keep their text: as names they must stay apart. */
#include <stdlib.h>
#include <string.h>

#include "json.h"

enum { SAFE = 15 }; /* digits that every double holds */

static const char *
skip_string(const char *p)
{
	for (p++; *p != '"'; p++)
		p += *p == '\\';
	return p + 1;
}

/* Skips what stands between values. */
static const char *
next(const char *p, const char *end)
{
	while (p < end && strchr(" \t\r\n,:[]{}", *p))
		p++;
	return p;
}

static int
keep(cJSON *v, const char *p, size_t n)
{
	size_t digits = strspn(p, "-0123456789");

	/* cJSON frees valuestring whatever the type */
	return digits < n || n <= SAFE || (v->valuestring = strndup(p, n)) != NULL ? 0 : -1;
}

/* v and what is below it, in the order of the text; the place behind, NULL without memory. */
static const char *
walk(cJSON *v, const char *p, const char *end)
{
	cJSON *child;
	size_t n;

	if (v->string)
		p = skip_string(next(p, end));
	if (cJSON_IsArray(v) || cJSON_IsObject(v)) {
		cJSON_ArrayForEach(child, v)
			if (!(p = walk(child, p, end)))
				return NULL;
		return p;
	}
	p = next(p, end);
	if (cJSON_IsString(v))
		return skip_string(p);
	for (n = 0; p + n < end && !strchr(" \t\r\n,]}", p[n]); n++)
		;
	return cJSON_IsNumber(v) && keep(v, p, n) != 0 ? NULL : p + n;
}

/* Is there a run of digits that is long enough? */
static int
any_long(const char *text, size_t n)
{
	size_t run = 0;

	for (size_t i = 0; i < n && run <= SAFE; i++)
		run = text[i] >= '0' && text[i] <= '9' ? run + 1 : 0;
	return run > SAFE;
}

int
as_json_keep_numbers(cJSON *root, const char *text, size_t n)
{
	return any_long(text, n) && !walk(root, text, text + n) ? -1 : 0;
}
