/* cread.c - see cread.h: the cursor over the tokens, and what an #if does to what is read.
 *
 * A reader that comes upon an #if in the midst of something sets `stop`; all then see the
 * end of the file and return. The innermost member of a sequence around it is forgotten and
 * read again, once for each alternative, with the #if decided. */
#include "cread.h"

#include <stdlib.h>
#include <string.h>

#include "cread_impl.h"
#include "utf8.h"

enum { MAX_CHOICE = 5, MAX_BYTES = 64 << 20 };

/* What is read after the directive at i. */
static uint32_t
step(const cparse *p, uint32_t i)
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
settle(const cparse *p, uint32_t i)
{
	while (i < p->end && p->tok[i].k >= C_PP) {
		if (p->tok[i].k == C_PP_IF && p->choice[p->tok[i].n] == C_NONE)
			return i;
		i = step(p, i);
	}
	return i < p->end ? i : p->end;
}

uint32_t
after(const cparse *p, uint32_t i)
{
	return i >= p->end || p->tok[i].k >= C_PP ? p->end : settle(p, i + 1);
}

uint16_t
cur(cparse *p)
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
		p->pos = step(p, p->pos);
	}
	return p->pos < p->end ? p->tok[p->pos].k : C_EOF;
}

int
accept(cparse *p, uint16_t k)
{
	if (cur(p) != k)
		return 0;
	p->pos++;
	return 1;
}

int
expect(cparse *p, uint16_t k)
{
	if (accept(p, k))
		return 1;
	odd(p, NULL);
	return 0;
}

int
closed(const cparse *p, uint32_t i)
{
	return i < p->end && p->tok[i].match < p->end;
}

uint32_t
past(const cparse *p, uint32_t i)
{
	return closed(p, i) ? settle(p, p->tok[i].match + 1) : after(p, i);
}

int
is(const cparse *p, uint32_t i, const char *word)
{
	size_t n = strlen(word);

	return i < p->end && p->tok[i].n == n && p->tok[i].k < C_PP && memcmp(p->x->s + p->tok[i].at, word, n) == 0;
}

uint32_t
line_here(cparse *p)
{
	cur(p);
	return p->tok[p->pos < p->x->ntok ? p->pos : p->x->ntok].line;
}

uint32_t
node(cparse *p, fact_kind k, uint32_t line, uint32_t flags, const char *s, size_t n)
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
node_tok(cparse *p, fact_kind k, uint32_t flags, uint32_t tok)
{
	return node(p, k, p->tok[tok].line, flags, p->x->s + p->tok[tok].at, p->tok[tok].n);
}

void
done(cparse *p)
{
	fact_close(p->t);
}

void
leaf(cparse *p, fact_kind k, uint32_t line, const char *s)
{
	node(p, k, line, 0, s, strlen(s));
	done(p);
}

void
leaf_text(cparse *p, fact_kind k, uint32_t from, uint32_t to)
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
	node(p, k, a->line, 0, p->x->s + a->at, n);
	done(p);
}

void
wrap(cparse *p, uint32_t at, fact_kind k, uint32_t line, const char *s, size_t n)
{
	if (p->deep + 1 >= FACT_MAX_DEPTH) {
		if (!p->err)
			odd(p, "nested too deep");
		return;
	}
	p->deep++;
	fact_wrap(p->t, at, k, line, 0, s, n);
}

