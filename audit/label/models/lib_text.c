/* lib_text.c - see vm.h: values that stand in texts of the program itself: JSON, literals of
 * Python, words of a command line. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

enum { DEEPEST = 32 };

typedef struct { const char *s; int bad, depth; uint32_t node; } reader;

static void
space(reader *r)
{
	while (isspace((unsigned char)*r->s))
		r->s++;
}

static value
quoted(vm *m, reader *r)
{
	char buf[2000], q = *r->s++;
	size_t n = 0;

	for (; *r->s && *r->s != q && n < sizeof buf - 1; r->s++) {
		static const char from[] = "nt\"'\\/", to[] = "\n\t\"'\\/";
		const char *k;
		if (*r->s != '\\') {
			buf[n++] = *r->s;
		} else if ((k = strchr(from, *++r->s)) && *r->s) {
			buf[n++] = to[k - from];
		} else {
			r->bad = 1;
			return v_unk(0);
		}
	}
	r->bad |= *r->s != q;
	r->s += *r->s == q;
	return v_str(vm_idn(m, buf, n));
}

static value read_value(vm *m, reader *r);

static value
read_several(vm *m, reader *r, char end)
{
	int pairs = 0, n = 0, comma = 0;
	obj *l = list_of(m, end == ')' ? O_TUPLE : O_LIST, r->node), *d = vm_obj(m, O_DICT, 0, r->node);

	for (r->s++, space(r); !r->bad && *r->s && *r->s != end; n++) {
		value k = read_value(m, r), v;
		uint64_t id;
		space(r);
		if (end == '}' && *r->s == ':') {
			pairs = 1;
			r->s++;
			v = read_value(m, r);
			space(r);
			if (!key_of(m, k, &id))
				r->bad = 1;
			else
				cell_set(m, map_get(m, &d->m, id, k), v);
		} else {
			list_add(m, l, k);
		}
		comma = *r->s == ',';
		r->bad |= !comma && *r->s != end;
		r->s += comma;
		space(r);
	}
	r->bad |= *r->s != end;
	r->s += *r->s == end;
	if (end == ')' && n == 1 && !comma)
		return list_at(l, 0);
	return end == '}' && (pairs || n == 0) ? v_obj(d) : v_obj(l);
}

static value
read_value(vm *m, reader *r)
{
	static const struct { const char *word; int kind; } words[] = {{"True", 1}, {"true", 1}, {"False", 0}, {"false", 0}, {"None", 2}, {"null", 2}};
	value v = v_unk(0);
	char *end;

	space(r);
	if (r->bad || r->depth > DEEPEST) {
		r->bad = 1;
		return v;
	}
	r->depth++;
	if (*r->s == '"' || *r->s == '\'') {
		v = quoted(m, r);
	} else if (*r->s == '{' || *r->s == '[' || *r->s == '(') {
		v = read_several(m, r, *r->s == '{' ? '}' : *r->s == '[' ? ']' : ')');
	} else if (isdigit((unsigned char)*r->s) || *r->s == '-') {
		long long i = strtoll(r->s, &end, 10);
		if (*end == '.' || *end == 'e' || *end == 'E')
			v = (value){.kind = V_FLOAT, .f = strtod(r->s, &end)};
		else
			v = v_int(i);
		r->bad |= end == r->s;
		r->s = end;
	} else {
		r->bad = 1;
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if (strncmp(r->s, words[i].word, strlen(words[i].word)) == 0) {
				r->s += strlen(words[i].word);
				r->bad = 0;
				v = words[i].kind == 2 ? v_none() : v_bool(words[i].kind);
				break;
			}
	}
	r->depth--;
	return v;
}

/* Words as a shell takes them apart. */
static int
words(vm *m, const char *s, uint8_t flags, uint32_t node, value *out)
{
	obj *l = list_of(m, O_LIST, node);
	char buf[1000];

	while (*s) {
		size_t n = 0;
		char q = 0;
		while (isspace((unsigned char)*s))
			s++;
		if (!*s)
			break;
		for (; *s && (q || !isspace((unsigned char)*s)) && n < sizeof buf - 1; s++) {
			if (*s == '\\')
				return 0;
			if (q ? *s == q : *s == '"' || *s == '\'')
				q = q ? 0 : *s;
			else
				buf[n++] = *s;
		}
		if (q || n == sizeof buf - 1)
			return 0;
		value v = v_str(vm_idn(m, buf, n));
		v.flags = flags;
		list_add(m, l, v);
	}
	*out = v_obj(l);
	return 1;
}

int
lib_text(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);
	const char *s = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL;
	reader r = {.s = s, .node = a->node};

	if (!s)
		return 0;
	if (vm_is(f, "shlex.split"))
		return words(m, s, x.flags & VF_LABEL, a->node, out);
	if (vm_is(f, "tomllib.loads") || vm_is(f, "tomli.loads") || vm_is(f, "toml.loads")) { /* what a file of the tree holds */
		for (uint32_t i = 0; i < m->p->nfile; i++) {
			const char *path = fact_str(m->t, m->p->file[i]);
			value text;
			if (!as_ends_with(path, ".toml"))
				continue;
			text = vm_text_of_file(m, path);
			if (text.kind == V_STR && text.s.s == x.s.s && !x.s.off && (*out = vm_data_file(m, path, a->node)).kind)
				return 1;
		}
		return 0;
	}
	if (!vm_is(f, "json.loads") && !vm_is(f, "ast.literal_eval") && !vm_is(f, "yaml.safe_load"))
		return 0;
	space(&r);
	if (*f == 'y' && *r.s != '{' && *r.s != '[')
		return 0;
	*out = read_value(m, &r);
	space(&r);
	return !r.bad && !*r.s;
}
