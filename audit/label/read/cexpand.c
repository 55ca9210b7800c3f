/* cexpand.c - macros of the file itself, put in place where only that tells what stands
 * there: rows of tables and enumerators that a macro writes (X macros), functions and classes
 * that it defines, names that are pasted together, arguments that become strings.
 *
 * The text that the preprocessor would leave is made, read like a file of its own, and
 * parsed in place of the call, at the line of the call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cread_impl.h"
#include "ctext.h"

enum { MAX_DEPTH = 12, MAX_TEXT = 1 << 18, MAX_ARGS = 64, MAX_ALL = 4 << 20 };

/* The text of an argument. put: what it comes to, where it is a macro alone and neither pasted nor spelled; NULL: itself. */
typedef struct { const char *s; size_t n; char *put; size_t nput; } piece;

/* The number of the parameter of the #define at d that is so named, or -1. */
static int
parameter(const clex *x, uint32_t d, const char *s, size_t n)
{
	int k = 0;

	if (!(x->tok[d + 1].bits & C_CALLED))
		return -1;
	for (uint32_t i = d + 3; i < x->tok[d].match && x->tok[i].k != ')'; i++) {
		const ctok *t = &x->tok[i];

		if (t->k == ',') {
			k++;
			continue;
		}
		if (t->n == n && memcmp(x->s + t->at, s, n) == 0)
			return k;
		if (t->k == C_DOTS && n == 11 && memcmp(s, "__VA_ARGS__", 11) == 0)
			return k;
	}
	return -1;
}

/* What the preprocessor reads as "...": a string of an argument's spelling. */
static void
put_string(ctext *o, piece a)
{
	ctext_put(o, "\"", 1);
	for (size_t i = 0; i < a.n; i++) {
		if (a.s[i] == '"' || a.s[i] == '\\')
			ctext_put(o, "\\", 1);
		ctext_put(o, a.s + i, 1);
	}
	ctext_put(o, "\"", 1);
}

/* a##b##c with the parameters among them in place. */
static void
put_pasted(ctext *o, const clex *x, uint32_t d, const char *s, size_t n, const piece *arg, int narg)
{
	while (n > 0) {
		const char *paste = memmem(s, n, "##", 2);
		size_t m = paste ? (size_t)(paste - s) : n, from = 0, to;
		int k;

		while (from < m && (s[from] == ' ' || s[from] == '\t'))
			from++;
		for (to = m; to > from && (s[to - 1] == ' ' || s[to - 1] == '\t'); to--) {}
		k = parameter(x, d, s + from, to - from);
		if (k >= 0 && k < narg)
			ctext_put(o, arg[k].s, arg[k].n);
		else
			ctext_put(o, s + from, to - from);
		if (!paste)
			break;
		n -= m + 2;
		s += m + 2;
	}
}

/* Has the #define at d a last parameter that takes any number, and is nothing given for it? */
static int
takes_none(const clex *x, uint32_t d, const piece *arg, int narg)
{
	int k = parameter(x, d, "__VA_ARGS__", 11);

	return k >= 0 && (k >= narg || !arg[k].n);
}

/* The tokens [i, end) of the #define at d with its arguments in place. */
static void
put_tokens(ctext *o, const clex *x, uint32_t d, uint32_t i, uint32_t end, const piece *arg, int narg)
{
	for (; i < end; i++) {
		const ctok *t = &x->tok[i];
		const char *s = x->s + t->at;
		int k;

		if (!(t->bits & C_TIGHT))
			ctext_put(o, " ", 1);
		if (t->k == '#' && i + 1 < end && (k = parameter(x, d, s + (x->tok[i + 1].at - t->at), x->tok[i + 1].n)) >= 0 && k < narg) {
			put_string(o, arg[k]);
			i++;
		} else if (t->k == C_PASTE) {
			while (o->n > 0 && o->s[o->n - 1] == ' ')
				o->n--;
			if (i + 1 < end && !((x->tok[i + 1]).bits & C_TIGHT)) { /* what follows joins what is before */
				const ctok *f = &x->tok[++i];
				k = parameter(x, d, x->s + f->at, f->n);
				if (k >= 0 && k < narg)
					ctext_put(o, arg[k].s, arg[k].n);
				else
					ctext_put(o, x->s + f->at, f->n);
			}
		} else if (memmem(s, t->n, "##", 2) && t->k == C_ID) {
			put_pasted(o, x, d, s, t->n, arg, narg);
		} else if (t->k == C_ID && t->n == 10 && memcmp(s, "__VA_OPT__", 10) == 0 && i + 1 < end && x->tok[i + 1].k == '(' && x->tok[i + 1].match < end) {
			if (!takes_none(x, d, arg, narg))
				put_tokens(o, x, d, i + 2, x->tok[i + 1].match, arg, narg);
			i = x->tok[i + 1].match;
		} else if ((k = parameter(x, d, s, t->n)) >= 0 && k < narg) {
			int put = arg[k].put && !(i + 1 < end && x->tok[i + 1].k == C_PASTE);
			ctext_put(o, put ? arg[k].put : arg[k].s, put ? arg[k].nput : arg[k].n);
		} else if (k < 0 || !takes_none(x, d, arg, narg)) {
			ctext_put(o, s, t->n);
		}
	}
}

