/* cone_leads.c - see cone.h: which functions come to a compile call by what they name,
 * and which of them the paths that were run left out. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../program/marks.h"
#include "../read/cread.h"
#include "words.h"

/* Methods that run without being named: where an object is called, made, entered, ends. */
static int
implied(const cone *c, const unit *u)
{
	const char *s = u->name < c->nname ? c->t->text.str[u->name] : "";

	return u->flags & UNIT_QUIET || (u->of < c->nname && s[0] == '_' && s[1] == '_');
}

static uint32_t
put(cone *c, uint32_t w, uint8_t bit, uint32_t *queue, uint32_t n)
{
	if (w < c->nunit && !(c->leads[w] & bit) && !(c->unit[w].flags & (UNIT_FILE | UNIT_DATA))) {
		c->leads[w] |= bit;
		queue[n++] = w;
	}
	return n;
}

/* Who names unit u. */
static void
namers(const cone *c, uint32_t u, cone_reach *r)
{
	uint32_t names[2] = {c->unit[u].name, implied(c, &c->unit[u]) ? c->unit[u].of : UINT32_MAX};

	for (uint32_t i = c->in.at[u]; i < c->in.at[u + 1]; i++)
		cone_visit(r, c->in.to[i]);
	for (int k = 0; k < 2; k++) {
		uint32_t v = c->nunit + c->p->nfile + 3 + (c->unit[u].flags & UNIT_PYTHON ? c->nname : 0) + names[k];
		if (names[k] >= c->nname)
			continue;
		for (uint32_t i = c->in.at[v]; i < c->in.at[v + 1]; i++) {
			uint32_t w = c->in.to[i];
			cone_visit(r, w);
			for (uint32_t j = k == 0 && w >= c->nunit ? c->in.at[w] : 0; j && j < c->in.at[w + 1]; j++) /* imported under another name */
				cone_visit(r, c->in.to[j]);
		}
	}
}

int
cone_leads_names(cone *c)
{
	uint32_t *queue = malloc((c->nunit + 1) * sizeof *queue);
	cone_reach to;

	c->leads = calloc(c->nunit + 1, 1);
	c->named = calloc(2 * (size_t)c->nname + 1, 1);
	if (cone_reach_init(c, &to) != 0 || !queue || !c->leads || !c->named) {
		free(queue);
		cone_reach_free(&to);
		return -1;
	}
	for (int k = 0; k < 3; k++) {
		uint8_t bit = (uint8_t)(1 << k);
		uint32_t n = 0;
		for (uint32_t u = 0; u < c->nunit; u++)
			if (!(c->unit[u].flags & UNIT_FILE) && (k == 0 ? c->unit[u].site != 0 : k == 1 ? (c->unit[u].flags & UNIT_USES) != 0 : c->unit[u].hides != 0)) {
				c->leads[u] |= bit;
				queue[n++] = u;
			}
		for (uint32_t i = 0; i < n; i++) {
			to.n = 0;
			namers(c, queue[i], &to);
			for (uint32_t j = 0; j < to.n; j++) {
				to.seen[to.queue[j]] = 0;
				n = put(c, to.queue[j], bit, queue, n);
			}
		}
	}
	for (uint32_t u = 0; u < c->nunit; u++)
		if (c->unit[u].name < c->nname)
			c->named[c->unit[u].name + (c->unit[u].flags & UNIT_PYTHON ? c->nname : 0)] |= c->leads[u];
	free(queue);
	cone_reach_free(&to);
	return 0;
}

/* Does assembly of the file write to a section, that of what runs before main it may be? */
static int
has_section(const cone *c, uint32_t f)
{
	FACT_EACH_KID(c->t, c->p->file[f], k)
		if (c->t->node[k].kind == FACT_COMMENT && strcmp(fact_str(c->t, k), C_ASM_SECTION) == 0)
			return 1;
	return 0;
}

int
cone_may_start(const cone *c, const unit *n)
{
	enum { STRANGE = LACKS_ALL | LACKS_ALL_AROUND | LACKS_NAMES | LACKS_STRANGE | LACKS_STRANGE_AROUND };

	return c->early || c->lacks[n->file] & STRANGE || has_section(c, n->file);
}

/* Functions that may run by themselves, by what a header that is not there makes of a macro in their heads, and come to what compiles or
 * hides: static ones that nothing names, and files in which static void NAME(101) f(void) was not read. */
