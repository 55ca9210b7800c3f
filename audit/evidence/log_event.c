/* What torch's compiler logs, in its versions: see tests/labelaudit_log.sh for each. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "log_impl.h"

enum { ONE = 0, CONTEXT = 20, TRACE = 400 }; /* lines below that may explain an event; TRACE: at the end of a traceback */

/* Opens an event: 1, or -1. */
static int
opens(log_reader *r, log_event what, const char *reason, size_t n, const char *where, int lines, as_err *e)
{
	return log_begin(r, what, reason, n, where, lines, e) ? 1 : -1;
}

/* Up to what follows a reason: instances, places, lists. */
static size_t
reason_length(const char *s)
{
	static const char *const end[] = {" (", ". Found", ". found", " Found from", ". Consider", ": "};
	size_t n = strlen(s);

	for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
		const char *p = strstr(s, end[i]);

		if (p && (size_t)(p - s) < n)
			n = (size_t)(p - s);
	}
	while (n && s[n - 1] == '.')
		n--;
	return n;
}

/* A guard without the number of the cache entry before it ("0/7: ") and the line of
 * code behind it ("   # x.sin()"). */
static const char *
guard(const char *s, size_t *n)
{
	size_t k = strspn(s, "0123456789/");
	const char *code;

	if (k && s[k] == ':' && memchr(s, '/', k))
		s += k + 1 + strspn(s + k + 1, " ");
	code = strstr(s, "  # ");
	*n = code ? (size_t)(code - s) : strlen(s);
	return s;
}

/* "some.module.NameError: text": what ends a traceback. */
static int
is_exception(const char *m)
{
	static const char *const end[] = {"Error", "Exception", "Failed", "Missing", "Unsupported"};
	size_t n = 0;

	while (isalnum((unsigned char)m[n]) || m[n] == '_' || m[n] == '.')
		n++;
	for (size_t i = 0; m[n] == ':' && i < sizeof end / sizeof *end; i++)
		if (n > strlen(end[i]) && strncmp(m + n - strlen(end[i]), end[i], strlen(end[i])) == 0)
			return 1;
	return 0;
}

static int
is_limit(log_reader *r, as_err *e)
{
	static const char *const name[] = {"hit config.recompile_limit", "hit config.cache_size_limit",
	    "hit config.accumulated_recompile_limit", "hit config.accumulated_cache_size_limit"};
	/* raised: after the warning, which is missing only where the logger is silent */
	static const char *const raised[] = {"FailOnRecompileLimitHit: ", "FailOnCacheLimitHit: ", "CacheLimitExceeded: ",
	    "RecompileLimitExceeded: ", "Unsupported: cache_size_limit reached", "Unsupported: recompile_limit reached"};
	log_open *o;
	const char *p;

	for (size_t i = 0; i < sizeof raised / sizeof *raised; i++)
		if ((p = strstr(r->m, raised[i]))) {
			p = strstr(p, ": ") + 2;
			return r->warned ? 1 : opens(r, LOG_LIMIT, p, strlen(p), "", ONE, e);
		}
	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		if ((p = strstr(r->m, name[i]))) {
			if (!(o = log_begin(r, LOG_LIMIT, "", 0, "", CONTEXT, e)))
				return -1;
			r->warned = 1;
			p = strchr(p, '(');
			o->x.amount = p ? strtod(p + 1, NULL) : 0;
			return 1;
		}
	if ((p = strstr(r->m, "hit recompilation cache limit ("))) { /* torchdynamo before torch 1.13: all in one line */
		const char *q = strstr(p, " for function "), *due = strstr(p, ", due to the following guard failures: ");

		if (!(o = log_begin(r, LOG_LIMIT, due ? due + 39 : "", due ? strlen(due + 39) : 0, "", ONE, e)))
			return -1;
		r->warned = 1;
		o->x.amount = strtod(strchr(p, '(') + 1, NULL);
		if (q)
			o->x.where = log_keep(r, q + 14, due && due > q ? (size_t)(due - q - 14) : strlen(q + 14));
		return 1;
	}
	return 0;
}

static int
is_skip(log_reader *r, as_err *e)
{
	const char *p = NULL, *q = r->m;

	while ((q = strcasestr(q, "skipping cudagraph"))) { /* some versions say it twice */
		q += strlen("skipping cudagraph");
		q += *q == 's';
		q += *q == ' ';
		p = strncmp(q, "due to ", 7) == 0 ? q + 7 : strncmp(q, "for ", 4) == 0 ? q + 4 : p;
	}
	if (p) {
		size_t n = reason_length(p);

		if (n > 4 && strncmp(p, "['", 2) == 0 && strncmp(p + n - 2, "']", 2) == 0) { /* torch 2.0 prints a list */
			p += 2;
			n -= 4;
		}
		return opens(r, LOG_SKIP, p, n, "", ONE, e);
	}
	if ((p = strstr(r->m, "Unable to hit fast path of CUDAGraphs because of ")))
		return opens(r, LOG_SKIP, p + 49, reason_length(p + 49), "", ONE, e);
	return 0;
}

