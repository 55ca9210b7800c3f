/* cone_paste.c - see cone_impl.h: names of which a part is not known, x ## y. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "../facts/pattern.h"
#include "words.h"

/* What may come of x ## y does not depend on where it stands, once the parts that mean
 * something else there are taken out of it. Each form is held against the names of the
 * tree once, however often macros bring it forth. */
typedef struct { uint32_t *id, n, cap; } ids;
struct pasting {
	pattern_name *word; /* names that stand for something; ascending */
	size_t n;
	as_intern form;
	ids *of;       /* (form.n) what each may come to */
	uint32_t of_cap;
	struct { uint32_t name; glue g; } *glue; /* macros that join nothing but what they are given, and what that is */
	size_t nglue, glue_cap;
	int told; /* that is known of all of them, and nothing that is pasted calls one of them */
};

enum { LONGEST = 400 };

/* The definition of a macro of C that node stands in, the innermost one, within unit u; UINT32_MAX. */
static uint32_t
macro_of(const cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t fn = UINT32_MAX;

	for (uint32_t i = c->unit[u].node; i <= node; i++)
		if (t->node[i].kind == FACT_FUNC && t->node[i].flags & FACT_MACRO && t->node[i].end > node)
			fn = i;
	return fn;
}

/* The number of the parameter of the macro fn that the part [s, s + n) is; -1: it is none. */
static int
parameter(const fact_tree *t, uint32_t fn, const char *s, size_t n)
{
	int p = 0;

	FACT_EACH_KID(t, fn, k) {
		if (t->node[k].kind == FACT_PARAM && t->text.len[t->node[k].str] == n && memcmp(fact_str(t, k), s, n) == 0)
			return p;
		p += t->node[k].kind == FACT_PARAM;
	}
	return -1;
}

/* Does the part [s, s + n) stand for something else there? fn: the macro of C that it is in; UINT32_MAX: in assembly. */
static int
is_parameter(const cone *c, uint32_t fn, const char *s, size_t n)
{
	const fact_tree *t = c->t;
	uint32_t id;

	if (fn == UINT32_MAX) {
		id = as_intern_find(&t->text, s, n);
		return id < c->nname && c->name[id] & NAME_TEXT;
	}
	return parameter(t, fn, s, n) >= 0;
}

/* Does the preprocessor of C read that file of assembly? NASM puts its parameters in first, and then words. */
static int
is_preprocessed(const cone *c, uint32_t u)
{
	const char *path = fact_str(c->t, c->p->file[c->unit[u].file]);

	return !as_ends_with(path, ".asm") && !as_ends_with(path, ".nasm");
}

/* The part of a pasted name that begins at s: its end, without the blanks around it; *next: the part behind it, or NULL. */
static const char *
part(const char **s, const char **next)
{
	const char *end = strstr(*s, "##");

	*next = end ? end + 2 : NULL;
	if (!end)
		end = *s + strlen(*s);
	*s += strspn(*s, " \t\r\n\\");
	while (end > *s && strchr(" \t\r\n\\", end[-1]))
		end--;
	return end;
}

/* The form of what unit u pastes at that node: "=" and a pattern that holds, or "~" and one of
 * which the beginning or the end may not: in C outside of a macro, and where assembly joins
 * two words, any part may stand for another. 0: too long. */
static int
form_of(const cone *c, const use *m, char *out)
{
	int assembly = (c->t->node[c->p->file[c->unit[m->unit].file]].flags & FACT_ASSEMBLY) != 0;
	uint32_t fn = assembly ? UINT32_MAX : macro_of(c, m->unit, m->node);
	const char *s = c->t->text.str[m->name];
	int exact = assembly ? strstr(s, "####") == NULL : fn != UINT32_MAX;
	int replaced = exact ? !assembly || is_preprocessed(c, m->unit) : assembly && c->t->node[m->node - 1].kind == FACT_CALL; /* other joints are names that macros define */
	size_t k = 0;

	if (strlen(s) + 2 > LONGEST)
		return 0;
	out[k++] = exact ? '=' : '~';
	for (const char *next; ; s = next) {
		size_t n = (size_t)(part(&s, &next) - s);
		if (n && !(replaced && is_parameter(c, fn, s, n))) {
			memcpy(out + k, s, n);
			k += n;
		}
		if (!next)
			break;
		if (k < 3 || out[k - 1] != '#') {
			memcpy(out + k, "##", 2);
			k += 2;
		}
	}
	out[k] = '\0';
	return 1;
}

