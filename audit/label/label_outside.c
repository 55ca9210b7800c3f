/* label_outside.c - where a label leaves the files: calls that they do not have, the environment,
 * command lines of other programs; see label_engine.h. */
#include "label_engine.h"

enum { MOST_GUARDS = 64 };

typedef struct {
	engine *en;
	program *p;
	const label *l;
	leak *out; uint32_t n, most;
} leaving;

static bool neutral(const expr *call) {
	static const char name[] = "len str repr info debug error exception log write append "
	    "extend format join lower upper strip rstrip lstrip split startswith endswith "
	    "dump dumps add_argument isinstance hasattr bool int float list dict set tuple "
	    "sorted items keys values get pop update setdefault json to_csv writerow echo "
	    "add add_flag add_option range enumerate zip getattr setattr Path copy deepcopy "
	    "asdict vars sleep time perf_counter add_row init type set_description "
	    "ValueError RuntimeError NotImplementedError KeyError id AssertionError "
	    "Exception max min sum any all map filter replace exists open read close "
	    "fprintf snprintf sprintf cout cerr getenv usage LOG puts fputs index count "
	    "field namedtuple exit makedirs mkdir push_back emplace_back c_str size empty "
	    "free memset memcpy strlen strchr strtok parse_args parse_known_args print_help "
	    "match findall finditer sub splitlines partition find rfind removeprefix "
	    "removesuffix ljust rjust zfill isdigit group groups insert remove clear union "
	    "sort reverse substr";
	const expr *f = call->kid[0];
	const char *s = x_last(f), *of = f->kind == X_ATTR ? x_last(f->kid[0]) : NULL;
	if (has_word("record log_ print warn", s) || word_in("re", of)) return true;
	return word_in(name, s);
}

static bool foreign_call(program *p, const event *ev) {
	const char *s = ev->kind == E_CALL ? x_last(ev->value->kid[0]) : NULL;
	if (!s || map_first(p->by_fn, s) || map_first(p->by_cls, s) || neutral(ev->value))
		return false;
	const char *name = resolve_name(p, ev->fn, ev->value->kid[0]);
	const symbol *is = name ? symbol_of(p, ev->fn->lang, name) : NULL;
	return !is || is->use == USE_SUSPECT; /* what compiles is judged by itself */
}

static void leave(leaving *v, const event *ev, const char *text) {
	if (v->n < v->most) v->out[v->n++] = (leak){{ev->fn->file, ev->line}, text};
}

/* It is made from the label; loosely: or chosen by it. */
static bool touched(leaving *v, const expr *e, const event *ev, bool loosely) {
	static const uint8_t plain[] = {X_NAME, X_ATTR, X_SUB, X_CALL, X_ENV};
	if (e->kind == X_STAR || e->kind == X_KEYWORD) e = e->kid[0];
	if (!loosely && !memchr(plain, e->kind, sizeof plain)) return false;
	const char *last = e->kind == X_CALL || loosely ? NULL : x_last(e);
	if (last && label_has_name(v->l, last) && (!ev->fn->linked || strlen(last) > 2))
		return true;
	if (e->kind == X_CONST || e->kind == X_LAMBDA || (!loosely && ev->fn->linked)) return false;
	const value *x = eval(v->en, e, ctx_at(v->en, ev), ev->seq, 0);
	return loosely ? d_label(x->d) : (x->d.flags & D_LABEL) && (x->top || v_pure(x));
}

static bool label_under(leaving *v, const event *ev) {
	const guard *g[MOST_GUARDS];
	uint32_t n = guards_list(ev->guards, g, MOST_GUARDS);
	for (uint32_t i = 0; i < n; i++)
		if (touched(v, g[i]->e, ev, true)) return true;
	return false;
}

static const char *called(program *p, const event *ev) {
	const char *s = x_dotted(p, ev->value->kid[0]);
	return s ? s : x_last(ev->value->kid[0]);
}

static bool is_named(const leaving *v, const char *key) {
	return (v->l->kind == L_NAME || v->l->kind == L_OPTION) && label_has_name(v->l, key);
}

