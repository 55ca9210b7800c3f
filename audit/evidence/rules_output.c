/* Rule on outputs: assay-run(5) keeps the hash of each sample's tokens and
 * logits. An output that stands beside another prompt is of another call. */
#include "rules.h"

typedef struct { const char *tokens, *logits, *served; long prompt; } output;

static output
output_of(const cJSON *s)
{
	const double p = ev_num(s, "prompt");

	return (output){ev_str(s, "token_sha256"), ev_str(s, "logits_sha256"), ev_str(s, "served"),
	    fabs(p) < 1e6 ? (long)p : -1};
}

/* Two prompts of one cell are the same text: then their outputs are. */
static int
same_prompt(const ev_cell *c, long a, long b)
{
	const cJSON *ids = as_json_at(c->doc, "spec.prompt_ids");

	if (a == b || !cJSON_IsArray(ids))
		return a == b;
	return as_json_same(cJSON_GetArrayItem(ids, (int)a), cJSON_GetArrayItem(ids, (int)b));
}

/* The first sample of a prompt in another cell, a timed one. */
static int
find(const ev_cell *c, long prompt, output *out)
{
	const cJSON *s;

	cJSON_ArrayForEach(s, ev_get(c->doc, "samples")) {
		*out = output_of(s);
		if (out->prompt == prompt && strcmp(ev_str(s, "phase"), "warmup") != 0)
			return 1;
	}
	return 0;
}

/* Whether two prompts have logits of their own without compilation: in a small
 * model they may coincide. */
static int
apart(const ev_cell *o, long p, long q)
{
	output a, b;

	return o && find(o, p, &a) && find(o, q, &b) && strcmp(a.logits, b.logits) != 0;
}

/* Within the cell. */
static ev_finding *
within(const ev_cell *c, const ev_cell *o, ev_finding *f)
{
	const cJSON *s, *t;
	size_t i = 0;
	ev_finding *found = NULL;

	cJSON_ArrayForEach(s, ev_get(c->doc, "samples")) {
		output a = output_of(s);
		size_t j = 0;

		/* against the first of each prompt and path that differ: few */
		cJSON_ArrayForEach(t, ev_get(c->doc, "samples")) {
			output b;

			if (t == s || j >= 64)
				break;
			b = output_of(t);
			if (*a.logits && b.prompt >= 0 && same_prompt(c, a.prompt, b.prompt)) {
				if (strcmp(a.served, b.served) == 0 && strcmp(a.logits, b.logits) != 0)
					return ev_alarm(f, "samples %zu and %zu have the same prompt and were served "
					    "alike, but have different logits", j, i);
			} else if (*a.logits && strcmp(a.logits, b.logits) == 0 && apart(o, a.prompt, b.prompt)) {
				/* unless a prompt has two outputs, which is worse */
				found = ev_fails(f, "samples %zu and %zu have different prompts but the same "
				    "logits, unlike in %.60s", j, i, o->backend);
			}
			j++;
		}
		i++;
	}
	return found;
}

/* Against the same prompts without compilation, by what the cell says of its
 * equivalence. */
static ev_finding *
against(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c, *o = x->eager;
	const cJSON *equal = as_json_at(c->doc, "equivalence.tokens_equal"),
	    *most = as_json_at(c->doc, "equivalence.max_over_max");
	const cJSON *s;
	size_t i = 0;

	if (!c->claims || !o || !ev_same_family(o->backend, c->backend))
		return NULL;
	cJSON_ArrayForEach(s, ev_get(c->doc, "samples")) {
		output a = output_of(s), b;

		if (strcmp(ev_str(s, "phase"), "warmup") != 0 && find(o, a.prompt, &b)) {
			if (cJSON_IsTrue(equal) && strcmp(a.tokens, b.tokens) != 0)
				return ev_alarm(f, "equivalence says that tokens are equal, but those of sample "
				    "%zu are not those of %.60s", i, o->backend);
			if (cJSON_IsNumber(most) && most->valuedouble == 0 && strcmp(a.logits, b.logits) != 0)
				return ev_alarm(f, "equivalence says that logits are the same, but those of sample "
				    "%zu are not those of %.60s", i, o->backend);
		}
		i++;
	}
	return NULL;
}

ev_finding *
ev_outputs(const ev_facts *x, ev_finding *f)
{
	const cJSON *list = ev_get(x->c->doc, "samples");

	if (!cJSON_IsArray(list) || !list->child || !*ev_str(list->child, "logits_sha256"))
		return ev_unknown(f, "samples do not record their outputs");
	ev_where(f, x->c->file, "samples[*].logits_sha256");
	if (within(x->c, x->c->claims ? x->eager : NULL, f) || against(x, f))
		return f;
	return ev_holds(f, "each prompt has its own");
}
