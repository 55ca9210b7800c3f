#include "facts.h"

#include "words.h"

int
ev_is_decode(const ev_cell *c)
{
	return strcmp(c->mode, "kv_decode") == 0 || strcmp(c->mode, "e2e_kv") == 0;
}

static int
dynamic(const ev_run *r, const ev_cell *c)
{
	const cJSON *v = ev_get(c->compile, "dynamic");

	v = v ? v : as_json_at(r->manifest, "torch_compile_config.dynamic");
	return cJSON_IsBool(v) ? cJSON_IsTrue(v) : -1;
}

static void
after(ev_facts *x, const cJSON *o, const char *key, int keyed, const char *file, const char *field)
{
	const cJSON *v = ev_get(o, key);

	if (x->after || !cJSON_IsObject(v))
		return;
	x->after = v;
	x->after_keyed = keyed;
	snprintf(x->after_where, sizeof x->after_where, "%.250s:%s", file, field);
}

/* Counters after the mode: those of the cell itself, of the mode, or of its model and dtype. */
static void
find_counters(ev_facts *x)
{
	const ev_mode *m = x->c->in;
	const cJSON *v = ev_get(x->c->compile, "dynamo_counters_after_compile");

	x->stage = cJSON_IsObject(v) ? v : NULL;
	after(x, x->c->compile, "dynamo_counters_after_cell", 1, x->c->file,
	    "compile.dynamo_counters_after_cell");
	if (!m || !m->doc)
		return;
	after(x, m->doc, "dynamo_counters", 0, m->file, "dynamo_counters");
	after(x, ev_meta_of(x->r, x->c), "dynamo_counters", 1, m->file,
	    "compile_metas[*].dynamo_counters");
}

/* cached_kernels of triton_evidence_MODEL.json; NaN. */
static double
cached(ev_run *r, const char *model, char *file, size_t size)
{
	const char *name = as_base_name(model);
	cJSON *o;
	double n = NAN;
	as_err e;

	snprintf(file, size, "triton_evidence_%.*s.json", (int)strcspn(name, ":"), name);
	if (as_json_read(ev_path(r, file), &o, &e) == 0) {
		n = ev_num(o, "cached_kernels");
		cJSON_Delete(o);
	}
	return n;
}

/* Kernels after this model and after the one before it in the manifest. */
static void
find_kernels(ev_facts *x, ev_run *r)
{
	const char *model = x->c->model, *before = NULL;
	const size_t n = strcspn(model, ":");
	const cJSON *m;
	char file[256];

	x->kernels = cached(r, model, x->kernels_file, sizeof x->kernels_file);
	x->kernels_before = NAN;
	if (isnan(x->kernels))
		return;
	cJSON_ArrayForEach(m, ev_get(r->manifest, "models")) {
		const char *path = ev_str(m, "path");

		if (!*path || (strlen(path) == n && strncmp(path, model, n) == 0))
			break;
		before = path;
	}
	if (before)
		x->kernels_before = cached(r, before, file, sizeof file);
}

int
ev_is_mine(const ev_facts *x, const ev_counters *c)
{
	/* without counters of the compile stage: what else could it be of? */
	return !x->s.nweight && c->nweight && x->all->one_model ? 1 : ev_counters_same_model(c, &x->s);
}

void
ev_gather(ev_facts *x, ev_run *r, const ev_cell *c, long limit)
{
	const double recorded = ev_num(c->compile, "recompile_limit");
	const ev_mode *m = c->in;

	x->r = r;
	x->c = c;
	x->eager = ev_eager_of(r, c);
	ev_torch_read(&x->torch, r, c);
	x->limit = limit;
	x->dynamic = dynamic(r, c);
	find_counters(x);
	ev_counters_read(&x->s, x->stage);
	if (x->after && m && x->after == ev_get(m->doc, "dynamo_counters"))
		x->a = m->of->counters;
	else
		ev_counters_read(&x->a, x->after);
	/* one model under two dtypes has the same weights' shapes */
	x->twins = ev_twins(r, c);
	x->a_is_mine = ev_is_mine(x, &x->a);
	if (x->twins && x->a_is_mine == 1 && !x->after_keyed)
		x->a_is_mine = -1;
	x->head = x->s.head;
	for (m = r->mode; !x->twins && m < r->mode + r->nmode; m++)
		if (ev_is_mine(x, &m->of->counters) == 1) {
			x->counted = 1;
			x->head = x->s.nweight || x->head ? x->head : m->of->counters.head;
		}
	x->counted |= x->a_is_mine == 1;
	if (recorded >= 0 && recorded <= EV_MAX_TOKENS) {
		x->limit = (long)recorded;
		x->limit_recorded = 1;
	}
	if (c->claims)
		find_kernels(x, r);
	if (r->own && c->claims && c->doc && cJSON_IsArray(ev_get(c->doc, "samples"))) {
		ev_shelf *s = ev_shelf_of(r, c);

		if (x->recompile && s && !s->again)
			ev_recompile(r, s);
		x->shelf = s;
	}
	ev_find_sized(x);
	ev_find_timed(x);
}

long
ev_rows_of(const ev_facts *x, const ev_cell *c, double tokens)
{
	const char *scope = ev_str(ev_get(x->r->manifest, "tokenization"), "pad_scope");
	double most = c->longest;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	if (x->all->pad <= 0)
		return (long)tokens;
	for (size_t i = 0; i < n && strcmp(scope, "global") == 0; i++)
		if (strcmp(kind[i].mode, c->mode) == 0 && kind[i].longest > most)
			most = kind[i].longest;
	return ((long)most / x->r->batch + x->all->pad - 1) / x->all->pad * x->all->pad * x->r->batch;
}

double
ev_new_tokens(const ev_facts *x, const ev_cell *c, size_t sample)
{
	const double n = ev_num(x->r->manifest, "max_new_tokens");

	if (strcmp(c->mode, "kv_decode") == 0)
		return c->v[sample].tokens;
	return n >= 0 && n <= EV_MAX_TOKENS ? n * (double)x->r->batch : NAN;
}

double
ev_prompt_of(const ev_facts *x, const ev_cell *c, size_t sample)
{
	const ev_cell *o;

	if (strcmp(c->mode, "e2e_kv") == 0)
		return c->v[sample].tokens - ev_new_tokens(x, c, sample);
	if ((o = ev_other_mode(x->r, c, "prefill")) && o->n == c->n)
		return o->v[sample].tokens;
	if ((o = ev_other_mode(x->r, c, "e2e_kv")) && o->n == c->n)
		return o->v[sample].tokens - c->v[sample].tokens;
	return NAN;
}
