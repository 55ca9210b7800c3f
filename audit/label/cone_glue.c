/* cone_glue.c - see cone_impl.h: what a macro of C that joins names of which none stands there, a ## b, is called with, by the text of
 * the whole tree: it may be called where the facts have no call of it, as in an attribute. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "input.h"
#include "tree_words.h"
#include "walk.h"
#include "words.h"

enum { LONGEST = 100, MOST_CALLS = 4000, MOST_PARAMS = 8 };

/* p, end: what is left of a file; cxx: it may be one of C++; line: no word stood in the line yet; in: it is one of the preprocessor;
 * params, nparams: those of its #define. */
typedef struct { glue *g; const char *name; size_t n; const char *p, *end; int cxx, line, in; const char *params; size_t nparams; } reader;

static int
is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A line that goes on in the next; 0 */
static size_t
splice(const reader *r, const char *p)
{
	if (r->end - p > 1 && p[0] == '\\' && p[1] == '\n')
		return 2;
	return r->end - p > 2 && p[0] == '\\' && p[1] == '\r' && p[2] == '\n' ? 3 : 0;
}

/* The end of the comment that begins there; p: none does. */
static const char *
comment(const reader *r, const char *p)
{
	const char *q = p;

	if (r->end - p < 2 || p[0] != '/' || (p[1] != '/' && p[1] != '*'))
		return p;
	if (p[1] == '*')
		return (q = memmem(p + 2, (size_t)(r->end - p - 2), "*/", 2)) ? q + 2 : r->end;
	while (q < r->end && *q != '\n')
		q += splice(r, q) ? splice(r, q) : 1;
	return q;
}

/* The end of the text in quotes that begins there, or of its line. */
static const char *
quoted(const reader *r, const char *p)
{
	const char *q = p + 1;

	for (; q < r->end && *q != *p && *q != '\n'; q++)
		if (*q == '\\' && q + 1 < r->end)
			q++;
	return q < r->end && *q == *p ? q + 1 : q;
}

/* R"x(...)x", where last, of n bytes, is the word before it; p: it is none. */
static const char *
raw(const reader *r, const char *p, const char *last, size_t n)
{
	static const char *const begins[] = {"R", "LR", "uR", "UR", "u8R"};
	char close[24] = ")", begin[4] = "";
	const char *open = p + 1, *q;

	if (!r->cxx || n >= sizeof begin || last + n != p || !AS_AMONG((const char *)memcpy(begin, last, n), begins))
		return p;
	while (open < r->end && open - p < 18 && !strchr(" ()\\\"\n", *open))
		open++;
	if (open == r->end || *open != '(')
		return p;
	strncat(close, p + 1, (size_t)(open - p - 1));
	strcat(close, "\"");
	return (q = memmem(open, (size_t)(r->end - open), close, strlen(close))) ? q + strlen(close) : p;
}

/* Blanks, and, where lines is set, ends of lines. */
static const char *
blanks(const reader *r, const char *p, int lines)
{
	for (const char *q; p < r->end; p = q) {
		if ((q = comment(r, p)) != p)
			continue;
		q = p + splice(r, p);
		if (q == p && (*p == ' ' || *p == '\t' || *p == '\r' || (lines && *p == '\n')))
			q++;
		if (q == p)
			break;
	}
	return p;
}

static const char *
word(const reader *r, const char *p)
{
	while (p < r->end && is_part(*p))
		p++;
	return p;
}

static int
is_named(const reader *r, const char *p, const char *end)
{
	return (size_t)(end - p) == r->n && memcmp(p, r->name, r->n) == 0;
}

/* Is a word a parameter of the #define? */
static int
is_param(const reader *r, const char *s, size_t n)
{
	for (const char *p = r->params; p && (p = memmem(p, (size_t)(r->params + r->nparams - p), s, n)); p++)
		if (!is_part(p[-1]) && !is_part(p[n]))
			return 1;
	return 0;
}

/* Notes an operand, which stands between p and q: as a word, or as "##". */
static int
operand(reader *r, const char *p, const char *q)
{
	char s[LONGEST] = "";
	size_t n = 0;
	int is = 1, ended = 0;
	uint32_t id;

	for (p = blanks(r, p, 1); p < q && is; p = blanks(r, p, 1) != p ? blanks(r, p, 1) : p) {
		ended |= n > 0 && !is_part(p[-1]); /* a second word */
		if ((is = is_part(*p) && n + 1 < sizeof s && !ended))
			s[n++] = *p++;
	}
	s[n] = '\0';
	if (!is || strncmp(s, "__", 2) == 0 || is_param(r, s, n))
		strcpy(s, "##");
	if ((id = as_intern_id(&r->g->text, s, strlen(s))) == UINT32_MAX || as_grow32(&r->g->arg, r->g->n, &r->g->cap, sizeof *r->g->arg) != 0)
		return -1;
	r->g->arg[r->g->n++] = id;
	return 0;
}

