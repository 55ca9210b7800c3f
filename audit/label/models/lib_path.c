/* lib_path.c - see vm.h: paths as programs make them, with os.path and with pathlib. A path
 * that begins at __file__ is one of the tree, and is kept whole; of one that begins
 * with what is not known, its end is kept, which still may name a file. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

static int
is_path(const vm *m, value v)
{
	return thing_is(m, v, "pathlib.Path()");
}

const char *
path_text(vm *m, value v)
{
	v = vm_resolve(m, v, 0);
	if (is_path(m, v))
		v = vm_resolve(m, field_get(m, v.o, "path"), 0);
	return v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;
}

int
path_is_end(vm *m, value v)
{
	return is_path(m, v) && field_get(m, v.o, "end").kind != V_UNDEF;
}

value
path_value(vm *m, const char *path, int end, uint32_t node)
{
	value v = thing(m, vm_id(m, "pathlib.Path()"), node);

	if (path)
		field_set(m, v.o, "path", v_strc(m, path));
	if (end)
		field_set(m, v.o, "end", v_bool(1));
	return v;
}

/* b below a, without the "." and ".." that b begins with where a has parts for them. */
static value
below(vm *m, const char *a, const char *b)
{
	size_t n = strlen(a);

	if (*b == '/')
		return v_strc(m, b);
	while (n > 1 && a[n - 1] == '/')
		n--;
	for (;; b += strspn(b, "/")) {
		size_t k = n;
		if (strncmp(b, "./", 2) == 0 || strcmp(b, ".") == 0) {
			b++;
			continue;
		}
		if (strncmp(b, "../", 3) != 0 && strcmp(b, "..") != 0)
			break;
		while (k > 0 && a[k - 1] != '/')
			k--;
		if (n == 0 || (n - k <= 2 && a[n - 1] == '.')) /* of "." and "..": what is above is not known */
			break;
		n = k > 1 ? k - 1 : k;
		b += 2;
		if (n == 0)
			return v_strc(m, *b == '/' ? b + 1 : ".");
	}
	if (!*b)
		return v_str(vm_idn(m, a, n));
	return v_str(n == 0 ? vm_id(m, b) : vm_idf(m, "%.*s%s%s", (int)n, a, a[n - 1] == '/' ? "" : "/", b));
}

/* The parts joined. *end: their beginning is not known. V_UNDEF: neither is their end. */
static value
joined(vm *m, const value *v, uint32_t n, int *end)
{
	value all = (value){0};
	const char *p;

	*end = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!(p = path_text(m, v[i]))) {
			*end = 1;
			continue; /* a name that is not known in a folder that is: the folder still says which files are meant */
		}
		*end = path_is_end(m, v[i]) || (*end && *p != '/');
		all = all.kind == V_UNDEF || *end ? v_strc(m, p) : below(m, vm_cstr(m, all, NULL), p);
	}
	return all;
}

value
path_below(vm *m, value a, value b, uint32_t node)
{
	value parts[] = {a, b};
	int end;
	value v = joined(m, parts, 2, &end);

	return path_value(m, v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL, end, node);
}

int
path_method(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const same[] = {"open", "read_text", "read_bytes", "resolve", "absolute", "expanduser"};
	value parts[24];
	const char *s;
	int end;

	if (m->c || !is_path(m, self))
		return 0;
	if (AS_AMONG(f, same)) {
		*out = self;
		return 1;
	}
	if (strcmp(f, "joinpath") == 0 && a->n < 23) {
		parts[0] = self;
		memcpy(parts + 1, a->v, a->n * sizeof *parts);
		value v = joined(m, parts, a->n + 1, &end);
		*out = path_value(m, v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL, end, a->node);
		return 1;
	}
	if (strcmp(f, "with_suffix") == 0) {
		*out = self;
		return 1;
	}
	if ((strcmp(f, "as_posix") == 0 || strcmp(f, "__str__") == 0 || strcmp(f, "__fspath__") == 0) && (s = path_text(m, self)) && !path_is_end(m, self)) {
		*out = v_strc(m, s);
		return 1;
	}
	return folder_method(m, f, self, a, out);
}

int
path_attr(vm *m, value self, const char *name, uint32_t node, value *out)
{
	const char *s, *slash, *dot;

	if (m->c || !is_path(m, self) || !(s = path_text(m, self)))
		return 0;
	slash = strrchr(s, '/');
	if (strcmp(name, "parent") == 0) {
		if (!slash && (strcmp(s, ".") == 0 || path_is_end(m, self)))
			return 0; /* what is above is not known */
		*out = path_value(m, slash ? vm_text(m, vm_idn(m, s, (size_t)(slash - s) + (slash == s))) : ".", path_is_end(m, self), node);
		return 1;
	}
	slash = slash ? slash + 1 : s;
	dot = strrchr(slash, '.');
	if (strcmp(name, "name") == 0)
		*out = v_strc(m, slash);
	else if (strcmp(name, "stem") == 0)
		*out = v_str(vm_idn(m, slash, dot && dot > slash ? (size_t)(dot - slash) : strlen(slash)));
	else if (strcmp(name, "suffix") == 0)
		*out = v_strc(m, dot && dot > slash ? dot : "");
	else
		return 0;
	return 1;
}

int
lib_path(vm *m, const char *f, args *a, value *out)
{
	static const char *const same[] = {"os.path.abspath", "os.path.expanduser", "os.path.realpath", "os.path.normpath", "os.fspath"};
	value x = arg_get(a, 0, NULL, m), v;
	const char *s, *slash;
	int end;

	if (vm_is(f, "os.path.join") || vm_is(f, "pathlib.Path") || vm_is(f, "pathlib.PurePath") || AS_AMONG(f, same)) {
		v = joined(m, a->v, a->n, &end);
		if (strncmp(f, "pathlib.", 8) == 0)
			*out = path_value(m, v.kind == V_STR ? vm_cstr(m, v, NULL) : a->n ? NULL : ".", end, a->node);
		else /* of one that is not known a path, too: the end of a path is no text */
			*out = v.kind == V_STR && !end ? v : v.kind == V_STR ? path_value(m, vm_cstr(m, v, NULL), 1, a->node) : v_unk(0);
		return 1;
	}
	if (!(s = path_text(m, x)) || path_is_end(m, x))
		return 0;
	slash = strrchr(s, '/');
	if (vm_is(f, "os.path.dirname")) {
		*out = v_str(slash ? vm_idn(m, s, (size_t)(slash - s)) : vm_id(m, strcmp(s, ".") == 0 ? ".." : "."));
	} else if (vm_is(f, "os.path.basename")) {
		*out = v_strc(m, slash ? slash + 1 : s);
	} else if (vm_is(f, "os.path.splitext")) {
		const char *dot = strrchr(s, '.');
		obj *t = list_of(m, O_TUPLE, a->node);
		if (!dot || strchr(dot, '/'))
			dot = s + strlen(s);
		list_add(m, t, v_str(vm_idn(m, s, (size_t)(dot - s))));
		list_add(m, t, v_strc(m, dot));
		*out = v_obj(t);
	} else {
		return 0;
	}
	return 1;
}
