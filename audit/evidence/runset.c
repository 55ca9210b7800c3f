#include "runset.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "alike.h"
#include "copies.h"
#include "json.h"
#include "rows.h"
#include "shelf.h"
#include "spans.h"

enum { MAX_DEPTH = 16 }; /* folders below MODE/runs */

const char *
ev_path(ev_run *r, const char *below)
{
	return ev_text(&r->keep, "%s/%s", r->dir, below);
}

static int
exists(ev_run *r, const char *below, mode_t kind)
{
	struct stat st;
	const char *p = ev_path(r, below);

	return p && stat(p, &st) == 0 && (st.st_mode & S_IFMT) == kind;
}

static int
plain(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void
free_names(struct dirent **v, int n)
{
	for (int i = 0; i < n; i++)
		free(v[i]);
	free(v);
}

static const char *
text_at(const cJSON *o, const char *path)
{
	const cJSON *v = as_json_at(o, path);

	return cJSON_IsString(v) ? v->valuestring : "";
}

/* Of spec or, where that has none, of the run object itself, as in assay-stream(5). */
static const char *
key_of(const cJSON *doc, const char *key)
{
	const char *s = ev_str(cJSON_GetObjectItemCaseSensitive(doc, "spec"), key);

	return *s ? s : ev_str(doc, key);
}

static long
prompt_at(const cJSON *sample)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(sample, "prompt");

	return cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble < 1e6 ? (long)v->valuedouble : -1;
}

/* Samples of a run file, from its parallel arrays. */
static int
read_samples(ev_run *r, ev_cell *c, as_err *e)
{
	const cJSON *ms = cJSON_GetObjectItemCaseSensitive(c->doc, "latencies_ms"), *v;
	const cJSON *event = cJSON_GetObjectItemCaseSensitive(c->doc, cJSON_HasObjectItem(c->doc, "cuda_event_ms") ? "cuda_event_ms" : "event_ms");
	const cJSON *ttft = cJSON_GetObjectItemCaseSensitive(c->doc, "ttft_ms");
	const cJSON *tokens = cJSON_GetObjectItemCaseSensitive(c->doc, "tokens");
	const cJSON *rate = cJSON_GetObjectItemCaseSensitive(c->doc, "tokens_per_s");
	const cJSON *own = cJSON_GetObjectItemCaseSensitive(c->doc, "samples");
	const char *status = text_at(c->doc, "status");
	size_t n = (size_t)(cJSON_IsArray(ms) ? cJSON_GetArraySize(ms) : 0), i = 0;
	int ok = !*status || strcmp(status, "ok") == 0, says_why = *text_at(c->doc, "error") != '\0';

	if (!(c->sample = ev_alloc(&r->keep, (n + 1) * sizeof *c->sample)))
		return as_nomem(e);
	/* walk the lists in step: cJSON finds an item by counting from the first */
	event = cJSON_IsArray(event) ? event->child : NULL;
	ttft = cJSON_IsArray(ttft) ? ttft->child : NULL;
	tokens = cJSON_IsArray(tokens) ? tokens->child : NULL;
	rate = cJSON_IsArray(rate) ? rate->child : NULL;
	own = cJSON_IsArray(own) ? own->child : NULL;
#define TAKE(list) (list && cJSON_IsNumber(list) ? list->valuedouble : NAN)
#define STEP(list) (list = list ? list->next : NULL)
	cJSON_ArrayForEach(v, ms) {
		if (!cJSON_IsNumber(v) || v->valuedouble < 0)
			return as_fail(e, ev_path(r, c->file), as_json_line_in(c->doc, v, ev_path(r, c->file)), "latencies_ms[%zu] is no latency", i);
		if (tokens && cJSON_IsNumber(tokens) && !(tokens->valuedouble >= 0 && tokens->valuedouble <= EV_MAX_TOKENS))
			return as_fail(e, ev_path(r, c->file), as_json_line_in(c->doc, tokens, ev_path(r, c->file)), "tokens[%zu] is no count of tokens", i);
		while (own && strcmp(text_at(own, "phase"), "warmup") == 0)
			STEP(own);
		c->sample[i] = (ev_sample){.ms = v->valuedouble, .prompt = own ? prompt_at(own) : -1, .event_ms = TAKE(event), .ttft_ms = TAKE(ttft),
		    .tokens = TAKE(tokens), .rate = TAKE(rate), .ok = ok, .has_text = !ok && says_why,
		    .served = own && *text_at(own, "served") ? text_at(own, "served") : NULL};
		STEP(event);
		STEP(ttft);
		STEP(tokens);
		STEP(rate);
		STEP(own);
		i++;
	}
#undef TAKE
#undef STEP
	if (n == 0 && strcmp(status, "ok") != 0) {
		c->sample[0] = (ev_sample){.ms = NAN, .event_ms = NAN, .ttft_ms = NAN, .tokens = NAN, .rate = NAN, .prompt = -1,
		    .has_text = says_why};
		n = 1;
	}
	c->nsample = n;
	return 0;
}

