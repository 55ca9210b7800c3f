/* line_last.c - see line_impl.h: what a variable holds where it is read, by the statements that surely ran before that. All that is
 * written to it in its function (line_write.c) says less where one buffer serves several commands. */
#include "line_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* c[0] = 0 */
static int
empties(const line_reading *r, uint32_t assign)
{
	const fact_tree *t = r->l->t;
	uint32_t to = assign + 1, value = t->node[to].end;

	return (t->node[to].kind == FACT_DEREF || (t->node[to].kind == FACT_INDEX && strcmp(fact_str(t, t->node[to + 1].end), "0") == 0)) && line_is_it(r, to + 1) &&
	    t->node[value].kind == FACT_INT && strcmp(fact_str(t, value), "0") == 0;
}

/* sizeof of the variable, which is an array? */
static int
is_size(const line_reading *r, uint32_t e)
{
	const fact_tree *t = r->l->t;
	uint32_t d = line_declared(r->l, r->at->fn, r->name), type = d && t->node[d].kind == FACT_DECL ? fact_find(t, d, FACT_TYPE) : 0;
	const char *s = fact_str(t, e), *name = t->text.str[r->name];
	size_t n = strlen(name);

	if (t->node[e].kind != FACT_UNKNOWN || strncmp(s, "sizeof", 6) != 0 || !type || (t->node[type].flags & (FACT_ARRAY | FACT_POINTER)) != FACT_ARRAY)
		return 0;
	s += 6 + strspn(s + 6, " (");
	return strncmp(s, name, n) == 0 && strspn(s + n, " )") == strlen(s + n);
}

/* Does a call that writes to it put a 0 behind that: not strncpy() of no more than the text, nor snprintf() of nothing? */
static int
ends_it(const line_reading *r, uint32_t call, const line_by *by)
{
	const fact_tree *t = r->l->t;
	uint32_t n = line_arg(t, call, by->how == LINE_COPIES ? 2 : 1);

	if (n && t->node[n].kind == FACT_INT && strcmp(fact_str(t, n), "0") == 0)
		return 0;
	return strcmp(by->name, "strncpy") != 0 || (n && (t->node[n].kind == FACT_INT || is_size(r, n)));
}

/* The node within a statement or a test, run whenever that is, by which the variable gets another text, whatever it had; 0: none. */
uint32_t
line_written_by(const line_reading *r, uint32_t e)
{
	static const char *const prints[] = {"asprintf", "vasprintf"};
	const fact_tree *t = r->l->t;
	const line_by *by;
	uint32_t def, to;

	switch (t->node[e].kind) {
	case FACT_DECL:
		if (line_is_it(r, e + 1))
			return t->node[e].flags & (FACT_STATIC | FACT_MACRO) ? 0 : e;
		return (def = fact_find(t, e, FACT_DEFAULT)) ? line_written_by(r, def + 1) : 0;
	case FACT_ASSIGN:
		if (*fact_str(t, e) || line_is_it(r, e + 1) || empties(r, e))
			return *fact_str(t, e) ? 0 : e;
		return line_written_by(r, t->node[e + 1].end);
	case FACT_BIN: return line_asked(r->l, e + 1) ? line_written_by(r, e + 1) : 0; /* the left of what is compared comes first */
	case FACT_UN: return line_written_by(r, e + 1);
	case FACT_CALL:
		if ((to = line_arg(t, e, 0)) == 0 || !line_is_library(r->l, e))
			return 0;
		if ((by = line_writer(r->l, e)))
			return by->how != LINE_ADDS && line_is_it(r, line_uncast(t, to)) && ends_it(r, e, by) ? e : 0;
		return AS_AMONG(fact_str(t, e + 1), prints) && line_is(r->l, e + 1, fact_str(t, e + 1)) && t->node[to].kind == FACT_ADDR && line_is_it(r, to + 1) ? e : 0;
	default: return 0;
	}
}

