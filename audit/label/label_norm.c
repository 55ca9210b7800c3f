/* label_norm.c - what languages and libraries write differently, as one expression; see x_call(). */
#include <string.h>

#include "label_facts.h"

typedef enum {
	AS_EQUAL,    /* f(a, b): 0 where they are equal: strcmp */
	AS_ALIKE,    /* the same, whatever the case: strcasecmp */
	AS_PREFIX,   /* f(a, b, n): 0 where the first n are equal: strncmp */
	AS_LIKE_PREFIX,
	AS_STARTS,   /* f(a, b): a starts with b */
	AS_ENDS,
	AS_HOLDS,    /* f(a, b): what of a begins with b, or nothing: strstr */
	AS_ENV,      /* f(name, default) */
	AS_SETENV,   /* f(name, value) */
	AS_SAME,     /* f(a): a */
	AS_INT, AS_FLOAT
} meaning;

static const struct { const char *name; meaning as; uint8_t lang; } calls[] = {
	{"strcmp", AS_EQUAL, LANG_C}, {"strcasecmp", AS_ALIKE, LANG_C}, {"stricmp", AS_ALIKE, LANG_C}, {"_stricmp", AS_ALIKE, LANG_C},
	{"std.strcmp", AS_EQUAL, LANG_C}, {"strncmp", AS_PREFIX, LANG_C}, {"strncasecmp", AS_LIKE_PREFIX, LANG_C}, {"std.strncmp", AS_PREFIX, LANG_C},
	{"memcmp", AS_PREFIX, LANG_C}, {"absl.StartsWith", AS_STARTS, LANG_C}, {"boost.starts_with", AS_STARTS, LANG_C},
	{"absl.EndsWith", AS_ENDS, LANG_C}, {"boost.ends_with", AS_ENDS, LANG_C}, {"strstr", AS_HOLDS, LANG_C},
	{"getenv", AS_ENV, LANG_C}, {"std.getenv", AS_ENV, LANG_C}, {"secure_getenv", AS_ENV, LANG_C},
	{"setenv", AS_SETENV, LANG_C}, {"strdup", AS_SAME, LANG_C}, {"std.string", AS_SAME, LANG_C}, {"string", AS_SAME, LANG_C},
	{"std.string_view", AS_SAME, LANG_C}, {"std.move", AS_SAME, LANG_C},
	{"atoi", AS_INT, LANG_C}, {"std.atoi", AS_INT, LANG_C}, {"atol", AS_INT, LANG_C}, {"strtol", AS_INT, LANG_C}, {"strtoul", AS_INT, LANG_C},
	{"std.strtol", AS_INT, LANG_C}, {"strtoll", AS_INT, LANG_C}, {"stoi", AS_INT, LANG_C}, {"std.stoi", AS_INT, LANG_C}, {"std.stol", AS_INT, LANG_C},
	{"atof", AS_FLOAT, LANG_C}, {"strtod", AS_FLOAT, LANG_C}, {"std.stod", AS_FLOAT, LANG_C}, {"std.stof", AS_FLOAT, LANG_C},
	{"os.getenv", AS_ENV, LANG_PYTHON}, {"getenv", AS_ENV, LANG_PYTHON}, {"os.environ.get", AS_ENV, LANG_PYTHON}, {"environ.get", AS_ENV, LANG_PYTHON},
	{"os.environ.pop", AS_ENV, LANG_PYTHON}, {"os.environ.setdefault", AS_ENV, LANG_PYTHON}, {"os.putenv", AS_SETENV, LANG_PYTHON},
};

static expr *plain_call(program *p, expr *callee, expr *const *arg, uint32_t n, uint32_t line) {
	expr *e = x_new(p, X_CALL, line, n + 1);

	e->kid[0] = callee;
	if (n) memcpy(e->kid + 1, arg, n * sizeof *arg);
	return e;
}

static expr *method(program *p, expr *of, const char *name, expr *arg, uint32_t line) {
	return plain_call(p, x_attr(p, of, name, line), &arg, 1, line);
}

/* 0 where it is so, else other. */
static expr *zero_if(program *p, expr *test, int other, uint32_t line) {
	return x_three(p, X_COND, test, x_con(p, k_int(p, 0), line), x_con(p, k_int(p, other), line));
}

/* The first n of a are those of b: b is a prefix of a, or they are compared whole. */
static expr *prefix(program *p, expr *const *arg, uint32_t line) {
	expr *a = arg[0], *b = arg[1], *n = arg[2];

	if (x_is_str(a) && !x_is_str(b)) {
		a = arg[1];
		b = arg[0];
	}
	if (x_is_str(b) && n->kind == X_CONST && n->con->kind == K_INT && n->con->i >= 0 && n->con->i < (long long)strlen(b->con->s))
		b = x_con(p, k_str(p, name_n(p, b->con->s, (size_t)n->con->i)), line);
	else if (x_is_str(b) && n->kind == X_CONST && n->con->kind == K_INT && n->con->i > (long long)strlen(b->con->s))
		return zero_if(p, x_two(p, X_CMP, OP_EQ, a, b), 1, line);
	return zero_if(p, method(p, a, "startswith", b, line), 1, line);
}

/* Texts that differ may still be alike: open, but where one is an option's literal. */
static expr *alike(program *p, expr *e) {
	const expr *a = e->kid[0]->kid[0], *b = e->kid[0]->kid[e->kid[0]->n - 1];
	bool option = (x_is_str(a) && *a->con->s == '-') || (x_is_str(b) && *b->con->s == '-');
	if (!option) e->kid[2] = x_opaque(p, "whatever the case", e->line);
	return e;
}

