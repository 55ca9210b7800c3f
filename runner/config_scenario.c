/* Scenarios: the built-in ones, and mappings with lengths, text or ids. */
#include "config_impl.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"

/* Lengths as GPT-2's tokenizer counted TR117's prompts. */
int
rr_scenario_named(rr_scenario *s, const char *name)
{
	static const struct { const char *name, *set; int n; long length[2]; } known[] = {
		{"single_micro", "micro", 2, {1, 1}}, {"single_short", "short", 2, {9, 11}},
		{"single_medium", "medium", 2, {17, 19}}, {"single_long", "long", 2, {25, 27}},
		{"stress_single", "stress", 1, {51, 0}},
	};
	int64_t n;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0) {
			memset(s, 0, sizeof *s);
			snprintf(s->name, sizeof s->name, "%s", name);
			snprintf(s->set, sizeof s->set, "%s", known[i].set);
			s->n = known[i].n;
			memcpy(s->length, known[i].length, sizeof known[i].length);
			return 0;
		}
	if (strncmp(name, "context_", 8) == 0 && strlen(name) < sizeof s->name &&
	    as_int_parse(name + 8, strlen(name + 8), &n) == AS_NUM_OK && n >= 1 && n <= 1 << 20) {
		*s = (rr_scenario){.set = "context", .n = 1, .length = {(long)n}};
		snprintf(s->name, sizeof s->name, "%s", name);
		return 0;
	}
	return -1;
}

static int
full(rr_reader *r, const yaml_node_t *n)
{
	return r->c->scenario[r->c->nscenario].n == RR_MAX_PROMPTS ?
	    as_fail(r->e, r->path, rr_line_of(n), "scenarios: more than %d prompts", RR_MAX_PROMPTS) : 0;
}

static int
take_length(rr_reader *r, yaml_node_t *n)
{
	rr_scenario *s = &r->c->scenario[r->c->nscenario];

	if (full(r, n) < 0 || rr_take_int(r, n, "lengths", 1, 1 << 20, &s->length[s->n]) < 0)
		return -1;
	s->n++;
	return 0;
}

static int
take_text(rr_reader *r, yaml_node_t *n)
{
	rr_scenario *s = &r->c->scenario[r->c->nscenario];
	const char *text = rr_scalar(r, n, "text");

	if (!text || full(r, n) < 0)
		return -1;
	if (!*text)
		return as_fail(r->e, r->path, rr_line_of(n), "text: an empty prompt");
	if (!(s->text[s->n] = strdup(text)))
		return as_nomem(r->e);
	s->n++;
	return 0;
}

static int
take_id(rr_reader *r, yaml_node_t *n)
{
	rr_scenario *s = &r->c->scenario[r->c->nscenario];
	long id;

	if (rr_take_int(r, n, "ids", 0, INT32_MAX, &id) < 0)
		return -1;
	s->ids[s->n][s->length[s->n]++] = (int32_t)id;
	return 0;
}

/* The ids of one prompt. */
static int
take_ids(rr_reader *r, yaml_node_t *n)
{
	rr_scenario *s = &r->c->scenario[r->c->nscenario];
	size_t most = n->type == YAML_SEQUENCE_NODE ?
	    (size_t)(n->data.sequence.items.top - n->data.sequence.items.start) : 0;

	if (full(r, n) < 0)
		return -1;
	if (!(s->ids[s->n] = malloc(most * sizeof *s->ids[0] + 1)))
		return as_nomem(r->e);
	if (rr_list(r, n, "ids", take_id) < 0)
		return -1;
	s->n++;
	return 0;
}

static int
take_scenario_key(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_scenario *s = &r->c->scenario[r->c->nscenario];
	const int text = strcmp(key, "text") == 0 || strcmp(key, "prompts") == 0,
	    lengths = strcmp(key, "lengths") == 0, sequence = v->type == YAML_SEQUENCE_NODE;

	(void)section;
	if (strcmp(key, "name") == 0)
		return rr_take_str(r, v, key, s->name, sizeof s->name);
	if (strcmp(key, "prompt_set") == 0)
		return rr_take_str(r, v, key, s->set, sizeof s->set);
	if (!text && !lengths && strcmp(key, "ids") != 0) {
		*known = 0;
		return 0;
	}
	if (s->n)
		return as_fail(r->e, r->path, rr_line_of(v),
		    "%s: a scenario has one of lengths, text, prompts and ids", key);
	if (lengths)
		return rr_list(r, v, key, take_length);
	if (text)
		return v->type == YAML_SCALAR_NODE ? take_text(r, v) : rr_list(r, v, key, take_text);
	/* a list of numbers is one prompt, a list of lists several */
	if (sequence && v->data.sequence.items.start < v->data.sequence.items.top &&
	    yaml_document_get_node(&r->doc, *v->data.sequence.items.start)->type == YAML_SEQUENCE_NODE)
		return rr_list(r, v, key, take_ids);
	return take_ids(r, v);
}

int
rr_take_scenario(rr_reader *r, yaml_node_t *n)
{
	rr_config *c = r->c;
	rr_scenario *s = &c->scenario[c->nscenario];

	if (c->nscenario == RR_MAX_SCENARIOS)
		return as_fail(r->e, r->path, rr_line_of(n), "scenarios: more than %d", RR_MAX_SCENARIOS);
	memset(s, 0, sizeof *s);
	if (n->type == YAML_SCALAR_NODE) {
		if (rr_scenario_named(s, (const char *)n->data.scalar.value) < 0)
			return rr_bad(r, n, "scenarios",
			    "single_micro, single_short, single_medium, single_long, stress_single, context_N, "
			    "or a mapping with name and lengths, text or ids");
	} else {
		if (rr_each(r, n, "scenarios", take_scenario_key) < 0)
			return -1;
		if (!s->name[0] || !s->n || strchr(s->name, '/') || s->name[0] == '.')
			return as_fail(r->e, r->path, rr_line_of(n),
			    "scenarios: a scenario needs a plain name, and lengths, text or ids");
		if (!s->set[0])
			memcpy(s->set, s->name, sizeof s->set);
	}
	for (int i = 0; i < c->nscenario; i++)
		if (strcmp(c->scenario[i].name, s->name) == 0)
			return as_fail(r->e, r->path, rr_line_of(n), "scenarios: %s occurs twice", s->name);
	c->nscenario++;
	return 0;
}
