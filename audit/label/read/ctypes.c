/* ctypes.c - names of types and declarators, by the tokens that follow. */
#include <string.h>

#include "cread_impl.h"

enum { MAX_ANGLE = 500 }; /* tokens that template arguments may take where it must be guessed */

int
c_is_builtin(uint16_t k)
{
	return k >= CW_VOID && k <= CW_HALF;
}

int
c_is_class_key(uint16_t k)
{
	return k >= CW_STRUCT && k <= CW_CLASS;
}

int
c_is_qualifier(uint16_t k)
{
	return k >= CW_CONST && k <= CW_RESTRICT__;
}

/* After [[...]], __attribute__((...)), alignas(...) and their like. */
uint32_t
c_skip_attributes(const cparse *p, uint32_t i)
{
	for (;;) {
		uint16_t k = c_kind(p, i);

		if (k == '[' && i + 1 < p->end && p->tok[i + 1].k == '[' && c_closed(p, i) && p->tok[i + 1].match + 1 == p->tok[i].match) /* not [[T alloc] init] */
			i = c_past(p, i);
		else if (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_ && c_kind(p, c_after(p, i)) == '(' && c_closed(p, c_after(p, i)))
			i = c_past(p, c_after(p, i));
		else
			return i;
		if (i >= p->end)
			return p->end;
	}
}

/* Is the word, or __word__, among the tokens [from, to) of x, or in a macro that is named there? */
static int
says(const cparse *p, const clex *x, uint32_t from, uint32_t to, const char *word, int depth)
{
	size_t n = strlen(word);

	for (; from < to; from++) {
		const ctok *t = &x->tok[from];
		const char *s = x->s + t->at;
		const cmacro *mac;

		if (t->k != C_ID)
			continue;
		if ((t->n == n && memcmp(s, word, n) == 0) || (t->n == n + 4 && memcmp(s, "__", 2) == 0 && memcmp(s + 2, word, n) == 0 && memcmp(s + n + 2, "__", 2) == 0))
			return 1;
		if (depth < 4 && (mac = c_macro_of(p, s, t->n)) != NULL && says(p, mac->of, mac->define + 2, mac->of->tok[mac->define].match, word, depth + 1))
			return 1;
	}
	return 0;
}

uint32_t
c_is_early(const cparse *p, uint32_t from, uint32_t to)
{
	return says(p, p->x, from, to, "constructor", 0) ? FACT_EARLY : 0;
}

int
c_is_late(const cparse *p, uint32_t from, uint32_t to)
{
	return says(p, p->x, from, to, "destructor", 0);
}

static uint32_t
angle(const cparse *p, uint32_t i, int strict)
{
	int depth = 0;

	for (unsigned n = 0; n < MAX_ANGLE && i < p->end; n++) {
		uint16_t k = p->tok[i].k;

		switch (k) {
		case '<':
			depth++;
			break;
		case '>':
			if (--depth == 0)
				return c_after(p, i);
			break;
		case '(': case '[': case '{':
			if (!c_closed(p, i))
				return 0;
			i = c_past(p, i);
			continue;
		case ')': case ']': case '}': case ';': case C_LAUNCH:
			return 0;
		case C_OR:
			if (strict)
				return 0;
			break;
		case C_AND: {
			uint16_t a = c_kind(p, c_after(p, i));
			if (strict && a != '>' && a != ',' && a != C_DOTS && a != ')')
				return 0;
			break;
		}
		case '=':
			if (depth == 1 && n == 1)
				return 0;
			break;
		default:
			if (k >= CW_IF && k <= CW_CO_RETURN)
				return 0;
		}
		i = c_after(p, i);
	}
	return 0;
}

uint32_t
c_scan_angle(const cparse *p, uint32_t i)
{
	return angle(p, i, 0);
}

uint32_t
c_scan_angle_strictly(const cparse *p, uint32_t i)
{
	return angle(p, i, 1);
}

