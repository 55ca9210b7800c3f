/* lib_str.c - see vm.h: methods of strings, of Python and of C++. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

static value
truth(int b, value from)
{
	value v = v_bool(b);

	v.flags = from.flags & VF_LABEL;
	return v;
}

static value
open_number(void)
{
	value v = v_unk(0);

	v.flags = VF_NUMBER;
	return v;
}

static int
starts(const char *s, size_t n, const char *p, size_t k, int end)
{
	return n >= k && memcmp(end ? s + n - k : s, p, k) == 0;
}

static value
affix(vm *m, value self, value arg, int end)
{
	size_t n, k;
	const char *s = vm_cstr(m, self, &n), *p;
	int open = 0;

	if (is_obj(arg, O_TUPLE) || is_obj(arg, O_LIST)) {
		for (int64_t i = 0; i < list_len(arg.o); i++) {
			value e = affix(m, self, vm_resolve(m, list_at(arg.o, i), 0), end);
			if (e.kind == V_BOOL && e.i)
				return e;
			open |= e.kind != V_BOOL;
		}
		return open ? v_unk(0) : truth(0, self);
	}
	if (!s || arg.kind != V_STR || !(p = vm_cstr(m, arg, &k)))
		return v_unk(0);
	return truth(starts(s, n, p, k, end), self);
}

static value
split(vm *m, value self, const char *sep, int64_t most, int from_right, uint32_t node)
{
	size_t n, k = sep ? strlen(sep) : 0;
	const char *s = vm_cstr(m, self, &n), *end = s + n;
	obj *l = list_of(m, O_LIST, node);
	const char *part[64];
	size_t len[64], np = 0;

	if (sep && !k)
		return v_unk(0);
	while (s <= end && np < 64) {
		const char *e;
		if (!sep) {
			while (s < end && isspace((unsigned char)*s))
				s++;
			if (s == end)
				break;
			for (e = s; e < end && !isspace((unsigned char)*e); e++)
				;
		} else if (!from_right && most >= 0 && (int64_t)np >= most) {
			e = end;
		} else if (!(e = memmem(s, (size_t)(end - s), sep, k))) {
			e = end;
		}
		part[np] = s;
		len[np++] = (size_t)(e - s);
		s = e + (sep ? k : 0);
		if (e == end)
			break;
	}
	if (from_right && most >= 0)
		while ((int64_t)np > most + 1) { /* join the first ones again */
			len[0] = (size_t)(part[1] + len[1] - part[0]);
			for (size_t i = 1; i + 1 < np; i++) {
				part[i] = part[i + 1];
				len[i] = len[i + 1];
			}
			np--;
		}
	for (size_t i = 0; i < np; i++)
		list_add(m, l, str_made(m, part[i], len[i], self));
	return v_obj(l);
}

static value
partition(vm *m, value self, const char *sep, int right, uint32_t node)
{
	size_t n, k = strlen(sep);
	const char *s = vm_cstr(m, self, &n), *at = NULL;
	obj *t = list_of(m, O_TUPLE, node);

	for (const char *p = s; k && (p = memmem(p, (size_t)(s + n - p), sep, k)); p++) {
		at = p;
		if (!right)
			break;
	}
	if (!at) {
		value whole = str_made(m, s, n, self), none = str_made(m, "", 0, self);
		list_add(m, t, right ? none : whole);
		list_add(m, t, none);
		list_add(m, t, right ? whole : none);
	} else {
		list_add(m, t, str_made(m, s, (size_t)(at - s), self));
		list_add(m, t, str_made(m, sep, k, self));
		list_add(m, t, str_made(m, at + k, (size_t)(s + n - at) - k, self));
	}
	return v_obj(t);
}

/* lower(), upper(), capitalize() and title() */
static int
spelt(vm *m, const char *f, value self, value *out)
{
	char buf[4096];
	size_t n;
	const char *s = vm_cstr(m, self, &n);
	int upper = *f == 'u', title = *f == 't', first = title || f[2] == 'p';

	if (n >= sizeof buf)
		return 0;
	for (size_t i = 0; i < n; i++) {
		int begins = i == 0 || (title && !isalnum((unsigned char)s[i - 1]));
		buf[i] = (char)(upper || (first && begins) ? toupper((unsigned char)s[i]) : tolower((unsigned char)s[i]));
	}
	*out = str_made(m, buf, n, self);
	return 1;
}

