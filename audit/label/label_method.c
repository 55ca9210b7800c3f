/* label_method.c - methods of texts, and conversions; see text_call() and convert(). */
#include "label_eval_impl.h"

enum { ARGS_MOST = 4, PARTS_MOST = 64 };

/* s.split(sep), into words if sep is NULL. */
static const constant *split(program *p, const char *s, const char *sep) {
	const constant *part[PARTS_MOST];
	uint32_t n = 0;
	for (const char *end; n < PARTS_MOST; s = end + (sep ? strlen(sep) : 0)) {
		if (!sep) s += strspn(s, " \t\n\r");
		end = sep ? strstr(s, sep) : s + strcspn(s, " \t\n\r");
		if (sep || *s) part[n++] = k_str(p, end ? name_n(p, s, (size_t)(end - s)) : s);
		if (!end || (!sep && !*end)) return k_tuple(p, part, n);
	}
	return NULL;
}

/* s.name(a ...); x: the text a[0]. NULL: not to be told. */
static const constant *apply(program *p, const char *name, const char *s, const constant *const *a,
    uint32_t n) {
	const char *x = n && a[0]->kind == K_STR ? a[0]->s : NULL;
	const char *y = n > 1 && a[1]->kind == K_STR ? a[1]->s : NULL, *out = "", *at;
	size_t len = strlen(s), k = x ? strlen(x) : 0, from = 0;
	if (word_in("lower casefold upper", name)) {
		char *low = take(p, len + 1);
		for (size_t i = 0; i < len; i++)
			low[i] = (char)(*name == 'u' ? toupper : tolower)((unsigned char)s[i]);
		return k_str(p, low);
	}
	if (n && !x) return NULL;
	if (word_in("strip lstrip rstrip", name)) {
		const char *set = x ? x : " \t\n\r\f\v";
		if (*name != 'r') from = strspn(s, set);
		while (*name != 'l' && len > from && strchr(set, s[len - 1])) len--;
		return k_str(p, name_n(p, s + from, len - from));
	}
	if (strcmp(name, "split") == 0) return n < 2 && (!n || k) ? split(p, s, x) : NULL;
	if (!x) return NULL;
	if (strcmp(name, "startswith") == 0) return k_bool(p, strncmp(s, x, k) == 0);
	if (strcmp(name, "endswith") == 0) return k_bool(p, as_ends_with(s, x));
	if (!y || !k) return NULL; /* replace */
	for (; (at = strstr(s, x)) != NULL; s = at + k)
		out = name_f(p, "%s%.*s%s", out, (int)(at - s), s, y);
	return k_str(p, name_f(p, "%s%s", out, s));
}

const value *text_call(query q, const expr *call) {
	engine *en = q.en;
	const char *name = call->kid[0]->kind == X_ATTR ? call->kid[0]->s : NULL;
	const constant *out[VALUE_MOST], *a[ARGS_MOST];
	if (!word_in("startswith endswith lower casefold upper strip lstrip rstrip replace split",
	    name))
		return NULL;
	const value *of = val(q, call->kid[0]->kid[0]);
	if (v_objects(of)) return NULL;
	deps d = of->d;
	uint32_t n = call->n - 1;
	bool known = x_npos(call) == n && n <= ARGS_MOST && v_pure(of);
	for (uint32_t i = 0; i < n; i++) {
		const value *v = val(q, call->kid[i + 1]);
		d = d_join(en, d, v->d);
		known = known && v_one(v) && call->kid[i + 1]->kind != X_STAR;
		if (known) a[i] = v_one(v);
	}
	for (uint32_t i = 0; known && i < of->n; i++) {
		out[i] = of->c[i]->kind == K_STR ? apply(en->p, name, of->c[i]->s, a, n) : NULL;
		known = out[i] != NULL;
	}
	if (known) return v_set(en, out, of->n, false, d);
	bool test = word_in("startswith endswith", name);
	return v_top(en, test && of->top ? d_open(d) : d);
}

const value *convert(engine *en, const expr *call, const value *v) {
	const char *name = x_last(call->kid[0]);
	const constant *k = v_one(v), *r = NULL;
	program *p = en->p;
	bool text = k && k->kind == K_STR, tuple = k && k->kind == K_TUPLE;
	bool length = word_in("len", name) && call->kid[0]->kind != X_ATTR;
	if (word_in("vars asdict deepcopy copy sorted reversed cast static_cast namedtuple to_dict "
	    "to_container", name))
		return v;
	if (word_in("bool", name)) return v_truth(v) >= 0 ? v_bool(en, v_truth(v), v->d) : v;
	if (!length && !word_in("str to_string list tuple set frozenset literal_eval loads int "
	    "float", name))
		return NULL;
	if (!k) return length ? v_top(en, d_open(v->d)) : v;
	if (length) r = text ? k_int(p, (long long)strlen(k->s)) : tuple ? k_int(p, k->n) : NULL;
	else if (word_in("str to_string", name)) r = k_str(p, k_text(p, k));
	else if (word_in("list tuple set frozenset", name)) r = tuple ? k : NULL;
	else if (text) r = k_literal(p, k->s);
	else if (k->kind != K_FLOAT) r = k;
	return r ? v_con(en, r, v->d) : v_top(en, v->d);
}
