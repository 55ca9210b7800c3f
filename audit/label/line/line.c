/* line.c - see line.h: sets of texts, and what an expression comes to. */
#include "line_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 900, MOST_WORK = 20000 };

static const char any_text[] = {LINE_HOLE, '\0'};

static int
by_key(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

lines *
lines_new(const fact_tree *t)
{
	lines *l = calloc(1, sizeof *l);
	uint32_t n = 0, m = 0, classes = 0;

	if (!l)
		return NULL;
	for (uint32_t i = 0; i < t->n; i++) {
		n += t->node[i].kind == FACT_FUNC;
		classes += t->node[i].kind == FACT_CLASS;
		m += (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_DECL) && t->node[i].flags & FACT_MACRO;
	}
	l->t = t;
	l->up = calloc((size_t)t->n + 1, sizeof *l->up);
	l->func = malloc(((size_t)n + 1) * sizeof *l->func);
	l->macro = malloc(((size_t)m + 1) * sizeof *l->macro);
	l->class = malloc(((size_t)classes + 1) * sizeof *l->class);
	l->first = calloc((size_t)t->text.n + 1, sizeof *l->first);
	l->next = calloc((size_t)t->n + 1, sizeof *l->next);
	if (!l->up || !l->func || !l->macro || !l->class || !l->first || !l->next) {
		lines_free(l);
		return NULL;
	}
	for (uint32_t i = 0; i < t->n; i++) {
		FACT_EACH_KID(t, i, k) {
			l->up[k] = i;
			l->places |= t->node[i].kind == FACT_BLOCK && t->node[k].kind == FACT_CALL && t->node[k].flags & FACT_ARRAY && strcmp(as_last_part(fact_str(t, k + 1)), "string") == 0;
		}
		if (t->node[i].kind == FACT_FUNC && strncmp(as_last_part(fact_str(t, i)), "operator", 8) == 0)
			l->converts |= isalpha((unsigned char)as_last_part(fact_str(t, i))[8]) || as_last_part(fact_str(t, i))[8] == ' ';
		if (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK))
			l->func[l->nfunc++] = (uint64_t)fact_last(t, i) << 32 | i;
		if ((t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_DECL) && t->node[i].flags & FACT_MACRO)
			l->macro[l->nmacro++] = i;
		if (t->node[i].kind == FACT_CLASS)
			l->class[l->nclass++] = i;
	}
	for (uint32_t i = t->n; i-- > 1;)
		if (t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) {
			l->next[i] = l->first[t->node[i].str];
			l->first[t->node[i].str] = i;
		}
	qsort(l->func, l->nfunc, sizeof *l->func, by_key);
	line_look_for_operators(l);
	return l;
}

void
lines_free(lines *l)
{
	if (!l)
		return;
	free(l->up);
	free(l->func);
	free(l->macro);
	free(l->class);
	free(l->first);
	free(l->next);
	as_intern_free(&l->text);
	free(l);
}

uint32_t
lines_function(const lines *l, uint32_t node)
{
	uint32_t fn = 0;

	for (uint32_t i = node; i; i = l->up[i])
		if (l->t->node[i].kind == FACT_FUNC)
			fn = i;
	return fn;
}

uint32_t
lines_around(const lines *l, uint32_t node)
{
	return l->up[node];
}

uint32_t
lines_named(const lines *l, uint32_t name, uint32_t after)
{
	uint32_t i = l->first[name];

	if (after && l->next[after] && l->t->node[after].str == name)
		return l->next[after];
	while (i && i <= after)
		i = l->next[i];
	return i;
}

void
line_any(lines *l, line_set *a)
{
	a->n = 0;
	line_add(l, a, any_text, 1);
}

void
line_add(lines *l, line_set *a, const char *s, size_t n)
{
	uint32_t id;

	if (a->n == 1 && a->s[0][0] == LINE_HOLE && !a->s[0][1])
		return;
	if (n > LONGEST || a->n == LINE_MOST || (n == 1 && *s == LINE_HOLE)) {
		n = 1;
		s = any_text;
		a->n = 0;
	}
	if ((id = as_intern_id(&l->text, s, n)) == UINT32_MAX)
		return;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->s[i] == l->text.str[id])
			return;
	a->s[a->n++] = l->text.str[id];
}

/* Are texts such that neither an operator of a shell nor an option stands in them, so that as well any text may stand there? */
static int
are_operands(const line_set *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		if (strpbrk(b->s[i], ";|&`$()<>\n\"'\\ \t") || b->s[i][0] == '-')
			return 0;
	return b->n > 0;
}

void
line_join(lines *l, line_set *a, const line_set *b)
{
	line_set c = {0}, hole = {0};
	char s[2 * LONGEST + 2];

	if (!b->n) {
		line_any(l, &hole);
		b = &hole;
	}
	if (a->n * b->n > LINE_MOST && are_operands(b)) {
		line_any(l, &hole);
		b = &hole;
	}
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++) {
			size_t n = strlen(a->s[i]), m = strlen(b->s[k]);
			memcpy(s, a->s[i], n);
			memcpy(s + n, b->s[k], m);
			if (n + m == 2 && s[0] == LINE_HOLE && s[1] == LINE_HOLE)
				m = 0;
			line_add(l, &c, s, n + m);
		}
	*a = c;
}

