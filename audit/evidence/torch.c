#include "torch.h"

const char *const ev_word_name[EV_NWORDS] = {"eager", "compiled", "mixed", "graph", "compiling",
	    "torchscript", "unknown"};

int
ev_in_phase(const cJSON *sample, const char *phase)
{
	const char *is = ev_str(sample, "phase");

	return strcmp(*is ? is : "timed", phase) == 0;
}

/* The graphs or codes of a list, whose numbers ascend by sign. */
static void
number(ev_run *r, const cJSON *list, const char *key, int sign, struct ev_called **to, size_t *n,
    const char **bad)
{
	const cJSON *v;

	if (!(*to = as_alloc(&r->keep, ((size_t)cJSON_GetArraySize(list) + 1) * sizeof **to)))
		return;
	cJSON_ArrayForEach(v, list) {
		struct ev_called *g = &(*to)[*n];

		*g = (struct ev_called){.of = v, .at = sign * ev_num(v, key),
		    .is_other = strcmp(ev_str(v, "backend"), "inductor") != 0,
		    .is_resumed = cJSON_IsTrue(ev_get(v, "resume")) ||
		        strstr(ev_str(v, "function"), "torch_dynamo_resume_in") != NULL};
		if (!(g->at >= (sign < 0)) || (*n > 0 && !(g->at > g[-1].at)))
			*bad = "the graphs or codes of the record are not numbered in order";
		++*n;
	}
}

static int
by_number(const void *key, const void *member)
{
	const double a = *(const double *)key, b = ((const struct ev_called *)member)->at;

	return (a > b) - (a < b);
}

static int
is_code(const cJSON *event)
{
	return cJSON_IsNumber(event) && event->valuedouble < 0;
}

/* What an event calls; NULL: a border, or nothing that the record lists. */
static struct ev_called *
called(const ev_torch *t, const cJSON *event)
{
	const double i = cJSON_IsNumber(event) ? event->valuedouble : NAN, at = fabs(i);

	return isnan(i) ? NULL : bsearch(&at, i < 0 ? t->code : t->graph, i < 0 ? t->ncode : t->ngraph,
	    sizeof *t->graph, by_number);
}

void
ev_torch_read(ev_torch *t, ev_run *r, const ev_cell *c)
{
	const cJSON *s, *v;

	*t = (ev_torch){.of = ev_get(c->doc, "recorder")};
	if (!cJSON_IsObject(t->of))
		return;
	t->holds = cJSON_IsTrue(ev_get(t->of, "holds"));
	t->precompiled = cJSON_IsTrue(ev_get(t->of, "precompiled")) &&
	    cJSON_IsTrue(as_json_at(r->manifest, "dynamo_config.caching_precompile"));
	number(r, ev_get(t->of, "graphs"), "graph", 1, &t->graph, &t->ngraph, &t->bad);
	number(r, ev_get(t->of, "codes"), "code", -1, &t->code, &t->ncode, &t->bad);
	cJSON_ArrayForEach(s, ev_get(c->doc, "samples"))
		cJSON_ArrayForEach(v, ev_get(s, "events")) {
			struct ev_called *g = called(t, v);

			if (g)
				g->calls += !(ev_num(s, "process") > 1); /* another process counts its own */
			else if (!cJSON_IsNull(v))
				t->bad = "a sample calls a graph or code that the record does not list";
		}
}

const char *
ev_torch_broken(const ev_torch *t)
{
	const cJSON *broken = ev_get(t->of, "broken");

	return broken && cJSON_IsString(broken->child) ? broken->child->valuestring : NULL;
}

ev_step
ev_torch_steps(const cJSON *sample)
{
	const cJSON *events = ev_get(sample, "events"), *outside = ev_get(sample, "outside");

	return (ev_step){cJSON_IsArray(events) ? events->child : NULL,
	    cJSON_IsArray(outside) ? outside->child : NULL, 1};
}

/* Behind the next null. */
static const cJSON *
next_step(const cJSON *item)
{
	while (item && !cJSON_IsNull(item))
		item = item->next;
	return item ? item->next : NULL;
}

ev_word
ev_torch_step(const ev_torch *t, const cJSON *s, ev_step *step)
{
	const int checked = cJSON_IsArray(ev_get(s, "outside"));
	const int outside = step->outside && !cJSON_IsNull(step->outside);
	const cJSON *event = step->event;
	size_t graphs = 0, code = 0, bare = 0, bare_inductor = 0, resumed = 0;

	for (; event && !cJSON_IsNull(event); event = event->next) {
		const struct ev_called *g = called(t, event);
		/* the code of a graph runs right after its call */
		const int is_bare = !is_code(event->next);

		code += is_code(event);
		if (!g || is_code(event))
			continue;
		graphs++;
		bare += is_bare;
		bare_inductor += is_bare && !g->is_other;
		resumed += g->is_resumed;
	}
	*step = (ev_step){event ? event->next : NULL, next_step(step->outside), event != NULL};
	if (!t->holds)
		return EV_W_UNKNOWN;
	if (ev_num(s, "new_graphs") > 0 || ev_num(s, "attempts") > 0)
		return EV_W_COMPILING;
	if (graphs + code == 0)
		return cJSON_IsTrue(ev_get(s, "script")) ? EV_W_TORCHSCRIPT : EV_W_EAGER;
	if (bare_inductor || (!graphs && !t->precompiled))
		return EV_W_UNKNOWN;
	if (!code)
		return EV_W_GRAPH;
	if (bare || resumed || outside)
		return EV_W_MIXED;
	return checked ? EV_W_COMPILED : EV_W_UNKNOWN;
}
