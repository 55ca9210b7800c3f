/* expr_parse.c - reads expressions: a parser by recursive descent. */
#include <ctype.h>
#include <string.h>

#include "expr.h"
#include "num.h"

typedef struct {
	expr *x;
	expr_refs *refs;
	const char *s;
	double level;
	int depth;
	as_keep *keep;
	as_err *e;
} parser;

static const struct { const char *name; expr_kind kind; int nargs; } functions[] = {
	{"min", EX_MIN, 2}, {"max", EX_MAX, 2}, {"sqrt", EX_SQRT, 1}, {"abs", EX_ABS, 1},
	    {"exp", EX_EXP, 1},
	{"log", EX_LOG, 1}, {"t_p", EX_T_P, 2}, {"t_upper", EX_T_UPPER, 2},
	    {"t_quantile", EX_T_QUANTILE, 2},
	{"z_upper", EX_Z_UPPER, 1}, {"z_quantile", EX_Z_QUANTILE, 1}, {"f_upper", EX_F_UPPER, 3},
	{"nc_lo", EX_NC_LO, 3}, {"nc_hi", EX_NC_HI, 3},
	{"hedges", EX_HEDGES, 1},
};

static int sum(parser *p); /* the number of a node, or -1 */

static void
blanks(parser *p)
{
	while (*p->s == ' ' || *p->s == '\t')
		p->s++;
}

static int
take(parser *p, char c)
{
	blanks(p);
	if (*p->s != c)
		return 0;
	p->s++;
	return 1;
}

static int
expected(parser *p, const char *what)
{
	blanks(p);
	return *p->s ? as_fail(p->e, NULL, 0, "expected %s at '%s'", what, p->s) :
	    as_fail(p->e, NULL, 0, "expected %s at the end", what);
}

static int
add(parser *p, expr_kind kind, int a, int b, int c, double num)
{
	if (p->x->n == EXPR_NODES)
		return as_fail(p->e, NULL, 0, "over %d terms", EXPR_NODES);
	p->x->node[p->x->n] = (expr_node){kind, {a, b, c}, num};
	return p->x->n++;
}

/* Letters, digits, _ and ., or anything in quotes; *quoted says which. */
static const char *
word(parser *p, const char *more, int *quoted)
{
	size_t n = 0;
	const char *text;

	blanks(p);
	*quoted = *p->s == '\'' || *p->s == '"';
	if (*quoted) {
		const char *end = strchr(p->s + 1, *p->s);

		if (end == NULL) {
			as_fail(p->e, NULL, 0, "a quote is not closed: %s", p->s);
			return NULL;
		}
		text = as_text(p->keep, "%.*s", (int)(end - p->s) - 1, p->s + 1);
		p->s = end + 1;
	} else {
		while (isalnum((unsigned char)p->s[n]) || (p->s[n] && strchr(more, p->s[n])))
			n++;
		text = as_text(p->keep, "%.*s", (int)n, p->s);
		p->s += n;
	}
	return text;
}

/* [KEY=VALUE,KEY!=VALUE,KEY], after its bracket */
static int
selects(parser *p, expr_ref *r)
{
	int quoted;

	do {
		expr_select *s = &r->select[r->nselect];

		if (r->nselect == EXPR_SELECTS)
			return as_fail(p->e, NULL, 0, "there are over %d keys in brackets", EXPR_SELECTS);
		if (!(s->key = word(p, "_.", &quoted)))
			return -1;
		r->nselect++;
		if (!*s->key)
			return expected(p, "a key");
		s->differs = take(p, '!');
		if (take(p, '=')) {
			if (!(s->value = word(p, "_.:/+-", &quoted)))
				return -1;
		} else if (s->differs) {
			return expected(p, "'='");
		}
		if (r->kind == REF_CELL && (s->differs || !s->value))
			return as_fail(p->e, NULL, 0, "only sum and rank can use several rows");
	} while (take(p, ','));
	return take(p, ']') ? 0 : expected(p, "']'");
}

int
expr_same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static int
same_ref(const expr_ref *a, const expr_ref *b)
{
	if (a->kind != b->kind || a->nselect != b->nselect || strcmp(a->column, b->column) != 0)
		return 0;
	for (int i = 0; i < a->nselect; i++)
		if (a->select[i].differs != b->select[i].differs ||
		    !expr_same_text(a->select[i].key, b->select[i].key) ||
		    !expr_same_text(a->select[i].value, b->select[i].value))
			return 0;
	return 1;
}

/* A reference whose column was read. */
static int
reference(parser *p, int kind, const char *column)
{
	expr_ref *r;
	int at;

	if (p->refs->n == EXPR_REFS)
		return as_fail(p->e, NULL, 0, "over %d columns", EXPR_REFS);
	r = &p->refs->v[p->refs->n++];
	*r = (expr_ref){.kind = kind, .column = column};
	if (take(p, '[') && selects(p, r) != 0)
		return -1;
	if (r->kind != REF_CELL && r->nselect == 0)
		return as_fail(p->e, NULL, 0, "sum and rank need a key in brackets: sum(%s[KEY])", column);
	for (at = 0; !same_ref(&p->refs->v[at], r); at++)
		;
	p->refs->n -= at < p->refs->n - 1;
	return add(p, EX_REF, at, 0, 0, 0);
}

