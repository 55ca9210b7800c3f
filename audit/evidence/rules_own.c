/* Rules on what assay-run(5) adds: what served each sample, and hashes. */
#include "rules.h"
#include "served.h"

static void
add(ev_finding *f, double n, const char *what)
{
	size_t len = strlen(f->text);

	if (n > 0)
		snprintf(f->text + len, sizeof f->text - len, "; %.0f %s", n, what);
}

/* Why the record of PyTorch leaves samples unknown. */
static const char *
why_unknown(const ev_torch *t)
{
	const char *broken = ev_torch_broken(t), *why = ev_str(ev_get(t->of, "check"), "why");

	return broken ? broken : *why ? why :
	    "no pass under the profiler checked what ran outside its graphs";
}

ev_finding *
ev_served(const ev_facts *x, ev_finding *f)
{
	/* what no compiled code served, in words */
	static const struct { const char *word, *what; } other[] =
	    {{"mixed", "ran in part outside compiled code"},
	    {"compiling", "fell into compiling"},
	    {"graph", "ran a graph that is not compiled code"}, {"torchscript", "ran TorchScript"}};
	enum { NOTHER = sizeof other / sizeof *other };
	const cJSON *list = ev_get(x->c->doc, "samples"), *s, *v;
	double code = 0, all = 0, inside = 0, over = 0, fell = 0, unknown = 0, of[NOTHER] = {0};
	size_t i = 0;

	for (size_t k = 0; !x->c->doc && k < x->c->n; k++)
		unknown += x->c->v[k].served && strcmp(x->c->v[k].served, "unknown") == 0;
	if ((f->n = unknown) > 0)
		return ev_unknown(ev_where(f, x->c->csv, "served"), "of %.0f of %zu rows it is unknown what "
		    "served them", unknown, x->c->n);
	if (!cJSON_IsArray(list) || !list->child)
		return ev_unknown(f, "samples do not record what served them");
	ev_where(f, x->c->file, "samples[*].served");
	cJSON_ArrayForEach(s, list) {
		const char *served = ev_str(s, "served"), *one = NULL;
		size_t kinds = 0;

		i++;
		if (!ev_in_phase(s, "timed"))
			continue;
		cJSON_ArrayForEach(v, ev_get(s, "steps"))
			if (cJSON_IsNumber(v) && v->valuedouble > 0) {
				all += v->valuedouble;
				code += as_served_compiled(v->string) ? v->valuedouble : 0;
				one = v->string;
				kinds++;
			}
		if (!*served || !kinds)
			return ev_unknown(f, "sample %zu does not record what served it", i - 1);
		if (kinds == 1 ? strcmp(served, one) != 0 : strcmp(served, "mixed") != 0)
			return ev_alarm(ev_where(f, x->c->file, "samples[*].steps"), "sample %zu says '%.20s', its "
			    "steps say '%.20s'", i - 1, served, kinds == 1 ? one : "mixed");
		unknown += ev_count(s, "steps.unknown");
		for (size_t k = 0; k < NOTHER; k++)
			of[k] += ev_count(ev_get(s, "steps"), other[k].word);
		inside += ev_count(s, "compiled_inside");
		over += ev_count(s, "reasons.recompile_limit");
		fell += ev_count(s, "reasons.fallback");
	}
	if (!(all > 0))
		return ev_unknown(f, "there is no timed sample");
	if (unknown > 0)
		return ev_unknown(f, "of %.0f of %.0f forwards it is unknown what served them: %.200s", unknown,
		    all, why_unknown(&x->torch));
	f->k = code;
	f->n = all;
	f->in_part = of[0] > 0;
	if (code == all)
		ev_holds(f, "compiled code served all %.0f forwards", all);
	else
		ev_fails(f, "compiled code served %.0f of %.0f forwards", code, all);
	for (size_t k = 0; k < NOTHER; k++)
		add(f, of[k], other[k].what);
	add(f, over, "exceeded the recompile limit");
	add(f, fell, "fell back");
	add(f, inside, inside == 1 ? "artifact was compiled inside timed regions" :
	    "artifacts were compiled inside timed regions");
	return f;
}

ev_finding *
ev_hashes(const ev_facts *x, ev_finding *f)
{
	const char *found = x->all->hashes ? x->all->hashes : "";

	if (!cJSON_IsArray(ev_get(x->r->manifest, "files"))) {
		/* what assay-run(5) adds to a sample comes with a manifest that lists every file */
		if (x->c->doc && as_json_at(x->c->doc, "samples[0].start_ns"))
			return ev_alarm(ev_where(f, x->c->file, "samples"),
			    "the run file is of assay-run(5), but no manifest lists its files");
		return ev_unknown(f, "the manifest lists no hashes");
	}
	ev_where(f, "manifest.json", "files");
	if (cJSON_IsFalse(ev_get(x->r->manifest, "complete")))
		return ev_fails(f, "the run was not finished");
	if (x->all->hashes_bad)
		return ev_alarm(f, "%s", found);
	return ev_holds(f, "%s", found);
}
