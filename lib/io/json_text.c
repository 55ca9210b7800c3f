#include "json_text.h"

#include <stdlib.h>
#include <string.h>

#include "memory_text.h"
#include "num.h"
#include "shown.h"
#include "utf8.h"

/* One code point of valid UTF-8, escaped if it is a quote, a backslash or not to be
 * shown (shown.h: JSON is often read on a terminal). Returns the bytes taken. */
static size_t
put_char(const char *text, FILE *fp)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t n = as_hidden(text);

	if (s[0] == '"' || s[0] == '\\')
		fprintf(fp, "\\%c", s[0]);
	else if (s[0] == '\n')
		fputs("\\n", fp);
	else if (s[0] == '\t')
		fputs("\\t", fp);
	else if (n == 0)
		putc(s[0], fp);
	else
		fprintf(fp, "\\u%04x", n == 1 ? s[0] : n == 2 ? s[1] :
		    (unsigned)((s[0] & 0xf) << 12 | (s[1] & 0x3f) << 6 | (s[2] & 0x3f)));
	return n ? n : 1;
}

void
as_json_put(const char *s, FILE *fp)
{
	size_t left = strlen(s);

	putc('"', fp);
	while (left > 0) {
		size_t good = as_utf8_invalid(s, left), i = 0;

		while (i < good)
			i += put_char(s + i, fp);
		if (good < left) {
			fputs("\xef\xbf\xbd", fp);
			good++;
		}
		s += good;
		left -= good;
	}
	putc('"', fp);
}

/* cJSON's own printer is not used: its numbers are not the shortest. */
static void
put_value(const cJSON *v, FILE *fp)
{
	char num[AS_NUM_BUF];
	const cJSON *child;

	if (cJSON_IsString(v))
		as_json_put(v->valuestring, fp);
	else if (cJSON_IsNumber(v) && v->valuestring)
		fputs(v->valuestring, fp);
	else if (cJSON_IsNumber(v))
		fwrite(num, 1, as_num_format(num, v->valuedouble), fp);
	else if (cJSON_IsBool(v))
		fputs(cJSON_IsTrue(v) ? "true" : "false", fp);
	else if (cJSON_IsArray(v) || cJSON_IsObject(v)) {
		putc(cJSON_IsArray(v) ? '[' : '{', fp);
		cJSON_ArrayForEach(child, v) {
			if (child != v->child)
				putc(',', fp);
			if (child->string) {
				as_json_put(child->string, fp);
				putc(':', fp);
			}
			put_value(child, fp);
		}
		putc(cJSON_IsArray(v) ? ']' : '}', fp);
	} else
		fputs("null", fp);
}

char *
as_json_text(const cJSON *v)
{
	char *text = NULL;
	size_t n;
	FILE *fp;

	if (cJSON_IsString(v))
		return strdup(v->valuestring);
	if (!(fp = open_memstream(&text, &n)))
		return NULL;
	put_value(v, fp);
	return as_memory_text(fp, &text);
}
