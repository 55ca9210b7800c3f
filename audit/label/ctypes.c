/* ctypes.c - telling declarations from expressions without knowing what any name stands
 * for, by the tokens that follow; names of types. */
#include <string.h>

#include "cread_impl.h"

enum { MAX_ANGLE = 500 }; /* tokens that template arguments may take where it must be guessed */

int
is_builtin(uint16_t k)
{
	return k >= CW_VOID && k <= CW_HALF;
}

static int
is_class_key(uint16_t k)
{
	return k >= CW_STRUCT && k <= CW_CLASS;
}

static int
is_qualifier(uint16_t k)
{
	return k >= CW_CONST && k <= CW_RESTRICT__;
}

/* After [[...]], __attribute__((...)), alignas(...) and their like. */
uint32_t
skip_attributes(const cparse *p, uint32_t i)
{
	for (;;) {
		uint16_t k = kind(p, i);

		if (k == '[' && p->x->cpp && kind(p, after(p, i)) == '[' && closed(p, i))
			i = past(p, i);
		else if (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_ && kind(p, after(p, i)) == '(' && closed(p, after(p, i)))
			i = past(p, after(p, i));
		else
			return i;
		if (i >= p->end)
			return p->end;
	}
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
				return after(p, i);
			break;
		case '(': case '[': case '{':
			if (!closed(p, i))
				return 0;
			i = past(p, i);
			continue;
		case ')': case ']': case '}': case ';': case C_LAUNCH:
			return 0;
		case C_OR:
			if (strict)
				return 0;
			break;
		case C_AND: {
			uint16_t a = kind(p, after(p, i));
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
		i = after(p, i);
	}
	return 0;
}

uint32_t
scan_angle(const cparse *p, uint32_t i)
{
	return angle(p, i, 0);
}

uint32_t
scan_angle_strictly(const cparse *p, uint32_t i)
{
	return angle(p, i, 1);
}

/* The name of an operator function after `operator` at i. */
static uint32_t
scan_operator(const cparse *p, uint32_t i)
{
	uint32_t j = after(p, i);

	if (kind(p, j) == '(' && kind(p, after(p, j)) == ')')
		return after(p, after(p, j));
	for (unsigned n = 0; n < 12 && j < p->end && kind(p, j) != '(' && kind(p, j) != ';'; n++)
		j = kind(p, j) == '<' && n > 0 && scan_angle(p, j) ? scan_angle(p, j) : after(p, j);
	return j;
}

uint32_t
scan_path(const cparse *p, uint32_t i)
{
	uint32_t j = i, a;

	if (kind(p, j) == C_SCOPE)
		j = after(p, j);
	for (;;) {
		if (kind(p, j) == CW_TEMPLATE)
			j = after(p, j);
		if (kind(p, j) == '~' && kind(p, after(p, j)) == C_ID)
			return after(p, after(p, j));
		if (kind(p, j) == CW_OPERATOR)
			return scan_operator(p, j);
		if (kind(p, j) != C_ID)
			return j > i && kind(p, j) == '*' ? i : i;
		j = after(p, j);
		if (kind(p, j) == '<' && p->x->cpp && (a = scan_angle(p, j)) != 0)
			j = a;
		if (kind(p, j) != C_SCOPE)
			return j;
		a = after(p, j);
		if (kind(p, a) != C_ID && kind(p, a) != '~' && kind(p, a) != CW_TEMPLATE && kind(p, a) != CW_OPERATOR)
			return j; /* T::* */
		j = a;
	}
}

int
is_type(const cparse *p, uint32_t i)
{
	const ctok *t = &p->tok[i];
	const char *s = p->x->s + t->at;

	if (t->k != C_ID)
		return 0;
	if (t->n > 2 && memcmp(s + t->n - 2, "_t", 2) == 0)
		return 1;
	return as_intern_find(&p->types, s, t->n) != UINT32_MAX;
}

void
learn_type(cparse *p, uint32_t i)
{
	if (i < p->x->ntok && p->tok[i].k == C_ID && as_intern_id(&p->types, p->x->s + p->tok[i].at, p->tok[i].n) == UINT32_MAX)
		p->t->nomem = 1;
}

