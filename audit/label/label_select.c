/* label_select.c - where a label stands, and the names that hold it: what is compared with it,
 * chooses by it, or is handed on to what does. One scan of all events finds them. */
#include "label_engine.h"

enum { MOST_NAMES = 14, MOST_ENTRIES = 64, MOST_CALLS = 12, MOST_TEXTS = 200, ROUNDS = 3 };

typedef struct { const char *name; bool sure; } held;

typedef struct {
	program *p;
	label *l;
	const char *word, *as_name;     /* interned */
	const source *file; uint32_t line;
	held *name; uint32_t n;
	multimap *asked;                /* functions that were looked at as registries: none */
	sighting *seen;
} scan;

/* What an entry is: best first. */
static const char ranks[] = "option, flag variable, getopt entry, environment, macro, choice, "
    "compared, registered, key, member, config value, flag helper, name, function, config key, "
    "option text, text";

void label_enter(program *p, label *l, place at, const char *what) {
	const char *rank = strstr(ranks, what);
	bool plain = rank >= strstr(ranks, "config key") || strcmp(what, "name") == 0;
	for (uint32_t i = 0; i < l->nentry; i++)
		if (l->entry[i].at.file == at.file && l->entry[i].at.line == at.line &&
		    (plain || strcmp(l->entry[i].what, what) == 0))
			return;
	if (l->nentry == MOST_ENTRIES) return;
	PUSH(p, l->entry, l->nentry);
	uint32_t k = l->nentry - 1;
	for (; k && strstr(ranks, l->entry[k - 1].what) > rank; k--) l->entry[k] = l->entry[k - 1];
	l->entry[k] = (lentry){at, what};
}

static place at_line(const scan *s, uint32_t line) {
	return (place){s->file, line ? line : s->line};
}

static void enter(scan *s, uint32_t line, const char *what) {
	label_enter(s->p, s->l, at_line(s, line), what);
}

/* The word may be that name: the first of the best rank counts. */
static void see_typed(scan *s, const param *q, uint32_t line, name_rank rank) {
	bool is = q->name && (q->name == s->as_name || q->name == s->word);
	if (!is || rank >= s->seen->rank) return;
	s->seen->rank = rank;
	s->seen->at = at_line(s, line);
	s->seen->type = q->type;
	s->seen->def = q->def;
}

static void see(scan *s, const char *name, uint32_t line, name_rank rank) {
	see_typed(s, &(param){.name = name}, line, rank);
}

/* The name that holds what is compared: x of x.lower(), of d.get("x"), of getattr(o, "x"); NULL. */
static const char *holder_of(const expr *e) {
	for (int i = 0; e && i < 8; i++) {
		const char *n = x_last(e);
		bool value = e->kind == X_ATTR && strcmp(n, "value") == 0; /* of an enumeration */
		if (e->kind == X_CALL && word_in("get pop getattr at setdefault", n))
			return x_str(x_arg(e, strcmp(n, "getattr") == 0));
		if (e->kind == X_CALL && !word_in("lower upper strip casefold get_value c_str data "
		    "value str string rstrip lstrip removeprefix removesuffix", n))
			return NULL;
		if (e->kind == X_ELEM) { /* of a loop over a list of them */
			e = e->kid[0];
			continue;
		}
		if (e->kind != X_CALL && !value) return n;
		const expr *f = value ? e : e->kid[0];
		e = f->kind == X_ATTR ? f->kid[0] : x_arg(e, 0);
	}
	return NULL;
}

static void is_env(scan *s, uint32_t line) {
	if (!s->seen->env.file) s->seen->env = at_line(s, line);
}

static void hold(scan *s, const char *name, bool sure) {
	uint32_t i = 0;
	if (!name || !*name) return;
	if (strchr(name, '-')) name = dashes_to_underscores(s->p, name);
	while (i < s->n && s->name[i].name != name) i++;
	if (i == s->n) PUSH(s->p, s->name, s->n)->name = name;
	s->name[i].sure |= sure;
}

/* Is the word what e is: a text, one of a list, a key of a table, a member of a class, by a name
 * too? */