static int
is_recompile(log_reader *r, as_err *e)
{
	const char *p, *q;
	log_open *o;
	size_t n;

	if (strstr(r->m, "Detected recompile when torch.compile stance is ")) {
		p = strstr(r->m, "stance is ");
		q = strstr(p, ". filename: ");
		return opens(r, LOG_RECOMPILE, p, q ? (size_t)(q - p) : strlen(p), q ? q + 2 : "", ONE, e);
	}
	if (!(p = strstr(r->m, "Recompiling function ")))
		return 0;
	p += 21;
	if (!(q = strstr(p, "guard failure: ")) && !(q = strstr(p, "guard failures: ")))
		return opens(r, LOG_RECOMPILE, "", 0, p, CONTEXT, e);
	/* torch 2.0 prints a tuple: ('Recompiling ...', "triggered by ...") */
	q = strstr(q, ": ") + 2;
	n = strlen(q);
	n -= n > 2 && (strcmp(q + n - 2, "\")") == 0 || strcmp(q + n - 2, "')") == 0) ? 2 : 0;
	if (!(o = log_begin(r, LOG_RECOMPILE, q, n, "", ONE, e)))
		return -1;
	n = strcspn(p, "'");
	if (strncmp(p + n, "', ", 3) != 0) /* no tuple: one line */
		n = strstr(p, " triggered by") ? (size_t)(strstr(p, " triggered by") - p) : strlen(p);
	o->x.where = log_keep(r, p, n);
	return 1;
}

/* The compilation that a prefix is of: "[3/0]"; "" where it names none. */
static size_t
compile_id(const char *prefix, const char **id)
{
	*id = "";
	for (const char *p = prefix; (p = strchr(p, '[')); p++) {
		size_t n = strspn(p + 1, "0123456789/_!");

		if (n && p[1 + n] == ']' && memchr(p, '/', n)) {
			*id = p;
			return n + 2;
		}
	}
	return 0;
}

/* The open warning of a break ("consider setting ...") that this line says again:
 * torch warns, and logs the break where TORCH_LOGS asks for it. */
static log_open *
hinted(log_reader *r)
{
	for (size_t i = 0; i < r->nopen; i++) {
		const char *a, *b;
		size_t n = compile_id(r->record, &a);

		if (r->open[i].hint && compile_id(r->open[i].prefix, &b) == n && strncmp(a, b, n) == 0)
			return &r->open[i];
	}
	return NULL;
}

static int
is_break(log_reader *r, as_err *e)
{
	const char *m = r->m, *p, *q;
	log_open *o = hinted(r);
	size_t line;

	/* a break that was logged before says so in brackets */
	if ((p = strstr(m, "Graph break")) && p[11] == ' ' && (q = strstr(p, " in user code at ")) && (q == p + 11 || (p[12] == '(' && q[-1] == ')'))) {
		if (o) {
			line = o->x.line;
			r->nopen--;
			memmove(o, o + 1, (size_t)(r->open + r->nopen - o) * sizeof *o);
			if (!(o = log_begin(r, LOG_BREAK, "", 0, q + 17, CONTEXT, e)))
				return -1;
			o->x.line = line;
			return 1;
		}
		return opens(r, LOG_BREAK, "", 0, q + 17, CONTEXT, e);
	}
	if (strncmp(m, "Graph break from ", 17) == 0) {
		if (!(o = log_begin(r, LOG_BREAK, m + 12, strlen(m + 12), "", CONTEXT, e)))
			return -1;
		o->hint = 1;
		return 1;
	}
	if (strncmp(m, "Graph break: ", 13) == 0) {
		q = strstr(m + 12, " from user code at");
		if (q == m + 12 && o)
			return 1;
		if (q == m + 12) /* torch 2.1 to 2.3 end a traceback with the reason */
			return opens(r, LOG_BREAK, "", 0, "", TRACE, e);
		return opens(r, LOG_BREAK, m + 13, q ? (size_t)(q - m - 13) : strlen(m + 13), "", ONE, e);
	}
	if ((p = strstr(m, "Graph break due to ")))
		return opens(r, LOG_BREAK, p + 19, reason_length(p + 19), "", ONE, e);
	return 0;
}

static int
is_fallback(log_reader *r, as_err *e)
{
	static const char *const phrase[] = {"falling back to eager", "falling back to aot_eager", "falling back to PyTorch", "fallback to eager", "fall back to eager",
	    "converting frame raised error, suppressing error"};
	const char *p;

	if (strstr(r->m, "You can suppress this exception and fall back to eager by setting")) /* a hint: nothing fell back */
		return 1;
	if ((p = strstr(r->m, "WON'T CONVERT ")) || (p = strstr(r->m, "WONT CONVERT ")))
		return opens(r, LOG_FALLBACK, "", 0, strchr(p, ' ') + 9, TRACE, e);
	for (size_t i = 0; i < sizeof phrase / sizeof *phrase; i++)
		if (strcasestr(r->m, phrase[i]))
			return opens(r, LOG_FALLBACK, phrase[i], strlen(phrase[i]), r->m, ONE, e);
	return 0;
}

