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
	if (as_json_keep_numbers(*out, text, n) == 0)
		return 0;
	cJSON_Delete(*out);
	*out = NULL;
	return as_nomem(e);
}

int
as_json_read(const char *path, cJSON **out, as_err *e)
{
	char *text;
	size_t n, mark;
	int rc;

	*out = NULL;
	if (as_slurp(path, AS_JSON_MAX_SIZE, &text, &n, e) != 0)
		return -1;
	mark = n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
	rc = as_json_parse(text + mark, n - mark, path, 1, out, e);
	free(text);
	return rc;
}

int
as_json_read_object(const char *path, cJSON **out, as_err *e)
{
	*out = NULL;
	if (as_input_plain(path, e) != 0 || as_json_read(path, out, e) != 0)
		return -1;
	if (cJSON_IsObject(*out))
		return 0;
	cJSON_Delete(*out);
	*out = NULL;
	return as_fail(e, path, 0, "the JSON value is not an object");
}

const char *
as_json_string(const cJSON *o, const char *member, const char *otherwise)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, member);

	return cJSON_IsString(v) ? v->valuestring : otherwise;
}
