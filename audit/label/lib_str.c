/* lib_str.c - see vm.h: methods of strings, of Python and of C++. */
#include "vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* A string made from n bytes, following from the label where from did. */
static value
made(vm *m, const char *s, size_t n, value from)
{
	value v = v_str(vm_idn(m, s, n));

	v.flags = from.flags & VF_LABEL;
	return v;
}

static value
truth(int b, value from)
{
	value v = v_bool(b);

	v.flags = from.flags & VF_LABEL;
	return v;
}

static int
starts(const char *s, size_t n, const char *p, size_t k, int end)
{
	return n >= k && memcmp(end ? s + n - k : s, p, k) == 0;
}

/* An affix test of text from outside: a truth with a name, and evidence. */
static value
open_affix(vm *m, value self, const char *f, value arg, int end)
{
	const char *p = arg.kind == V_STR ? vm_cstr(m, arg, NULL) : NULL;
	value v = v_unk(0);

	if (p)
		vm_tested(m, self, end ? T_SUFFIX : T_PREFIX, p, strlen(p));
	if (p && !end && vm_other_option(m, self, p))
		return v_bool(0);
	if (p && is_named(self))
		v.sym = vm_idf(m, "%.200s.%s('%.60s')", vm_text(m, self.sym), f, p);
	v.flags = VF_NUMBER;
	if (p && !end && is_named(self))
		vm_means(m, v.sym, self.sym, arg, 1);
	return v;
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
		list_add(m, l, made(m, part[i], len[i], self));
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
		value whole = made(m, s, n, self), none = made(m, "", 0, self);
		list_add(m, t, right ? none : whole);
		list_add(m, t, none);
		list_add(m, t, right ? whole : none);
	} else {
		list_add(m, t, made(m, s, (size_t)(at - s), self));
		list_add(m, t, made(m, sep, k, self));
		list_add(m, t, made(m, at + k, (size_t)(s + n - at) - k, self));
	}
	return v_obj(t);
}

static value
replace(vm *m, value self, const char *a, const char *b)
{
	char buf[4096];
	size_t n, k = strlen(a), r = strlen(b), o = 0;
	const char *s = vm_cstr(m, self, &n), *end = s + n;

	if (!k)
		return v_unk(0);
	while (s < end) {
		if ((size_t)(end - s) >= k && memcmp(s, a, k) == 0) {
			if (o + r >= sizeof buf)
				return v_unk(0);
			memcpy(buf + o, b, r);
			o += r;
			s += k;
		} else {
			if (o + 1 >= sizeof buf)
				return v_unk(0);
			buf[o++] = *s++;
		}
	}
	return made(m, buf, o, self);
}

/* "{}-{name}".format(...) and "%s-%d" % (...): with known strings and numbers. */
static value
format(vm *m, value self, args *a, int percent)
{
	char buf[2048];
	size_t o = 0;
	const char *s = vm_cstr(m, self, NULL);
	uint32_t next = 0;
	uint8_t fl = 0;
	value tuple = percent && a->n ? vm_resolve(m, a->v[0], 0) : v_none();

	for (; *s && o + 2 < sizeof buf; s++) {
		value v;
		size_t n;
		if (!percent && (*s == '{' || *s == '}')) {
			char id[64];
			size_t k = 0;
			if (s[1] == *s) {
				buf[o++] = *s++;
				continue;
			}
			for (s++; *s && *s != '}' && *s != ':' && *s != '!'; s++)
				if (k < sizeof id - 1)
					id[k++] = *s;
			id[k] = '\0';
			if (*s != '}')
				return v_unk(0);
			char *member = strpbrk(id, ".[");
			if (member && *member == '[')
				return v_unk(0);
			if (member)
				*member++ = '\0';
			v = !*id ? arg_get(a, next++, NULL, m) : isdigit((unsigned char)*id) ? arg_get(a, (uint32_t)atoi(id), NULL, m) : arg_get(a, 99, id, m);
			for (char *end; member; member = end) { /* {0.name} */
				if ((end = strpbrk(member, ".[")))
					*end++ = '\0';
				v = vm_resolve(m, vm_attr(m, v, vm_id(m, member), a->node), a->node);
				if (m->pending)
					return v_unk(0);
			}
		} else if (percent && *s == '%') {
			if (s[1] == '%') {
				buf[o++] = *s++;
				continue;
			}
			s++;
			if (*s != 's' && *s != 'd' && *s != 'r')
				return v_unk(0);
			v = is_obj(tuple, O_TUPLE) ? vm_resolve(m, list_at(tuple.o, next++), 0) : tuple;
		} else {
			buf[o++] = *s;
			continue;
		}
		fl |= v.flags & VF_LABEL;
		if (v.kind == V_INT) {
			o += (size_t)snprintf(buf + o, sizeof buf - o, "%lld", (long long)v.i);
		} else if (v.kind == V_STR && vm_cstr(m, v, &n) && o + n + 2 < sizeof buf) {
			memcpy(buf + o, vm_cstr(m, v, NULL), n);
			o += n;
		} else {
			return v_unk(0);
		}
	}
	value r = v_str(vm_idn(m, buf, o));
	r.flags = fl;
	return r;
}