static void
find_itself(cone *c)
{
	const fact_tree *t = c->t;

	for (uint32_t u = 0; u < c->nunit && !c->nomem; u++) {
		const unit *n = &c->unit[u];
		uint32_t last = 0;
		if (!(n->site || n->hides || c->leads[u] & 5) || n->flags & (UNIT_PYTHON | UNIT_DATA | UNIT_ASIDE))
			continue;
		if (n->flags & UNIT_FUNC && n->flags & UNIT_LONE && n->flags & UNIT_QUIET && (c->early || t->node[n->node].flags & FACT_STATIC) && !(t->node[n->node].flags & FACT_EARLY) &&
		    !fact_find(t, n->node, FACT_TPARAM) && cone_may_start(c, n))
			cone_late(c, &c->itself, n->node, n->name, u);
		for (uint32_t i = n->node + 1; n->flags & UNIT_FILE && i < t->node[n->node].end; i = t->node[i].end) {
			uint32_t def = last && t->node[last].kind == FACT_DECL ? fact_find(t, last, FACT_DEFAULT) : 0;
			if (t->node[i].kind == FACT_ERROR && def && t->node[def + 1].kind == FACT_INT && !(t->node[last].flags & FACT_MACRO))
				cone_late(c, &c->itself, i, 0, u);
			last = i;
		}
	}
}

uint32_t
cone_itself(const cone *c, uint32_t k)
{
	return k < c->itself.n ? c->itself.u[k].node : 0;
}

int
cone_leads_all(cone *c)
{
	if (cone_leads_names(c) != 0)
		return -1;
	if (cone_extensions_hide(c)) {
		free(c->leads);
		free(c->named);
		if (cone_leads_names(c) != 0)
			return -1;
	}
	find_itself(c);
	return c->nomem ? -1 : 0;
}

int
cone_may(const cone *c, uint32_t name, int python)
{
	return name < c->nname && c->named[name + (python ? c->nname : 0)] & 5;
}

int
cone_leads_past(const cone *c, const uint8_t *sealed, int (*passes)(void *arg, uint32_t from, uint32_t fn), void *arg, uint8_t *leads)
{
	uint32_t *queue = malloc((c->nunit + 1) * sizeof *queue), n = 0;
	cone_reach to;
	uint8_t *is = calloc(c->nunit + 1, 1);
	int rc = cone_reach_init(c, &to) == 0 && queue && is ? 0 : -1;

	for (uint32_t u = 0; u < c->nunit && rc == 0; u++) {
		if (c->unit[u].flags & UNIT_FUNC && (c->unit[u].site || c->unit[u].hides || leads[c->unit[u].node])) {
			is[u] = 1;
			queue[n++] = u;
		}
	}
	for (uint32_t i = 0; i < n && rc == 0; i++) {
		uint32_t u = queue[i];
		to.n = 0;
		namers(c, u, &to);
		for (uint32_t k = 0; k < to.n; k++) {
			uint32_t w = to.queue[k];
			to.seen[w] = 0;
			if (w < c->nunit && !is[w] && c->unit[w].flags & UNIT_FUNC && (!sealed[c->unit[u].node] || passes(arg, c->unit[w].node, c->unit[u].node))) {
				is[w] = 1;
				queue[n++] = w;
			}
		}
	}
	for (uint32_t u = 0; u < c->nunit && rc == 0; u++)
		leads[c->unit[u].node] = 0;
	for (uint32_t i = 0; i < n && rc == 0; i++)
		leads[c->unit[queue[i]].node] = (uint8_t)!sealed[c->unit[queue[i]].node];
	free(queue);
	cone_reach_free(&to);
	free(is);
	return rc;
}

int
cone_leads_to(const cone *c, uint32_t fn)
{
	return c->owner[fn] != UINT32_MAX && c->leads[c->owner[fn]] & 5;
}

int
cone_hides_in(const cone *c, uint32_t node)
{
	return c->owner[node] != UINT32_MAX && c->unit[c->owner[node]].flags & UNIT_FUNC && c->unit[c->owner[node]].hides;
}

