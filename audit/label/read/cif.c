/* cif.c - what an #if does to what is read.
 *
 * A reader that comes upon an #if in the midst of something sets `stop`; all then see the
 * end of the file and return. The innermost member of a sequence around it is forgotten and
 * read again, once for each alternative, with the #if decided. */
#include <string.h>

#include "../facts/cplatform.h"
#include "cread.h"
#include "cread_impl.h"

enum { MAX_CHOICE = 5 };

static void choices(cparse *p, uint32_t chain, creader *fn, const cstate *from);

/* Writes the comments that stand before the token at pos. */
static void
comments(cparse *p)
{
	while (p->comment < p->x->ncomment && p->x->comment[p->comment].before <= p->pos) {
		const ccomment *c = &p->x->comment[p->comment++];

		c_node(p, FACT_COMMENT, c->line, 0, p->x->s + c->at, c->n);
		c_done(p);
	}
}

/* Reads one member of a sequence, whatever #if does to it. */
static void
member(cparse *p, creader *fn)
{
	cstate from = c_mark(p);

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
	c_back(p, &from);
	choices(p, p->cut, fn, &from);
}

/* Decides the chains near by that ask what the chain asks, now that it is decided to be
 * b; or, with b C_NONE, leaves them open again. */
static void
decide_alike(cparse *p, uint32_t chain, uint32_t b)
{
	enum { NEAR = 20000, FAR = 200000, FEW = 8 }; /* tokens; chains beyond NEAR: a parser that bison made is long */
	const cchain *c = p->x->chain;
	uint32_t end = c[chain].end > UINT32_MAX / 2 ? UINT32_MAX - FAR : c[chain].end, beyond = 0;

	for (uint32_t o = c[chain].alike; o != C_NONE && c[o].first < end + (beyond < FEW ? FAR : NEAR); o = c[o].alike) {
		uint32_t second = p->tok[c[o].first].at;
		int holds = b == c[chain].first, same = c[o].asks == c[chain].asks;

		beyond += c[o].first >= end + NEAR;
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
		uint16_t k = c_kind(p, before);

		if (k >= C_PP) {
			c_sequence_one(p, fn);
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
		c_back(p, from);
		c_leaf(p, FACT_ERROR, p->tok[p->x->chain[chain].first].line, "#if cuts through this too often: its first alternative alone was read");
		/* the chains far ahead too, lest each has it read again */
		for (uint32_t ahead = p->cut == chain || p->cut < last ? 1 : last - chain + 1; ahead > 0 && last < p->x->nchain; ahead--, last++)
			if (p->choice[last] == C_NONE) {
				p->choice[last] = p->x->chain[last].first;
				p->cutting[last] |= mine;
			}
		while (!p->stop && !p->t->nomem && p->pos <= p->x->chain[chain].end && p->pos < p->end) {
			uint32_t before = p->pos;

			if (p->tok[p->pos].k >= C_PP) {
				c_sequence_one(p, fn);
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

/* The directive whose alternative is built here, of an #ifdef that asks for another system or compiler; C_NONE. */
static uint32_t
of_platform(const cparse *p, uint32_t chain)
{
	uint32_t d = p->x->chain[chain].first, second = p->tok[d].at;
	char name[64];
	int64_t v;
	int is;

	if (p->tok[d].ask == C_ASK_EXPR || (p->tok[second].k != C_PP_ELSE && p->tok[second].k != C_PP_ENDIF) || p->tok[d + 1].n >= sizeof name)
		return C_NONE;
	memcpy(name, p->x->s + p->tok[d + 1].at, p->tok[d + 1].n);
	name[p->tok[d + 1].n] = '\0';
	if ((is = c_platform(name, p->x->path, &v)) < 0)
		return C_NONE;
	return is == (p->tok[d].ask == C_ASK_DEFINED) ? d : second;
}

/* Reads the alternatives of a chain that cuts through members of a sequence. */
static void
choices(cparse *p, uint32_t chain, creader *fn, const cstate *from)
{
	const ctok *tok = p->tok;
	uint32_t first = p->x->chain[chain].first, end = p->x->chain[chain].end, to = end + 1, b, prev;
	unsigned open;

	p->cutting[chain] |= 1;
	if ((b = of_platform(p, chain)) != C_NONE) {
		c_back(p, from);
		p->choice[chain] = b;
		if (p->tok[p->pos].k < C_PP)
			member(p, fn);
		return;
	}
	if (p->nchoice >= MAX_CHOICE || p->again < 2 * (uint64_t)(end - from->pos) || p->t->nopen > FACT_MAX_DEPTH - 20) {
		first_alternatives(p, chain, fn, from);
		return;
	}
	p->nchoice++;
	for (int round = 0; round < 4 && !p->stop; round++) {
		uint32_t want = to;

		c_back(p, from);
		open = 0;
		for (b = first, prev = C_NONE; b != C_NONE && !p->stop; prev = b, b = tok[b].at) {
			if (tok[b].k == C_PP_ENDIF && tok[prev].k == C_PP_ELSE)
				break;
			if (p->t->nopen > FACT_MAX_DEPTH - 20) {
				c_leaf(p, FACT_ERROR, tok[b].line, "nested too deep");
				break;
			}
			if (prev != C_NONE) {
				c_node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
				open++;
			}
			if (tok[b].k == C_PP_IF || tok[b].k == C_PP_ELIF) {
				c_node(p, FACT_IF, tok[b].line, FACT_PREPROC, "", 0);
				open++;
				c_condition_of(p, b);
				c_node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
				choice(p, chain, b, to, fn, from);
				p->again -= p->again < p->pos - from->pos ? p->again : p->pos - from->pos;
				if (!p->stop)
					c_done(p);
			} else {
				choice(p, chain, b, to, fn, from);
			}
			if (p->pos > to)
				to = p->pos;
		}
		while (!p->stop && open-- > 0)
			c_done(p);
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
			c_leaf(p, FACT_ERROR, tok[b].line, "nested too deep");
			b = p->x->chain[chain].end;
			break;
		}
		if (tok[b].k != C_PP_IF) {
			c_node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
			open++;
		}
		if (tok[b].k != C_PP_ELSE) {
			c_node(p, FACT_IF, tok[b].line, FACT_PREPROC, "", 0);
			open++;
			c_condition_of(p, b);
			c_node(p, FACT_BLOCK, tok[b].line, 0, "", 0);
		}
		p->pos = tok[b].match;
		p->end = tok[b].at;
		p->branch = chain;
		c_sequence(p, fn, C_EOF);
		p->end = end;
		p->branch = branch;
		if (p->stop)
			return;
		if (tok[b].k != C_PP_ELSE)
			c_done(p);
	}
	while (open-- > 0)
		c_done(p);
	p->pos = b + 1;
}

static void
conditional(cparse *p, creader *fn)
{
	uint32_t chain = p->tok[p->pos].n;
	cstate from = c_mark(p);

	if (p->t->nopen > FACT_MAX_DEPTH - 20) {
		c_leaf(p, FACT_ERROR, p->tok[p->pos].line, "nested too deep");
		p->pos = p->x->chain[chain].end + 1;
		return;
	}
	if ((fn == c_statement || fn == c_case_statement) && c_ends_with_else(p, chain)) {
		c_guarded_if(p);
		if (!p->stop)
			return;
		p->stop = 0; /* read it as any other */
		c_back(p, &from);
		p->cutting[chain] |= 1;
	}
	if (p->x->chain[chain].whole && !(p->cutting[chain] & 1)) {
		alternatives(p, chain, fn);
		if (!p->stop || p->cut != chain)
			return;
		p->stop = 0;
		c_back(p, &from);
	}
	choices(p, chain, fn, &from);
}

static void
included_by(cparse *p, uint32_t include)
{
	uint32_t w = include + 1;
	char text[300];

	snprintf(text, sizeof text, C_INCLUDED "%.*s", p->tok[w].k == C_STR && p->tok[w].n > 2 && p->tok[w].n < 200 ? (int)p->tok[w].n - 2 : 0, p->x->s + p->tok[w].at + 1);
	c_leaf(p, FACT_ERROR, p->tok[include].line, text);
}

/* Statements, members or values that another file holds, which the include at pos names. */
static void
included(cparse *p, int values)
{
	uint32_t w = p->pos + 1;

	if (p->tok[p->pos].match > w && (values || (p->tok[w].k == C_STR && !c_is_declarations(p->x->s + p->tok[w].at + 1, p->tok[w].n - 2))))
		included_by(p, p->pos);
}

/* Keeps the #define at pos for let_go: among values there is no place for its node. */
static void
hold(cparse *p)
{
	if (p->x == p->whole && p->branch == p->held_in && p->nheld < sizeof p->held / sizeof *p->held)
		p->held[p->nheld++] = p->pos;
}

/* Is the macro of the #define at d undefined again before a token? */
static int
is_undefined(const cparse *p, uint32_t d, uint32_t end)
{
	const char *name;
	size_t n;

	for (uint32_t i = d + 1; i < end; i++)
		if ((n = c_undefined(p, i, &name)) > 0 && n == p->tok[d + 1].n && memcmp(name, p->x->s + p->tok[d + 1].at, n) == 0)
			return 1;
	return 0;
}

/* Writes the #defines that stand among the values of the declaration that was just read, from a token on, but for those
 * of one table alone. One that an #if among them holds is not written: who reads the facts would take it as certain. */
static void
let_go(cparse *p, uint32_t from)
{
	uint32_t pos = p->pos, next = from;

	for (unsigned i = 0; i < p->nheld; i++) {
		uint32_t d = p->held[i];

		if (d < next || d >= pos || is_undefined(p, d, pos)) /* or of what was read a second time */
			continue;
		p->pos = d;
		c_directive_node(p);
		next = d + 1;
	}
	p->pos = pos;
}

/* Reads what is next in a sequence: a directive, or a member. 0 at the end of it. */
int
c_sequence_one(cparse *p, creader *fn)
{
	uint32_t before = p->pos;
	uint16_t k;

	if (fn != c_value) /* the nodes there are the values */
		comments(p);
	if (p->pos >= p->end)
		return 0;
	k = p->tok[p->pos].k;
	if (c_undecided(p)) {
		conditional(p, fn);
	} else if (k == C_PP_DEFINE || k == C_PP_INCLUDE || k == C_PP_OTHER) {
		if (k == C_PP_INCLUDE && fn != c_at_file)
			included(p, fn == c_value);
		if (fn != c_value) {
			c_directive_node(p);
		} else {
			if (k == C_PP_DEFINE) {
				c_macro_learn(p, p->pos);
				hold(p);
			}
			p->pos = p->tok[p->pos].match;
		}
	} else if (k >= C_PP) {
		p->pos = c_step(p, p->pos);
	} else {
		if (fn == c_at_file) {
			p->nheld = 0;
			p->held_in = p->branch;
		}
		member(p, fn);
		p->err = 0;
		if (fn != c_value && p->middle > before && p->middle <= p->pos) {
			included_by(p, p->middle - 1);
			p->middle = 0;
		}
		if (fn == c_at_file && !p->stop)
			let_go(p, before);
		if (!p->stop && p->pos == before) {
			c_leaf(p, FACT_ERROR, p->tok[p->pos].line, "cannot be read");
			p->errors++;
			p->pos++;
		}
	}
	return 1;
}

void
c_sequence(cparse *p, creader *fn, uint16_t closer)
{
	while (!p->stop && !p->t->nomem) {
		if (closer != C_EOF && p->pos < p->end && p->tok[p->pos].k == closer) {
			if (fn != c_value)
				comments(p);
			return;
		}
		if (!c_sequence_one(p, fn))
			return;
	}
}
