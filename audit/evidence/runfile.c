/* The run files of a mode, a cell each. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "folder.h"
#include "torch.h"
#include "words.h"

enum { MAX_DEPTH = 16 }; /* folders below MODE/runs */

/* Of spec or, where that has none, of the run object itself, as in assay-stream(5). */
static const char *
key_of(const cJSON *doc, const char *key)
{
	const char *s = ev_str(ev_get(doc, "spec"), key);

	return *s ? s : ev_str(doc, key);
}

static int
bad(ev_run *r, const ev_cell *c, const cJSON *v, const char *list, size_t i, const char *what,
    as_err *e)
{
	const char *path = ev_path(r, c->file);

	return as_fail(e, path, as_json_line_in(c->doc, v, path), "%s[%zu] is not a %s", list, i, what);
}

enum { EVENT, TTFT, TOKENS, RATE, OWN, NLIST };

/* The items of a run file's parallel lists, which are found by next: cJSON finds an item
 * by counting from the first. */
static void
begin(const cJSON *doc, const cJSON *at[NLIST])
{
	const char *const key[NLIST] = {cJSON_HasObjectItem(doc, "cuda_event_ms") ? "cuda_event_ms" :
	    "event_ms", "ttft_ms", "tokens", "tokens_per_s", "samples"};

	for (int i = 0; i < NLIST; i++) {
		const cJSON *v = ev_get(doc, key[i]);

		at[i] = cJSON_IsArray(v) ? v->child : NULL;
	}
}

static ev_sample
failed(int has_text)
{
	return (ev_sample){.ms = NAN, .event_ms = NAN, .ttft_ms = NAN, .tokens = NAN, .rate = NAN,
	    .prompt = -1, .has_text = has_text};
}

/* From *s to the next timed one: what failed between them has no latency, but is a sample.
 * *n of c's samples failed before. */
static void
skip_untimed(ev_cell *c, const cJSON **s, size_t *n, size_t timed)
{
	for (; *s && !ev_in_phase(*s, "timed"); *s = (*s)->next)
		if (ev_in_phase(*s, "failed"))
			c->sample[timed + (*n)++] = failed(*ev_str(*s, "error") != '\0');
}

/* Samples of a run file, from its parallel arrays. */
static int
read_samples(ev_run *r, ev_cell *c, as_err *e)
{
	const cJSON *ms = ev_get(c->doc, "latencies_ms"), *v, *at[NLIST];
	const char *status = ev_str(c->doc, "status");
	size_t n = (size_t)cJSON_GetArraySize(ms), i = 0, nfailed = 0;
	/* what was timed before an interruption is as good as ever */
	int ok = !*status || strcmp(status, "ok") == 0 || strcmp(status, "interrupted") == 0;
	int says_why = *ev_str(c->doc, "error") != '\0';

	const size_t most = n + (size_t)cJSON_GetArraySize(ev_get(c->doc, "samples")) + 1;

	if (!(c->sample = as_alloc(&r->keep, most * sizeof *c->sample)))
		return as_nomem(e);
	begin(c->doc, at);
	cJSON_ArrayForEach(v, ms) {
		double is[OWN], prompt;
		const char *served;

		for (int k = 0; k < OWN; k++)
			is[k] = at[k] ? cJSON_GetNumberValue(at[k]) : NAN;
		if (!cJSON_IsNumber(v) || v->valuedouble < 0)
			return bad(r, c, v, "latencies_ms", i, "latency", e);
		if (is[TOKENS] < 0 || is[TOKENS] > EV_MAX_TOKENS)
			return bad(r, c, at[TOKENS], "tokens", i, "count of tokens", e);
		skip_untimed(c, &at[OWN], &nfailed, i);
		prompt = ev_num(at[OWN], "prompt");
		served = ev_str(at[OWN], "served");
		c->sample[i++ + nfailed] = (ev_sample){.ms = v->valuedouble, .event_ms = is[EVENT],
		    .ttft_ms = is[TTFT],
		    .tokens = is[TOKENS], .rate = is[RATE], .ok = ok, .has_text = !ok && says_why,
		    .prompt = prompt >= 0 && prompt < 1e6 ? (long)prompt : -1, .served = *served ? served : NULL};
		for (int k = 0; k < NLIST; k++)
			at[k] = at[k] ? at[k]->next : NULL;
	}
	skip_untimed(c, &at[OWN], &nfailed, i);
	if ((n += nfailed) == 0 && !ok) {
		c->sample[0] = failed(says_why);
		n = 1;
	}
	c->nsample = n;
	return 0;
}

/* run_1766338305841.json: milliseconds since 1970 */
static double
time_of_name(const char *name)
{
	unsigned long long ms;
	int n = 0;

	sscanf(name, "run_%llu.json%n", &ms, &n);
	return n && name[n] == '\0' ? (double)ms / 1e3 : NAN;
}

static int
add(ev_run *r, const char *mode, const char *below, as_err *e)
{
	cJSON *doc;
	ev_cell *c;
	const cJSON *v;
	int there = ev_read_object(r, below, &doc, e);

	if (there <= 0)
		return there;
	v = ev_get(doc, "latencies_ms");
	if (!cJSON_IsArray(v)) {
		int rc = v ? as_fail(e, ev_path(r, below), 0, "latencies_ms is not a list") : 0;

		cJSON_Delete(doc);
		return rc;
	}
	if (!(c = ev_new_cell(r, e))) {
		cJSON_Delete(doc);
		return -1;
	}
	c->doc = doc;
	c->file = below;
	c->folder = mode;
	c->mode = *key_of(doc, "mode") ? key_of(doc, "mode") : mode;
	c->model = key_of(doc, "model");
	c->scenario = key_of(doc, "scenario");
	c->backend = key_of(doc, "backend");
	c->dtype = *key_of(doc, "quantization") ? key_of(doc, "quantization") : key_of(doc, "dtype");
	v = ev_get(doc, "compile");
	c->compile = cJSON_IsObject(v) ? v : NULL;
	c->started = as_json_number(doc, "started_at");
	c->ended = as_json_number(doc, "ended_at");
	if (isnan(c->ended))
		c->ended = time_of_name(as_base_name(below));
	return read_samples(r, c, e);
}

/* Links to folders are not followed: they may be cyclic. */
static int
walk(ev_run *r, const char *mode, const char *below, int depth, as_err *e)
{
	struct dirent **v;
	int n = ev_names(r, below, &v, e), rc = n < 0 ? -1 : 0;

	for (int i = 0; i < n && rc == 0; i++) {
		const char *sub = as_text(&r->keep, "%s/%s", below, v[i]->d_name);
		const char *path = ev_path(r, sub);
		struct stat st;

		if (lstat(path, &st) != 0)
			rc = as_fail(e, path, 0, "%s", strerror(errno));
		else if (S_ISDIR(st.st_mode))
			rc = depth < MAX_DEPTH ? walk(r, mode, sub, depth + 1, e) :
			    as_fail(e, path, 0, "more than %d folders deep", MAX_DEPTH);
		else if (as_ends_with(sub, ".json"))
			rc = add(r, mode, sub, e);
	}
	if (n >= 0)
		ev_names_free(v, n);
	return rc;
}

int
ev_runfiles_read(ev_run *r, const char *mode, const char *below, as_err *e)
{
	return walk(r, mode, below, 0, e);
}
