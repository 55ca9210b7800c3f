/* cone_ask.c - see cone.h: the cone of one label. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "explore_impl.h"
#include "words.h"

/* Letters and digits of s, small. */
static size_t
plain(const char *s, size_t n, char *out, size_t room)
{
	size_t k = 0;

	for (size_t i = 0; i < n && k + 1 < room; i++)
		if (isalnum((unsigned char)s[i]) || s[i] & 0x80)
			out[k++] = (char)tolower((unsigned char)s[i]);
	out[k] = '\0';
	return k;
}

/* What a string says of a label: 2 it is the label, or a word of it is; 1 they have a part in common; 0. */
static int
says(const char *s, size_t n, const char *label, size_t len, const char *small, size_t nsmall)
{
	const char *p;
	char q[256];
	size_t k;

	if (n == len && memcmp(s, label, n) == 0)
		return 2;
	if (n == 0)
		return 0;
	if (n < 400 && n > len)
		for (p = s; (p = strstr(p, label)); p++)
			if ((p == s || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) && !(isalnum((unsigned char)p[len]) || p[len] == '_') &&
			    !strpbrk(s, " \t\n"))
				return 2;
	if (n < len && strstr(label, s))
		return 1;
	if (n > 200 || !nsmall)
		return 0;
	k = plain(s, n, q, sizeof q);
	if (k == 0)
		return 0;
	return k >= nsmall ? strstr(q, small) != NULL : k > 2 && strstr(small, q) != NULL;
}

/* The label but for what is between its letters. */
static int
alike(const char *s, size_t n, const char *small)
{
	char q[256];

	return n < 200 && plain(s, n, q, sizeof q) && strcmp(q, small) == 0;
}

static uint32_t
unit_of(const cone *c, uint32_t node)
{
	return c->owner[node];
}

/* All that is reached; dynamic: and all functions of files that are loaded, once one may name any. */
static void
flow(const cone *c, cone_reach *r, const edges *e, uint32_t from, int forth)
{
	uint32_t dynamic = c->nunit + c->p->nfile + (VX_DYNAMIC & 3);
	int turned = 0;

	for (uint32_t i = from; i < r->n; i++) {
		uint32_t v = r->queue[i];
		for (uint32_t k = e->at[v]; k < e->at[v + 1]; k++)
			cone_visit(r, e->to[k]);
		if (!forth && v < c->nunit && (c->unit[v].flags & (UNIT_PYTHON | UNIT_FUNC)) == (UNIT_PYTHON | UNIT_FUNC))
			cone_back_any(c, r, v);
		if (forth && i + 1 == r->n && r->seen[dynamic] && turned < 1000) {
			turned++;
			cone_any(c, r);
		}
	}
}

/* Is s the label with the dashes of an option? */
static int
is_option(const char *s, const char *label)
{
	return *s == '-' && strcmp(s + strspn(s, "-"), label + strspn(label, "-")) == 0;
}

/* The node that the kid i of the file f stands in. */
static uint32_t
around(const fact_tree *t, uint32_t f, uint32_t i)
{
	uint32_t up = i;

	while (up > f && !(t->node[up - 1].end > i))
		up--;
	return up > f ? up - 1 : f;
}

/* Is a STR looked for in other text? */
static int
searched_for(const fact_tree *t, uint32_t f, uint32_t i)
{
	static const char *const of[] = {"startswith", "endswith", "find", "rfind", "index", "count", "split", "rsplit", "partition", "rpartition", "removeprefix",
		"removesuffix", "replace", "match", "search", "fullmatch", "strstr", "strcasestr", "strncmp", "strncasecmp", "memcmp", "memmem", "starts_with",
		"ends_with", "contains", "compare", "substr", "regex_search", "regex_match", "fnmatch", "g_str_has_prefix", "g_str_has_suffix"};
	uint32_t up = around(t, f, i);

	if (t->node[up].kind == FACT_BIN)
		return strcmp(fact_str(t, up), "in") == 0 || strcmp(fact_str(t, up), "not in") == 0;
	while (t->node[up].kind == FACT_ARG || t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST)
		up = around(t, f, up);
	return t->node[up].kind == FACT_CALL && AS_AMONG(as_last_part(fact_str(t, up + 1)), of);
}

/* Has s the letter by itself, or, if that may be, among others of which none stands twice, as in a list of options? */
static int
has_letter(const char *s, char letter, int list)
{
	uint8_t seen[256] = {0};

	for (const char *p = s; *p; p++)
		if (tolower((unsigned char)*p) == tolower((unsigned char)letter) && (p == s || (!isalnum((unsigned char)p[-1]) && p[-1] != '%')) && !isalnum((unsigned char)p[1]))
			return 1;
	if (!list || !strchr(s, letter))
		return 0;
	for (const char *p = s; *p; p++)
		if (isspace((unsigned char)*p) || (isalnum((unsigned char)*p) && seen[(uint8_t)*p]++))
			return 0;
	return 1;
}

