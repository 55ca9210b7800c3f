/* Where a value stands: cJSON keeps no places, but the order of the text. */
#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"

/* How many values come before v, from root on, in the order of the text. 1: found. */
static int
count_before(const cJSON *root, const cJSON *v, size_t *n)
{
	if (root == v)
		return 1;
	++*n;
	for (const cJSON *kid = root->child; kid; kid = kid->next)
		if (count_before(kid, v, n))
			return 1;
	return 0;
}

/* The end of a string whose quote is at p, past its other quote. */
static const char *
past_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		p += *p == '\\';
	return p < end ? p + 1 : end;
}

size_t
as_json_line(const cJSON *root, const cJSON *v, const char *text, size_t n, size_t line0)
{
	static const char blank[] = " \t\r\n", between[] = "]}:,";
	const char *p = text, *end = text + n, *to;
	size_t left = 0;

	if (!root || !v || !count_before(root, v, &left))
		return 0;
	for (; p < end; p = to) {
		to = p + 1;
		if (memchr(blank, *p, sizeof blank - 1) || memchr(between, *p, sizeof between - 1)) {
			line0 += *p == '\n';
			continue;
		}
		if (*p == '"') {
			const char *after = to = past_string(p, end);

			while (after < end && memchr(blank, *after, sizeof blank - 1))
				after++;
			if (after < end && *after == ':') /* a key */
				continue;
		} else if (*p != '{' && *p != '[') {
			while (to < end && !memchr(blank, *to, sizeof blank - 1) &&
			    !memchr(between, *to, sizeof between - 1))
				to++;
		}
		if (left-- == 0)
			return line0;
	}
	return 0;
}

size_t
as_json_line_in(const cJSON *root, const cJSON *v, const char *path)
{
	char *text;
	size_t n, line;
	as_err ignored;

	if (strcmp(path, "-") == 0 || as_slurp(path, AS_JSON_MAX_SIZE, &text, &n, &ignored) != 0)
		return 0;
	line = as_json_line(root, v, text, n, 1);
	free(text);
	return line;
}