static void out_by_call(leaving *v, const event *ev) {
	const char *hit = NULL;
	for (uint32_t i = 1; i < ev->value->n; i++) {
		const expr *a = ev->value->kid[i];
		bool key = a->kind == X_KEYWORD;
		if ((!key || strcmp(a->s, "**") != 0) && (touched(v, a, ev, false) ||
		    (key && is_named(v, a->s) && a->kid[0]->kind != X_CONST))) hit = key ? a->s :
		    x_show(v->p, a);
	}
	if (hit && guards_pass(v->en, ev, ctx_at(v->en, ev), false, 0).ok != 0)
		leave(v, ev, name_f(v->p, "%s(%s)", called(v->p, ev), hit));
}

static bool no_switch(const expr *e, void *arg) {
	(void)arg;
	return !x_str(e) || x_str(e)[0] != '-';
}

/* Another program is run, and a word of its command line stands under a test of the label. */
static void out_by_command(leaving *v, const event *ev) {
	static const char adds[] = "append extend insert push_back";
	const char *s = x_last(ev->value->kid[0]);
	if (!s || !word_in(adds, s) || x_each(ev->value, no_switch, NULL)) return;
	if ((import_of(ev->fn->file, name_of(v->p, "subprocess")) || map_first(v->p->calls,
	    name_have(v->p, "system"))) &&
	    label_under(v, ev)) leave(v, ev, "command line of another program");
}

static void out_by_assign(leaving *v, const event *ev) {
	const expr *t = ev->target;
	const char *key = t->kind == X_ENV ? x_str(t->kid[0]) : t->kind == X_SUB ?
	    x_str(t->kid[1]) : NULL;
	const char *base = key && t->kind == X_SUB ? x_dotted(v->p, t->kid[0]) : NULL;
	if (base && strcasestr(base, "kw") && is_named(v, key))
		leave(v, ev, name_f(v->p, "%s[\"%s\"]", base, key));
	if (key && t->kind == X_ENV && touched(v, ev->value, ev, false))
		leave(v, ev, name_f(v->p, "environment variable %s", key));
}

static void out_by_load(leaving *v, const event *ev) {
	static const char by[] = "import_module __import__ eval exec exec_module dlopen "
	    "LoadLibrary";
	const char *s = x_last(ev->value->kid[0]);
	const expr *a = s && word_in(by, s) ? x_arg(ev->value, 0) : NULL;
	if (a && (touched(v, a, ev, false) || touched(v, a, ev, true)))
		leave(v, ev, x_show(v->p, ev->value));
}

static void out_by_test(leaving *v, const event *ev) {
	bool takes = label_under(v, ev);
	for (uint32_t i = 0; i < ev->value->n && !takes; i++)
		takes = touched(v, ev->value->kid[i], ev, true) ||
		    (i && touched(v, ev->value->kid[i], ev, false));
	if (takes) leave(v, ev, called(v->p, ev));
}

uint32_t label_leaks(engine *en, leak_kind kind, leak *out, uint32_t most) {
	leaving v = {.en = en, .p = en->p, .l = en->l, .out = out, .most = most};
	for (uint32_t i = 0; i < v.p->nfn; i++)
		for (uint32_t k = 0; k < v.p->fn[i]->nev && v.n < most; k++) {
			const event *ev = v.p->fn[i]->ev[k];
			if (ev->kind == E_ASSIGN && kind == LEAK_HANDED) out_by_assign(&v, ev);
			if (ev->kind == E_CALL && kind == LEAK_LOADED) out_by_load(&v, ev);
			if (ev->kind == E_CALL && kind == LEAK_HANDED) out_by_command(&v, ev);
			if (!foreign_call(v.p, ev)) continue;
			if (kind == LEAK_HANDED) out_by_call(&v, ev);
			if (kind == LEAK_UNDER && ev->role != R_RAISE) out_by_test(&v, ev);
		}
	return v.n;
}
