/* lib_ctext.c - see vm.h: functions of the C library on texts: compared, searched, copied, read by the line. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "words.h"

static value
number(int64_t n, value a, value b)
{
	value v = v_int(n);

	v.flags = (a.flags | b.flags) & VF_LABEL;
	return v;
}

/* strcmp and its kin: 0 where equal. n < 0: to the end. */
static value
compare(vm *m, value a, value b, int64_t n, int fold, uint32_t node)
{
	const char *s = a.kind == V_STR ? vm_cstr(m, a, NULL) : NULL, *t = b.kind == V_STR ? vm_cstr(m, b, NULL) : NULL;
	value v = v_unk(0), in;

	vm_asks_if(m, a, b);
	vm_asks_if(m, b, a);
	if (s && t) {
		int r = n < 0 ? (fold ? strcasecmp(s, t) : strcmp(s, t)) : fold ? strncasecmp(s, t, (size_t)n) : strncmp(s, t, (size_t)n);
		return number(r, a, b);
	}
	in = s ? b : a;
	if ((s || t) && in.kind == V_UNK) {
		const char *k = s ? s : t;
		int whole = n < 0 || (size_t)n > strlen(k);
		vm_tested(m, in, whole ? T_EQUAL : T_PREFIX, k, whole ? strlen(k) : (size_t)n);
		if (vm_other_option(m, in, k))
			return number(1, a, b);
		if (whole) {
			v = vm_compare(m, "==", in, v_strc(m, k), node);
			if (v.kind == V_BOOL)
				return number(!v.i, a, b);
			v.flags ^= VF_NOT; /* 0 says equal */
			v.flags |= VF_NUMBER;
			return v;
		}
		v.sym = is_named(in) ? vm_idf(m, "%.200s.startswith('%.*s')", vm_text(m, in.sym), (int)n, k) : 0;
		if (is_named(in))
			vm_means(m, v.sym, in.sym, v_strc(m, k), 1);
		v.flags = VF_NUMBER | VF_NOT;
		return v;
	}
	v.flags = VF_NUMBER;
	return v;
}

/* printf into a string: whole, or with parts that are not known. */
static value
print(vm *m, args *a, uint32_t first)
{
	char buf[2048];
	size_t o = 0;
	value f = arg_get(a, first, NULL, m);
	const char *s = f.kind == V_STR ? vm_cstr(m, f, NULL) : NULL;
	uint32_t next = first + 1;
	uint8_t fl = 0;
	int whole = 1;

	if (!s)
		return v_unk(0);
	for (; *s && o + 128 < sizeof buf; s++) {
		value v;
		int wide = 0;
		if (*s != '%') {
			buf[o++] = *s;
			continue;
		}
		if (*++s == '%') {
			buf[o++] = '%';
			continue;
		}
		for (; *s && strchr("0123456789.-+ #hlzjt*", *s); s++)
			if (*s == '*' || *s == '.') /* how much of it */
				return v_unk(0);
			else
				wide |= *s > '0' && *s <= '9';
		if (!*s)
			break;
		v = arg_get(a, next++, NULL, m);
		if (wide && *s == 's')
			return v_unk(0);
		fl |= v.flags & VF_LABEL;
		whole &= (*s == 's' && v.kind == V_STR) || (strchr("dui", *s) && v.kind == V_INT);
		o += vm_partial_put(m, v, buf + o, sizeof buf - o - 64);
	}
	buf[o] = '\0';
	value r = whole ? v_str(vm_idn(m, buf, o)) : vm_partial(m, buf);
	r.flags |= fl;
	return r;
}

/* The text v in room for `size` characters with the end; (value){0}: as much as it needs. */
static value
cut(vm *m, value v, value size)
{
	const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;

	return s && size.kind == V_INT && size.i > 0 && strlen(s) >= (size_t)size.i ? v_str(vm_idn(m, s, (size_t)size.i - 1)) : v;
}

/* Puts v where operand k points, or into the array that it names. */
static void
put(vm *m, args *a, uint32_t k, value v)
{
	value p = k < a->n ? vm_resolve(m, a->v[k], a->node) : v_unk(0);
	cell *c = p.kind == V_REF ? p.r : k < a->n && a->at[k] && a->scope ? vm_place(m, a->scope, a->at[k], 1) : NULL;

	if (c)
		cell_set(m, c, v);
	else if (k < a->n)
		vm_text_opened(m, a->scope, a->at[k]);
}