/* The same of what the macro fn of C pastes by one call of it. 0: too long. */
static int
form_given(const fact_tree *t, uint32_t fn, const use *m, const glue *g, uint32_t call, char *out)
{
	size_t k = 0;

	out[k++] = '=';
	for (const char *s = t->text.str[m->name], *next, *put; ; s = next) {
		size_t n = (size_t)(part(&s, &next) - s);
		int p = parameter(t, fn, s, n);
		put = p >= 0 ? g->text.str[g->arg[call * g->nparam + (uint32_t)p]] : s;
		if (p >= 0)
			n = strlen(put);
		if (k + n + 1 > LONGEST)
			return 0;
		if (!(n == 2 && memcmp(put, "##", 2) == 0 && out[k - 1] == '#')) {
			memcpy(out + k, put, n);
			k += n;
		}
		if (!next)
			break;
	}
	out[k] = '\0';
	return 1;
}

/* May what is put together be that name: of a body, a class, a value, a compile symbol? */
static int
stands(const cone *c, uint32_t id)
{
	return c->name[id] & (NAME_BODY | NAME_CLASS | NAME_VALUE) || c->sym[id] & SYM_EXACT;
}

static int
begin(cone *c)
{
	struct pasting *p = calloc(1, sizeof *p);
	size_t cap = 0;

	c->pasting = p;
	if (!p)
		return -1;
	for (uint32_t id = 0; id < c->nname; id++)
		if (stands(c, id)) {
			if (as_grow(&p->word, p->n, &cap, sizeof *p->word) != 0)
				return -1;
			p->word[p->n++] = (pattern_name){c->t->text.str[id], id};
		}
	pattern_sort(p->word, p->n);
	return 0;
}

void
cone_paste_free(struct pasting *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->form.n; i++)
		free(p->of[i].id);
	as_intern_free(&p->form);
	for (size_t i = 0; i < p->nglue; i++)
		cone_glue_free(&p->glue[i].g);
	free(p->glue);
	free(p->of);
	free(p->word);
	free(p);
}

static int
comes_of(const char *form, const char *name)
{
	return *form == '=' ? pattern_fits(form + 1, name) : pattern_fits_loosely(form + 1, name);
}

/* The names that a form may come to; NULL: out of memory. */
static const ids *
names_of(struct pasting *p, const char *form)
{
	size_t from = 0, to = p->n;
	uint32_t was = p->form.n, id = as_intern_id(&p->form, form, strlen(form));
	ids *w;

	if (id == UINT32_MAX || as_grow32(&p->of, id, &p->of_cap, sizeof *p->of) != 0)
		return NULL;
	if (id < was)
		return &p->of[id];
	w = &p->of[id];
	*w = (ids){0};
	if (*form == '=')
		pattern_span(p->word, p->n, form + 1, &from, &to);
	for (; from < to; from++)
		if (comes_of(form, p->word[from].s)) {
			if (as_grow32(&w->id, w->n, &w->cap, sizeof *w->id) != 0)
				return NULL;
			w->id[w->n++] = p->word[from].id;
		}
	return w;
}

static const char any[] = "=##";

/* What the macro fn is called with, if it was asked, and joins nothing but that; NULL. */
static const glue *
glue_of(const struct pasting *p, const fact_tree *t, uint32_t fn)
{
	for (size_t i = 0; fn != UINT32_MAX && i < p->nglue; i++)
		if (p->glue[i].name == t->node[fn].str)
			return &p->glue[i].g;
	return NULL;
}

