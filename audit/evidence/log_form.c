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

/* The first such text of a line that is not quoted. */
static const char *
said(const char *line, const char *text)
{
	const char *p = line;

	while ((p = strstr(p, text)) && log_quoted(line, p))
		p += strlen(text);
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

static int
is_limit(const char *line, log_form *f)
{
	static const char *const raised[] = {"FailOnRecompileLimitHit: ", "FailOnCacheLimitHit: ", "CacheLimitExceeded: ",
	    "RecompileLimitExceeded: ", "Unsupported: cache_size_limit reached", "Unsupported: recompile_limit reached"};
	const char *p, *q, *due;
	double amount;
	char *end;

	if ((p = said(line, "torch._dynamo hit config."))) {
		q = p + 25 + strspn(p + 25, "abcdefghijklmnopqrstuvwxyz_");
		if (strncmp(q, " (", 2) == 0 && (amount = strtod(q + 2, &end)) > 0 && *end == ')' && (end[1] == '\0' || (isspace((unsigned char)end[1]) && !isgraph((unsigned char)end[2])))) {
			f->at = p;
			f->amount = amount;
			f->lines = CONTEXT;
			f->doubted = log_in_prose(line, p);
			return 1;
		}
	}
	if ((p = said(line, "dynamo hit recompilation cache limit ("))) { /* before torch 1.13: all in one line */
		q = strstr(p, " for function "), due = strstr(p, ", due to the following guard failures: ");
		f->amount = strtod(strchr(p, '(') + 1, NULL);
		if (due)
			set_reason(f, due + 39, strlen(due + 39));
		if (q)
			set_where(f, q + 14, due && due > q ? (size_t)(due - q - 14) : strlen(q + 14));
		f->at = p;
		return 1;
	}
	for (size_t i = 0; i < sizeof raised / sizeof *raised; i++)
		if ((p = said(line, raised[i]))) {
			q = strstr(p, ": ") + 2;
			set_reason(f, q, strlen(q));
			f->raised = 1;
			f->at = p;
			return 1;
		}
	return 0;
}

static int
is_partition(const char *line, log_form *f)
{
	const char *p, *q;

	f->event = LOG_PARTITION;
	if ((p = said(line, "cudagraph partition due to "))) { /* 2.9, 2.10 */
		q = p + 27;
		set_reason(f, q, reason_length(q));
		f->lines = strstr(q, "Found from") ? STACK : ONE;
	} else if ((p = said(line, ": reason=")) && (q = strstr(p, ", ir="))) { /* from 2.11 */
		set_reason(f, p + 9, (size_t)(q - p - 9));
		while (p > line && !isspace((unsigned char)p[-1]))
			p--;
		f->lines = STACK;
	} else if ((p = said(line, "Partition ")) && (q = strstr(p, "below minimum size ")) && strstr(q, ", skipping cudagraph")) {
		set_reason(f, q, strcspn(q, ","));
		f->lines = ONE;
	} else
		return 0;
	f->at = p;
	return 1;
}

static int
is_skip(const char *line, log_form *f)
{
	const char *p = NULL, *at = said(line, "skipping cudagraph"), *q = at;

	f->event = LOG_SKIP;
	while (q && (q = strstr(q, "skipping cudagraph"))) { /* some versions say it twice */
		q += strlen("skipping cudagraph");
		q += *q == 's';
		q += *q == ' ';
		p = strncmp(q, "due to ", 7) == 0 ? q + 7 : strncmp(q, "for ", 4) == 0 ? q + 4 : p;
	}
	if (p) {
		size_t n = reason_length(p);

		f->lines = strstr(p, "Found from") ? STACK : ONE;
		if (n > 4 && strncmp(p, "['", 2) == 0 && strncmp(p + n - 2, "']", 2) == 0) { /* torch 2.0 prints a list */
			p += 2;
			n -= 4;
		}
		set_reason(f, p, n);
	} else if ((at = said(line, "Unable to hit fast path of CUDAGraphs because of ")))
		set_reason(f, at + 49, reason_length(at + 49));
	f->at = at;
	return f->reason != NULL;
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
	const char *p = line, *q;

	f->event = LOG_BREAK;
	while ((p = strstr(p, "Graph break")) && log_quoted(line, p))
		p += 11;
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
			return 1;
		}
		set_reason(f, p + 1, q ? (size_t)(q - p - 1) : strlen(p + 1));
		f->lines = q ? STACK : strstr(p, "cannot properly resume") ? TRACE : ONE;
		return 1;
	}
	f->doubted = 0;
	if (strncmp(p, " due to ", 8) == 0 || strncmp(p, " for an optree", 14) == 0) {
		p += p[1] == 'd' ? 8 : 5;
		set_reason(f, p, reason_length(p));
		return 1;
	}
	return 0;
}

int
log_form_fallback(const char *line, log_form *f)
{
	static const char *const what[] = {"back to eager", "back to aot_eager", "back to PyTorch", "allback to eager"};
	static const char *const verb[] = {"alling ", "ell ", "will fall ", "xplicitly fall "};
	static const char *const of[] = {"ompil", "ynamo", "nductor", "riton", "raph break"}; /* it is compilation */
	const char *p, *q;

	*f = (log_form){.event = LOG_FALLBACK};
	if ((p = said(line, "WON'T CONVERT ")) || (p = said(line, "WONT CONVERT "))) {
		f->at = p;
		set_where(f, strchr(p, ' ') + 9, strlen(strchr(p, ' ') + 9));
		f->lines = TRACE;
		return 1;
	}
	if ((p = said(line, "converting frame raised error, suppressing error"))) {
		f->at = p;
		set_reason(f, p, 48);
		set_where(f, p, strlen(p));
		return 1;
	}
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

	f->event = LOG_ERROR;
	for (size_t i = 0; !p && i < sizeof module / sizeof *module; i++)
		for (const char *q = line; !p && (q = said(q, module[i])); q += strlen(module[i]))
			if (log_is_exception(q) && !log_quoted(line, q) && (q == line || (!isalnum((unsigned char)q[-1]) && !strchr("._/", q[-1]))))
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
	static int (*const is[])(const char *, log_form *) = {is_limit, is_partition, is_skip, is_recompile, is_break, log_form_fallback, is_error};

	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		*f = (log_form){.event = LOG_LIMIT};
		if (is[i](line, f))
			return 1;
	}
	return 0;
}
