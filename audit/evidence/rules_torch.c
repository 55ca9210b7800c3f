/* Rules on the record of a PyTorch run: each says what follows from one part of it. */
#include "rules.h"

/* Returns f where the record cannot be asked. */
static ev_finding *
no_record(const ev_facts *x, ev_finding *f)
{
	if (!cJSON_IsObject(x->torch.of))
		return ev_not_asked(f, "the cell has no record of PyTorch");
	return x->torch.bad ? ev_alarm(ev_where(f, x->c->file, "samples[*].events"), "%s",
	    x->torch.bad) : NULL;
}

ev_finding *
ev_recorder(const ev_facts *x, ev_finding *f)
{
	const ev_torch *t = &x->torch;
	const cJSON *canary = ev_get(t->of, "canary");
	const char *broken = ev_torch_broken(t);
	const int works = ev_num(canary, "graphs") == 1 && ev_num(canary, "calls") == 2;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "recorder.holds");
	if (t->holds && (cJSON_GetArraySize(ev_get(t->of, "broken")) > 0 || !works))
		return ev_alarm(f, "the recorder's tests are said to hold, but one of them did not");
	if (t->holds)
		return ev_holds(f, "the recorder saw its own compiled function, and each graph was called");
	return ev_fails(f, "the recorder's own tests failed: %.200s", broken ? broken : works ?
	    "no reason is recorded" : "it did not see its own function");
}

/* What the steps of a sample come to, against what it says. */
static ev_finding *
other_word(const ev_torch *t, const cJSON *s, size_t i, ev_finding *f)
{
	const cJSON *events = ev_get(s, "events");
	double n[EV_NWORDS] = {0};
	int kinds = 0, last = EV_W_MIXED;
	ev_step step = ev_torch_steps(s);
	const char *says = ev_str(s, "served");

	if (!cJSON_IsArray(events))
		return ev_alarm(f, "sample %zu does not record what it called", i);
	while (step.more)
		n[ev_torch_step(t, s, &step)]++;
	for (int w = 0; w < EV_NWORDS; w++) {
		double is = ev_count(ev_get(s, "steps"), ev_word_name[w]);

		if (n[w] > 0) {
			kinds++;
			last = w;
		}
		if (n[w] != is)
			return ev_alarm(f, "sample %zu: %.0f steps were %s by what they called, its steps say %.0f", i,
			    n[w], ev_word_name[w], is);
	}
	if (strcmp(says, ev_word_name[kinds > 1 ? EV_W_MIXED : last]) != 0)
		return ev_alarm(f, "sample %zu says '%.20s', but was %s by what it called", i, says,
		    ev_word_name[kinds > 1 ? EV_W_MIXED : last]);
	return NULL;
}

ev_finding *
ev_sequence(const ev_facts *x, ev_finding *f)
{
	const ev_torch *t = &x->torch;
	const int known = strcmp(ev_str(t->of, "cuda_graphs"), "confirmed") == 0 &&
	    cJSON_IsArray(ev_get(x->c->doc, "cuda_event_ms"));
	const cJSON *s;
	size_t i = 0;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "samples[*].events");
	cJSON_ArrayForEach(s, ev_get(x->c->doc, "samples")) {
		const char *graph = ev_str(s, "cuda_graph");

		if (!ev_in_phase(s, "failed") && other_word(t, s, i, f))
			return f;
		if (!known && *graph && strcmp(graph, "none") != 0 && strcmp(graph, "unknown") != 0)
			return ev_alarm(ev_where(f, x->c->file, "samples[*].cuda_graph"), "sample %zu says '%.20s' of "
			    "its CUDA graph, which this version or device does not show", i, graph);
		i++;
	}
	return ev_holds(f, "what served each sample follows from the graphs and the code that it called");
}

/* A sample of the pass under the profiler that ran the same as s. */
static const cJSON *
checked_by(const ev_facts *x, const cJSON *s)
{
	const cJSON *c;

	cJSON_ArrayForEach(c, ev_get(x->c->doc, "samples"))
		if (ev_in_phase(c, "check") && as_json_same(ev_get(c, "events"), ev_get(s, "events")) &&
		    as_json_same(ev_get(c, "outside"), ev_get(s, "outside")) &&
		    !(ev_num(c, "new_graphs") > 0) && !(ev_num(c, "attempts") > 0))
			return c;
	return NULL;
}

ev_finding *
ev_profiled(const ev_facts *x, ev_finding *f)
{
	const cJSON *check = ev_get(x->torch.of, "check"), *s;
	const char *why = ev_str(check, "why");
	size_t i = 0, n = 0, all = 0, passes = 0, checked = 0;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "recorder.check");
	cJSON_ArrayForEach(s, ev_get(x->c->doc, "samples")) {
		const int open = !cJSON_IsArray(ev_get(s, "outside"));

		passes += ev_in_phase(s, "check");
		checked += !ev_in_phase(s, "check") && !ev_in_phase(s, "failed") && !open;
		if (ev_in_phase(s, "timed")) {
			all++;
			n += !open;
			if (!open && !checked_by(x, s))
				return ev_alarm(ev_where(f, x->c->file, "samples[*].outside"), "sample %zu says what ran "
				    "outside its graphs, but no sample of the pass under the profiler ran the same", i);
		}
		i++;
	}
	if (cJSON_IsObject(check) && ev_num(check, "samples") != (double)checked)
		return ev_alarm(f, "the pass under the profiler checks %zu samples, the record says %.0f",
		    checked, ev_num(check, "samples"));
	if (!cJSON_IsObject(check) || passes == 0)
		return ev_unknown(f, "no pass under the profiler shows what ran outside the graphs");
	if (!cJSON_IsTrue(ev_get(check, "equal")))
		return ev_fails(f, "the pass under the profiler ran otherwise: %.200s",
		    *why ? why : "no reason is recorded");
	return ev_holds(f, "the pass under the profiler ran the same; %zu of %zu timed samples are "
	    "checked by it", n, all);
}

