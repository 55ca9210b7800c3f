#include "ways.h"

#include <stdio.h>
#include <stdlib.h>

#include "json_text.h"
#include "words.h"

/* Members of the manifest; the second half is of no account for eager code. */
static const char *const part[] =
	{"cache", "tokenization", "torch_compile_config", "dynamo_config"};

/* Whether it is worth a word: false is as if it were not there. */
static int
says(const cJSON *v)
{
	return v && !cJSON_IsFalse(v) && !cJSON_IsNull(v);
}

const char *
route_way_name(as_keep *keep, const char *by, const ev_run *r, const ev_cell *c)
{
	const char *name = c->backend;

	for (size_t n; by && *by; by += n + (by[n] == ',')) {
		char key[64], *value;
		const cJSON *v = NULL;
		n = strcspn(by, ",");
		snprintf(key, sizeof key, "%.*s", (int)n, by);
		if (strcmp(key, "run") == 0) {
			char *dir = as_text(keep, "%s", r->dir), *end = dir + strlen(dir);
			while (end > dir + 1 && end[-1] == '/')
				*--end = '\0';
			name = as_text(keep, "%s/%s", as_base_name(dir), name);
		}
		for (int i = 0; i < 2 + 2 * !!c->claims && !v; i++)
			v = ev_get(ev_get(r->manifest, part[i]), key);
		if (!says(v))
			continue;
		if (!(value = as_json_text(v)))
			keep->nomem = 1;
		name = as_text(keep, cJSON_IsTrue(v) ? "%s %s" : "%s %s=%s", name, key, value ? value : "");
		free(value);
	}
	return name;
}

const char *
route_way_differs(const ev_run *a, const ev_run *b, int compiled)
{
	for (int i = 0; i < 4 + 4 * !!compiled; i++) {
		const cJSON *x = ev_get((i % 2 ? b : a)->manifest, part[i / 2]),
		    *y = ev_get((i % 2 ? a : b)->manifest, part[i / 2]), *v;
		cJSON_ArrayForEach(v, x)
			if (says(v) && !cJSON_Compare(v, ev_get(y, v->string), 1))
				return v->string;
	}
	return NULL;
}
