/* cspec.c - telling declarations from expressions without knowing what any name stands
 * for, by the tokens that follow. */
#include <string.h>

#include "cread_impl.h"

/* Whether what ends before i in a block is a macro alone, since no declarator begins at i:
 * a statement does, or another macro alone. */
static int
macro_before(cparse *p, uint32_t i)
{
	uint32_t j = c_scan_path(p, i);
	uint16_t k = c_kind(p, j);

	if (!(p->tok[i].bits & C_FRESH))
		return 0;
	if (k == '.' || k == C_ARROW || k == C_INC || k == C_DEC || (k >= C_ADDEQ && k <= C_SHLEQ) || k == '}' || (k >= CW_IF && k <= CW_CO_RETURN))
		return 1;
	if (k == C_ID) /* and another, each on its line */
		return j < p->end && p->tok[j].bits & C_FRESH && c_is_shouted(p, i) && i > 0 && c_is_shouted(p, i - 1);
	return (k == '=' || k == '(' || k == '[') && i > 0 && c_is_shouted(p, i - 1);
}

/* Whether the declaration of a name follows the name of a type that ends before i. */
static int
declares(cparse *p, uint32_t i, cplace at)
{
	uint16_t k = c_kind(p, i);
	uint32_t flags = 0, j, name;
	int rvalue = k == C_AND;

	if (k == C_ID && at == AT_BLOCK && macro_before(p, i))
		return 0;
	if (k == C_ID || c_is_qualifier(k))
		return 1;
	if (k >= CW_VOID && k <= CW_PRAGMA_ && at != AT_PARAM)
		return 1;
	if (k == CW_OPERATOR)
		return 1;
	if (k == '(')
		return c_pointer_declarator(p, i);
	if (k == '[' && at == AT_PARAM)
		return 1;
	if (k != '*' && k != '&' && k != C_AND && k != '^' && k != C_DOTS)
		return at == AT_PARAM && (k == ',' || k == ')' || k == '=');
	name = c_scan_pointers(p, i, &flags);
	if (at == AT_PARAM && (c_kind(p, name) == ',' || c_kind(p, name) == ')' || c_kind(p, name) == '>' || c_kind(p, name) == '{' || c_kind(p, name) == ';'))
		return 1;
	if (c_kind(p, name) == CW_OPERATOR)
		return 1;
	if (c_kind(p, name) == '(')
		return at != AT_BLOCK || c_pointer_declarator(p, name);
	if (c_kind(p, name) != C_ID && (c_kind(p, name) != C_SCOPE || at == AT_PARAM || at == AT_BLOCK)) /* friend T *::a::f() */
		return at == AT_PARAM && c_kind(p, name) == '[';
	j = c_scan_path(p, name);
	k = c_kind(p, j);
	if (at != AT_BLOCK)
		return 1;
	if (rvalue)
		return k == '=' || k == ':';
	return k == '=' || k == ';' || k == ',' || k == '[' || k == '{' || k == ':' || k == '(' || k == ')' || c_is_builtin(k) || k == C_ID ||
	    (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_) || c_is_qualifier(k);
}

/* Does the { at i hold values, not members? */
static int
values_follow(const cparse *p, uint32_t i)
{
	uint32_t a = c_after(p, i);
	uint16_t k = c_kind(p, a), b = c_kind(p, c_after(p, a));

	return k == C_NUM || k == C_STR || k == C_CHAR || k == '-' || k == '&' || k == '{' || k == CW_NULLPTR || (k == '.' && b == C_ID) || (k == C_ID && (b == ',' || b == '}'));
}