/* One word after another; of text from outside the first one. */
static value
token(vm *m, value x, const char *sep)
{
	cell *state = map_get(m, &m->shared->m, key_str(vm_id(m, "strtok at")), v_none());
	const char *s;
	size_t n, k;
	value v;

	if (x.kind == V_UNK && x.i) {
		char name[200];
		const char *h = vm_hyp(m, x);
		cell_set(m, state, v_none());
		snprintf(name, sizeof name, "%.120s.split('%.10s')[0]", vm_name_of(m, x, "text"), sep);
		return vm_part(m, x, name, h ? v_str(vm_idn(m, h + strspn(h, sep), strcspn(h + strspn(h, sep), sep))) : v_unk(0));
	}
	if (x.kind == V_NONE || (x.kind == V_INT && x.i == 0))
		x = state->v;
	if (x.kind != V_STR)
		return x.kind == V_NONE ? v_none() : v_unk(0);
	s = vm_cstr(m, x, &n);
	if (!s)
		return v_none();
	k = strspn(s, sep);
	if (!s[k]) {
		cell_set(m, state, v_none());
		return v_none();
	}
	n = strcspn(s + k, sep);
	v = v_str(vm_idn(m, s + k, n));
	v.flags = x.flags & VF_LABEL;
	if (s[k + n])
		x.s.off += (int32_t)(k + n + 1);
	cell_set(m, state, s[k + n] ? x : v_none());
	return v;
}

/* getline(in, item, sep) of a stream over text: the text in `in` is what is left of it.
 * 0 where it is no such text. */
static int
text_line(vm *m, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), sep = arg_get(a, 2, NULL, m), item;
	const char *s, *at = sep.kind == V_STR ? vm_cstr(m, sep, NULL) : "\n";
	size_t n;

	if (!at || !*at || (sep.kind != V_STR && a->n > 2))
		return 0;
	if (x.kind == V_UNK && x.i) { /* of text from outside: its first part */
		char name[200];
		const char *h = vm_hyp(m, x);
		snprintf(name, sizeof name, "%.120s.split('%.10s')[0]", vm_name_of(m, x, "text"), at);
		put(m, a, 1, vm_part(m, x, name, h ? v_str(vm_idn(m, h, strcspn(h, at))) : v_unk(0)));
		put(m, a, 0, v_strc(m, ""));
		*out = v_bool(1);
		return 1;
	}
	if (x.kind != V_STR || !(s = vm_cstr(m, x, &n)))
		return 0;
	*out = v_bool(*s != 0);
	n = strcspn(s, at);
	item = v_str(vm_idn(m, s, n));
	item.flags = x.flags & VF_LABEL;
	if (*s)
		put(m, a, 1, item);
	if (s[n]) {
		x.s.off += (int32_t)n + 1;
		put(m, a, 0, x);
	} else
		put(m, a, 0, v_strc(m, ""));
	return 1;
}