/* The forms of what is pasted at one place: one, or one for each call of the macro that pastes there. */
typedef struct { const use *m; const glue *g; uint32_t fn, next, n; char form[LONGEST + 1]; } forms;

static forms
forms_of(const cone *c, const use *m)
{
	forms f = {.m = m, .n = 1};

	if (!form_of(c, m, f.form))
		strcpy(f.form, any); /* too long: anything */
	if (c->pasting->told && strcmp(f.form, any) == 0) {
		f.fn = macro_of(c, m->unit, m->node);
		if ((f.g = glue_of(c->pasting, c->t, f.fn)))
			f.n = f.g->n / f.g->nparam;
	}
	return f;
}

/* Is there another one? It is in form then. */
static int
next_form(const cone *c, forms *f)
{
	if (f->next == f->n)
		return 0;
	if (f->g && !form_given(c->t, f->fn, f->m, f->g, f->next, f->form))
		strcpy(f->form, any);
	f->next++;
	return 1;
}

/* Has the macro fn as many parameters as the calls of all of that name have operands? */
static int
suits(const fact_tree *t, uint32_t fn, const glue *g)
{
	uint32_t n = 0;

	FACT_EACH_KID(t, fn, k)
		n += t->node[k].kind == FACT_PARAM;
	return n == g->nparam;
}

/* Asks what the macros are called with that join nothing but that. */
static void
ask(cone *c)
{
	struct pasting *p = c->pasting;
	glue_places at = {0};
	char form[LONGEST + 1];

	p->told = 1;
	for (uint32_t i = 0; i < c->paste.n && p->told; i++) {
		use m = c->paste.u[i];
		uint32_t fn = macro_of(c, m.unit, m.node);
		const glue *g;
		if (!form_of(c, &m, form) || strcmp(form, any) != 0)
			continue;
		if ((g = glue_of(p, c->t, fn))) {
			p->told = suits(c->t, fn, g);
			continue;
		}
		if (fn == UINT32_MAX || as_grow(&p->glue, p->nglue, &p->glue_cap, sizeof *p->glue) != 0) {
			p->told = 0;
			break;
		}
		p->glue[p->nglue].g = (glue){0};
		p->glue[p->nglue].name = c->t->node[fn].str;
		p->told = (at.last || cone_glue_places(c, &at) == 0) && cone_glue(c, &at, fn, &p->glue[p->nglue].g) == 0;
		p->nglue++;
	}
	cone_glue_places_free(&at);
	for (uint32_t i = 0; i < c->paste.n && p->told && p->nglue; i++) {
		forms f = forms_of(c, &c->paste.u[i]);
		while (p->told && next_form(c, &f))
			for (size_t g = 0; g < p->nglue; g++)
				p->told &= !comes_of(f.form, c->t->text.str[p->glue[g].name]);
	}
}

void
cone_pasted(cone *c)
{
	c->nomem |= c->paste.n && begin(c) != 0;
	if (c->paste.n && !c->nomem)
		ask(c);
	for (uint32_t i = 0; i < c->paste.n && !c->nomem; i++) {
		use m = c->paste.u[i];
		forms f = forms_of(c, &m);
		while (next_form(c, &f) && !c->nomem) {
			const ids *w = names_of(c->pasting, f.form);
			c->nomem |= !w;
			for (uint32_t k = 0; w && k < w->n; k++) {
				cone_spells(c, m.unit, m.node, w->id[k]);
				if (c->sym[w->id[k]] & SYM_EXACT)
					cone_site(c, m.unit, m.node);
			}
		}
	}
}

int
cone_pastes(cone *c, const use *m)
{
	forms f;
	int has = 0;

	if (!c->pasting)
		return 0;
	f = forms_of(c, m);
	while (!has && next_form(c, &f)) {
		const ids *w = names_of(c->pasting, f.form);
		c->nomem |= !w;
		has = w && w->n;
	}
	return has;
}