/* Memory of which the first byte is 0, or not written yet, so that nothing can be put behind it. */
static int
is_empty_memory(const line_reading *r, uint32_t e)
{
	static const char *const list[] = {"malloc", "calloc", "xmalloc", "xcalloc", "g_malloc", "g_malloc0", "alloca"};
	const fact_tree *t = r->l->t;

	e = line_uncast(t, e);
	return line_is_memory(r->l, e) && (t->node[e].kind != FACT_CALL || t->node[e].flags & FACT_ARRAY || AS_AMONG(fact_str(t, e + 1), list));
}

/* What a value is that it is set to: nothing of NULL, no letter yet in new memory. */
static void
value_of(const line_reading *r, uint32_t e, line_set *out)
{
	if (is_empty_memory(r, e))
		line_add(r->l, out, "", 0);
	else
		line_eval(r->l, e, r->at, r->depth + 1, out);
}

static int
declared_as(const line_reading *r, uint32_t d, line_set *out)
{
	static const char *const streams[] = {"ostringstream", "stringstream"};
	const fact_tree *t = r->l->t;
	uint32_t type = fact_find(t, d, FACT_TYPE), def = fact_find(t, d, FACT_DEFAULT);
	int flags = type ? (int)t->node[type].flags & (FACT_POINTER | FACT_ARRAY | FACT_REF) : FACT_REF, stream = type && AS_AMONG(as_last_part(fact_str(t, type)), streams);

	if (flags & FACT_REF || flags == (FACT_POINTER | FACT_ARRAY) || (!flags && !stream && !line_is_string(r->l, d + 1, r->at) && strcmp(fact_str(t, type), "auto") != 0))
		return 0;
	if (stream ? def && fact_find(t, def + 1, FACT_ARG) : def && t->node[def + 1].kind == FACT_LIST)
		return 0;
	if (def && !stream)
		value_of(r, def + 1, out);
	else if (flags != FACT_POINTER)
		line_add(r->l, out, "", 0);
	return 1;
}

/* The text that line_written_by() found. *from, *to: the nodes that name the variable as what is written to. */
static int
text_written(const line_reading *r, uint32_t w, uint32_t *from, uint32_t *to, line_set *out)
{
	const fact_tree *t = r->l->t;
	const line_by *by;

	*from = w;
	*to = t->node[w + 1].end;
	if (t->node[w].kind == FACT_DECL)
		return declared_as(r, w, out);
	if (t->node[w].kind == FACT_ASSIGN && !line_is_it(r, w + 1)) {
		line_add(r->l, out, "", 0);
		return 1;
	}
	if (t->node[w].kind == FACT_ASSIGN) {
		value_of(r, *to, out);
		return 1;
	}
	*to = t->node[line_arg(t, w, 0)].end;
	if ((by = line_writer(r->l, w)))
		line_put(r->l, w, by, r->at, r->depth, out);
	else
		line_format(r->l, w, 1, *fact_str(t, w + 1) == 'v', r->at, r->depth, out);
	return 1;
}

/* c[sizeof c - 1] = 0, or c[99] = 0: it ends there at the latest, which leaves each of the texts what it is. */
static int
only_ends(const line_reading *r, uint32_t e, const line_set *a)
{
	const fact_tree *t = r->l->t;
	uint32_t key = t->node[e].kind == FACT_ASSIGN && !*fact_str(t, e) && t->node[e + 1].kind == FACT_INDEX && line_is_it(r, e + 2) ? t->node[e + 2].end : 0;
	uint32_t value = key ? t->node[e + 1].end : 0, size = key && t->node[key].kind == FACT_BIN ? key + 1 : key;
	long at;

	if (!key || t->node[value].kind != FACT_INT || strcmp(fact_str(t, value), "0") != 0)
		return 0;
	if (is_size(r, size))
		return key == size || (strcmp(fact_str(t, key), "-") == 0 && t->node[t->node[size].end].kind == FACT_INT && strcmp(fact_str(t, t->node[size].end), "1") == 0);
	if (t->node[key].kind != FACT_INT)
		return 0;
	at = strtol(fact_str(t, key), NULL, 10);
	for (uint32_t i = 0; i < a->n; i++) {
		const char *hole = strchr(a->s[i], LINE_HOLE);
		if (hole ? hole[1] || hole - a->s[i] >= at : (long)strlen(a->s[i]) > at)
			return 0;
	}
	return 1;
}

