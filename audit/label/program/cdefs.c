/* cdefs.c - see cdefs.h. */
#include "cdefs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "cmade.h"
#include "grow.h"
#include "program.h"
#include "words.h"

static int
is_header(const char *path)
{
	static const char *const ends[] = {".h", ".hpp", ".cuh", ".hh", ".inl", ".hxx", ".inc", ".ipp", ".tpp", ".icc", ".tcc", ".txx"};
	const char *dot = strrchr(path, '.');

	return dot && AS_AMONG(dot, ends);
}

enum { SEVERAL = 1, IS_SPACE = 2 };

typedef struct { cdefs *d; const program *p; const fact_tree *t; uint32_t file; uint8_t header, local; uint32_t space; int rc; } finder;

static void
add(finder *f, uint32_t name, uint32_t node, uint32_t guard, cdef_kind kind)
{
	if (f->rc == 0 && (f->rc = as_grow32(&f->d->def, f->d->n, &f->d->cap, sizeof *f->d->def)) == 0)
		f->d->def[f->d->n++] = (cdef){name, node, f->file, guard, (uint8_t)kind, f->header, f->local, f->space};
}

static void
add_eager(finder *f, uint32_t node, uint32_t guard, int statement)
{
	if (f->rc || (f->rc = as_grow32(&f->d->eager, f->d->neager, &f->d->eager_cap, sizeof *f->d->eager)) != 0)
		return;
	f->d->eager[f->d->neager++] = (ceager){node, f->file, guard, f->header, (uint8_t)statement};
}

static uint32_t
inside(finder *f, uint32_t node, uint32_t up, int side)
{
	if (f->rc || (f->rc = as_grow32(&f->d->guard, f->d->nguard, &f->d->guard_cap, sizeof *f->d->guard)) != 0)
		return up;
	f->d->guard[f->d->nguard++] = (cguard){node, up, (uint8_t)side};
	return f->d->nguard;
}

/* "A.f" and "N.A.f": f, and A or 0 where there is none. */
static void
split(const fact_tree *t, uint32_t node, uint32_t *cls, uint32_t *last)
{
	const char *name = fact_str(t, node), *dot = strrchr(name, '.'), *from = name, *d;

	*cls = 0;
	*last = t->node[node].str;
	if (!dot)
		return;
	while ((d = strchr(from, '.')) != dot)
		from = d + 1;
	*cls = as_intern_find(&t->text, from, (size_t)(dot - from));
	*last = as_intern_find(&t->text, dot + 1, strlen(dot + 1));
	if (*cls == UINT32_MAX)
		*cls = 0;
}

/* "N.A.f": N; where there is none, the namespace that it stands in. */
static uint32_t
before(const fact_tree *t, uint32_t node, uint32_t cls, uint32_t space)
{
	const char *name = fact_str(t, node), *last = strrchr(name, '.'), *p = last - t->text.len[cls], *from = p - 1;
	uint32_t id;

	if (p <= name + 1 || p[-1] != '.')
		return space;
	while (from > name && from[-1] != '.')
		from--;
	id = as_intern_find(&t->text, from, (size_t)(p - 1 - from));
	return id == UINT32_MAX ? space : id;
}

static void
one(finder *f, uint32_t i, uint32_t guard)
{
	const fact_tree *t = f->t;
	const fact_node *x = &t->node[i];
	uint32_t cls, last;

	switch (x->kind) {
	case FACT_FUNC: {
		uint32_t was = f->space;
		split(t, i, &cls, &last);
		f->space = cls ? before(t, i, cls, was) : was;
		if (cls)
			add(f, cls, i, guard, CDEF_METHOD);
		f->space = cls ? cls : was;
		if (last != UINT32_MAX)
			add(f, last, i, guard, last == x->str ? CDEF_FUNC : CDEF_OUTER);
		f->space = was;
		if (x->flags & FACT_EARLY && (f->d->neager == 0 || t->node[f->d->eager[f->d->neager - 1].node].str != x->str)) /* declared, then defined: once */
			add_eager(f, i, guard, 1);
		if (!guard && !(x->flags & FACT_MACRO) && strcmp(fact_str(t, i), "main") == 0 && fact_find(t, i, FACT_BLOCK) && !cdefs_program(f->d, f->file) &&
		    (f->rc = as_grow32(&f->d->program, f->d->nprogram, &f->d->program_cap, sizeof *f->d->program)) == 0)
			f->d->program[f->d->nprogram++] = f->file;
		break;
	}
	case FACT_CLASS:
		add(f, x->str, i, guard, CDEF_CLASS);
		break;
	case FACT_SPACE: {
		uint32_t was = f->space;
		uint8_t local = f->local;
		f->space = x->str;
		f->local = !*fact_str(t, i);
		FACT_EACH_KID(t, i, k)
			one(f, k, guard);
		f->space = was;
		f->local = local;
		break;
	}
	case FACT_BLOCK:
		FACT_EACH_KID(t, i, k)
			one(f, k, guard);
		break;
	case FACT_IF: {
		uint32_t then = t->node[i + 1].end, other = then < x->end ? t->node[then].end : x->end;
		if (then < x->end)
			one(f, then, inside(f, i, guard, 1));
		if (other < x->end)
			one(f, other, inside(f, i, guard, 0));
		break;
	}
	case FACT_DECL:
		if (i + 1 < x->end && t->node[i + 1].kind == FACT_NAME)
			add(f, t->node[i + 1].str, i, guard, x->flags & FACT_MACRO ? CDEF_MACRO : CDEF_DATA);
		else
			add_eager(f, i, guard, 1);
		break;
	case FACT_COMMENT: case FACT_INCLUDE: case FACT_FROM: case FACT_IMPORT: case FACT_ERROR:
		break;
	default:
		add_eager(f, i, guard, 1);
	}
}

