/* label_expr.c - expressions, functions, classes and files of a program; see label_facts.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "label_facts.h"

enum { DEEP = 200, CUT = 60, SHOWN = 90 };

expr *x_new(program *p, xkind kind, uint32_t line, uint32_t n) {
	expr *e = take(p, sizeof *e + n * sizeof *e->kid);

	e->kind = (uint8_t)kind;
	e->line = line;
	e->n = n;
	return e;
}

expr *x_con(program *p, const constant *k, uint32_t line) {
	expr *e = x_new(p, X_CONST, line, 0);

	e->con = k;
	return e;
}

expr *x_name(program *p, const char *s, uint32_t line) {
	expr *e = x_new(p, X_NAME, line, 0);

	e->s = name_of(p, s);
	return e;
}

expr *x_attr(program *p, expr *base, const char *s, uint32_t line) {
	expr *e = x_new(p, X_ATTR, line, 1);

	e->s = name_of(p, s);
	e->kid[0] = base;
	return e;
}

expr *x_sub(program *p, expr *base, expr *index, uint32_t line) {
	expr *e = x_new(p, X_SUB, line, 2);

	e->kid[0] = base;
	e->kid[1] = index;
	return e;
}

expr *x_one(program *p, xkind kind, expr *a) {
	expr *e = x_new(p, kind, a->line, 1);

	e->kid[0] = a;
	return e;
}

/* "X" in os.environ: is it set? */
static expr *is_set(program *p, xop op, expr *name) {
	return x_two(p, X_CMP, op == OP_IN ? OP_ISNOT : OP_IS, x_one(p, X_ENV, name), x_con(p, k_none(p), name->line));
}

expr *x_two(program *p, xkind kind, xop op, expr *a, expr *b) {
	expr *e;

	if (kind == X_CMP && (op == OP_IN || op == OP_NOTIN) && x_is_environ(b))
		return is_set(p, op, a);
	e = x_new(p, kind, a->line, 2);

	e->op = (uint8_t)op;
	e->kid[0] = a;
	e->kid[1] = b;
	return e;
}

bool x_is_environ(const expr *e) {
	return (e->kind == X_ATTR || e->kind == X_NAME) && strcmp(e->s, "environ") == 0 &&
	    (e->kind == X_NAME || (e->kid[0]->kind == X_NAME && strcmp(e->kid[0]->s, "os") == 0));
}

expr *x_three(program *p, xkind kind, expr *a, expr *b, expr *c) {
	expr *e = x_new(p, kind, a->line, 3);

	e->kid[0] = a;
	e->kid[1] = b;
	e->kid[2] = c;
	return e;
}

expr *x_and(program *p, expr *a, expr *b) {
	return x_two(p, X_AND, OP_NONE, a, b);
}

expr *x_opaque(program *p, const char *s, uint32_t line) {
	expr *e = x_new(p, X_OPAQUE, line, 0);
	size_t n = strlen(s);

	while (n > CUT || (n && n < strlen(s) && ((unsigned char)s[n] & 0xc0) == 0x80))
		n = n > CUT ? CUT : n - 1; /* never within a character */
	e->s = name_n(p, s, n);
	return e;
}

/* ---- what an expression is */

bool x_is_str(const expr *e) { return e && e->kind == X_CONST && e->con->kind == K_STR; }
const char *x_str(const expr *e) { return x_is_str(e) ? e->con->s : NULL; }
bool x_is_none(const expr *e) { return e && e->kind == X_CONST && e->con->kind == K_NONE; }

const char *x_last(const expr *e) {
	while (e) {
		switch (e->kind) {
		case X_NAME: case X_ATTR: return e->s;
		case X_SUB:
			if (x_is_str(e->kid[1])) return e->kid[1]->con->s;
			e = e->kid[0];
			break;
		case X_CALL: e = e->kid[0]; break;
		case X_ENV: return x_str(e->kid[0]);
		default: return NULL;
		}
	}
	return NULL;
}

static const char *dotted(program *p, const expr *e, int depth) {
	const char *base;

	if (depth > DEEP) return NULL;
	switch (e->kind) {
	case X_NAME: return e->s;
	case X_ARGV: return name_of(p, "sys.argv");
	case X_ATTR: return (base = dotted(p, e->kid[0], depth + 1)) ? name_f(p, "%s.%s", base, e->s) : NULL;
	case X_CALL: return (base = dotted(p, e->kid[0], depth + 1)) ? name_f(p, "%s()", base) : NULL;
	default: return NULL;
	}
}

const char *x_dotted(program *p, const expr *e) {
	return dotted(p, e, 0);
}

static bool same_leaf(const expr *a, const expr *b) {
	switch (a->kind) {
	case X_CONST: return a->con == b->con;
	case X_ITEM: return a->index == b->index;
	case X_NAME: case X_ATTR: case X_KEYWORD: case X_DEFINED: case X_CMAKE: case X_OPAQUE: case X_FUNC: case X_CLASS: case X_SELF:
		return a->s == b->s;
	case X_KEY: return a->con == b->con && a->table == b->table;
	case X_REGKEY: return a->con == b->con;
	case X_LAMBDA: return a->body == b->body;
	default: return true;
	}
}

