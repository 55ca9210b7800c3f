/* lib_re.c - see vm.h: regular expressions of Python's re, and std::regex, on texts
 * that are known, by PCRE2, which means the same by nearly every pattern. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../vm/vm_impl.h"

enum { STEPS = 100000 }; /* of backtracking; then it is not told */

/* The compiled pattern, or NULL. flags: what re.compile or the call was given. */
static pcre2_code *
pattern(vm *m, const char *re, value flags, int whole)
{
	uint32_t how = PCRE2_UTF | PCRE2_UCP;
	int err;
	PCRE2_SIZE at;

	if (whole)
		how |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
	if (is_obj(flags, O_EXT)) {
		const char *name = vm_text(m, flags.o->name);
		if (vm_is(name, "re.I") || vm_is(name, "re.IGNORECASE") || vm_is(name, "std.regex.icase"))
			how |= PCRE2_CASELESS;
		else if (vm_is(name, "re.X") || vm_is(name, "re.VERBOSE"))
			how |= PCRE2_EXTENDED;
		else if (vm_is(name, "re.S") || vm_is(name, "re.DOTALL"))
			how |= PCRE2_DOTALL;
		else if (vm_is(name, "re.M") || vm_is(name, "re.MULTILINE"))
			how |= PCRE2_MULTILINE;
		else if (!vm_is(name, "re.A") && !vm_is(name, "re.ASCII"))
			return NULL;
	} else if (flags.kind != V_UNDEF && !(flags.kind == V_INT && flags.i == 0)) {
		return NULL;
	}
	return pcre2_compile((PCRE2_SPTR)re, PCRE2_ZERO_TERMINATED, how, &err, &at, NULL);
}

/* Matches from `from` on: 1, 0, or -1 if it cannot be told. */
static int
run(const pcre2_code *code, const char *s, size_t from, int anchored, pcre2_match_data *md)
{
	pcre2_match_context *mc = pcre2_match_context_create(NULL);
	int rc = -1;

	if (mc) {
		pcre2_set_match_limit(mc, STEPS);
		rc = pcre2_match(code, (PCRE2_SPTR)s, strlen(s), from, anchored ? PCRE2_ANCHORED : 0, md, mc);
		pcre2_match_context_free(mc);
	}
	return rc > 0 ? 1 : rc == PCRE2_ERROR_NOMATCH ? 0 : -1;
}

static value
group(vm *m, const char *s, const PCRE2_SIZE *at, uint32_t g, uint8_t flags)
{
	value v = v_none();

	if (at[2 * g] != PCRE2_UNSET && at[2 * g + 1] >= at[2 * g]) {
		v = v_str(vm_idn(m, s + at[2 * g], at[2 * g + 1] - at[2 * g]));
		v.flags = flags;
	}
	return v;
}

/* A match of Python: its groups by number and by name. */
static value
match_of(vm *m, const pcre2_code *code, pcre2_match_data *md, const char *s, uint32_t node, uint8_t flags)
{
	value v = thing(m, vm_id(m, "re.match()"), node);
	const PCRE2_SIZE *at = pcre2_get_ovector_pointer(md);
	uint32_t n = pcre2_get_ovector_count(md), names = 0, size = 0;
	PCRE2_SPTR table = NULL;

	for (uint32_t g = 0; g < n; g++)
		map_get(m, &v.o->m, key_int(g), v_int(g))->v = group(m, s, at, g, flags);
	pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &names);
	if (names == 0)
		return v;
	pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &table);
	pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	for (uint32_t i = 0; i < names; i++, table += size) {
		uint32_t g = (uint32_t)table[0] << 8 | table[1];
		if (g < n)
			field_set(m, v.o, (const char *)table + 2, group(m, s, at, g, flags));
	}
	return v;
}

