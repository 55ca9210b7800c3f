/* cread.c - see cread.h: the cursor over the tokens, nodes, and going back. */
#include "cread.h"

#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "cread_impl.h"
#include "words.h"
#include "utf8.h"

enum { MAX_BYTES = 64 << 20 };

uint32_t
c_step(const cparse *p, uint32_t i)
{
	const ctok *t = &p->tok[i];

	switch (t->k) {
	case C_PP_IF:
		i = p->choice[t->n];
		return p->tok[i].k == C_PP_ENDIF ? i + 1 : p->tok[i].match;
	case C_PP_ELIF: case C_PP_ELSE: /* the alternative before it was chosen */
		return p->x->chain[t->n].end + 1;
	case C_PP_ENDIF:
		return i + 1;
	default:
		return t->match;
	}
}

uint32_t
c_settle(const cparse *p, uint32_t i)
{
	while (i < p->end && p->tok[i].k >= C_PP) {
		if (p->tok[i].k == C_PP_IF && p->choice[p->tok[i].n] == C_NONE)
			return i;
		i = c_step(p, i);
	}
	return i < p->end ? i : p->end;
}

uint32_t
c_after(const cparse *p, uint32_t i)
{
	return i >= p->end || p->tok[i].k >= C_PP ? p->end : c_settle(p, i + 1);
}

/* Does the directive at i include a file by its name in the middle of a declaration or an expression? */
static int
in_middle(const cparse *p, uint32_t i)
{
	uint32_t next = p->tok[i].match;
	uint16_t before = i > 0 ? p->tok[i - 1].k : ';';

	return p->tok[i].k == C_PP_INCLUDE && next > i + 1 && next < p->end && p->tok[i + 1].k == C_STR && before < C_PP && before != ';' && before != '{' && before != '}' && p->tok[next].k < C_PP;
}

uint16_t
c_cur(cparse *p)
{
	if (p->stop || p->t->nomem)
		return C_EOF;
	while (p->pos < p->end && p->tok[p->pos].k >= C_PP) {
		const ctok *t = &p->tok[p->pos];

		if (t->k == C_PP_IF && p->choice[t->n] == C_NONE) {
			p->stop = 1;
			p->cut = t->n;
			return C_EOF;
		}
		if (in_middle(p, p->pos))
			p->middle = p->pos + 1;
		p->pos = c_step(p, p->pos);
	}
	return p->pos < p->end ? p->tok[p->pos].k : C_EOF;
}

int
c_accept(cparse *p, uint16_t k)
{
	if (c_cur(p) != k)
		return 0;
	p->pos++;
	return 1;
}

int
c_expect(cparse *p, uint16_t k)
{
	if (c_accept(p, k))
		return 1;
	c_odd(p, NULL);
	return 0;
}

int
c_closed(const cparse *p, uint32_t i)
{
	return i < p->end && p->tok[i].match < p->end;
}

uint32_t
c_past(const cparse *p, uint32_t i)
{
	return c_closed(p, i) ? c_settle(p, p->tok[i].match + 1) : c_after(p, i);
}

int
c_is(const cparse *p, uint32_t i, const char *word)
{
	size_t n = strlen(word);

	return i < p->end && p->tok[i].n == n && p->tok[i].k < C_PP && memcmp(p->x->s + p->tok[i].at, word, n) == 0;
}

uint32_t
c_line_here(cparse *p)
{
	c_cur(p);
	return p->tok[p->pos < p->x->ntok ? p->pos : p->x->ntok].line;
}

uint32_t
c_node(cparse *p, fact_kind k, uint32_t line, uint32_t flags, const char *s, size_t n)
{
	char *copy = NULL;
	uint32_t i;
	size_t bad;

	if (as_utf8_invalid(s, n) < n && (copy = malloc(n)) != NULL) {
		memcpy(copy, s, n);
		while ((bad = as_utf8_invalid(copy, n)) < n)
			copy[bad] = '?';
		s = copy;
	}
	i = fact_open(p->t, k, line, flags, s, n);
	free(copy);
	if (p->t->nopen > p->deep)
		p->deep = p->t->nopen;
	return i;
}

uint32_t
c_node_tok(cparse *p, fact_kind k, uint32_t flags, uint32_t tok)
{
	return c_node(p, k, p->tok[tok].line, flags, p->x->s + p->tok[tok].at, p->tok[tok].n);
}

void
c_done(cparse *p)
{
	fact_close(p->t);
}

void
c_leaf(cparse *p, fact_kind k, uint32_t line, const char *s)
{
	c_node(p, k, line, 0, s, strlen(s));
	c_done(p);
}

