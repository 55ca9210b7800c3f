#include "json.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"

int
as_json_parse(const char *text, size_t n, const char *file, size_t line0, cJSON **out, as_err *e)
{
	*out = NULL;
	if (as_json_check(text, n, file, line0, e) != 0)
		return -1;
	/* what the check lets through fails in cJSON for want of memory only */
	if (!(*out = cJSON_ParseWithLength(text, n)))
		return as_nomem(e);
	return 0;
}

int
as_json_read(const char *path, cJSON **out, as_err *e)
{
	char *text;
	size_t n;
	int rc;

	*out = NULL;
	if (as_slurp(path, AS_JSON_MAX_SIZE, &text, &n, e) != 0)
		return -1;
	rc = as_json_parse(text, n, path, 1, out, e);
	free(text);
	return rc;
}

/* Reads a quoted key at *p (its opening quote) into buf; returns whether it is
 * well-formed. buf holds at least strlen(*p) bytes. */
static int
quoted(const char **p, char *buf)
{
	const char *s = *p + 1;

	for (; *s != '"'; s++) {
		if (*s == '\\' && (s[1] == '"' || s[1] == '\\'))
			s++;
		if (*s == '\0')
			return 0;
		*buf++ = *s;
	}
	*buf = '\0';
	*p = s + 1;
	return 1;
}

/* A bare key at *p: all up to the next dot or bracket, at least one byte. */
static int
bare(const char **p, char *buf)
{
	size_t n = strcspn(*p, ".[]\"");

	memcpy(buf, *p, n);
	buf[n] = '\0';
	*p += n;
	return n > 0;
}

/* [0] or ["key"] at *p: the member of v, NULL if there is none. */
static const cJSON *
bracket(const cJSON *v, const char **p, char *buf)
{
	const char *s = *p + 1;

	if (*s == '"') {
		if (!quoted(&s, buf) || *s != ']')
			return NULL;
		*p = s + 1;
		return cJSON_GetObjectItemCaseSensitive(v, buf);
	}
	if (*s < '0' || *s > '9' || strspn(s, "0123456789") > 9)
		return NULL;
	int index = (int)strtol(s, (char **)p, 10);

	if (*(*p)++ != ']')
		return NULL;
	return cJSON_IsArray(v) ? cJSON_GetArrayItem(v, index) : NULL;
}

const cJSON *
as_json_at(const cJSON *root, const char *path)
{
	const cJSON *v = root;
	char *buf = malloc(strlen(path) + 1);
	const char *p = path;

	if (!buf)
		return NULL;
	while (v && *p) {
		if (*p == '[') {
			v = bracket(v, &p, buf);
			continue;
		}
		if (p != path && *p++ != '.')
			v = NULL;
		else if (*p == '"' ? quoted(&p, buf) : bare(&p, buf))
			v = cJSON_GetObjectItemCaseSensitive(v, buf);
		else
			v = NULL;
	}
	free(buf);
	return v;
}