/* The definition or mention of a struct, class, union or enum at i. */
static uint32_t
scan_class(cparse *p, uint32_t i, cspec *d)
{
	uint32_t j = c_after(p, i), k, e;
	int is_enum = c_kind(p, i) == CW_ENUM;

	if (is_enum && (c_kind(p, j) == CW_CLASS || c_kind(p, j) == CW_STRUCT))
		j = c_after(p, j);
	d->from = d->to = j;
	for (;;) {
		j = c_skip_attributes(p, j);
		if ((e = c_scan_path(p, j)) == j)
			break;
		if (d->to > d->from && c_is(p, j, "final")) {
			j = e;
			break;
		}
		if (d->to > d->from && c_kind(p, e) == '(' && (c_is_shouted(p, j) || c_kind(p, c_after(p, c_past(p, e))) == '{') && c_kind(p, c_past(p, e)) == C_ID) {
			j = c_past(p, e); /* class EXPORT DEPRECATED("...") name */
			continue;
		}
		if (d->to > d->from && is_enum && c_kind(p, e) == ':' && c_kind(p, c_after(p, e)) == C_NUM)
			break; /* a bit field */
		/* more than one name: macros stand before the class's own */
		if (d->to > d->from && c_kind(p, e) != '{' && c_kind(p, e) != ':' && c_kind(p, e) != C_ID)
			break;
		if (d->to > d->from && !is_enum && c_kind(p, e) == '{' && !c_is_shouted(p, d->from) && values_follow(p, e))
			break; /* struct T x{0, 0} */
		if (d->to > d->from && c_is_shouted(p, j) && !c_is_shouted(p, d->from)) {
			j = e; /* class name FINAL */
			continue;
		}
		d->from = j;
		d->to = j = e;
		if (c_kind(p, j) == '(' && c_kind(p, c_past(p, j)) == C_ID) {
			j = c_past(p, j); /* struct ALIGN(16) name */
			d->to = d->from;
			d->from = d->to = j;
		}
	}
	k = c_kind(p, j);
	if (k == ':' && (is_enum || p->x->cpp)) {
		/* bases, unless it is a bit field of this type without a name */
		uint32_t b = c_after(p, j);

		for (unsigned n = 0; n < 2000 && c_kind(p, b) != C_EOF && c_kind(p, b) != '{' && c_kind(p, b) != ';'; n++) {
			if (c_kind(p, b) == '<' && c_scan_angle(p, b))
				b = c_scan_angle(p, b);
			else if (c_kind(p, b) == '(')
				b = c_past(p, b);
			else
				b = c_after(p, b);
		}
		if (c_kind(p, b) == '{')
			j = b, k = '{';
	}
	if (is_enum && k == ':') {
		for (j = c_after(p, j); c_is_builtin(c_kind(p, j)); j = c_after(p, j)) {}
		d->next = c_scan_path(p, j);
		return d->next;
	}
	if (k != '{') {
		d->next = d->to > d->from ? d->to : j;
		return d->next;
	}
	d->def = i;
	e = p->tok[j].match;
	d->next = e == C_NONE ? p->end : c_settle(p, e + 1);
	if (e == C_NONE || e >= p->end)
		d->next = j; /* the reader of the body will see */
	return d->next;
}

/* Is the name at i the one that is declared, or one of a few macros before that of a function? */
static int
words_before(const cparse *p, uint32_t i)
{
	unsigned n = 0;

	for (; n < 4 && c_kind(p, c_scan_path(p, i)) == C_ID; n++)
		i = c_scan_path(p, i);
	return n == 0 || c_kind(p, c_scan_path(p, i)) == '(';
}

/* What follows the name of a variable, and of no function. */
static int
names_variable(const cparse *p, uint32_t i)
{
	return c_kind(p, i) == '[' || c_kind(p, i) == ';' || c_kind(p, i) == ',' || c_kind(p, i) == '=';
}

/* Attributes from i on, or a macro of one, and then the value of what stands before them. */
static int
with_attribute(const cparse *p, uint32_t i)
{
	uint32_t e = c_skip_attributes(p, i);

	if (e == i && c_is_shouted(p, i) && c_kind(p, c_after(p, i)) == '(')
		e = c_past(p, c_after(p, i));
	return e > i && c_kind(p, i) != '[' && c_kind(p, e) == '=';
}

/* Is it a macro of attributes that stands at i, before the type of a function, static FORMAT(1, 2) void f(), or before its name? */
static int
before_function(cparse *p, uint32_t i, int have, int sure)
{
	uint32_t e = c_numbered_macro(p, i);
	uint16_t k = c_kind(p, e);

	if (e == i)
		return 0;
	if (have)
		return c_is_shouted(p, i) && k == C_ID && c_kind(p, c_scan_path(p, e)) == '(';
	return sure && (c_is_builtin(k) || c_is_qualifier(k) || c_is_class_key(k) || (k == C_ID && c_is_shouted(p, i)));
}