/* The body of the #define at d with its arguments in place. */
static void
put_body(ctext *o, const clex *x, uint32_t d, const piece *arg, int narg)
{
	uint32_t end = x->tok[d].match, i = d + 2;

	if (x->tok[d + 1].bits & C_CALLED)
		i = x->tok[i].match == C_NONE ? end : x->tok[i].match + 1;
	put_tokens(o, x, d, i, end, arg, narg);
}

/* The arguments in the parentheses at i, those beyond the last parameter with it; their number, or -1. */
static int
arguments(const clex *x, uint32_t i, const clex *whole, uint32_t d, piece *arg)
{
	uint32_t end = x->tok[i].match, from = i + 1, params = 1;
	int n = 0;

	for (uint32_t k = d + 3; k < whole->tok[d].match && whole->tok[k].k != ')'; k++)
		params += whole->tok[k].k == ',';
	for (i++; i <= end; i++) {
		uint16_t k = x->tok[i].k;

		if (i < end && (k == '(' || k == '[' || k == '{') && x->tok[i].match < end) {
			i = x->tok[i].match;
			continue;
		}
		if (k >= C_PP)
			return -1;
		if (i == end || (k == ',' && (uint32_t)n + 1 < params)) {
			if (n == MAX_ARGS)
				return -1;
			arg[n] = (piece){0};
			arg[n].s = i > from ? x->s + x->tok[from].at : "";
			arg[n].n = i > from ? x->tok[i - 1].at + x->tok[i - 1].n - x->tok[from].at : 0;
			n++;
			from = i + 1;
		}
	}
	return n;
}

static void rescan(cparse *p, ctext *o, const clex *x, uint32_t from, uint32_t to, const cmacro **busy, int depth);

/* Finds what arguments come to that are a macro without parameters, each: CAT(PREFIX, name). Of one that may be another here, only
 * that something comes before or behind: PREFIX##. */
static void
put_macros(cparse *p, piece *arg, int narg, const cmacro **busy, int depth)
{
	for (int k = 0; k < narg; k++) {
		const cmacro *mac = arg[k].n ? c_macro_of(p, arg[k].s, arg[k].n) : NULL;
		int stop = !mac || mac->of->tok[mac->define + 1].bits & C_CALLED, open;
		ctext o = {.most = MAX_TEXT};
		char *name;
		clex in;

		for (int b = 0; b < depth; b++)
			stop |= busy[b] == mac;
		if (stop)
			continue;
		open = mac->several & 1 || c_macro_by_default(mac, arg[k].s, arg[k].n);
		if (asprintf(&name, "%.*s%s", (int)arg[k].n, arg[k].s, open ? "##" : "") < 0)
			continue;
		if (open) {
			arg[k].put = name, arg[k].nput = strlen(name);
			continue;
		}
		if (clex_read(&in, "a.cc", name, arg[k].n, 0) == 0) {
			rescan(p, &o, &in, 0, in.ntok, busy, depth);
			if (!o.bad)
				arg[k].put = o.s, arg[k].nput = o.n, o.s = NULL;
		}
		clex_free(&in);
		free(o.s);
		free(name);
	}
}

