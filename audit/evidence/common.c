/* Facts of a run, gathered once. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "alike.h"
#include "facts.h"
#include "json.h"
#include "sha256.h"
#include "spans.h"

enum { WHY = 400 };

/* The compile block but for what may grow from cell to cell. */
int
ev_same_stage(const cJSON *a, const cJSON *b)
{
	static const char *const key[] = {"backend", "mode", "dynamic", "fullgraph", "disable_cudagraphs", "compile_wrapper_ms",
	    "compile_time_ms", "fallback_from", "fallback_error", "dynamo_counters_after_compile"};

	for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
		const cJSON *p = cJSON_GetObjectItemCaseSensitive(a, key[i]), *q = cJSON_GetObjectItemCaseSensitive(b, key[i]);

		if ((p != NULL) != (q != NULL) || (p && !as_json_same(p, q)))
			return 0;
	}
	return 1;
}

static const cJSON *
compile_of(const ev_cell *c)
{
	return c->compile;
}

static const cJSON *
counters_of(const ev_cell *c)
{
	return c->compile ? cJSON_GetObjectItemCaseSensitive(c->compile, "dynamo_counters_after_compile") : NULL;
}

/* Sets first, of each of n cells: the place of the first that has the same, and 1. */
static void
find_first(const ev_run *r, size_t *first, const size_t *at, size_t n, const cJSON *(*of)(const ev_cell *), int (*alike)(const cJSON *, const cJSON *))
{
	for (size_t i = 0; i < n; i++) {
		const cJSON *v = of(&r->cell[at[i]]);
		size_t k = 0;

		if (!v)
			continue;
		while (k < i && (first[at[k]] != at[k] + 1 || !alike(of(&r->cell[at[k]]), v)))
			k++;
		first[at[i]] = at[k] + 1;
	}
}

/* Whether every cell has as many samples as there are repetitions, whatever its
 * prompts: then a repetition is a sample. 1: some cells have one prompt and some
 * several; -1: that cannot be told, all have as many prompts; 0: no. */
static int
counts_samples(const ev_run *r, double reps)
{
	int least = 0, most = 0;

	for (size_t i = 0; i < r->ncell; i++) {
		const cJSON *p = as_json_at(r->cell[i].doc, "spec.prompts");
		int n = cJSON_IsArray(p) ? cJSON_GetArraySize(p) : 0;

		if (n == 0 || r->cell[i].nok < r->cell[i].n)
			continue;
		if ((double)r->cell[i].n != reps)
			return 0;
		least = !least || n < least ? n : least;
		most = n > most ? n : most;
	}
	return least < most ? 1 : -1;
}

/* A file of the manifest against the disk. 1: as it says. */
static int
as_listed(ev_run *r, const cJSON *o, char *why, size_t size)
{
	char hex[AS_SHA256_HEX];
	uint64_t bytes;
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, "bytes");
	const char *path = ev_str(o, "path");
	struct stat st;
	as_err e;

	if (!*path || *path == '/' || strstr(path, "..")) {
		snprintf(why, size, "'%.100s' is no path below the run", path);
		return 0;
	}
	if (lstat(ev_path(r, path), &st) != 0 || !S_ISREG(st.st_mode) || as_sha256_file(ev_path(r, path), hex, &bytes, &e) != 0)
		snprintf(why, size, "%.200s cannot be read", path);
	else if (cJSON_IsNumber(n) && (double)bytes != n->valuedouble)
		snprintf(why, size, "%.200s has %.0f bytes, not %.0f", path, (double)bytes, n->valuedouble);
	else if (strcmp(hex, ev_str(o, "sha256")) != 0)
		snprintf(why, size, "%.200s has another SHA-256", path);
	else
		return 1;
	return 0;
}

/* Whether every file below the folder is in the list; the first that is not. */
static int
all_listed(ev_run *r, const cJSON *files, const char *below, int depth, char *why, size_t size)
{
	struct dirent **v;
	int n = scandir(*below ? ev_path(r, below) : r->dir, &v, NULL, alphasort), ok = 1;

	for (int i = 0; i < n; i++) {
		const char *name = v[i]->d_name, *sub = *below ? ev_text(&r->keep, "%s/%s", below, name) : ev_text(&r->keep, "%s", name);
		struct stat st;
		const cJSON *o;

		if (ok && name[0] != '.' && strcmp(sub, "manifest.json") != 0 && lstat(ev_path(r, sub), &st) == 0) {
			if (S_ISDIR(st.st_mode))
				ok = depth > 16 || all_listed(r, files, sub, depth + 1, why, size);
			else {
				cJSON_ArrayForEach(o, files)
					if (strcmp(ev_str(o, "path"), sub) == 0)
						break;
				if (!o) {
					snprintf(why, size, "%.200s is not in the manifest's list", sub);
					ok = 0;
				}
			}
		}
		free(v[i]);
	}
	if (n >= 0)
		free(v);
	return ok;
}

static void
find_hashes(ev_run *r, ev_common *all)
{
	const cJSON *files = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "files") : NULL, *o;
	char why[WHY] = "";
	size_t n = 0;
	int ok = 1;

	if (!cJSON_IsArray(files))
		return;
	cJSON_ArrayForEach(o, files) {
		n++;
		if (ok)
			ok = as_listed(r, o, why, sizeof why);
	}
	ok = ok && all_listed(r, files, "", 0, why, sizeof why);
	if (ok)
		snprintf(why, sizeof why, "all %zu files", n);
	all->hashes_bad = !ok;
	all->hashes = ev_text(&r->keep, "%s", why);
}

