/* label_cpp.c - lines with # of C: #if arms, #define; see label_cread.h.
 *
 * Every token knows the arms that it stands in. Where the brackets of an arm do not balance, the
 * other arms of its #if would open or close the same ones again: one arm is kept. A macro with
 * arguments that leaves its function or compiles is expanded where it is used. */
#include "label_cread.h"
#include "label_engine.h"

enum { BODY_MOST = 2000, USE_MOST = 20000, NESTED = 4, GROWTH = 200000 };

typedef struct {                        /* a macro with arguments */
	const char *name, **param;
	const source *file;
	const pp *pp;
	token *body;
	uint32_t n, nparam, line;
	bool rest;                      /* the last parameter takes all arguments that are left */
	bool expands, busy;
	bool block;                     /* statements: only where a statement may stand */
} cmacro;

typedef struct group {
	expr *not;                      /* none of the arms before; NULL: there is none */
	const pp *outer, *arm;
	uint32_t from;                  /* token with which the arm begins */
	int open;                       /* at the #if */
	bool never;                     /* the arm is #if 0 */
	bool kept;                      /* an arm that does not balance; what it leaves open: */
	int left;
} group;

void add_value(program *p, const char *name, const constant *k) {
	map_add(p, p->enums, name, (void *)k);
}

const constant *fold(program *p, const expr *e) {
	if (e->kind == X_CONST) return e->con;
	return e->kind == X_NAME ? map_first(p->enums, e->s) : NULL;
}

/* The tokens from t to the end as an expression; NULL: they are none. */
static expr *line_expr(lexer *l, token *t) {
	cread r = {.p = l->p, .file = (source *)l->file, .st = c_state(l->p), .t = t};
	r.n = (uint32_t)(l->t + l->n - t);
	bool code = r.n == 0;
	match_brackets(t, r.n, l->p);
	for (uint32_t q = 0; q < r.n; q++)
		code |= is_op(&t[q], "{[;");
	expr *e = code ? NULL : c_expr(&r, 0);
	return r.i == r.n ? e : NULL;
}

/* Names of macros as what they stand for: truth: defined and not 0; else their value. */
static expr *asked(lexer *l, expr *e, bool truth, int depth) {
	bool both = e->kind == X_CMP || e->kind == X_BIN;
	program *p = l->p;
	if (e->kind == X_CONST) return e;
	if (e->kind == X_NAME || e->kind == X_DEFINED) {
		if (truth) e->kind = X_DEFINED;
		if (map_first(c_state(p)->tested, e->s)) return e;
		map_add(p, p->cstate->tested, e->s, (void *)e->s);
		*PUSH(p, p->tested, p->ntested) = (macro){.name = e->s, .at = {l->file, e->line}};
		return e;
	}
	if (depth > C_DEEP || (!both && e->kind != X_NOT && e->kind != X_AND && e->kind != X_OR))
		return x_opaque(l->p, x_show(l->p, e), e->line);
	for (uint32_t i = 0; i < e->n; i++) e->kid[i] = asked(l, e->kid[i], !both, depth + 1);
	return e;
}

/* The arm that ends here; another follows, or the #endif. */
static void end_arm(lexer *l, group *g) {
	int open = l->open - g->open;
	uint16_t last = l->n > g->from ? l->t[l->n - 1].code : ';';
	bool text = g->never && last != ';' && last != '}'; /* no code, or a part of a statement */
	l->open = g->open;
	if (text || (open != 0 && (g->kept || g->never))) {
		l->n = g->from;
	} else if (open != 0) {
		g->kept = true;
		g->left = open;
	}
}

/* The arm of e begins, which is what is asked; NULL: #else. */
static void next_arm(lexer *l, expr *e) {
	group *g = &l->group[l->ngroup - 1];
	expr *holds = !g->not ? e : e ? x_and(l->p, g->not, e) : g->not;
	bool guard = g->not && g->arm == g->outer; /* of the header */
	pp *arm = take(l->p, sizeof *arm);
	*arm = (pp){holds, l->line, g->outer};
	end_arm(l, g);
	g->never = holds->kind == X_CONST && !k_true(holds->con);
	g->from = l->n;
	g->arm = l->pp = guard ? g->outer : arm;
	if (e) e = x_one(l->p, X_NOT, e);
	if (e) g->not = g->not ? x_and(l->p, g->not, e) : e;
}

static void open_group(lexer *l, expr *e) {
	if (as_grow32(&l->group, l->ngroup, &l->groupcap, sizeof *l->group)) program_nomem(l->p);
	l->group[l->ngroup++] = (group){.outer = l->pp, .open = l->open, .from = l->n};
	next_arm(l, e);
}

static void close_group(lexer *l) {
	group *g = &l->group[--l->ngroup];
	end_arm(l, g);
	l->open += g->left;
	l->pp = g->outer;
}