/* What is raised where compiling fails. In the record of a fallback it is its reason. */
static int
is_error(log_reader *r, as_err *e)
{
	static const char *const phrase[] = {"BackendCompilerFailed: ", "InductorError: ", "TritonMissing: ", "Cannot find a working triton installation",
	    "accessing tensor output of CUDAGraphs that has been overwritten", "torch.compile is not supported", "Dynamo is not supported", "not yet supported for torch.compile"};

	for (size_t i = 0; i < r->nopen; i++)
		if (r->open[i].left > 0 && (r->open[i].x.event == LOG_FALLBACK || r->open[i].x.event == LOG_ERROR) && log_same_record(r, &r->open[i]))
			return 0;
	for (size_t i = 0; i < sizeof phrase / sizeof *phrase; i++) {
		const char *p = strstr(r->m, phrase[i]), *end = r->m + strlen(r->m);

		if (!p)
			continue;
		while (p > r->m && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
			p--;
		if (end - p > 9 && strcmp(end - 9, " raised: ") == 0)
			end--;
		if (end - p > 8 && strncmp(end - 8, " raised:", 8) == 0)
			return opens(r, LOG_ERROR, "", 0, p, 3, e);
		return opens(r, LOG_ERROR, p, (size_t)(end - p), "", ONE, e);
	}
	return 0;
}

int
log_starts(log_reader *r, as_err *e)
{
	static int (*const is[])(log_reader *, as_err *) = {is_limit, is_skip, is_recompile, is_break};
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < sizeof is / sizeof *is; i++)
		rc = is[i](r, e);
	if (rc == 0 && strstr(r->m, "Reason: ")) { /* of a break; it may be that a function falls back */
		log_explains(r);
		return is_fallback(r, e) < 0 ? -1 : 1;
	}
	if (rc == 0)
		rc = is_fallback(r, e);
	return rc ? rc : is_error(r, e);
}

static void
reason(log_reader *r, log_open *o, const char *s, size_t n)
{
	o->x.reason = log_keep(r, s, n);
	o->next = 0;
	o->done = 1;
	if (o->x.event != LOG_FALLBACK) /* whose traceback goes on */
		o->left = 0;
}

static void
explain(log_reader *r, log_open *o)
{
	const char *m = r->m, *p = NULL;
	size_t n;

	if (o->done)
		return;
	if (o->next) {
		if (*m)
			reason(r, o, m, strlen(m));
		return;
	}
	switch (o->x.event) {
	case LOG_LIMIT:
		if ((p = strstr(m, "function: "))) {
			o->x.where = log_keep(r, p + 10, strlen(p + 10));
			return;
		}
		if ((p = strstr(m, "last reason: ")))
			p = guard(p + 13, &n);
		else if ((p = strstr(m, "reasons: ")))
			p = guard(p + 9 + strspn(p + 9, " "), &n);
		break;
	case LOG_RECOMPILE:
		if ((p = strstr(m, "guard failure: ")))
			p = guard(p + 15, &n);
		else if (m[0] == '-' && m[1] == ' ')
			p = guard(m + 2, &n);
		break;
	case LOG_BREAK:
		if (o->hint || (!(p = strstr(m, "Reason: ")) && !(p = strstr(m, "exc.Unsupported: "))))
			return;
		p = strchr(p, ':') + 2;
		n = strlen(p);
		/* torch 2.15: "... when attempting to trace CALL: a function call, e.g. f(x, y):", and below it why */
		o->next = strncmp(p, "Encountered graph break", 23) == 0 && n && p[n - 1] == ':';
		if (o->next) {
			o->x.reason = log_keep(r, p, n);
			return;
		}
		break;
	default: /* the first exception of its traceback; "... raised:" has what was raised below it */
		if (o->x.event == LOG_FALLBACK && !is_exception(m))
			return;
		n = strlen(m);
		if (o->x.event == LOG_FALLBACK && n > 8 && (strcmp(m + n - 8, " raised:") == 0 || strcmp(m + n - 8, "raised: ") == 0)) {
			o->x.reason = log_keep(r, m, n);
			o->next = 1;
			return;
		}
		p = *m ? m : NULL;
	}
	if (p)
		reason(r, o, p, n);
}

void
log_explains(log_reader *r)
{
	/* a line with no prefix goes on with the last event */
	for (size_t i = 0; i < r->nopen; i++) {
		log_open *o = &r->open[i];

		if (o->left > 0 && (log_same_record(r, o) || (r->m == r->record + strspn(r->record, " \t") && i + 1 == r->nopen)))
			explain(r, o);
		if (o->left > 0 && (!*o->prefix || !log_same_record(r, o)))
			o->left--;
	}
}