static bool same(const expr *a, const expr *b, int depth) {
	if (a == b) return true;
	if (!a || !b || depth > DEEP || a->kind != b->kind || (a->op != b->op && a->kind != X_CONST) || a->n != b->n || !same_leaf(a, b))
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same(a->kid[i], b->kid[i], depth + 1)) return false;
	return true;
}

bool x_same(const expr *a, const expr *b) {
	return same(a, b, 0);
}

static bool each(const expr *e, bool (*f)(const expr *, void *), void *arg, int depth) {
	if (!e || depth > DEEP) return true;
	if (!f(e, arg)) return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!each(e->kid[i], f, arg, depth + 1)) return false;
	return true;
}

bool x_each(const expr *e, bool (*f)(const expr *, void *), void *arg) {
	return each(e, f, arg, 0);
}

static bool differs(const expr *e, void *part) {
	return !x_same(e, part);
}

bool x_holds(const expr *e, const expr *part) {
	return part && !x_each(e, differs, (void *)part);
}

expr *x_keyword(const expr *call, const char *name) {
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == X_KEYWORD && strcmp(call->kid[i]->s, name) == 0)
			return call->kid[i]->kid[0];
	return NULL;
}

uint32_t x_npos(const expr *call) {
	uint32_t n = 0;

	while (n + 1 < call->n && call->kid[n + 1]->kind != X_KEYWORD) n++;
	return n;
}

expr *x_arg(const expr *call, uint32_t i) {
	return i < x_npos(call) ? call->kid[i + 1] : NULL;
}

/* ---- as one would write it */

static const char *op_text(uint8_t op) {
	static const char *const of[] = {
		[OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">", [OP_GE] = ">=", [OP_IN] = "in",
		[OP_NOTIN] = "not in", [OP_IS] = "is", [OP_ISNOT] = "is not", [OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*",
		[OP_DIV] = "/", [OP_MOD] = "%", [OP_AND] = "&", [OP_OR] = "|", [OP_XOR] = "^", [OP_SHL] = "<<", [OP_SHR] = ">>",
		[OP_AUG] = "op=",
	};
	return op < sizeof of / sizeof *of && of[op] ? of[op] : "?";
}

static void show(program *p, FILE *t, const expr *e, int depth);

static void show_list(program *p, FILE *t, const expr *e, uint32_t from, const char *between, int depth)
{
	for (uint32_t i = from; i < e->n && ftell(t) <= SHOWN; i++) {
		if (i > from) fputs(e->kind == X_DICT && i % 2 ? ": " : between, t);
		show(p, t, e->kid[i], depth);
	}
}

/* A part in brackets where it binds less than what is around it. */
static void show_part(program *p, FILE *t, const expr *e, bool weaker, int depth) {
	if (weaker) putc('(', t);
	show(p, t, e, depth);
	if (weaker) putc(')', t);
}

static bool compound(const expr *e) {
	return e->kind == X_AND || e->kind == X_OR || e->kind == X_COND;
}

static void show_const(program *p, FILE *t, const constant *k) {
	fprintf(t, k->kind == K_STR ? "\"%.*s\"" : "%.*s", SHOWN + 1, k_text(p, k));
}

static void show(program *p, FILE *t, const expr *e, int depth) {
	if (ftell(t) > SHOWN || depth++ > DEEP) return;
	switch ((xkind)e->kind) {
	case X_CONST: show_const(p, t, e->con); break;
	case X_NAME: case X_FUNC: case X_CLASS: case X_OPAQUE: case X_CMAKE: case X_FLAGVAR: fputs(e->s, t); break;
	case X_SELF: fputs("self", t); break;
	case X_ATTR: show(p, t, e->kid[0], depth); fprintf(t, ".%s", e->s); break;
	case X_SUB: show(p, t, e->kid[0], depth); putc('[', t); show(p, t, e->kid[1], depth); putc(']', t); break;
	case X_CALL: show(p, t, e->kid[0], depth); putc('(', t); show_list(p, t, e, 1, ", ", depth); putc(')', t); break;
	case X_KEYWORD: fprintf(t, strcmp(e->s, "**") ? "%s=" : "%s", e->s); show(p, t, e->kid[0], depth); break;
	case X_STAR: putc('*', t); show(p, t, e->kid[0], depth); break;
	case X_CMP: case X_BIN:
		show_part(p, t, e->kid[0], compound(e->kid[0]) || (e->kind == X_CMP && e->kid[0]->kind == X_BIN), depth);
		fprintf(t, " %s ", op_text(e->op));
		show_part(p, t, e->kid[1], compound(e->kid[1]) || e->kid[1]->kind == X_BIN, depth);
		break;
	case X_NOT: fputs("not ", t); show_part(p, t, e->kid[0], compound(e->kid[0]) || e->kid[0]->kind == X_CMP, depth); break;
	case X_AND: case X_OR:
		for (uint32_t i = 0; i < e->n; i++) {
			if (i) fputs(e->kind == X_AND ? " and " : " or ", t);
			show_part(p, t, e->kid[i], compound(e->kid[i]), depth);
		}
		break;
	case X_COND:
		show_part(p, t, e->kid[0], true, depth); fputs(" ? ", t); show(p, t, e->kid[1], depth);
		fputs(" : ", t); show(p, t, e->kid[2], depth);
		break;
	case X_LIST: putc('[', t); show_list(p, t, e, 0, ", ", depth); putc(']', t); break;
	case X_DICT: putc('{', t); show_list(p, t, e, 0, ", ", depth); putc('}', t); break;
	case X_FSTR: fputs("f\"", t); show_list(p, t, e, 0, "", depth); putc('"', t); break;
	case X_LAMBDA: fputs("lambda", t); break;
	case X_COMP: putc('[', t); show(p, t, e->kid[0], depth); fputs(" for ...]", t); break;
	case X_ELEM: fputs("each of ", t); show(p, t, e->kid[0], depth); break;
	case X_ITEM: show(p, t, e->kid[0], depth); break;
	case X_KEY: fputs("entry ", t); show_const(p, t, e->con); if (e->table) fprintf(t, " of %s", e->table); break;
	case X_REGKEY: fputs("registered as ", t); show_const(p, t, e->con); break;
	case X_DEFINED: fprintf(t, "defined(%s)", e->s); break;
	case X_EXC: fprintf(t, "after %s", e->s); break;
	case X_ASSIGN: show(p, t, e->kid[0], depth); fputs(" = ", t); show(p, t, e->kid[1], depth); break;
	case X_COMMA: show(p, t, e->kid[1], depth); break;
	case X_ENV: fputs("environment ", t); if (x_is_str(e->kid[0])) fputs(x_str(e->kid[0]), t); else show(p, t, e->kid[0], depth); break;
	case X_ARGV: fputs("argv", t); break;
	case X_ARGC: fputs("argc", t); break;
	}
}

const char *x_show(program *p, const expr *e) {
	char *s = NULL;
	size_t n = 0;
	FILE *t = open_memstream(&s, &n);
	if (!t) program_nomem(p);
	show(p, t, e, 0);
	if (fclose(t) != 0) program_nomem(p);
	bool cut = n > SHOWN;
	if (cut) n = SHOWN - 3;
	while (cut && n && ((unsigned char)s[n] & 0xc0) == 0x80) n--; /* never within a character */
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] < ' ') s[i] = ' ';
	const char *shown = name_f(p, cut ? "%.*s..." : "%.*s", (int)n, s);
	free(s);
	return shown;
}