/* strcpy(c + 5, x), where what it has is that long: x stands behind it. */
static int
goes_on(const line_reading *r, uint32_t e, const line_set *a, line_set *out)
{
	const fact_tree *t = r->l->t;
	const line_by *by = t->node[e].kind == FACT_CALL && line_is_library(r->l, e) ? line_writer(r->l, e) : NULL;
	uint32_t to = by && by->how != LINE_ADDS ? line_arg(t, e, 0) : 0;
	long n;

	if (!to || t->node[to].kind != FACT_BIN || strcmp(fact_str(t, to), "+") != 0 || !line_is_it(r, to + 1) || t->node[t->node[to + 1].end].kind != FACT_INT)
		return 0;
	n = strtol(fact_str(t, t->node[to + 1].end), NULL, 10);
	for (uint32_t i = 0; i < a->n; i++)
		if (strchr(a->s[i], LINE_HOLE) || (long)strlen(a->s[i]) != n)
			return 0;
	line_put(r->l, e, by, r->at, r->depth, out);
	return 1;
}

/* An expression runs, or a DECL: what the variable has then. 0: it is not known. */
static int
runs(const line_reading *r, uint32_t e, line_set *a)
{
	const fact_tree *t = r->l->t;
	uint32_t w = line_written_by(r, e), from, to;
	line_set b = {0};

	if (w) {
		line_reading before = *r; /* what is called for it runs before it is written */
		before.alone = 1;
		if (!text_written(r, w, &from, &to, &b) || !line_all_quiet(r, e, w, t->node[w].end) || !line_all_quiet(&before, w, from, to))
			return 0;
		*a = b;
		return 1;
	}
	if (only_ends(r, e, a))
		return 1;
	if (!goes_on(r, e, a, &b) && !line_adds(r->l, e, r->name, r->at, r->depth, &b))
		return line_all_quiet(r, e, 0, 0);
	if (t->node[e].kind == FACT_BIN) {
		from = line_leftmost(t, e);
		to = from + 1;
		for (uint32_t i = e; i < from; i++)
			if (!line_quiet(r, i))
				return 0;
	} else {
		from = e;
		to = t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_NAME ? t->node[line_arg(t, e, 0)].end : line_appended(t, e) != e ? line_appended(t, e) + 1 : t->node[e + 1].end;
	}
	line_join(r->l, a, &b);
	return line_all_quiet(r, e, from, to);
}

static int runs_through(line_reading *r, uint32_t k, line_set *a);

static int
all_run(line_reading *r, uint32_t block, line_set *a)
{
	FACT_EACH_KID(r->l->t, block, k)
		if (!runs_through(r, k, a))
			return 0;
	return 1;
}

/* Does control not come out at the end of a block? */
static int
leaves(const fact_tree *t, uint32_t block)
{
	uint32_t last = block;

	FACT_EACH_KID(t, block, k)
		last = k;
	return t->node[last].kind == FACT_RETURN || t->node[last].kind == FACT_RAISE || t->node[last].kind == FACT_GOTO || t->node[last].kind == FACT_BREAK || t->node[last].kind == FACT_CONTINUE;
}

