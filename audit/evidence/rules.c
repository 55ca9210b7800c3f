#include "rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "gcd.h"
#include "json.h"
#include "meta.h"

enum { MOST_PROMPTS = 1024 }; /* in a call */

const ev_rule ev_rules[EV_NRULES] = {
	[EV_R_BACKEND] = {"backend", "the compile backend is recorded and is the one asked for", ev_backend},
	[EV_R_FALLBACK] = {"fallback", "no fallback is recorded", ev_fallback},
	[EV_R_COUNTERS] = {"counters", "counters of its mode and model come after the compile stage", ev_counted},
	[EV_R_SNAPSHOT] = {"snapshot", "counters were taken after this cell, and are no copy", ev_snapshot},
	[EV_R_EMPTY] = {"empty", "counters are not empty where compilation is claimed", ev_empty},
	[EV_R_SHAPES] = {"shapes", "every timed shape is among the shapes that were compiled", ev_shapes},
	[EV_R_LIMIT] = {"limit", "the cell does not come after the recompile limit was reached", ev_limit},
	[EV_R_FRAMES] = {"frames", "every frame that was attempted was captured", ev_frames},
	[EV_R_COMPILE_TIME] = {"compile-time", "there was time for a compile before the first timed sample", ev_compile_time},
	[EV_R_SPEED] = {"speed", "the cell has not the speed of its uncompiled counterpart", ev_speed},
	[EV_R_DECODE] = {"decode", "the steps of decode were compiled", ev_decode},
	[EV_R_SERVED] = {"served", "each sample records what served it, and it was compiled code", ev_served},
	[EV_R_GRAPHS] = {"graphs", "no capture of a graph was skipped", ev_graphs},
	[EV_R_KERNELS] = {"kernels", "the kernel cache grew while the model was compiled", ev_kernels},
	[EV_R_ERRORS] = {"errors", "no row has an error", ev_errors},
	[EV_R_SAMPLES] = {"samples", "there are as many samples as the design promises", ev_samples},
	[EV_R_WORK] = {"work", "compared groups did equal work", ev_work},
	[EV_R_ORDER] = {"order", "backends were interleaved or randomised, not in fixed order", ev_order},
	[EV_R_DRIFT] = {"drift", "the last third of a cell is as fast as the first, within 1.2", ev_drift},
	[EV_R_ENVIRONMENT] = {"environment", "all runs given have the same environment", ev_environment},
	[EV_R_MANIFEST] = {"manifest", "the configuration that the cell claims is in the manifest", ev_manifest},
	[EV_R_DEVICE] = {"device-time", "device time is not above wall time", ev_device},
	[EV_R_CLOCK] = {"clock", "time goes forwards, and a cell lasts as long as its samples", ev_clock},
	[EV_R_ROWS] = {"rows", "metrics.csv and the run file say the same", ev_rows},
	[EV_R_RATE] = {"rate", "tokens a second follow from tokens and latency", ev_rate},
	[EV_R_TOKENS] = {"tokens", "one prompt has one number of tokens", ev_tokens},
	[EV_R_DIGITS] = {"digits", "latencies and device times have the digits of their clocks", ev_digits},
	[EV_R_MIXED] = {"mixed", "all files are of one run", ev_mixed},
	[EV_R_FILES] = {"files", "every file and cell that is promised is there", ev_files},
	[EV_R_HASHES] = {"hashes", "every file has the size and SHA-256 that the manifest gives", ev_hashes},
	[EV_R_OBJECTS] = {"objects", "stored sources, objects, kernels, guards and samples agree", ev_objects},
	[EV_R_RECOMPILED] = {"recompiled", "stored sources, compiled anew, give the stored code", ev_recompiled},
	[EV_R_COUNTS] = {"counts", "counters, stored artifacts and samples count the same", ev_counts},
	[EV_R_OUTPUTS] = {"outputs", "one prompt gives one output, and two prompts give two", ev_outputs},
};

static void
vset(ev_finding *f, ev_state s, const char *fmt, va_list ap)
{
	f->state = s;
	vsnprintf(f->text, sizeof f->text, fmt, ap);
}

void
ev_set(ev_finding *f, ev_state s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vset(f, s, fmt, ap);
	va_end(ap);
}

void
ev_alarm(ev_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vset(f, EV_FAILS, fmt, ap);
	va_end(ap);
	f->alarm = 1;
}

void
ev_where(ev_finding *f, const char *file, const char *field)
{
	snprintf(f->where, sizeof f->where, "%.200s%s%.100s", file ? file : "", file && field && *field ? ":" : "", field ? field : "");
}

void
ev_list(char *buf, size_t size, const long *v, size_t n)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < n && len + 24 < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%ld", i == 0 ? "" : i + 1 == n ? " and " : ", ", v[i]);
}

