/* label_norm.c - what languages and libraries write differently, as one expression: x_call(). */
#include "label_facts.h"

typedef enum {
	AS_EQUAL,    /* f(a, b): 0 where they are equal: strcmp */
	AS_ALIKE,    /* the same, whatever the case: strcasecmp */
	AS_PREFIX,   /* f(a, b, n): 0 where the first n are equal: strncmp */
	AS_LIKE_PREFIX,
	AS_STARTS,   /* f(a, b): a starts with b */
	AS_ENDS,
	AS_HAS,      /* f(a, b): b is in a */
	AS_FOUND,    /* f(a, b): what of a begins with b, or nothing: strstr */
	AS_RFIND,    /* f(a, b, 0): 0 where a starts with b, else -1 */
	AS_ENV,      /* f(name, default) */
	AS_SETENV,   /* f(name, value) */
	AS_SAME,     /* f(a): a */
	AS_INT, AS_FLOAT
} meaning;

/* In C a name may have std:: before it; of a method, ".m", the object is the first argument. */
static const struct {
	uint8_t as, lang, least, most;  /* arguments; most 0: any */
	const char *name[8];
} calls[] = {
	{AS_EQUAL, LANG_C, 2, 2, {"strcmp"}},
	{AS_ALIKE, LANG_C, 2, 2, {"strcasecmp", "stricmp", "_stricmp"}},
	{AS_PREFIX, LANG_C, 3, 3, {"strncmp", "memcmp"}},
	{AS_LIKE_PREFIX, LANG_C, 3, 3, {"strncasecmp"}},
	{AS_STARTS, LANG_C, 2, 2, {"absl.StartsWith", "boost.starts_with"}},
	{AS_ENDS, LANG_C, 2, 2, {"absl.EndsWith", "boost.ends_with"}},
	{AS_FOUND, LANG_C, 2, 2, {"strstr"}},
	{AS_ENV, LANG_C, 1, 0, {"getenv", "secure_getenv"}},
	{AS_SETENV, LANG_C, 2, 0, {"setenv"}},
	{AS_SAME, LANG_C, 1, 1, {"strdup", "string", "std.string_view", "std.move"}},
	{AS_SAME, LANG_C, 1, 1, {".has_value"}},
	{AS_INT, LANG_C, 1, 0, {"atoi", "atol", "strtol", "strtoul", "strtoll", "stoi", "stol"}},
	{AS_FLOAT, LANG_C, 1, 0, {"atof", "strtod", "stod", "stof"}},
	{AS_EQUAL, LANG_C, 2, 2, {".compare"}},
	{AS_RFIND, LANG_C, 3, 3, {".rfind"}},
	{AS_STARTS, LANG_C, 2, 2, {".starts_with", ".startsWith"}},
	{AS_ENDS, LANG_C, 2, 2, {".ends_with", ".endsWith"}},
	{AS_HAS, LANG_C, 2, 2, {".contains"}},
	{AS_ENV, LANG_PYTHON, 1, 0, {"os.getenv", "getenv", "os.environ.get", "environ.get",
	    "os.environ.pop", "os.environ.setdefault"}},
	{AS_SETENV, LANG_PYTHON, 2, 0, {"os.putenv"}},
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
static expr *zero_if(program *p, expr *test, int other) {
	expr *no = x_con(p, k_int(p, other), test->line);
	return x_three(p, X_COND, test, x_con(p, k_int(p, 0), test->line), no);
}

static bool is_int(const expr *e) { return e->kind == X_CONST && e->con->kind == K_INT; }

/* The first n of a are those of b: b is a prefix of a, or they are compared whole. */
static expr *prefix(program *p, expr *a, expr *b, const expr *n, uint32_t line) {
	if (x_is_str(a) && !x_is_str(b)) return prefix(p, b, a, n, line);
	if (x_is_str(b) && is_int(n)) {
		long long len = (long long)strlen(x_str(b));
		if (n->con->i > len) return x_two(p, X_CMP, OP_EQ, a, b);
		if (n->con->i >= 0)
			b = x_con(p, k_str(p, name_n(p, x_str(b), (size_t)n->con->i)), b->line);
	}
	return method(p, a, "startswith", b, line);
}

/* Texts that differ may still be alike: open, but where one is an option's literal. */
static expr *alike(program *p, expr *e, const expr *a, const expr *b) {
	bool option = (x_is_str(a) && *x_str(a) == '-') || (x_is_str(b) && *x_str(b) == '-');
	e = zero_if(p, e, 1);
	if (!option) e->kid[2] = x_opaque(p, "whatever the case", e->line);
	return e;
}

static expr *environment(program *p, const expr *call) {
	expr *def = x_arg(call, 1);
	if (call->kid[1]->kind == X_STAR || call->kid[1]->kind == X_KEYWORD) return NULL;
	if (!def) def = x_keyword(call, "default");
	expr *e = x_new(p, X_ENV, call->line, def ? 2 : 1);
	e->kid[0] = call->kid[1];
	if (def) e->kid[1] = def;
	return e;
}

/* The call as what it means; NULL: it means nothing else. */
static expr *meant(program *p, meaning as, const expr *call, expr *const *a) {
	uint32_t line = call->line;
	switch (as) {
	case AS_EQUAL: return zero_if(p, x_two(p, X_CMP, OP_EQ, a[0], a[1]), 1);
	case AS_PREFIX: return zero_if(p, prefix(p, a[0], a[1], a[2], line), 1);
	case AS_ALIKE: return alike(p, x_two(p, X_CMP, OP_EQ, a[0], a[1]), a[0], a[1]);
	case AS_LIKE_PREFIX: return alike(p, prefix(p, a[0], a[1], a[2], line), a[0], a[1]);
	case AS_STARTS: return method(p, a[0], "startswith", a[1], line);
	case AS_ENDS: return method(p, a[0], "endswith", a[1], line);
	case AS_HAS: return x_two(p, X_CMP, OP_IN, a[1], a[0]);
	case AS_FOUND:
		return x_three(p, X_COND, x_two(p, X_CMP, OP_IN, a[1], a[0]), a[0],
		    x_con(p, k_none(p), line));
	case AS_RFIND: return zero_if(p, method(p, a[0], "startswith", a[1], line), -1);
	case AS_ENV: return environment(p, call);
	case AS_SETENV: return x_two(p, X_ASSIGN, OP_NONE, x_one(p, X_ENV, a[0]), a[1]);
	case AS_SAME: return a[0];
	case AS_INT: return plain_call(p, x_name(p, "int", line), a, 1, line);
	case AS_FLOAT: return plain_call(p, x_name(p, "float", line), a, 1, line);
	}
	return NULL;
}

/* Without making a string of it: a, std.a, a.b, os.environ.b or .m */
static bool is_called(const expr *callee, const char *name, uint8_t lang) {
	const char *dot = strrchr(name, '.');
	size_t n = dot ? (size_t)(dot - name) : 0;
	if (strcmp(callee->s, dot ? dot + 1 : name) != 0) return false;
	if (callee->kind == X_NAME) return !dot;
	const expr *of = callee->kid[0];
	if (dot == name) return true;
	if (!dot) return lang == LANG_C && of->kind == X_NAME && strcmp(of->s, "std") == 0;
	if (of->kind == X_NAME) return strncmp(of->s, name, n) == 0 && of->s[n] == '\0';
	return strncmp(name, "os.environ", n) == 0 && n == 10 && x_is_environ(of);
}

static expr *normal(program *p, const source *file, expr *call) {
	expr *callee = call->kid[0], *e = NULL;
	if (callee->kind != X_NAME && callee->kind != X_ATTR) return NULL;
	for (size_t i = 0; !e && i < sizeof calls / sizeof *calls; i++)
		for (const char *const *s = calls[i].name; *s && calls[i].lang == file->lang; s++) {
			uint32_t method = **s == '.', n = call->n - 1 + method;
			if (n < calls[i].least || (calls[i].most && n > calls[i].most)) break;
			if (!is_called(callee, *s, file->lang)) continue;
			expr *const *arg = call->kid + 1;
			if (method) /* all of them, the object first */
				arg = plain_call(p, callee->kid[0], arg, n - 1, call->line)->kid;
			if ((e = meant(p, calls[i].as, call, arg)) != NULL) break;
		}
	return e;
}

expr *x_call(program *p, const source *file, expr *callee, expr *const *arg, uint32_t n,
    uint32_t line) {
	expr *call = plain_call(p, callee, arg, n, line), *e = normal(p, file, call);
	return e ? e : call;
}

expr *x_norm(program *p, const source *file, expr *e) {
	const char *s = e->kind == X_ATTR || e->kind == X_NAME ? e->s : "", *of;
	if (strcmp(s, "argv") == 0) {
		if (e->kind == X_ATTR) of = e->kid[0]->kind == X_NAME ? e->kid[0]->s : NULL;
		else of = file->lang == LANG_PYTHON ? import_of(file, s) : NULL;
		if (of && strcmp(of, e->kind == X_ATTR ? "sys" : "sys.argv") == 0)
			return x_new(p, X_ARGV, e->line, 0);
	}
	if (e->kind == X_SUB && x_is_environ(e->kid[0])) return x_one(p, X_ENV, e->kid[1]);
	return e;
}
