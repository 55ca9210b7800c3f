/* line_call.c - see line_impl.h: the text that a call gives: formats, functions of the tree, operands. */
#include "line_impl.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

enum { MOST_BODIES = 4, MOST_CALLS = 500 };

uint32_t
line_bodies(const lines *l, uint32_t name, uint32_t *fn, uint32_t most)
{
	uint32_t lo = name == UINT32_MAX ? l->nfunc : 0, hi = l->nfunc, n = 0; /* lambdas have none */

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (l->func[mid] >> 32 < name)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < l->nfunc && l->func[lo] >> 32 == name; lo++) {
		if (n == most)
			return most + 1;
		fn[n++] = (uint32_t)l->func[lo];
	}
	return n;
}

uint32_t
line_class(const lines *l, uint32_t fn)
{
	const fact_tree *t = l->t;
	const char *s = fact_str(t, fn), *dot = strrchr(s, '.'), *from = dot;

	for (uint32_t i = l->up[fn]; i; i = l->up[i])
		if (t->node[i].kind == FACT_CLASS)
			return t->node[i].str;
	if (!dot)
		return UINT32_MAX;
	while (from > s && from[-1] != '.')
		from--;
	return as_intern_find(&t->text, from, (size_t)(dot - from));
}

/* May what is not of the tree call a function: a method of a class that derives from another, or one that is called by no name? */
static int
is_called_elsewhere(const lines *l, uint32_t fn)
{
	const fact_tree *t = l->t;
	uint32_t of = line_class(l, fn), n = 0;

	if (strcmp(fact_str(t, fn), "main") == 0)
		return 1;
	if (of == UINT32_MAX)
		return strchr(fact_str(t, fn), '.') != NULL;
	if (t->node[fn].flags & (FACT_VIRTUAL | FACT_OVERRIDE) || strstr(as_last_part(fact_str(t, fn)), "operator") || strcmp(t->text.str[fact_last(t, fn)], t->text.str[of]) == 0)
		return 1;
	for (uint32_t i = 0; i < l->nclass; i++)
		if (t->node[l->class[i]].str == of) {
			n++;
			if (fact_find(t, l->class[i], FACT_BASE) || fact_find(t, l->class[i], FACT_TPARAM))
				return 1;
		}
	return n == 0;
}

int
line_calls(const lines *l, uint32_t fn, uint32_t *call, uint32_t most)
{
	const fact_tree *t = l->t;
	uint32_t name = fact_last(t, fn), n = 0, method = line_class(l, fn) != UINT32_MAX;

	if (name == UINT32_MAX || is_called_elsewhere(l, fn))
		return 0;
	for (uint32_t i = l->first[name]; i; i = l->next[i]) {
		uint32_t up = l->up[i];
		if (t->node[up].kind != FACT_CALL || i != up + 1) { /* handed on, to be called elsewhere; a member of that name is another's */
			if (t->node[i].kind == FACT_NAME || method)
				return 0;
			continue;
		}
		if (n == most)
			return 0;
		call[n++] = up;
	}
	return (int)n;
}

/* What all who name a function of C give as operand k. */
static void
callers(lines *l, uint32_t fn, uint32_t k, int depth, line_set *out)
{
	uint32_t call[MOST_CALLS];
	int n = line_calls(l, fn, call, MOST_CALLS);

	for (int i = 0; i < n; i++) {
		line_at at = {NULL, lines_function(l, call[i]), 0};
		line_eval(l, line_arg(l->t, call[i], k), &at, depth + 1, out);
	}
	if (!n)
		line_any(l, out);
}

void
line_given(lines *l, uint32_t param, uint32_t k, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	uint32_t arg, def = fact_find(t, param, FACT_DEFAULT);

	if (t->node[param].flags & (FACT_STAR | FACT_STARSTAR)) {
		line_any(l, out);
	} else if (!at->call) {
		if (def)
			line_eval(l, def + 1, at, depth + 1, out);
		callers(l, at->fn, k, depth, out);
	} else if ((arg = line_arg(t, at->call, k)) || !def) {
		line_eval(l, arg, at->up, depth + 1, out);
	} else {
		line_eval(l, def + 1, at, depth + 1, out);
	}
}

void
line_joined(lines *l, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	uint32_t k = 0, arg;

	FACT_EACH_KID(t, at->fn, p)
		k += t->node[p].kind == FACT_PARAM && !(t->node[p].flags & FACT_STAR);
	line_add(l, out, "", 0);
	if (!at->call) {
		line_any(l, out);
		return;
	}
	for (; (arg = line_arg(t, at->call, k)) && t->node[arg].kind != FACT_NONE; k++) {
		line_set a = {0};
		line_eval(l, arg, at->up, depth + 1, &a);
		line_join(l, out, &a);
	}
}