/* Writes the tokens [from, to) of x to o with every macro in them expanded, but those that
 * are being expanded. */
static void
rescan(cparse *p, ctext *o, const clex *x, uint32_t from, uint32_t to, const cmacro **busy, int depth)
{
	for (uint32_t i = from; i < to && !o->bad; i++) {
		const ctok *t = &x->tok[i];
		const cmacro *mac = t->k == C_ID ? c_macro_of(p, x->s + t->at, t->n) : NULL;
		int called = mac && (mac->of->tok[mac->define + 1].bits & C_CALLED), stop = 0, narg = 0;
		piece arg[MAX_ARGS];
		ctext body = {.most = MAX_TEXT};
		clex in;

		if (t->k >= C_PP)
			o->bad = 1;
		for (int b = 0; b < depth; b++)
			stop |= busy[b] == mac;
		if (!mac || stop || depth == MAX_DEPTH || (called && (i + 1 >= to || x->tok[i + 1].k != '(' || x->tok[i + 1].match >= to))) {
			if (!(t->bits & C_TIGHT))
				ctext_put(o, " ", 1);
			ctext_put(o, x->s + t->at, t->n);
			continue;
		}
		if (called) {
			narg = arguments(x, i + 1, mac->of, mac->define, arg);
			i = x->tok[i + 1].match;
			if (narg < 0) {
				o->bad = 1;
				return;
			}
		}
		if (mac->several == 3)
			p->unsure = o->n + 1;
		put_macros(p, arg, narg, busy, depth);
		put_body(&body, mac->of, mac->define, arg, narg);
		for (int k = 0; k < narg; k++)
			free(arg[k].put);
		if (body.bad) {
			o->bad = 1;
		} else if (body.s && clex_read(&in, "a.cc", body.s, body.n, 0) == 0) {
			busy[depth] = mac;
			rescan(p, o, &in, 0, in.ntok, busy, depth + 1);
			clex_free(&in);
		} else if (body.s) {
			clex_free(&in);
			o->bad = 1;
		}
		free(body.s);
		p->expanded += body.n;
		if (p->expanded > MAX_ALL)
			o->bad = 1;
	}
}

/* What the macro, or one that it names, does: C_PASTES names, C_SPELLS arguments. */
static int
pastes(const cparse *p, const cmacro *mac, int depth)
{
	const clex *x = mac->of;
	uint32_t d = mac->define;
	int does = 0;

	for (uint32_t i = d + 2; i < x->tok[d].match; i++) {
		const ctok *t = &x->tok[i];
		const cmacro *in;

		if (t->k == C_PASTE || (t->k == C_ID && memmem(x->s + t->at, t->n, "##", 2)))
			does |= C_PASTES;
		else if (t->k == '#')
			does |= C_SPELLS;
		else if (t->k == C_ID && depth < 3 && i < d + 500 && (in = c_macro_of(p, x->s + t->at, t->n)) != NULL && in != mac)
			does |= pastes(p, in, depth + 1);
	}
	return does;
}

/* Whether the #define at d has a body in braces (of a function, or a class), or what only a class has. */
static int
braces(const clex *x, uint32_t d)
{
	for (uint32_t i = d + 2; i < x->tok[d].match; i++) {
		uint16_t k = x->tok[i].k, before = x->tok[i - 1].k;

		if (((k == CW_PUBLIC || k == CW_PROTECTED || k == CW_PRIVATE) && x->tok[i + 1].k == ':') || (k == CW_DELETE && before == '=') ||
		    (k == '{' && (before == ')' || before == CW_CONST || before == CW_NOEXCEPT || before == C_ID) && (x->tok[d + 1].bits & C_CALLED) &&
		     i > x->tok[d + 2].match + 1))
			return 1;
		if (k == '{' && x->tok[i].match < x->tok[d].match)
			i = x->tok[i].match;
	}
	return 0;
}

/* Whether the #define at d begins with a label of a switch. */
static int
labels(const clex *x, uint32_t d)
{
	uint32_t end = x->tok[d].match, i = d + 2;

	if (x->tok[d + 1].bits & C_CALLED)
		i = x->tok[i].match == C_NONE ? end : x->tok[i].match + 1;
	return i < end && (x->tok[i].k == CW_CASE || (x->tok[i].k == CW_DEFAULT && i + 1 < end && x->tok[i + 1].k == ':')) ? C_CASES : 0;
}

