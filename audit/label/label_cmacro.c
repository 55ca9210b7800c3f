/* label_cmacro.c - macros with arguments; see label_cread.h.
 *
 * A macro that leaves its function or compiles is expanded where it is used. Any other is read
 * as a function of its name: what it calls stays reachable, and what it tests can be evaluated. */
#include "label_cread.h"
#include "label_engine.h"

enum { BODY_MOST = 2000, USE_MOST = 20000, NESTED = 4, GROWTH = 200000 };

/* What the body is: does it leave, compile, hold statements? */
static void weigh(program *p, cmacro *m) {
	static const char *const stops[] = {"exit", "_exit", "abort", "quick_exit", NULL};
	for (const token *t = m->body; t < m->body + m->n; t++) {
		bool called = t->kind == T_ID && t[1].code == '(';
		bool first = t == m->body && (t->code == '{' || (t->code >= KW_IF && t->code <= KW_TRY));
		m->block |= t->code == ';' || first;
		m->compiles |= called && label_c_site_name && label_c_site_name(p, t->s);
		m->expands |= m->compiles || t->code == KW_RETURN || t->code == KW_THROW ||
		    (t->code == KW_LEAVE && t->s[0] == 'g') || (called && x_in_name(stops, t->s));
	}
}

void macro_add(lexer *l, const token *t, uint32_t n) {
	cmacro *m = take(l->p, sizeof *m);
	uint32_t i = 2;
	if (n > BODY_MOST) return;
	*m = (cmacro){.name = t->s, .file = l->file, .line = t->line, .pp = l->pp};
	for (; i < n && t[i].code != ')'; i++) {
		m->rest |= t[i].code == O_DOTS;
		if (t[i].kind == T_ID) *PUSH(l->p, m->param, m->nparam) = t[i].s;
		else if (t[i].code == O_DOTS && t[i - 1].kind != T_ID)
			*PUSH(l->p, m->param, m->nparam) = name_of(l->p, "__VA_ARGS__");
	}
	m->n = i + 1 < n ? n - i - 1 : 0;
	m->body = take(l->p, (m->n + C_PAST) * sizeof *m->body);
	if (m->n) memcpy(m->body, t + i + 1, m->n * sizeof *m->body);
	weigh(l->p, m);
	map_add(l->p, l->p->cstate->macro, m->name, m);
	map_add(l->p, l->p->cstate->macro_in, l->file->path, m);
}

static cmacro *macro_of(const lexer *l, const token *t) {
	cmacro *best = NULL;
	uint32_t n = 0;
	bool used = t->kind == T_ID && t[1].code == '(';
	void *const *v = used ? map_get(l->p->cstate->macro, t->s, &n) : NULL;
	for (uint32_t i = 0; i < n && i < 16; i++) {
		cmacro *m = v[i];
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
		if (t == m->body || t[-1].code != O_PASTE || !first || out->n != first + 1) continue;
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

void expand_macros(lexer *l) {
	lexer out = {.p = l->p, .file = l->file};
	bool any = false;
	for (uint32_t i = 0; i + 1 < l->n && !any; i++) any = macro_of(l, &l->t[i]) != NULL;
	if (!any) return;
	expand(&out, l->t, l->n, 3 * l->n + GROWTH, 0);
	free(l->t);
	*l = out;
}

void c_macros(cread *r) {
	uint32_t n;
	void *const *v = map_get(r->st->macro_in, r->file->path, &n);
	for (uint32_t i = 0; i < n; i++) {
		const cmacro *m = v[i];
		cread in = {.p = r->p, .file = r->file, .st = r->st, .t = m->body, .n = m->n};
		if (m->compiles || !m->n) continue;
		stmt *s = s_put(r, S_FUNC, m->line, NULL);
		in.fn = s->fn = func_add(r->p, m->name, r->file, m->line, NULL, r->file->module);
		for (uint32_t k = 0; k < m->nparam; k++)
			*PUSH(r->p, s->fn->param, s->fn->nparam) =
			    (param){m->param[k], name_of(r->p, ""), NULL};
		in.pp = s->pp = m->pp;
		match_brackets(m->body, m->n, r->p);
		c_into(&in, &s->body);
		expr *x = m->block ? NULL : c_expr(&in, 0);
		if (x) s_put(&in, S_RETURN, m->line, x);
		else c_read(&in, 0, m->n, NULL, ALL);
	}
}
