/* Facts of a run, gathered once. */
#include <sys/stat.h>

#include "facts.h"
#include "folder.h"
#include "intern.h"
#include "sha256.h"
#include "spans.h"

enum { WHY = 400 };

/* The compile block but for what may grow from cell to cell. */
int
ev_same_stage(const cJSON *a, const cJSON *b)
{
	static const char *const key[] = {"backend", "mode", "dynamic", "fullgraph", "disable_cudagraphs",
	    "compile_wrapper_ms", "compile_time_ms", "fallback_from", "fallback_error",
	    "dynamo_counters_after_compile"};

	for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
		const cJSON *p = ev_get(a, key[i]), *q = ev_get(b, key[i]);

		if ((p != NULL) != (q != NULL) || (p && !as_json_same(p, q)))
			return 0;
	}
	return 1;
}

/* Finds the first cell like c that has the same compile block, or member of it. */
static void
find_first(const ev_run *r, const ev_cell *c, ev_shared what, unsigned by, const char *member,
    int (*same)(const cJSON *, const cJSON *))
{
	const cJSON *v = member ? ev_get(c->compile, member) : c->compile;

	/* each is compared with the first of its kind */
	for (const ev_cell *o = NULL; v && !c->of->first[what] && (o = ev_alike(r, c, by, o));)
		if (o == c || (o->of->first[what] == o &&
		    same(member ? ev_get(o->compile, member) : o->compile, v)))
			c->of->first[what] = o;
}

/* Whether every cell has as many samples as there are repetitions, whatever its
 * prompts: then a repetition is a sample. 1: some cells have one prompt and some
 * several; -1: that cannot be told, all have as many prompts; 0: no. */