/* The macro is named, and p stands behind that. -1: it is not called there with as many operands as it has. */
static int
call(reader *r, const char *p)
{
	const char *from;
	uint32_t n = 0;
	int in = 0;

	p = blanks(r, p, !r->in);
	if (p == r->end || *p != '(' || r->g->n / r->g->nparam >= MOST_CALLS)
		return -1;
	for (from = ++p; p < r->end;) {
		const char *q = comment(r, p);
		if (q == p && (*p == '"' || *p == '\''))
			q = quoted(r, p);
		if (q != p) {
			p = q;
			continue;
		}
		if (!in && (*p == ',' || *p == ')')) {
			if (++n > r->g->nparam || operand(r, from, p) != 0)
				return -1;
			if (*p == ')')
				return n == r->g->nparam ? 0 : -1;
			from = p + 1;
		}
		in += *p == '(';
		in -= *p == ')';
		p++;
	}
	return -1;
}

/* A line of the preprocessor: reads its head. -1: the name is that of a macro without operands. */
static int
directive(reader *r)
{
	const char *p = blanks(r, r->p + 1, 0), *q = word(r, p), *name = blanks(r, q, 0), *end = word(r, name);
	size_t n = (size_t)(q - p);

	r->line = 0;
	r->in = 1;
	r->p = q;
	if (n == 6 && memcmp(p, "define", 6) == 0) {
		r->p = end;
		if (end < r->end && *end == '(') {
			const char *close = memchr(end, ')', (size_t)(r->end - end));
			r->params = end + 1;
			r->nparams = close ? (size_t)(close - end - 1) : 0;
			r->p = close ? close + 1 : r->end;
		} else if (is_named(r, name, end)) {
			return -1;
		}
	} else if ((n == 5 && (memcmp(p, "undef", 5) == 0 || memcmp(p, "ifdef", 5) == 0)) || (n == 6 && memcmp(p, "ifndef", 6) == 0)) {
		r->p = end;
	}
	return 0;
}

/* All of a file of C. */
static int
file(reader *r)
{
	const char *last = "", *q;
	size_t nlast = 0;

	for (r->line = 1; r->p < r->end;) {
		char c = *r->p;
		if ((q = blanks(r, r->p, 0)) != r->p) {
			r->p = q;
		} else if (c == '\n') {
			r->line = 1;
			r->in = 0;
			r->params = NULL;
			r->p++;
		} else if (c == '#' && r->line) {
			if (directive(r) != 0)
				return -1;
		} else if (c == '"' || c == '\'') {
			q = c == '"' ? raw(r, r->p, last, nlast) : r->p;
			r->p = q != r->p ? q : quoted(r, r->p);
			r->line = 0;
		} else if (isdigit((unsigned char)c)) { /* 1'000 */
			while (r->p < r->end && (is_part(*r->p) || (*r->p == '\'' && r->p + 1 < r->end && is_part(r->p[1]))))
				r->p++;
			r->line = 0;
		} else if (is_part(c)) {
			q = word(r, r->p);
			if (splice(r, q) && is_part(q[splice(r, q)])) /* a word in two lines */
				return -1;
			if (is_named(r, r->p, q) && !(nlast == 7 && memcmp(last, "defined", 7) == 0) && call(r, q) != 0)
				return -1;
			last = r->p;
			nlast = (size_t)(q - r->p);
			r->p = q;
			r->line = 0;
		} else {
			r->p++;
			r->line = 0;
		}
	}
	return 0;
}

/* Does the text of a file that is none of C call it, or give another that name? */
static int
asks(void *arg, const char *path, const char *text, const char *end)
{
	const reader *r = arg;
	reader all = *r;

	(void)path;
	all.end = end;
	for (const char *p = text; (p = memmem(p, (size_t)(end - p), r->name, r->n)); p++) {
		const char *q = p + r->n;
		if ((p > text && is_part(p[-1]) && !(p - text > 1 && p[-1] == 'D')) || (q < end && is_part(*q)))
			continue;
		q = blanks(&all, q, 0);
		if ((q < end && *q == '(') || (p > text && strchr("=D", p[-1])))
			return 1;
	}
	return 0;
}

int
cone_glue(const cone *c, uint32_t macro, glue *g)
{
	const fact_tree *t = c->t;
	reader r = {.g = g, .name = fact_str(t, macro), .n = strlen(fact_str(t, macro))};

	*g = (glue){0};
	FACT_EACH_KID(t, macro, k) {
		if (t->node[k].kind == FACT_PARAM && t->node[k].flags & (FACT_STAR | FACT_STARSTAR))
			return -1;
		g->nparam += t->node[k].kind == FACT_PARAM;
	}
	if (g->nparam == 0 || g->nparam > MOST_PARAMS)
		return -1;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		as_err ignored;
		char *text;
		size_t n;
		int is = 0;
		if (t->node[f].flags & FACT_DATA || is_python(t, f))
			continue;
		if (as_slurp(fact_str(t, f), WALK_MAX_C, &text, &n, &ignored) != 0)
			return -1;
		if (memmem(text, n, r.name, r.n)) {
			r.p = text;
			r.end = text + n;
			r.params = NULL;
			r.in = 0;
			r.cxx = !as_ends_with(fact_str(t, f), ".c");
			is = t->node[f].flags & FACT_ASSEMBLY ? -1 : file(&r);
		}
		free(text);
		if (is != 0)
			return -1;
	}
	return tree_any_text(t, asks, &r) ? -1 : 0;
}

void
cone_glue_free(glue *g)
{
	as_intern_free(&g->text);
	free(g->arg);
}
