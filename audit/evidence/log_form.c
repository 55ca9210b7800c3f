#include "log_form.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_prefix.h"

int
log_is_exception(const char *m)
{
	static const char *const end[] = {"Error", "Exception", "Failed", "Missing", "Unsupported",
	    "LimitHit", "LimitExceeded"};
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

const char *
log_place(const char *s, char *out, size_t size)
{
	static const struct { const char *file, *line; } form[] = {
	    {"File \"", "\", line "}, {"<FrameSummary file ", ", line "}};

	for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
		const char *p = strstr(s, form[i].file), *file = p ? p + strlen(form[i].file) : NULL;
		const char *q = p ? strstr(file, form[i].line) : NULL, *no = q ? q + strlen(form[i].line) : "";

		if (!isdigit((unsigned char)*no))
			continue;
		snprintf(out, size, "%.*s:%.*s", (int)(q - file), file, (int)strspn(no, "0123456789"), no);
		return p;
	}
	return NULL;
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

/* The forms of messages: a text, and how its line goes on. There, <...> is the reason and
 * {...} the place; # is the limit; * is any text up to what follows it, or all that is left;
 * ~ is what is left up to the end of a reason, % without the quote and bracket of a tuple; ^
 * begins the reason with the text itself; $ is the end. Of two forms the first one counts. */
static const struct { log_event event; const char *text, *then; int lines; unsigned is; } form[] = {
	{LOG_LIMIT, "torch._dynamo hit config.", "* (#)$", CONTEXT, DOUBTED},
	{LOG_LIMIT, "dynamo hit recompilation cache limit (", /* before torch 1.13 */
	    "#) for function {*}, due to the following guard failures: <*>", ONE, 0},
	{LOG_LIMIT, "FailOnRecompileLimitHit: ", "<*>", ONE, RAISED},
	{LOG_LIMIT, "FailOnCacheLimitHit: ", "<*>", ONE, RAISED},
	{LOG_LIMIT, "RecompileLimitExceeded: ", "<*>", ONE, RAISED},
	{LOG_LIMIT, "CacheLimitExceeded: ", "<*>", ONE, RAISED},
	{LOG_LIMIT, "Unsupported: ", "<cache_size_limit reached*>", ONE, RAISED},
	{LOG_LIMIT, "Unsupported: ", "<recompile_limit reached*>", ONE, RAISED},
	{LOG_FALLBACK, "WON'T CONVERT ", "{*}", TRACE, 0},
	{LOG_FALLBACK, "WONT CONVERT ", "{*}", TRACE, 0},
	{LOG_FALLBACK, "converting frame raised error, suppressing error", "^*>", ONE, 0},
	{LOG_FALLBACK, "Skipping frame because there is a graph break in a for/while loop", "^$>",
	    CONTEXT, ALONE}, /* to 2.9 */
	{LOG_PARTITION, "cudagraph partition due to ", "<~>", STACK, 0}, /* 2.9, 2.10 */
	{LOG_PARTITION, ": reason=", "<*>, ir=", STACK, WORD}, /* from 2.11 */
	{LOG_PARTITION, "Partition ", "* kernels, <below minimum size *>, skipping cudagraph", ONE, 0},
	{LOG_SKIP, "skipping cudagraphs due to ", "skipping cudagraphs due to <~>", ONE, FOUND},
	{LOG_SKIP, "skipping cudagraphs due to ['", "<*>']", ONE, 0}, /* 2.0 prints a list */
	{LOG_SKIP, "skipping cudagraphs due to ", "<~>", ONE, FOUND},
	{LOG_SKIP, "skipping cudagraph due to ", "<~>", ONE, FOUND},
	{LOG_SKIP, "skipping cudagraphs for ", "<~>", ONE, FOUND},
	{LOG_SKIP, "Unable to hit fast path of CUDAGraphs because of ", "<~>", ONE, 0},
	{LOG_RECOMPILE, "Detected recompile when torch.compile ", "<stance is *>. {filename: *}", ONE, 0},
	{LOG_RECOMPILE, "Detected recompile when torch.compile ", "<stance is *>", ONE, 0},
	/* to 2.1 a tuple: ('Recompiling ...', "triggered by ...") */
	{LOG_RECOMPILE, "RecompileError: ('Recompiling function ", "{* in *:*}', *guard failure*: <%>",
	    ONE, RAISED | WORD},
	{LOG_RECOMPILE, "RecompileError: Recompiling function ", "{* in *:*}", CONTEXT, RAISED | WORD},
	{LOG_RECOMPILE, "('Recompiling function ", "{* in *:*}', *guard failure*: <%>", ONE, 0},
	{LOG_RECOMPILE, "('Recompiling function ", "{* in *:*}', ", CONTEXT, DOUBTED},
	{LOG_RECOMPILE, "Recompiling function ", "{* in *:*}", CONTEXT, DOUBTED},
	{LOG_BREAK, "Graph break due to ", "<~>", ONE, 0},
	{LOG_BREAK, "Graph break ", "<for an optree~>", ONE, 0},
	{LOG_BREAK, "Graph break in user code at ", "{*}", CONTEXT, DOUBTED},
	{LOG_BREAK, "Graph break (", "*) in user code at {*}", CONTEXT, DOUBTED}, /* said before */
	{LOG_BREAK, "Graph break ", "<from `*>", CONTEXT, DOUBTED | HINT},
	{LOG_BREAK, "Graph break: ", "from user code at", TRACE, DOUBTED}, /* 2.3 to 2.5 */
	/* 2.4 to 2.9: "skip: " tells that the whole frame falls back */
	{LOG_BREAK, "Graph break: ", "skip: from user code at", TRACE, DOUBTED | SKIPS},
	{LOG_BREAK, "Graph break: ", "<torch.compile cannot properly resume*>", TRACE, DOUBTED},
	{LOG_BREAK, "Graph break: ", "<*> from user code at", STACK, DOUBTED},
	{LOG_BREAK, "Graph break: ", "<*>", ONE, DOUBTED}};

/* Whether the line goes on at p as a form does; fills the reason, place and limit. */
static int
goes(const char *then, const char *p, log_form *f)
{
	static const char special[] = "<>{}#*~%^$";
	const char *next;
	char *end;

	for (size_t n; *then; then += n) {
		if ((n = strcspn(then, special))) {
			if (strncmp(p, then, n) != 0)
				return 0;
			p += n;
			continue;
		}
		n = 1;
		switch (*then) {
		case '<': f->reason = p; break;
		case '>': f->nreason = (size_t)(p - f->reason); break;
		case '{': f->where = p; break;
		case '}': f->nwhere = (size_t)(p - f->where); break;
		case '^': f->reason = f->at; break;
		case '~': p += reason_length(p); break;
		case '%':
			p += strlen(p);
			p -= p[-1] == ')' && (p[-2] == '"' || p[-2] == '\'') ? 2 : 0;
			break;
		case '#':
			if (!((f->amount = strtod(p, &end)) > 0))
				return 0;
			p = end;
			break;
		case '$':
			if (p[strspn(p, " \t")])
				return 0;
			break;
		default:
			next = then + 1 + strspn(then + 1, "<>{}");
			if (!(p = *next ? memmem(p, strlen(p), next, strcspn(next, special)) : p + strlen(p)))
				return 0;
		}
	}
	return 1;
}

/* The first word before p, or what there is of it. */
static const char *
word(const char *line, const char *p)
{
	while (p > line && !isspace((unsigned char)p[-1]))
		p--;
	return p;
}

static int
is_form(const char *line, log_form *f)
{
	const char *p = NULL;

	for (size_t i = 0; i < sizeof form / sizeof *form; i++) {
		if (i == 0 || strcmp(form[i].text, form[i - 1].text) != 0)
			p = said(line, form[i].text);
		if (!p)
			continue;
		*f = (log_form){.event = form[i].event, .at = p, .lines = form[i].lines, .is = form[i].is};
		if (!goes(form[i].then, p + strlen(form[i].text), f))
			continue;
		if (!log_in_prose(line, p))
			f->is &= ~(unsigned)DOUBTED;
		else if (f->is & ALONE)
			continue;
		if (f->is & FOUND && strstr(p, "Found from"))
			f->lines = STACK;
		if (f->is & WORD)
			f->at = word(line, p);
		return 1;
	}
	return 0;
}

/* What programs and torch say where compilation is given up. Attention has a way that is
 * called eager, too. */
static int
is_fallback(const char *line, log_form *f)
{
	static const char *const back[] = {"alling back to ", "ell back to ", "will fall back to ",
	    "xplicitly fall back to ", "allback to ", "and fall back to "};
	static const char *const to[] = {"eager", "aot_eager", "PyTorch"};
	static const char *const of[] = {"ompil", "ynamo", "nductor", "riton", "raph break"};
	const char *p, *q = line, *end = NULL;

	*f = (log_form){.event = LOG_FALLBACK};
	for (size_t i = 0; !end && i < sizeof back / sizeof *back; i++) {
		/* "torch.compile ... skip the frame f (a.py line 3) and fall back to eager." */
		if (!(p = said(line, back[i])) || (log_behind(back[i], "and ") && !strstr(line, " skip ")))
			continue;
		q = strstr(p, "ack to ") + 7;
		for (size_t k = 0; k < sizeof to / sizeof *to; k++)
			if (strncmp(q, to[k], strlen(to[k])) == 0)
				end = q + strlen(to[k]);
	}
	if (!end || strstr(end, "attention") || strncmp(end, " implementation", 15) == 0)
		return 0;
	for (size_t k = 0; k < sizeof of / sizeof *of; k++)
		for (p = line; (p = strstr(p, of[k])) && p < end; p++)
			f->at = p > f->at ? p : f->at;
	if (!f->at || strstr(line, "No ops traced")) /* there was nothing to compile */
		return 0;
	while (f->at > line && (isalnum((unsigned char)f->at[-1]) || strchr("._/", f->at[-1])))
		f->at--;
	f->where = f->at;
	f->nwhere = strlen(f->at);
	for (q -= strlen("back to "); q > line && (isalpha((unsigned char)q[-1]) || *q == 'b'); q--)
		;
	f->reason = q;
	f->nreason = (size_t)(end - q);
	return 1;
}

/* What is raised where compiling fails. */
static int
is_error(const char *line, log_form *f)
{
	static const char *const module[] = {"torch._dynamo.", "torch._inductor.", "torch._functorch.",
	    "torch.fx.experimental.", "triton.", "BackendCompilerFailed: ", "InductorError: ",
	    "TritonMissing: "};
	static const char *const text[] = {"Error: Cannot find a working triton installation",
	    "Error: Error: accessing tensor output of CUDAGraphs that has been overwritten",
	    "Error: torch.compile is not supported", "Error: Dynamo is not supported",
	    "not yet supported for torch.compile"};
	const char *p = NULL, *end;
	int tries = 0;

	for (size_t i = 0; !p && i < sizeof module / sizeof *module; i++)
		for (const char *q = line; !p && tries < TRIES && (q = strstr(q, module[i])); q++)
			if ((q == line || (!isalnum((unsigned char)q[-1]) && !strchr("._/", q[-1]))) &&
			    log_is_exception(q) && ++tries && !log_quoted(line, q))
				p = q;
	for (size_t i = 0; !p && i < sizeof text / sizeof *text; i++)
		if ((p = said(line, text[i])))
			p = word(line, p);
	if (!p)
		return 0;
	end = p + log_trim(p, strlen(p));
	*f = (log_form){.event = LOG_ERROR, .at = p, .lines = TRACE, .reason = p};
	f->nreason = (size_t)(end - p);
	if (end - p > 8 && strncmp(end - 8, " raised:", 8) == 0) { /* the next line says what */
		f->where = p;
		f->nwhere = f->nreason;
		f->reason = NULL;
	}
	return 1;
}

int
log_form_find(const char *line, log_form *f)
{
	return is_form(line, f) || is_fallback(line, f) || is_error(line, f);
}