/* mode: m match, f fullmatch, s search. */
static value
matched(vm *m, value re, value s, value flags, int mode, uint32_t node)
{
	const char *p = re.kind == V_STR ? vm_cstr(m, re, NULL) : NULL, *text = s.kind == V_STR ? vm_cstr(m, s, NULL) : NULL;
	pcre2_code *code = p ? pattern(m, p, flags, mode == 'f') : NULL;
	pcre2_match_data *md = code ? pcre2_match_data_create_from_pattern(code, NULL) : NULL;
	value v = v_unk(0);
	int k = -1;

	vm_asks(m, s);
	if (md && text) {
		if ((k = run(code, text, 0, mode == 'm', md)) == 1)
			v = match_of(m, code, md, text, node, s.flags & VF_LABEL);
	} else if (md && s.kind == V_UNK && m->label) {
		vm_evidence(m, s, run(code, vm_text(m, m->label), 0, mode == 'm', md) == 1 ? 50 : 2);
	}
	pcre2_match_data_free(md);
	pcre2_code_free(code);
	if (k == 0)
		v = v_none();
	else if (k < 0) {
		v = thing(m, vm_id(m, "re.match()"), node);
		v.o->loose = 1;
		if (s.kind == V_UNK && s.flags & VF_INPUT)
			v.o->b = s; /* its groups are parts of a text from outside */
	}
	if (v.kind == V_OBJ)
		v.o->self_flags = 1;
	v.flags = s.flags & VF_LABEL;
	return v;
}

/* Adds a replacement, with its \\1 and \\g<name>, to buf. 0: an escape that is not known, or no room. */
static int
expand(const pcre2_code *code, const char *rep, const char *text, const PCRE2_SIZE *at, uint32_t n, char *buf, size_t size, size_t *o)
{
	for (; *rep; rep++) {
		char name[64];
		int g = -1;
		size_t len;
		if (*rep != '\\') {
			if (*o + 1 >= size)
				return 0;
			buf[(*o)++] = *rep;
			continue;
		}
		rep++;
		if (*rep >= '0' && *rep <= '9') {
			g = *rep - '0';
		} else if (rep[0] == 'g' && rep[1] == '<' && (len = strcspn(rep + 2, ">")) < sizeof name && rep[2 + len]) {
			snprintf(name, sizeof name, "%.*s", (int)len, rep + 2);
			g = *name >= '0' && *name <= '9' ? atoi(name) : pcre2_substring_number_from_name(code, (PCRE2_SPTR)name);
			rep += 2 + len;
		}
		if (g < 0 || (uint32_t)g >= n)
			return 0;
		if (at[2 * g] == PCRE2_UNSET)
			continue;
		len = at[2 * g + 1] - at[2 * g];
		if (*o + len >= size)
			return 0;
		memcpy(buf + *o, text + at[2 * g], len);
		*o += len;
	}
	return 1;
}

/* split, findall and sub on known texts; 0 if it cannot be told. */
static int
pieces(vm *m, const char *f, value re, value with, value s, value flags, uint32_t node, value *out)
{
	const char *p = re.kind == V_STR ? vm_cstr(m, re, NULL) : NULL, *text = s.kind == V_STR ? vm_cstr(m, s, NULL) : NULL;
	const char *rep = with.kind == V_STR ? vm_cstr(m, with, NULL) : NULL;
	pcre2_code *code = p && text && (!vm_is(f, "sub") || rep) ? pattern(m, p, flags, 0) : NULL;
	pcre2_match_data *md = code ? pcre2_match_data_create_from_pattern(code, NULL) : NULL;
	obj *l = list_of(m, O_LIST, node);
	char buf[1024];
	size_t from = 0, done = 0, o = 0, len = text ? strlen(text) : 0;
	int k = md ? 1 : -1;

	while (k == 1 && from <= len) {
		const PCRE2_SIZE *at;
		uint32_t n;
		if ((k = run(code, text, from, 0, md)) != 1)
			break;
		at = pcre2_get_ovector_pointer(md);
		n = pcre2_get_ovector_count(md);
		if (at[1] == at[0]) { /* an empty one: not told */
			k = -1;
			break;
		}
		if (vm_is(f, "findall"))
			list_add(m, l, group(m, text, at, n > 1 ? 1 : 0, s.flags & VF_LABEL));
		else if (vm_is(f, "split"))
			list_add(m, l, v_str(vm_idn(m, text + done, at[0] - done)));
		else if (o + at[0] - done < sizeof buf) {
			memcpy(buf + o, text + done, at[0] - done);
			o += at[0] - done;
			if (!expand(code, rep, text, at, n, buf, sizeof buf, &o)) {
				k = -1;
				break;
			}
		}
		if ((n > 1 && vm_is(f, "split")) || (n > 2 && vm_is(f, "findall"))) {
			k = -1;
			break;
		}
		from = done = at[1];
	}
	pcre2_match_data_free(md);
	pcre2_code_free(code);
	if (k < 0)
		return 0;
	if (vm_is(f, "split"))
		list_add(m, l, v_str(vm_idn(m, text + done, len - done)));
	*out = v_obj(l);
	if (vm_is(f, "sub")) {
		if (o + len - done >= sizeof buf)
			return 0;
		memcpy(buf + o, text + done, len - done);
		*out = v_str(vm_idn(m, buf, o + len - done));
		out->flags = s.flags & VF_LABEL;
	}
	return 1;
}

