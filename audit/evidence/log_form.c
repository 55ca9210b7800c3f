#include "log_form.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_prefix.h"

int
log_is_exception(const char *m)
{
	static const char *const end[] = {"Error", "Exception", "Failed", "Missing", "Unsupported", "LimitHit", "LimitExceeded"};
	size_t n = 0;

	while (isalnum((unsigned char)m[n]) || m[n] == '_' || m[n] == '.')
		n++;
	for (size_t i = 0; m[n] == ':' && i < sizeof end / sizeof *end; i++)
		if (n >= strlen(end[i]) && strncmp(m + n - strlen(end[i]), end[i], strlen(end[i])) == 0)
			return 1;
	return 0;
}

const char *
log_guard(const char *s, size_t *n)
{
	size_t k = strspn(s, "0123456789/");
	const char *code;

	if (k && s[k] == ':' && memchr(s, '/', k))
		s += k + 1 + strspn(s + k + 1, " ");
	code = strstr(s, "  # ");
	*n = code ? (size_t)(code - s) : strlen(s);
	return s;
}

int
log_place(const char *s, char *out, size_t size)
{
	const char *p = strstr(s, "File \""), *q = p ? strstr(p + 6, "\", line ") : NULL;

	if (!q || !isdigit((unsigned char)q[8]))
		return 0;
	snprintf(out, size, "%.*s:%.*s", (int)(q - p - 6), p + 6, (int)strspn(q + 8, "0123456789"), q + 8);
	return 1;
}

enum { TRIES = 16 }; /* a line that quotes a text as often is none of torch's */

/* The first such text of a line that is not quoted. */
static const char *
said(const char *line, const char *text)
{
	const char *p = strstr(line, text);

	for (int i = 0; p && log_quoted(line, p); p = i++ < TRIES ? strstr(p + strlen(text), text) : NULL)
		;
	return p;
}

static void
set_reason(log_form *f, const char *s, size_t n)
{
	f->reason = s;
	f->nreason = n;
}

static void
set_where(log_form *f, const char *s, size_t n)
{
	f->where = s;
	f->nwhere = n;
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
	while (n && (s[n - 1] == '.' || isspace((unsigned char)s[n - 1])))
		n--;
	return n;
}

/* Forms of a fixed text and what follows it: the reason, to its end or cut, or the place. */
static int
is_simple(const char *line, log_form *f)
{
	enum { WHOLE, CUT, PLACE };
	static const struct { log_event event; const char *text; size_t from; int is, lines, raised; } form[] = {
		{LOG_LIMIT, "FailOnRecompileLimitHit: ", 25, WHOLE, ONE, 1}, {LOG_LIMIT, "FailOnCacheLimitHit: ", 21, WHOLE, ONE, 1},
		{LOG_LIMIT, "CacheLimitExceeded: ", 20, WHOLE, ONE, 1}, {LOG_LIMIT, "RecompileLimitExceeded: ", 24, WHOLE, ONE, 1},
		{LOG_LIMIT, "Unsupported: cache_size_limit reached", 13, WHOLE, ONE, 1}, {LOG_LIMIT, "Unsupported: recompile_limit reached", 13, WHOLE, ONE, 1},
		{LOG_PARTITION, "cudagraph partition due to ", 27, CUT, STACK, 0}, /* 2.9, 2.10 */
		{LOG_SKIP, "Unable to hit fast path of CUDAGraphs because of ", 49, CUT, ONE, 0},
		{LOG_BREAK, "Graph break due to ", 19, CUT, ONE, 0}, {LOG_BREAK, "Graph break for an optree", 16, CUT, ONE, 0},
		{LOG_FALLBACK, "WON'T CONVERT ", 14, PLACE, TRACE, 0}, {LOG_FALLBACK, "WONT CONVERT ", 13, PLACE, TRACE, 0},
		{LOG_FALLBACK, "converting frame raised error, suppressing error", 0, WHOLE, ONE, 0}};

	for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
		const char *p = said(line, form[i].text), *s = p ? p + form[i].from : NULL;

		if (!p)
			continue;
		*f = (log_form){.event = form[i].event, .at = p, .lines = form[i].lines, .raised = form[i].raised};
		if (form[i].is == PLACE)
			set_where(f, s, strlen(s));
		else
			set_reason(f, s, form[i].is == CUT ? reason_length(s) : strlen(s));
		return 1;
	}
	return 0;
}