int
lib_ctext(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m), z = arg_get(a, 2, NULL, m);
	const char *s = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL, *t = y.kind == V_STR ? vm_cstr(m, y, NULL) : NULL, *at = NULL;

	if (vm_is(f, "strcmp") || vm_is(f, "strcasecmp") || vm_is(f, "_stricmp") || vm_is(f, "stricmp") || vm_is(f, "strcoll")) {
		*out = compare(m, x, y, -1, !vm_is(f, "strcmp"), a->node);
	} else if (vm_is(f, "strncmp") || vm_is(f, "strncasecmp") || vm_is(f, "memcmp")) {
		int64_t n = z.kind == V_INT ? z.i : vm_is(f, "memcmp") && t ? (int64_t)strlen(t) : -1;
		if (z.kind != V_INT && (n < 0 || (s && vm_is(f, "memcmp")))) { /* as far as a length that is not known: a name up to a colon, say */
			value in = s ? y : x;
			const char *k = s ? s : t;
			vm_asks_if(m, x, y);
			vm_asks_if(m, y, x);
			if (k && in.kind == V_UNK)
				vm_tested(m, in, m->label && strcmp(vm_text(m, m->label), k) == 0 ? T_EQUAL : T_PREFIX, k, strlen(k));
			*out = v_unk(0);
			out->flags = VF_NUMBER;
		} else
			*out = compare(m, x, y, n, vm_is(f, "strncasecmp"), a->node);
	} else if (vm_is(f, "strlen") || vm_is(f, "strnlen")) {
		*out = s ? number((int64_t)strlen(s), x, x) : v_unk(0);
		out->flags |= VF_NUMBER;
	} else if (vm_is(f, "strstr") || vm_is(f, "strcasestr") || vm_is(f, "strchr") || vm_is(f, "strrchr") || vm_is(f, "index") || vm_is(f, "rindex") || vm_is(f, "strpbrk")) {
		vm_asks(m, x);
		if (s && t) {
			at = vm_is(f, "strstr") ? strstr(s, t) : vm_is(f, "strcasestr") ? strcasestr(s, t) : !*t ? s + strlen(s) : vm_is(f, "strpbrk") ? strpbrk(s, t) : f[3] == 'r' || *f == 'r' ? strrchr(s, *t) : strchr(s, *t);
			*out = at ? x : v_none();
			if (at)
				out->s.off += (int32_t)(at - s);
			out->flags = x.flags & VF_LABEL;
		} else if (x.kind == V_UNK && t) {
			const char *h = vm_hyp(m, x);
			char name[200];
			vm_tested(m, x, T_INSIDE, t, strlen(t));
			if (h)
				h = vm_is(f, "strstr") || vm_is(f, "strcasestr") ? strcasestr(h, t) : vm_is(f, "strpbrk") ? strpbrk(h, t) : !*t ? NULL : f[3] == 'r' || *f == 'r' ? strrchr(h, *t) : strchr(h, *t);
			snprintf(name, sizeof name, "%.120s from '%.20s'", vm_name_of(m, x, "text"), t);
			*out = vm_part(m, x, name, h ? v_strc(m, h) : v_unk(0));
		} else
			*out = v_unk(0);
	} else if ((vm_is(f, "strtok") || vm_is(f, "strtok_r")) && t) {
		*out = token(m, x, t);
		if (out->kind == V_STR && s && strlen(vm_cstr(m, *out, NULL)) < strlen(s)) /* it ends there now */
			put(m, a, 0, strncmp(s, vm_cstr(m, *out, NULL), strlen(vm_cstr(m, *out, NULL))) == 0 ? *out : v_unk(0));
	} else if (vm_is(f, "getline") && a->n > 1) {
		return text_line(m, a, out);
	} else if (vm_is(f, "ifstream") && s && a->n <= 2 && vm_text_file(m, s).kind == V_STR) {
		*out = vm_text_file(m, s);
	} else if ((vm_is(f, "istringstream") || vm_is(f, "stringstream")) && a->n == 1) {
		*out = x; /* the text that is left to read */
	} else if (vm_is(f, "strdup") || vm_is(f, "strndup") || vm_is(f, "basename"))
		*out = x;
	else if (vm_is(f, "strcpy") || vm_is(f, "strncpy") || vm_is(f, "strlcpy")) {
		if (z.kind == V_INT && t && vm_is(f, "strncpy") && (size_t)z.i < strlen(t) && z.i >= 0) {
			char buf[2048]; /* what stands behind it stays */
			size_t k = s ? strlen(s) : 0;
			k = k < sizeof buf ? k : 0;
			memcpy(buf, s ? s : "", k);
			k = k > (size_t)z.i ? k : (size_t)z.i;
			y = k < sizeof buf ? v_str(vm_idn(m, memcpy(buf, t, (size_t)z.i), k)) : v_unk(0);
		} else if (z.kind == V_INT && t && vm_is(f, "strlcpy") && z.i > 0 && (size_t)z.i <= strlen(t))
			y = v_str(vm_idn(m, t, (size_t)z.i - 1));
		put(m, a, 0, y);
		*out = y;
	} else if (vm_is(f, "strcat") || vm_is(f, "strncat")) {
		char buf[2048];
		if (s && t && strlen(s) + strlen(t) < sizeof buf && (vm_is(f, "strcat") || (z.kind == V_INT && z.i >= 0))) {
			size_t n = strlen(s), k = vm_is(f, "strncat") && (size_t)z.i < strlen(t) ? (size_t)z.i : strlen(t);
			memcpy(buf, s, n);
			memcpy(buf + n, t, k);
			put(m, a, 0, v_str(vm_idn(m, buf, n + k)));
		} else
			put(m, a, 0, v_unk(0));
		*out = x;
	} else if (vm_is(f, "snprintf") || vm_is(f, "sprintf")) {
		put(m, a, 0, cut(m, print(m, a, f[1] == 'n' ? 2 : 1), f[1] == 'n' ? y : (value){0}));
		*out = v_unk(0);
		out->flags = VF_NUMBER;
	} else if (vm_is(f, "atoi") || vm_is(f, "atol") || vm_is(f, "strtol") || vm_is(f, "strtoul") || vm_is(f, "stoi") || vm_is(f, "atof") || vm_is(f, "strtod") || vm_is(f, "stol") || vm_is(f, "atoll") || vm_is(f, "strtoull")) {
		char *end = NULL;
		int known = z.kind == V_UNDEF || (z.kind == V_INT && z.i >= 0 && z.i <= 36 && z.i != 1); /* the base */
		long long n = s && known ? strtoll(s, &end, z.kind == V_INT ? (int)z.i : 10) : 0;
		if (!known || (end && (vm_is(f, "atof") || vm_is(f, "strtod")) && *end && strchr(".eExXiInN", *end))) {
			*out = v_unk(0);
			out->flags = VF_NUMBER;
			return 1;
		}
		if (s && end == s && *f == 's' && f[2] == 'o') { /* std::stoi says so */
			vm_raise(m, "std.invalid_argument");
			return 1;
		}
		*out = s ? v_int(n) : v_unk(is_named(x) ? vm_idf(m, "int(%.200s)", vm_text(m, x.sym)) : 0);
		if (!s)
			out->flags = VF_NUMBER;
	} else if (vm_is(f, "tolower") || vm_is(f, "toupper")) {
		*out = x;
		if (s && *s) {
			char c = (char)(f[2] == 'l' ? tolower((unsigned char)*s) : toupper((unsigned char)*s));
			*out = v_str(vm_idn(m, &c, 1));
			out->flags = (x.flags & VF_LABEL) | VF_CHAR;
		}
	} else if (vm_is(f, "getenv") || vm_is(f, "secure_getenv")) {
		char text[200];
		if (!s)
			*out = v_unk(0);
		else {
			snprintf(text, sizeof text, "variable %.150s", s);
			*out = vm_input(m, text, a->node);
		}
	} else
		return 0;
	return 1;
}