static bool is_not_defined(const pp *arm, const char *name) {
	const expr *e = arm->e->kind == X_NOT ? arm->e->kid[0] : arm->e;
	return e != arm->e && e->kind == X_DEFINED && e->s == name;
}

static const guards *guards_of(lexer *l, const pp *pp, const char *name, int most) {
	const guards *g = pp && most > 0 ? guards_of(l, pp->up, name, most - 1) : NULL;
	if (!pp || most == 0 || is_not_defined(pp, name)) return g;
	return guards_add(l->p, g, pp->e, true, G_PP, l->file, pp->line);
}

/* NAME(a, b) body */
static void macro_add(lexer *l, const token *t, uint32_t n) {
	program *p = l->p;
	cmacro *m = take(p, sizeof *m);
	uint32_t i = 2;
	if (n > BODY_MOST) return;
	*m = (cmacro){.name = t->s, .file = l->file, .line = t->line, .pp = l->pp};
	for (; i < n && t[i].code != ')'; i++) {
		m->rest |= t[i].code == O_DOTS;
		if (t[i].kind == T_ID) *PUSH(p, m->param, m->nparam) = t[i].s;
		else if (t[i].code == O_DOTS && t[i - 1].kind != T_ID)
			*PUSH(p, m->param, m->nparam) = name_of(p, "__VA_ARGS__");
	}
	m->n = i + 1 < n ? n - i - 1 : 0;
	m->body = take(p, (m->n + C_PAST) * sizeof *m->body);
	if (m->n) memcpy(m->body, t + i + 1, m->n * sizeof *m->body);
	m->block = m->body->code == '{' || (m->body->code >= KW_IF && m->body->code <= KW_TRY);
	for (t = m->body; t < m->body + m->n; t++) {
		bool called = t->kind == T_ID && t[1].code == '(';
		m->block |= t->code == ';';
		bool compiles = called && label_c_site_name && label_c_site_name(p, t->s);
		if (called) map_add(p, p->in_macros, t->s, m);
		m->expands |= compiles || t->code == KW_RETURN || t->code == KW_THROW ||
		    (t->code == KW_LEAVE && t->s[0] == 'g') ||
		    (called && word_in("exit _exit abort quick_exit", t->s));
	}
	map_add(p, p->cstate->macro, m->name, m);
}

/* t: the name. first: no code stands before it. */
static void define(lexer *l, token *t, bool first) {
	group *g = l->ngroup ? &l->group[l->ngroup - 1] : NULL;
	uint32_t n = (uint32_t)(l->t + l->n - t);
	if (n == 0 || t->kind != T_ID) return;
	if (t->called) {
		macro_add(l, t, n);
		return;
	}
	if (first && l->ngroup == 1 && g->arm && g->arm == l->pp && is_not_defined(g->arm, t->s))
		g->arm = l->pp = g->outer; /* the header's guard */
	macro *m = PUSH(l->p, l->p->macro, l->p->nmacro);
	expr *e = n < 6 ? line_expr(l, t + 1) : NULL;
	*m = (macro){t->s, guards_of(l, l->pp, t->s, 64), NULL, {l->file, t->line}};
	m->value = e ? fold(l->p, e) : NULL;
	if (m->value) add_value(l->p, m->name, m->value);
}

/* The words of the line are tokens until it is read. */
void cpp_line(lexer *l) {
	uint32_t mark = l->n;
	int open = l->open;
	l->s++;
	lex(l, true);
	uint32_t n = l->n, last = l->line;
	for (int i = 0; i < C_PAST; i++) lex_token(l, T_END, 0, NULL);
	l->n = n;
	l->open = open;
	token *t = &l->t[mark];
	l->line = t->line;
	const char *s = n > mark && t->s ? t->s : "";
	bool in = l->ngroup > 0;
	bool opens = strcmp(s, "if") == 0 || strcmp(s, "ifdef") == 0 || strcmp(s, "ifndef") == 0;
	if (strcmp(s, "define") == 0) define(l, t + 1, mark == 0);
	if (opens || (in && strncmp(s, "eli", 3) == 0)) {
		for (; opens && s[2] && l->n > mark + 2; l->n--)
			l->t[l->n - 1] = (token){.line = t->line}; /* #ifdef X and more words */
		expr *e = opens || !s[4] ? line_expr(l, t + 1) : x_opaque(l->p, s, t->line);
		e = e ? asked(l, e, true, 0) : x_opaque(l->p, "#if", t->line);
		l->n = mark;
		if (opens) open_group(l, s[2] == 'n' ? x_one(l->p, X_NOT, e) : e);
		else next_arm(l, e);
	}
	l->n = l->n < mark ? l->n : mark;
	if (in && strcmp(s, "else") == 0) next_arm(l, NULL);
	if (in && strcmp(s, "endif") == 0) close_group(l);
	l->line = last;
}

