/* Rules on the design: errors, samples, equal work, order, environment, manifest. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "json.h"
#include "meta.h"
#include "rules.h"
#include "run_file.h"
#include "words.h"

void
ev_errors(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	size_t bad = c->n - c->nok, mute = 0;

	for (size_t i = 0; i < c->n; i++)
		mute += !c->v[i].ok && !c->v[i].has_text;
	ev_where(f, c->file ? c->file : c->csv, "status");
	if (bad == 0)
		ev_set(f, EV_HOLDS, "none of %zu", c->n);
	else if (mute)
		ev_set(f, EV_FAILS, "%zu of %zu rows are errors, %zu of them with no message", bad, c->n, mute);
	else
		ev_set(f, EV_FAILS, "%zu of %zu rows are errors", bad, c->n);
}

void
ev_samples(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double reps = as_json_number(x->r->manifest, "repetitions");
	const cJSON *prompts = as_json_at(c->doc, "spec.prompts"), *uneven = as_run_uneven(c->doc);

	ev_where(f, c->file ? c->file : c->csv, c->file ? "latencies_ms" : "");
	if (uneven) {
		ev_alarm(f, AS_RUN_UNEVEN, c->n, uneven->string, cJSON_GetArraySize(uneven));
		return;
	}
	if (isnan(reps) || reps < 1) {
		ev_set(f, EV_UNKNOWN, "the manifest does not say how many repetitions there are");
		return;
	}
	if (cJSON_IsArray(prompts) && prompts->child) {
		double want = reps * cJSON_GetArraySize(prompts);

		if (x->r->own && (double)c->n == reps)
			want = reps; /* assay-run(5) counts the samples of a cell, whatever its prompts */
		int so;

		if ((double)c->n == want)
			ev_set(f, EV_HOLDS, "%zu, as the design has it", c->n);
		else if (c->nok < c->n)
			ev_set(f, EV_FAILS, "%zu of the %.0f that the design promises; %zu are errors", c->n, want, c->n - c->nok);
		else if ((double)c->n == reps && (so = x->all->per_sample) != 0)
			ev_set(f, so > 0 ? EV_HOLDS : EV_UNKNOWN, so > 0 ? "%zu, as every cell has, whatever its prompts" :
			    "%zu, as every cell has: whether a repetition is of one prompt or of all is not recorded", c->n);
		else
			ev_alarm(f, "%zu samples, but %.0f repetitions of %d prompts give %.0f", c->n, reps, cJSON_GetArraySize(prompts), want);
	} else if (fmod((double)c->n, reps) != 0)
		ev_set(f, EV_FAILS, "%zu rows are no multiple of %.0f repetitions%s", c->n, reps, c->nok < c->n ? "; some are errors" : "");
	else
		ev_set(f, EV_HOLDS, "%zu rows are a multiple of %.0f repetitions", c->n, reps);
}

/* 1 also where one of them does not record them. */
static int
same_prompts(const cJSON *a, const cJSON *b)
{
	const cJSON *p = as_json_at(a, "spec.prompts"), *q = as_json_at(b, "spec.prompts");

	return !p || !q || as_json_same(p, q);
}

static double
mean_tokens(const ev_cell *c)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->v[i].ok && !isnan(c->v[i].tokens)) {
			sum += c->v[i].tokens;
			n++;
		}
	return n ? sum / (double)n : NAN;
}

void
ev_work(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c, *o = x->eager;
	double a, b;

	if (!o || o->nok == 0 || c->nok == 0) {
		ev_set(f, EV_UNKNOWN, "there is no other group to compare with");
		return;
	}
	if (c->doc && o->doc && !same_prompts(c->doc, o->doc)) {
		ev_where(f, c->file, "spec.prompts");
		ev_set(f, EV_FAILS, "the prompts are others than those of %.60s", o->backend);
		return;
	}
	a = mean_tokens(c);
	b = mean_tokens(o);
	ev_where(f, c->file ? c->file : c->csv, "tokens");
	if (isnan(a) || isnan(b))
		ev_set(f, EV_UNKNOWN, "tokens are not recorded");
	else if (a == b)
		ev_set(f, EV_HOLDS, "%.4g tokens a sample, as %.60s", a, o->backend);
	else
		ev_set(f, EV_FAILS, "%.4g tokens a sample, %.60s has %.4g", a, o->backend, b);
}

/* By the samples of assay-run(5): all of one cell before all of the other. */
static int
apart_in_time(const ev_cell *a, const ev_cell *b)
{
	const cJSON *p = as_json_at(a->doc, "samples[0].start_ns"), *q = as_json_at(b->doc, "samples[0].start_ns");

	return cJSON_IsNumber(p) && cJSON_IsNumber(q) && a->n > 1 && b->n > 1 &&
	    (ev_last_ns(a) <= q->valuedouble || ev_last_ns(b) <= p->valuedouble);
}