static int
cases(line_reading *r, uint32_t sw, line_set *a)
{
	const fact_tree *t = r->l->t;
	line_set out = {0}, in = {0};
	int any = 0;

	if (!line_all_quiet(r, sw + 1, 0, 0))
		return 0;
	FACT_EACH_KID(t, sw, c) {
		uint32_t block = fact_find(t, c, FACT_BLOCK);
		if (t->node[c].kind != FACT_CASE)
			continue;
		any |= block == c + 1;
		line_all(r->l, &in, a);
		FACT_EACH_KID(t, block, k) {
			if (t->node[k].kind == FACT_BREAK)
				break;
			r->cases++;
			if (!runs_through(r, k, &in))
				return 0;
			r->cases--;
		}
		line_all(r->l, &out, &in); /* of one that falls through, too: it may be the last */
		if (!(t->node[c].flags & FACT_FALLS))
			in.n = 0;
	}
	if (!any)
		line_all(r->l, &out, a);
	*a = out;
	return 1;
}

/* Do quotes that a text opens close there, too, and does it begin no other command? */
static int
is_words(const char *s)
{
	size_t single = 0, both = 0;

	for (const char *p = s; *p; p++) {
		single += *p == '\'';
		both += *p == '"';
	}
	return !strpbrk(s, ";|&`$()<>\n\\") && single % 2 == 0 && both % 2 == 0 && (!single || !both);
}

/* A loop runs, which does no more to the variable than to put words behind what it has: none, once, or more often. */
static int
loops(line_reading *r, uint32_t loop, line_set *a)
{
	static const char mark[] = {LINE_MARK, '\0'};
	const fact_tree *t = r->l->t;
	line_set b = {0}, once = {0}, more = {0}, hole = {0};
	uint32_t block = fact_find(t, loop, FACT_BLOCK);

	for (uint32_t i = loop + 1; i < t->node[loop].end; i++)
		if (t->node[i].kind == FACT_BREAK || t->node[i].kind == FACT_CONTINUE || t->node[i].kind == FACT_GOTO || t->node[i].kind == FACT_SWITCH || (i < block && !line_quiet(r, i)))
			return 0;
	if (!block || t->node[block].end != t->node[loop].end)
		return 0;
	line_add(r->l, &b, mark, 1);
	if (!all_run(r, block, &b))
		return 0;
	for (uint32_t i = 0; i < b.n; i++) {
		if (b.s[i][0] != LINE_MARK || strchr(b.s[i] + 1, LINE_MARK) || !is_words(b.s[i] + 1))
			return 0;
		line_add(r->l, &once, b.s[i] + 1, strlen(b.s[i] + 1));
	}
	line_any(r->l, &hole);
	line_all(r->l, &more, a);
	line_join(r->l, &more, &once);
	line_all(r->l, a, &more);
	line_join(r->l, &more, &hole);
	line_all(r->l, a, &more);
	return 1;
}

/* A statement runs. */
static int
runs_through(line_reading *r, uint32_t k, line_set *a)
{
	const fact_tree *t = r->l->t;
	line_set b = *a, c = {0};
	uint32_t then, other;

	switch (t->node[k].kind) {
	case FACT_BLOCK: return all_run(r, k, a);
	case FACT_SWITCH: return cases(r, k, a);
	case FACT_BREAK: case FACT_CONTINUE: case FACT_GOTO: return !r->cases;
	case FACT_IF:
		if (!(t->node[k].flags & FACT_PREPROC) && !runs(r, k + 1, &b))
			return 0;
		*a = b;
		then = t->node[k + 1].end;
		other = t->node[then].end;
		if (!all_run(r, then, a))
			return 0;
		if (!leaves(t, then))
			line_all(r->l, &c, a);
		if (other < t->node[k].end && !all_run(r, other, &b))
			return 0;
		if (other >= t->node[k].end || !leaves(t, other))
			line_all(r->l, &c, &b);
		*a = c;
		return 1;
	case FACT_WHILE: case FACT_FOR: return line_all_quiet(r, k, 0, 0) || loops(r, k, a);
	case FACT_TRY: case FACT_WITH: case FACT_FUNC: case FACT_CLASS: case FACT_RETURN: return line_all_quiet(r, k, 0, 0);
	default: return runs(r, k, a);
	}
}