static int
same_text(const char *f)
{
	static const char *const list[] = {"lower", "upper", "strip", "rstrip", "lstrip", "casefold", "title", "c_str", "data", "encode", "decode",
		"str", "string", "removeprefix", "removesuffix", "replace", "split", "partition", "rpartition", "rsplit", "substr", "expanduser"};

	return AS_AMONG(f, list);
}

static int
on_unknown(vm *m, const char *f, value self, args *a, value *out)
{
	value arg = arg_get(a, 0, NULL, m);

	if (!(self.flags & VF_INPUT))
		return 0;
	if (strcmp(f, "startswith") == 0 || strcmp(f, "starts_with") == 0 || strcmp(f, "endswith") == 0 || strcmp(f, "ends_with") == 0) {
		*out = open_affix(m, self, *f == 's' ? "startswith" : "endswith", arg, *f == 'e');
		if (is_obj(arg, O_TUPLE))
			for (int64_t i = 0; i < list_len(arg.o); i++)
				open_affix(m, self, f, vm_resolve(m, list_at(arg.o, i), 0), *f == 'e');
		return 1;
	}
	if ((strcmp(f, "find") == 0 || strcmp(f, "rfind") == 0 || strcmp(f, "count") == 0 || strcmp(f, "compare") == 0 || strcmp(f, "contains") == 0) && arg.kind == V_STR && vm_cstr(m, arg, NULL)) {
		const char *p = vm_cstr(m, arg, NULL);
		vm_tested(m, self, strcmp(f, "compare") == 0 ? T_EQUAL : T_INSIDE, p, strlen(p));
		*out = v_unk(is_named(self) ? vm_idf(m, "%.200s.%s('%.60s')", vm_text(m, self.sym), f, p) : 0);
		out->flags = VF_NUMBER;
		return 1;
	}
	if (strcmp(f, "split") == 0 || strcmp(f, "rsplit") == 0 || strcmp(f, "partition") == 0 || strcmp(f, "rpartition") == 0) {
		/* parts of the same text; how many is not known */
		obj *t = list_of(m, f[0] == 'p' || f[1] == 'p' ? O_TUPLE : O_LIST, a->node);
		value hyp = v_unk(0);
		if (strstr(f, "split"))
			t->kind = O_LIST;
		if (vm_hyp(m, self))
			lib_str(m, f, v_strc(m, vm_hyp(m, self)), a, &hyp);
		for (int i = 0; i < 3; i++) {
			char name[200];
			value h = is_obj(hyp, O_LIST) || is_obj(hyp, O_TUPLE) ? list_at(hyp.o, i) : v_unk(0);
			snprintf(name, sizeof name, "%.120s.%s(%s%.10s%s)[%d]", vm_name_of(m, self, "text"), f,
			    arg.kind == V_STR ? "'" : "", arg.kind == V_STR && vm_cstr(m, arg, NULL) ? vm_cstr(m, arg, NULL) : "", arg.kind == V_STR ? "'" : "", i);
			list_add(m, t, vm_part(m, self, name, h));
		}
		t->loose = t->kind == O_LIST;
		t->self_flags = t->kind == O_LIST; /* gone through: one will do */
		*out = v_obj(t);
		return 1;
	}
	if (strcmp(f, "substr") == 0 && arg.kind != V_UNDEF && (arg.kind != V_INT || (arg_get(a, 1, NULL, m).kind != V_INT && arg_get(a, 1, NULL, m).kind != V_UNDEF))) {
		char name[150], call[80]; /* a part that is not known */
		fact_unparse(m->t, a->node, call, sizeof call);
		snprintf(name, sizeof name, "%.60s: %s", vm_name_of(m, self, "text"), call);
		*out = vm_part(m, self, name, v_unk(0));
		return 1;
	}
	if (strcmp(f, "substr") == 0 && arg.kind == V_INT) {
		char name[200];
		value len = arg_get(a, 1, NULL, m), hyp = v_unk(0);
		if (vm_hyp(m, self))
			lib_str(m, f, v_strc(m, vm_hyp(m, self)), a, &hyp);
		snprintf(name, sizeof name, len.kind == V_INT ? "%.120s.substr(%lld, %lld)" : "%.120s.substr(%lld)", vm_name_of(m, self, "text"),
		    (long long)arg.i, len.kind == V_INT ? (long long)len.i : 0);
		*out = vm_part(m, self, name, hyp);
		return 1;
	}
	if (same_text(f)) {
		*out = self; /* a part or a spelling of the same text */
		if (strcmp(f, "c_str") != 0 && strcmp(f, "data") != 0 && strcmp(f, "lower") != 0 && strcmp(f, "strip") != 0 && strcmp(f, "decode") != 0)
			out->sym = is_named(self) ? vm_idf(m, "%.200s.%s()", vm_text(m, self.sym), f) : 0;
		return 1;
	}
	if (strcmp(f, "empty") == 0) {
		*out = self;
		out->i = 0;
		out->flags = VF_NUMBER | VF_NOT;
		return 1;
	}
	if (strcmp(f, "size") == 0 || strcmp(f, "length") == 0) {
		*out = v_unk(0);
		out->flags = VF_NUMBER;
		return 1;
	}
	return 0;
}