/* The name of an operator function after `operator` at i. */
static uint32_t
scan_operator(const cparse *p, uint32_t i)
{
	uint32_t j = c_after(p, i);

	if (c_kind(p, j) == '(' && c_kind(p, c_after(p, j)) == ')')
		return c_after(p, c_after(p, j));
	for (unsigned n = 0; n < 12 && j < p->end && c_kind(p, j) != '(' && c_kind(p, j) != ';'; n++)
		j = c_kind(p, j) == '<' && n > 0 && c_scan_angle(p, j) ? c_scan_angle(p, j) : c_after(p, j);
	return j;
}

/* After ~C, before i: also ~C<T>(). */
static uint32_t
destructor(const cparse *p, uint32_t i)
{
	uint32_t e = c_kind(p, i) == '<' && p->x->cpp ? c_scan_angle(p, i) : 0;

	return e && c_kind(p, e) == '(' ? e : i;
}

uint32_t
c_scan_path(const cparse *p, uint32_t i)
{
	uint32_t j = i, a;

	if (c_kind(p, j) == C_SCOPE)
		j = c_after(p, j);
	for (;;) {
		if (c_kind(p, j) == CW_TEMPLATE)
			j = c_after(p, j);
		if (c_kind(p, j) == '~' && c_kind(p, c_after(p, j)) == C_ID)
			return destructor(p, c_after(p, c_after(p, j)));
		if (c_kind(p, j) == CW_OPERATOR)
			return scan_operator(p, j);
		if (c_kind(p, j) != C_ID)
			return i;
		j = c_after(p, j);
		if (c_kind(p, j) == '<' && p->x->cpp && (a = c_scan_angle(p, j)) != 0)
			j = a;
		if (c_kind(p, j) != C_SCOPE)
			return j;
		a = c_after(p, j);
		if (c_kind(p, a) != C_ID && c_kind(p, a) != '~' && c_kind(p, a) != CW_TEMPLATE && c_kind(p, a) != CW_OPERATOR)
			return j; /* T::* */
		j = a;
	}
}

int
c_is_type(const cparse *p, uint32_t i)
{
	const ctok *t = &p->tok[i];
	const char *s = p->x->s + t->at;

	if (t->k != C_ID)
		return 0;
	if (t->n > 2 && memcmp(s + t->n - 2, "_t", 2) == 0)
		return 1;
	return as_intern_find(&p->types, s, t->n) != UINT32_MAX;
}

int
c_is_shouted(const cparse *p, uint32_t i)
{
	return clex_shouted(p->x, i);
}

void
c_learn_type(cparse *p, uint32_t i)
{
	if (i < p->x->ntok && p->tok[i].k == C_ID && as_intern_id(&p->types, p->x->s + p->tok[i].at, p->tok[i].n) == UINT32_MAX)
		p->t->nomem = 1;
}

/* After *, &, const and so on at i; T::* too. */
uint32_t
c_scan_pointers(const cparse *p, uint32_t i, uint32_t *flags)
{
	for (;;) {
		uint16_t k = c_kind(p, i);
		uint32_t j;

		if (k == '*' || k == '^') {
			*flags |= FACT_POINTER;
		} else if (k == '&' || k == C_AND) {
			*flags |= FACT_REF;
		} else if (k == C_ID && (j = c_scan_path(p, i)) > i && c_kind(p, j) == C_SCOPE && c_kind(p, c_after(p, j)) == '*') {
			*flags |= FACT_POINTER;
			i = c_after(p, j);
		} else if (!c_is_qualifier(k) && k != C_DOTS && k != CW_CDECL && k != CW_STDCALL) {
			j = c_skip_attributes(p, i);
			if (j == i || k == '[')
				return i;
			i = j;
			continue;
		}
		i = c_after(p, i);
	}
}

/* The token after NAME(1, 2) at i, whose numbers tell that it is a macro of attributes: printf formats, which arguments are
 * not NULL, alignments. i if it is none, or may be one by which the function runs by itself. */
uint32_t
c_numbered_macro(const cparse *p, uint32_t i)
{
	static const char *const itself[] = {"CTOR", "DTOR", "STRUCT", "INIT", "EXIT", "FINI", "CLEAN", "START", "ctor", "dtor", "struct", "init", "exit", "fini", "clean", "start"};
	uint32_t open = c_after(p, i), close = c_closed(p, open) ? p->tok[open].match : open;

	if (c_kind(p, i) != C_ID || c_kind(p, open) != '(' || close < open + 2)
		return i;
	for (uint32_t k = open + 1; k < close; k++)
		if (c_kind(p, k) != ((k - open) % 2 ? C_NUM : ','))
			return i;
	if (c_is_early(p, i, i + 1) || c_is_late(p, i, i + 1))
		return i;
	for (unsigned k = 0; k < sizeof itself / sizeof *itself; k++)
		if (memmem(p->x->s + p->tok[i].at, p->tok[i].n, itself[k], strlen(itself[k])))
			return i;
	return c_past(p, open);
}