/* Whether the #define at d stands for more than one value, or for one in braces. */
static int
rows(const clex *x, uint32_t d)
{
	uint32_t end = x->tok[d].match, i = d + 2;

	if (x->tok[d + 1].bits & C_CALLED)
		i = x->tok[i].match == C_NONE ? end : x->tok[i].match + 1;
	if (i < end && x->tok[i].k == '{')
		return 1;
	for (; i < end; i++) {
		uint16_t k = x->tok[i].k, next = i + 1 < end ? x->tok[i + 1].k : C_EOF;

		if (k == ',' || (k == ')' && next == C_ID))
			return 1;
		if (k == C_ID && next == '(' && parameter(x, d, x->s + x->tok[i].at, x->tok[i].n) >= 0)
			return 1;
		if ((k == '(' || k == '[' || k == '{') && x->tok[i].match < end) {
			i = x->tok[i].match - 1;
			continue;
		}
	}
	return 0;
}

/* What the use at pos of the macro, which ends before `end`, does. */
static int
does(const cparse *p, cmacro *mac, uint32_t end)
{
	int all;

	if (!mac->known) {
		mac->known = 1;
		mac->does = (uint8_t)(C_HEADS | pastes(p, mac, 0) | (rows(mac->of, mac->define) ? C_ROWS : 0) | labels(mac->of, mac->define) | (braces(mac->of, mac->define) ? C_DEFINES : 0));
	}
	all = mac->does;
	for (uint32_t i = p->pos + 2; i < end && i < p->pos + 40; i++) { /* a macro that it is given */
		const cmacro *in = p->tok[i].k == C_ID && (p->tok[i + 1].k == ')' || p->tok[i + 1].k == ',') ? c_macro_of(p, p->x->s + p->tok[i].at, p->tok[i].n) : NULL;

		if (in && (in->of->tok[in->define + 1].bits & C_CALLED))
			all |= C_LISTS | pastes(p, in, 0) | labels(in->of, in->define);
	}
	return all;
}

/* The token after the use of the macro at pos, whose name is there; C_NONE if it is none. */
static uint32_t
use_end(const cparse *p, const cmacro *mac)
{
	uint32_t next = p->pos + 1;

	if (!(mac->of->tok[mac->define + 1].bits & C_CALLED))
		return next;
	return next < p->end && p->tok[next].k == '(' && c_closed(p, next) ? p->tok[next].match + 1 : C_NONE;
}

char *
c_macro_put(cparse *p, uint32_t i, uint32_t *end, size_t *n)
{
	const cmacro *busy[MAX_DEPTH + 1];
	cmacro *mac = c_macro_of(p, p->x->s + p->tok[i].at, p->tok[i].n);
	ctext o = {.most = MAX_TEXT};

	p->pos = i;
	if (!mac || p->expanded > MAX_ALL || (*end = use_end(p, mac)) == C_NONE)
		return NULL;
	rescan(p, &o, p->x, i, *end, busy, 0);
	if (o.bad) {
		free(o.s);
		return NULL;
	}
	*n = o.n;
	return o.s;
}

int
c_expands(const cparse *p, int for_what)
{
	cmacro *mac;
	uint32_t end;

	if (p->x != p->whole || p->in_define || p->pos >= p->end || p->tok[p->pos].k != C_ID || p->expanded > MAX_ALL || p->t->nomem)
		return 0;
	mac = c_macro_of(p, p->x->s + p->tok[p->pos].at, p->tok[p->pos].n);
	return mac && (end = use_end(p, mac)) != C_NONE && does(p, mac, end) & for_what;
}

int
c_alone(const cparse *p)
{
	uint32_t i = c_after(p, p->pos);
	uint16_t k = c_kind(p, i);

	if (k == '(' && c_closed(p, i)) {
		i = c_past(p, i);
		k = c_kind(p, i);
		if (k == '(')
			return 0;
	}
	return k != '[' && k != '.' && k != C_ARROW && k != '=' && k != C_INC && k != C_DEC && (k < C_ADDEQ || k > C_SHLEQ);
}