static int
add_cell(ev_run *r, ev_cell **at, as_err *e)
{
	ev_cell *more = realloc(r->cell, (r->ncell + 1) * sizeof *more);

	if (!more)
		return as_nomem(e);
	r->cell = more;
	*at = &more[r->ncell++];
	**at = (ev_cell){.mode = "", .model = "", .scenario = "", .backend = "", .dtype = "", .started = NAN, .ended = NAN};
	return 0;
}

/* run_1766338305841.json: milliseconds since 1970 */
static double
time_of_name(const char *name)
{
	char *end;
	unsigned long long ms;

	if (strncmp(name, "run_", 4) != 0)
		return NAN;
	ms = strtoull(name + 4, &end, 10);
	return end > name + 4 && strcmp(end, ".json") == 0 ? (double)ms / 1e3 : NAN;
}

static int
add_run_file(ev_run *r, const char *mode, const char *below, const char *name, as_err *e)
{
	cJSON *doc;
	ev_cell *c = NULL;
	const cJSON *v;

	if (as_json_read(ev_path(r, below), &doc, e) != 0)
		return -1;
	if (!cJSON_IsArray(cJSON_GetObjectItemCaseSensitive(doc, "latencies_ms"))) {
		cJSON_Delete(doc);
		return 0;
	}
	if (add_cell(r, &c, e) != 0) {
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
	v = cJSON_GetObjectItemCaseSensitive(doc, "compile");
	c->compile = cJSON_IsObject(v) ? v : NULL;
	c->started = as_json_number(doc, "started_at");
	c->ended = time_of_name(name);
	return read_samples(r, c, e);
}

/* Links are not followed: they may be cyclic, and a run does not need them. */
static int
walk(ev_run *r, const char *mode, const char *below, int depth, as_err *e)
{
	struct dirent **v;
	const char *path = ev_path(r, below);
	int n = path ? scandir(path, &v, plain, by_name) : -1, rc = 0;

	if (n < 0)
		return as_fail(e, path, 0, "%s", strerror(errno));
	for (int i = 0; i < n && rc == 0; i++) {
		const char *sub = ev_text(&r->keep, "%s/%s", below, v[i]->d_name);
		size_t len = strlen(v[i]->d_name);
		struct stat st;

		if (!sub || !(path = ev_path(r, sub)))
			rc = as_nomem(e);
		else if (lstat(path, &st) != 0)
			rc = as_fail(e, path, 0, "%s", strerror(errno));
		else if (S_ISDIR(st.st_mode) && depth >= MAX_DEPTH)
			rc = as_fail(e, path, 0, "more than %d folders deep", MAX_DEPTH);
		else if (S_ISDIR(st.st_mode))
			rc = walk(r, mode, sub, depth + 1, e);
		else if (S_ISREG(st.st_mode) && len > 5 && strcmp(v[i]->d_name + len - 5, ".json") == 0)
			rc = add_run_file(r, mode, sub, v[i]->d_name, e);
	}
	free_names(v, n);
	return rc;
}

static int
add_mode(ev_run *r, const char *name, as_err *e)
{
	const char *counters = ev_text(&r->keep, "%s/dynamo_counters.json", name);
	const char *csv = ev_text(&r->keep, "%s/metrics.csv", name);
	const char *runs = ev_text(&r->keep, "%s/runs", name);
	ev_mode *m;

	if (!counters || !csv || !runs)
		return as_nomem(e);
	if (!exists(r, counters, S_IFREG) && !exists(r, csv, S_IFREG) && !exists(r, runs, S_IFDIR))
		return 0;
	if (!(m = realloc(r->mode, (r->nmode + 1) * sizeof *m)))
		return as_nomem(e);
	r->mode = m;
	m += r->nmode++;
	*m = (ev_mode){.name = ev_text(&r->keep, "%s", name)};
	if (exists(r, counters, S_IFREG)) {
		m->file = counters;
		if (as_json_read(ev_path(r, counters), &m->doc, e) != 0)
			return -1;
	}
	if (exists(r, runs, S_IFDIR) && walk(r, m->name, runs, 0, e) != 0)
		return -1;
	if (exists(r, csv, S_IFREG)) {
		m->has_csv = 1;
		return ev_rows_read(r, m, csv, e);
	}
	return 0;
}

static int
has_mode(const ev_run *r, const char *name)
{
	for (size_t i = 0; i < r->nmode; i++)
		if (strcmp(r->mode[i].name, name) == 0)
			return 1;
	return 0;
}

/* Modes in the order of the manifest, then what else lies there. */
static int
read_modes(ev_run *r, as_err *e)
{
	const cJSON *list = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "modes") : NULL, *m;
	struct dirent **v;
	int n, rc = 0;

	cJSON_ArrayForEach(m, list)
		if (cJSON_IsString(m) && !strchr(m->valuestring, '/') && m->valuestring[0] != '.' &&
		    !has_mode(r, m->valuestring) && add_mode(r, m->valuestring, e) != 0)
			return -1;
	if ((n = scandir(r->dir, &v, plain, by_name)) < 0)
		return as_fail(e, r->dir, 0, "%s", strerror(errno));
	for (int i = 0; i < n && rc == 0; i++)
		if (exists(r, v[i]->d_name, S_IFDIR) && !has_mode(r, v[i]->d_name))
			rc = add_mode(r, v[i]->d_name, e);
	free_names(v, n);
	return rc;
}