static value
stripped(vm *m, const char *f, value self, const char *set)
{
	size_t n;
	const char *s = vm_cstr(m, self, &n), *end = s + n;

	set = set ? set : " \t\r\n\f\v";
	while (*f != 'r' && s < end && strchr(set, *s))
		s++;
	while (*f != 'l' && end > s && strchr(set, end[-1]))
		end--;
	return str_made(m, s, (size_t)(end - s), self);
}

/* find(p, from), rfind() and index() */
static value
found(vm *m, const char *f, value self, const char *p, value from)
{
	size_t n;
	const char *s = vm_cstr(m, self, &n), *at = NULL, *lo = s, *hi = s + n;

	if (from.kind == V_INT && *f == 'r' && m->c) { /* at or before there */
		hi = from.i >= 0 && (size_t)from.i < n ? s + from.i : hi;
	} else if (from.kind == V_INT) { /* from there on */
		int64_t i = from.i < 0 ? (m->c ? (int64_t)n + 1 : from.i + (int64_t)n) : from.i;
		lo = s + (i < 0 ? 0 : i > (int64_t)n ? (int64_t)n + 1 : i);
	} else if (from.kind != V_UNDEF) {
		return open_number();
	}
	for (const char *q = lo <= s + n ? lo : NULL; q && (q = strstr(q, p)) && q <= hi; q = q < s + n ? q + 1 : NULL) {
		at = q;
		if (*f != 'r')
			break;
	}
	if (!at && *f == 'i') {
		vm_raise(m, "ValueError");
		return v_unk(0);
	}
	from = v_int(at ? at - s : -1);
	from.flags = self.flags & VF_LABEL;
	return from;
}

/* find_first_of(set, from), find_last_not_of(set) and their kin; set has k letters. */
static value
found_of(vm *m, const char *f, value self, const char *set, size_t k, value from)
{
	size_t n;
	const char *s = vm_cstr(m, self, &n);
	int last = f[5] == 'l', not = strstr(f, "not") != NULL;
	int64_t at = -1;

	if (!set || (from.kind != V_UNDEF && (from.kind != V_INT || last)))
		return open_number();
	for (size_t i = from.kind == V_INT && from.i > 0 ? (size_t)from.i : 0; i < n && (last || at < 0); i++)
		if ((memchr(set, s[i], k) != NULL) != not)
			at = (int64_t)i;
	from = v_int(at);
	from.flags = self.flags & VF_LABEL;
	return from;
}

/* substr(from, length) */
static value
part_of(vm *m, value self, value from, value len)
{
	size_t n, rest;
	const char *s = vm_cstr(m, self, &n);

	if (from.kind != V_INT || from.i < 0 || (size_t)from.i > n)
		return v_unk(0);
	rest = n - (size_t)from.i;
	return str_made(m, s + from.i, len.kind == V_INT && len.i >= 0 && (size_t)len.i < rest ? (size_t)len.i : rest, self);
}

/* compare(s), compare(from, length, s) */
static value
compared(vm *m, value self, value arg, args *a)
{
	const char *s = vm_cstr(m, self, NULL), *p = arg.kind == V_STR ? vm_cstr(m, arg, NULL) : NULL;
	value len = arg_get(a, 1, NULL, m), with = arg_get(a, 2, NULL, m), v = v_unk(0), part = v;

	if (p)
		v = v_int(strcmp(s, p));
	else if (len.kind == V_INT && with.kind == V_STR && vm_cstr(m, with, NULL) && (part = part_of(m, self, arg, len)).kind == V_STR)
		v = v_int(strcmp(vm_cstr(m, part, NULL), vm_cstr(m, with, NULL)));
	v.flags |= self.flags & VF_LABEL;
	return v;
}

/* How often p, k letters, stands in s. */
static int64_t
times(const char *s, const char *p, size_t k)
{
	int64_t n = 0;

	for (; (s = strstr(s, p)); s += k)
		n++;
	return n;
}

/* Methods that give the text itself. */
static int
is_text_itself(const char *f)
{
	static const char *const list[] = {"c_str", "data", "encode", "decode", "string", "str", "value", "get", "value_or"};

	return AS_AMONG(f, list);
}

static int
ascii(const char *s)
{
	while (*s > 0)
		s++;
	return !*s;
}

