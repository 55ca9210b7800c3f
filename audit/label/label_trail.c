/* label_trail.c - the lines of a finding; see label_engine.h. */
#include "label_engine.h"

enum { MOST_ENTRIES = 3, MOST_WHEN = 3, MOST_WAY = 3, MOST_BUT = 6, MOST_STOPS = 2,
	MOST_ASSUMED = 5, LINE = 100 };

void tell(const telling *t, trail_kind k, place at, const char *text, const char *note) {
	*PUSH(t->p, t->f->trail, t->f->ntrail) = (trail){k, at.file ? at.file->path : NULL, at.line,
	    text ? text : "", note ? note : ""};
}

static void assume(const telling *t, const char *line) {
	*PUSH(t->p, t->f->assumed, t->f->nassumed) = line;
}

void tell_assumed(const telling *t, deps d, bool no) {
	program *p = t->p;
	for (uint32_t i = 0; i < d.n && t->f->nassumed < MOST_ASSUMED - 1; i++) {
		const char *name = strncmp(d.named[i], "default:", 8) == 0 ? d.named[i] + 8 : NULL;
		const option *opt = map_first(p->options_by_dest, name ? name_have(p, name) : NULL);
		const char *s = opt && opt->nspell ? opt->spell[0] : name;
		if (strncmp(d.named[i], "set:", 4) == 0)
			assume(t, name_f(p, "--set gives %s", d.named[i] + 4));
		else if (name && strncmp(name, "env ", 4) == 0)
			assume(t, name_f(p, "%s is not set", name + 4));
		else if (name && opt && opt->def)
			assume(t, name_f(p, "%s is at its default (%s)", s, x_show(p, opt->def)));
		else if (name) assume(t, name_f(p, "%s is at its default", s));
	}
	if (no && p->nfile == 1) assume(t, "nothing outside the file compiles");
	else if (no) assume(t, name_f(p, "nothing outside the %u files compiles", p->nfile));
}

const char *source_line(program *p, place at, const expr *otherwise) {
	const char *s = at.file && at.line ? at.file->text : NULL;
	size_t n = 0; /* never within a character */
	for (uint32_t i = 1; s && i < at.line; i++) s = (s = strchr(s, '\n')) ? s + 1 : NULL;
	if (s) s += strspn(s, " \t");
	while (s && s[n] && s[n] != '\n' && s[n] != '\r' && n < LINE) n++;
	while (n && (((unsigned char)s[n] & 0xc0) == 0x80 || s[n - 1] == ' ')) n--;
	if (otherwise && (!n || strchr("([{,", s[n - 1]) || memmem(s, n, "(  #", 4)))
		return x_show(p, otherwise); /* the line is only its beginning */
	return n ? name_n(p, s, n) : "";
}

void tell_label(const telling *t) {
	const lentry *e = t->l->entry;
	for (uint32_t i = 0, told = 0; i < t->l->nentry && told < MOST_ENTRIES; i++) {
		uint32_t k = 0;
		while (k < i && (e[k].at.file != e[i].at.file || e[k].at.line != e[i].at.line)) k++;
		if (k < i) continue;
		tell(t, T_LABEL, e[i].at, source_line(t->p, e[i].at, NULL), e[i].what);
		told++;
	}
}

static void tell_frames(const telling *t, const chain *c) {
	for (uint32_t i = c->n; i-- > 1; ) {
		const func *f = c->step[i].ev->fn;
		place at = {f->file, c->step[i].ev->line};
		if (i > MOST_WAY && i + MOST_WAY < c->n) continue; /* the middle of a long way */
		const char *in = f->is_module ? "at file level" : f->cls ?
		    name_f(t->p, "in %s.%s", f->cls->name, f->name) : name_f(t->p, "in %s",
		    f->name);
		if (c->step[i].weak) in = name_f(t->p, "%s, found by its name alone", in);
		tell(t, T_WAY, at, x_show(t->p, c->step[i].ev->value), in);
	}
}

static bool noted(const note *list, uint32_t n, const note *x) {
	for (uint32_t i = 0; i < n; i++)
		if (list[i].text == x->text) return true;
	return false;
}

/* What is tested holds the label under another name: the assignment that gives it. */
static void tell_origin(const telling *t, const note *n) {
	const expr *e = n->of;
	const event *best = NULL;
	while (e && (e->kind == X_NOT || e->kind == X_CMP)) e = e->kid[0];
	if (!e || (e->kind != X_NAME && e->kind != X_ATTR) || !d_label(n->d)) return;
	if (label_has_name(t->l, e->s)) return;
	for (uint32_t i = 0; i < t->p->nfn; i++) {
		const func *f = t->p->fn[i];
		for (uint32_t k = 0; k < f->nev && f->file == n->at.file; k++) {
			const event *a = f->ev[k];
			bool same = a->kind == E_ASSIGN && x_last(a->target) == e->s &&
			    a->line < n->at.line;
			if (same && a->value->kind != X_CONST && (!best || a->line > best->line))
				best = a;
		}
	}
	if (!best) return;
	place at = {best->fn->file, best->line};
	tell(t, T_WHEN, at, source_line(t->p, at, best->value), name_f(t->p, "gives %s", e->s));
}

static void tell_notes(const telling *t, trail_kind k, const note *list, uint32_t n,
    uint32_t most) {
	for (uint32_t i = 0; i < n && i < most; i++)
		tell(t, k, list[i].at, list[i].text, list[i].says);
}

void tell_way(const telling *t, const way *w) {
	place at = {w->s->fn->file, w->s->ev->line};
	const char *line = source_line(t->p, at, w->s->ev->value);
	if (w->closed) {
		tell_origin(t, &w->close);
		tell_notes(t, T_CLOSED, &w->close, 1, 1);
		tell(t, T_COMPILES, at, line, w->s->family);
		return;
	}
	for (uint32_t i = 0, told = 0; i < w->nopened && told < MOST_WHEN; i++) {
		const note *o = &w->opened[i]; /* what it only touches stands with the conditions */
		if (noted(w->cond, w->ncond, o) || noted(w->opened, i, o)) continue;
		if (o->says && strncmp(o->says, "open", 4) == 0) continue;
		if (!told++) tell_origin(t, o);
		tell_notes(t, T_WHEN, o, 1, 1);
	}
	tell_frames(t, w->c);
	tell(t, T_COMPILES, at, line, w->s->family);
	tell_notes(t, T_BUT, w->stop, w->nstop, MOST_STOPS);
	tell_notes(t, T_BUT, w->cond, w->ncond, MOST_BUT);
	if (w->used == THROWN_AWAY) tell(t, T_USED, at, line, "the result is thrown away");
	else if (w->used == USE_CLOSED)
		tell(t, T_USED, w->use.at, w->use.text, name_f(t->p,
		    "%s, so the result is not used", w->use.says));
	else if (w->use.text) tell_notes(t, T_USED, &w->use, 1, 1);
}