/* Is the STR i of file f taken whole: compared, or all that is given to what is not called after options? */
static int
taken_whole(const fact_tree *t, uint32_t f, uint32_t i)
{
	uint32_t up = around(t, f, i), n = 0;
	const char *s;

	if (t->node[up].kind == FACT_BIN)
		return strcmp(fact_str(t, up), "==") == 0 || strcmp(fact_str(t, up), "!=") == 0;
	if (t->node[up].kind != FACT_ARG || t->node[up = around(t, f, up)].kind != FACT_CALL)
		return 0;
	FACT_EACH_KID(t, up, k)
		n += t->node[k].kind == FACT_ARG;
	s = as_last_part(fact_str(t, up + 1));
	return n == 1 && (t->node[up + 1].kind == FACT_NAME || t->node[up + 1].kind == FACT_ATTR) && !strcasestr(s, "opt") && !strcasestr(s, "arg");
}

/* The list of getopt's letters in a CALL, if it has that of the label `-c`; 0. */
static uint32_t
letter_in(const fact_tree *t, uint32_t call, const char *label)
{
	if (label[0] != '-' || !isalnum((unsigned char)label[1]) || label[2] || strncmp(as_last_part(fact_str(t, call + 1)), "getopt", 6) != 0)
		return 0;
	FACT_EACH_KID(t, call, k)
		if (t->node[k].kind == FACT_ARG && t->node[k + 1].kind == FACT_STR && strchr(fact_str(t, k + 1), label[1]))
			return k + 1;
	return 0;
}

static void
named_at(cone_answer *a, uint32_t node)
{
	if (a->nplace < sizeof a->place / sizeof *a->place)
		a->place[a->nplace++] = node;
	a->nplaces++;
}

/* Units that name the label, or a part of it. seen: of C only by text, where the code has it whole: what is called
 * after a part of it is not it; and where the code has it as an option, with its dashes, only what is looked for in text is a part of it. */
static void
seeds(const cone *c, const char *label, int seen, cone_answer *a, cone_reach *r, uint8_t *about, uint32_t *whole, uint32_t *nwhole)
{
	const fact_tree *t = c->t;
	size_t len = strlen(label), nsmall;
	char small[256];
	int in_code = 0, listed = 0, option = 0, any = 0;
	char letter = len == 2 && label[0] == '-' && isalnum((unsigned char)label[1]) ? label[1] : '\0';

	for (uint32_t u = 0; u < c->nunit; u++)
		any |= c->unit[u].site || c->unit[u].hides;

	nsmall = plain(label, len, small, sizeof small);
	for (uint32_t i = 0; i < c->nname; i++)
		about[i] = (uint8_t)says(t->text.str[i], t->text.len[i], label, len, small, nsmall);
	for (uint32_t i = 0; letter && i < t->n && !listed; i++)
		listed = t->node[i].kind == FACT_CALL && letter_in(t, i, label) != 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_STR && about[t->node[i].str] == 2 && unit_of(c, i) != UINT32_MAX && !(c->unit[unit_of(c, i)].flags & UNIT_DATA)) {
			in_code = 1;
			option |= seen && is_option(t->text.str[t->node[i].str], label);
		}
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end; i++) {
			uint32_t id = t->node[i].str, u = unit_of(c, i);
			int k = t->node[i].kind;
			if (k == FACT_CALL && u != UINT32_MAX && letter_in(t, i, label)) {
				named_at(a, letter_in(t, i, label));
				if (!any) /* else others may test for it among others */
					a->known = 1;
				cone_visit(r, u);
			}
			if ((k == FACT_CALL || k == FACT_FUNC) && u != UINT32_MAX && !is_python(t, f) && cone_registered(c, i, label)) {
				a->known = 1;
				named_at(a, i);
				cone_visit(r, u);
			}
			if (!about[id] || u == UINT32_MAX || k == FACT_COMMENT || k == FACT_FILE || k == FACT_INCLUDE || k == FACT_INT || k == FACT_FLOAT || k == FACT_BOOL || (letter && about[id] < 2 && !has_letter(fact_str(t, i), letter, k == FACT_STR && !taken_whole(t, f, i))))
				continue;
			if (option && about[id] < 2 && !(c->unit[u].flags & UNIT_DATA) && !alike(t->text.str[id], t->text.len[id], small) &&
			    !(k == FACT_STR && searched_for(t, f, i)))
				continue;
			if (k != FACT_STR && about[id] < 2 && (t->text.len[id] < 3 || (seen && (in_code || listed) && !(c->unit[u].flags & (UNIT_PYTHON | UNIT_DATA)) && !alike(t->text.str[id], t->text.len[id], small))))
				continue;
			if (k == FACT_STR && in_code && t->text.len[id] < 3 && t->text.len[id] < len) /* who tests for that is led to from where the whole stands */
				continue;
			if (k == FACT_STR && t->text.len[id] == 1 && len > 1 && t->node[i].line) { /* a letter counts where it is compared */
				uint32_t up = around(t, f, i);
				if (t->node[up].kind != FACT_BIN && t->node[up].kind != FACT_CASE && t->node[up].kind != FACT_ARG)
					continue;
			}
			if (k == FACT_STR && about[id] == 2) {
				a->known = 1;
				named_at(a, i);
			}
			cone_visit(r, u);
			if ((about[id] == 2 || alike(t->text.str[id], t->text.len[id], small)) && !(c->unit[u].flags & UNIT_DATA) && (*nwhole == 0 || whole[*nwhole - 1] != u))
				whole[(*nwhole)++] = u;
		}
}