static int
is_limit(const char *line, log_form *f)
{
	const char *p, *q, *due;
	char *end;

	if ((p = said(line, "torch._dynamo hit config."))) {
		q = p + 25 + strspn(p + 25, "abcdefghijklmnopqrstuvwxyz_");
		f->amount = strncmp(q, " (", 2) == 0 ? strtod(q + 2, &end) : 0;
		f->at = p;
		f->lines = CONTEXT;
		f->doubted = log_in_prose(line, p);
		return f->amount > 0 && *end == ')' && (end[1] == '\0' || (isspace((unsigned char)end[1]) && !isgraph((unsigned char)end[2])));
	}
	if (!(p = said(line, "dynamo hit recompilation cache limit ("))) /* before torch 1.13: all in one line */
		return 0;
	q = strstr(p, " for function "), due = strstr(p, ", due to the following guard failures: ");
	f->amount = strtod(strchr(p, '(') + 1, NULL);
	f->at = p;
	if (due)
		set_reason(f, due + 39, strlen(due + 39));
	if (q)
		set_where(f, q + 14, due && due > q ? (size_t)(due - q - 14) : strlen(q + 14));
	return 1;
}

static int
is_partition(const char *line, log_form *f)
{
	const char *p, *q;

	f->event = LOG_PARTITION;
	if ((p = said(line, ": reason=")) && (q = strstr(p, ", ir="))) { /* from 2.11 */
		set_reason(f, p + 9, (size_t)(q - p - 9));
		while (p > line && !isspace((unsigned char)p[-1]))
			p--;
		f->lines = STACK;
	} else if ((p = said(line, "Partition ")) && (q = strstr(p, "below minimum size ")) && strstr(q, ", skipping cudagraph"))
		set_reason(f, q, strcspn(q, ","));
	else
		return 0;
	f->at = p;
	return 1;
}

static int
is_skip(const char *line, log_form *f)
{
	const char *p = NULL, *q = f->at = said(line, "skipping cudagraph");
	size_t n;

	f->event = LOG_SKIP;
	while (q && (q = strstr(q, "skipping cudagraph"))) { /* some versions say it twice */
		q += strlen("skipping cudagraph");
		q += *q == 's';
		p = strncmp(q, " due to ", 8) == 0 ? q + 8 : strncmp(q, " for ", 5) == 0 ? q + 5 : p;
	}
	if (!p)
		return 0;
	n = reason_length(p);
	f->lines = strstr(p, "Found from") ? STACK : ONE;
	if (n > 4 && strncmp(p, "['", 2) == 0 && strncmp(p + n - 2, "']", 2) == 0) { /* torch 2.0 prints a list */
		p += 2;
		n -= 4;
	}
	set_reason(f, p, n);
	return 1;
}

static int
is_recompile(const char *line, log_form *f)
{
	const char *p, *q, *in;
	size_t n;

	f->event = LOG_RECOMPILE;
	if ((f->at = said(line, "Detected recompile when torch.compile stance is "))) {
		p = strstr(f->at, "stance is ");
		q = strstr(p, ". filename: ");
		set_reason(f, p, q ? (size_t)(q - p) : strlen(p));
		if (q)
			set_where(f, q + 2, strlen(q + 2));
		return 1;
	}
	if (!(p = strstr(line, "('Recompiling function ")) && !(p = said(line, "Recompiling function "))) /* to torch 2.1 a tuple: ('Recompiling ...', "triggered by ...") */
		return 0;
	f->at = p;
	if (p - line >= 16 && strncmp(p - 16, "RecompileError: ", 16) == 0)
		for (f->raised = 1, f->at -= 16; f->at > line && !isspace((unsigned char)f->at[-1]); )
			f->at--;
	p += *p == '(' ? 23 : 21;
	if (!(in = strstr(p, " in ")) || !strchr(in, ':'))
		return 0;
	n = strcspn(p, "'");
	if (strncmp(p + n, "', ", 3) != 0)
		n = strstr(p, " triggered by") ? (size_t)(strstr(p, " triggered by") - p) : strlen(p);
	set_where(f, p, n);
	if (!(q = strstr(p, "guard failure: ")) && !(q = strstr(p, "guard failures: "))) {
		f->lines = CONTEXT;
		f->doubted = log_in_prose(line, f->at);
		return 1;
	}
	q = strstr(q, ": ") + 2;
	n = strlen(q);
	n -= n > 2 && (strcmp(q + n - 2, "\")") == 0 || strcmp(q + n - 2, "')") == 0) ? 2 : 0;
	set_reason(f, q, n);
	return 1;
}