/* After *, &, const and so on at i; T::* too. */
static uint32_t
scan_pointers(cparse *p, uint32_t i, uint32_t *flags)
{
	for (;;) {
		uint16_t k = kind(p, i);
		uint32_t j;

		if (k == '*' || k == '^') {
			*flags |= FACT_POINTER;
		} else if (k == '&' || k == C_AND) {
			*flags |= FACT_REF;
		} else if (k == C_ID && (j = scan_path(p, i)) > i && kind(p, j) == C_SCOPE && kind(p, after(p, j)) == '*') {
			*flags |= FACT_POINTER;
			i = after(p, j);
		} else if (!is_qualifier(k) && k != C_DOTS && k != CW_CDECL && k != CW_STDCALL) {
			j = skip_attributes(p, i);
			if (j == i || k == '[')
				return i;
			i = j;
			continue;
		}
		i = after(p, i);
	}
}

/* After the macro of a calling convention at i, (WINAPI *f)(...). */
static uint32_t
calling(const cparse *p, uint32_t i)
{
	return kind(p, i) == C_ID && kind(p, after(p, i)) == '*' ? after(p, i) : i;
}

void
scan_declarator(cparse *p, uint32_t i, cdeclarator *d)
{
	*d = (cdeclarator){0};
	i = scan_pointers(p, i, &d->type_flags);
	if (kind(p, i) == '(' && closed(p, i)) {
		uint16_t k = kind(p, after(p, i));
		uint32_t flags = 0, n = scan_pointers(p, calling(p, after(p, i)), &flags);

		if (k == CW_CDECL || k == CW_STDCALL || flags || (kind(p, n) == C_ID && kind(p, after(p, n)) == ')')) {
			cdeclarator in;

			if (p->rec > 100)
				return;
			p->rec++;
			scan_declarator(p, n, &in);
			p->rec--;
			d->from = in.from;
			d->to = in.to;
			d->type_flags |= flags;
			d->nested = flags != 0;
			d->next = past(p, i);
			return;
		}
	}
	d->from = i;
	d->to = d->next = scan_path(p, i);
	if (d->to == i && kind(p, i) == '~')
		d->from = d->to = d->next = i;
}

/* Whether a ( at i opens the declarator of a pointer: (*name)( or (*name)[. */
static int
pointer_declarator(cparse *p, uint32_t i)
{
	uint32_t flags = 0, j = scan_pointers(p, calling(p, after(p, i)), &flags), a;

	if (!flags || kind(p, i) != '(')
		return 0;
	a = past(p, i);
	if (kind(p, a) != '(' && kind(p, a) != '[')
		return 0;
	if (kind(p, j) == '(')
		return 1;
	if (kind(p, j) == ')')
		return 1;
	j = kind(p, j) == C_ID ? after(p, j) : j;
	while (kind(p, j) == '[' && closed(p, j))
		j = past(p, j);
	if (kind(p, j) == '(')
		j = past(p, j);
	return kind(p, j) == ')';
}

/* Whether the declaration of a name follows the name of a type that ends before i. */
static int
declares(cparse *p, uint32_t i, cplace at)
{
	uint16_t k = kind(p, i);
	uint32_t flags = 0, j, name;
	int rvalue = k == C_AND;

	if (k == C_ID || is_qualifier(k))
		return 1;
	if (k >= CW_VOID && k <= CW_PRAGMA_ && at != AT_PARAM)
		return 1;
	if (k == CW_OPERATOR)
		return 1;
	if (k == '(')
		return pointer_declarator(p, i);
	if (k == '[' && p->x->cpp && at == AT_PARAM)
		return 1;
	if (k != '*' && k != '&' && k != C_AND && k != '^' && k != C_DOTS)
		return at == AT_PARAM && (k == ',' || k == ')' || k == '=');
	name = scan_pointers(p, i, &flags);
	if (at == AT_PARAM && (kind(p, name) == ',' || kind(p, name) == ')' || kind(p, name) == '>'))
		return 1;
	if (kind(p, name) == CW_OPERATOR)
		return 1;
	if (kind(p, name) == '(')
		return at != AT_BLOCK || pointer_declarator(p, name);
	if (kind(p, name) != C_ID)
		return at == AT_PARAM && kind(p, name) == '[';
	j = scan_path(p, name);
	k = kind(p, j);
	if (at != AT_BLOCK)
		return 1;
	if (rvalue)
		return k == '=' || k == ':';
	return k == '=' || k == ';' || k == ',' || k == '[' || k == '{' || k == ':' || k == '(' || k == ')' || is_builtin(k) || k == C_ID ||
	    (k >= CW_ATTRIBUTE && k <= CW_PRAGMA_) || is_qualifier(k);
}