/* l: by what can be seen; NULL. */
static void
forth_from(const cone *c, cone_reach *r, cone_look *l, uint32_t from)
{
	if (l)
		cone_flow_seen(l, from);
	else
		flow(c, r, &c->out, from, 1);
}

/* What the programs lead to that lead to the label, all of it. */
static void
programs(const cone *c, const entry *e, uint32_t n, const cone_reach *back, cone_reach *r, cone_look *l)
{
	for (uint32_t i = 0; i < n; i++)
		if (unit_of(c, e[i].node) != UINT32_MAX && back->seen[unit_of(c, e[i].node)])
			cone_visit(r, unit_of(c, e[i].node));
	forth_from(c, r, l, 0);
}

/* All that name v, but tests and examples: they are programs of their own. */
static void
share(const cone *c, cone_reach *r, uint32_t v)
{
	for (uint32_t k = c->in.at[v]; k < c->in.at[v + 1]; k++)
		if (c->in.to[k] >= c->nunit || !(c->unit[c->in.to[k]].flags & UNIT_ASIDE))
			cone_visit(r, c->in.to[k]);
}

/* Units that share variables with what is reached: all that name a variable of a file
 * that is named there, or a member that is assigned to there. */
static void
state(const cone *c, cone_reach *r, cone_look *l)
{
	uint32_t name = c->nunit + c->p->nfile + 3, from;

	do {
		from = r->n;
		for (uint32_t i = 0; i < from; i++) {
			uint32_t v = r->queue[i];
			if (v >= name && c->name[(v - name) % c->nname] & NAME_GLOBAL)
				share(c, r, v);
		}
		for (uint32_t i = 0; i < c->stored.n; i++) {
			use s = c->stored.u[i];
			uint32_t v = name + (c->unit[s.unit].flags & UNIT_PYTHON ? c->nname : 0) + s.name;
			if (r->seen[s.unit] && s.name < c->nname)
				share(c, r, v);
		}
		forth_from(c, r, l, from);
	} while (r->n > from);
}

/* One more part that compiles, or hides something. */
static void
blocked_by(cone_answer *a, cone_part part)
{
	uint32_t most = sizeof a->part / sizeof *a->part, at = a->npart++;

	if (!*part.why) /* before those that hide, where there is room or not */
		for (at = 0; at < most && at + 1 < a->npart && !*a->part[at].why; at++)
			;
	if (at >= most)
		return;
	if (!*part.why)
		memmove(a->part + at + 1, a->part + at, ((a->npart < most ? a->npart : most) - at - 1) * sizeof *a->part);
	a->part[at] = part;
}

void
cone_unit_blocks(cone_answer *a, const unit *u)
{
	if ((!u->site && !u->hides) || (!a->clean && !(u->site && a->blocked == BLOCKED_HIDES)))
		return;
	a->clean = 0;
	a->blocked = u->site ? BLOCKED_COMPILES : BLOCKED_HIDES;
}