/* Cells of this backend that came before those of e, and after them. */
static void
count_order(const ev_facts *x, const ev_cell *e, size_t *first, size_t *second)
{
	const ev_cell *c = x->c;

	size_t n;
	const size_t *at = ev_alike(x->r, c, EV_BY_MODE | EV_BY_BACKEND, &n);

	*first = *second = 0;
	for (size_t i = 0; i < n; i++) {
		const ev_cell *a = &x->r->cell[at[i]], *b = ev_eager_of(x->r, a);

		if (!b || strcmp(b->backend, e->backend) != 0)
			continue;
		if (!isnan(a->started) && !isnan(b->started) ? a->started < b->started : a->order < b->order)
			++*first;
		else
			++*second;
	}
}

/* Of four cells and more: by chance one run of eight. */
static int
always_first(const ev_facts *x, const ev_cell *e, size_t *n)
{
	size_t first, second;

	count_order(x, e, &first, &second);
	*n = first + second;
	return *n >= 4 && (first == 0 || second == 0);
}

void
ev_order(const ev_facts *x, ev_finding *f)
{
	const cJSON *o = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "order") : NULL;
	const ev_cell *c = x->c, *e = x->eager;
	size_t first, second, n;

	if (cJSON_IsString(o)) {
		ev_where(f, "manifest.json", "order");
		if (strcmp(o->valuestring, "interleaved") == 0 && e && apart_in_time(c, e))
			ev_alarm(f, "the order was interleaved, and the samples of %.60s were all measured before or after these", e->backend);
		else if (e && strncmp(o->valuestring, "random", 6) == 0 && always_first(x, e, &n))
			ev_set(f, EV_FAILS, "the order was %.40s, and the same in all %zu cells of the mode", o->valuestring, n);
		else
			ev_set(f, strcmp(o->valuestring, "fixed") == 0 ? EV_FAILS : EV_HOLDS, "the order was %.40s", o->valuestring);
		return;
	}
	if (!e) {
		ev_set(f, EV_UNKNOWN, "there is no other group");
		return;
	}
	count_order(x, e, &first, &second);
	ev_where(f, c->file ? c->file : c->csv, c->file ? "started_at" : "");
	if (first + second < 2)
		ev_set(f, EV_UNKNOWN, "there are too few cells to see an order");
	else if (first == 0 || second == 0)
		ev_set(f, EV_FAILS, "%.60s was measured %s %.60s in all %zu cells of the mode", c->backend,
		    first ? "before" : "after", e->backend, first + second);
	else
		ev_set(f, EV_HOLDS, "before %.60s in %zu cells, after it in %zu", e->backend, first, second);
}

/* Names that the schemas have for one thing; the last is NULL. */
static const char *const same_thing[][4] = {
	{"torch.version", "environment.torch_version", NULL},
	{"torch.cuda_version", "environment.cuda_version", NULL},
	{"torch.cudnn_version", "environment.cudnn_version", NULL},
	{"torch.gpu_name", "environment.gpu_name", NULL},
	{"environment.triton_version", NULL},
	{"environment.platform", "platform", NULL},
	{"environment.python_version", NULL},
	{"environment.driver_version", "environment.driver", NULL},
	{"environment.compiler", NULL},
	{"environment.blas", NULL},
	{"environment.cpu", NULL},
	{"environment.device", "device", NULL},
};

static const char *
named(const ev_run *r, const char *const *names, char *buf, size_t size)
{
	for (; r->manifest && *names; names++) {
		const cJSON *v = as_json_at(r->manifest, *names);

		if (cJSON_IsString(v))
			return v->valuestring;
		if (cJSON_IsNumber(v)) {
			snprintf(buf, size, "%.0f", v->valuedouble);
			return buf;
		}
	}
	return NULL;
}

void
ev_environment(const ev_facts *x, ev_finding *f)
{
	const ev_run *base = &x->runs[0];
	char list[240] = "", a[40], b[40];
	size_t len = 0, asked = 0;

	if (x->nruns < 2) {
		ev_set(f, EV_NOT_ASKED, "one run was given");
		return;
	}
	for (size_t i = 0; i < sizeof same_thing / sizeof *same_thing; i++) {
		const char *p = named(base, same_thing[i], a, sizeof a), *q = named(x->r, same_thing[i], b, sizeof b);

		if (!p || !q)
			continue;
		asked++;
		if (strcmp(p, q) != 0 && len + 60 < sizeof list)
			len += (size_t)snprintf(list + len, sizeof list - len, "%s%.40s", len ? ", " : "", same_thing[i][0]);
	}
	ev_where(f, "manifest.json", "");
	if (asked == 0)
		ev_set(f, EV_UNKNOWN, "the manifests record no environment in common with run %.60s", base->id);
	else if (len)
		ev_set(f, EV_FAILS, "other than in run %.60s: %s", base->id, list);
	else
		ev_set(f, EV_HOLDS, "as in run %.60s", base->id);
}