/* To where the variable is read, within x: as runs_through(), but of what runs before that alone. */
static int
runs_to(line_reading *r, uint32_t x, line_set *a)
{
	const fact_tree *t = r->l->t;
	uint32_t in = fact_kid_over(t, x, r->read), before = 0;

	switch (t->node[x].kind) {
	case FACT_BLOCK:
		FACT_EACH_KID(t, x, k) {
			if (k == in)
				break;
			if (!runs_through(r, k, a))
				return 0;
		}
		return runs_to(r, in, a);
	case FACT_IF:
		if (in == x + 1)
			return line_all_quiet(r, in, 0, 0);
		return (t->node[x].flags & FACT_PREPROC || runs(r, x + 1, a)) && runs_to(r, in, a);
	case FACT_SWITCH:
		if (in == x + 1)
			return line_all_quiet(r, in, 0, 0);
		FACT_EACH_KID(t, x, c) {
			if (c == in)
				break;
			before = t->node[c].kind != FACT_CASE || t->node[c].flags & FACT_FALLS ? before ? before : c : 0; /* from which it may be come to */
		}
		for (uint32_t i = before; before && i < in; i++)
			if (!line_quiet(r, i))
				return 0;
		return line_all_quiet(r, x + 1, 0, 0) && runs_to(r, fact_find(t, in, FACT_BLOCK), a);
	case FACT_FUNC: case FACT_CLASS: return 0;
	case FACT_TRY: return in == x + 1 ? runs_to(r, in, a) : line_all_quiet(r, x, 0, 0);
	case FACT_ASSIGN: /* c = c + d: it is read before it is written */
		if (!*fact_str(t, x) && line_is_it(r, x + 1) && in != x + 1)
			return line_all_quiet(r, in, 0, 0);
		return line_all_quiet(r, x, 0, 0);
	default: return line_all_quiet(r, x, 0, 0);
	}
}

/* The parameter, of which a function has what it is given until it writes to it. */
static int
as_given(const line_reading *r, line_set *out)
{
	const fact_tree *t = r->l->t;
	uint32_t k, p = fact_param_at(t, r->at->fn, r->name, &k), type = p ? fact_find(t, p, FACT_TYPE) : 0;

	if (!type || t->node[type].flags & FACT_REF)
		return 0;
	line_given(r->l, p, k, r->at, r->depth, out);
	return 1;
}

int
line_last(lines *l, uint32_t read, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_reading r = {l, at, read, t->node[read].str, 0, 0, depth};
	line_set a = {0};
	uint32_t from = 0, x, p;

	if (!at->fn || read < at->fn || read >= t->node[at->fn].end || depth > LINE_DEEP || !line_only_read(&r, read))
		return 0;
	r.alone = line_is_alone(&r);
	for (x = read; x != at->fn; x = p) {
		p = l->up[x];
		if (t->node[x].kind == FACT_FUNC || t->node[x].kind == FACT_CLASS)
			return 0;
		if (t->node[p].kind != FACT_BLOCK)
			continue;
		FACT_EACH_KID(t, p, k) {
			if (k == x)
				break;
			if (line_written_by(&r, k) || (t->node[k].kind == FACT_IF && line_written_by(&r, k + 1)))
				from = k;
		}
		if (from)
			break;
	}
	if (!from && !as_given(&r, &a))
		return 0;
	if (!from && (!(from = fact_find(t, at->fn, FACT_BLOCK)) || !runs_to(&r, from, &a)))
		return 0;
	for (uint32_t k = from; x != at->fn && k < x; k = t->node[k].end)
		if (!runs_through(&r, k, &a))
			return 0;
	if ((x != at->fn && !runs_to(&r, x, &a)) || !a.n)
		return 0;
	line_all(l, out, &a);
	return 1;
}