static int
is_break(const char *line, log_form *f)
{
	const char *p = said(line, "Graph break"), *q;

	f->event = LOG_BREAK;
	if (!p)
		return 0;
	f->at = p;
	f->doubted = log_in_prose(line, p);
	p += 11;
	/* one that was logged before says so in brackets */
	if (*p == ' ' && (q = strstr(p, " in user code at ")) && (q == p || (p[1] == '(' && q[-1] == ')'))) {
		set_where(f, q + 17, strlen(q + 17));
		f->lines = CONTEXT;
		return 1;
	}
	if (strncmp(p, " from `", 7) == 0) {
		set_reason(f, p + 1, strlen(p + 1));
		f->lines = CONTEXT;
		f->hint = 1;
		return 1;
	}
	if (strncmp(p, ": ", 2) == 0) {
		p += 1;
		q = strstr(p, " from user code at");
		if (q == p || (q && strncmp(p, " skip:", 6) == 0 && q == p + 6)) { /* from 2.3 on a traceback ends with the reason */
			f->lines = TRACE;
			f->skips = q != p; /* "skip: " tells that the whole frame falls back */
			return 1;
		}
		set_reason(f, p + 1, q ? (size_t)(q - p - 1) : strlen(p + 1));
		f->lines = q ? STACK : strstr(p, "cannot properly resume") ? TRACE : ONE;
		return 1;
	}
	return 0;
}

static int
is_fallback(const char *line, log_form *f)
{
	static const char *const what[] = {"back to eager", "back to aot_eager", "back to PyTorch", "allback to eager"};
	static const char *const verb[] = {"alling ", "ell ", "will fall ", "xplicitly fall "};
	static const char *const of[] = {"ompil", "ynamo", "nductor", "riton", "raph break"}; /* it is compilation */
	const char *p, *q;

	f->event = LOG_FALLBACK;
	if (strstr(line, "No ops traced")) /* there was nothing to compile */
		return 0;
	for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
		int is = i == 3;

		if (!(p = said(line, what[i])))
			continue;
		for (size_t k = 0; k < sizeof verb / sizeof *verb; k++) {
			size_t n = strlen(verb[k]);

			is |= (size_t)(p - line) >= n && strncmp(p - n, verb[k], n) == 0;
		}
		q = strstr(line, " skip "); /* "torch.compile ... skip the frame f (a.py line 3) and fall back to eager." */
		is |= q && q < p && p - line > 9 && strncmp(p - 9, "and fall ", 9) == 0;
		/* of compilation, and to eager execution: attention has a way that is called eager, too */
		q = p + strlen(what[i]);
		if (!is || strstr(q, "attention") || strncmp(q, " implementation", 15) == 0)
			continue;
		for (size_t k = 0; k < sizeof of / sizeof *of; k++)
			for (q = line; (q = strstr(q, of[k])) && q < p; q++)
				f->at = q > f->at ? q : f->at;
		if (!f->at)
			continue;
		while (f->at > line && (isalnum((unsigned char)f->at[-1]) || strchr("._/", f->at[-1])))
			f->at--;
		set_where(f, f->at, strlen(f->at));
		q = p - (p > line && p[-1] == ' ');
		while (q > line && isalpha((unsigned char)q[-1]))
			q--;
		set_reason(f, q, (size_t)(p - q) + strlen(what[i]));
		return 1;
	}
	return 0;
}

/* What is raised where compiling fails. */
static int
is_error(const char *line, log_form *f)
{
	static const char *const module[] = {"torch._dynamo.", "torch._inductor.", "torch._functorch.", "torch.fx.experimental.", "triton.",
	    "BackendCompilerFailed: ", "InductorError: ", "TritonMissing: "};
	static const char *const text[] = {"Error: Cannot find a working triton installation", "Error: Error: accessing tensor output of CUDAGraphs that has been overwritten",
	    "Error: torch.compile is not supported", "Error: Dynamo is not supported", "not yet supported for torch.compile"};
	const char *p = NULL, *end = line + strlen(line);
	int tries = 0;

	f->event = LOG_ERROR;
	for (size_t i = 0; !p && i < sizeof module / sizeof *module; i++)
		for (const char *q = line; !p && tries < TRIES && (q = strstr(q, module[i])); q += strlen(module[i]))
			if (log_is_exception(q) && ++tries && !log_quoted(line, q) && (q == line || (!isalnum((unsigned char)q[-1]) && !strchr("._/", q[-1]))))
				p = q;
	for (size_t i = 0; !p && i < sizeof text / sizeof *text; i++)
		if ((p = said(line, text[i])))
			while (p > line && !isspace((unsigned char)p[-1]))
				p--;
	if (!p)
		return 0;
	f->at = p;
	f->lines = TRACE;
	while (end > p && isspace((unsigned char)end[-1]))
		end--;
	if (end - p > 8 && strncmp(end - 8, " raised:", 8) == 0) {
		set_where(f, p, (size_t)(end - p));
		return 1;
	}
	set_reason(f, p, (size_t)(end - p));
	return 1;
}

int
log_form_find(const char *line, log_form *f)
{
	static int (*const is[])(const char *, log_form *) = {is_limit, is_simple, is_partition, is_skip, is_recompile, is_break, is_fallback, is_error};

	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		*f = (log_form){.event = LOG_LIMIT};
		if (is[i](line, f))
			return 1;
	}
	return 0;
}