/* A character: of one that is not known those that a shell takes for more than a letter. */
static void
character(lines *l, uint32_t e, line_set *out)
{
	static const char *const any[] = {"0", ";", "'", "\""};
	const fact_tree *t = l->t;
	long c = e && t->node[e].kind == FACT_INT ? strtol(fact_str(t, e), NULL, 10) : 0;

	if (c >= ' ' && c < 127) {
		line_add(l, out, (const char[]){(char)c}, 1);
		return;
	}
	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		line_add(l, out, any[i], 1);
}

/* One text of a format. */
static void
formatted(lines *l, const char *f, uint32_t call, uint32_t k, int listed, const line_at *at, int depth, line_set *out)
{
	static const char number[] = "diuxXobBfFeEgGaAp";
	line_set cur = {0}, b;
	size_t n;

	line_add(l, &cur, "", 0);
	for (; *f; f += n) {
		int cut = 0, stars = 0;
		b.n = 0;
		if ((n = strcspn(f, "%")) > 0) {
			line_add(l, &b, f, n);
			line_join(l, &cur, &b);
			continue;
		}
		for (n = 1; f[n] && strchr("-+ #0123456789.*hlLqjzt'$", f[n]); n++) {
			cut |= f[n] == '.' || f[n] == '$';
			stars += f[n] == '*';
		}
		if (f[n] == '%') {
			line_add(l, &b, "%", 1);
		} else if (f[n] && strchr(number, f[n])) {
			k += (uint32_t)stars + 1;
			line_add(l, &b, "0", 1);
		} else if (f[n] == 'c') {
			k += (uint32_t)stars;
			character(l, listed || cut ? 0 : line_arg(l->t, call, k), &b);
			k++;
		} else if (f[n] == 's' && !listed && !cut) {
			k += (uint32_t)stars;
			line_eval(l, line_arg(l->t, call, k++), at, depth + 1, &b);
		} else {
			k += (uint32_t)stars + 1;
			line_any(l, &b);
		}
		n += f[n] != '\0';
		line_join(l, &cur, &b);
	}
	line_all(l, out, &cur);
}

void
line_format(lines *l, uint32_t call, uint32_t first, int listed, const line_at *at, int depth, line_set *out)
{
	line_set f = {0};

	line_eval(l, line_arg(l->t, call, first), at, depth + 1, &f);
	if (!f.n)
		line_any(l, out);
	for (uint32_t i = 0; i < f.n; i++)
		formatted(l, f.s[i], call, first + 1, listed, at, depth, out);
}

/* Has a class of that name classes that derive from it? */
static int
is_base(const lines *l, uint32_t class)
{
	const fact_tree *t = l->t;

	for (uint32_t i = 0; i < l->nclass; i++)
		FACT_EACH_KID(t, l->class[i], k)
			if (t->node[k].kind == FACT_BASE)
				for (uint32_t n = k + 1; n < t->node[k].end; n++)
					if (strcmp(as_last_part(fact_str(t, n)), t->text.str[class]) == 0)
						return 1;
	return 0;
}

/* The FUNCs that a plain name calls where a function stands: those of its own class, which nobody puts others in the place of, or all of that name. */
static uint32_t
meant(const lines *l, uint32_t name, uint32_t in, uint32_t *fn)
{
	uint32_t class = in ? line_class(l, in) : UINT32_MAX, n = 0;

	if (class == UINT32_MAX || is_base(l, class))
		return line_bodies(l, name, fn, MOST_BODIES);
	for (uint32_t i = 0; i < l->nfunc && n <= MOST_BODIES; i++)
		if (l->func[i] >> 32 == name && line_class(l, (uint32_t)l->func[i]) == class) {
			if (n < MOST_BODIES)
				fn[n] = (uint32_t)l->func[i];
			n++;
		}
	return n ? n : line_bodies(l, name, fn, MOST_BODIES);
}

/* Does a function give an object of a class of the tree, whose text is what its constructor makes of it? */
static int
gives_object(const lines *l, uint32_t fn)
{
	const fact_tree *t = l->t;
	uint32_t type = fact_find(t, fn, FACT_TYPE);

	for (uint32_t i = 0; type && !(t->node[type].flags & FACT_POINTER) && i < l->nclass; i++)
		if (strcmp(fact_str(t, l->class[i]), as_last_part(fact_str(t, type))) == 0)
			return 1;
	return 0;
}