void
odd(cparse *p, const char *what)
{
	char msg[96];
	const ctok *t;

	if (p->err || p->stop || p->t->nomem)
		return;
	if (cur(p) == C_EOF) {
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
	t = &p->tok[p->pos < p->end ? p->pos : p->x->ntok];
	if (what)
		snprintf(msg, sizeof msg, "%s", what);
	else if (p->pos >= p->end)
		snprintf(msg, sizeof msg, "cannot read on: it ends");
	else
		snprintf(msg, sizeof msg, "cannot read on at '%.*s'", (int)(t->n > 40 ? 40 : t->n), p->x->s + t->at);
	leaf(p, FACT_ERROR, t->line, msg);
}

char *
scratch(cparse *p, size_t n)
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
mark(const cparse *p)
{
	return (cstate){p->pos, p->end, p->t->n, p->t->nopen, p->comment, p->deep, p->branch, p->n_cls, p->errors, p->in_launch, p->cls};
}

void
back(cparse *p, const cstate *s)
{
	p->pos = s->pos;
	p->end = s->end;
	p->comment = s->comment;
	p->deep = s->deep;
	p->branch = s->branch;
	p->n_cls = s->n_cls;
	p->cls = s->cls;
	p->in_launch = s->in_launch;
	p->err = 0;
	p->errors = s->errors;
	fact_cut(p->t, s->n, s->nopen);
}

/* Writes the comments that stand before the token at pos. */
static void
comments(cparse *p)
{
	while (p->comment < p->x->ncomment && p->x->comment[p->comment].before <= p->pos) {
		const ccomment *c = &p->x->comment[p->comment++];

		node(p, FACT_COMMENT, c->line, 0, p->x->s + c->at, c->n);
		done(p);
	}
}

static void choices(cparse *p, uint32_t chain, creader *fn, const cstate *from);

/* Reads one member of a sequence, whatever #if does to it. */
static void
member(cparse *p, creader *fn)
{
	cstate from = mark(p);

	p->deep = p->t->nopen;
	p->inside++;
	fn(p);
	p->inside--;
	p->deep = p->deep > from.deep ? p->deep : from.deep;
	if (!p->stop || p->t->nomem)
		return;
	if (p->cut == p->branch)
		return; /* the alternative around it is cut: its sequence sees to that */
	p->stop = 0;
	back(p, &from);
	choices(p, p->cut, fn, &from);
}

/* Decides the chains near by that ask what the chain asks, now that it is decided to be
 * b; or, with b C_NONE, leaves them open again. */
static void
decide_alike(cparse *p, uint32_t chain, uint32_t b)
{
	const cchain *c = p->x->chain;
	uint32_t far = c[chain].end > UINT32_MAX / 2 ? c[chain].end : c[chain].end + 20000;

	for (uint32_t o = c[chain].alike; o != C_NONE && c[o].first < far; o = c[o].alike) {
		uint32_t second = p->tok[c[o].first].at;
		int holds = b == c[chain].first, same = c[o].asks == c[chain].asks;

		if (p->tok[second].k != C_PP_ENDIF && p->tok[second].k != C_PP_ELSE)
			continue; /* which #elif it is remains open */
		if (b == C_NONE) {
			if (p->alike[o] == chain + 1) {
				p->choice[o] = C_NONE;
				p->alike[o] = 0;
			}
		} else if (p->choice[o] == C_NONE) {
			p->choice[o] = holds == same ? c[o].first : second;
			p->alike[o] = chain + 1;
		}
	}
}

/* Reads from `from` on with the chain decided to be b (the #endif: none of it), at least
 * to the token `to`. */
static void
choice(cparse *p, uint32_t chain, uint32_t b, uint32_t to, creader *fn, const cstate *from)
{
	p->choice[chain] = b;
	decide_alike(p, chain, b);
	p->pos = from->pos;
	p->cls = from->cls;
	p->n_cls = from->n_cls;
	while (!p->stop && !p->t->nomem && p->pos < to) {
		uint32_t before = p->pos;
		uint16_t k = kind(p, before);

		if (k >= C_PP) {
			sequence_one(p, fn);
			continue;
		}
		if (k == '}' || k == ')' || k == C_EOF) { /* it cuts through more than this */
			if (p->branch != C_NONE && k == C_EOF) {
				p->stop = 1;
				p->cut = p->branch;
			} else if (k != C_EOF && p->nchoice < MAX_CHOICE && p->inside > 0) {
				p->stop = 1;
				p->cut = chain;
			} else if (k != C_EOF) {
				p->pos++;
				continue;
			}
			break;
		}
		member(p, fn);
		if (p->pos == before)
			p->pos++;
	}
	decide_alike(p, chain, C_NONE);
	p->choice[chain] = C_NONE;
}

/* Reads from `from` on, past the chain, with it and all that come upon on the way decided
 * to be their first alternative. */
static void
first_alternatives(cparse *p, uint32_t chain, creader *fn, const cstate *from)
{
	uint32_t last = chain;
	uint8_t mine;

	if (p->forced >= 100) {
		p->pos = p->x->chain[chain].end + 1;
		return;
	}
	mine = (uint8_t)(++p->forced << 1);
	do {
		p->stop = 0;
		back(p, from);
		leaf(p, FACT_ERROR, p->tok[p->x->chain[chain].first].line, "#if cuts through this too often: its first alternative alone was read");
		/* the chains far ahead too, lest each has it read again */
		for (uint32_t ahead = p->cut == chain || p->cut < last ? 1 : last - chain + 1; ahead > 0 && last < p->x->nchain; ahead--, last++)
			if (p->choice[last] == C_NONE) {
				p->choice[last] = p->x->chain[last].first;
				p->cutting[last] |= mine;
			}
		while (!p->stop && !p->t->nomem && p->pos <= p->x->chain[chain].end && p->pos < p->end) {
			uint32_t before = p->pos;

			if (p->tok[p->pos].k >= C_PP) {
				sequence_one(p, fn);
			} else {
				p->inside++;
				fn(p);
				p->inside--;
			}
			if (p->pos == before)
				p->pos++;
		}
	} while (p->stop && p->cut >= last && p->cut != p->branch && !p->t->nomem);
	while (last-- > chain)
		if ((p->cutting[last] & ~1) == mine) {
			p->choice[last] = C_NONE;
			p->cutting[last] &= 1;
		}
	p->forced--;
}

/* Reads the alternatives of a chain that cuts through members of a sequence. */
static void
choices(cparse *p, uint32_t chain, creader *fn, const cstate *from)
{
	const ctok *tok = p->tok;
	uint32_t first = p->x->chain[chain].first, end = p->x->chain[chain].end, to = end + 1, b, prev;
	unsigned open;

	p->cutting[chain] |= 1;
	if (p->nchoice >= MAX_CHOICE || p->again < 2 * (uint64_t)(end - from->pos) || p->t->nopen > FACT_MAX_DEPTH - 20) {
		first_alternatives(p, chain, fn, from);
		return;
	}
	p->nchoice++;
	for (int round = 0; round < 4 && !p->stop; round++) {
		uint32_t want = to;

		back(p, from);
		open = 0;
		for (b = first, prev = C_NONE; b != C_NONE && !p->stop; prev = b, b = tok[b].at) {
			if (tok[b].k == C_PP_ENDIF && tok[prev].k == C_PP_ELSE)
				break;
			if (p->t->nopen > FACT_MAX_DEPTH - 20) {
				leaf(p, FACT_ERROR, tok[b].line, "nested too deep");
				break;
			}
			if (prev != C_NONE) {
				node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
				open++;
			}
			if (tok[b].k == C_PP_IF || tok[b].k == C_PP_ELIF) {
				node(p, FACT_IF, tok[b].line, FACT_PREPROC, "", 0);
				open++;
				condition_of(p, b);
				node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
				choice(p, chain, b, to, fn, from);
				p->again -= p->again < p->pos - from->pos ? p->again : p->pos - from->pos;
				if (!p->stop)
					done(p);
			} else {
				choice(p, chain, b, to, fn, from);
			}
			if (p->pos > to)
				to = p->pos;
		}
		while (!p->stop && open-- > 0)
			done(p);
		if (to == want || round == 3 || p->again == 0)
			break; /* all end where the first did */
		if (first == C_NONE)
			break;
	}
	p->nchoice--;
	if (!p->stop && p->pos < to)
		p->pos = to;
}

/* Reads a chain whose alternatives hold whole members. */
static void
alternatives(cparse *p, uint32_t chain, creader *fn)
{
	const ctok *tok = p->tok;
	uint32_t b = p->x->chain[chain].first, end = p->end, branch = p->branch;
	unsigned open = 0;

	for (; tok[b].k != C_PP_ENDIF && !p->stop; b = tok[b].at) {
		if (p->t->nopen > FACT_MAX_DEPTH - 20) {
			leaf(p, FACT_ERROR, tok[b].line, "nested too deep");
			b = p->x->chain[chain].end;
			break;
		}
		if (tok[b].k != C_PP_IF) {
			node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
			open++;
		}
		if (tok[b].k != C_PP_ELSE) {
			node(p, FACT_IF, tok[b].line, FACT_PREPROC, "", 0);
			open++;
			condition_of(p, b);
			node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
		}
		p->pos = tok[b].match;
		p->end = tok[b].at;
		p->branch = chain;
		sequence(p, fn, C_EOF);
		p->end = end;
		p->branch = branch;
		if (p->stop)
			return;
		if (tok[b].k != C_PP_ELSE)
			done(p);
	}
	while (open-- > 0)
		done(p);
	p->pos = b + 1;
}

static void
conditional(cparse *p, creader *fn)
{
	uint32_t chain = p->tok[p->pos].n;
	cstate from = mark(p);

	if (p->t->nopen > FACT_MAX_DEPTH - 20) {
		leaf(p, FACT_ERROR, p->tok[p->pos].line, "nested too deep");
		p->pos = p->x->chain[chain].end + 1;
		return;
	}
	if ((fn == statement || fn == case_statement) && ends_with_else(p, chain)) {
		guarded_if(p);
		if (!p->stop)
			return;
		p->stop = 0; /* read it as any other */
		back(p, &from);
		p->cutting[chain] |= 1;
	}
	if (p->x->chain[chain].whole && !(p->cutting[chain] & 1)) {
		alternatives(p, chain, fn);
		if (!p->stop || p->cut != chain)
			return;
		p->stop = 0;
		back(p, &from);
	}
	choices(p, chain, fn, &from);
}

/* Reads what is next in a sequence: a directive, or a member. 0 at the end of it. */
int
sequence_one(cparse *p, creader *fn)
{
	uint32_t before = p->pos;
	uint16_t k;

	comments(p);
	if (p->pos >= p->end)
		return 0;
	k = p->tok[p->pos].k;
	if (undecided(p)) {
		conditional(p, fn);
	} else if (k == C_PP_DEFINE || k == C_PP_INCLUDE || k == C_PP_OTHER) {
		directive_node(p);
	} else if (k >= C_PP) {
		p->pos = step(p, p->pos);
	} else {
		member(p, fn);
		p->err = 0;
		if (!p->stop && p->pos == before) {
			leaf(p, FACT_ERROR, p->tok[p->pos].line, "cannot be read");
			p->errors++;
			p->pos++;
		}
	}
	return 1;
}

void
sequence(cparse *p, creader *fn, uint16_t closer)
{
	while (!p->stop && !p->t->nomem) {
		if (closer != C_EOF && p->pos < p->end && p->tok[p->pos].k == closer) {
			comments(p);
			return;
		}
		if (!sequence_one(p, fn))
			return;
	}
}

void
recover(cparse *p)
{
	uint16_t k;

	p->err = 0;
	while ((k = cur(p)) != C_EOF && k != '}') {
		uint32_t i = p->pos;

		if (k == ';') {
			p->pos++;
			return;
		}
		if ((k == '(' || k == '[' || k == '{') && p->tok[i].match != C_NONE && p->tok[i].match < p->end) {
			p->pos = p->tok[i].match + 1;
			if (k == '{') {
				accept_here(p, ';');
				return;
			}
			continue;
		}
		p->pos++;
	}
}

int
read_c(const char *path, const char *text, size_t n, fact_tree *t)
{
	clex x;
	cparse p = {.x = &x, .t = t, .branch = C_NONE};
	int rc = -1;

	if (fact_open(t, FACT_FILE, 1, 0, path, strlen(path)) == UINT32_MAX)
		return -1;
	if (n > MAX_BYTES) {
		fact_leaf(t, FACT_ERROR, 1, "larger than 64 MiB");
		fact_close(t);
		return t->nomem ? -1 : 0;
	}
	if (clex_read(&x, path, text, n) == 0) {
		p.tok = x.tok;
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
			sequence(&p, at_file, C_EOF);
			rc = t->nomem ? -1 : 0;
		}
	}
	free(p.choice);
	free(p.cutting);
	free(p.alike);
	free(p.buf);
	as_intern_free(&p.types);
	clex_free(&x);
	fact_close(t);
	return rc;
}