int
lib_str(vm *m, const char *f, value self, args *a, value *out)
{
	const char *s, *p = NULL;
	value arg;
	size_t n, k = 0;
	char buf[4096];

	if (self.kind == V_UNK && m->c && (strcmp(f, "c_str") == 0 || strcmp(f, "data") == 0 || strcmp(f, "string") == 0 || strcmp(f, "str") == 0) && vm_partial_text(m, self)) {
		*out = self;
		return 1;
	}
	if (self.kind == V_UNK)
		return on_unknown(m, f, self, a, out);
	if (self.kind != V_STR || !(s = vm_cstr(m, self, &n)))
		return 0;
	arg = arg_get(a, 0, NULL, m);
	vm_asks_if(m, self, arg);
	if (arg.kind == V_STR)
		p = vm_cstr(m, arg, &k);
	if (strcmp(f, "startswith") == 0 || strcmp(f, "starts_with") == 0)
		*out = affix(m, self, arg, 0);
	else if (strcmp(f, "endswith") == 0 || strcmp(f, "ends_with") == 0)
		*out = affix(m, self, arg, 1);
	else if (strcmp(f, "lower") == 0 || strcmp(f, "casefold") == 0 || strcmp(f, "upper") == 0 || strcmp(f, "capitalize") == 0 || strcmp(f, "title") == 0) {
		if (n >= sizeof buf)
			return 0;
		for (size_t i = 0; i < n; i++)
			buf[i] = (char)(*f == 'u' || ((*f == 't' || f[2] == 'p') && (i == 0 || (*f == 't' && !isalnum((unsigned char)s[i - 1])))) ? toupper((unsigned char)s[i]) : tolower((unsigned char)s[i]));
		*out = made(m, buf, n, self);
	} else if (strcmp(f, "strip") == 0 || strcmp(f, "lstrip") == 0 || strcmp(f, "rstrip") == 0) {
		const char *set = p ? p : " \t\r\n\f\v", *end = s + n;
		while (*f != 'r' && s < end && strchr(set, *s))
			s++;
		while (*f != 'l' && end > s && strchr(set, end[-1]))
			end--;
		*out = made(m, s, (size_t)(end - s), self);
	} else if (strcmp(f, "split") == 0 || strcmp(f, "rsplit") == 0) {
		value most = arg_get(a, 1, "maxsplit", m);
		if (arg.kind != V_UNDEF && !p && arg.kind != V_NONE)
			return 0;
		*out = split(m, self, p, most.kind == V_INT ? most.i : -1, *f == 'r', a->node);
	} else if (strcmp(f, "splitlines") == 0)
		*out = split(m, self, "\n", -1, 0, a->node);
	else if ((strcmp(f, "partition") == 0 || strcmp(f, "rpartition") == 0) && p)
		*out = partition(m, self, p, *f == 'r', a->node);
	else if (strcmp(f, "removeprefix") == 0 && p)
		*out = starts(s, n, p, k, 0) ? made(m, s + k, n - k, self) : self;
	else if (strcmp(f, "removesuffix") == 0 && p)
		*out = starts(s, n, p, k, 1) ? made(m, s, n - k, self) : self;
	else if (strcmp(f, "replace") == 0 && p) {
		value by = arg_get(a, 1, NULL, m);
		if (m->c || by.kind != V_STR || !vm_cstr(m, by, NULL))
			return 0;
		*out = replace(m, self, p, vm_cstr(m, by, NULL));
	} else if (strcmp(f, "join") == 0) {
		size_t o = 0;
		uint8_t fl = 0;
		if (!is_obj(arg, O_LIST) && !is_obj(arg, O_TUPLE)) {
			*out = v_unk(0);
			return 1;
		}
		for (int64_t i = 0; i < list_len(arg.o); i++) {
			value e = vm_resolve(m, list_at(arg.o, i), 0);
			size_t l;
			if (e.kind != V_STR || !vm_cstr(m, e, &l) || o + l + n + 1 > sizeof buf || arg.o->loose) {
				*out = v_unk(0);
				return 1;
			}
			if (i) {
				memcpy(buf + o, s, n);
				o += n;
			}
			memcpy(buf + o, vm_cstr(m, e, NULL), l);
			o += l;
			fl |= e.flags & VF_LABEL;
		}
		*out = v_str(vm_idn(m, buf, o));
		out->flags = fl;
	} else if (strcmp(f, "format") == 0)
		*out = format(m, self, a, 0);
	else if (strcmp(f, "%") == 0)
		*out = format(m, self, a, 1);
	else if ((strcmp(f, "find") == 0 || strcmp(f, "index") == 0 || strcmp(f, "rfind") == 0) && p) {
		value from = arg_get(a, 1, NULL, m);
		const char *at = NULL, *lo = s, *hi = s + n;
		if (from.kind == V_INT && *f == 'r' && m->c) { /* at or before there */
			hi = from.i >= 0 && (size_t)from.i < n ? s + from.i : hi;
		} else if (from.kind == V_INT) { /* from there on */
			int64_t i = from.i < 0 ? (m->c ? (int64_t)n + 1 : from.i + (int64_t)n) : from.i;
			lo = s + (i < 0 ? 0 : i > (int64_t)n ? (int64_t)n + 1 : i);
		} else if (from.kind != V_UNDEF) {
			*out = v_unk(0);
			out->flags = VF_NUMBER;
			return 1;
		}
		for (const char *q = lo <= s + n ? lo : NULL; q && (q = strstr(q, p)) && q <= hi; q = q < s + n ? q + 1 : NULL) {
			at = q;
			if (*f != 'r')
				break;
		}
		if (!at && *f == 'i') {
			vm_raise(m, "ValueError");
			*out = v_unk(0);
			return 1;
		}
		*out = v_int(at ? at - s : -1);
		out->flags = self.flags & VF_LABEL;
	} else if (strncmp(f, "find_first_", 11) == 0 || strncmp(f, "find_last_", 10) == 0) {
		value from = arg_get(a, 1, NULL, m);
		int last = f[5] == 'l', not = strstr(f, "not") != NULL;
		int64_t at = -1;
		if (!p || (from.kind != V_UNDEF && (from.kind != V_INT || last))) {
			*out = v_unk(0);
			out->flags = VF_NUMBER;
			return 1;
		}
		for (size_t i = from.kind == V_INT && from.i > 0 ? (size_t)from.i : 0; i < n && (last || at < 0); i++)
			if ((memchr(p, s[i], k) != NULL) != not)
				at = (int64_t)i;
		*out = v_int(at);
		out->flags = self.flags & VF_LABEL;
	} else if (strcmp(f, "contains") == 0 && p)
		*out = truth(strstr(s, p) != NULL, self);
	else if (strcmp(f, "count") == 0 && p && k) {
		int64_t c = 0;
		for (const char *q = s; (q = strstr(q, p)); q += k)
			c++;
		*out = v_int(c);
	} else if (strcmp(f, "isdigit") == 0 || strcmp(f, "isnumeric") == 0)
		*out = truth(n > 0 && strspn(s, "0123456789") == n, self);
	else if (strcmp(f, "c_str") == 0 || strcmp(f, "data") == 0 || strcmp(f, "encode") == 0 || strcmp(f, "decode") == 0 || strcmp(f, "string") == 0 || strcmp(f, "str") == 0) {
		*out = self;
		out->sym = 0;
	}
	else if (strcmp(f, "size") == 0 || strcmp(f, "length") == 0 || strcmp(f, "__len__") == 0)
		*out = v_int((int64_t)n);
	else if (strcmp(f, "empty") == 0)
		*out = truth(n == 0, self);
	else if (strcmp(f, "compare") == 0) {
		value b = arg_get(a, 1, NULL, m), c = arg_get(a, 2, NULL, m);
		if (p)
			*out = v_int(strcmp(s, p));
		else if (arg.kind == V_INT && b.kind == V_INT && c.kind == V_STR && vm_cstr(m, c, NULL) && arg.i >= 0 && (size_t)arg.i <= n) {
			value part = made(m, s + arg.i, b.i >= 0 && (size_t)b.i < n - (size_t)arg.i ? (size_t)b.i : n - (size_t)arg.i, self);
			*out = v_int(strcmp(vm_cstr(m, part, NULL), vm_cstr(m, c, NULL)));
		} else
			*out = v_unk(0);
		out->flags |= self.flags & VF_LABEL;
	} else if (strcmp(f, "substr") == 0) {
		value len = arg_get(a, 1, NULL, m);
		if (arg.kind == V_UNDEF)
			*out = self;
		else if (arg.kind != V_INT || arg.i < 0 || (size_t)arg.i > n)
			*out = v_unk(0);
		else {
			size_t rest = n - (size_t)arg.i;
			*out = made(m, s + arg.i, len.kind == V_INT && len.i >= 0 && (size_t)len.i < rest ? (size_t)len.i : rest, self);
		}
	} else if (strcmp(f, "begin") == 0 || strcmp(f, "cbegin") == 0)
		*out = self;
	else if (strcmp(f, "back") == 0 && n)
		*out = made(m, s + n - 1, 1, self);
	else if (strcmp(f, "front") == 0 && n)
		*out = made(m, s, 1, self);
	else if ((strcmp(f, "zfill") == 0 || strcmp(f, "ljust") == 0 || strcmp(f, "rjust") == 0 || strcmp(f, "center") == 0))
		*out = v_unk(0);
	else if (strcmp(f, "has_value") == 0)
		*out = v_bool(1);
	else if (strcmp(f, "value") == 0 || strcmp(f, "get") == 0 || strcmp(f, "value_or") == 0) {
		*out = self;
		out->sym = 0;
	}
	else
		*out = v_unk(0);
	return 1;
}