static expr *environment(program *p, expr *callee, expr *const *arg, uint32_t n, uint32_t line) {
	expr *e, *call = plain_call(p, callee, arg, n, line), *def = x_arg(call, 1);

	if (!def) def = x_keyword(call, "default");
	e = x_new(p, X_ENV, line, def ? 2 : 1);
	e->kid[0] = arg[0];
	if (def) e->kid[1] = def;
	return e;
}

static expr *
meant(program *p, meaning as, expr *callee, expr *const *arg, uint32_t n, uint32_t line) {
	switch (as) {
	case AS_EQUAL: return n == 2 ? zero_if(p, x_two(p, X_CMP, OP_EQ, arg[0], arg[1]), 1, line) : NULL;
	case AS_PREFIX: return n == 3 ? prefix(p, arg, line) : NULL;
	case AS_ALIKE: return n == 2 ? alike(p, zero_if(p, x_two(p, X_CMP, OP_EQ, arg[0], arg[1]), 1, line)) : NULL;
	case AS_LIKE_PREFIX: return n == 3 ? alike(p, prefix(p, arg, line)) : NULL;
	case AS_STARTS: return n == 2 ? method(p, arg[0], "startswith", arg[1], line) : NULL;
	case AS_ENDS: return n == 2 ? method(p, arg[0], "endswith", arg[1], line) : NULL;
	case AS_HOLDS:
		return n == 2 ? x_three(p, X_COND, x_two(p, X_CMP, OP_IN, arg[1], arg[0]), arg[0], x_con(p, k_none(p), line)) : NULL;
	case AS_ENV: return n > 0 && arg[0]->kind != X_STAR && arg[0]->kind != X_KEYWORD ? environment(p, callee, arg, n, line) : NULL;
	case AS_SETENV: return n >= 2 ? x_two(p, X_ASSIGN, OP_NONE, x_one(p, X_ENV, arg[0]), arg[1]) : NULL;
	case AS_SAME: return n == 1 ? arg[0] : NULL;
	case AS_INT: return n ? plain_call(p, x_name(p, "int", line), arg, 1, line) : NULL;
	case AS_FLOAT: return n ? plain_call(p, x_name(p, "float", line), arg, 1, line) : NULL;
	}
	return NULL;
}

/* Methods of texts in C++. */
static expr *text_method(program *p, expr *callee, expr *const *arg, uint32_t n, uint32_t line) {
	expr *of = callee->kid[0];
	const char *s = callee->s;

	if (strcmp(s, "compare") == 0 && n == 1)
		return zero_if(p, x_two(p, X_CMP, OP_EQ, of, arg[0]), 1, line);
	if (strcmp(s, "compare") == 0 && n == 3 && arg[0]->kind == X_CONST && arg[0]->con->kind == K_INT && arg[0]->con->i == 0)
		return zero_if(p, method(p, of, "startswith", arg[2], line), 1, line);
	if (strcmp(s, "rfind") == 0 && n == 2)
		return zero_if(p, method(p, of, "startswith", arg[0], line), -1, line);
	if ((strcmp(s, "starts_with") == 0 || strcmp(s, "startsWith") == 0) && n == 1)
		return method(p, of, "startswith", arg[0], line);
	if ((strcmp(s, "ends_with") == 0 || strcmp(s, "endsWith") == 0) && n == 1)
		return method(p, of, "endswith", arg[0], line);
	if (strcmp(s, "contains") == 0 && n == 1) return x_two(p, X_CMP, OP_IN, arg[0], of);
	return NULL;
}

/* The name that the table has it by, without making a string of it: a, a.b or os.environ.b. */
static bool is_called(const expr *callee, const char *name) {
	const char *dot = strrchr(name, '.');
	size_t n = dot ? (size_t)(dot - name) : 0;

	if (!dot) return callee->kind == X_NAME && strcmp(callee->s, name) == 0;
	if (callee->kind != X_ATTR || strcmp(callee->s, dot + 1) != 0) return false;
	if (callee->kid[0]->kind == X_NAME)
		return strncmp(callee->kid[0]->s, name, n) == 0 && callee->kid[0]->s[n] == '\0';
	return strncmp(name, "os.environ", n) == 0 && n == 10 && x_is_environ(callee->kid[0]);
}

expr *
x_call(program *p, const source *file, expr *callee, expr *const *arg, uint32_t n, uint32_t line) {
	expr *e = NULL;

	if (callee->kind == X_NAME && n == 1 && arg[0]->kind == X_ARGV && strcmp(callee->s, "len") == 0)
		return x_new(p, X_ARGC, line, 0);
	if (callee->kind == X_NAME || callee->kind == X_ATTR)
		for (size_t i = 0; !e && i < sizeof calls / sizeof *calls; i++)
			if (calls[i].lang == file->lang && is_called(callee, calls[i].name))
				e = meant(p, calls[i].as, callee, arg, n, line);
	if (!e && callee->kind == X_ATTR && file->lang == LANG_C)
		e = text_method(p, callee, arg, n, line);
	return e ? e : plain_call(p, callee, arg, n, line);
}

expr *x_norm(program *p, const source *file, expr *e) {
	const char *of;

	if (e->kind == X_ATTR && strcmp(e->s, "argv") == 0 && e->kid[0]->kind == X_NAME && strcmp(e->kid[0]->s, "sys") == 0)
		return x_new(p, X_ARGV, e->line, 0);
	if (e->kind == X_NAME && file->lang == LANG_PYTHON && strcmp(e->s, "argv") == 0 && (of = import_of(file, e->s)) && strcmp(of, "sys.argv") == 0)
		return x_new(p, X_ARGV, e->line, 0);
	if (e->kind == X_SUB && x_is_environ(e->kid[0])) return x_one(p, X_ENV, e->kid[1]);
	return e;
}