static int
ask(const cone *c, const char *label, const uint32_t *root, uint32_t nroot, int seen, cone_answer *a)
{
	enum { MOST = 4096 };
	uint8_t *about = malloc(c->nname + 1);
	cone_reach back = {calloc(c->nvertex + 1, 1), malloc((c->nvertex + 1) * sizeof(uint32_t)), 0};
	cone_reach forth = {calloc(c->nvertex + 1, 1), malloc((c->nvertex + 1) * sizeof(uint32_t)), 0};
	entry *e = malloc(MOST * sizeof *e);
	uint32_t nprog, nseed, nown = 0, *own = malloc((c->t->n + 1) * sizeof *own);
	uint8_t *core = NULL;
	cone_look *l = NULL;
	int rc = -1, data = 0, whole = 1, named, macro;

	memset(a, 0, sizeof *a);
	a->all = c->nunit;
	if (!about || !back.seen || !back.queue || !forth.seen || !forth.queue || !e || !own)
		goto out;
	rc = 0;
	seeds(c, label, seen, a, &back, about, own, &nown);
	named = cone_symbol_named(c, label);
	if ((macro = cone_macro(c, label, &back, a)) == MACRO_BUILD) { /* which other files does it take? */
		data = 1;
		nown = 0;
	}
	nseed = back.n;
	for (uint32_t i = 0; i < nroot; i++)
		if (unit_of(c, root[i]) != UINT32_MAX)
			cone_visit(&back, unit_of(c, root[i]));
	nprog = explore_programs(c->p, label, e, MOST);
	for (uint32_t i = 0; i < nseed; i++)
		data |= c->unit[back.queue[i]].flags & UNIT_DATA;
	for (uint32_t i = 0; i < nprog; i++)
		if ((data || (nprog == 1 && !a->known)) && unit_of(c, e[i].node) != UINT32_MAX)
			cone_visit(&back, unit_of(c, e[i].node));
	for (uint32_t u = 0; data && nprog == 0 && u < c->nunit; u++) /* who reads that file is not known */
		cone_visit(&back, u);
	if (back.n == 0)
		goto out;
	if (seen)
		cone_flow_back(c, &back);
	else
		flow(c, &back, &c->in, 0, 0);
	/* do programs lead to all that names it? If not, others make objects of what is theirs. */
	for (int gate = seen; gate >= 0; gate--) {
		cone_look_free(l);
		memset(forth.seen, 0, c->nvertex);
		forth.n = 0;
		if (seen && !(l = cone_look_new(c, &forth, gate, back.seen))) {
			rc = -1;
			goto out;
		}
		programs(c, e, nprog, &back, &forth, l);
		whole = forth.n > 0;
		for (uint32_t i = 0; i < nseed; i++)
			if (!(c->unit[back.queue[i]].flags & UNIT_DATA))
				whole &= forth.seen[back.queue[i]] == 1;
		if (whole)
			break;
	}
	for (uint32_t i = 0, from = forth.n; i < back.n; i++)
		if (back.queue[i] < c->nunit) {
			cone_visit(&forth, back.queue[i]);
			forth_from(c, &forth, l, from);
			from = forth.n;
		}
	if (!whole) /* of a library: who reads what was written */
		state(c, &forth, l);
	for (uint32_t i = 0; nown && i < nroot; i++)
		if (unit_of(c, root[i]) != UINT32_MAX)
			own[nown++] = unit_of(c, root[i]);
	if (nown && (rc = cone_core(c, own, nown, &core)) != 0)
		goto out;
	a->clean = !named; /* getattr(module, label) */
	for (uint32_t i = 0; i < forth.n; i++) {
		const unit *u = forth.queue[i] < c->nunit ? &c->unit[forth.queue[i]] : NULL;
		if (!u)
			continue;
		a->units++;
		if (!u->site && u->hides && core && !core[forth.queue[i]]) {
			if (!a->naside++)
				a->aside = u->hides;
			continue;
		}
		if (u->site)
			blocked_by(a, (cone_part){u->site, ""});
		cone_unit_blocks(a, u);
	}
	for (uint32_t i = 0; !a->clean && i < c->nhiding; i++)
		if (forth.seen[c->hiding[i].unit] && (!core || core[c->hiding[i].unit] || c->unit[c->hiding[i].unit].site))
			blocked_by(a, c->hiding[i].part);
	for (uint32_t i = 0; macro && a->clean && i < c->let_off.n; i++) /* it may be this label that lets it in */
		if (forth.seen[c->let_off.u[i].unit]) {
			a->clean = 0;
			a->blocked = BLOCKED_HIDES;
			blocked_by(a, (cone_part){c->let_off.u[i].node, "it is left out where macros are not set"});
		}
out:
	if (cone_look_free(l) != 0)
		rc = -1;
	free(core);
	free(own);
	free(about);
	free(back.seen);
	free(back.queue);
	free(forth.seen);
	free(forth.queue);
	free(e);
	return rc;
}

int
cone_ask(const cone *c, const char *label, const uint32_t *root, uint32_t nroot, cone_answer *a)
{
	cone_answer b;

	if (ask(c, label, root, nroot, 0, a) != 0)
		return -1;
	if (a->clean || !c->sight)
		return 0;
	if (ask(c, label, root, nroot, 1, &b) != 0)
		return -1;
	if (b.clean) {
		*a = b;
	} else if (b.npart) { /* fewer, where a name means only what can be seen */
		memcpy(a->part, b.part, sizeof a->part);
		a->npart = b.npart;
	}
	return 0;
}