/* May who calls a function of C++ write to the variable that it returns? */
static int
hands_out(const lines *l, uint32_t fn, uint32_t value)
{
	const fact_tree *t = l->t;
	uint32_t type = fact_find(t, fn, FACT_TYPE);

	if (type)
		return (t->node[type].flags & (FACT_REF | FACT_CONST)) == FACT_REF;
	return t->node[value].kind == FACT_NAME || t->node[value].kind == FACT_ATTR; /* decltype(auto) */
}

/* What the functions of that name return; 0: the tree has none. */
static int
returned(lines *l, uint32_t call, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	uint32_t fn[MOST_BODIES], n = meant(l, t->node[call + 1].str, at->fn, fn);

	if (n == 0)
		return 0;
	if (n > MOST_BODIES || line_declared(l, at->fn, t->node[call + 1].str)) {
		line_any(l, out);
		return 1;
	}
	for (uint32_t i = 0; i < n; i++) {
		line_at in = {at, fn[i], call};
		uint32_t any = 0, format;
		int listed;
		if (!gives_object(l, fn[i]) && line_wraps(l, fn[i], UINT32_MAX, &format, &listed)) {
			line_format(l, call, format, listed, at, depth, out);
			continue;
		}
		for (uint32_t k = fn[i] + 1; k < t->node[fn[i]].end; k++) {
			if (t->node[k].kind == FACT_FUNC) {
				k = t->node[k].end - 1;
			} else if (t->node[k].kind == FACT_ERROR) {
				line_any(l, out);
			} else if (t->node[k].kind == FACT_RETURN && k + 1 < t->node[k].end) {
				any = 1;
				if (hands_out(l, fn[i], k + 1))
					line_any(l, out);
				line_eval(l, k + 1, &in, depth + 1, out);
			}
		}
		if (!any || gives_object(l, fn[i]))
			line_any(l, out);
	}
	return 1;
}

/* The lowest mark %N of a text of Qt; its length in *n. NULL: there is none. */
static const char *
lowest_mark(const char *s, size_t *n)
{
	const char *first = NULL;
	long least = LONG_MAX;

	for (const char *p = s; (p = strchr(p, '%')); p++) {
		size_t k = 1 + (p[1] == 'L'), d = strspn(p + k, "0123456789");
		long v = d ? strtol(p + k, NULL, 10) : 0;
		if (d && d < 3 && v && v < least) {
			least = v;
			first = p;
			*n = k + d;
		}
	}
	return first;
}

/* QString("ls %1").arg(x): in the place of the lowest mark stands x; where more is given, any text in that of as many. */
static void
marked(lines *l, uint32_t call, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set base = {0}, arg = {0}, hole = {0};
	uint32_t count = 0;

	line_any(l, &hole);
	line_eval(l, call + 2, at, depth + 1, &base);
	while (fact_arg(t, call, count))
		count++;
	if (count == 1 && line_arg(t, call, 0))
		line_eval(l, line_arg(t, call, 0), at, depth + 1, &arg);
	if (!arg.n)
		line_any(l, &arg);
	for (uint32_t i = 0; i < base.n; i++) {
		line_set cur = {0};
		line_add(l, &cur, base.s[i], strlen(base.s[i]));
		for (uint32_t k = 0; k < count; k++) {
			line_set next = {0};
			for (uint32_t j = 0; j < cur.n; j++) {
				line_set a = {0}, b = {0};
				size_t n = 0;
				const char *mark = lowest_mark(cur.s[j], &n), *again = mark ? strstr(mark + n, "%") : NULL;
				if (again) /* it may stand there more than once */
					again = memmem(again, strlen(again), mark, n);
				line_add(l, &a, cur.s[j], mark && !again ? (size_t)(mark - cur.s[j]) : strlen(cur.s[j]));
				if (mark && !again) {
					line_join(l, &a, &arg);
					line_add(l, &b, mark + n, strlen(mark + n));
					line_join(l, &a, &b);
				} else if (again) {
					line_any(l, &a);
				}
				line_all(l, &next, &a);
			}
			cur = next;
		}
		line_all(l, out, &cur);
	}
}

