/* label_pybuild.c - the machine that label_py.py writes for: a stack of expressions, and one of
 * lists of statements. It knows nothing of a language.
 *
 * A line is a letter, numbers, and a text after a quote, whose fields stand between tabs. That of
 * an expression begins with two digits for its kind and operator, which count from '0' on. */
#include "label_facts.h"

enum { NESTED = 400 };
enum { HAS_X = 1, HAS_TARGET = 2, OPENS = 4, LEAVES = 8, QUIET = 16 };

_Static_assert(X_OPAQUE == 33 && OP_OTHER == 22 && S_GLOBAL == 17 && R_WITH == 13,
    "as label_py.py counts");

typedef struct { stmt *s, **tail; func *fn; klass *cls; } py_open; /* cls: they are its body */

typedef struct {
	program *p;
	source *file;
	uint32_t line;                              /* of the names and constants that come */
	bool bad;                                   /* what was written is no program */
	expr **x; uint32_t nx; size_t cap;
	py_open open[NESTED + 1]; uint32_t nopen;
	param *param; uint32_t nparam;              /* of the next function */
} py_build;

static uint32_t number(char **s) {
	while (**s == ' ') ++*s;
	return **s >= '0' && **s <= '9' ? (uint32_t)strtoul(*s, s, 10) : 0;
}

/* The next field of a text, its escapes undone; a byte 0 stays two characters. */
static const char *word(py_build *b, char **s) {
	char *from = *s, *to = from, *first = from;
	for (; *from && *from != '\t'; from++) {
		bool escaped = *from == '\\' && from[1] && strchr("nt\\", from[1]);
		from += escaped;
		*to++ = !escaped || *from == '\\' ? *from : *from == 'n' ? '\n' : '\t';
	}
	*s = from + (*from == '\t');
	return name_n(b->p, first, (size_t)(to - first));
}

static void put(py_build *b, expr *e) {
	if (as_grow(&b->x, b->nx, &b->cap, sizeof *b->x) != 0) program_nomem(b->p);
	b->x[b->nx++] = e;
}

/* The n on top, which are taken away; NULL, and bad, if they are too few: the lowest stays. */
static expr **take_top(py_build *b, uint32_t n) {
	b->bad |= n >= b->nx;
	return n >= b->nx ? NULL : b->x + (b->nx -= n);
}

static expr *pop(py_build *b, bool is) {
	expr **x = is ? take_top(b, 1) : NULL;
	return x ? *x : NULL;
}

static void expression(py_build *b, char *s) {
	xkind kind = (xkind)(s[0] - '0');
	xop op = s[1] ? (xop)(s[1] - '0') : OP_NONE;
	char *rest = s + 1 + (s[1] != '\0');
	uint32_t n = number(&rest);
	expr **x = take_top(b, n), *e;
	b->bad |= op > OP_OTHER || (kind == X_CALL && !n) || (kind == X_CMP && n != 2);
	if (b->bad) return;
	uint32_t line = n ? x[0]->line : b->line;
	if (kind == X_CALL || kind == X_CMP) {
		put(b, kind == X_CMP ? x_two(b->p, kind, op, x[0], x[1]) :
		    x_call(b->p, b->file, x[0], x + 1, n - 1, line));
		return;
	}
	e = x_kids(b->p, kind, line, x, n);
	char how = *rest ? *rest++ : '\0';
	const char *text = how ? word(b, &rest) : NULL;
	if (kind != X_CONST) e->s = text;
	else e->con = how == '\'' ? k_str(b->p, text) : k_literal(b->p, text ? text : "");
	bool name = kind == X_NAME || kind == X_ATTR || kind == X_SUB;
	if (kind != X_NAME) e->op = (uint8_t)op;
	put(b, name && op == OP_NONE ? x_norm(b->p, b->file, e) : e);
}

static void open_list(py_build *b, stmt *s, stmt **list, func *fn, klass *cls) {
	b->bad |= b->nopen == NESTED;
	b->open[b->nopen++] = (py_open){s, list, fn, cls};
}

/* A function (name, *name, **name) or a class (name and its bases) with n decorators. */
static void scope(py_build *b, stmt *made, uint32_t n, char *s) {
	const py_open *here = &b->open[b->nopen - 1];
	const char *name = word(b, &s);
	expr **x = take_top(b, n), **deco = take(b->p, (n + 1) * sizeof *deco);
	if (x) memcpy(deco, x, n * sizeof *x);
	if (made->kind == S_CLASS) {
		klass *c = made->cls = class_add(b->p, name, b->file, made->line);
		while (*s) *PUSH(b->p, c->base, c->nbase) = word(b, &s);
		c->deco = deco;
		c->ndeco = n;
		open_list(b, made, &made->body, here->fn, c);
		return;
	}
	func *fn = made->fn = func_add(b->p, name, b->file, made->line, here->cls, here->fn);
	const char *rest = word(b, &s), *named = word(b, &s);
	fn->vararg = *rest ? rest : NULL;
	fn->kwarg = *named ? named : NULL;
	fn->param = b->param;
	fn->nparam = b->nparam;
	fn->deco = deco;
	fn->ndeco = n;
	b->param = NULL;
	b->nparam = 0;
	open_list(b, made, &made->body, fn, NULL);
}

