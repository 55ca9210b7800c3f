/* text.c - see vm.h: a node in words, near to what stands in the source. */
#include <stdio.h>
#include <string.h>

#include "vm.h"

typedef struct { char *s; size_t n, o; int deep; } sink;

static void
put_n(sink *k, const char *s, size_t n)
{
	if (k->o + n >= k->n)
		n = k->n - 1 - k->o;
	for (size_t i = 0; i < n; i++)
		k->s[k->o++] = (unsigned char)s[i] < ' ' ? ' ' : s[i];
}

static void
put(sink *k, const char *s)
{
	put_n(k, s, strlen(s));
}

static void unparse(const fact_tree *t, uint32_t i, sink *k);

enum { B_ASSIGN = 1, B_OR, B_AND, B_NOT, B_COMPARE, B_BITS, B_SHIFT, B_SUM, B_PRODUCT, B_UNARY, B_POWER, B_PRIMARY };

/* How tightly a node binds what is in it. */
static int
binds(const fact_tree *t, uint32_t i)
{
	static const struct { const char *op; int binds; } list[] = {{"or", B_OR}, {"and", B_AND}, {"|", B_BITS}, {"^", B_BITS}, {"&", B_BITS}, {"<<", B_SHIFT},
		{">>", B_SHIFT}, {"+", B_SUM}, {"-", B_SUM}, {"*", B_PRODUCT}, {"/", B_PRODUCT}, {"//", B_PRODUCT}, {"%", B_PRODUCT}, {"@", B_PRODUCT}, {"**", B_POWER}};

	switch (t->node[i].kind) {
	case FACT_BIN:
		for (size_t k = 0; k < sizeof list / sizeof *list; k++)
			if (strcmp(fact_str(t, i), list[k].op) == 0)
				return list[k].binds;
		return B_COMPARE;
	case FACT_UN: return *fact_str(t, i) == 'n' ? B_NOT : B_UNARY;
	case FACT_ADDR: case FACT_DEREF: case FACT_AWAIT: return B_UNARY;
	case FACT_ASSIGN: return B_ASSIGN;
	default: return B_PRIMARY;
	}
}

/* What stands where only what binds as tightly as `least` can, within parentheses if it does not. */
static void
operand(const fact_tree *t, uint32_t i, int least, sink *k)
{
	int loose = binds(t, i) < least;

	if (loose)
		put(k, "(");
	unparse(t, i, k);
	if (loose)
		put(k, ")");
}

/* Of the same operator again only the first needs none; bits and comparisons bind the other way round in C. */
static void
binary(const fact_tree *t, uint32_t i, sink *k)
{
	const char *op = fact_str(t, i);
	uint32_t b = t->node[i + 1].end;

	if (t->node[i + 1].kind == FACT_ASSIGN && t->node[b].kind == FACT_INT && (*op == '-' || *op == '+') && *fact_str(t, i + 1) == (*op == '-' ? '+' : '-')) { /* what it was before */
		operand(t, i + 2, B_PRIMARY, k);
		put(k, *op == '-' ? "++" : "--");
		return;
	}
	int own = binds(t, i), joins = own == B_OR || own == B_AND, apart = own == B_COMPARE ? B_SHIFT : own;

	operand(t, i + 1, own == B_POWER ? own + 1 : own == B_BITS && t->node[i + 1].kind == FACT_BIN && strcmp(fact_str(t, i + 1), op) != 0 ? B_PRIMARY : apart, k);
	put(k, " ");
	put(k, op);
	put(k, " ");
	operand(t, b, joins ? own : own == B_POWER ? own : own == B_BITS ? B_SHIFT + 1 : apart == own ? own + 1 : apart, k);
}

static void
list(const fact_tree *t, uint32_t from, uint32_t end, sink *k)
{
	int first = 1;

	for (uint32_t i = from; i < end && k->o + 1 < k->n; i = t->node[i].end) {
		if (!first)
			put(k, ", ");
		first = 0;
		unparse(t, i, k);
	}
}