uint32_t
cone_loaded_may(const cone *c)
{
	if (c->patch.n || c->patch_any.n)
		return (c->patch.n ? c->patch : c->patch_any).u[0].node;
	for (uint32_t u = 0; u < c->nunit; u++)
		if ((c->unit[u].flags & (UNIT_FILE | UNIT_PYTHON | UNIT_ASIDE | UNIT_BUILD)) == (UNIT_FILE | UNIT_PYTHON) && (c->unit[u].site || c->unit[u].hides))
			return c->unit[u].site ? c->unit[u].site : c->unit[u].hides;
	return 0;
}

/* The same of a lambda or a function in a function, which is part of its unit. */
static int
within(const cone *c, uint32_t fn, uint8_t want)
{
	uint32_t python = c->unit[c->owner[fn]].flags & UNIT_PYTHON;

	for (uint32_t i = fn; i < c->t->node[fn].end; i++) {
		uint32_t id = c->t->node[i].str;
		if ((c->t->node[i].kind == FACT_NAME || c->t->node[i].kind == FACT_ATTR || c->t->node[i].kind == FACT_TYPE) && id < c->nname &&
		    (c->named[id + (python ? c->nname : 0)] & want || (python ? c->sym[id] & (SYM_LAST | SYM_METHOD) : c->sym[id] & SYM_EXACT) ||
		     (want & 2 && c->sym[id] & SYM_RUNS)))
			return 1;
	}
	return 0;
}

/* Does it hide something, or name what does? */
static int
hides_within(const cone *c, uint32_t fn)
{
	for (uint32_t k = 0; k < c->nhiding; k++)
		if (c->hiding[k].part.node >= fn && c->hiding[k].part.node < c->t->node[fn].end)
			return 1;
	return c->unit[c->owner[fn]].nhides >= UNIT_HIDES || within(c, fn, 4);
}

int
cone_body_leads(const cone *c, uint32_t fn, int uses)
{
	const unit *u = c->owner[fn] != UINT32_MAX ? &c->unit[c->owner[fn]] : NULL;

	return !u || (u->node == fn && (u->site || u->hides || (uses && u->flags & UNIT_USES))) || within(c, fn, uses ? 7 : 5);
}

/* Does code of the tree name that method? Else a base outside may be who calls it. */
static int
called_by_name(const cone *c, const unit *f)
{
	const fact_node *n = c->t->node;

	for (uint32_t i = 0; i < c->t->n; i++) {
		int base = n[i].kind == FACT_ATTR && n[i + 1].kind == FACT_CALL && n[i + 2].kind == FACT_NAME && strcmp(fact_str(c->t, i + 2), "super") == 0; /* the method that it overrides */
		if ((n[i].kind == FACT_ATTR || n[i].kind == FACT_NAME || n[i].kind == FACT_STR) && n[i].str == f->name && !base)
			return 1;
	}
	return 0;
}

/* Of C: does code or data of the tree take the function's address, so that a pointer may be it? */
static int
pointed_at(const cone *c, const unit *f)
{
	const fact_tree *t = c->t;

	if (f->flags & UNIT_PYTHON || f->of < c->nname || c->included)
		return 1;
	for (uint32_t i = 1; i < t->n; i++)
		if (t->node[i].str == f->name && (t->node[i].kind == FACT_STR || ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && t->node[i - 1].kind != FACT_CALL)))
			return 1;
	return 0;
}

/* Of C++: an operator that a library, or an expression that is not followed, may run: outside of classes, or of what the library is told by. */
static int
anywhere(const cone *c, const unit *f)
{
	static const char *const told[] = {"hash", "less", "greater", "equal_to", "default_delete", "char_traits"};
	static const char *const compares[] = {"operator<", "operator>", "operator==", "operator,"};
	uint32_t first = fact_find(c->t, f->node, FACT_PARAM);
	const char *s = f->name < c->nname && !(f->flags & UNIT_PYTHON) ? c->t->text.str[f->name] : "", *of = f->of < c->nname ? c->t->text.str[f->of] : "";

	if (strncmp(s, "operator", 8) != 0)
		return 0;
	for (size_t i = 0; *of && i < sizeof told / sizeof *told; i++)
		if (strcspn(of, "<") == strlen(told[i]) && strncmp(of, told[i], strlen(told[i])) == 0)
			return 1;
	if (*of)
		return 0;
	return AS_AMONG(s, compares) || strncmp(s, "operator\"", 9) == 0 || strncmp(s, "operatornew", 11) == 0 || strncmp(s, "operatordelete", 14) == 0 ||
	    !first || c->t->node[c->t->node[first].end].kind != FACT_PARAM; /* others of two operands are run where they stand */
}