/* A name in capitals, as of a macro. */
static int
is_shouted(const cparse *p, uint32_t i)
{
	const ctok *t = &p->tok[i];

	for (uint32_t k = 0; k < t->n; k++)
		if (p->x->s[t->at + k] >= 'a' && p->x->s[t->at + k] <= 'z')
			return 0;
	return t->n > 1;
}

/* The definition or mention of a struct, class, union or enum at i. */
static uint32_t
scan_class(cparse *p, uint32_t i, cspec *d)
{
	uint32_t j = after(p, i), k, e;
	int is_enum = kind(p, i) == CW_ENUM;

	if (is_enum && (kind(p, j) == CW_CLASS || kind(p, j) == CW_STRUCT))
		j = after(p, j);
	d->from = d->to = j;
	for (;;) {
		j = skip_attributes(p, j);
		if ((e = scan_path(p, j)) == j)
			break;
		if (d->to > d->from && is(p, j, "final")) {
			j = e;
			break;
		}
		/* more than one name: macros stand before the class's own */
		if (d->to > d->from && kind(p, e) != '{' && kind(p, e) != ':' && kind(p, e) != C_ID)
			break;
		if (d->to > d->from && is_shouted(p, j) && !is_shouted(p, d->from)) {
			j = e; /* class name FINAL */
			continue;
		}
		d->from = j;
		d->to = j = e;
		if (kind(p, j) == '(' && kind(p, past(p, j)) == C_ID) {
			j = past(p, j); /* struct ALIGN(16) name */
			d->to = d->from;
			d->from = d->to = j;
		}
	}
	k = kind(p, j);
	if (k == ':' && (is_enum || p->x->cpp)) {
		/* bases, unless it is a bit field of this type without a name */
		uint32_t b = after(p, j);

		for (unsigned n = 0; n < 2000 && kind(p, b) != C_EOF && kind(p, b) != '{' && kind(p, b) != ';'; n++) {
			if (kind(p, b) == '<' && scan_angle(p, b))
				b = scan_angle(p, b);
			else if (kind(p, b) == '(')
				b = past(p, b);
			else
				b = after(p, b);
		}
		if (kind(p, b) == '{')
			j = b, k = '{';
	}
	if (is_enum && k == ':') {
		for (j = after(p, j); is_builtin(kind(p, j)); j = after(p, j)) {}
		d->next = scan_path(p, j);
		return d->next;
	}
	if (k != '{') {
		d->next = d->to > d->from ? d->to : j;
		return d->next;
	}
	d->def = i;
	e = p->tok[j].match;
	d->next = e == C_NONE ? p->end : settle(p, e + 1);
	if (e == C_NONE || e >= p->end)
		d->next = j; /* the reader of the body will see */
	return d->next;
}

