/* label_expr.c - expressions, functions, classes and files of a program; see label_facts.h. */
#include "label_facts.h"

enum { DEEP = 200, CUT = 60, SHOWN = 90 };

expr *x_new(program *p, xkind kind, uint32_t line, uint32_t n) {
	expr *e = take(p, sizeof *e + n * sizeof *e->kid);
	e->kind = (uint8_t)kind;
	e->line = line;
	e->n = n;
	return e;
}

expr *x_kids(program *p, xkind kind, uint32_t line, expr *const *kid, uint32_t n) {
	expr *e = x_new(p, kind, line, n);
	if (n) memcpy(e->kid, kid, n * sizeof *kid);
	return e;
}

static expr *x_named(program *p, xkind kind, uint32_t line, const char *name, expr *kid) {
	expr *e = x_kids(p, kind, line, &kid, kid != NULL);
	e->s = name_of(p, name);
	return e;
}

expr *x_con(program *p, const constant *k, uint32_t line) {
	expr *e = x_new(p, X_CONST, line, 0);
	e->con = k;
	return e;
}

expr *x_name(program *p, const char *s, uint32_t line) {
	return x_named(p, X_NAME, line, s, NULL);
}

expr *x_attr(program *p, expr *base, const char *s, uint32_t line) {
	return x_named(p, X_ATTR, line, s, base);
}

expr *x_sub(program *p, expr *base, expr *index, uint32_t line) {
	return x_kids(p, X_SUB, line, (expr *[]){base, index}, 2);
}

expr *x_one(program *p, xkind kind, expr *a) { return x_kids(p, kind, a->line, &a, 1); }

expr *x_two(program *p, xkind kind, xop op, expr *a, expr *b) {
	if (kind == X_CMP && (op == OP_IN || op == OP_NOTIN) && x_is_environ(b)) { /* set? */
		op = op == OP_IN ? OP_ISNOT : OP_IS;
		a = x_one(p, X_ENV, a);
		b = x_con(p, k_none(p), a->line);
	}
	expr *e = x_kids(p, kind, a->line, (expr *[]){a, b}, 2);
	e->op = (uint8_t)op;
	return e;
}

expr *x_three(program *p, xkind kind, expr *a, expr *b, expr *c) {
	return x_kids(p, kind, a->line, (expr *[]){a, b, c}, 3);
}

expr *x_and(program *p, expr *a, expr *b) { return x_two(p, X_AND, OP_NONE, a, b); }

expr *x_opaque(program *p, const char *s, uint32_t line) {
	expr *e = x_new(p, X_OPAQUE, line, 0);
	e->s = name_n(p, s, strlen(s) > CUT ? whole(s, CUT) : strlen(s));
	return e;
}

bool x_is_environ(const expr *e) {
	return (e->kind == X_ATTR || e->kind == X_NAME) && strcmp(e->s, "environ") == 0 &&
	    (e->kind == X_NAME || (e->kid[0]->kind == X_NAME && strcmp(e->kid[0]->s, "os") == 0));
}

const char *x_str(const expr *e) {
	return e && e->kind == X_CONST && e->con->kind == K_STR ? e->con->s : NULL;
}

bool x_is_str(const expr *e) { return x_str(e) != NULL; }

bool x_is_none(const expr *e) { return e && e->kind == X_CONST && e->con->kind == K_NONE; }

const char *x_last(const expr *e) {
	while (e && (e->kind == X_CALL || (e->kind == X_SUB && !x_is_str(e->kid[1]))))
		e = e->kid[0];
	if (!e) return NULL;
	if (e->kind == X_ENV) return x_str(e->kid[0]);
	if (e->kind == X_SUB) return x_str(e->kid[1]);
	return e->kind == X_NAME || e->kind == X_ATTR ? e->s : NULL;
}

static const char *dotted(program *p, const expr *e, int depth) {
	const char *base = NULL;
	if (e->kind == X_NAME) return e->s;
	if (e->kind == X_ARGV) return name_of(p, "sys.argv");
	if ((e->kind == X_ATTR || e->kind == X_CALL) && depth < DEEP)
		base = dotted(p, e->kid[0], depth + 1);
	if (!base) return NULL;
	return e->kind == X_CALL ? name_f(p, "%s()", base) : name_f(p, "%s.%s", base, e->s);
}

const char *x_dotted(program *p, const expr *e) { return dotted(p, e, 0); }

static bool same(const expr *a, const expr *b, int depth) {
	if (a == b) return true;
	if (!a || !b || depth > DEEP || a->kind != b->kind || a->n != b->n) return false;
	if ((a->op != b->op && a->kind != X_CONST) || a->s != b->s || a->table != b->table)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same(a->kid[i], b->kid[i], depth + 1)) return false;
	return true;
}

bool x_same(const expr *a, const expr *b) { return same(a, b, 0); }

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

static bool differs(const expr *e, void *part) { return !x_same(e, part); }

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

expr *x_arg(const expr *call, uint32_t i) { return i < x_npos(call) ? call->kid[i + 1] : NULL; }

static const char *const operators[] = {
	[OP_EQ] = "==", [OP_NE] = "!=", [OP_LT] = "<", [OP_LE] = "<=", [OP_GT] = ">",
	[OP_GE] = ">=", [OP_IN] = "in", [OP_NOTIN] = "not in", [OP_IS] = "is",
	[OP_ISNOT] = "is not", [OP_ADD] = "+", [OP_SUB] = "-", [OP_MUL] = "*", [OP_DIV] = "/",
	[OP_MOD] = "%", [OP_AND] = "&", [OP_OR] = "|", [OP_XOR] = "^", [OP_SHL] = "<<",
	[OP_SHR] = ">>", [OP_AUG] = "op=", [OP_OTHER] = "?",
};