static bool means(const scan *s, const expr *e, int depth) {
	uint32_t n = 0;
	if (!e || depth++ > 6) return false;
	if (e->kind == X_CONST) return x_str(e) == s->word;
	bool several = e->kind == X_LIST || e->kind == X_BIN || e->kind == X_STAR ||
	    e->kind == X_COND || e->kind == X_DICT;
	for (uint32_t i = e->kind == X_COND; several && i < e->n && i < 2 * MOST_TEXTS;
	    i += 1 + (e->kind == X_DICT))
		if (means(s, e->kid[i], depth)) return true;
	if (e->kind != X_NAME && e->kind != X_ATTR) return false;
	const expr *of = e->kind == X_ATTR ? e->kid[0] : e;
	const klass *c = map_first(s->p->by_cls, of->kind == X_NAME ? of->s : NULL);
	for (uint32_t i = 0; c && i < c->nfield; i++)
		if (of == e ? x_str(c->field[i].value) == s->word :
		    c->field[i].name == e->s && means(s, c->field[i].value, depth))
			return true;
	bool module = of == e || (of->kind == X_NAME && import_of(s->file, of->s));
	EACH(const event, ev, s->p->globals, !c && module ? e->s : NULL)
		if (n++ < 4 && means(s, ev->value, depth)) return true;
	return false;
}

/* What the table is indexed by holds it. */
static void indexes(scan *s, const char *table) {
	EACH(const event, each, s->p->lookups, table) {
		const expr *e = each->value;
		const expr *by = e->kind == X_SUB ? e->kid[1] : x_arg(e, 0);
		if (by && !x_is_str(by)) hold(s, holder_of(by), true);
	}
}

/* Does function by fill a table, it or one within it? What that is indexed by holds the word. */
static bool registry(scan *s, const char *by) {
	program *p = s->p;
	bool any = false;
	if (!map_first(p->by_fn, by) || map_first(s->asked, by)) return false;
	for (uint32_t i = 0; i < p->nfn; i++) {
		const func *q = p->fn[i];
		while (q && q->name != by) q = q->parent;
		for (uint32_t k = 0; q && !q->is_module && k < p->fn[i]->nev; k++) {
			const event *e = p->fn[i]->ev[k];
			if (e->kind != E_ASSIGN || e->target->kind != X_SUB ||
			    x_is_str(e->target->kid[1]))
				continue;
			indexes(s, x_last(e->target->kid[0]));
			any = true;
		}
	}
	if (!any) map_add(p, s->asked, by, s);
	return any;
}

/* Name is asked whether it holds, begins or ends with a text. */
static void part(scan *s, const char *text, const expr *of, const char *how, uint32_t line) {
	const char *name = holder_of(of), *hit = text ? strstr(s->word, text) : NULL;
	if (!name || !hit || strlen(text) <= 2 || (*how == 's' && hit != s->word)) return;
	if (*how == 'e' && !as_ends_with(s->word, text)) return;
	hold(s, name, false);
	*PUSH(s->p, s->seen->part, s->seen->npart) = at_line(s, line);
	if (text == s->word) enter(s, line, "compared");
}

static void comparison(scan *s, const expr *e) {
	const expr *a = e->kid[0], *b = e->kid[1];
	bool in = e->op == OP_IN || e->op == OP_NOTIN;
	bool flip = a->kind == X_CONST || (a->kind == X_LIST && b->kind != X_LIST);
	if (!in && e->op != OP_EQ && e->op != OP_NE && e->op != OP_IS && e->op != OP_ISNOT) return;
	if (flip && in) part(s, x_str(a), b, "in", e->line); /* "graph" in mode, or in a list */
	if (flip && in) return;
	if (flip) a = e->kid[1], b = e->kid[0];
	const char *name = holder_of(a);
	bool member = b->kind == X_ATTR && isupper((unsigned char)b->s[0]) && b->s == s->word;
	bool holds = name || a->kind == X_SUB || a->kind == X_CALL;
	if (!(name && member) && !(holds && means(s, b, b->kind == X_NAME ? 4 : 2))) return;
	hold(s, name, true);
	enter(s, e->line, "compared");
}