void
c_leaf_text(cparse *p, fact_kind k, uint32_t from, uint32_t to)
{
	const ctok *a = &p->tok[from], *b;
	size_t n = 0;

	while (to > from && p->tok[to - 1].k >= C_PP)
		to--;
	b = &p->tok[to > from ? to - 1 : from];
	if (to > from && a->k < C_PP && b->at + b->n >= a->at)
		n = b->at + b->n - a->at;
	if (n > 200)
		n = 200;
	c_node(p, k, a->line, 0, p->x->s + a->at, n);
	c_done(p);
}

void
c_wrap(cparse *p, uint32_t at, fact_kind k, uint32_t line, const char *s, size_t n)
{
	if (p->deep + 1 >= FACT_MAX_DEPTH) {
		if (!p->err)
			c_odd(p, "nested too deep");
		return;
	}
	p->deep++;
	fact_wrap(p->t, at, k, line, 0, s, n);
}

void
c_odd(cparse *p, const char *what)
{
	char msg[96];
	const ctok *t;

	if (p->err || p->stop || p->t->nomem)
		return;
	if (c_cur(p) == C_EOF) {
		if (p->stop)
			return;
		if (p->branch != C_NONE) { /* an alternative holds a part of a statement */
			p->stop = 1;
			p->cut = p->branch;
			return;
		}
	}
	p->err = 1;
	p->errors++;
	if (p->pos >= p->x->ntok && !what) { /* once is enough to say that the file ends */
		if (p->ended > 0 && p->ended < p->t->n && p->t->node[p->ended].kind == FACT_ERROR)
			return;
		p->ended = p->t->n;
	}
	t = &p->tok[p->pos < p->end ? p->pos : p->x->ntok];
	if (what)
		snprintf(msg, sizeof msg, "%s", what);
	else if (p->pos >= p->end)
		snprintf(msg, sizeof msg, "cannot read on: it ends");
	else
		snprintf(msg, sizeof msg, C_STUCK "'%.*s'", (int)(t->n > 40 ? 40 : t->n), p->x->s + t->at);
	c_leaf(p, FACT_ERROR, t->line, msg);
}

char *
c_scratch(cparse *p, size_t n)
{
	static char none[1];

	if (n > p->bufcap) {
		char *q = realloc(p->buf, n * 2);
		if (!q) {
			p->t->nomem = 1;
			return p->buf ? p->buf : none;
		}
		p->buf = q;
		p->bufcap = n * 2;
	}
	return p->buf;
}

cstate
c_mark(const cparse *p)
{
	return (cstate){p->pos, p->end, p->t->n, p->t->nopen, p->comment, p->deep, p->branch, p->n_cls, p->errors, p->in_launch, p->section, p->cls};
}

void
c_back(cparse *p, const cstate *s)
{
	p->pos = s->pos;
	p->end = s->end;
	p->comment = s->comment;
	p->deep = s->deep;
	p->branch = s->branch;
	p->n_cls = s->n_cls;
	p->cls = s->cls;
	p->in_launch = s->in_launch;
	p->section = s->section;
	p->err = 0;
	p->errors = s->errors;
	fact_cut(p->t, s->n, s->nopen);
}

void
c_recover(cparse *p)
{
	uint16_t k;

	p->err = 0;
	while ((k = c_cur(p)) != C_EOF && k != '}') {
		uint32_t i = p->pos;

		if (k == ';') {
			p->pos++;
			return;
		}
		if ((k == '(' || k == '[' || k == '{') && p->tok[i].match != C_NONE && p->tok[i].match < p->end) {
			p->pos = p->tok[i].match + 1;
			if (k == '{') {
				c_accept_here(p, ';');
				return;
			}
			continue;
		}
		p->pos++;
	}
}

/* Does the condition at d ask whether one of several macros is defined, of which one is __cplusplus? */
static int
asks_cplusplus(const cparse *p, uint32_t d)
{
	int found = 0;

	for (uint32_t i = d + 1; i < p->tok[d].match; i++) {
		uint16_t k = p->tok[i].k;

		if (k != C_ID && k != C_OR && k != '(' && k != ')')
			return 0;
		found |= c_is(p, i, "__cplusplus") && (c_is(p, i - 1, "defined") || (p->tok[i - 1].k == '(' && c_is(p, i - 2, "defined")));
	}
	return found;
}

/* Decides each #ifdef __cplusplus in a file whose language its name tells, where a header is of those who include it: both may; and
 * each guard of a header that was put into a file with others. */
static void
settle_chains(cparse *p, const char *path)
{
	int header = c_is_either(path);

	for (uint32_t i = 0; i < p->x->nchain; i++) {
		uint32_t d = p->x->chain[i].first, next = p->tok[d].at, t = d + 1;

		if (p->choice[i] != C_NONE || (p->tok[next].k != C_PP_ELSE && p->tok[next].k != C_PP_ENDIF))
			continue;
		if (!header && p->tok[d].ask != C_ASK_EXPR && t + 1 == p->tok[d].match && p->tok[t].n == 11 && memcmp(p->x->s + p->tok[t].at, "__cplusplus", 11) == 0)
			p->choice[i] = p->x->cpp == (p->tok[d].ask == C_ASK_DEFINED) ? d : next;
		else if ((!header && p->x->cpp && p->tok[d].ask == C_ASK_EXPR && asks_cplusplus(p, d)) || clex_guards_header(p->x, i, path))
			p->choice[i] = d;
	}
}

