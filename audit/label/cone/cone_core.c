/* cone_core.c - see cone_impl.h: the part of a cone in which what cannot be seen through
 * counts. What compiles counts wherever names may lead. That a process is started or
 * a module is missing counts only where the label's own code comes to: begun at the
 * units that name the label whole, but not at tests, documents and build scripts where
 * others name it too; and a function of Python, or of a C program of its own, runs only
 * if its file is loaded or is that program. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Does the file belong to tests, examples and the like, which are programs of their own? */
int
cone_aside(const char *path)
{
	static const char *const list[] = {"test", "tests", "testing", "unittest", "unittests", "unit_tests", "example", "examples", "sample", "samples", "demo",
		"demos", "doc", "docs"};
	const char *base = as_base_name(path);

	for (const char *s = path; s < base; s = strchr(s, '/') + 1)
		for (size_t i = 0; i < sizeof list / sizeof *list; i++)
			if (strncmp(s, list[i], strlen(list[i])) == 0 && s[strlen(list[i])] == '/')
				return 1;
	return strncmp(base, "test_", 5) == 0 || strstr(base, "_test.") || strstr(base, "_gtest.") || strstr(base, "_unittest.");
}

/* Does the file build, install or set up what lies beside it? */
int
cone_builds(const char *path)
{
	static const char *const list[] = {"setup.py", "conf.py", "conftest.py", "noxfile.py", "versioneer.py", "fabfile.py", "waf", "wscript", "SConstruct"};

	return AS_AMONG(as_base_name(path), list);
}

typedef struct {
	const cone *c;
	uint8_t *seen;
	uint32_t *queue; uint32_t n;
	uint32_t *wait; uint32_t nwait; /* units whose file nothing loads yet */
} core;

static int
beside(const cone *c, uint32_t u)
{
	return (c->unit[u].flags & (UNIT_ASIDE | UNIT_BUILD)) != 0;
}

static void
visit(core *r, uint32_t v)
{
	if (r->seen[v] == 1)
		return;
	r->seen[v] = 1;
	r->queue[r->n++] = v;
}

/* May unit u run only where its file is loaded? */
static int
by_file(const cone *c, uint32_t u)
{
	return c->unit[u].flags & UNIT_PYTHON || beside(c, u) || (c->alone ? c->alone : c->has_main)[c->unit[u].file];
}

/* Is v a function of another file of Python than unit `from`, a method of a class of its kin, and no more than called so?
 * One that derives from it may be the user's to load, but not a test. */
static int
elsewhere(const cone *c, uint32_t from, uint32_t v)
{
	return from < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC | UNIT_PUT)) == (UNIT_PYTHON | UNIT_FUNC) && c->unit[from].file != c->unit[v].file && (beside(c, v) || (!cone_calls(c, from, v) && !cone_calls(c, v, from)));
}

static void
reach(core *r, uint32_t from, uint32_t v)
{
	const cone *c = r->c;

	if (v < c->nunit && (from >= c->nunit + c->p->nfile || elsewhere(c, from, v)) && by_file(c, v) && !r->seen[c->nunit + c->unit[v].file]) {
		if (!r->seen[v]) {
			r->seen[v] = 2;
			r->wait[r->nwait++] = v;
		}
		return;
	}
	visit(r, v);
}

static void
forth(core *r)
{
	const cone *c = r->c;
	uint32_t dynamic = c->nunit + c->p->nfile + (VX_DYNAMIC & 3), was;
	uint32_t i = 0;

	do {
		for (; i < r->n; i++)
			for (uint32_t k = c->out.at[r->queue[i]]; k < c->out.at[r->queue[i] + 1]; k++)
				reach(r, r->queue[i], c->out.to[k]);
		was = r->n;
		for (uint32_t k = 0; k < r->nwait; k++)
			if (r->seen[c->nunit + c->unit[r->wait[k]].file])
				visit(r, r->wait[k]);
		for (uint32_t k = 0; r->seen[dynamic] && k < c->nfunction; k++)
			if (r->seen[c->nunit + c->unit[c->function[k]].file])
				visit(r, c->function[k]);
	} while (r->n > was);
}