static int
has_mode(const ev_run *r, const char *mode)
{
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(r, &n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(kind[i].mode, mode) == 0)
			return 1;
	return 0;
}

/* A cell of the model and backend of c in a mode, and of a scenario, if one is given. */
static int
has_cell(const ev_run *r, const ev_cell *c, const char *mode, const char *scenario)
{
	size_t n;
	const size_t *at = ev_alike(r, c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &n);

	for (size_t i = 0; i < n; i++) {
		const ev_cell *o = &r->cell[at[i]];

		if (strcmp(o->mode, mode) == 0 && (!scenario || strcmp(o->scenario, scenario) == 0))
			return 1;
	}
	return 0;
}

/* Of the cells of one model and backend, in every scenario and mode of the manifest,
 * the first that is not there. */
static ev_gap
find_gap(const ev_run *r, const ev_cell *c)
{
	const cJSON *modes = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "modes") : NULL, *m;
	const cJSON *scenarios = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "scenarios") : NULL, *s;

	if (!cJSON_IsArray(modes) || r->incomplete)
		return (ev_gap){0};
	cJSON_ArrayForEach(m, modes) {
		if (!cJSON_IsString(m))
			continue;
		if (!has_mode(r, m->valuestring))
			return (ev_gap){.mode = m->valuestring, .mode_gone = 1};
		if (!has_cell(r, c, m->valuestring, NULL)) /* a backend need not have every mode */
			return (ev_gap){.mode = m->valuestring};
		cJSON_ArrayForEach(s, scenarios)
			if (cJSON_IsString(s) && !has_cell(r, c, m->valuestring, s->valuestring))
				return (ev_gap){.mode = m->valuestring, .scenario = s->valuestring};
	}
	return (ev_gap){0};
}

/* What cells share that have keys in common: found for the first of them. */
static void
find_shared(const ev_run *r, ev_common *all)
{
	const size_t *at;
	size_t n;

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];

		if (*(at = ev_alike(r, c, EV_BY_SERIES, &n)) == i)
			find_first(r, all->stage, at, n, compile_of, ev_same_stage);
		if (*(at = ev_alike(r, c, EV_BY_MODEL | EV_BY_DTYPE, &n)) == i)
			find_first(r, all->snapshot, at, n, counters_of, as_json_same);
		at = ev_alike(r, c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &n);
		all->gap[i] = *at == i ? find_gap(r, c) : all->gap[*at];
		all->prefill[i] = NAN;
	}
}

static int
one_model(const ev_run *r, const ev_counters *mode)
{
	const ev_cell *first = NULL;

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];

		if (c->claims && first && (strcmp(c->model, first->model) != 0 || strcmp(c->dtype, first->dtype) != 0))
			return 0;
		first = c->claims ? c : first;
	}
	for (size_t i = 0; i < r->nmode; i++)
		for (size_t k = 0; k < i; k++)
			if (ev_counters_same_model(&mode[i], &mode[k]) == 0)
				return 0;
	return first != NULL;
}

/* After the padding is known. */
static int
find_met(ev_run *r, ev_common *all)
{
	const ev_facts x = {.r = r, .all = all};
	long v[EV_MAX_DIMS];

	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];
		ev_met *m = &all->met[i];

		for (size_t k = 0; k < c->n && m->n < EV_MAX_DIMS; k++) {
			long t = c->v[k].ok && c->v[k].tokens > 0 ? ev_rows_of(&x, c, c->v[k].tokens) : 0;

			if (t > 0 && !ev_has(v, m->n, t))
				v[m->n++] = t;
		}
		if (!(m->v = ev_alloc(&r->keep, (m->n + 1) * sizeof *m->v)))
			return -1;
		memcpy(m->v, v, m->n * sizeof *v);
	}
	return 0;
}

int
ev_common_build(ev_run *r, ev_common **out)
{
	ev_common *all = ev_alloc(&r->keep, sizeof *all);
	double reps = as_json_number(r->manifest, "repetitions");
	const size_t n = r->ncell;

	*out = all;
	if (!all || !(all->mode = ev_alloc(&r->keep, r->nmode * sizeof *all->mode)) ||
	    !(all->away = ev_alloc(&r->keep, r->nmode * sizeof *all->away)) ||
	    !(all->stage = ev_alloc(&r->keep, n * sizeof *all->stage)) ||
	    !(all->snapshot = ev_alloc(&r->keep, n * sizeof *all->snapshot)) ||
	    !(all->gap = ev_alloc(&r->keep, n * sizeof *all->gap)) ||
	    !(all->prefill = ev_alloc(&r->keep, n * sizeof *all->prefill)) ||
	    !(all->numbers = ev_alloc(&r->keep, n * sizeof *all->numbers)) ||
	    !(all->met = ev_alloc(&r->keep, n * sizeof *all->met)))
		return -1;
	for (size_t i = 0; i < r->ncell; i++) {
		ev_find_numbers(&r->cell[i], &all->numbers[i]);
		all->numbers[i].wait = ev_wait_s(r, &r->cell[i]);
	}
	ev_find_away(r, all->away);
	for (size_t i = 0; i < r->nmode; i++)
		ev_counters_read(&all->mode[i], r->mode[i].doc ? cJSON_GetObjectItemCaseSensitive(r->mode[i].doc, "dynamo_counters") : NULL);
	all->one_model = one_model(r, all->mode);
	all->per_sample = isnan(reps) ? 0 : counts_samples(r, reps);
	find_shared(r, all);
	find_hashes(r, all);
	ev_find_padding(r, all);
	return find_met(r, all);
}