int
lib_str(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const cases[] = {"lower", "casefold", "upper", "capitalize", "title"};
	static const char *const ranged[] = {"startswith", "endswith", "count", "rfind"}, *const from[] = {"find", "index"};
	const char *s, *p = NULL;
	value arg;
	size_t n, k = 0;

	if (self.kind == V_UNK && m->c && (vm_is(f, "c_str") || vm_is(f, "data") || vm_is(f, "string") || vm_is(f, "str")) && vm_partial_text(m, self)) {
		*out = self;
		return 1;
	}
	if (self.kind == V_UNK)
		return str_open(m, f, self, a, out);
	if (self.kind != V_STR || !(s = vm_cstr(m, self, &n)))
		return 0;
	arg = arg_get(a, 0, NULL, m);
	vm_asks_if(m, self, arg);
	if (arg.kind == V_STR)
		p = vm_cstr(m, arg, &k);
	if (!m->c && ((a->n > 1 && AS_AMONG(f, ranged)) || (a->n > 2 && AS_AMONG(f, from)))) /* within a part of it */
		*out = v_unk(0);
	else if (vm_is(f, "startswith") || vm_is(f, "starts_with"))
		*out = affix(m, self, arg, 0);
	else if (vm_is(f, "endswith") || vm_is(f, "ends_with"))
		*out = affix(m, self, arg, 1);
	else if (AS_AMONG(f, cases))
		return spelt(m, f, self, out);
	else if (vm_is(f, "strip") || vm_is(f, "lstrip") || vm_is(f, "rstrip"))
		*out = stripped(m, f, self, p);
	else if (vm_is(f, "split") || vm_is(f, "rsplit")) {
		value most = arg_get(a, 1, "maxsplit", m);
		if (arg.kind != V_UNDEF && !p && arg.kind != V_NONE)
			return 0;
		*out = split(m, self, p, most.kind == V_INT ? most.i : -1, *f == 'r', a->node);
	} else if (vm_is(f, "splitlines"))
		*out = split(m, self, "\n", -1, 0, a->node);
	else if ((vm_is(f, "partition") || vm_is(f, "rpartition")) && p)
		*out = partition(m, self, p, *f == 'r', a->node);
	else if (vm_is(f, "removeprefix") && p)
		*out = starts(s, n, p, k, 0) ? str_made(m, s + k, n - k, self) : self;
	else if (vm_is(f, "removesuffix") && p)
		*out = starts(s, n, p, k, 1) ? str_made(m, s, n - k, self) : self;
	else if (vm_is(f, "replace") && p) {
		value by = arg_get(a, 1, NULL, m);
		if (m->c || by.kind != V_STR || !vm_cstr(m, by, NULL))
			return 0;
		*out = str_replace(m, self, p, vm_cstr(m, by, NULL));
	} else if (vm_is(f, "join"))
		*out = str_join(m, self, arg);
	else if (vm_is(f, "format") || vm_is(f, "%"))
		*out = str_format(m, self, a, *f == '%');
	else if ((vm_is(f, "find") || vm_is(f, "index") || vm_is(f, "rfind")) && p)
		*out = found(m, f, self, p, arg_get(a, 1, NULL, m));
	else if (strncmp(f, "find_first_", 11) == 0 || strncmp(f, "find_last_", 10) == 0)
		*out = found_of(m, f, self, p, k, arg_get(a, 1, NULL, m));
	else if (vm_is(f, "contains") && p)
		*out = truth(strstr(s, p) != NULL, self);
	else if (vm_is(f, "count") && p && k)
		*out = v_int(times(s, p, k));
	else if (vm_is(f, "isdigit") || vm_is(f, "isnumeric"))
		*out = truth(n > 0 && strspn(s, "0123456789") == n, self);
	else if (vm_is(f, "isidentifier") && !m->c && ascii(s))
		*out = truth(n > 0 && !(*s >= '0' && *s <= '9') && strspn(s, "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == n, self);
	else if (is_text_itself(f)) {
		*out = self;
		out->sym = 0;
	} else if (vm_is(f, "size") || vm_is(f, "length") || vm_is(f, "__len__"))
		*out = v_int((int64_t)n);
	else if (vm_is(f, "empty"))
		*out = truth(n == 0, self);
	else if (vm_is(f, "compare"))
		*out = compared(m, self, arg, a);
	else if (vm_is(f, "substr"))
		*out = arg.kind == V_UNDEF ? self : part_of(m, self, arg, arg_get(a, 1, NULL, m));
	else if (vm_is(f, "begin") || vm_is(f, "cbegin"))
		*out = self;
	else if (vm_is(f, "back") && n)
		*out = str_made(m, s + n - 1, 1, self);
	else if (vm_is(f, "front") && n)
		*out = str_made(m, s, 1, self);
	else if (vm_is(f, "has_value"))
		*out = v_bool(1);
	else
		*out = v_unk(0);
	return 1;
}
