#include "rules.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const ev_rule ev_rules[EV_NRULES] = {
	[EV_R_BACKEND] = {"backend", "the compile backend is recorded and is the one asked for",
	    ev_backend},
	[EV_R_FALLBACK] = {"fallback", "no fallback is recorded", ev_fallback, 1},
	[EV_R_COUNTERS] = {"counters", "counters of its mode and model come after the compile stage",
	    ev_counted, 1},
	[EV_R_SNAPSHOT] = {"snapshot", "counters were taken after this cell, and are no copy",
	    ev_snapshot, 1},
	[EV_R_EMPTY] = {"empty", "counters are not empty where compilation is claimed", ev_empty, 1},
	[EV_R_SHAPES] = {"shapes", "every timed shape is among the shapes that were compiled",
	    ev_shapes, 1},
	[EV_R_LIMIT] = {"limit", "the cell does not come after the recompile limit was reached",
	    ev_limit, 1},
	[EV_R_FRAMES] = {"frames", "every frame that was attempted was captured", ev_frames, 1},
	[EV_R_COMPILE_TIME] = {"compile-time", "there was time for a compile before the first timed "
	    "sample", ev_compile_time, 1},
	[EV_R_SPEED] = {"speed", "the cell has not the speed of its uncompiled counterpart", ev_speed, 1},
	[EV_R_DECODE] = {"decode", "the steps of decode were compiled", ev_decode, 1},
	[EV_R_SERVED] = {"served", "each sample records what served it, and it was compiled code",
	    ev_served},
	[EV_R_GRAPHS] = {"graphs", "no capture of a graph was skipped", ev_graphs, 1},
	[EV_R_KERNELS] = {"kernels", "the kernel cache grew while the model was compiled", ev_kernels, 1},
	[EV_R_ERRORS] = {"errors", "no row has an error", ev_errors},
	[EV_R_SAMPLES] = {"samples", "there are as many samples as the design promises", ev_samples},
	[EV_R_WORK] = {"work", "compared groups did equal work", ev_work},
	[EV_R_ORDER] = {"order", "backends were interleaved or randomised, not in fixed order", ev_order},
	[EV_R_DRIFT] = {"drift", "the last third of a cell is as fast as the first, within 1.2", ev_drift},
	[EV_R_ENVIRONMENT] = {"environment", "all runs given have the same environment", ev_environment},
	[EV_R_MANIFEST] = {"manifest", "the configuration that the cell claims is in the manifest",
	    ev_manifest},
	[EV_R_DEVICE] = {"device-time", "device time is not above wall time, nor far below it in one cell "
	    "alone", ev_device},
	[EV_R_CLOCK] = {"clock", "time goes forwards, and a cell lasts as long as its samples", ev_clock},
	[EV_R_ROWS] = {"rows", "metrics.csv and the run file say the same", ev_rows},
	[EV_R_RATE] = {"rate", "tokens a second follow from tokens and latency", ev_rate},
	[EV_R_TOKENS] = {"tokens", "one prompt has one number of tokens", ev_tokens},
	[EV_R_DIGITS] = {"digits", "latencies and device times have the digits of their clocks, and are "
	    "no copies", ev_digits},
	[EV_R_MIXED] = {"mixed", "all files are of one run", ev_mixed},
	[EV_R_FILES] = {"files", "every file and cell that is promised is there", ev_files},
	[EV_R_HASHES] = {"hashes", "every file has the size and SHA-256 that the manifest gives",
	    ev_hashes},
	[EV_R_OBJECTS] = {"objects", "stored sources, objects, kernels, guards and samples agree",
	    ev_objects},
	[EV_R_RECOMPILED] = {"recompiled", "stored sources, compiled anew, give the stored code",
	    ev_recompiled},
	[EV_R_COUNTS] = {"counts", "counters, stored artifacts and samples count the same", ev_counts, 1},
	[EV_R_OUTPUTS] = {"outputs", "one prompt gives one output, and two prompts give two", ev_outputs},
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
ev_rule25(const ev_facts *x, const char **why)
{
	const cJSON *k = x->c->compile, *b = ev_get(k, "backend");

	*why = "";
	if (!x->c->doc) {
		*why = "no run file with a compile block";
		return EV_FAILS;
	}
	if (!k || !cJSON_IsString(b))
		*why = "no compile.backend";
	else if (strcmp(b->valuestring, "inductor") != 0 &&
	    !(x->r->own && strcmp(b->valuestring, "codegen") == 0))
		*why = "compile.backend is not inductor";
	else if (!x->stage)
		*why = "no compile.dynamo_counters_after_compile";
	else if (ev_get(k, "fallback_from") || ev_get(k, "fallback_error"))
		*why = "a fallback is recorded";
	else
		return EV_HOLDS;
	return EV_FAILS;
}

void
ev_check(const ev_facts *x, ev_finding *f)
{
	for (int i = 0; i < EV_NRULES; i++) {
		f[i] = (ev_finding){.state = EV_UNKNOWN, .k = NAN, .n = NAN};
		if (ev_rules[i].of_claims && !x->c->claims)
			ev_not_asked(&f[i], "the cell does not claim to be compiled");
		else
			ev_rules[i].check(x, &f[i]);
	}
}