/* After macros at i, before the ~ of a destructor; i if there is none. */
static uint32_t
before_destructor(const cparse *p, uint32_t i)
{
	uint32_t j = i;

	while (c_kind(p, j) == C_ID && c_is_shouted(p, j))
		j = c_after(p, j);
	return c_kind(p, j) == '~' ? j : i;
}

int
c_scan_spec(cparse *p, uint32_t i, cplace at, cspec *d)
{
	uint32_t j, a;
	int have = 0, path = 0;

	*d = (cspec){.def = C_NONE, .from = i, .to = i};
	for (;;) {
		uint16_t k = c_kind(p, i);

		if (k == CW_STATIC || k == CW_EXTERN) {
			if (k == CW_STATIC)
				d->flags |= FACT_STATIC;
			else
				d->is_extern = 1;
			d->sure = 1;
			i = c_after(p, i);
			if (k == CW_EXTERN && c_kind(p, i) == C_STR)
				i = c_after(p, i);
		} else if (k == CW_TYPEDEF || k == CW_FRIEND) {
			d->is_typedef |= k == CW_TYPEDEF;
			d->is_friend |= k == CW_FRIEND;
			d->sure = 1;
			i = c_after(p, i);
		} else if (k == CW_GLOBAL || k == CW_DEVICE) {
			d->flags |= FACT_DEVICE;
			d->sure = 1;
			i = c_after(p, i);
		} else if (k == CW_EXPLICIT && c_kind(p, c_after(p, i)) == '(') {
			d->sure = 1;
			i = c_past(p, c_after(p, i));
		} else if (k >= CW_CONST && k <= CW_STDCALL) {
			if (k == CW_THREAD || k == CW_THREAD_ || k == CW_THREAD__)
				d->flags |= FACT_THREAD;
			if (k == CW_VIRTUAL)
				d->flags |= FACT_VIRTUAL;
			d->is_const |= k == CW_CONST || k == CW_CONST_;
			if (k != CW_EXTENSION)
				d->sure = 1;
			i = c_after(p, i);
		} else if ((j = c_skip_attributes(p, i)) != i) {
			d->sure |= k != '[' && k != CW_PRAGMA && k != CW_PRAGMA_;
			d->flags |= c_is_early(p, i, j);
			d->is_late |= c_is_late(p, i, j);
			i = j;
		} else if (c_is_class_key(k)) {
			i = scan_class(p, i, d);
			have = 2;
			d->sure = 1;
		} else if (c_is_builtin(k)) {
			j = c_after(p, i);
			if (at == AT_BLOCK && !have && !d->sure && (c_kind(p, j) == '(' || c_kind(p, j) == '{') && !c_pointer_declarator(p, j))
				return 0; /* int(x) */
			if (have != 3)
				d->from = i;
			have = 3;
			d->builtin = 1;
			d->to = j;
			i = j;
			d->sure = 1;
		} else if (k == CW_AUTO) {
			d->from = i;
			d->to = i = c_after(p, i);
			have = 2;
			d->sure = 1;
		} else if (k == CW_DECLTYPE || (k >= CW_TYPEOF && k <= CW_ATOMIC)) {
			i = c_after(p, i);
			if (c_kind(p, i) == '(')
				i = c_past(p, i);
			have = 2;
			d->sure = 1;
			if (c_kind(p, i) == C_SCOPE) {
				j = c_scan_path(p, i);
				i = j > i ? j : c_after(p, i);
			}
		} else if (k == CW_TYPENAME) {
			d->sure = 1;
			i = c_after(p, i);
			if (!have && (j = c_scan_path(p, i)) > i) {
				if (at == AT_BLOCK && (c_kind(p, j) == '(' || c_kind(p, j) == '{') && !c_pointer_declarator(p, j))
					return 0; /* typename T::U(x) */
				d->from = i;
				d->to = i = j;
				have = 2;
			}
		} else if ((k == C_ID || k == C_SCOPE) && (j = c_scan_path(p, i)) > i) {
			uint16_t f = c_kind(p, j);

			if (f == C_SCOPE && c_kind(p, c_after(p, j)) == '*')
				break; /* T::* */
			if (have && f == '(' && c_is_shouted(p, i) && c_kind(p, c_past(p, j)) == C_ID && !c_is_shouted(p, c_past(p, j)) && names_variable(p, c_after(p, c_past(p, j)))) {
				i = c_past(p, j); /* T ALIGNED(16) x */
				continue;
			}
			if (!have && d->sure && f == '(' && c_is_shouted(p, i) && c_kind(p, c_past(p, j)) == C_ID && c_kind(p, c_after(p, c_past(p, j))) == C_ID && names_variable(p, c_after(p, c_after(p, c_past(p, j))))) {
				i = c_past(p, j); /* static ALIGNED(16) T x */
				continue;
			}
			if (at != AT_PARAM && f == '(' && before_function(p, i, have, d->sure)) {
				i = c_numbered_macro(p, i);
				continue;
			}
			if (path && c_kind(p, i) == C_ID && with_attribute(p, j))
				break; /* T x ATTRIBUTE(...) = */
			if (!have && at == AT_CLASS && f != '(' && (a = before_destructor(p, i)) > i) {
				i = a;
				continue;
			}
			if (have && !(path && declares(p, j, AT_FILE)) && !(have == 3 && c_kind(p, i) == C_ID && (f == CW_OPERATOR || (f == C_ID && words_before(p, j)))))
				break; /* the declarator */
			if (!have && !declares(p, j, at))
				break;
			if (have == 3) {
				i = j; /* a macro between a built-in type and the name */
				continue;
			}
			if (path && (f == '(' && !c_pointer_declarator(p, j)))
				break;
			if (at == AT_BLOCK && !have && !d->sure && (c_is(p, i, "emit") || c_is(p, i, "Q_EMIT")))
				return 0;
			d->from = i;
			d->to = i = j;
			have = path = 1;
		} else {
			break;
		}
		if (i >= p->end)
			break;
	}
	d->next = i;
	return have || d->sure;
}

