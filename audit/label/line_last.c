/* line_last.c - see line_impl.h: what a variable holds where it is read, by the statements that surely ran before that. All that is
 * written to it in its function (line_write.c) says less where one buffer serves several commands. */
#include "line_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* read: the NAME; alone: nobody but its function can write to what it holds, so that what others do meanwhile does not matter;
 * cases: SWITCHes that are followed, out of which a break leads. */
typedef struct { lines *l; const line_at *at; uint32_t read, name; int alone, cases, depth; } reading;

static int
is_it(const reading *r, uint32_t e)
{
	return r->l->t->node[e].kind == FACT_NAME && r->l->t->node[e].str == r->name;
}

static uint32_t
uncast(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_UN && *fact_str(t, e) == '(' ? e + 1 : e;
}

/* Is what a CALL calls none of the tree's functions? */
static int
is_library(const lines *l, uint32_t call)
{
	uint32_t fn;

	return l->t->node[call + 1].kind != FACT_NAME || line_bodies(l, l->t->node[call + 1].str, &fn, 1) == 0;
}

/* Does what stands around an expression, the variable or what a method of it gives, read its text there and then, and nothing else? */
static int
only_read(const reading *r, uint32_t x)
{
	static const char *const asks[] = {"size", "length", "empty", "find", "rfind", "compare", "substr", "isEmpty", "contains", "startsWith", "endsWith", "find_first_of", "find_last_of",
		"toStdString", "trimmed", "str"};
	static const char *const same[] = {"c_str", "data", "constData", "toUtf8", "toLatin1", "toLocal8Bit"};
	const fact_tree *t = r->l->t;
	uint32_t up = r->l->up[x], q = r->l->up[up], type;

	if (t->node[up].kind == FACT_UN && *fact_str(t, up) == '(')
		return only_read(r, up);
	if (line_asked(r->l, x))
		return 1;
	switch (t->node[up].kind) {
	case FACT_ARG:
		return t->node[q].kind == FACT_CALL && is_library(r->l, q) && (line_writer(r->l, q) ? line_arg(t, q, 0) != x : line_reads(r->l, q));
	case FACT_INDEX: case FACT_DEREF: return x == up + 1 && line_asked(r->l, up);
	case FACT_ATTR:
		if (t->node[q].kind != FACT_CALL || up != q + 1 || (strcmp(fact_str(t, up), "str") == 0 && line_arg(t, q, 0)))
			return 0;
		return AS_AMONG(fact_str(t, up), asks) || (AS_AMONG(fact_str(t, up), same) && only_read(r, q));
	case FACT_BIN:
		return strcmp(fact_str(t, up), "<<") == 0 ? line_leftmost(t, up) != x : strcmp(fact_str(t, up), "+") == 0 && line_is_string(r->l, up, r->at);
	case FACT_DEFAULT:
		type = fact_find(t, q, FACT_TYPE);
		return t->node[q].kind == FACT_DECL && line_is_string(r->l, x, r->at) && type && !(t->node[type].flags & (FACT_REF | FACT_POINTER));
	case FACT_ASSIGN: return x != up + 1 && line_is_string(r->l, x, r->at) && t->node[up + 1].kind == FACT_NAME;
	case FACT_DELETE: case FACT_BLOCK: case FACT_ASSERT: return 1;
	default: return 0;
	}
}

/* Is the variable only read there, or handed to a function of the tree that neither writes to it nor keeps it? */
static int
is_left(const reading *r, uint32_t x)
{
	const fact_tree *t = r->l->t;
	line_writes w = {.name = r->name, .own = 1};
	uint32_t up = r->l->up[x];

	if (only_read(r, x))
		return 1;
	if (t->node[up].kind != FACT_ARG || t->node[r->l->up[up]].kind != FACT_CALL || is_library(r->l, r->l->up[up]) || r->depth >= LINE_DEEP)
		return 0;
	line_collect(r->l, &w, x, r->at, 0, r->depth + 1);
	return !w.lost && !w.escapes && !w.buffer && !w.nothing && !w.joins && w.set.n == 0 && w.more.n == 0;
}

