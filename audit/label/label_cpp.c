/* label_cpp.c - lines with # of C: #if arms, #define; see label_cread.h.
 *
 * Every token knows the arms that it stands in. Where the brackets of an arm do not balance, the
 * other arms of its #if would open or close the same ones again: one arm is kept. */
#include "grow.h"
#include "label_cread.h"

typedef struct group {
	expr *not;                      /* none of the arms before; NULL: there is none */
	const pp *outer, *arm;
	uint32_t from;                  /* token with which the arm begins */
	int open;                       /* at the #if */
	bool never;                     /* the arm is #if 0 */
	bool kept, dropped;             /* an arm that does not balance was kept, another dropped */
	struct kept { uint32_t from, to; const pp *arm; int open; } keep;
} group;

void add_value(program *p, const char *name, const constant *k) {
	PUSH(p, p->enumv, p->nenumv)->name = name;
	p->enumv[p->nenumv - 1].value = k;
	map_add(p, c_state(p)->value, name, (void *)k);
}

const constant *fold(program *p, const expr *e) {
	uint32_t n;
	void *const *v = e->kind == X_NAME ? map_get(c_state(p)->value, e->s, &n) : NULL;
	return e->kind == X_CONST ? e->con : v ? v[0] : NULL;
}

/* The tokens from t to the end as an expression; NULL: they are none. */
static expr *line_expr(lexer *l, token *t) {
	cread r = {.p = l->p, .file = (source *)l->file, .st = c_state(l->p), .t = t};
	r.n = (uint32_t)(l->t + l->n - t);
	bool code = r.n == 0;
	match_brackets(t, r.n, l->p);
	for (uint32_t q = 0; q < r.n; q++)
		code |= t[q].code == '{' || t[q].code == '[' || t[q].code == ';';
	expr *e = code ? NULL : c_expr(&r, 0);
	return r.i == r.n ? e : NULL;
}

/* Names of macros as what they stand for: truth: defined and not 0; else their value. */
static expr *asked(lexer *l, expr *e, bool truth, int depth) {
	bool both = e->kind == X_CMP || e->kind == X_BIN;
	program *p = l->p;
	uint32_t n;
	if (e->kind == X_CONST) return e;
	if (e->kind == X_NAME || e->kind == X_DEFINED) {
		if (truth) e->kind = X_DEFINED;
		if (map_get(c_state(p)->tested, e->s, &n)) return e;
		map_add(p, p->cstate->tested, e->s, (void *)e->s);
		*PUSH(p, p->testedname, p->ntested) = e->s;
		p->ntested--;
		*PUSH(p, p->tested, p->ntested) = (place){l->file, e->line};
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
		g->dropped = true;
	} else if (open != 0) {
		g->kept = true;
		g->keep = (struct kept){g->from, l->n, g->arm, open};
	}
}

/* The statement that the arm which was kept leaves open stands for those of the other arms, too. */
static void unbind(lexer *l, const group *g) {
	uint32_t from = g->keep.from, to = g->keep.to < l->n ? g->keep.to : l->n;
	int open = 0;
	for (uint32_t i = from; i < to; i++) {
		uint16_t c = l->t[i].code;
		open += opens(c);
		if (open == 0 && (c == ';' || c == '}')) from = i + 1;
	}
	for (; from < to; from++)
		if (l->t[from].pp == g->keep.arm) l->t[from].pp = g->outer;
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
	if (g->kept && g->dropped) unbind(l, g);
	l->open += g->kept ? g->keep.open : 0;
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
	*m = (macro){t->s, guards_of(l, l->pp, t->s, 64), e ? fold(l->p, e) : NULL, {l->file, t->line}};
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
	void *const *v = map_get(st->tokens, file->path, n);
	lexer l = v ? *(lexer *)v[0] : (lexer){.p = p}, none = {.p = p};
	if (v) *(lexer *)v[0] = none;   /* its tokens are taken */
	l.file = file;
	expand_macros(&l);
	*n = l.n;
	for (int i = 0; i < C_PAST; i++) lex_token(&l, T_END, 0, NULL);
	match_brackets(l.t, *n, p);
	return l.t;
}
