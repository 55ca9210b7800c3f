/* str_join.c - see vm.h: texts that are put together. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

value
str_made(vm *m, const char *s, size_t n, value from)
{
	value v = v_str(vm_idn(m, s, n));

	v.flags = from.flags & VF_LABEL;
	return v;
}

value
str_join(vm *m, value self, value of)
{
	char buf[4096];
	size_t n, l, o = 0;
	const char *s = vm_cstr(m, self, &n);
	uint8_t label = 0;
	value r;

	if ((!is_obj(of, O_LIST) && !is_obj(of, O_TUPLE)) || (of.o->loose && list_len(of.o)))
		return v_unk(0);
	for (int64_t i = 0; i < list_len(of.o); i++) {
		value e = vm_resolve(m, list_at(of.o, i), 0);
		if (e.kind != V_STR || !vm_cstr(m, e, &l) || o + l + n + 1 > sizeof buf)
			return v_unk(0);
		if (i) {
			memcpy(buf + o, s, n);
			o += n;
		}
		memcpy(buf + o, vm_cstr(m, e, NULL), l);
		o += l;
		label |= e.flags & VF_LABEL;
	}
	r = v_str(vm_idn(m, buf, o));
	r.flags = label;
	return r;
}

value
str_replace(vm *m, value self, const char *a, const char *b)
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
	return str_made(m, buf, o, self);
}

value
str_format(vm *m, value self, args *a, int percent)
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