/* The largest share of a timed sample that its recorded calls took. */
ev_finding *
ev_cost(const ev_facts *x, ev_finding *f)
{
	const double one = as_json_number(x->torch.of, "cost.event_ns");
	double most = 0, share = as_json_number(x->torch.of, "cost.share");
	const cJSON *s, *v;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "recorder.cost");
	if (!(one >= 0))
		return ev_unknown(f, "what recording costs was not measured");
	cJSON_ArrayForEach(s, ev_get(x->c->doc, "samples")) {
		const double ns = ev_num(s, "end_ns") - ev_num(s, "start_ns");
		double calls = 0; /* of graphs and codes */

		cJSON_ArrayForEach(v, ev_get(s, "events"))
			calls += cJSON_IsNumber(v) != 0;
		if (ev_in_phase(s, "timed") && ns > 0)
			most = fmax(most, calls * one / ns);
	}
	if (!isnan(share) && fabs(share - most) > 1e-6 + 1e-3 * most)
		return ev_alarm(f, "the record says that it costs %.3g%% of a sample at most, its calls say "
		    "%.3g%%", 1e2 * share, 1e2 * most);
	return ev_set(f, most > 0.02 ? EV_FAILS : EV_HOLDS,
	    "recording took %.2g%% of a sample at most, by %.0f ns a call", 1e2 * most, one);
}

/* Whether the manifest lists a file of the cell's run with that SHA-256. */
static int
is_listed(const ev_facts *x, const char *path, const char *sha)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, ev_get(x->r->manifest, "files"))
		if (strcmp(ev_str(v, "path"), path) == 0)
			return strcmp(ev_str(v, "sha256"), sha) == 0;
	return 0;
}

/* Each code that samples called has its source kept, under its own hash. */
ev_finding *
ev_torch_objects(const ev_facts *x, ev_finding *f)
{
	const ev_torch *t = &x->torch;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "recorder.codes");
	for (size_t i = 0; i < t->ncode; i++) {
		const cJSON *v = t->code[i].of;
		const char *sha = ev_str(v, "sha256"), *source = ev_str(v, "source");
		char name[EV_WHERE], path[EV_WHERE];

		if (!(t->code[i].calls > 0))
			continue;
		if (strlen(sha) != 64)
			return ev_unknown(f, "code %.0f ran, but its source was not kept", t->code[i].at);
		snprintf(name, sizeof name, "source/%.64s.py", sha);
		snprintf(path, sizeof path, "%.200s/%.100s", x->c->folder, name);
		if (strcmp(source, name) != 0 || !is_listed(x, path, sha))
			return ev_alarm(f, "code %.0f ran, but the manifest has no source with its SHA-256",
			    t->code[i].at);
	}
	return t->ncode ? ev_holds(f, "the sources of all code that ran are kept, under their SHA-256") :
	    ev_not_asked(f, "no generated code was called");
}

/* How far a counter grew in the cell; NaN. */
static double
grown(const ev_torch *t, const char *path)
{
	return as_json_number(as_json_at(t->of, "counters.after"), path) -
	    ev_count(as_json_at(t->of, "counters.before"), path);
}

/* A count over the samples of the process that the counters are of. */
static double
of_samples(const cJSON *samples, const char *count)
{
	const cJSON *s;
	double sum = 0;

	cJSON_ArrayForEach(s, samples)
		if (!(ev_in_phase(s, "check") && ev_num(s, "process") > 1))
			sum += ev_count(s, count);
	return sum;
}

/* Samples against the counters of torch, and the calls of samples against all calls. */
ev_finding *
ev_torch_counts(const ev_facts *x, ev_finding *f)
{
	static const char *const what[2] = {"graph", "code"};
	const ev_torch *t = &x->torch;
	const cJSON *samples = ev_get(x->c->doc, "samples");
	const double made = of_samples(samples, "new_graphs"), tried = of_samples(samples, "attempts");
	double late = 0;

	if (no_record(x, f))
		return f;
	ev_where(f, x->c->file, "recorder");
	/* a backward graph may be compiled when it is first called: no counter has it */
	for (size_t i = 0; i < t->ncode; i++)
		late += cJSON_IsTrue(ev_get(t->code[i].of, "backward"));
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < (k ? t->ncode : t->ngraph); i++) {
			const struct ev_called *g = k ? &t->code[i] : &t->graph[i];

			if (!(ev_num(g->of, "calls") >= g->calls))
				return ev_alarm(f, "%s %.0f was called %.0f times, but samples have %.0f calls of it",
				    what[k], g->at, ev_num(g->of, "calls"), g->calls);
		}
	if (made > (double)t->ngraph + late)
		return ev_alarm(f, "samples compiled %.0f graphs, but the record lists %zu", made, t->ngraph);
	if (made > grown(t, "stats.unique_graphs") + late)
		return ev_alarm(f, "samples compiled %.0f graphs, but the counters have %.0f more", made,
		    grown(t, "stats.unique_graphs"));
	if (tried > grown(t, "frames.total"))
		return ev_alarm(f, "samples tried %.0f frames, but the counters have %.0f more", tried,
		    grown(t, "frames.total"));
	return ev_holds(f, "graphs, code, counters and samples count the same");
}