int
ev_is_decode(const ev_cell *c)
{
	return strcmp(c->mode, "kv_decode") == 0 || strcmp(c->mode, "e2e_kv") == 0;
}

static const cJSON *
dynamic(const ev_ctx *x)
{
	const cJSON *v = x->c->compile ? cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamic") : NULL;

	if (!v && x->r->manifest)
		v = as_json_at(x->r->manifest, "torch_compile_config.dynamic");
	return v;
}

int
ev_is_dynamic(const ev_ctx *x)
{
	return cJSON_IsTrue(dynamic(x));
}

int
ev_is_static(const ev_ctx *x)
{
	return cJSON_IsFalse(dynamic(x));
}

static void
after(ev_ctx *x, const cJSON *v, int keyed, const char *file, const char *field)
{
	if (x->after || !cJSON_IsObject(v))
		return;
	x->after = v;
	x->after_keyed = keyed;
	snprintf(x->after_where, sizeof x->after_where, "%.250s:%s", file, field);
}

/* Counters after the mode: those of the cell itself, of the mode, or of its model and dtype. */
static void
find_counters(ev_ctx *x)
{
	const ev_mode *m = ev_mode_of(x->r, x->c->mode);
	const cJSON *meta = ev_meta_of(x->r, x->c), *v;

	v = cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamo_counters_after_compile");
	x->stage = cJSON_IsObject(v) ? v : NULL;
	v = cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamo_counters_after_cell");
	after(x, v, 1, x->c->file, "compile.dynamo_counters_after_cell");
	if (!m || !m->doc)
		return;
	v = cJSON_GetObjectItemCaseSensitive(m->doc, "dynamo_counters");
	after(x, v, 0, m->file, "dynamo_counters");
	v = cJSON_GetObjectItemCaseSensitive(meta, "dynamo_counters");
	after(x, v, 1, m->file, "compile_metas[*].dynamo_counters");
}

/* Sizes of the prompts of prefill that claim to be compiled: each prompt's own or,
 * with pad, what the longest of its cell is padded to. */
static size_t
prompt_sizes(const ev_ctx *x, long pad, long *v, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *c = &x->r->cell[i];

		if (!c->claims || strcmp(c->mode, "prefill") != 0)
			continue;
		for (size_t k = 0; k < c->n; k++) {
			long t = pad ? ((long)c->longest + pad - 1) / pad * pad : (long)c->v[k].tokens;

			if (c->v[k].ok && c->v[k].tokens > 0 && n < max && !ev_has(v, n, t))
				v[n++] = t;
		}
	}
	return n;
}

/* Whether each of v is by times one of in. */
static int
all_among(const long *v, size_t n, const long *in, size_t nin, long by)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] % by || !ev_has(in, nin, v[i] / by))
			return 0;
	return 1;
}

/* Padding by the manifest. Where that does not speak of it, and a size was compiled that is no prompt's own,
 * or one of a prompt was not though no limit was reached: the smallest power of two
 * that divides all compiled sizes and to whose multiples padded prompts have all of
 * them. (A size that it serves, any larger one that does as well serves too.) Else,
 * and where the manifest does speak of padding, of two compiled sizes or more the
 * number of prompts in a call that makes all of them those of prompts. */
static void
find_padding(ev_ctx *x)
{
	ev_run *r = x->r;
	const cJSON *on = as_json_at(x->r->manifest, "tokenization.pad_to_max_length");
	const cJSON *to = as_json_at(x->r->manifest, "tokenization.pad_to_multiple_of");
	const ev_mode *m = ev_mode_of(x->r, "prefill");
	long g = 0, own[EV_MAX_DIMS], padded[EV_MAX_DIMS];
	size_t n, k;
	int own_only, unseen = 0;
	ev_counters c;

	r->pad_read = 1;
	r->batch = 1;
	r->pad_recorded = r->manifest && cJSON_GetObjectItemCaseSensitive(x->r->manifest, "tokenization") != NULL;
	if (cJSON_IsTrue(on))
		r->pad = cJSON_IsNumber(to) && to->valuedouble >= 1 && to->valuedouble <= EV_MAX_TOKENS ? (long)to->valuedouble : 1;
	if (!m || !m->doc || (r->pad && cJSON_IsString(as_json_at(r->manifest, "tokenization.pad_scope"))))
		return;
	ev_counters_read(&c, cJSON_GetObjectItemCaseSensitive(m->doc, "dynamo_counters"), 0);
	for (size_t i = 0; i < c.ntokens; i++)
		g = (long)as_gcd(c.tokens[i], g);
	n = prompt_sizes(x, r->pad, own, EV_MAX_DIMS);
	own_only = all_among(c.tokens, c.ntokens, own, n, 1);
	if (g <= 1 || (own_only && (c.limit_hits > 0 || all_among(own, n, c.tokens, c.ntokens, 1))))
		return;
	for (long d = 2; d <= g && !r->pad && !r->pad_recorded; d *= 2) {
		k = prompt_sizes(x, d, padded, EV_MAX_DIMS);
		if (g % d == 0 && all_among(c.tokens, c.ntokens, padded, k, 1) && (!own_only || all_among(padded, k, c.tokens, c.ntokens, 1)))
			r->pad = d;
	}
	for (long d = 2; d <= g && d <= MOST_PROMPTS && !own_only && (!r->pad || r->pad_recorded) && r->batch == 1 && c.ntokens > 1; d++)
		if (g % d == 0 && all_among(c.tokens, c.ntokens, own, n, d))
			r->batch = d;
	for (size_t i = 0; i < r->ncell; i++)
		unseen |= r->cell[i].claims && strcmp(r->cell[i].mode, "prefill") == 0 && r->cell[i].nok < r->cell[i].n;
	r->sizes_odd = unseen && !own_only && r->batch == 1 && (!r->pad || r->pad_recorded);
}