/* Whether a manifest's name is that of a cell, but for folders before it and what
 * the cell has after a colon. */
static int
same_name(const char *listed, const char *s)
{
	const char *a = as_base_name(listed), *b = as_base_name(s);

	return strcmp(listed, s) == 0 || (*a && strlen(a) == strcspn(b, ":") && strncmp(a, b, strlen(a)) == 0) || (*a && strcmp(a, b) == 0);
}

/* 1 also where an entry has no name that is known: it may be that one. */
static int
lists(const cJSON *list, const char *s)
{
	static const char *const names[] = {"path", "name", "id", "label", "model", "scenario", "backend", "mode"};
	const cJSON *v;

	cJSON_ArrayForEach(v, list) {
		int named = 0;

		if (cJSON_IsString(v) && same_name(v->valuestring, s))
			return 1;
		for (size_t i = 0; cJSON_IsObject(v) && i < sizeof names / sizeof *names; i++) {
			const cJSON *p = cJSON_GetObjectItemCaseSensitive(v, names[i]);

			if (cJSON_IsString(p) && same_name(p->valuestring, s))
				return 1;
			named |= cJSON_IsString(p);
		}
		if (cJSON_IsObject(v) && !named)
			return 1;
	}
	return 0;
}

void
ev_manifest(const ev_facts *x, ev_finding *f)
{
	/* the run file's name, and the manifest's */
	const char *const key[][2] = {{"mode", "mode"}, {"dynamic", "dynamic"}, {"fullgraph", "fullgraph"},
		{"disable_cudagraphs", "disable_cudagraphs"}, {"recompile_limit", "recompile_limit"},
		{"requested_backend", ev_asked_key(x->r, x->c)}, {"backend_as_written", "backend_as_written"}};
	const struct { const char *list, *value; } in[] = {
		{"modes", x->c->mode}, {"scenarios", x->c->scenario}, {"backends", x->c->backend}, {"models", x->c->model}
	};
	const cJSON *m = x->r->manifest, *config, *a, *b;

	if (!m) {
		ev_set(f, EV_UNKNOWN, "there is no manifest");
		return;
	}
	for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
		a = cJSON_GetObjectItemCaseSensitive(m, in[i].list);
		if (cJSON_IsArray(a) && a->child && *in[i].value && !lists(a, in[i].value)) {
			ev_where(f, "manifest.json", in[i].list);
			ev_alarm(f, "'%.80s' is not among the %s of the manifest", in[i].value, in[i].list);
			return;
		}
	}
	a = cJSON_GetObjectItemCaseSensitive(m, "model_path");
	if (cJSON_IsString(a) && *x->c->model && !same_name(a->valuestring, x->c->model)) {
		ev_where(f, "manifest.json", "model_path");
		ev_alarm(f, "the manifest is of model %.80s", a->valuestring);
		return;
	}
	config = cJSON_GetObjectItemCaseSensitive(m, "torch_compile_config");
	ev_where(f, "manifest.json", "torch_compile_config");
	for (size_t i = 0; x->c->compile && i < sizeof key / sizeof *key; i++) {
		a = cJSON_GetObjectItemCaseSensitive(x->c->compile, key[i][0]);
		b = config ? cJSON_GetObjectItemCaseSensitive(config, key[i][1]) : NULL;
		if (a && b && !cJSON_IsNull(a) && !cJSON_IsNull(b) && !as_json_same(a, b)) {
			ev_alarm(f, "compile.%s of the run file is not that of the manifest", key[i][0]);
			return;
		}
	}
	if (x->c->claims && !cJSON_IsObject(config))
		ev_set(f, EV_FAILS, "the manifest holds no compile settings");
	else if (x->c->claims && x->all->pad > 0 && !x->all->pad_recorded) {
		ev_where(f, "manifest.json", "tokenization");
		ev_set(f, EV_FAILS, "prompts were padded, by the compiled sizes, and the manifest does not say so");
	} else
		ev_set(f, EV_HOLDS, "it has the cell's mode, scenario, model and compile settings");
}