static int
by_name(const void *a, const void *b)
{
	const cdef *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static int
by_node(const void *a, const void *b)
{
	const ceager *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

/* Does a class of that name have a constructor or a destructor? */
static int
constructs(const cdefs *d, const fact_tree *t, uint32_t name)
{
	uint32_t n;
	const cdef *c = cdefs_of(d, t, name, UINT32_MAX, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t block = c[i].kind == CDEF_CLASS ? fact_find(t, c[i].node, FACT_BLOCK) : 0;
		if (block)
			FACT_EACH_KID(t, block, k)
				if (t->node[k].kind == FACT_FUNC && (t->node[k].str == name || *fact_str(t, k) == '~'))
					return 1;
	}
	return 0;
}

/* Does data run something of the tree, or something that matters, where it is initialised? */
static int
runs(const cdefs *d, const program *p, uint32_t node)
{
	const fact_tree *t = p->t;
	uint32_t def = fact_find(t, node, FACT_DEFAULT), type = fact_find(t, node, FACT_TYPE);

	if (def && program_relevant(p, node))
		return 1;
	for (uint32_t i = def; def && i < t->node[def].end; i++) {
		if (t->node[i].kind == FACT_FUNC) {
			i = t->node[i].end - 1;
		} else if (t->node[i].kind == FACT_CALL) {
			uint32_t c = i + 1;
			while (t->node[c].kind == FACT_INDEX)
				c++;
			if ((t->node[c].kind == FACT_NAME || t->node[c].kind == FACT_ATTR) && t->node[c].str < d->nname && d->first[t->node[c].str] < d->first[t->node[c].str + 1])
				return 1;
		}
	}
	if (!def && type && !(t->node[type].flags & (FACT_POINTER | FACT_REF | FACT_ARRAY))) {
		uint32_t id = fact_last(t, type);
		return id != UINT32_MAX && constructs(d, t, id);
	}
	return 0;
}

/* Counts where each name's defs begin. */
static int
count(cdefs *d, const fact_tree *t)
{
	if (d->n)
		qsort(d->def, d->n, sizeof *d->def, by_name);
	d->nname = t->text.n;
	free(d->first);
	if (!(d->first = calloc(d->nname + 1, sizeof *d->first)))
		return -1;
	for (uint32_t i = 0; i < d->n; i++)
		d->first[d->def[i].name + 1]++;
	for (uint32_t i = 0; i < d->nname; i++)
		d->first[i + 1] += d->first[i];
	return 0;
}

/* Defines functions whose names macros make once more, under what those may come to. */
static int
made(finder *f, fact_tree *t)
{
	cdefs *d = f->d;
	uint32_t n = d->n;

	for (uint32_t i = 0; i < n && f->rc == 0; i++) {
		const char *name = t->text.str[d->def[i].name];
		texts all;
		if (d->def[i].kind != CDEF_FUNC || !strchr(name, '(') || !fact_find(t, d->def[i].node, FACT_BLOCK))
			continue;
		cmade_names(d, t, name, &all);
		for (int k = 0; k < all.n && !all.none && f->rc == 0; k++) {
			cdef e = d->def[i];
			e.kind = CDEF_MADE;
			if ((e.name = as_intern_id(&t->text, all.s[k], strlen(all.s[k]))) == UINT32_MAX || as_grow32(&d->def, d->n, &d->cap, sizeof *d->def) != 0)
				f->rc = -1;
			else
				d->def[d->n++] = e;
		}
	}
	return f->rc || d->n == n ? f->rc : count(d, t);
}

static int
counts_for(const fact_tree *t, const cdef *d)
{
	return !d->local && (d->kind == CDEF_CLASS || ((d->kind == CDEF_FUNC || d->kind == CDEF_OUTER) && !(t->node[d->node].flags & FACT_MACRO) && fact_find(t, d->node, FACT_BLOCK)));
}

/* Defines names of several namespaces once more, each under the name of its own. */
static int
spaces(finder *f, fact_tree *t)
{
	cdefs *d = f->d;
	uint32_t n = d->n;
	char text[400];

	for (uint32_t i = 0, end; i < n && f->rc == 0; i = end) {
		uint32_t name = d->def[i].name, seen = UINT32_MAX;
		int several = 0;
		for (end = i; end < n && d->def[end].name == name; end++)
			if (counts_for(t, &d->def[end])) {
				several |= seen != UINT32_MAX && seen != d->def[end].space;
				seen = d->def[end].space;
			}
		if (!several || strncmp(t->text.str[name], "operator", 8) == 0 || strcmp(t->text.str[name], "main") == 0)
			continue;
		for (uint32_t k = i; k < end && f->rc == 0; k++) {
			cdef e = d->def[k];
			int len;
			if (e.local || e.kind == CDEF_DATA || e.kind == CDEF_MACRO || t->node[e.node].flags & FACT_MACRO)
				continue;
			len = snprintf(text, sizeof text, "%.150s::%.200s", t->text.str[e.space], t->text.str[name]);
			if ((e.name = as_intern_id(&t->text, text, (size_t)len)) == UINT32_MAX || as_grow32(&d->def, d->n, &d->cap, sizeof *d->def) != 0)
				f->rc = -1;
			else
				d->def[d->n++] = e;
		}
	}
	if (f->rc || count(d, t) != 0 || !(d->several = calloc(d->nname + 1, 1)))
		return -1;
	for (uint32_t i = 0; i < d->n; i++) {
		const char *s = t->text.str[d->def[i].name], *at = strstr(s, "::");
		uint32_t id = at ? as_intern_find(&t->text, at + 2, strlen(at + 2)) : UINT32_MAX;
		if (id < d->nname)
			d->several[id] = SEVERAL;
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_SPACE && t->node[i].str < d->nname)
			d->several[t->node[i].str] |= IS_SPACE;
	return 0;
}

int
cdefs_several(const cdefs *d, uint32_t name)
{
	return d && name < d->nname && d->several[name] & SEVERAL;
}

int
cdefs_is_space(const cdefs *d, uint32_t name)
{
	return d && name < d->nname && d->several[name] & IS_SPACE;
}

uint32_t
cdefs_in(const cdefs *d, const fact_tree *t, const char *space, uint32_t name)
{
	char text[400];
	uint32_t id;

	if (!cdefs_several(d, name))
		return 0;
	snprintf(text, sizeof text, "%.150s::%.200s", space, t->text.str[name]);
	id = as_intern_find(&t->text, text, strlen(text));
	return id < d->nname && d->first[id] < d->first[id + 1] ? id : 0;
}

uint32_t
cdefs_space(const fact_tree *t, uint32_t file, uint32_t node, uint32_t outer)
{
	uint32_t found[16], n = 0;

	for (uint32_t i = file + 1; i < node;) {
		if (t->node[i].end <= node) {
			i = t->node[i].end;
			continue;
		}
		if (t->node[i].kind == FACT_SPACE && n < 16)
			found[n++] = t->node[i].str;
		i++;
	}
	return n > outer ? found[n - 1 - outer] : 0;
}

int
cdefs_init(cdefs *d, const program *p)
{
	finder f = {.d = d, .p = p, .t = p->t};
	uint32_t n;

	memset(d, 0, sizeof *d);
	for (uint32_t k = 0; k < p->nfile; k++) {
		f.file = p->file[k];
		if (p->t->node[f.file].flags & (FACT_DATA | FACT_MODULE | FACT_ASSEMBLY) || is_python(p->t, f.file))
			continue;
		f.header = (uint8_t)is_header(fact_str(p->t, f.file));
		FACT_EACH_KID(p->t, f.file, i)
			one(&f, i, 0);
	}
	if (f.rc || count(d, p->t) != 0 || made(&f, p->t) != 0 || spaces(&f, p->t) != 0)
		return -1;
	n = d->n;
	for (uint32_t i = 0; i < n; i++) {
		f.file = d->def[i].file;
		f.header = d->def[i].header;
		if (d->def[i].kind == CDEF_DATA && !strstr(p->t->text.str[d->def[i].name], "::") && runs(d, p, d->def[i].node))
			add_eager(&f, d->def[i].node, d->def[i].guard, 0);
	}
	if (d->neager)
		qsort(d->eager, d->neager, sizeof *d->eager, by_node);
	return f.rc;
}

void
cdefs_free(cdefs *d)
{
	free(d->def);
	free(d->first);
	free(d->several);
	free(d->guard);
	free(d->eager);
	free(d->program);
	memset(d, 0, sizeof *d);
}

int
cdefs_program(const cdefs *d, uint32_t file)
{
	uint32_t at = fact_before(d->program, d->nprogram, file);

	return at < d->nprogram && d->program[at] == file;
}

const cdef *
cdefs_of(const cdefs *d, const fact_tree *t, uint32_t name, uint32_t file, uint32_t *n)
{
	uint32_t lo, end;

	*n = 0;
	if (name >= d->nname || d->first[name] == d->first[name + 1])
		return NULL;
	lo = d->first[name];
	end = d->first[name + 1];
	if (file == UINT32_MAX) {
		*n = end - lo;
		return &d->def[lo];
	}
	lo += (uint32_t)as_before(&(cdef){.name = name, .node = file}, &d->def[lo], end - lo, sizeof *d->def, by_name);
	while (lo + *n < end && d->def[lo + *n].node < t->node[file].end)
		++*n;
	return *n ? &d->def[lo] : NULL;
}