int
scan_spec(cparse *p, uint32_t i, cplace at, cspec *d)
{
	uint32_t j, start = i;
	int have = 0, path = 0;

	*d = (cspec){.def = C_NONE, .from = i, .to = i};
	for (;;) {
		uint16_t k = kind(p, i);

		if (k == CW_STATIC || k == CW_EXTERN) {
			if (k == CW_STATIC)
				d->flags |= FACT_STATIC;
			else
				d->is_extern = 1;
			d->sure = 1;
			i = after(p, i);
			if (k == CW_EXTERN && kind(p, i) == C_STR)
				i = after(p, i);
		} else if (k == CW_TYPEDEF || k == CW_FRIEND) {
			d->is_typedef |= k == CW_TYPEDEF;
			d->is_friend |= k == CW_FRIEND;
			d->sure = 1;
			i = after(p, i);
		} else if (k == CW_GLOBAL || k == CW_DEVICE) {
			d->flags |= FACT_DEVICE;
			d->sure = 1;
			i = after(p, i);
		} else if (k == CW_EXPLICIT && kind(p, after(p, i)) == '(') {
			d->sure = 1;
			i = past(p, after(p, i));
		} else if (k >= CW_CONST && k <= CW_STDCALL) {
			if (k != CW_EXTENSION)
				d->sure = 1;
			i = after(p, i);
		} else if ((j = skip_attributes(p, i)) != i) {
			d->sure |= k != '[' && k != CW_PRAGMA && k != CW_PRAGMA_;
			i = j;
		} else if (is_class_key(k)) {
			i = scan_class(p, i, d);
			have = 2;
			d->sure = 1;
		} else if (is_builtin(k)) {
			j = after(p, i);
			if (at == AT_BLOCK && !have && !d->sure && (kind(p, j) == '(' || kind(p, j) == '{') && !pointer_declarator(p, j))
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
			d->to = i = after(p, i);
			have = 2;
			d->sure = 1;
		} else if (k == CW_DECLTYPE || (k >= CW_TYPEOF && k <= CW_ATOMIC)) {
			i = after(p, i);
			if (kind(p, i) == '(')
				i = past(p, i);
			have = 2;
			d->sure = 1;
			if (kind(p, i) == C_SCOPE) {
				j = scan_path(p, i);
				i = j > i ? j : after(p, i);
			}
		} else if (k == CW_TYPENAME) {
			d->sure = 1;
			i = after(p, i);
			if (!have && (j = scan_path(p, i)) > i) {
				d->from = i;
				d->to = i = j;
				have = 2;
			}
		} else if ((k == C_ID || k == C_SCOPE) && (j = scan_path(p, i)) > i) {
			uint16_t f = kind(p, j);

			if (f == C_SCOPE && kind(p, after(p, j)) == '*')
				break; /* T::* */
			if (have && !(path && declares(p, j, AT_FILE)) && !(have == 3 && f == C_ID && kind(p, i) == C_ID && kind(p, scan_path(p, j)) != C_ID))
				break; /* the declarator */
			if (!have && !declares(p, j, at) && !(d->sure && f == '{' && 0))
				break;
			if (have == 3) {
				i = j; /* a macro between a built-in type and the name */
				continue;
			}
			if (path && (f == '(' && !pointer_declarator(p, j)))
				break;
			if (at == AT_BLOCK && !have && !d->sure && (is(p, i, "emit") || is(p, i, "Q_EMIT")))
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
	(void)start;
	return have || d->sure;
}

uint32_t
scan_type(cparse *p, uint32_t i, int *plain)
{
	cspec d;
	uint32_t j, flags = 0;

	*plain = 0;
	while (kind(p, i) == CW_TYPENAME)
		i = after(p, i);
	if ((kind(p, i) == C_ID || kind(p, i) == C_SCOPE) && (j = scan_path(p, i)) > i) {
		*plain = 1;
		while (is_builtin(kind(p, j))) { /* vector double */
			*plain = 0;
			j = after(p, j);
		}
		d.next = j;
		while (is_qualifier(kind(p, d.next)))
			d.next = after(p, d.next);
	} else if (!scan_spec(p, i, AT_PARAM, &d) || d.next == i || d.def != C_NONE) {
		return 0;
	}
	j = scan_pointers(p, d.next, &flags);
	if (flags)
		*plain = 0;
	while (kind(p, j) == '[' && closed(p, j)) {
		j = past(p, j);
		*plain = 0;
	}
	if (kind(p, j) == '(' && (kind(p, after(p, j)) == '*' || kind(p, after(p, j)) == '&' || kind(p, after(p, j)) == '^') && kind(p, past(p, j)) == '(') {
		j = past(p, past(p, j));
		*plain = 0;
	}
	return j;
}

void
path_text(cparse *p, uint32_t from, uint32_t to, size_t *n)
{
	size_t need = 1;
	char *out;

	for (uint32_t i = from; i < to; i = after(p, i))
		need += p->tok[i].n + 1;
	out = scratch(p, need);
	*n = 0;
	if (p->t->nomem)
		return;
	for (uint32_t i = from; i < to;) {
		const ctok *t = &p->tok[i];

		if (t->k == '<' && *n > 0 && !(*n >= 8 && memcmp(out + *n - 8, "operator", 8) == 0)) {
			uint32_t a = scan_angle(p, i);
			if (a && a <= to) {
				i = a;
				continue;
			}
		}
		if (t->k == C_SCOPE) {
			if (*n > 0)
				out[(*n)++] = '.';
		} else if (t->k != CW_TEMPLATE) {
			if (is_builtin(t->k) && *n > 0)
				out[(*n)++] = ' ';
			memcpy(out + *n, p->x->s + t->at, t->n);
			*n += t->n;
		}
		i = after(p, i);
	}
}

void
angle_key(cparse *p, uint32_t i, uint32_t end)
{
	uint32_t at = p->t->n, line = p->tok[i].line, j = after(p, i), stop;
	unsigned n = 0;

	while (j < end && kind(p, j) != '>') {
		int depth = 0;

		for (stop = j; stop < end; stop = after(p, stop)) {
			uint16_t k = kind(p, stop);
			if ((k == '(' || k == '[' || k == '{') && past(p, stop) < end) {
				stop = p->tok[stop].match;
				continue;
			}
			if ((k == ',' || k == '>') && depth == 0)
				break;
			depth += k == '<' ? 1 : k == '>' ? -1 : 0;
		}
		if (stop == j)
			break;
		while (is_qualifier(kind(p, j)) || kind(p, j) == CW_TYPENAME || is_class_key(kind(p, j)))
			j = after(p, j);
		n++;
		if (scan_path(p, j) > j) {
			uint32_t e = scan_path(p, j), flags = 0;

			if (scan_pointers(p, e, &flags) == stop)
				path_expr(p, j, e);
			else
				leaf_text(p, FACT_UNKNOWN, j, stop);
		} else if (kind(p, j) == C_NUM || kind(p, j) == CW_TRUE || kind(p, j) == CW_FALSE) {
			cstate s = mark(p);
			uint32_t pos = p->pos;

			p->pos = j;
			if (after(p, j) == stop)
				literal(p);
			else
				leaf_text(p, FACT_UNKNOWN, j, stop);
			(void)s;
			p->pos = pos;
		} else {
			leaf_text(p, FACT_UNKNOWN, j, stop);
		}
		j = kind(p, stop) == ',' ? after(p, stop) : stop;
	}
	if (n == 0)
		leaf_text(p, FACT_UNKNOWN, i, i);
	else if (n > 1)
		wrap(p, at, FACT_TUPLE, line, "", 0);
}

void
path_expr(cparse *p, uint32_t from, uint32_t to)
{
	uint32_t at = p->t->n, i = from;
	int first = 1;

	if (p->t->nopen > FACT_MAX_DEPTH - 8 || p->rec > 300) {
		leaf_text(p, FACT_UNKNOWN, from, to);
		return;
	}
	p->rec++;
	while (i < to) {
		const ctok *t = &p->tok[i];
		uint32_t e = after(p, i);

		if (t->k == C_SCOPE || t->k == CW_TEMPLATE) {
			i = e;
			continue;
		}
		if (t->k == '<' && !first && (e = scan_angle(p, i)) != 0) {
			angle_key(p, i, e);
			wrap(p, at, FACT_INDEX, t->line, "", 0);
			i = e;
			continue;
		}
		if (t->k == CW_OPERATOR || t->k == '~') { /* the rest is its name */
			size_t n;
			path_text(p, i, to, &n);
			if (first) {
				node(p, FACT_NAME, t->line, 0, p->buf ? p->buf : "", n);
				done(p);
			} else {
				char name[64];
				n = n < sizeof name ? n : sizeof name;
				memcpy(name, p->buf, n);
				wrap(p, at, FACT_ATTR, t->line, name, n);
			}
			break;
		}
		if (first) {
			node_tok(p, FACT_NAME, 0, i);
			done(p);
		} else {
			wrap(p, at, FACT_ATTR, t->line, p->x->s + t->at, t->n);
		}
		first = 0;
		i = e;
	}
	p->rec--;
}

void
type_node(cparse *p, const cspec *d, uint32_t flags)
{
	size_t n;
	uint32_t line = p->tok[d->from < p->x->ntok ? d->from : 0].line;

	if (d->from == d->to) {
		char name[32];

		if (d->def == C_NONE)
			return;
		line = p->tok[d->def].line;
		snprintf(name, sizeof name, "struct %u", line);
		node(p, FACT_TYPE, line, flags, name, strlen(name));
		done(p);
		return;
	}
	path_text(p, d->from, d->to, &n);
	node(p, FACT_TYPE, line, flags, p->buf ? p->buf : "", n);
	done(p);
}
