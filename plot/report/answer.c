#include "answer.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "memory_text.h"

static const char rows_begin[] = " \"rows\": [";

/* The text of fp up to its rows, the first most of them, and its end. A row is a line that begins
 * with "  {": no text of JSON holds a line break. */
static char *
cut(answer *a, FILE *fp, size_t most)
{
	char *text = NULL, *line = NULL;
	size_t n, cap = 0;
	FILE *to = open_memstream(&text, &n);
	ssize_t k;
	int in_rows = 0;

	if (!to)
		return NULL;
	while ((k = getline(&line, &cap, fp)) > 0) {
		if (!in_rows || line[0] != ' ' || line[1] != ' ') {
			in_rows |= strncmp(line, rows_begin, sizeof rows_begin - 1) == 0;
			fputs(line, to);
			continue;
		}
		if (a->rows == most) {
			a->left++;
			continue;
		}
		while (k > 0 && strchr("\n,", line[k - 1]))
			line[--k] = '\0';
		fprintf(to, "%s%s\n", a->rows++ ? "," : "", line);
	}
	free(line);
	return as_memory_text(to, &text);
}

int
answer_read(answer *a, const char *tool, FILE *fp, size_t most, as_err *e)
{
	char *text;
	int rc;

	*a = (answer){0};
	if (!(text = cut(a, fp, most)))
		return as_nomem(e);
	rc = as_json_parse(text, strlen(text), tool, 1, &a->root, e);
	free(text);
	if (rc != 0)
		return -1;
	a->notes = cJSON_GetObjectItemCaseSensitive(a->root, "notes");
	a->columns = cJSON_GetObjectItemCaseSensitive(a->root, "columns");
	a->row = cJSON_GetObjectItemCaseSensitive(a->root, "rows");
	if (cJSON_IsArray(a->notes) && cJSON_IsArray(a->columns) && cJSON_IsArray(a->row))
		return 0;
	answer_free(a);
	return as_fail(e, tool, 0, "it wrote no table");
}

void
answer_free(answer *a)
{
	cJSON_Delete(a->root);
	*a = (answer){0};
}

const char *
answer_note(const answer *a, size_t i)
{
	const cJSON *note = cJSON_GetArrayItem(a->notes, (int)i);

	return cJSON_IsString(note) ? note->valuestring : NULL;
}

const char *
answer_text(const cJSON *row, const char *column)
{
	return as_json_string(row, column, "");
}