/* In a form a digit is a kid, & all kids and ~ those from 1 with `between` between them, $ the
 * name, # the constant, @ the table, % the operator, ! kid 0 as plain text. A kid that binds less
 * than the first, or another, must gets brackets; 0 binds most. */
static const struct { const char *form, *between; uint8_t binds, first, other; } forms[] = {
	[X_CONST] = {.form = "#"}, [X_NAME] = {.form = "$"}, [X_ATTR] = {.form = "0.$"},
	[X_SUB] = {.form = "0[1]"}, [X_CALL] = {.form = "0(~)", .between = ", "},
	[X_KEYWORD] = {.form = "$=0"}, [X_STAR] = {.form = "*0"},
	[X_CMP] = {"0 % 1", "", 2, 4, 4}, [X_NOT] = {"not 0", "", 0, 3, 3},
	[X_AND] = {"&", " and ", 1, 2, 2}, [X_OR] = {"&", " or ", 1, 2, 2},
	[X_COND] = {"(0) ? 1 : 2", "", 1, 0, 0}, [X_BIN] = {"0 % 1", "", 3, 2, 4},
	[X_LIST] = {.form = "[&]", .between = ", "}, [X_DICT] = {.form = "{&}", .between = ", "},
	[X_FSTR] = {.form = "f\"&\"", .between = ""}, [X_LAMBDA] = {.form = "lambda"},
	[X_COMP] = {.form = "[0 for ...]"}, [X_ELEM] = {.form = "each of 0"},
	[X_ITEM] = {.form = "0"}, [X_KEY] = {.form = "entry #@"},
	[X_DEFINED] = {.form = "defined($)"},
	[X_CMAKE] = {.form = "$"}, [X_FLAGVAR] = {.form = "$"}, [X_EXC] = {.form = "after $"},
	[X_ASSIGN] = {.form = "0 = 1"}, [X_COMMA] = {.form = "1"},
	[X_ENV] = {.form = "environment !"}, [X_ARGV] = {.form = "argv"},
	[X_ARGC] = {.form = "argc"}, [X_FUNC] = {.form = "$"}, [X_CLASS] = {.form = "$"},
	[X_SELF] = {.form = "self"}, [X_OPAQUE] = {.form = "$"},
};

static void show(program *p, FILE *t, const expr *e, int depth);

static void show_kid(program *p, FILE *t, const expr *e, uint32_t i, int depth) {
	uint8_t binds = forms[e->kid[i]->kind].binds;
	bool weak = binds && binds < (i ? forms[e->kind].other : forms[e->kind].first);
	if (weak) putc('(', t);
	show(p, t, e->kid[i], depth);
	if (weak) putc(')', t);
}

static void show_kids(program *p, FILE *t, const expr *e, uint32_t from, int depth) {
	for (uint32_t i = from; i < e->n && ftell(t) <= SHOWN; i++) {
		if (i > from) fputs(e->kind == X_DICT && i % 2 ? ": " : forms[e->kind].between, t);
		show_kid(p, t, e, i, depth);
	}
}

static void show(program *p, FILE *t, const expr *e, int depth) {
	if (ftell(t) > SHOWN || depth++ > DEEP) return;
	for (const char *c = forms[e->kind].form; *c; c++)
		switch (*c) {
		case '0': case '1': case '2':
			show_kid(p, t, e, (uint32_t)(*c - '0'), depth);
			break;
		case '&': case '~': show_kids(p, t, e, *c == '~', depth); break;
		case '$': fputs(e->s, t); break;
		case '%': fputs(operators[e->op] ? operators[e->op] : "?", t); break;
		case '#': {
			const char *quote = e->con->kind == K_STR ? "\"" : "";
			fprintf(t, "%s%.*s%s", quote, SHOWN + 1, k_text(p, e->con), quote);
			break;
		}
		case '@': if (e->table) fprintf(t, " of %s", e->table); break;
		case '!':
			if (x_is_str(e->kid[0])) fputs(x_str(e->kid[0]), t);
			else show(p, t, e->kid[0], depth);
			break;
		case '=':
			if (e->kind == X_KEYWORD && strcmp(e->s, "**") == 0) break;
			/* fallthrough */
		default: putc(*c, t);
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
	if (cut) n = whole(s, SHOWN - 3);
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)s[i] < ' ') s[i] = ' ';
	const char *shown = name_f(p, cut ? "%.*s..." : "%.*s", (int)n, s);
	free(s);
	return shown;
}

source *source_add(program *p, const char *path, const char *text, size_t len, lang lang) {
	source *f = take(p, sizeof *f);
	char *own = take(p, len + 1);
	memcpy(own, text, len);
	*f = (source){.path = name_of(p, path), .text = own, .len = len, .lang = (uint8_t)lang};
	*PUSH(p, p->file, p->nfile) = f;
	if (lang) {
		f->module = func_add(p, "<module>", f, 1, NULL, NULL);
		f->module->is_module = true;
		f->module->lang = (uint8_t)lang;
		f->module->linked = lang == LANG_C;
	}
	return f;
}

func *func_add(program *p, const char *name, const source *file, uint32_t line, klass *cls,
    func *parent) {
	func *f = take(p, sizeof *f);
	*f = (func){.name = name_of(p, name), .file = file, .line = line, .cls = cls};
	f->parent = parent;
	if (parent) {
		f->lang = parent->lang;
		f->linked = parent->linked;
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