static void call(scan *s, const expr *e) {
	const expr *callee = e->kid[0], *a = x_arg(e, 0);
	const char *n = x_last(callee);
	if (!n || !a) return;
	if (callee->kind == X_ATTR && word_in("startswith endswith", n))
		for (uint32_t i = 0; i < (a->kind == X_LIST ? a->n : 1); i++)
			part(s, x_str(a->kind == X_LIST ? a->kid[i] : a), callee->kid[0], n,
			    e->line);
	for (uint32_t i = 1; i < e->n && i < 4; i++) {
		const expr *k = e->kid[i]->kind == X_KEYWORD ? e->kid[i]->kid[0] : e->kid[i];
		if (i < 3 && word_in("get getattr pop hasattr setattr setdefault", n))
			see(s, x_str(k), e->line, NAME_OTHER);
		if (x_str(k) != s->word) continue;
		if (i == 1 && strcasestr(n, "env")) is_env(s, e->line); /* env_flag("USE_GRAPH") */
		if (registry(s, n)) enter(s, e->line, "registered");
	}
}

static bool visit(const expr *e, void *arg) {
	scan *s = arg;
	switch (e->kind) {
	case X_CONST:
		if (x_str(e) == s->word && !s->seen->text.file) s->seen->text = at_line(s, e->line);
		break;
	case X_CMP: comparison(s, e); break;
	case X_CALL: call(s, e); break;
	case X_SUB: case X_ATTR: see(s, x_last(e), e->line, NAME_OTHER); break;
	case X_KEYWORD: see(s, e->s, e->line, NAME_OTHER); break;
	case X_ENV: if (x_str(e->kid[0]) == s->word) is_env(s, e->line); break;
	default: break;
	}
	return true;
}

static void read_expr(scan *s, const expr *e, uint32_t line) {
	s->line = line;
	x_each(e, visit, s);
}

/* before: guards that were read a moment ago. */
static void read_guards(scan *s, const guards *g, const guards *before) {
	for (; g; g = g->up) {
		const expr *e = g->g->e;
		while (before && before->n > g->n) before = before->up;
		if (g == before) return;
		if (g->g->kind == G_KEY && e->kind == X_KEY && k_is_str(e->con, s->word)) {
			s->line = g->g->line;
			enter(s, 0, "key");
			indexes(s, e->table);
		}
		read_expr(s, e, g->g->line);
	}
}

static void decorators(scan *s, const char *name, expr *const *deco, uint32_t n, uint32_t line) {
	for (uint32_t i = 0; i < n; i++) {
		const char *by = x_last(deco[i]);
		bool named = false, it = false;
		read_expr(s, deco[i], line);
		for (uint32_t k = 1; deco[i]->kind == X_CALL && k < deco[i]->n; k++) {
			const expr *a = deco[i]->kid[k];
			if (a->kind == X_KEYWORD) a = a->kid[0];
			named |= x_is_str(a);
			it |= (x_is_str(a) || a->kind == X_LIST) && means(s, a, 4);
		}
		bool by_name = by && !named && name == s->word;
		bool fills = by && (it || by_name) && registry(s, by);
		if (it || fills || (by_name && (strstr(by, "regist") || strstr(by, "command"))))
			enter(s, line, "registered");
	}
}

static void read_class(scan *s, const klass *c) {
	bool enumeration = false;
	s->file = c->file;
	decorators(s, c->name, c->deco, c->ndeco, c->line);
	for (uint32_t i = 0; i < c->nbase; i++)
		enumeration |= c->base[i] && strstr(c->base[i], "Enum");
	for (const field *f = c->field; f < c->field + c->nfield; f++) {
		bool constant = enumeration || (isupper((unsigned char)f->name[0]) &&
		    isupper((unsigned char)f->name[strlen(f->name) - 1]));
		bool is = x_str(f->value) == s->word;
		bool as_member = (enumeration && f->name == s->word) || (constant && is);
		see_typed(s, &(param){f->name, f->type, f->value}, f->line, NAME_FIELD);
		read_expr(s, f->value, f->line);
		if (is || as_member) enter(s, f->line, "member");
		if (is && !as_member) hold(s, f->name, false);
		if (as_member) indexes(s, c->name); /* Mode[x] */
	}
}

