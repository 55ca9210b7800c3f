/* report.c - see report.h. */
#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

static const struct { const char *name, *says; } verdicts[] = {
	[SRC_WIRED] = {"wired", "the label reaches a compile call, and what is timed uses its result: wired in code, not seen compiled at run time"},
	[SRC_FALLBACK] = {"fallback", "the label reaches a compile call, but where that fails the uncompiled path takes its place in silence"},
	[SRC_CONDITIONAL] = {"conditional", "the label reaches a compile call in some environments only: the source leaves a condition open"},
	[SRC_UNREACHABLE] = {"unreachable", "there is a compile call, but this label does not reach it"},
	[SRC_LABEL_ONLY] = {"label-only", "nothing is compiled under this label, or what is compiled is never used"},
	[SRC_UNKNOWN] = {"unknown", "an edge that could not be followed may hide a compile call"},
};

static const char *const steps[] = {
	[STEP_ENTRY] = "entry", [STEP_CALL] = "call", [STEP_GUARD] = "guard", [STEP_OPEN] = "open", [STEP_TAKEN] = "open",
	[STEP_HANDLER] = "handler", [STEP_COMPILE] = "compile", [STEP_USE] = "use", [STEP_TIMED] = "timed",
	[STEP_OPAQUE] = "opaque", [STEP_ALIAS] = "alias", [STEP_MENTION] = "mention", [STEP_HARMLESS] = "harmless",
};

const char *
src_verdict_name(src_verdict v)
{
	return verdicts[v].name;
}

const char *
src_verdict_says(src_verdict v)
{
	return verdicts[v].says;
}

const char *
src_step_says(step_kind k)
{
	return k == STEP_GUARD ? " is " : k == STEP_OPEN ? ", must be " : k == STEP_TAKEN ? ", taken as " : " = ";
}

const char *
src_step_name(step_kind k)
{
	return steps[k];
}

int
src_report_init(src_report *r, const char *const *label, size_t n)
{
	memset(r, 0, sizeof *r);
	if (!(r->finding = calloc(n + 1, sizeof *r->finding)))
		return -1;
	r->n = n;
	for (size_t i = 0; i < n; i++) {
		r->finding[i].label = label[i];
		r->finding[i].verdict = SRC_UNKNOWN;
	}
	return 0;
}

void
src_steps_free(src_steps *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->step[i].file);
		free(s->step[i].text);
		free(s->step[i].value);
	}
	free(s->step);
	*s = (src_steps){0};
}

void
src_report_free(src_report *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->finding[i].reason);
		src_steps_free(&r->finding[i].chain);
		src_steps_free(&r->finding[i].opaque);
		src_steps_free(&r->finding[i].alias);
		src_steps_free(&r->finding[i].mention);
	}
	free(r->finding);
	src_steps_free(&r->harmless);
	free(r->twin);
	memset(r, 0, sizeof *r);
}

int
src_add(src_steps *s, step_kind kind, const char *file, uint32_t line, const char *text, const char *value)
{
	src_step one = {.kind = kind, .line = line, .file = strdup(file), .text = strdup(text ? text : ""), .value = strdup(value ? value : "")};

	if (!one.file || !one.text || !one.value || as_grow(&s->step, s->n, &s->cap, sizeof *s->step) != 0) {
		free(one.file);
		free(one.text);
		free(one.value);
		return -1;
	}
	for (char *p = one.text; *p; p++)
		if (*p == '\n' || *p == '\r' || *p == '\t')
			*p = ' ';
	s->step[s->n++] = one;
	return 0;
}

int
src_reason(src_finding *f, const char *fmt, ...)
{
	va_list ap;
	int n;

	free(f->reason);
	va_start(ap, fmt);
	n = vasprintf(&f->reason, fmt, ap);
	va_end(ap);
	if (n < 0)
		f->reason = NULL;
	return n < 0 ? -1 : 0;
}

int
src_add_twin(src_report *r, size_t a, size_t b)
{
	src_twin *more = realloc(r->twin, (r->ntwin + 1) * sizeof *more);

	if (!more)
		return -1;
	r->twin = more;
	r->twin[r->ntwin++] = (src_twin){a, b};
	return 0;
}

int
src_status(const src_report *r)
{
	int failed = 0, open = 0;

	for (size_t i = 0; i < r->n; i++) {
		src_verdict v = r->finding[i].verdict;

		failed |= v == SRC_FALLBACK || v == SRC_UNREACHABLE || v == SRC_LABEL_ONLY;
		open |= v == SRC_CONDITIONAL || v == SRC_UNKNOWN;
	}
	return failed ? 1 : open ? 3 : 0;
}
