/* Rules on the design: errors, samples, equal work, order, environment, manifest. */
#include "rules.h"
#include "run_file.h"
#include "words.h"

ev_finding *
ev_errors(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	size_t bad = c->n - c->nok, mute = 0;

	for (size_t i = 0; i < c->n; i++)
		mute += !c->v[i].ok && !c->v[i].has_text;
	ev_where(f, ev_source(c), "status");
	if (bad == 0)
		return ev_holds(f, "none of %zu", c->n);
	if (mute)
		return ev_fails(f,
		    "%zu of %zu rows are errors, %zu of them without a message", bad, c->n, mute);
	return ev_fails(f, "%zu of %zu rows are errors", bad, c->n);
}

ev_finding *
ev_samples(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	double reps = ev_num(x->r->manifest, "repetitions"), want;
	const cJSON *prompts = ev_prompts(c), *uneven = as_run_uneven(c->doc);

	ev_where(f, ev_source(c), c->file ? "latencies_ms" : "");
	if (uneven)
		return ev_alarm(f, AS_RUN_UNEVEN, c->n, uneven->string, cJSON_GetArraySize(uneven));
	if (isnan(reps) || reps < 1)
		return ev_unknown(f, "the manifest does not say how many repetitions there are");
	if (!prompts) {
		if (fmod((double)c->n, reps) != 0)
			return ev_fails(f, "%zu rows are not a multiple of %.0f repetitions%s", c->n, reps,
			    c->nok < c->n ? "; some are errors" : "");
		return ev_holds(f, "%zu rows are a multiple of %.0f repetitions", c->n, reps);
	}
	want = reps * cJSON_GetArraySize(prompts);
	if (x->r->own && (double)c->n == reps)
		want = reps; /* assay-run(5) counts the samples of a cell, whatever its prompts */
	if ((double)c->n == want)
		return ev_holds(f, "%zu, as the design says", c->n);
	if (c->nok < c->n)
		return ev_fails(f, "%zu of the %.0f that the design says; %zu are errors", c->n, want,
		    c->n - c->nok);
	if ((double)c->n == reps && x->all->per_sample > 0)
		return ev_holds(f, "%zu, as every cell has, whatever its prompts", c->n);
	if ((double)c->n == reps && x->all->per_sample < 0)
		return ev_unknown(f, "%zu, as every cell has: whether a repetition is of one prompt or of all is "
		    "not recorded", c->n);
	return ev_alarm(f, "%zu samples, but %.0f repetitions of %d prompts give %.0f", c->n, reps,
	    cJSON_GetArraySize(prompts), want);
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

ev_finding *
ev_work(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c, *o = x->eager;
	const cJSON *mine = as_json_at(c->doc, "spec.prompts"), *other;
	double a, b;

	if (!o || o->nok == 0 || c->nok == 0)
		return ev_unknown(f, "there is no other group to compare with");
	other = as_json_at(o->doc, "spec.prompts");
	if (mine && other && !as_json_same(mine, other))
		return ev_fails(ev_where(f, c->file, "spec.prompts"),
		    "the prompts differ from those of %.60s", o->backend);
	a = mean_tokens(c);
	b = mean_tokens(o);
	ev_where(f, ev_source(c), "tokens");
	if (isnan(a) || isnan(b))
		return ev_unknown(f, "tokens are not recorded");
	if (a == b)
		return ev_holds(f, "%.4g tokens per sample, as in %.60s", a, o->backend);
	return ev_fails(f, "%.4g tokens per sample, but %.60s has %.4g", a, o->backend, b);
}

/* By the samples of assay-run(5): all of one cell before all of the other. */
static int
apart_in_time(const ev_cell *a, const ev_cell *b)
{
	const cJSON *p = as_json_at(a->doc, "samples[0].start_ns"),
	    *q = as_json_at(b->doc, "samples[0].start_ns");

	return cJSON_IsNumber(p) && cJSON_IsNumber(q) && a->n > 1 && b->n > 1 &&
	    (ev_last_ns(a) <= q->valuedouble || ev_last_ns(b) <= p->valuedouble);
}

static int
started_first(const ev_cell *a, const ev_cell *b)
{
	return isnan(a->started) || isnan(b->started) ? a->order < b->order : a->started < b->started;
}

/* Cells of this backend that came before those of e, and after them. */
static void
count_order(const ev_facts *x, const ev_cell *e, size_t *first, size_t *second)
{
	*first = *second = 0;
	for (const ev_cell *a = NULL; (a = ev_alike(x->r, x->c, EV_BY_MODE | EV_BY_BACKEND, a));) {
		const ev_cell *b = ev_eager_of(x->r, a);

		if (b && strcmp(b->backend, e->backend) == 0)
			++*(started_first(a, b) ? first : second);
	}
}

ev_finding *
ev_order(const ev_facts *x, ev_finding *f)
{
	const cJSON *v = ev_get(x->r->manifest, "order");
	const char *order = cJSON_IsString(v) ? v->valuestring : NULL;
	const ev_cell *c = x->c, *e = x->eager;
	size_t first = 0, second = 0;

	if (e)
		count_order(x, e, &first, &second);
	if (order) {
		ev_where(f, "manifest.json", "order");
		if (strcmp(order, "interleaved") == 0 && e && apart_in_time(c, e))
			return ev_alarm(f, "the order was interleaved, but the samples of %.60s were all "
			    "measured before or after these", e->backend);
		/* of four cells and more: by chance one run of eight */
		if (strncmp(order, "random", 6) == 0 && first + second >= 4 && (!first || !second))
			return ev_fails(f, "the order was %.40s, and the same in all %zu cells of the mode", order,
			    first + second);
		return ev_set(f, strcmp(order, "fixed") == 0 ? EV_FAILS : EV_HOLDS, "the order was %.40s", order);
	}
	if (!e)
		return ev_unknown(f, "there is no other group");
	ev_where(f, ev_source(c), c->file ? "started_at" : "");
	if (first + second < 2)
		return ev_unknown(f, "there are too few cells to see an order");
	if (first == 0 || second == 0)
		return ev_fails(f, "%.60s was measured %s %.60s in all %zu cells of the mode", c->backend, first ?
		    "before" : "after", e->backend, first + second);
	return ev_holds(f, "before %.60s in %zu cells, after it in %zu", e->backend, first, second);
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

ev_finding *
ev_environment(const ev_facts *x, ev_finding *f)
{
	const ev_run *base = &x->runs[0];
	char list[240] = "", a[40], b[40];
	size_t len = 0, asked = 0;

	if (x->nruns < 2)
		return ev_not_asked(f, "only one run was given");
	for (size_t i = 0; i < sizeof same_thing / sizeof *same_thing; i++) {
		const char *p = named(base, same_thing[i], a, sizeof a), *q = named(x->r, same_thing[i], b,
		    sizeof b);

		if (!p || !q)
			continue;
		asked++;
		if (strcmp(p, q) != 0 && len + 60 < sizeof list)
			len += (size_t)snprintf(list + len, sizeof list - len, "%s%.40s", len ? ", " :
			    "", same_thing[i][0]);
	}
	ev_where(f, "manifest.json", "");
	if (asked == 0)
		return ev_unknown(f, "the manifests record no environment in common with run %.60s", base->id);
	if (len)
		return ev_fails(f, "differs from run %.60s: %s", base->id, list);
	return ev_holds(f, "the same as in run %.60s", base->id);
}

/* Whether a manifest's name is that of a cell, but for folders before it and what
 * the cell has after a colon. */
static int
same_name(const char *listed, const char *s)
{
	const char *a = as_base_name(listed), *b = as_base_name(s);
	const size_t n = strlen(a);

	return strcmp(listed, s) == 0 ||
	    (n && strncmp(a, b, n) == 0 && (n == strcspn(b, ":") || n == strlen(b)));
}

/* 1 also where an entry has no name that is known: it may be that one. */
static int
lists(const cJSON *list, const char *s)
{
	static const char *const names[] = {"path", "name", "id", "label", "model", "scenario", "backend",
	    "mode"};
	const cJSON *v;

	cJSON_ArrayForEach(v, list) {
		int named = 0;

		if (cJSON_IsString(v) && same_name(v->valuestring, s))
			return 1;
		for (size_t i = 0; cJSON_IsObject(v) && i < sizeof names / sizeof *names; i++) {
			const cJSON *p = ev_get(v, names[i]);

			if (cJSON_IsString(p) && same_name(p->valuestring, s))
				return 1;
			named |= cJSON_IsString(p);
		}
		if (cJSON_IsObject(v) && !named)
			return 1;
	}
	return 0;
}

ev_finding *
ev_manifest(const ev_facts *x, ev_finding *f)
{
	/* of the run file; the manifest has another name for requested_backend */
	static const char *const key[] = {"mode", "dynamic", "fullgraph", "disable_cudagraphs",
	    "recompile_limit", "requested_backend", "backend_as_written"};
	const char *const in[][2] = {{"modes", x->c->mode}, {"scenarios", x->c->scenario},
	    {"backends", x->c->backend}, {"models", x->c->model}};
	const cJSON *m = x->r->manifest, *config, *a, *b;

	if (!m)
		return ev_unknown(f, "there is no manifest");
	for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
		a = ev_get(m, in[i][0]);
		if (cJSON_IsArray(a) && a->child && *in[i][1] && !lists(a, in[i][1]))
			return ev_alarm(ev_where(f, "manifest.json", in[i][0]), "'%.80s' is not among the %s of the "
			    "manifest", in[i][1], in[i][0]);
	}
	a = ev_get(m, "model_path");
	if (cJSON_IsString(a) && *x->c->model && !same_name(a->valuestring, x->c->model))
		return ev_alarm(ev_where(f, "manifest.json", "model_path"),
		    "the manifest is for model %.80s", a->valuestring);
	config = ev_get(m, "torch_compile_config");
	ev_where(f, "manifest.json", "torch_compile_config");
	for (size_t i = 0; x->c->compile && i < sizeof key / sizeof *key; i++) {
		a = ev_get(x->c->compile, key[i]);
		b = ev_get(config, strcmp(key[i], "requested_backend") ? key[i] : ev_asked_key(x->r, x->c));
		if (a && b && !cJSON_IsNull(a) && !cJSON_IsNull(b) && !as_json_same(a, b))
			return ev_alarm(f, "compile.%s of the run file is not that of the manifest", key[i]);
	}
	if (x->c->claims && !cJSON_IsObject(config))
		return ev_fails(f, "the manifest holds no compile settings");
	if (x->c->claims && x->all->pad > 0 && !x->all->pad_recorded)
		return ev_fails(ev_where(f, "manifest.json", "tokenization"),
		    "the compiled sizes show that prompts were padded, but the manifest does not say so");
	return ev_holds(f, "it has the cell's mode, scenario, model and compile settings");
}