/* Those that lead by the name x to unit v, or to what is not only v's. */
static void
by_name(core *r, uint32_t x, uint32_t v)
{
	const cone *c = r->c;

	for (uint32_t k = c->in.at[x]; k < c->in.at[x + 1]; k++)
		if (c->in.to[k] >= c->nunit || (!beside(c, c->in.to[k]) && cone_calls(c, c->in.to[k], v)))
			visit(r, c->in.to[k]);
}

/* Who may lead there: not what stands beside. What runs before main is led to by all code of
 * the program, which begins at its main. */
static void
back(core *r)
{
	const cone *c = r->c;
	uint32_t link = c->nunit + c->p->nfile, dynamic = link + (VX_DYNAMIC & 3);
	int main = 0;

	for (uint32_t u = 0; u < c->nunit; u++)
		main |= c->unit[u].flags & UNIT_MAIN && !beside(c, u);
	for (uint32_t i = 0; i < r->n; i++) {
		uint32_t v = r->queue[i];
		for (uint32_t k = c->in.at[v]; k < c->in.at[v + 1]; k++)
			if (v < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC)) == (UNIT_PYTHON | UNIT_FUNC) && c->in.to[k] >= c->nunit + c->p->nfile + 3)
				by_name(r, c->in.to[k], v);
			else if (c->in.to[k] >= c->nunit || (!beside(c, c->in.to[k]) && (v >= c->nunit || !elsewhere(c, c->in.to[k], v)) && (v != link || !main || c->unit[c->in.to[k]].flags & UNIT_MAIN)))
				visit(r, c->in.to[k]);
		if (v < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC)) == (UNIT_PYTHON | UNIT_FUNC))
			for (uint32_t k = c->in.at[dynamic]; k < c->in.at[dynamic + 1]; k++)
				if (c->in.to[k] >= c->nunit || (!beside(c, c->in.to[k]) && cone_meet(c, c->in.to[k], v) && cone_calls(c, c->in.to[k], v)))
					visit(r, c->in.to[k]);
	}
}

/* Does unit u stand beside the label's code, or, where that is native, in a script of Python that no file loads? */
static int
is_script(const cone *c, uint32_t u, int native)
{
	return beside(c, u) || (native && c->unit[u].flags & UNIT_PYTHON && !c->loaded[c->unit[u].file]);
}

/* Where the label is text somewhere, that says which code is its own, and not what else is called so. */
int
cone_core(const cone *c, const cone_root *root, uint32_t nroot, uint8_t **in)
{
	core b = {c, calloc(c->nvertex + 1, 1), malloc((c->nvertex + 1) * sizeof(uint32_t)), 0, NULL, 0};
	core f = {c, calloc(c->nvertex + 1, 1), malloc((c->nvertex + 1) * sizeof(uint32_t)), 0, malloc((c->nunit + 1) * sizeof(uint32_t)), 0};
	int rc = -1, inside = 0, native = 0, text = 0;

	*in = NULL;
	if (!b.seen || !b.queue || !f.seen || !f.queue || !f.wait)
		goto out;
	rc = 0;
	for (uint32_t i = 0; i < nroot; i++)
		text |= root[i].text;
	for (uint32_t i = 0; i < nroot; i++)
		if (root[i].text == text && !beside(c, root[i].unit)) {
			inside = 1;
			native |= !(c->unit[root[i].unit].flags & UNIT_PYTHON);
		}
	for (uint32_t i = 0; i < nroot; i++)
		if (!inside || !is_script(c, root[i].unit, native))
			visit(&b, root[i].unit);
	back(&b);
	for (uint32_t i = 0; i < b.n; i++)
		if (b.queue[i] < c->nunit)
			visit(&f, b.queue[i]);
	forth(&f);
	*in = f.seen;
	for (uint32_t i = 0; i < f.nwait; i++)
		if (f.seen[f.wait[i]] == 2)
			f.seen[f.wait[i]] = 0;
	f.seen = NULL;
out:
	free(b.seen);
	free(b.queue);
	free(f.seen);
	free(f.queue);
	free(f.wait);
	return rc;
}