static int
counts_samples(const ev_run *r, double reps)
{
	int least = 0, most = 0;

	for (size_t i = 0; i < r->ncell; i++) {
		int n = cJSON_GetArraySize(ev_prompts(&r->cell[i]));

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
	const cJSON *n = ev_get(o, "bytes");
	const char *path = ev_str(o, "path");
	struct stat st;
	as_err e;

	if (!*path || *path == '/' || strstr(path, "..")) {
		snprintf(why, size, "'%.100s' is not a path inside the run", path);
		return 0;
	}
	if (lstat(ev_path(r, path), &st) != 0 || !S_ISREG(st.st_mode) ||
	    as_sha256_file(ev_path(r, path), hex, &bytes, &e) != 0)
		snprintf(why, size, "%.200s cannot be read", path);
	else if (cJSON_IsNumber(n) && (double)bytes != n->valuedouble)
		snprintf(why, size, "%.200s has %.0f bytes, not %.0f", path, (double)bytes, n->valuedouble);
	else if (strcmp(hex, ev_str(o, "sha256")) != 0)
		snprintf(why, size, "%.200s has a different SHA-256", path);
	else
		return 1;
	return 0;
}

/* Whether every file below the folder is in the list; the first that is not. */
static int
all_listed(ev_run *r, const as_intern *listed, const char *below, int depth, char *why, size_t size)
{
	struct dirent **v = NULL;
	as_err e;
	int n = ev_names(r, below, &v, &e), ok = 1;

	for (int i = 0; i < n && ok; i++) {
		const char *sub = as_text(&r->keep, "%s%s%s", below, *below ? "/" : "", v[i]->d_name);
		struct stat st;

		if (strcmp(sub, "manifest.json") == 0 || lstat(ev_path(r, sub), &st) != 0)
			continue;
		if (S_ISDIR(st.st_mode))
			ok = depth > 16 || all_listed(r, listed, sub, depth + 1, why, size);
		else if ((ok = as_intern_find(listed, sub, strlen(sub)) != UINT32_MAX) == 0)
			snprintf(why, size, "%.200s is not in the manifest's list", sub);
	}
	ev_names_free(v, n);
	return ok;
}

static void
find_hashes(ev_run *r, ev_common *all)
{
	const cJSON *files = ev_get(r->manifest, "files"), *o;
	as_intern listed = {0};
	char why[WHY] = "";
	size_t n = 0;
	int ok = 1;

	if (!cJSON_IsArray(files))
		return;
	cJSON_ArrayForEach(o, files) {
		const char *path = ev_str(o, "path");

		n++;
		ok = ok && as_listed(r, o, why, sizeof why);
		ev_intern(r, &listed, path, strlen(path));
	}
	if (ok && (ok = all_listed(r, &listed, "", 0, why, sizeof why)))
		snprintf(why, sizeof why, "all %zu files", n);
	as_intern_free(&listed);
	all->hashes_bad = !ok;
	all->hashes = as_text(&r->keep, "%s", why);
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
	for (const ev_cell *o = NULL; (o = ev_alike(r, c, EV_BY_PROGRAM, o));)
		if (strcmp(o->mode, mode) == 0 && (!scenario || strcmp(o->scenario, scenario) == 0))
			return 1;
	return 0;
}

/* Of the cells of one model and backend, in every scenario and mode of the manifest,
 * the first that is not there. */
static ev_gap
find_gap(const ev_run *r, const ev_cell *c)
{
	const cJSON *modes = ev_get(r->manifest, "modes"), *m;
	const cJSON *scenarios = ev_get(r->manifest, "scenarios"), *s;

	if (!cJSON_IsArray(modes) || r->incomplete || r->torch) /* torch: what there is */
		return (ev_gap){0};
	cJSON_ArrayForEach(m, modes) {
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
find_shared(const ev_run *r)
{
	for (size_t i = 0; i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i], *first = ev_alike(r, c, EV_BY_PROGRAM, NULL);

		find_first(r, c, EV_STAGE, EV_BY_SERIES, NULL, ev_same_stage);
		find_first(r, c, EV_SNAPSHOT, EV_BY_COUNTERS, "dynamo_counters_after_compile", as_json_same);
		c->of->gap = c == first ? find_gap(r, c) : first->of->gap;
	}
}

static int
one_model(const ev_run *r)
{
	const ev_cell *first = NULL;

	for (size_t i = 0; i < r->ncell; i++)
		if (r->cell[i].claims) {
			const ev_cell *c = ev_alike(r, &r->cell[i], EV_BY_COUNTERS, NULL);

			if (first && c != first)
				return 0;
			first = c;
		}
	for (size_t i = 0; i < r->nmode; i++)
		for (size_t k = 0; k < i; k++)
			if (ev_counters_same_model(&r->mode[i].of->counters, &r->mode[k].of->counters) == 0)
				return 0;
	return first != NULL;
}

/* After the padding is known. */
static int
find_met(ev_run *r, ev_common *all)
{
	const ev_facts x = {.r = r, .all = all};
	long v[EV_MAX_DIMS];

	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		size_t n = 0;

		for (size_t k = 0; k < c->n && n < EV_MAX_DIMS; k++) {
			long t = c->v[k].ok && c->v[k].tokens > 0 ? ev_rows_of(&x, c, c->v[k].tokens) : 0;

			if (t > 0)
				ev_add(v, &n, EV_MAX_DIMS, t);
		}
		if (!(c->of->met = as_alloc(&r->keep, 2 * n * sizeof *v)))
			return -1;
		c->of->size = c->of->met + n;
		c->of->nmet = n;
		memcpy(c->of->met, v, n * sizeof *v);
		for (size_t k = 0, sorted = 0; k < n; k++)
			ev_insert(c->of->size, &sorted, v[k]);
	}
	return 0;
}

int
ev_common_build(ev_run *r, ev_common **out)
{
	ev_common *all = as_alloc(&r->keep, sizeof *all);
	ev_of_cell *cell = as_alloc(&r->keep, r->ncell * sizeof *cell);
	ev_of_mode *mode = as_alloc(&r->keep, r->nmode * sizeof *mode);
	double reps = ev_num(r->manifest, "repetitions");

	*out = all;
	if (!all || !cell || !mode)
		return -1;
	for (size_t i = 0; i < r->ncell; i++) {
		r->cell[i].of = &cell[i];
		ev_find_numbers(&r->cell[i], &cell[i].numbers);
		cell[i].numbers.wait = ev_wait_s(r, &r->cell[i]);
		cell[i].prefill = NAN;
	}
	for (size_t i = 0; i < r->nmode; i++) {
		r->mode[i].of = &mode[i];
		ev_counters_read(&mode[i].counters, ev_get(r->mode[i].doc, "dynamo_counters"));
	}
	ev_find_away(r);
	all->one_model = one_model(r);
	all->per_sample = isnan(reps) ? 0 : counts_samples(r, reps);
	find_shared(r);
	ev_find_padding(r, all);
	find_hashes(r, all);
	return find_met(r, all);
}