uint32_t
cone_left_out(const cone *c, const uint8_t *mark, int uses, uint32_t *by)
{
	uint8_t want = uses ? 3 : 1;
	uint32_t any = 0, hides = 0;

	for (uint32_t u = 0; u < c->nunit; u++) {
		const unit *f = &c->unit[u];
		if (mark[f->node] & MARK_ENDS && f->flags & UNIT_FUNC && cone_body_leads(c, f->node, uses))
			return *by = f->node;
		if (mark[f->node] & MARK_RUN || !(f->flags & UNIT_FUNC))
			continue;
		if (anywhere(c, f) && c->leads[u] & (want | 4))
			return *by = f->node;
		if (mark[f->node] & MARK_HANDED && c->leads[u] & 4)
			hides = f->node;
		if (!(c->leads[u] & want))
			continue;
		*by = f->node;
		if (any == 0 && pointed_at(c, f))
			any = f->node;
		if (mark[f->node] & MARK_HANDED || (mark[f->node] & MARK_KEPT && !called_by_name(c, f)))
			return f->node;
	}
	for (uint32_t i = 0; i < c->t->n; i++) {
		if ((mark[i] & (MARK_HANDED | MARK_RUN)) != MARK_HANDED || c->owner[i] == UINT32_MAX || c->unit[c->owner[i]].node == i)
			continue;
		if (within(c, i, want))
			return *by = i;
		if (c->leads[c->owner[i]] & 4 && hides_within(c, i))
			hides = i;
	}
	for (uint32_t i = 0; i < c->t->n; i++) {
		uint32_t callee = i + 1, id, python;
		if (mark[i] & MARK_ANY && any)
			return *by = any, i;
		if (!(mark[i] & MARK_BLIND) || c->t->node[callee].kind != FACT_ATTR || c->owner[i] == UINT32_MAX)
			continue;
		python = c->unit[c->owner[i]].flags & UNIT_PYTHON;
		id = c->t->node[callee].str;
		if (id < c->nname && mark[i] & MARK_BLIND && c->name[id] & (c->included || mark[i] & MARK_RECKONED ? NAME_MEMBER | NAME_VALUE : NAME_MEMBER) && !(c->name[id] & NAME_BODY) && any)
			return *by = any, i;
		if (id >= c->nname || !(c->named[id + (python ? c->nname : 0)] & (want | 4)))
			continue;
		for (uint32_t u = 0; u < c->nunit; u++)
			if (c->unit[u].name == id && c->unit[u].of < c->nname && !(c->unit[u].flags & UNIT_PYTHON) == !python && c->leads[u] & (want | 4) &&
			    !(mark[c->unit[u].node] & MARK_RUN)) {
				*by = c->unit[u].node;
				return i;
			}
	}
	for (uint32_t k = 0; k < c->nhiding && !hides; k++) { /* who gives a function of that name what it starts */
		uint32_t call = c->hiding[k].part.node, unit = c->hiding[k].unit;
		while (call > c->unit[unit].node && (c->t->node[call].kind != FACT_CALL || c->t->node[call].end <= c->hiding[k].part.node))
			call--;
		if (c->t->node[call].kind == FACT_CALL && mark[call] & (MARK_BLIND | MARK_ANY))
			return *by = c->unit[unit].node, call;
	}
	return *by = hides;
}

uint32_t
cone_held_left(const cone *c, const uint8_t *mark, const uint32_t *held, uint32_t n)
{
	const fact_node *node = c->t->node;

	for (uint32_t u = 0; u < c->nunit; u++) {
		const unit *f = &c->unit[u];
		if (mark[f->node] & MARK_RUN || !(f->flags & UNIT_FUNC) || !(f->flags & UNIT_PYTHON) ||
		    !(mark[f->node] & MARK_HANDED || (mark[f->node] & MARK_KEPT && !called_by_name(c, f))))
			continue;
		for (uint32_t i = f->node; i < node[f->node].end; i++)
			for (uint32_t k = 0; node[i].kind == FACT_CALL && (node[i + 1].kind == FACT_NAME || node[i + 1].kind == FACT_ATTR) && k < n; k++)
				if (node[i + 1].str == held[k])
					return f->node;
	}
	return 0;
}