static cmacro *macro_of(const lexer *l, const token *t) {
	cmacro *best = NULL;
	bool used = t->kind == T_ID && t[1].code == '(';
	EACH(cmacro, m, l->p->cstate->macro, used ? t->s : NULL) {
		bool nearer = !best || (m->file == l->file && best->file != l->file);
		if (m->expands && !m->busy && nearer) best = m;
	}
	return best;
}

static void copy(lexer *out, const token *t, const token *at) {
	token *new = lex_token(out, T_END, 0, NULL);
	*new = *t;
	new->line = at->line;
	new->pp = at->pp;
}

/* Arguments, t is their bracket: arg[k] to arg[k + 1] - 1. Behind what closes it; 0: nothing. */
static uint32_t arguments(const token *t, uint32_t n, const cmacro *m, uint32_t *arg) {
	uint32_t k = 0;
	int open = 0;
	arg[0] = 1;
	for (uint32_t i = 0; i < n && i < USE_MOST; i++) {
		open += opens(t[i].code);
		if (open == 1 && t[i].code == ',' && k + m->rest < m->nparam) arg[++k] = i + 1;
		while (open == 0 && k < m->nparam) arg[++k] = i + 1;
		if (open == 0) return i + 1;
	}
	return 0;
}

/* The body, with the arguments for the parameters; what it holds stands where the use stands. */
static void substitute(lexer *out, const cmacro *m, const token *use, const uint32_t *arg) {
	for (const token *t = m->body; t < m->body + m->n; t++) {
		uint32_t k = 0, first = out->n;
		while (k < m->nparam && (t->kind != T_ID || m->param[k] != t->s)) k++;
		if (t->code == O_PASTE || t->code == '#') continue;
		if (k == m->nparam) copy(out, t, use);
		else
			for (uint32_t a = arg[k]; a + 1 < arg[k + 1] && out->n < 2 * USE_MOST; a++)
				copy(out, &use[1 + a], &use[1 + a]);
		if (!first || t[-1].code != O_PASTE || out->n != first + 1) continue;
		token *a = &out->t[first - 1]; /* a ## b */
		if (a->kind != T_ID || !a[1].s) continue;
		a->s = name_f(out->p, "%s%s", a->s, a[1].s);
		a->code = word_code(out->p, a->s);
		out->n--;
	}
}

static void expand(lexer *out, const token *t, uint32_t n, uint32_t most, int depth) {
	for (uint32_t i = 0, len; i < n; i += len) {
		bool may = i + 1 < n && depth < NESTED && out->n < most;
		cmacro *m = may ? macro_of(out, &t[i]) : NULL;
		const token *last = out->n ? &out->t[out->n - 1] : NULL;
		bool begins = !last || last->code == KW_ELSE || last->code == KW_DO ||
		    is_op(last, ";{}):");
		len = 1;
		if (m && (begins || !m->block)) {
			lexer in = {.p = out->p};
			uint32_t *arg = take(out->p, (m->nparam + 1) * sizeof *arg);
			len += arguments(t + i + 1, n - i - 1, m, arg);
			if (len > 1) substitute(&in, m, &t[i], arg);
			m->busy = true;
			if (len > 1) expand(out, in.t, in.n, most, depth + 1);
			m->busy = false;
			free(in.t);
		}
		if (len == 1) copy(out, &t[i], &t[i]);
	}
}

static void expand_macros(lexer *l) {
	lexer out = {.p = l->p, .file = l->file};
	bool any = false;
	for (uint32_t i = 0; i + 1 < l->n && !any; i++) any = macro_of(l, &l->t[i]) != NULL;
	if (!any) return;
	expand(&out, l->t, l->n, 3 * l->n + GROWTH, 0);
	free(l->t);
	*l = out;
}

/* Macros of all files are known before the first one is expanded. */
token *c_tokens(program *p, source *file, uint32_t *n) {
	struct cstate *st = c_state(p);
	for (; st->scanned < p->nfile; st->scanned++) {
		const source *s = p->file[st->scanned];
		if (s->lang != LANG_C || !s->text) continue;
		lexer *l = take(p, sizeof *l);
		*l = (lexer){.p = p, .file = s, .s = s->text, .seen = s->text, .line = 1};
		l->end = s->text + s->len;
		lex(l, false);
		while (l->ngroup > 0) close_group(l);
		free(l->group);
		free(l->buf);
		map_add(p, st->tokens, s->path, l);
	}
	lexer *of = map_first(st->tokens, file->path), none = {.p = p}, l = of ? *of : none;
	if (of) *of = none;             /* its tokens are taken */
	l.file = file;
	expand_macros(&l);
	*n = l.n;
	for (int i = 0; i < C_PAST; i++) lex_token(&l, T_END, 0, NULL);
	match_brackets(l.t, *n, p);
	return l.t;
}

