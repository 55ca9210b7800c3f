#include "rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define R(name, id, statement, check, of_claims) \
	[EV_R_##name] = {id, statement, ev_##check, of_claims},

const ev_rule ev_rules[EV_NRULES] = {
	R(BACKEND, "backend", "the compile backend is recorded and is the one asked for", backend, 0)
	R(FALLBACK, "fallback", "no fallback is recorded", fallback, 1)
	R(COUNTERS, "counters",
	    "counters of its mode and model were taken after the compile stage", counted, 1)
	R(SNAPSHOT, "snapshot", "counters were taken after this cell, and are not a copy", snapshot, 1)
	R(EMPTY, "empty", "counters are not empty where compilation is claimed", empty, 1)
	R(SHAPES, "shapes", "every timed shape is among the shapes that were compiled", shapes, 1)
	R(LIMIT, "limit", "the cell does not come after the recompile limit was reached", limit, 1)
	R(FRAMES, "frames", "every frame that was attempted was captured", frames, 1)
	R(COMPILE_TIME, "compile-time", "there was time for a compile before the first timed sample",
	    compile_time, 1)
	R(SPEED, "speed", "the cell does not have the speed of its uncompiled counterpart", speed, 1)
	R(DECODE, "decode", "the steps of decode were compiled", decode, 1)
	R(SERVED, "served", "each sample records what served it, and it was compiled code", served, 0)
	R(GRAPHS, "graphs", "no capture of a graph was skipped", graphs, 1)
	R(KERNELS, "kernels", "the kernel cache grew while the model was compiled", kernels, 1)
	R(ERRORS, "errors", "no row has an error", errors, 0)
	R(SAMPLES, "samples", "there are as many samples as the design promises", samples, 0)
	R(WORK, "work", "the groups that are compared did equal work", work, 0)
	R(ORDER, "order", "backends were interleaved or randomised, not in fixed order", order, 0)
	R(DRIFT, "drift", "the last third of a cell is as fast as the first, within 1.2", drift, 0)
	R(ENVIRONMENT, "environment", "all runs given have the same environment", environment, 0)
	R(MANIFEST, "manifest", "the configuration that the cell claims is in the manifest", manifest, 0)
	R(DEVICE, "device-time", "device time is not above wall time, nor far below it in one cell alone",
	    device, 0)
	R(CLOCK, "clock", "time goes forwards, and a cell lasts as long as its samples", clock, 0)
	R(ROWS, "rows", "metrics.csv and the run file say the same", rows, 0)
	R(RATE, "rate", "tokens per second follow from tokens and latency", rate, 0)
	R(TOKENS, "tokens", "a prompt always has the same number of tokens", tokens, 0)
	R(DIGITS, "digits",
	    "latencies and device times have the digits of their clocks, and are not copies", digits, 0)
	R(MIXED, "mixed", "all files belong to one run", mixed, 0)
	R(FILES, "files", "every promised file and cell is there", files, 0)
	R(HASHES, "hashes", "every file has the size and SHA-256 that the manifest gives", hashes, 0)
	R(OBJECTS, "objects", "stored sources, objects, kernels, guards and samples agree", objects, 0)
	R(RECOMPILED, "recompiled",
	    "stored sources, compiled again, give the stored code", recompiled, 0)
	R(COUNTS, "counts", "counters, stored artifacts and samples count the same", counts, 1)
	R(OUTPUTS, "outputs", "one prompt gives one output, and two prompts give two", outputs, 0)
	R(RECORDER, "recorder", "the recorder of PyTorch passed its own tests", recorder, 0)
	R(SEQUENCE, "sequence",
	    "what served each sample follows from the graphs and the code that it called", sequence, 0)
	R(PROFILER, "profiler", "an untimed pass under the profiler ran the same as the timed one",
	    profiled, 0)
	R(COST, "cost", "recording took no more than 2% of a sample", cost, 0)
};

ev_finding *
ev_set(ev_finding *f, ev_state s, const char *fmt, ...)
{
	va_list ap;

	f->state = s;
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof f->text, fmt, ap);
	va_end(ap);
	return f;
}

ev_finding *
ev_alarm(ev_finding *f, const char *fmt, ...)
{
	va_list ap;

	f->state = EV_FAILS;
	f->alarm = 1;
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof f->text, fmt, ap);
	va_end(ap);
	return f;
}

ev_finding *
ev_where(ev_finding *f, const char *file, const char *field)
{
	snprintf(f->where, sizeof f->where, "%.200s%s%.100s", file ? file : "",
	    file && field && *field ? ":" : "", field ? field : "");
	return f;
}

ev_finding *
ev_where_after(ev_finding *f, const ev_facts *x, const char *field)
{
	snprintf(f->where, sizeof f->where, "%.260s%s%s", x->after_where, x->after && *field ? "." : "",
	    x->after ? field : "");
	return f;
}

void
ev_list(char *buf, size_t size, const long *v, size_t n)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < n && len + 24 < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%ld", i == 0 ? "" : i + 1 == n ? " and " : ", ",
		    v[i]);
}

ev_state
ev_rule25(const ev_facts *x)
{
	const cJSON *k = x->c->compile;
	const char *b = ev_str(k, "backend");

	return (strcmp(b, "inductor") == 0 || (x->r->own && strcmp(b, "codegen") == 0)) && x->stage &&
	    !ev_get(k, "fallback_from") && !ev_get(k, "fallback_error") ? EV_HOLDS : EV_FAILS;
}

void
ev_check(const ev_facts *x, ev_finding *f)
{
	for (int i = 0; i < EV_NRULES; i++) {
		const int counted = i == EV_R_COUNTS && x->r->torch; /* of every cell */

		f[i] = (ev_finding){.state = EV_UNKNOWN, .k = NAN, .n = NAN};
		if (ev_rules[i].of_claims && !x->c->claims && !counted)
			ev_not_asked(&f[i], "the cell does not claim to be compiled");
		else
			ev_rules[i].check(x, &f[i]);
	}
}