/* Its flags, or how many decorators it has; the digits of its kind and its role, and a text. */
static void statement(py_build *b, uint32_t n, uint32_t line, char *s) {
	py_open *here = &b->open[b->nopen - 1];
	stmt *made = s_new(b->p, (skind)(*s ? *s++ - '0' : 0), line);
	*here->tail = made;
	here->tail = &made->next;
	made->role = (uint8_t)(*s ? *s++ - '0' : 0);
	if (made->kind == S_FUNC || made->kind == S_CLASS) {
		scope(b, made, n, s);
		return;
	}
	made->target = pop(b, n & HAS_TARGET);
	made->x = pop(b, n & HAS_X);
	made->leaves = (n & LEAVES) != 0;
	made->quiet = (n & QUIET) != 0;
	if (*s) made->s = word(b, &s);
	if (n & OPENS) open_list(b, made, &made->body, here->fn, here->cls);
}

/* Of CMake: an option, or a definition, under the n tests that stand below its value. */
static void define(py_build *b, bool is_option, uint32_t n, uint32_t line, const char *name) {
	const expr *e = pop(b, true);
	expr **x = take_top(b, n);
	program *p = b->p;
	if (!e || !x) return;
	macro m = {name, NULL, e->kind == X_CONST ? e->con : NULL, {b->file, line}};
	for (uint32_t i = 0; i < n; i++)
		m.guards = guards_add(p, m.guards, x[i], true, G_PP, b->file, x[i]->line);
	if (is_option) *PUSH(p, p->cmakeopt, p->ncmakeopt) = m;
	else {
		*PUSH(p, p->cmakedef, p->ncmakedef) = m;
		*PUSH(p, p->tested, p->ntested) = m;
	}
}

/* A letter, up to two numbers, and up to two texts. */
static void run(py_build *b, char *s) {
	program *p = b->p;
	source *f = b->file;
	py_open *here = &b->open[b->nopen - 1];
	char letter = *s++;
	uint32_t n = number(&s), line = number(&s);
	s += *s == '\'';
	if (letter == 's') {
		statement(b, n, line, s);
		return;
	}
	const char *name = word(b, &s), *more = word(b, &s);
	expr *e = pop(b, letter == 'v' || (n && (letter == 'p' || letter == 'd')));
	switch (letter) {
	case 'l': b->line = n; break;
	case 'k': put(b, b->x[b->nx - 1]->kid[1]); break;
	case 't':
		here->tail = n == 0 ? &here->s->other : n == 1 ? &here->s->after : &here->s->last;
		break;
	case '.': b->bad |= --b->nopen == 0; break;
	case 'g': here->fn->generator = true; break;
	case 'p': *PUSH(p, b->param, b->nparam) = (param){name, more, e}; break;
	case 'd':
		*PUSH(p, here->cls->field, here->cls->nfield) = (field){name, more, e, line};
		break;
	case 'i': *PUSH(p, f->import, f->nimport) = (import){name, more}; break;
	case 'v':
		*PUSH(p, p->setting, p->nsetting) =
		    (setting){more, name, e ? e->con : NULL, {f, line}, n};
		break;
	case 'm': case 'o': define(b, letter == 'o', n, line, name); break;
	default: b->bad = true;
	}
}

const char *py_build_file(program *p, source *file, char *text, size_t len) {
	char *s = text, *end = text + len, *nl;
	stmt *body = NULL;
	py_build b = {.p = p, .file = file, .line = 1};
	put(&b, NULL);
	open_list(&b, NULL, &body, file->module, NULL);
	for (; !b.bad && s < end && *s != '#' && (nl = memchr(s, '\n', (size_t)(end - s)));
	    s = nl + 1) {
		*nl = '\0';
		if (*s >= '0' && *s <= '0' + X_OPAQUE) expression(&b, s);
		else if (*s) run(&b, s);
	}
	bool whole = !b.bad && s == end && b.nopen == 1 && b.nx == 1;
	free(b.x);
	if (s < end && *s == '#') return s[strcspn(s, "\n")] = '\0', s++, word(&b, &s);
	if (!whole) return name_of(p, "the output of python3 could not be read");
	if (file->module) flow_module(p, file, body);
	return NULL;
}