void
line_all(lines *l, line_set *a, const line_set *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		line_add(l, a, b->s[i], strlen(b->s[i]));
}

uint32_t
line_arg(const fact_tree *t, uint32_t call, uint32_t k)
{
	uint32_t e = fact_arg(t, call, k);

	return e && t->node[e - 1].flags & (FACT_STAR | FACT_STARSTAR) ? 0 : e;
}

int
line_is(const lines *l, uint32_t e, const char *name)
{
	const fact_tree *t = l->t;

	if (t->node[e].kind == FACT_ATTR && t->node[e + 1].kind == FACT_NAME && strcmp(fact_str(t, e + 1), "std") == 0)
		return strcmp(fact_str(t, e), name) == 0;
	return t->node[e].kind == FACT_NAME && strcmp(fact_str(t, e), name) == 0;
}

/* A B: macros of texts, side by side. 0: it is none of that. */
static int
side_by_side(lines *l, const char *s, const line_at *at, int depth, line_set *out)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";

	line_add(l, out, "", 0);
	for (size_t n; *s; s += n, s += strspn(s, " ")) {
		line_set a = {0};
		uint32_t id;
		n = strspn(s, letters);
		if (n == 0 || (s[n] && s[n] != ' ') || (id = as_intern_find(&l->t->text, s, n)) == UINT32_MAX || line_declared(l, at->fn, id))
			return 0;
		line_global(l, id, at, depth + 1, &a);
		line_join(l, out, &a);
	}
	return 1;
}

/* Is it a + b of texts? */
static int
is_sum(const lines *l, uint32_t e, const line_at *at)
{
	return l->t->node[e].kind == FACT_BIN && strcmp(fact_str(l->t, e), "+") == 0 && line_is_string(l, e, at) && line_is_joined(l, e, at);
}

/* a + b + c: however many there are, they stand side by side. */
static void
sum(lines *l, uint32_t e, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set a = {0};
	uint32_t left = e, of[64], n = 0;

	for (; n < sizeof of / sizeof *of && is_sum(l, left, at); left++)
		of[n++] = t->node[left + 1].end;
	line_eval(l, left, at, depth + 1, &a);
	while (n > 0) {
		line_set b = {0};
		line_eval(l, of[--n], at, depth + 1, &b);
		line_join(l, &a, &b);
	}
	line_all(l, out, &a);
}

void
line_eval(lines *l, uint32_t e, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set a = {0}, b = {0};
	uint32_t last = 0;
	const char *s;

	if (!e || depth > LINE_DEEP || ++l->work > MOST_WORK) {
		line_any(l, out);
		return;
	}
	s = fact_str(t, e);
	switch (t->node[e].kind) {
	case FACT_STR:
		if (!strpbrk(s, (const char[]){LINE_HOLE, LINE_SELF, LINE_MARK, '\0'})) {
			line_add(l, out, s, strlen(s));
			return;
		}
		break;
	case FACT_NONE: return;
	case FACT_INT:
		if (strcmp(s, "0") == 0)
			return;
		break;
	case FACT_JOIN:
		line_add(l, &a, "", 0);
		FACT_EACH_KID(t, e, k) {
			b.n = 0;
			line_eval(l, k, at, depth + 1, &b);
			line_join(l, &a, &b);
		}
		line_all(l, out, &a);
		return;
	case FACT_TUPLE:
		FACT_EACH_KID(t, e, k)
			last = k;
		line_eval(l, last, at, depth + 1, out);
		return;
	case FACT_COND:
		line_eval(l, t->node[e + 1].end, at, depth + 1, out);
		line_eval(l, t->node[t->node[e + 1].end].end, at, depth + 1, out);
		return;
	case FACT_UN:
		if (*s == '(') {
			line_eval(l, e + 1, at, depth + 1, out);
			return;
		}
		break;
	case FACT_BIN:
		if (!is_sum(l, e, at))
			break;
		sum(l, e, at, depth, out);
		return;
	case FACT_ASSIGN:
		if (*s)
			break;
		line_eval(l, t->node[e + 1].end, at, depth + 1, out);
		return;
	case FACT_ADDR:
		if (t->node[e + 1].kind != FACT_INDEX || strcmp(fact_str(t, t->node[e + 2].end), "0") != 0)
			break;
		line_eval(l, e + 2, at, depth + 1, out);
		return;
	case FACT_UNKNOWN:
		if (!side_by_side(l, s, at, depth, &a))
			break;
		line_all(l, out, &a);
		return;
	case FACT_DEREF:
		if (t->node[e + 1].kind != FACT_NAME)
			break;
		line_first(l, e + 1, at, depth + 1, out);
		return;
	case FACT_NAME: line_variable(l, e, at, depth + 1, out); return;
	case FACT_INDEX: line_element(l, e, at, depth + 1, out); return;
	case FACT_CALL: line_call(l, e, at, depth + 1, out); return;
	default: break;
	}
	line_any(l, out);
}

void
lines_of(lines *l, uint32_t node, line_set *out)
{
	line_at at = {NULL, lines_function(l, node), 0};

	l->work = 0;
	out->n = 0;
	line_eval(l, node, &at, 0, out);
}