static void
ev_facts(ev_ctx *x)
{
	const cJSON *v = x->c->compile ? cJSON_GetObjectItemCaseSensitive(x->c->compile, "recompile_limit") : NULL;
	long head;

	find_counters(x);
	head = ev_counters_head(x->stage);
	ev_counters_read(&x->s, x->stage, 0);
	ev_counters_read(&x->a, x->after, head);
	x->a_is_mine = ev_counters_same_model(&x->a, &x->s);
	/* one model under two dtypes has the same weights' shapes */
	x->twins = ev_twins(x->r, x->c);
	if (x->twins && x->a_is_mine == 1 && !x->after_keyed)
		x->a_is_mine = -1;
	if (cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble <= EV_MAX_TOKENS) {
		x->limit = (long)v->valuedouble;
		x->limit_recorded = 1;
	}
	if (!x->r->pad_read)
		find_padding(x);
	x->pad = x->r->pad;
	x->pad_recorded = x->r->pad_recorded;
	x->k = x->n = NAN;
}

long
ev_rows_of(const ev_ctx *x, const ev_cell *c, double tokens)
{
	const cJSON *scope;
	double most;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	if (x->pad <= 0)
		return (long)tokens;
	most = c->longest;
	scope = as_json_at(x->r->manifest, "tokenization.pad_scope");
	if (cJSON_IsString(scope) && strcmp(scope->valuestring, "global") == 0)
		for (size_t i = 0; i < n; i++)
			if (strcmp(kind[i].mode, c->mode) == 0 && kind[i].longest > most)
				most = kind[i].longest;
	return ((long)most + x->pad - 1) / x->pad * x->pad;
}

double
ev_new_tokens(const ev_ctx *x, size_t sample)
{
	const cJSON *v = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "max_new_tokens") : NULL;

	if (strcmp(x->c->mode, "kv_decode") == 0)
		return x->c->v[sample].tokens;
	return cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble <= EV_MAX_TOKENS ? v->valuedouble : NAN;
}

double
ev_prompt_of(const ev_ctx *x, size_t sample)
{
	const ev_cell *c = x->c, *o;

	if (strcmp(c->mode, "prefill") == 0)
		return c->v[sample].tokens;
	if (strcmp(c->mode, "e2e_kv") == 0)
		return c->v[sample].tokens - ev_new_tokens(x, sample);
	if ((o = ev_other_mode(x->r, c, "prefill")) && o->n == c->n)
		return o->v[sample].tokens;
	if ((o = ev_other_mode(x->r, c, "e2e_kv")) && o->n == c->n)
		return o->v[sample].tokens - c->v[sample].tokens;
	return NAN;
}

ev_state
ev_rule25(const ev_ctx *x, const char **why)
{
	const cJSON *k = x->c->compile, *b = k ? cJSON_GetObjectItemCaseSensitive(k, "backend") : NULL;

	*why = "";
	if (!x->c->doc) {
		*why = "no run file with a compile block";
		return EV_FAILS;
	}
	if (!k || !cJSON_IsString(b))
		*why = "no compile.backend";
	else if (strcmp(b->valuestring, "inductor") != 0 && !(x->r->own && strcmp(b->valuestring, "codegen") == 0))
		*why = "compile.backend is not inductor";
	else if (!x->stage)
		*why = "no compile.dynamo_counters_after_compile";
	else if (cJSON_GetObjectItemCaseSensitive(k, "fallback_from") || cJSON_GetObjectItemCaseSensitive(k, "fallback_error"))
		*why = "a fallback is recorded";
	else
		return EV_HOLDS;
	return EV_FAILS;
}

void
ev_check(ev_ctx *x)
{
	ev_facts(x);
	for (int i = 0; i < EV_NRULES; i++) {
		x->f[i] = (ev_finding){.state = EV_UNKNOWN};
		ev_rules[i].check(x, &x->f[i]);
	}
}