/* Reads the text into the FILE that is open. */
static int
read_text(const char *path, const char *text, size_t n, fact_tree *t, int no_dead)
{
	clex x;
	cparse p = {.x = &x, .t = t, .branch = C_NONE};
	char *pieces = NULL, *guards = NULL;
	int rc = clex_read(&x, path, text, n, no_dead);

	if (rc == 0 && (guards = c_guards(t, &x, &n)) != NULL) {
		clex_free(&x);
		rc = clex_read(&x, path, guards, n, no_dead);
	}
	if (rc == 0 && (pieces = c_pieces(t, &x, &n)) != NULL) {
		clex_free(&x);
		rc = clex_read(&x, path, pieces, n, no_dead);
	}
	if (rc == 0) {
		rc = -1;
		p.tok = x.tok;
		p.whole = &x;
		p.end = x.ntok;
		p.deep = t->nopen;
		p.again = 16 * (uint64_t)x.ntok + 100000;
		p.choice = malloc((x.nchain + 1) * sizeof *p.choice);
		p.cutting = calloc(x.nchain + 1, 1);
		p.alike = calloc(x.nchain + 1, sizeof *p.alike);
		if (p.choice && p.cutting && p.alike) {
			memset(p.choice, 0xff, (x.nchain + 1) * sizeof *p.choice);
			if (x.guard != C_NONE)
				p.choice[x.guard] = x.chain[x.guard].first;
			settle_chains(&p, path);
			for (uint32_t last = 0, base = t->nopen; ; last = p.pos) {
				c_sequence(&p, c_at_file, C_EOF);
				if (!p.stop || t->nomem)
					break;
				/* an #if that nothing around it can be read again for */
				p.stop = p.err = 0;
				while (t->nopen > base)
					fact_close(t);
				memset(p.choice, 0xff, (x.nchain + 1) * sizeof *p.choice);
				if (x.guard != C_NONE)
					p.choice[x.guard] = x.chain[x.guard].first;
				settle_chains(&p, path);
				p.end = x.ntok;
				p.branch = C_NONE;
				if (p.pos <= last && last > 0)
					p.pos = last + 1;
				c_leaf(&p, FACT_ERROR, x.tok[p.pos < x.ntok ? p.pos : x.ntok].line, "#if cuts through this");
				p.pos++;
			}
			rc = t->nomem ? -1 : 0;
		}
	}
	free(p.choice);
	free(p.cutting);
	free(p.alike);
	free(p.buf);
	as_intern_free(&p.types);
	as_intern_free(&p.macros);
	free(p.macro);
	c_headers_free(&p);
	clex_free(&x);
	free(pieces);
	free(guards);
	return t->nomem ? -1 : rc;
}

/* How many ERRORs are among the nodes from i on. */
static unsigned
errors_from(const fact_tree *t, uint32_t i)
{
	unsigned n = 0;

	for (; i < t->n; i++)
		n += t->node[i].kind == FACT_ERROR;
	return n;
}

/* Has the text an #if 0? */
static int
has_dead(const char *s, size_t n)
{
	const char *at = s, *end = s + n;

	while ((at = memmem(at, (size_t)(end - at), "if 0", 4)) != NULL) {
		at += 4;
		if (at == end || *at == '\n' || *at == '\r' || *at == ' ' || *at == '\t' || *at == '/')
			return 1;
	}
	return 0;
}

int
read_c(const char *path, const char *text, size_t n, fact_tree *t)
{
	uint32_t file = fact_open(t, FACT_FILE, 1, 0, path, strlen(path)), nopen = t->nopen;
	unsigned errors;
	char *spliced;
	int rc;

	if (file == UINT32_MAX)
		return -1;
	if (n > MAX_BYTES) {
		fact_leaf(t, FACT_ERROR, 1, "larger than 64 MiB");
		fact_close(t);
		return t->nomem ? -1 : 0;
	}
	if ((spliced = c_splice(t, path, text, n, &n)) != NULL)
		text = spliced;
	rc = read_text(path, text, n, t, 0);
	errors = rc == 0 ? errors_from(t, file) : 0;
	for (int no_dead = 1; rc == 0 && errors > 0 && no_dead >= 0 && has_dead(text, n); no_dead--) { /* prose under an #if 0 */
		fact_cut(t, file + 1, nopen);
		rc = read_text(path, text, n, t, no_dead);
		if (errors_from(t, file) < errors)
			break;
	}
	free(spliced);
	fact_close(t);
	c_scopes(t, file);
	return t->nomem ? -1 : rc;
}
