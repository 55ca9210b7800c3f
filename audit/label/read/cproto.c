/* cproto.c - what code has that compilers before ANSI C had to read, or such of other systems: prototypes whose parameters
 * are an operand of a macro, int f OF((int n)); functions whose parameters stand behind their names, int f P2((a, b), int a, char *b) {;
 * and words before the * of a pointer, T FAR *p. See clex_impl.h. */
#include <string.h>

#include "clex_impl.h"
#include "clex_words.h"

static int
is_builtin(uint16_t k)
{
	return k == CW_VOID || k == CW_INT || k == CW_CHAR || k == CW_LONG || k == CW_SHORT || k == CW_DOUBLE || k == CW_FLOAT || k == CW_UNSIGNED || k == CW_SIGNED;
}

/* Does a type end with that token? */
static int
ends_type(uint16_t k)
{
	return k == C_ID || k == '*' || is_builtin(k);
}

/* Is the token at i a word of old compilers for the kind of a pointer? */
static int
is_far(const clex *x, uint32_t i)
{
	const ctok *t = &x->tok[i];

	return (t->n == 3 && memcmp(x->s + t->at, "FAR", 3) == 0) || (t->n == 4 && memcmp(x->s + t->at, "NEAR", 4) == 0);
}

/* A macro between a type and the * of a pointer, T FAR *p, int HUGE *p, says nothing of the type: it becomes a qualifier. */
static void
attributes(clex *x)
{
	for (uint32_t i = 1; i + 2 < x->ntok; i++) {
		ctok *t = &x->tok[i];

		if (t->k >= C_PP) {
			i += t->k == C_PP_DEFINE ? 1 : 0; /* its name */
			if (t->k != C_PP_DEFINE)
				i = t->match > i ? t->match - 1 : i;
		} else if (t->k == C_ID && t[1].k == '*' && !(t->bits & C_FRESH) && (is_far(x, i) ? t[-1].k == C_ID || is_builtin(t[-1].k) : is_builtin(t[-1].k) && clex_shouted(x, i))) {
			t->k = CW_VOLATILE;
		}
	}
}

/* Is it the ) of a pointer's name, (*f)? */
static int
ends_pointer(const clex *x, uint32_t i)
{
	return x->tok[i].k == ')' && x->tok[i].match != C_NONE && x->tok[i].match + 3 == i && x->tok[i - 2].k == '*';
}

/* Names with a comma between each two of them, in ( )? i is the first token of it. */
static int
are_names(const clex *x, uint32_t i)
{
	uint32_t end = x->tok[i].match;

	for (uint32_t k = i + 1; k < end; k++)
		if (x->tok[k].k != ((k - i) % 2 ? C_ID : ','))
			return 0;
	return (end - i) % 2 == 0;
}

/* T f P0() { becomes T const f() {; and T f P2((a, b), A a, B b) { becomes T const const .. f(A a, B b) {; i is the macro. */
static void
definition(clex *x, uint32_t i)
{
	ctok *t = &x->tok[i];
	uint32_t end = t[1].match, name = i, names;

	if (t[-1].k != C_ID || clex_shouted(x, i - 1) || !ends_type(t[-2].k) || end == C_NONE || end + 1 >= x->ntok || x->tok[end + 1].k != '{')
		return;
	if (t[2].k == '(') {
		names = t[2].match;
		if (names == C_NONE || names + 2 >= end || x->tok[names + 1].k != ',' || !are_names(x, i + 2))
			return;
		name = names;
		x->tok[name + 1].k = '(';
		x->tok[name + 1].match = end;
		x->tok[end].match = name + 1;
	} else if (end != i + 2) {
		return;
	}
	for (uint32_t k = i; k <= name; k++)
		x->tok[k].at = t[-1].at;
	x->tok[name].k = C_ID;
	x->tok[name].n = t[-1].n;
	for (uint32_t k = i - 1; k < name; k++) {
		x->tok[k].k = CW_CONST;
		x->tok[k].n = 0;
	}
}

/* T f OF((..)); becomes T const const f(..);; and T (*f) OF((..)); T (*f)(const const ..);; so that no token moves. A
 * statement of C never looks so, nor does a declaration of an object, which has one name. */
void
clex_prototypes(clex *x)
{
	attributes(x);
	for (uint32_t i = 2; i + 3 < x->ntok; i++) {
		ctok *t = &x->tok[i];
		uint32_t end;

		if (t[0].k != C_ID || t[1].k != '(' || !clex_shouted(x, i))
			continue;
		definition(x, i);
		if (t[2].k != '(')
			continue;
		end = t[1].match;
		if (end == C_NONE || end + 1 >= x->ntok || t[2].match + 1 != end || x->tok[end + 1].k != ';')
			continue;
		if (t[-1].k == C_ID && !clex_shouted(x, i - 1) && ends_type(t[-2].k)) {
			t[1].k = C_ID;
			t[0].at = t[1].at = t[-1].at; /* the text of tokens goes on, never back */
			t[1].n = t[-1].n;
			t[-1].k = t[0].k = CW_CONST;
			t[-1].n = t[0].n = 0;
			if (i > 2 && t[-2].k == C_ID && clex_shouted(x, i - 2) && is_builtin(t[-3].k)) /* void API f OF((..)) */
				t[-2].k = CW_VOLATILE;
		} else if (ends_pointer(x, i - 1)) {
			t[0].k = '(';
			t[0].match = end - 1;
			x->tok[end - 1].match = i;
			t[1].k = t[2].k = CW_CONST;
		} else {
			continue;
		}
		x->tok[end].k = ';';
	}
}