/* sum(X[..]) and rank(X[..]), after the bracket */
static int
many_rows(parser *p, int kind)
{
	int quoted, node;
	const char *column = word(p, "_.", &quoted);

	if (column == NULL)
		return -1;
	if (!*column)
		return expected(p, "a column");
	if ((node = reference(p, kind, column)) < 0)
		return -1;
	return take(p, ')') ? node : expected(p, "')'");
}

static int
call(parser *p, size_t f)
{
	int arg[3] = {0, 0, 0};

	for (int i = 0; i < functions[f].nargs; i++)
		if ((i && !take(p, ',') && expected(p, "','")) || (arg[i] = sum(p)) < 0)
			return -1;
	return take(p, ')') ? add(p, functions[f].kind, arg[0], arg[1], arg[2], 0) : expected(p, "')'");
}

static int
name(parser *p)
{
	int quoted;
	const char *text = word(p, "_.", &quoted);

	if (text == NULL)
		return -1;
	if (!*text)
		return expected(p, "a number, a column or '('");
	if (!quoted && take(p, '(')) {
		int kind = strcmp(text, "sum") == 0 ? REF_SUM : strcmp(text, "rank") == 0 ? REF_RANK : REF_CELL;
		size_t f = 0, n = sizeof functions / sizeof *functions;

		while (f < n && strcmp(functions[f].name, text) != 0)
			f++;
		if (kind == REF_CELL && f == n)
			return as_fail(p->e, NULL, 0, "there is no function '%s'", text);
		return kind != REF_CELL ? many_rows(p, kind) : call(p, f);
	}
	if (!quoted && strcmp(text, "level") == 0)
		return add(p, EX_NUM, 0, 0, 0, p->level);
	return reference(p, REF_CELL, text);
}

static int
number(parser *p)
{
	size_t n = 0;
	double v;

	while (isdigit((unsigned char)p->s[n]) || p->s[n] == '.')
		n++;
	if ((p->s[n] == 'e' || p->s[n] == 'E') && n++)
		for (n += p->s[n] == '-' || p->s[n] == '+'; isdigit((unsigned char)p->s[n]); n++)
			;
	if (as_num_parse(p->s, n, &v) != AS_NUM_OK)
		return expected(p, "a number");
	p->s += n;
	return add(p, EX_NUM, 0, 0, 0, v);
}

static int
factor(parser *p)
{
	int node, k;

	if (take(p, '-')) {
		if (++p->depth > EXPR_DEPTH)
			return as_fail(p->e, NULL, 0, "nested more than %d levels deep", EXPR_DEPTH);
		node = factor(p);
		p->depth--;
		return node < 0 ? -1 : add(p, EX_NEG, node, 0, 0, 0);
	}
	if (take(p, '(')) {
		if ((node = sum(p)) < 0)
			return -1;
		if (!take(p, ')'))
			return expected(p, "')'");
	} else if ((node = isdigit((unsigned char)*p->s) || *p->s == '.' ? number(p) : name(p)) < 0) {
		return -1;
	}
	if (!take(p, '^'))
		return node;
	blanks(p);
	if (!isdigit((unsigned char)*p->s) || isdigit((unsigned char)p->s[1]))
		return expected(p, "a power from 0 to 9");
	k = *p->s++ - '0';
	return add(p, EX_POW, node, k, 0, 0);
}

static int
term(parser *p)
{
	int a = factor(p), b;

	while (a >= 0 && (blanks(p), *p->s == '*' || *p->s == '/')) {
		expr_kind kind = *p->s++ == '*' ? EX_MUL : EX_DIV;

		a = (b = factor(p)) < 0 ? -1 : add(p, kind, a, b, 0, 0);
	}
	return a;
}

static int
sum(parser *p)
{
	int a, b;

	if (++p->depth > EXPR_DEPTH)
		return as_fail(p->e, NULL, 0, "nested more than %d levels deep", EXPR_DEPTH);
	a = term(p);
	while (a >= 0 && (blanks(p), *p->s == '+' || *p->s == '-')) {
		expr_kind kind = *p->s++ == '+' ? EX_ADD : EX_SUB;

		a = (b = term(p)) < 0 ? -1 : add(p, kind, a, b, 0, 0);
	}
	p->depth--;
	return a;
}

int
expr_parse(expr *x, expr_refs *refs, const char **s, double level, as_keep *keep, as_err *e)
{
	parser p = {.x = x, .refs = refs, .s = *s, .level = level, .keep = keep, .e = e};

	x->n = 0;
	if (sum(&p) < 0)
		return -1;
	blanks(&p);
	*s = p.s;
	return 0;
}
