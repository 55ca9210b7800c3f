/* The tokenizer against the library that made the fixtures: see
 * fixtures/refrun/tokenizers.py for the calls. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "tokenizer.h"
#include "unit_check.h"

static void
folder(const char *dir)
{
	char path[256], what[256];
	rr_tokenizer *t;
	cJSON *root;
	as_err e;
	int n = 0;

	snprintf(path, sizeof path, "%s/encodings.json", dir);
	if (!unit_ok(rr_tokenizer_open(&t, dir, &e) == 0 && as_json_read(path, &root, &e) == 0,
	    "the fixture opens")) {
		printf("# %s: %s\n", e.file, e.msg);
		return;
	}
	for (const cJSON *it = cJSON_GetObjectItem(root, "texts")->child; it; it = it->next, n++) {
		const cJSON *text = cJSON_GetObjectItem(it, "text"), *ids = cJSON_GetObjectItem(it, "ids");
		int32_t *got = NULL;
		long count = 0, i = 0;
		int same = rr_tokenizer_encode(t, text->valuestring, strlen(text->valuestring), &got, &count,
		    &e) == 0 &&
		    count == cJSON_GetArraySize(ids);
		for (const cJSON *id = ids->child; same && id; id = id->next, i++)
			same = got[i] == id->valueint;
		snprintf(what, sizeof what, "%s: text %d", dir, n);
		unit_ok(same, what);
		free(got);
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
	unit_ok(rr_tokenizer_encode(t, "a\xff" "b", 3, &ids, &n, &e) < 0,
	    "text that is no UTF-8 is refused");
	rr_tokenizer_close(t);
	unit_ok(rr_tokenizer_open(&t, "fixtures/refrun", &e) < 0,
	    "a folder without tokenizer.json is refused");
}

/* The fixture with one text of its file replaced: what would change the ids is refused. */
static void
refused(const char *from, const char *to, const char *message)
{
	char dir[] = "/tmp/tokenizer.XXXXXX", path[64], *text = NULL, *at, *tail;
	size_t n = 0;
	FILE *fp = fopen("fixtures/refrun/split/tokenizer.json", "r");
	rr_tokenizer *t = NULL;
	as_err e = {0};

	if (!unit_ok(fp && getdelim(&text, &n, '\0', fp) > 0 && (at = strstr(text, from)) && mkdtemp(dir),
	    message))
		return;
	fclose(fp);
	snprintf(path, sizeof path, "%s/tokenizer.json", dir);
	tail = at + strlen(from);
	if ((fp = fopen(path, "w"))) {
		fprintf(fp, "%.*s%s%s", (int)(at - text), text, to, tail);
		fclose(fp);
	}
	unit_ok(rr_tokenizer_open(&t, dir, &e) < 0 && strcmp(e.msg, message) == 0, "and nothing else");
	if (strcmp(e.msg, message) != 0)
		printf("# %s\n", e.msg);
	rr_tokenizer_close(t);
	unlink(path);
	rmdir(dir);
	free(text);
}

int
main(void)
{
	refused("\"ignore_merges\": false", "\"ignore_merges\": true",
	    "model: ignore_merges is not known");
	refused("\"dropout\": null", "\"dropout\": 0.1", "model: dropout is not known");
	refused("\"truncation\": null", "\"truncation\": {}", "truncation is not known");
	refused("\"post_processor\": null", "\"post_processor\": {\"type\": \"TemplateProcessing\"}",
	    "post_processor: only ByteLevel is supported");
	refused("\"NFC\"", "\"NFKC\"", "normalizer: only NFC is supported");
	refused("\"use_regex\": false", "\"use_regex\": true",
	    "pre_tokenizer: after Split, "
	    "ByteLevel is supported only without use_regex and add_prefix_space");
	refused("\"Isolated\"", "\"Removed\"",
	    "pre_tokenizer: neither ByteLevel nor Split (Isolated) and ByteLevel");
	refused("\"lstrip\": false", "\"lstrip\": true",
	    "added_tokens: <|end|> has "
	    "lstrip, rstrip, single_word or normalized, which are not supported");
	refused("(?i:", "(?i", "pre_tokenizer: the expression is not valid: "
	    "unrecognized character after (? or (?-");
	refused("\"BPE\"", "\"Unigram\"", "model: only BPE is supported");
	folder("fixtures/refrun/bytelevel");
	folder("fixtures/refrun/split");
	invalid();
	return 0;
}