static void read_function(scan *s, const func *f) {
	const guards *before = NULL;
	s->file = f->file;
	if (!f->is_module) decorators(s, f->name, f->deco, f->ndeco, f->line);
	for (uint32_t i = 0; i < f->nparam; i++) {
		see_typed(s, &f->param[i], f->line, NAME_PARAM);
		read_expr(s, f->param[i].def, f->line);
	}
	for (uint32_t i = 0; i < f->nev; i++) {
		const event *e = f->ev[i];
		const char *to = e->kind == E_ASSIGN ? x_last(e->target) : NULL;
		read_guards(s, e->guards, before);
		before = e->guards;
		see(s, to, e->line, NAME_OTHER);
		if (e->kind != E_READ || e->value->kind != X_NAME) read_expr(s, e->value, e->line);
	}
	read_guards(s, f->guards, before);
}

static void read_setting(scan *s, const setting *k) {
	s->file = k->at.file;
	see(s, k->key, k->at.line, NAME_SETTING);
	if (k_is_str(k->value, s->word)) {
		hold(s, k->key, false);
		enter(s, k->at.line, "config value");
	}
	if (k->key == s->as_name) enter(s, k->at.line, "config key");
}

static void read_program(scan *s) {
	program *p = s->p;
	for (uint32_t i = 0; i < p->nopt; i++) {
		const option *o = p->opt[i];
		s->file = o->at.file;
		see(s, o->dest, o->at.line, NAME_OPTION);
		if (!means(s, o->choices, 0) && !means(s, o->def, 4)) continue;
		hold(s, o->dest, true);
		enter(s, o->at.line, "choice");
	}
	for (uint32_t i = 0; i < p->nsetting; i++) read_setting(s, &p->setting[i]);
	for (uint32_t i = 0; i < p->nfn; i++) read_function(s, p->fn[i]);
	for (uint32_t i = 0; i < p->ncls; i++) read_class(s, p->cls[i]);
}

static void hand_on(scan *s, const expr *a) {
	const char *name = a ? holder_of(a) : NULL;
	if (name && name[1] && !word_in("self cls", name) && s->n < MOST_NAMES) hold(s, name, true);
}

static void handed_to(scan *s, const func *f, uint32_t param) {
	bool self = f->cls && word_in("self cls", f->param[0].name);
	const char *by = f->cls && strcmp(f->name, "__init__") == 0 ? f->cls->name : f->name;
	uint32_t n = 0;
	EACH(const event, ev, s->p->calls, by) {
		if (n++ == MOST_CALLS) break;
		const expr *e = ev->value;
		const expr *kw = x_keyword(e, f->param[param].name);
		if (kw || !self || param) hand_on(s, kw ? kw : x_arg(e, param - self));
	}
}

static void one_round(scan *s) {
	program *p = s->p;
	for (uint32_t i = 0, most = s->n; i < most; i++) {
		const char *name = s->name[i].name;
		for (uint32_t k = 0; s->name[i].sure && k < p->nfn && s->n < MOST_NAMES; k++) {
			const func *f = p->fn[k];
			for (uint32_t j = 0; j < f->nparam; j++)
				if (f->param[j].name == name) handed_to(s, f, j);
			for (uint32_t j = 0; j < f->nassigned; j++)
				if (f->assigned[j]->target->s == name)
					hand_on(s, f->assigned[j]->value);
		}
	}
}

uint32_t label_selectors(program *p, label *l, const char *word, sighting *seen) {
	scan s = {.p = p, .l = l, .word = name_of(p, word), .asked = map_new(p), .seen = seen};
	s.as_name = dashes_to_underscores(p, word);
	*seen = (sighting){.rank = NAME_NONE};
	if (*word) read_program(&s);
	for (int i = 0; i < ROUNDS; i++) one_round(&s);
	for (const held *h = s.name; h < s.name + s.n; h++) {
		seen->held |= h->sure;
		if (h->sure || !word_in("line key k name x s text self e msg", h->name))
			label_name(p, l, h->name);
	}
	return l->nname;
}
