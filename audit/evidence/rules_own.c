/* Rules on what assay-run(5) adds: what served each sample, and hashes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "rules.h"

void
ev_served(const ev_facts *x, ev_finding *f)
{
	const cJSON *list = x->c->doc ? cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples") : NULL, *s, *v;
	double code = 0, all = 0, inside = 0, over = 0, fell = 0;
	size_t i = 0;

	if (!cJSON_IsArray(list) || !list->child) {
		ev_set(f, EV_UNKNOWN, "samples do not record what served them");
		return;
	}
	ev_where(f, x->c->file, "samples[*].served");
	cJSON_ArrayForEach(s, list) {
		const cJSON *steps = cJSON_GetObjectItemCaseSensitive(s, "steps"), *in = cJSON_GetObjectItemCaseSensitive(s, "compiled_inside");
		const char *served = ev_str(s, "served"), *one = NULL;
		size_t kinds = 0;

		if (strcmp(ev_str(s, "phase"), "warmup") == 0) {
			i++;
			continue;
		}
		cJSON_ArrayForEach(v, steps)
			if (cJSON_IsNumber(v) && v->valuedouble > 0) {
				all += v->valuedouble;
				code += ev_is_code(v->string) ? v->valuedouble : 0;
				one = v->string;
				kinds++;
			}
		if (!*served || !kinds) {
			ev_set(f, EV_UNKNOWN, "sample %zu does not record what served it", i);
			return;
		}
		if (kinds == 1 ? strcmp(served, one) != 0 : strcmp(served, "mixed") != 0) {
			ev_where(f, x->c->file, "samples[*].steps");
			ev_alarm(f, "sample %zu says '%.20s', its steps say '%.20s'", i, served, kinds == 1 ? one : "mixed");
			return;
		}
		inside += cJSON_IsNumber(in) ? in->valuedouble : 0;
		in = as_json_at(s, "reasons.recompile_limit");
		over += cJSON_IsNumber(in) ? in->valuedouble : 0;
		in = as_json_at(s, "reasons.fallback");
		fell += cJSON_IsNumber(in) ? in->valuedouble : 0;
		i++;
	}
	if (!(all > 0)) {
		ev_set(f, EV_UNKNOWN, "there is no timed sample");
		return;
	}
	f->k = code;
	f->n = all;
	if (code == all)
		ev_set(f, EV_HOLDS, "compiled code served all %.0f forwards", all);
	else
		ev_set(f, EV_FAILS, "compiled code served %.0f of %.0f forwards", code, all);
	if (over > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f came over the recompile limit", over);
	if (fell > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f fell back", fell);
	if (inside > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f artifact%s compiled inside timed regions", inside, inside == 1 ? " was" : "s were");
}

void
ev_hashes(const ev_facts *x, ev_finding *f)
{
	const cJSON *files = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "files") : NULL;
	const cJSON *whole = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "complete") : NULL;

	if (!cJSON_IsArray(files)) {
		/* what assay-run(5) adds to a sample comes with a manifest that lists every file */
		if (x->c->doc && as_json_at(x->c->doc, "samples[0].start_ns")) {
			ev_where(f, x->c->file, "samples");
			ev_alarm(f, "the run file is of assay-run(5), and there is no list of files in a manifest");
		} else
			ev_set(f, EV_UNKNOWN, "the manifest lists no hashes");
		return;
	}
	ev_where(f, "manifest.json", "files");
	if (cJSON_IsFalse(whole))
		ev_set(f, EV_FAILS, "the run was not finished");
	else if (x->all->hashes_bad)
		ev_alarm(f, "%s", x->all->hashes ? x->all->hashes : "?");
	else
		ev_set(f, EV_HOLDS, "%s", x->all->hashes ? x->all->hashes : "");
}
