/* The tokenizer against the library that made the fixtures: see
 * fixtures/refrun/tokenizers.py for the calls. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "tokenizer.h"
#include "unit.h"

static void
folder(const char *dir)
{
	char path[256], what[256];
	rr_tokenizer *t;
	cJSON *root;
	as_err e;
	int n = 0;

	snprintf(path, sizeof path, "%s/encodings.json", dir);
	if (!unit_ok(rr_tokenizer_open(&t, dir, &e) == 0 && as_json_read(path, &root, &e) == 0, "the fixture opens")) {
		printf("# %s: %s\n", e.file, e.msg);
		return;
	}
	for (const cJSON *it = cJSON_GetObjectItem(root, "texts")->child; it; it = it->next, n++) {
		const cJSON *text = cJSON_GetObjectItem(it, "text"), *ids = cJSON_GetObjectItem(it, "ids");
		int32_t *got = NULL;
		char *back = NULL;
		long count = 0, i = 0;
		int same = rr_tokenizer_encode(t, text->valuestring, strlen(text->valuestring), &got, &count, &e) == 0 &&
		    count == cJSON_GetArraySize(ids);
		for (const cJSON *id = ids->child; same && id; id = id->next, i++)
			same = got[i] == id->valueint;
		snprintf(what, sizeof what, "%s: text %d", dir, n);
		unit_ok(same, what);
		same = rr_tokenizer_decode(t, got, count, &back, &e) == 0 &&
		    strcmp(back, cJSON_GetObjectItem(it, "decoded")->valuestring) == 0;
		snprintf(what, sizeof what, "%s: text %d and back", dir, n);
		unit_ok(same, what);
		free(got);
		free(back);
	}
	cJSON_Delete(root);
	rr_tokenizer_close(t);
}

static void
invalid(void)
{
	rr_tokenizer *t;
	int32_t *ids = NULL;
	long n;
	as_err e;

	if (rr_tokenizer_open(&t, "fixtures/refrun/split", &e) < 0)
		return;
	unit_ok(rr_tokenizer_encode(t, "a\xff" "b", 3, &ids, &n, &e) < 0, "text that is no UTF-8 is refused");
	rr_tokenizer_close(t);
	unit_ok(rr_tokenizer_open(&t, "fixtures/refrun", &e) < 0, "a folder without tokenizer.json is refused");
}

int
main(void)
{
	folder("fixtures/refrun/bytelevel");
	folder("fixtures/refrun/split");
	invalid();
	return 0;
}