/* Is a variable of the function no name of another's memory, and of a type whose values do nothing by themselves? */
static int
is_plain(const reading *r, uint32_t d)
{
	static const char *const types[] = {"int", "long", "unsigned", "char", "short", "bool", "float", "double", "size_t", "ssize_t", "pid_t", "string", "std.string"};
	const fact_tree *t = r->l->t;
	uint32_t type = d ? fact_find(t, d, FACT_TYPE) : 0;

	return type && !(t->node[type].flags & FACT_REF) && (t->node[type].flags & FACT_POINTER || AS_AMONG(fact_str(t, type), types));
}

/* Does a node change nothing of the variable, and does control come to it from what stands before it alone? */
static int
is_quiet(const reading *r, uint32_t i)
{
	const fact_tree *t = r->l->t;

	switch (t->node[i].kind) {
	case FACT_LABEL: case FACT_ERROR: case FACT_CAPTURE: case FACT_YIELD: case FACT_AWAIT: return 0;
	case FACT_NAME: return !is_it(r, i) || is_left(r, i);
	case FACT_CALL:
		if (strstr(fact_str(t, i + 1), "setjmp"))
			return 0;
		return r->alone || (i < r->read && r->read < t->node[i].end) || (t->node[i + 1].kind == FACT_ATTR && is_it(r, i + 2)) || (line_reads(r->l, i) && is_library(r->l, i));
	case FACT_ASSIGN: return r->alone || (t->node[i + 1].kind == FACT_NAME && is_plain(r, line_declared(r->l, r->at->fn, t->node[i + 1].str)));
	case FACT_DECL: return r->alone || is_plain(r, i);
	case FACT_DELETE: return r->alone;
	default: return 1;
	}
}

/* Are all nodes so, but those from `from` to `to`? */
static int
all_quiet(const reading *r, uint32_t e, uint32_t from, uint32_t to)
{
	for (uint32_t i = e; i < r->l->t->node[e].end; i++)
		if ((i < from || i >= to) && !is_quiet(r, i))
			return 0;
	return 1;
}

/* c[0] = 0 */
static int
empties(const reading *r, uint32_t assign)
{
	const fact_tree *t = r->l->t;
	uint32_t to = assign + 1, value = t->node[to].end;

	return (t->node[to].kind == FACT_DEREF || (t->node[to].kind == FACT_INDEX && strcmp(fact_str(t, t->node[to + 1].end), "0") == 0)) && is_it(r, to + 1) &&
	    t->node[value].kind == FACT_INT && strcmp(fact_str(t, value), "0") == 0;
}

/* sizeof of the variable, which is an array? */
static int
is_size(const reading *r, uint32_t e)
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
ends_it(const reading *r, uint32_t call, const line_by *by)
{
	const fact_tree *t = r->l->t;
	uint32_t n = line_arg(t, call, by->how == LINE_COPIES ? 2 : 1);

	if (n && t->node[n].kind == FACT_INT && strcmp(fact_str(t, n), "0") == 0)
		return 0;
	return strcmp(by->name, "strncpy") != 0 || (n && (t->node[n].kind == FACT_INT || is_size(r, n)));
}