/* After the macro of a calling convention at i, (WINAPI *f)(...). */
uint32_t
c_calling(const cparse *p, uint32_t i)
{
	return c_kind(p, i) == C_ID && c_kind(p, c_after(p, i)) == '*' ? c_after(p, i) : i;
}

/* Whether a ( at i opens the declarator of a pointer: (*name)( or (*name)[. */
int
c_pointer_declarator(cparse *p, uint32_t i)
{
	uint32_t flags = 0, j = c_scan_pointers(p, c_calling(p, c_after(p, i)), &flags), a;

	if (!flags || c_kind(p, i) != '(')
		return 0;
	a = c_past(p, i);
	if (c_kind(p, a) != '(' && c_kind(p, a) != '[')
		return 0;
	if (c_kind(p, j) == '(')
		return 1;
	if (c_kind(p, j) == ')')
		return 1;
	j = c_kind(p, j) == C_ID ? c_scan_path(p, j) : j; /* A::b, too */
	while (c_kind(p, j) == '[' && c_closed(p, j))
		j = c_past(p, j);
	if (c_kind(p, j) == '(')
		j = c_past(p, j);
	return c_kind(p, j) == ')';
}

void
c_scan_declarator(cparse *p, uint32_t i, cdeclarator *d)
{
	*d = (cdeclarator){0};
	i = c_scan_pointers(p, i, &d->type_flags);
	if (c_kind(p, i) == '(' && c_kind(p, c_after(p, i)) == '(' && c_pointer_declarator(p, c_after(p, i)) && p->rec < 100) { /* T ((*name)(...)) */
		p->rec++;
		c_scan_declarator(p, c_after(p, i), d);
		p->rec--;
		d->next = c_past(p, i);
		return;
	}
	if (c_kind(p, i) == '(' && c_closed(p, i)) {
		uint16_t k = c_kind(p, c_after(p, i));
		uint32_t flags = 0, n = c_scan_pointers(p, c_calling(p, c_after(p, i)), &flags);

		if (k == CW_CDECL || k == CW_STDCALL || flags || (c_kind(p, n) == C_ID && c_kind(p, c_after(p, n)) == ')')) {
			cdeclarator in;

			if (p->rec > 100)
				return;
			p->rec++;
			c_scan_declarator(p, n, &in);
			p->rec--;
			d->from = in.from;
			d->to = in.to;
			d->type_flags |= flags;
			d->nested = flags != 0;
			d->next = c_past(p, i);
			if (flags && in.to > in.from && !in.nested && c_kind(p, in.next) == '(' && c_closed(p, in.next))
				d->params = in.next; /* (*name(...))(...): a function that gives a pointer */
			return;
		}
	}
	while (d->type_flags & (FACT_POINTER | FACT_REF) && c_kind(p, i) == C_ID && c_is_shouted(p, i) && (c_kind(p, c_after(p, i)) == C_ID || c_is_qualifier(c_kind(p, c_after(p, i)))))
		i = c_scan_pointers(p, c_after(p, i), &d->type_flags); /* T *WINAPI f(), T *ALIGNED const x */
	if (d->type_flags & FACT_POINTER && c_is_shouted(p, i) && c_kind(p, c_numbered_macro(p, i)) == C_ID)
		i = c_numbered_macro(p, i); /* T *FORMAT(1, 2) f() */
	d->from = i;
	d->to = d->next = c_scan_path(p, i);
	if (d->to == i && c_kind(p, i) == '~')
		d->from = d->to = d->next = i;
	if (d->to == i && c_kind(p, i) == CW_NULL && c_kind(p, c_after(p, i)) == '=')
		d->to = d->next = c_after(p, i); /* const int NULL = 0 */
}
