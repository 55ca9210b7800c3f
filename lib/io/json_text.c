#include "json_text.h"

#include <stdlib.h>
#include <string.h>

#include "memory_text.h"
#include "num.h"
#include "shown.h"
#include "utf8.h"

void
as_json_put(const char *s, FILE *fp)
{
	size_t left = strlen(s), k;
	int32_t c;

	putc('"', fp);
	for (; left > 0; s += k, left -= k) {
		if ((k = as_utf8_next(s, left, &c)) == 0) {
			fputs("\xef\xbf\xbd", fp);
			k = 1;
		} else if (c == '"' || c == '\\')
			fprintf(fp, "\\%c", c);
		else if (c == '\n' || c == '\t')
			fputs(c == '\n' ? "\\n" : "\\t", fp);
		else if (as_hidden(c)) /* JSON is often read on a terminal */
			fprintf(fp, "\\u%04x", (unsigned)c);
		else
			fwrite(s, 1, k, fp);
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

	if (cJSON_IsString(v) || (cJSON_IsNumber(v) && v->valuestring))
		return strdup(v->valuestring);
	if (cJSON_IsBool(v))
		return strdup(cJSON_IsTrue(v) ? "true" : "false");
	if (!(fp = open_memstream(&text, &n)))
		return NULL;
	put_value(v, fp);
	return as_memory_text(fp, &text);
}