/* Methods of a match. */
static int
on_match(vm *m, const char *f, obj *o, args *a, value *out)
{
	value key = arg_get(a, 0, NULL, m);
	uint64_t id;
	cell *c;

	if (vm_is(f, "group") || vm_is(f, "__getitem__") || vm_is(f, "groupdict") || vm_is(f, "groups")) {
		if (o->loose) {
			*out = o->b.kind ? o->b : v_unk(0);
			if (o->b.kind)
				out->sym = 0;
			return 1;
		}
		if (f[5] == 'd' || f[5] == 's') { /* groupdict(), groups() */
			obj *r = f[5] == 'd' ? vm_obj(m, O_DICT, 0, a->node) : list_of(m, O_TUPLE, a->node);
			for (uint32_t i = 0; i < o->m.n; i++) {
				value k = o->m.slot[i].kv;
				if (f[5] == 'd' && k.kind == V_STR)
					map_get(m, &r->m, o->m.slot[i].key, k)->v = o->m.slot[i].c->v;
				if (f[5] == 's' && k.kind == V_INT && k.i > 0)
					list_add(m, r, o->m.slot[i].c->v);
			}
			*out = v_obj(r);
			return 1;
		}
		if (key.kind == V_UNDEF)
			key = v_int(0);
		*out = key_of(m, key, &id) && (c = map_find(&o->m, id)) ? c->v : v_unk(0);
		if (a->n > 1) { /* group(1, 2) */
			obj *t = list_of(m, O_TUPLE, a->node);
			for (uint32_t i = 0; i < a->n; i++) {
				value k = vm_resolve(m, a->v[i], a->node);
				list_add(m, t, key_of(m, k, &id) && (c = map_find(&o->m, id)) ? c->v : v_unk(0));
			}
			*out = v_obj(t);
		}
		return 1;
	}
	return 0;
}

int
lib_re(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m), z = arg_get(a, 2, NULL, m);

	if (self.kind != V_UNDEF) {
		if (!is_obj(self, O_THING))
			return 0;
		if (vm_is(vm_text(m, self.o->name), "re.match()"))
			return on_match(m, f, self.o, a, out);
		if (!vm_is(vm_text(m, self.o->name), "re.compile()"))
			return 0;
		if (vm_is(f, "match") || vm_is(f, "fullmatch") || vm_is(f, "search")) {
			*out = matched(m, self.o->a, x, self.o->b, *f, a->node);
			return 1;
		}
		if (vm_is(f, "split") || vm_is(f, "findall"))
			return pieces(m, f, self.o->a, (value){0}, x, self.o->b, a->node, out);
		return vm_is(f, "sub") && pieces(m, f, self.o->a, x, y, self.o->b, a->node, out);
	}
	if (strncmp(f, "re.", 3) != 0)
		return 0;
	f += 3;
	if (vm_is(f, "compile")) {
		*out = thing(m, vm_id(m, "re.compile()"), a->node);
		out->o->a = x;
		out->o->b = arg_get(a, 1, "flags", m);
		return 1;
	}
	if (vm_is(f, "match") || vm_is(f, "fullmatch") || vm_is(f, "search")) {
		*out = matched(m, x, y, arg_get(a, 2, "flags", m), *f, a->node);
		return 1;
	}
	if (vm_is(f, "split") || vm_is(f, "findall"))
		return pieces(m, f, x, (value){0}, y, arg_get(a, 9, "flags", m), a->node, out);
	return vm_is(f, "sub") && pieces(m, f, x, y, z, arg_get(a, 9, "flags", m), a->node, out);
}