int
c_expand(cparse *p, creader *fn, int for_what)
{
	const clex *outer = p->x;
	const cmacro *busy[MAX_DEPTH + 1];
	cmacro *mac;
	uint32_t end, line;
	ctext o = {.most = MAX_TEXT};
	clex in;
	cparse was;
	uint16_t next;
	int ok = 0;

	if (!c_expands(p, for_what))
		return 0;
	mac = c_macro_of(p, p->x->s + p->tok[p->pos].at, p->tok[p->pos].n);
	end = use_end(p, mac);
	next = end < p->end ? p->tok[end].k : C_EOF;
	if (for_what != C_PASTES_VALUE && next < C_PP && next != C_EOF && !strchr(",;}{.[", next < 128 ? next : 'x') && next != C_ID && next < C_KEYWORD)
		return 0; /* a part of an expression */
	line = p->tok[p->pos].line;
	rescan(p, &o, outer, p->pos, end, busy, 0);
	if (!o.bad && o.s && clex_read(&in, "a.cc", o.s, o.n, 0) == 0) {
		ok = 1;
		for (uint32_t i = 0; i < in.ntok; i++) {
			in.tok[i].line = line;
			ok &= in.tok[i].k < C_PP;
		}
		in.tok[in.ntok].line = line;
		in.cpp = outer->cpp;
		if (ok) {
			cstate s = c_mark(p);
			uint32_t errors = p->errors;

			was = *p;
			p->x = &in;
			p->tok = in.tok;
			p->pos = 0;
			p->end = in.ntok;
			p->comment = in.ncomment;
			p->branch = C_NONE;
			p->in_define = 1; /* its last ; may be the user's */
			c_sequence(p, fn, C_EOF);
			ok = p->errors == errors && p->pos >= p->end && !p->stop;
			p->x = was.x;
			p->tok = was.tok;
			p->end = was.end;
			p->comment = was.comment;
			p->branch = was.branch;
			p->in_define = was.in_define;
			p->cls = was.cls;
			p->n_cls = was.n_cls;
			p->err = 0;
			p->stop = 0;
			p->ended = was.ended;
			if (ok)
				p->pos = end;
			else
				c_back(p, &s);
		}
		clex_free(&in);
	}
	free(o.s);
	return ok;
}

/* Does the use of a macro at pos end in what may be the head of a function, and a body follow it? */
static int
ends_in_head(const cparse *p)
{
	const cmacro *busy[MAX_DEPTH + 1];
	cparse q = *p; /* what is made here counts once more where it is read */
	cmacro *mac = c_macro_of(p, p->x->s + p->tok[p->pos].at, p->tok[p->pos].n);
	uint32_t end = mac ? use_end(p, mac) : C_NONE;
	ctext o = {.most = MAX_TEXT};
	int head = 0, depth = 0;
	size_t from;

	if (end == C_NONE || end >= p->end || p->tok[end].k != '{')
		return 0;
	q.unsure = 0;
	rescan(&q, &o, p->x, p->pos, end, busy, 0);
	while (!o.bad && o.n > 0 && o.s[o.n - 1] == ' ')
		o.n--;
	for (from = o.n; from > 0 && (depth || (o.s[from - 1] != ';' && o.s[from - 1] != '}')); from--)
		depth += (o.s[from - 1] == ')') - (o.s[from - 1] == '(');
	head = !o.bad && q.unsure <= from && o.n > 2 && o.s[o.n - 1] == ')' && memchr(o.s, ' ', o.n);
	free(o.s);
	return head;
}

int
c_expand_head(cparse *p)
{
	uint32_t at = p->t->n, last = at;
	cstate s = c_mark(p);

	if (!c_expands(p, C_HEADS) || !ends_in_head(p) || !c_expand(p, c_at_file, C_HEADS))
		return 0;
	for (uint32_t i = at; i < p->t->n && !p->t->nomem; i = p->t->node[i].end)
		last = i;
	if (p->t->nomem || last >= p->t->n || p->t->node[last].kind != FACT_FUNC || fact_find(p->t, last, FACT_BLOCK)) {
		c_back(p, &s);
		return 0;
	}
	p->t->open[p->t->nopen++] = last; /* it was closed there: there is room */
	c_function_body(p);
	c_done(p);
	return 1;
}