/* fmt::format("ls {}", x), std::format() */
static void
braced(lines *l, uint32_t call, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set f = {0};

	line_eval(l, line_arg(t, call, 0), at, depth + 1, &f);
	if (!f.n)
		line_any(l, out);
	for (uint32_t i = 0; i < f.n; i++) {
		line_set cur = {0}, b;
		uint32_t k = 1;
		size_t n;
		line_add(l, &cur, "", 0);
		for (const char *s = f.s[i]; *s; s += n) {
			b.n = 0;
			if ((n = strcspn(s, "{}")) > 0) {
				line_add(l, &b, s, n);
			} else if (s[0] == s[1]) {
				line_add(l, &b, s, 1);
				n = 2;
			} else if (s[0] == '{' && s[1] == '}' && line_arg(t, call, k)) {
				line_eval(l, line_arg(t, call, k++), at, depth + 1, &b);
				n = 2;
			} else { /* in which order they are asked for is not looked at */
				line_any(l, &b);
				n = strcspn(s, "}") + (strchr(s, '}') != NULL);
				k = UINT32_MAX;
			}
			if (!b.n)
				line_any(l, &b);
			line_join(l, &cur, &b);
		}
		line_all(l, out, &cur);
	}
}

/* What libraries of C++ make of a format and its operands. 0: it is none of that. */
static int
by_library(lines *l, uint32_t call, const line_at *at, int depth, line_set *out)
{
	static const char *const of[] = {"fromUtf8", "fromLatin1", "fromLocal8Bit", "fromStdString"};
	const fact_tree *t = l->t;
	uint32_t f = call + 1, fn;
	const char *s = fact_str(t, f), *space = t->node[f].kind == FACT_ATTR && t->node[f + 1].kind == FACT_NAME ? fact_str(t, f + 1) : "";

	if (t->node[f].kind != FACT_ATTR || line_bodies(l, fact_last(t, f), &fn, 1) != 0)
		return 0;
	if (strcmp(s, "format") == 0 && (strcmp(space, "fmt") == 0 || strcmp(space, "std") == 0))
		braced(l, call, at, depth, out);
	else if (strcmp(s, "arg") == 0 && fact_arg(t, call, 0) && line_is_string(l, f + 1, at) == 1)
		marked(l, call, at, depth, out);
	else if (AS_AMONG(s, of) && strcmp(space, "QString") == 0 && line_arg(t, call, 0))
		line_eval(l, line_arg(t, call, 0), at, depth + 1, out);
	else
		return 0;
	return 1;
}

void
line_call(lines *l, uint32_t call, const line_at *at, int depth, line_set *out)
{
	static const char *const same[] = {"strdup", "_strdup", "xstrdup", "g_strdup", "ckd_salloc", "string", "QString", "String", "QByteArray", "QLatin1String", "QStringLiteral",
		"QLatin1StringView", "move", "TEXT", "_TEXT", "_T", "qPrintable", "qUtf8Printable", "string_view", "as_const"};
	static const char *const text[] = {"c_str", "str", "toStdString", "toUtf8", "toLatin1", "toLocal8Bit", "toAscii", "constData", "data", "toString"};
	static const char *const numbers[] = {"to_string"};
	const fact_tree *t = l->t;
	uint32_t f = call + 1;
	const char *s = t->node[f].kind == FACT_NAME || t->node[f].kind == FACT_ATTR ? fact_str(t, f) : "";
	int plain = line_is(l, f, s);

	if (t->node[f].kind == FACT_NAME && returned(l, call, at, depth, out))
		return;
	if (by_library(l, call, at, depth, out))
		return;
	if (plain && AS_AMONG(s, same) && line_arg(t, call, 0) && !line_arg(t, call, 1)) {
		line_eval(l, line_arg(t, call, 0), at, depth + 1, out);
	} else if (plain && AS_AMONG(s, same) && !fact_find(t, call, FACT_ARG)) {
		line_add(l, out, "", 0);
	} else if (plain && AS_AMONG(s, numbers)) {
		line_add(l, out, "0", 1);
	} else if (plain && strcmp(s, "g_strdup_printf") == 0) {
		line_format(l, call, 0, 0, at, depth, out);
	} else if (plain && strcmp(s, "g_strconcat") == 0) {
		line_set a = {0};
		line_add(l, &a, "", 0);
		for (uint32_t k = 0, arg; (arg = line_arg(t, call, k)) && t->node[arg].kind != FACT_NONE; k++) {
			line_set b = {0};
			line_eval(l, arg, at, depth + 1, &b);
			line_join(l, &a, &b);
		}
		line_all(l, out, &a);
	} else if (!plain && AS_AMONG(s, text) && !fact_find(t, call, FACT_ARG)) {
		line_eval(l, f + 1, at, depth + 1, out);
	} else {
		line_any(l, out);
	}
}