static void
unparse(const fact_tree *t, uint32_t i, sink *k)
{
	const fact_node *x = &t->node[i];
	const char *s = fact_str(t, i);

	if (k->o + 1 >= k->n)
		return;
	if (k->deep == 40) {
		put(k, "...");
		return;
	}
	k->deep++;
	switch (x->kind) {
	case FACT_NONE: put(k, "None"); break;
	case FACT_NAME: put_n(k, s, strcspn(s, (char[]){FACT_INNER, 0})); break;
	case FACT_BOOL: put(k, *s == '1' ? "True" : "False"); break;
	case FACT_STR:
		put(k, "\"");
		put(k, s);
		put(k, "\"");
		break;
	case FACT_ATTR:
		operand(t, i + 1, B_PRIMARY, k);
		put(k, ".");
		put(k, s);
		break;
	case FACT_INDEX:
		operand(t, i + 1, B_PRIMARY, k);
		put(k, "[");
		unparse(t, t->node[i + 1].end, k);
		put(k, "]");
		break;
	case FACT_CALL:
		operand(t, i + 1, B_PRIMARY, k);
		put(k, "(");
		list(t, t->node[i + 1].end, x->end, k);
		put(k, ")");
		break;
	case FACT_ARG:
		if (*s) {
			put(k, s);
			put(k, "=");
		}
		if (x->flags & FACT_STAR)
			put(k, "*");
		if (x->flags & FACT_STARSTAR)
			put(k, "**");
		list(t, i + 1, x->end, k);
		break;
	case FACT_BIN: binary(t, i, k); break;
	case FACT_UN:
		put(k, s);
		if (*s == 'n')
			put(k, " ");
		operand(t, i + 1, binds(t, i), k);
		break;
	case FACT_ADDR: put(k, "&"); operand(t, i + 1, B_UNARY, k); break;
	case FACT_DEREF: put(k, "*"); operand(t, i + 1, B_UNARY, k); break;
	case FACT_LIST: put(k, "["); list(t, i + 1, x->end, k); put(k, "]"); break;
	case FACT_TUPLE:
		put(k, "(");
		list(t, i + 1, x->end, k);
		put(k, i + 1 < x->end && t->node[i + 1].end == x->end ? ",)" : ")"); /* of one */
		break;
	case FACT_DICT: put(k, "{...}"); break;
	case FACT_JOIN: put(k, "f\"...\""); break;
	case FACT_AWAIT: put(k, "await "); operand(t, i + 1, B_UNARY, k); break;
	case FACT_ASSIGN:
		unparse(t, i + 1, k);
		put(k, " ");
		put(k, s);
		put(k, "= ");
		unparse(t, t->node[i + 1].end, k);
		break;
	case FACT_COND: put(k, "..."); break;
	case FACT_FUNC: put(k, *s ? s : "lambda"); break;
	case FACT_IF: case FACT_WHILE: unparse(t, i + 1, k); break;
	case FACT_DECL: /* of a macro that the build defines */
		unparse(t, i + 1, k);
		put(k, " = ");
		unparse(t, t->node[i + 1].end, k);
		break;
	case FACT_GUARD: case FACT_DEFAULT: list(t, i + 1, x->end, k); break;
	case FACT_HANDLER:
		put(k, "except");
		if (i + 1 < x->end && t->node[i + 1].kind != FACT_BLOCK) {
			put(k, " ");
			unparse(t, i + 1, k);
		}
		break;
	case FACT_IMPORT: case FACT_FROM: put(k, "import "); put(k, s); break;
	default:
		put(k, *s ? s : "...");
	}
	k->deep--;
}

void
fact_unparse(const fact_tree *t, uint32_t node, char *out, size_t n)
{
	sink k = {out, n, 0, 0};

	unparse(t, node, &k);
	out[k.o] = '\0';
	if (k.o + 1 >= n && n > 4)
		strcpy(out + n - 4, "...");
}

/* The one around a node that is of that kind, near before it; 0. */
static uint32_t
around(const fact_tree *t, uint32_t node, fact_kind kind)
{
	for (uint32_t k = node; k-- > 0 && t->node[k].kind != FACT_FUNC && t->node[k].kind != FACT_FILE;)
		if (t->node[k].kind == kind && t->node[k].end > node)
			return k;
	return 0;
}

void
fact_condition(const fact_tree *t, uint32_t node, char *out, size_t n)
{
	uint32_t at = around(t, node, FACT_CASE), sw = at ? around(t, at, FACT_SWITCH) : 0;
	size_t len;

	FACT_EACH_KID(t, at, k)
		if (sw && k == node && t->node[k].kind != FACT_BLOCK && t->node[k].kind != FACT_GUARD) {
			fact_unparse(t, sw + 1, out, n / 2);
			len = strlen(out);
			snprintf(out + len, n - len, " == ");
			fact_unparse(t, node, out + len + 4, n - len - 4);
			return;
		}
	fact_unparse(t, node, out, n);
}
