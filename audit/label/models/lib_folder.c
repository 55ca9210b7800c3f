/* lib_folder.c - see vm.h: folders of the tree as a program lists them: the modules of
 * a package, files by a pattern. What the tree has there is what there is. */
#include "../vm/vm_impl.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

/* The folder that a value names: a path, or the only element of a list of paths. NULL: not known. */
static const char *
folder_in(vm *m, value v)
{
	v = vm_resolve(m, v, 0);
	if ((is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) && list_len(v.o) == 1)
		v = vm_resolve(m, list_at(v.o, 0), 0);
	return path_is_end(m, v) ? NULL : path_text(m, v);
}

typedef enum { AS_MODULE, AS_NAME, AS_TEXT, AS_PATH } listed_as;

/* Does a pattern ask for files of a kind that is read? Of others the tree may have any when the program runs. */
static int
is_read(const char *pattern)
{
	static const char *const ends[] = {".py", ".yaml", ".yml", ".json", ".toml", ".y*ml", ".ya?ml"};
	const char *dot = strrchr(pattern, '.');

	return dot && AS_AMONG(dot, ends);
}

/* Entries right below the folder. 0: the tree has none. */
static int
list_folder(vm *m, const char *folder, const char *pattern, const char *prefix, listed_as how, uint32_t node, value *out)
{
	obj *l = list_of(m, O_LIST, node), *info = named_class(m, "ModuleInfo", node);
	size_t n = strlen(folder);
	map seen = {0};
	int found = 0;

	if (pattern && !is_read(pattern)) {
		*out = v_obj(l);
		if ((l->loose = vm_decide(m, vm_idf(m, "files %.100s are there", pattern), node) == 1))
			list_add(m, l, how == AS_PATH ? path_value(m, NULL, 1, node) : v_unk(0));
		return 1;
	}
	while (n > 1 && folder[n - 1] == '/')
		n--;
	if (strcmp(folder, ".") == 0) /* where the program runs, which is not known */
		return 0;
	named_field(info, vm_id(m, "module_finder"));
	named_field(info, vm_id(m, "name"));
	named_field(info, vm_id(m, "ispkg"));
	for (uint32_t i = 0; i < m->p->nfile; i++) {
		const char *path = fact_str(m->t, m->p->file[i]), *rest, *end;
		char name[256], full[1100];
		int deep, python = is_python(m->t, m->p->file[i]);
		cell *c;
		if (n ? strncmp(path, folder, n) != 0 || path[n] != '/' : *path == '/')
			continue;
		rest = path + n + (n > 0);
		end = strchr(rest, '/');
		deep = end != NULL;
		if ((size_t)snprintf(name, sizeof name, "%.*s", (int)(deep ? end - rest : (long)strlen(rest)), rest) >= sizeof name)
			continue;
		found = 1;
		if (how == AS_MODULE) {
			if (deep ? strcmp(end, "/__init__.py") != 0 : !python || strcmp(name, "__init__.py") == 0)
				continue;
			if (!deep)
				name[strlen(name) - 3] = '\0';
		} else if (pattern ? fnmatch(pattern, name, 0) != 0 || deep : 0) {
			continue;
		}
		c = map_get(m, &seen, key_str(vm_id(m, name)), v_none());
		if (c->v.kind != V_UNDEF)
			continue;
		c->v = v_bool(1);
		snprintf(full, sizeof full, "%.*s%s%s", (int)n, folder, n ? "/" : "", name);
		switch (how) {
		case AS_MODULE: {
			obj *o = vm_obj(m, O_INST, info->name, node);
			args a = {.n = 3, .node = node};
			o->cls = info;
			a.v[0] = thing(m, vm_id(m, "importer"), node);
			a.v[1] = v_str(vm_idf(m, "%s%s", prefix, name));
			a.v[2] = v_bool(deep);
			named_fill(m, info, o, &a);
			list_add(m, l, v_obj(o));
			break;
		}
		case AS_NAME: list_add(m, l, v_strc(m, name)); break;
		case AS_TEXT: list_add(m, l, v_strc(m, full)); break;
		case AS_PATH: list_add(m, l, path_value(m, full, 0, node)); break;
		}
	}
	l->loose = (how == AS_NAME || how == AS_PATH) && !pattern; /* other files, too */
	*out = v_obj(l);
	return found;
}

static int
split(const char *pattern, char *folder, size_t n)
{
	const char *slash = strrchr(pattern, '/');

	if (strpbrk(pattern, "*?[") < slash)
		return 0; /* several folders */
	snprintf(folder, n, "%.*s", slash ? (int)(slash - pattern) : 1, slash ? pattern : ".");
	return 1;
}

int
lib_folder(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), prefix;
	const char *s, *slash;
	char folder[600];

	if (strcmp(f, "pkgutil.iter_modules") == 0 || strcmp(f, "pkgutil.walk_packages") == 0) {
		prefix = arg_get(a, 1, "prefix", m);
		if (x.kind == V_UNDEF)
			x = arg_get(a, 99, "path", m);
		return (s = folder_in(m, x)) && list_folder(m, s, NULL, prefix.kind == V_STR && vm_cstr(m, prefix, NULL) ? vm_cstr(m, prefix, NULL) : "", AS_MODULE, a->node, out);
	}
	if (strcmp(f, "os.listdir") == 0)
		return (s = folder_in(m, x)) && list_folder(m, s, NULL, "", AS_NAME, a->node, out);
	if (strcmp(f, "glob.glob") == 0 || strcmp(f, "glob.iglob") == 0) {
		s = folder_in(m, x);
		if (!s || !split(s, folder, sizeof folder))
			return 0;
		slash = strrchr(s, '/');
		return list_folder(m, folder, slash ? slash + 1 : s, "", AS_TEXT, a->node, out);
	}
	return 0;
}

/* path.glob(pattern), path.iterdir() */
int
folder_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);
	const char *s = folder_in(m, self), *pattern = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL;

	if (!s)
		return 0;
	if (strcmp(f, "iterdir") == 0)
		return list_folder(m, s, NULL, "", AS_PATH, a->node, out);
	if (strcmp(f, "glob") == 0 && pattern && !strchr(pattern, '/'))
		return list_folder(m, s, pattern, "", AS_PATH, a->node, out);
	return 0;
}

/* A module's own name with its dots, from the uppermost folder that is a package. */
uint32_t
module_name(vm *m, uint32_t file)
{
	char path[1024];
	const char *s = fact_str(m->t, file);
	size_t n = strlen(s), k;

	if (n >= sizeof path || n < 4)
		return vm_id(m, "module");
	memcpy(path, s, n - 3);
	path[n -= 3] = '\0';
	if (n >= 9 && strcmp(path + n - 9, "/__init__") == 0)
		path[n -= 9] = '\0';
	for (k = n; k > 0; ) {
		char init[1100];
		size_t up = k;
		while (up > 0 && path[up - 1] != '/')
			up--;
		if (up == 0 || snprintf(init, sizeof init, "%.*s/__init__.py", (int)(up - 1), path) < 0 || program_path(m->p, init) == UINT32_MAX) {
			k = up;
			break;
		}
		k = up - 1;
	}
	for (size_t i = k; i < n; i++)
		if (path[i] == '/')
			path[i] = '.';
	return vm_id(m, path + k);
}