static int
claims(const ev_cell *c, char *const *labels, size_t nlabel)
{
	const cJSON *on = c->compile ? cJSON_GetObjectItemCaseSensitive(c->compile, "enabled") : NULL;

	if (c->compile && !cJSON_IsFalse(on))
		return 1;
	for (size_t i = 0; i < nlabel; i++)
		if (strcmp(c->backend, labels[i]) == 0)
			return 1;
	return nlabel == 0 && strcasestr(c->backend, "compile") != NULL;
}

typedef struct { size_t mode, order, at; } sort_key;

static int
by_order(const void *a, const void *b)
{
	const sort_key *p = a, *q = b;

	return p->mode != q->mode ? (p->mode > q->mode) - (p->mode < q->mode) :
	    p->order != q->order ? (p->order > q->order) - (p->order < q->order) : (p->at > q->at) - (p->at < q->at);
}

/* Stable: by mode, then rows' order, as ev_rows_read numbered the cells. */
static int
sort_cells(ev_run *r)
{
	sort_key *v = calloc(r->ncell, sizeof *v);
	ev_cell *sorted = calloc(r->ncell, sizeof *sorted);

	if (!v || !sorted) {
		free(v);
		free(sorted);
		return -1;
	}
	for (size_t i = 0; i < r->ncell; i++) {
		v[i] = (sort_key){.order = r->cell[i].order, .at = i};
		while (v[i].mode < r->nmode && strcmp(r->mode[v[i].mode].name, r->cell[i].mode) != 0)
			v[i].mode++;
	}
	qsort(v, r->ncell, sizeof *v, by_order);
	for (size_t i = 0; i < r->ncell; i++)
		sorted[i] = r->cell[v[i].at];
	free(v);
	free(r->cell);
	r->cell = sorted;
	return 0;
}

/* The closest name: transformers-gpu to transformers-gpu-compile, not ollama. */
static size_t
find_eager(const ev_run *r, size_t at)
{
	const ev_cell *c = &r->cell[at];
	size_t best = at, most = 0, n;
	const size_t *rival = ev_alike(r, c, EV_BY_RIVALS, &n);

	for (size_t i = 0; i < n; i++) {
		const ev_cell *o = &r->cell[rival[i]];
		size_t same = 0;

		if (o == c || o->claims)
			continue;
		while (o->backend[same] && o->backend[same] == c->backend[same])
			same++;
		if (best == at || same > most) {
			best = rival[i];
			most = same;
		}
	}
	return best;
}

static int
finish(ev_run *r, char *const *labels, size_t nlabel)
{
	if (sort_cells(r) != 0)
		return -1;
	for (size_t i = 0; i < r->ncell; i++) {
		ev_cell *c = &r->cell[i];

		c->v = c->doc ? c->sample : c->row;
		c->n = c->doc ? c->nsample : c->nrow;
		for (size_t k = 0; k < c->n; k++)
			if (c->v[k].ok) {
				c->nok++;
				c->sum_s += c->v[k].ms;
				c->longest = c->v[k].tokens > c->longest ? c->v[k].tokens : c->longest;
			}
		c->sum_s /= 1e3;
		c->claims = claims(c, labels, nlabel);
	}
	if (ev_alike_build(r) != 0 || ev_times_build(r) != 0 || ev_copies_build(r) != 0)
		return -1;
	for (size_t i = 0; i < r->ncell; i++) {
		size_t n;
		const size_t *rival = ev_alike(r, &r->cell[i], EV_BY_RIVALS, &n);

		for (size_t k = 0; k < n && rival[k] < i; k++)
			if (strcmp(r->cell[rival[k]].backend, r->cell[i].backend) == 0)
				r->cell[i].repeated = 1;
		r->cell[i].eager = find_eager(r, i);
	}
	ev_find_starts(r);
	return 0;
}