/* The node within a statement or a test, run whenever that is, by which the variable gets another text, whatever it had; 0: none. */
static uint32_t
written_by(const reading *r, uint32_t e)
{
	static const char *const prints[] = {"asprintf", "vasprintf"};
	const fact_tree *t = r->l->t;
	const line_by *by;
	uint32_t def, to;

	switch (t->node[e].kind) {
	case FACT_DECL:
		if (is_it(r, e + 1))
			return t->node[e].flags & (FACT_STATIC | FACT_MACRO) ? 0 : e;
		return (def = fact_find(t, e, FACT_DEFAULT)) ? written_by(r, def + 1) : 0;
	case FACT_ASSIGN:
		if (*fact_str(t, e) || is_it(r, e + 1) || empties(r, e))
			return *fact_str(t, e) ? 0 : e;
		return written_by(r, t->node[e + 1].end);
	case FACT_BIN: return line_asked(r->l, e + 1) ? written_by(r, e + 1) : 0; /* the left of what is compared comes first */
	case FACT_UN: return written_by(r, e + 1);
	case FACT_CALL:
		if ((to = line_arg(t, e, 0)) == 0 || !is_library(r->l, e))
			return 0;
		if ((by = line_writer(r->l, e)))
			return by->how != LINE_ADDS && is_it(r, uncast(t, to)) && ends_it(r, e, by) ? e : 0;
		return AS_AMONG(fact_str(t, e + 1), prints) && line_is(r->l, e + 1, fact_str(t, e + 1)) && t->node[to].kind == FACT_ADDR && is_it(r, to + 1) ? e : 0;
	default: return 0;
	}
}

/* Memory of which the first byte is 0, or not written yet, so that nothing can be put behind it. */
static int
is_empty_memory(const reading *r, uint32_t e)
{
	static const char *const list[] = {"malloc", "calloc", "xmalloc", "xcalloc", "g_malloc", "g_malloc0", "alloca"};
	const fact_tree *t = r->l->t;

	e = uncast(t, e);
	return line_is_memory(r->l, e) && (t->node[e].kind != FACT_CALL || t->node[e].flags & FACT_ARRAY || AS_AMONG(fact_str(t, e + 1), list));
}

/* What a value is that it is set to: nothing of NULL, no letter yet in new memory. */
static void
value_of(const reading *r, uint32_t e, line_set *out)
{
	if (is_empty_memory(r, e))
		line_add(r->l, out, "", 0);
	else
		line_eval(r->l, e, r->at, r->depth + 1, out);
}

static int
declared_as(const reading *r, uint32_t d, line_set *out)
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