/* ---- files, functions, classes */

source *source_add(program *p, const char *path, const char *text, size_t len, lang lang) {
	source *f = take(p, sizeof *f);
	char *own = take(p, len + 1);

	memcpy(own, text, len);
	*f = (source){.path = name_of(p, path), .text = own, .len = len, .lang = (uint8_t)lang};
	for (size_t i = 0; i < len; i++) f->lines += own[i] == '\n';
	f->lines += len && own[len - 1] != '\n';
	*PUSH(p, p->file, p->nfile) = f;
	if (lang) {
		f->module = func_add(p, "<module>", f, 1, NULL, NULL);
		f->module->is_module = true;
		f->module->lang = (uint8_t)lang;
		f->module->linked = lang == LANG_C;
		f->module->zeroed = lang == LANG_C;
	}
	return f;
}

func *
func_add(program *p, const char *name, const source *file, uint32_t line, klass *cls, func *parent)
{
	func *f = take(p, sizeof *f);

	*f = (func){.name = name_of(p, name), .file = file, .line = line, .cls = cls, .parent = parent};
	if (parent) {
		f->lang = parent->lang;
		f->linked = parent->linked;
		f->zeroed = parent->zeroed;
	}
	*PUSH(p, p->fn, p->nfn) = f;
	if (cls) *PUSH(p, cls->method, cls->nmethod) = f;
	return f;
}

klass *class_add(program *p, const char *name, const source *file, uint32_t line) {
	klass *c = take(p, sizeof *c);

	*c = (klass){.name = name_of(p, name), .file = file, .line = line};
	*PUSH(p, p->cls, p->ncls) = c;
	return c;
}

stmt *s_new(program *p, skind kind, uint32_t line) {
	stmt *s = take(p, sizeof *s);

	s->kind = (uint8_t)kind;
	s->line = line;
	return s;
}

const char *import_of(const source *file, const char *as) {
	for (uint32_t i = file->nimport; as && i-- > 0; )
		if (file->import[i].as == as) return file->import[i].name;
	return NULL;
}