int
ev_runs_differ(char *const *dir, size_t n, as_err *e)
{
	struct stat s, t;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (stat(dir[i], &s) == 0 && stat(dir[k], &t) == 0 && s.st_dev == t.st_dev && s.st_ino == t.st_ino)
				return as_fail(e, dir[i], 0, "it is given twice");
	return 0;
}

int
ev_run_open(ev_run *r, const char *dir, char *const *labels, size_t nlabel, as_err *e)
{
	struct stat st;
	char real[PATH_MAX];
	const char *slash;

	*r = (ev_run){.dir = dir};
	if (stat(dir, &st) != 0 || !realpath(dir, real))
		return as_fail(e, dir, 0, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return as_fail(e, dir, 0, "not a run's folder");
	slash = strrchr(real, '/');
	r->id = ev_text(&r->keep, "%s", slash ? slash + 1 : real);
	if (exists(r, "manifest.json", S_IFREG)) {
		if (as_json_read(ev_path(r, "manifest.json"), &r->manifest, e) != 0) {
			ev_run_close(r);
			return -1;
		}
		if (*text_at(r->manifest, "run_id"))
			r->id = text_at(r->manifest, "run_id");
		r->own = strncmp(text_at(r->manifest, "schema"), "assay-run/", 10) == 0;
	}
	if (read_modes(r, e) != 0) {
		ev_run_close(r);
		return -1;
	}
	if (r->ncell == 0) {
		as_fail(e, dir, 0, "no run's folder: no MODE/metrics.csv and no MODE/runs in it");
		ev_run_close(r);
		return -1;
	}
	if (finish(r, labels, nlabel) != 0) {
		ev_run_close(r);
		return as_nomem(e);
	}
	return 0;
}

void
ev_run_close(ev_run *r)
{
	for (size_t i = 0; i < r->ncell; i++)
		cJSON_Delete(r->cell[i].doc);
	for (size_t i = 0; i < r->nmode; i++)
		cJSON_Delete(r->mode[i].doc);
	for (size_t i = 0; i < r->ncell; i++)
		free(r->cell[i].row);
	cJSON_Delete(r->manifest);
	ev_shelves_free(r->shelf);
	free(r->cell);
	free(r->mode);
	free(r->missing);
	ev_keep_free(&r->keep);
	*r = (ev_run){0};
}

const ev_cell *
ev_eager_of(const ev_run *r, const ev_cell *c)
{
	return &r->cell[c->eager] == c ? NULL : &r->cell[c->eager];
}

const ev_cell *
ev_other_mode(const ev_run *r, const ev_cell *c, const char *mode)
{
	size_t n;
	const size_t *at = ev_alike(r, c, EV_BY_CONFIG, &n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(r->cell[at[i]].mode, mode) == 0)
			return &r->cell[at[i]];
	return NULL;
}

const char *
ev_str(const cJSON *o, const char *key)
{
	const cJSON *v = o ? cJSON_GetObjectItemCaseSensitive(o, key) : NULL;

	return cJSON_IsString(v) ? v->valuestring : "";
}

int
ev_is_code(const char *served)
{
	return strcmp(served, "compiled") == 0 || strcmp(served, "replay") == 0;
}

double
ev_compile_ms(const ev_cell *c)
{
	const cJSON *v = c->compile ? cJSON_GetObjectItemCaseSensitive(c->compile, "compile_wrapper_ms") : NULL;

	if (!v && c->compile)
		v = cJSON_GetObjectItemCaseSensitive(c->compile, "compile_time_ms");
	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

double
ev_last_ns(const ev_cell *c)
{
	const cJSON *s = c->doc ? cJSON_GetObjectItemCaseSensitive(c->doc, "samples") : NULL;

	s = cJSON_IsArray(s) && s->child ? s->child->prev : NULL; /* cJSON's first item points at the last */
	s = s ? cJSON_GetObjectItemCaseSensitive(s, "end_ns") : NULL;
	return cJSON_IsNumber(s) ? s->valuedouble : -1;
}

int
ev_same_family(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	return n && m && strncmp(a, b, n < m ? n : m) == 0;
}

const ev_mode *
ev_mode_of(const ev_run *r, const char *mode)
{
	for (size_t i = 0; i < r->nmode; i++)
		if (strcmp(r->mode[i].name, mode) == 0)
			return &r->mode[i];
	return NULL;
}
