/* Where values stand in their text: cJSON keeps no places, but the order. Whole numbers beyond what
 * a double holds keep their text so: as names they must stay apart. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"

enum { SAFE = 15 }; /* digits that every double holds */

typedef struct {
	const char *end;
	const cJSON *sought; /* NULL: every number, to keep its text */
	const char *at;      /* where it begins */
} search;

/* Skips what stands between values. */
static const char *
between(const char *p, const char *end)
{
	while (p < end && strchr(" \t\r\n,:]}", *p))
		p++;
	return p;
}

/* The end of a string whose quote is at p, past its other quote. */
static const char *
past_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		p += *p == '\\';
	return p < end ? p + 1 : end;
}

static int
keep(cJSON *v, const char *p, size_t n)
{
	size_t digits = strspn(p, "-0123456789");

	/* cJSON frees valuestring whatever the type */
	return digits < n || n <= SAFE || (v->valuestring = strndup(p, n)) != NULL ? 0 : -1;
}

/* v and what is below it, in the order of the text; the place behind, NULL where what is sought was
 * found, or memory ends. */
static const char *
walk(search *w, cJSON *v, const char *p)
{
	const char *from;
	cJSON *child;

	if (v->string)
		p = past_string(between(p, w->end), w->end);
	from = p = between(p, w->end);
	if (v == w->sought) {
		w->at = p;
		return NULL;
	}
	if (cJSON_IsArray(v) || cJSON_IsObject(v)) {
		p += p < w->end;
		cJSON_ArrayForEach(child, v)
			if (!(p = walk(w, child, p)))
				return NULL;
		return p;
	}
	if (cJSON_IsString(v))
		return past_string(p, w->end);
	while (p < w->end && !strchr(" \t\r\n,]}", *p))
		p++;
	return !w->sought && cJSON_IsNumber(v) && keep(v, from, (size_t)(p - from)) != 0 ? NULL : p;
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
	search w = {.end = text + n};

	return any_long(text, n) && !walk(&w, root, text) ? -1 : 0;
}

size_t
as_json_line(const cJSON *root, const cJSON *v, const char *text, size_t n, size_t line0)
{
	search w = {.end = text + n, .sought = v};

	if (root && v) /* which changes nothing, where something is sought */
		walk(&w, (cJSON *)root, text);
	for (const char *p = text; w.at && p < w.at; p++)
		line0 += *p == '\n';
	return w.at ? line0 : 0;
}

size_t
as_json_line_in(const cJSON *root, const cJSON *v, const char *path)
{
	char *text;
	size_t n, line, mark;
	as_err ignored;

	if (strcmp(path, "-") == 0 || as_slurp(path, AS_JSON_MAX_SIZE, &text, &n, &ignored) != 0)
		return 0;
	mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	line = as_json_line(root, v, text + mark, n - mark, 1);
	free(text);
	return line;
}