/* The text that written_by() found. *from, *to: the nodes that name the variable as what is written to. */
static int
text_written(const reading *r, uint32_t w, uint32_t *from, uint32_t *to, line_set *out)
{
	const fact_tree *t = r->l->t;
	const line_by *by;

	*from = w;
	*to = t->node[w + 1].end;
	if (t->node[w].kind == FACT_DECL)
		return declared_as(r, w, out);
	if (t->node[w].kind == FACT_ASSIGN && !is_it(r, w + 1)) {
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
only_ends(const reading *r, uint32_t e, const line_set *a)
{
	const fact_tree *t = r->l->t;
	uint32_t key = t->node[e].kind == FACT_ASSIGN && !*fact_str(t, e) && t->node[e + 1].kind == FACT_INDEX && is_it(r, e + 2) ? t->node[e + 2].end : 0;
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
goes_on(const reading *r, uint32_t e, const line_set *a, line_set *out)
{
	const fact_tree *t = r->l->t;
	const line_by *by = t->node[e].kind == FACT_CALL && is_library(r->l, e) ? line_writer(r->l, e) : NULL;
	uint32_t to = by && by->how != LINE_ADDS ? line_arg(t, e, 0) : 0;
	long n;

	if (!to || t->node[to].kind != FACT_BIN || strcmp(fact_str(t, to), "+") != 0 || !is_it(r, to + 1) || t->node[t->node[to + 1].end].kind != FACT_INT)
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
runs(const reading *r, uint32_t e, line_set *a)
{
	const fact_tree *t = r->l->t;
	uint32_t w = written_by(r, e), from, to;
	line_set b = {0};

	if (w) {
		reading before = *r; /* what is called for it runs before it is written */
		before.alone = 1;
		if (!text_written(r, w, &from, &to, &b) || !all_quiet(r, e, w, t->node[w].end) || !all_quiet(&before, w, from, to))
			return 0;
		*a = b;
		return 1;
	}
	if (only_ends(r, e, a))
		return 1;
	if (!goes_on(r, e, a, &b) && !line_adds(r->l, e, r->name, r->at, r->depth, &b))
		return all_quiet(r, e, 0, 0);
	if (t->node[e].kind == FACT_BIN) {
		from = line_leftmost(t, e);
		to = from + 1;
		for (uint32_t i = e; i < from; i++)
			if (!is_quiet(r, i))
				return 0;
	} else {
		from = e;
		to = t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_NAME ? t->node[line_arg(t, e, 0)].end : t->node[e + 1].end;
	}
	line_join(r->l, a, &b);
	return all_quiet(r, e, from, to);
}

static int runs_through(reading *r, uint32_t k, line_set *a);

static int
all_run(reading *r, uint32_t block, line_set *a)
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
cases(reading *r, uint32_t sw, line_set *a)
{
	const fact_tree *t = r->l->t;
	line_set out = {0}, in = {0};
	int any = 0;

	if (!all_quiet(r, sw + 1, 0, 0))
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

/* A statement runs. */
static int
runs_through(reading *r, uint32_t k, line_set *a)
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
	case FACT_WHILE: case FACT_FOR: case FACT_TRY: case FACT_WITH: case FACT_FUNC: case FACT_CLASS: case FACT_RETURN: return all_quiet(r, k, 0, 0);
	default: return runs(r, k, a);
	}
}

/* To where the variable is read, within x: as runs_through(), but of what runs before that alone. */
static int
runs_to(reading *r, uint32_t x, line_set *a)
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
			return all_quiet(r, in, 0, 0);
		return (t->node[x].flags & FACT_PREPROC || runs(r, x + 1, a)) && runs_to(r, in, a);
	case FACT_SWITCH:
		if (in == x + 1)
			return all_quiet(r, in, 0, 0);
		FACT_EACH_KID(t, x, c) {
			if (c == in)
				break;
			before = t->node[c].kind != FACT_CASE || t->node[c].flags & FACT_FALLS ? before ? before : c : 0; /* from which it may be come to */
		}
		for (uint32_t i = before; before && i < in; i++)
			if (!is_quiet(r, i))
				return 0;
		return all_quiet(r, x + 1, 0, 0) && runs_to(r, fact_find(t, in, FACT_BLOCK), a);
	case FACT_FUNC: case FACT_CLASS: return 0;
	case FACT_TRY: return in == x + 1 ? runs_to(r, in, a) : all_quiet(r, x, 0, 0);
	case FACT_ASSIGN: /* c = c + d: it is read before it is written */
		if (!*fact_str(t, x) && is_it(r, x + 1) && in != x + 1)
			return all_quiet(r, in, 0, 0);
		return all_quiet(r, x, 0, 0);
	default: return all_quiet(r, x, 0, 0);
	}
}

/* Is all known that is ever written to what a pointer is set to? */
static int
is_known(const reading *r, uint32_t e)
{
	line_set a = {0};

	line_eval(r->l, e, r->at, r->depth + 1, &a);
	return a.n != 1 || strcmp(a.s[0], (const char[]){LINE_HOLE, '\0'}) != 0;
}

/* Is the variable one of its function, which hands it to nobody that may keep it? */
static int
is_alone(const reading *r)
{
	static const char *const changes[] = {"append", "assign", "clear", "str", "push_back", "resize", "reserve", "insert", "erase", "replace"};
	const fact_tree *t = r->l->t;
	uint32_t d = line_declared(r->l, r->at->fn, r->name);
	int through = 0, shared = 0; /* it is written to by that name; it is set to memory that may have others */

	if (!d || (t->node[d].kind == FACT_PARAM && !(fact_find(t, d, FACT_TYPE) && line_is_string(r->l, r->read, r->at) && !(t->node[fact_find(t, d, FACT_TYPE)].flags & FACT_REF))))
		return 0;
	for (uint32_t i = r->l->first[r->name]; i; i = r->l->next[i]) {
		uint32_t up = r->l->up[i], q = r->l->up[up], w, type, value;
		if (t->node[i].kind != FACT_NAME || i < r->at->fn || i >= t->node[r->at->fn].end)
			continue;
		for (uint32_t f = up; f != r->at->fn; f = r->l->up[f])
			if (t->node[f].kind == FACT_FUNC || t->node[f].kind == FACT_CLASS)
				return 0;
		w = up;
		if (t->node[up].kind == FACT_DECL) {
			type = fact_find(t, up, FACT_TYPE);
			if (!type || t->node[type].flags & FACT_REF || t->node[up].flags & FACT_STATIC)
				return 0;
			value = fact_find(t, up, FACT_DEFAULT);
			if (value && t->node[type].flags & FACT_POINTER && !line_is_memory(r->l, value + 1) && t->node[value + 1].kind != FACT_NONE) {
				if (!is_known(r, value + 1))
					return 0;
				shared = 1;
			}
			continue;
		}
		if (is_left(r, i))
			continue;
		if ((t->node[up].kind == FACT_INDEX || t->node[up].kind == FACT_DEREF) && i == up + 1 && t->node[q].kind == FACT_ASSIGN && up == q + 1) {
			through = 1;
			continue;
		}
		if (t->node[up].kind == FACT_ASSIGN && i == up + 1) {
			value = t->node[i].end;
			if (!line_is_string(r->l, i, r->at) && !line_is_memory(r->l, value) && t->node[value].kind != FACT_NONE) {
				if (!is_known(r, value))
					return 0;
				shared = 1;
			}
			continue;
		}
		if (t->node[up].kind == FACT_ATTR && t->node[q].kind == FACT_CALL && up == q + 1 && AS_AMONG(fact_str(t, up), changes) && t->node[r->l->up[q]].kind == FACT_BLOCK)
			continue;
		if (t->node[up].kind == FACT_UN || t->node[up].kind == FACT_ADDR || line_is_end(r->l, up, r->name) ||
		    (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "+") == 0 && t->node[t->node[i].end].kind == FACT_INT))
			w = q;
		if (t->node[w].kind == FACT_ARG && t->node[r->l->up[w]].kind == FACT_CALL && is_library(r->l, r->l->up[w]) && line_arg(t, r->l->up[w], 0) == w + 1 &&
		    (t->node[up].kind == FACT_ADDR ? written_by(r, r->l->up[w]) == r->l->up[w] : line_writer(r->l, r->l->up[w]) != NULL)) {
			through |= t->node[up].kind != FACT_ADDR;
			continue;
		}
		while (t->node[w].kind == FACT_BIN && strcmp(fact_str(t, w), "<<") == 0)
			w = r->l->up[w];
		if (t->node[up].kind == FACT_BIN && strcmp(fact_str(t, up), "<<") == 0 && t->node[w].kind == FACT_BLOCK)
			continue;
		return 0;
	}
	return !(through && shared);
}

/* The parameter, of which a function has what it is given until it writes to it. */
static int
as_given(const reading *r, line_set *out)
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
	reading r = {l, at, read, t->node[read].str, 0, 0, depth};
	line_set a = {0};
	uint32_t from = 0, x, p;

	if (!at->fn || read < at->fn || read >= t->node[at->fn].end || depth > LINE_DEEP || !only_read(&r, read))
		return 0;
	r.alone = is_alone(&r);
	for (x = read; x != at->fn; x = p) {
		p = l->up[x];
		if (t->node[x].kind == FACT_FUNC || t->node[x].kind == FACT_CLASS)
			return 0;
		if (t->node[p].kind != FACT_BLOCK)
			continue;
		FACT_EACH_KID(t, p, k) {
			if (k == x)
				break;
			if (written_by(&r, k) || (t->node[k].kind == FACT_IF && written_by(&r, k + 1)))
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