uint32_t
c_scan_type(cparse *p, uint32_t i, int *plain)
{
	cspec d = {0};
	uint32_t j, a, flags = 0;

	*plain = 0;
	while (c_kind(p, i) == CW_TYPENAME || (c_is_qualifier(c_kind(p, i)) && c_kind(p, c_after(p, i)) == C_ID && c_is_builtin(c_kind(p, c_after(p, c_after(p, i)))))) /* const complex float */
		i = c_after(p, i);
	if ((c_kind(p, i) == C_ID || c_kind(p, i) == C_SCOPE) && (j = c_scan_path(p, i)) > i) {
		*plain = 1;
		while (c_is_builtin(c_kind(p, j))) { /* vector double */
			*plain = 0;
			j = c_after(p, j);
		}
		if (*plain && c_kind(p, j) == C_ID && c_kind(p, c_after(p, j)) == '*' && c_kind(p, c_scan_pointers(p, c_after(p, j), &flags)) == ')') { /* z_const T * */
			*plain = 0;
			j = c_after(p, j);
		}
		if (*plain && c_kind(p, j) == '(' && c_kind(p, c_past(p, j)) == '*' && c_kind(p, c_scan_pointers(p, c_past(p, j), &flags)) == ')') { /* STACK_OF(T) *, which no call is */
			*plain = 0;
			j = c_past(p, j);
		}
		d.next = j;
		while (c_is_qualifier(c_kind(p, d.next)))
			d.next = c_after(p, d.next);
	} else if (!c_scan_spec(p, i, AT_PARAM, &d) || d.next == i || d.def != C_NONE) {
		return 0;
	}
	if (!*plain && d.builtin && c_kind(p, d.next) == C_ID && (c_kind(p, c_after(p, d.next)) == ')' || (c_kind(p, c_after(p, d.next)) == '*' && c_kind(p, c_after(p, c_after(p, d.next))) == ')')))
		d.next = c_after(p, d.next); /* unsigned word, float complex */
	j = c_scan_pointers(p, d.next, &flags);
	if (flags)
		*plain = 0;
	while (c_kind(p, j) == '[' && c_closed(p, j)) {
		j = c_past(p, j);
		*plain = 0;
	}
	a = c_calling(p, c_after(p, j));
	if (c_kind(p, j) == '(' && (c_kind(p, a) == '*' || c_kind(p, a) == '&' || c_kind(p, a) == '^') &&
	    (c_kind(p, c_past(p, j)) == '(' || c_kind(p, c_past(p, j)) == '[')) {
		j = c_past(p, c_past(p, j));
		while (c_kind(p, j) == '[' && c_closed(p, j))
			j = c_past(p, j);
		*plain = 0;
	}
	return j;
}
