/* cone_import.c - see cone_impl.h: what an import of Python brings in. A module of the tree
 * leads to its file; a library that is no secret, and one of others that the project
 * does without or says that it needs, hides nothing; every other one may. */
#include "cone_command.h"
#include "cone_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

int
cone_library(const char *module)
{
	char first[200];
	size_t n = strcspn(module, ".");

	if (n + 2 > sizeof first)
		return 0;
	memcpy(first, module, n);
	strcpy(first + n, ".");
	return is_known(first, 0);
}

/* Are several files of the tree called like a module, of which any may be meant: a package for each Python, a helper beside each test? A library that is
 * needed may be meant where none of them is a package. */
static int
has_twins(const cone *c, const char *module)
{
	const char *last = as_last_part(module);
	int package = strchr(module, '.') != NULL;
	uint32_t i = 0, f, n = 0;

	if (*module == '.' || strlen(module) > 900 || as_intern_find(&c->twice, last, strlen(last)) == UINT32_MAX || is_standard(module) || cone_library(module))
		return 0;
	while ((f = program_called(c->p, module, &i)) != UINT32_MAX) {
		package |= strcmp(as_base_name(fact_str(c->t, f)), "__init__.py") == 0;
		n++;
	}
	return n > 1 && (package || !cone_needed(c, module));
}

uint32_t
cone_module(const cone *c, const char *module, uint32_t file, uint32_t *i)
{
	uint32_t f = program_module(c->p, module, file);

	if (f == UINT32_MAX)
		return *i || has_twins(c, module) ? program_called(c->p, module, i) : UINT32_MAX;
	return (*i)++ ? UINT32_MAX : f;
}

int
cone_foreign(const cone *c, const char *module, uint32_t file)
{
	uint32_t i = 0;

	return cone_module(c, module, file, &i) == UINT32_MAX;
}

int
cone_load(cone *c, uint32_t u, const char *module)
{
	uint32_t f, i = 0;
	int found = 0;

	while ((f = cone_module(c, module, c->p->file[c->unit[u].file], &i)) != UINT32_MAX) {
		cone_edge(c, u, VX_FILE | program_file_number(c->p, f));
		found = 1;
	}
	return found;
}

int
cone_c_import(cone *c, uint32_t u, const char *module)
{
	static const char *const plain[] = {"abc", "array", "binascii", "bz2", "cmath", "codecs", "collections", "collections.abc", "contextlib", "copy", "copyreg", "dataclasses", "datetime", "decimal",
		"enum", "errno", "fractions", "functools", "gzip", "hashlib", "io", "ipaddress", "itertools", "json", "locale", "lzma", "math", "numbers", "random", "re", "string", "struct", "textwrap",
		"time", "traceback", "types", "typing", "unicodedata", "uuid", "warnings", "weakref", "zlib", "zoneinfo", "numpy", "numpy.core", "numpy.core.multiarray", "numpy.core.umath"};
	char name[200];
	uint32_t id = snprintf(name, sizeof name, "PyInit_%s", as_last_part(module)) < (int)sizeof name ? as_intern_find(&c->t->text, name, strlen(name)) : UINT32_MAX;

	cone_module_stands(c, module);
	if (cone_load(c, u, module) || AS_AMONG(module, plain))
		return 1;
	if (id >= c->nname || !cone_has_function(c, id))
		return 0;
	cone_names(c, u, id);
	return 1;
}

/* Marks the words of text. */
static void
mark_words(cone *c, const char *s, uint16_t bit)
{
	for (size_t n; *s; s += n ? n : 1) {
		uint32_t id = (n = cone_word(s)) ? as_intern_find(&c->t->text, s, n) : UINT32_MAX;
		if (id < c->nname)
			c->name[id] |= bit;
	}
}

/* Is that what a function is called which imports a module that it is told, as __import__ and pytest.importorskip do? */
static int
imports(const fact_tree *t, uint32_t callee)
{
	return (t->node[callee].kind == FACT_NAME || t->node[callee].kind == FACT_ATTR) && (strstr(fact_str(t, callee), "import") || strstr(fact_str(t, callee), "load_module"));
}

/* Is a function that imports told by more than text that stands there, or handed on? */
static int
imports_any(const fact_tree *t)
{
	for (uint32_t i = 1; i + 1 < t->n; i++) {
		uint32_t e = t->node[i].kind == FACT_CALL && imports(t, i + 1) ? fact_arg(t, i, 0) : 0;
		if ((e && t->node[e].kind != FACT_STR) || (t->node[i - 1].kind != FACT_CALL && t->node[i - 1].kind != FACT_ALIAS && t->node[i].kind == FACT_NAME && imports(t, i)))
			return 1;
	}
	return 0;
}

/* sys.modules, of which it does not stand there which is taken: m = sys.modules, sys.modules[x]. The own one is no library. */
static int
any_of_modules(const fact_tree *t, uint32_t i)
{
	static const char *const own[] = {"__name__", "__module__", "__package__"};
	uint32_t up, key = 0;

	if (t->node[i].kind == FACT_ALIAS && strcmp(fact_str(t, i), "modules") == 0)
		return t->node[command_around(t, i)].kind == FACT_FROM && strcmp(fact_str(t, command_around(t, i)), "sys") == 0;
	if (t->node[i].kind != FACT_ATTR || strcmp(fact_str(t, i), "modules") != 0 || t->node[i + 1].kind != FACT_NAME || !strstr(fact_str(t, i + 1), "sys"))
		return 0;
	up = command_around(t, i);
	if (t->node[up].kind == FACT_BIN || t->node[up].kind == FACT_FOR) /* "os" in sys.modules: no module, but whether there is one */
		return 0;
	if (t->node[up].kind == FACT_ATTR && t->node[up - 1].kind == FACT_CALL) /* sys.modules.get("os") */
		key = fact_arg(t, up - 1, 0);
	else if (t->node[up].kind == FACT_INDEX && i == up + 1)
		key = t->node[i].end;
	return !key || (t->node[key].kind != FACT_STR && !AS_AMONG(fact_str(t, key), own));
}

/* Is a member read of what is not the object itself, and not called: webbrowser.subprocess, which is the module that it has imported? */
static int
may_hold_module(const fact_tree *t, uint32_t i)
{
	static const char *const self[] = {"self", "cls"};
	int before = t->node[i - 1].kind;

	return t->node[i].kind == FACT_ATTR && before != FACT_CALL && before != FACT_ASSIGN && !(t->node[i + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, i + 1), self));
}

/* Is a text the key of something, or told to a function that looks for what it names: getattr(x, "os"), vars(x)["os"], locate("os")? */
static int
looks_up(const fact_tree *t, uint32_t i)
{
	static const char *const by[] = {"getattr", "get", "pop", "setdefault", "attrgetter", "resolve_name", "locate", "__getattribute__", "__getitem__"};
	uint32_t call = i;

	if (t->node[i].kind != FACT_STR)
		return 0;
	while (call > 0 && t->node[call].kind != FACT_BLOCK && !((t->node[call].kind == FACT_CALL || t->node[call].kind == FACT_INDEX) && t->node[call].end > i))
		call--;
	if (t->node[call].kind == FACT_INDEX)
		return t->node[call + 1].end == i;
	return t->node[call].kind == FACT_CALL && AS_AMONG(fact_str(t, call + 1), by);
}

/* Which names may be those of modules: parts of what is imported, of text that is handed to what imports it or looks for it, or run, and members that another may
 * have of one; where the name of a module is more than text that stands there, those of all text, or any. */
static void
mark_modules(cone *c)
{
	const fact_tree *t = c->t;
	int any = imports_any(t), every = 0;

	for (uint32_t i = 0; i + 1 < t->n; i++) {
		int kind = t->node[i].kind;
		uint32_t value = kind == FACT_ASSIGN ? t->node[i + 1].end : 0;
		const char *s = fact_str(t, i);
		if ((kind == FACT_STR && (any || strstr(s, "import") || looks_up(t, i))) || (i && may_hold_module(t, i)))
			mark_words(c, s, NAME_MODULE);
		if (kind == FACT_IMPORT || kind == FACT_FROM || (kind == FACT_CALL && imports(t, i + 1)) || (kind == FACT_INDEX && strcmp(fact_str(t, i + 1), "modules") == 0))
			for (uint32_t k = i; k < t->node[i].end; k++)
				mark_words(c, fact_str(t, k), NAME_MODULE);
		if (value && t->node[value].kind == FACT_ATTR && may_hold_module(t, value)) /* subprocess = helper.sp */
			mark_words(c, fact_str(t, i + 1), NAME_MODULE);
		every |= any_of_modules(t, i);
	}
	for (uint32_t k = 0; every && k < c->nname; k++)
		c->name[k] |= NAME_MODULE;
}

int
cone_modules(cone *c)
{
	as_intern once = {0};
	int rc = 0;

	mark_modules(c);
	for (uint32_t f = 0; f < c->p->nfile && rc == 0; f++) {
		const char *path = fact_str(c->t, c->p->file[f]), *s = as_base_name(path);
		uint32_t n = once.n;
		if (strcmp(s, "__init__.py") == 0) /* of which the folder is the module */
			for (s -= s > path; s > path && s[-1] != '/'; s--)
				;
		if (is_python(c->t, c->p->file[f]) && (as_intern_id(&once, s, strcspn(s, "./")) == UINT32_MAX || (once.n == n && as_intern_id(&c->twice, s, strcspn(s, "./")) == UINT32_MAX)))
			rc = -1;
	}
	as_intern_free(&once);
	if (rc != 0)
		return rc;
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		const char *path = fact_str(c->t, c->p->file[f]), *s = path;
		char init[4096];
		if (!is_python(c->t, c->p->file[f]))
			continue;
		for (size_t n; *s; s += n + (s[n] == '/')) {
			n = strcspn(s, "/");
			if (n && as_intern_id(&c->word, s, s[n] ? n : strcspn(s, ".")) == UINT32_MAX)
				return -1;
			if (!s[n] || (size_t)(s + n - path) + 14 > sizeof init)
				break;
			memcpy(init, path, (size_t)(s + n + 1 - path));
			strcpy(init + (s + n + 1 - path), "__init__.py");
			if (program_path(c->p, init) != UINT32_MAX) /* what lies in it is called by its name */
				break;
		}
	}
	return cone_needs(c);
}

/* Is the import one that the program does without, or that only a checker of types sees? */
static int
optional(const cone *c, uint32_t u, uint32_t node)
{
	static const char *const missing[] = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"};
	const fact_tree *t = c->t;
	uint32_t at = c->p->file[c->unit[u].file];

	while (at != node) {
		uint32_t in = fact_kid_over(t, at, node);
		if (!in)
			return 0;
		if (t->node[at].kind == FACT_TRY && t->node[in].kind == FACT_BLOCK)
			FACT_EACH_KID(t, at, h)
				for (uint32_t k = h + 1; t->node[h].kind == FACT_HANDLER && k < t->node[h].end; k++) {
					if (t->node[k].kind == FACT_BLOCK && k == h + 1) /* catches all */
						return 1;
					if (t->node[k].kind == FACT_BLOCK)
						break;
					if ((t->node[k].kind == FACT_NAME || t->node[k].kind == FACT_ATTR) && AS_AMONG(fact_str(t, k), missing))
						return 1;
				}
		if (t->node[at].kind == FACT_IF && in == t->node[at + 1].end)
			for (uint32_t k = at + 1; k < in; k++)
				if ((t->node[k].kind == FACT_NAME || t->node[k].kind == FACT_ATTR) && strcmp(fact_str(t, k), "TYPE_CHECKING") == 0)
					return t->node[at + 1].kind != FACT_UN;
		at = in;
	}
	return 0;
}

/* Words of names that compile, capture or build. */
static int
sounds(const char *s)
{
	static const char *const list[] = {"compil", "jit", "codegen", "kernel", "engine", "graph", "trace", "capture", "optimi", "accel", "fuse", "fusion",
		"lowering", "script", "tensorrt", "xla", "triton", "cuda", "build", "fast", "turbo", "speed", "boost"};

	for (; *s; s++)
		for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
			const char *w = list[i];
			size_t k = 0;
			while (w[k] && tolower((unsigned char)s[k]) == w[k])
				k++;
			if (!w[k])
				return 1;
		}
	return 0;
}

/* Is a name of a file a module that another import of it brings in? */
static int
other_module(const fact_tree *t, uint32_t file, uint32_t node, uint32_t name)
{
	for (uint32_t i = file; i < t->node[file].end; i++) {
		if (t->node[i].kind != FACT_IMPORT || i == node)
			continue;
		if (i + 1 == t->node[i].end && strcspn(fact_str(t, i), ".") == t->text.len[name] && strncmp(fact_str(t, i), t->text.str[name], t->text.len[name]) == 0)
			return 1;
		FACT_EACH_KID(t, i, k)
			if (t->node[k].kind == FACT_ALIAS && t->node[k].str == name)
				return 1;
	}
	return 0;
}

/* Is a method called that by its name compiles, of what may be an object of the module that is imported there? */
static int
calls_compiling(const fact_tree *t, uint32_t file, uint32_t import, uint32_t attr)
{
	static const char *const begins[] = {"compile", "build", "capture", "jit"};
	const char *s = fact_str(t, attr), *of = fact_str(t, attr + 1);
	int is = 0;

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		is |= strncmp(s, begins[i], strlen(begins[i])) == 0;
	if (!is || t->node[attr - 1].kind != FACT_CALL)
		return 0;
	return t->node[attr + 1].kind != FACT_NAME || (strcmp(of, "re") != 0 && strcmp(of, "self") != 0 && !other_module(t, file, import, t->node[attr + 1].str));
}

/* Does the name of the module, or one that the file takes out of it, sound as if it compiled? */
static int
compiles_by_name(const cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[u].file], bound[16], n = 0;
	const char *module = fact_str(t, node);

	if (sounds(module))
		return 1;
	FACT_EACH_KID(t, node, k) {
		uint32_t w = fact_find(t, k, FACT_NAME);
		if (t->node[k].kind != FACT_ALIAS)
			continue;
		if (t->node[node].kind == FACT_FROM && (strcmp(fact_str(t, k), "*") == 0 || sounds(fact_str(t, w ? w : k))))
			return 1;
		if (n < sizeof bound / sizeof *bound)
			bound[n++] = t->node[k].str;
	}
	if (n == 0)
		bound[n++] = as_intern_find(&t->text, module, strcspn(module, "."));
	for (uint32_t i = file; i < t->node[file].end; i++) {
		uint32_t b = i;
		if (t->node[i].kind != FACT_ATTR || !sounds(fact_str(t, i)))
			continue;
		if (calls_compiling(t, file, node, i))
			return 1;
		while (t->node[b].kind == FACT_ATTR || t->node[b].kind == FACT_CALL)
			b++;
		for (uint32_t k = 0; t->node[b].kind == FACT_NAME && k < n; k++)
			if (t->node[b].str == bound[k])
				return 1;
	}
	return 0;
}

/* from package import *: the modules that are called like what its __init__.py has as text, as __all__ does. */
static void
load_listed(cone *c, uint32_t u, const char *module)
{
	uint32_t f, next = 0;
	char part[300];

	while ((f = cone_module(c, module, c->p->file[c->unit[u].file], &next)) != UINT32_MAX)
		for (uint32_t i = f; strcmp(as_base_name(fact_str(c->t, f)), "__init__.py") == 0 && i < c->t->node[f].end; i++)
			if (c->t->node[i].kind == FACT_STR && cone_word(fact_str(c->t, i)) == strlen(fact_str(c->t, i)) && *fact_str(c->t, i) &&
			    snprintf(part, sizeof part, "%s%s%s", module, module[strlen(module) - 1] == '.' ? "" : ".", fact_str(c->t, i)) < (int)sizeof part)
				cone_load(c, u, part);
}

/* from package import name, where the package's own file has a module of the tree under that name. */
static int
load_handed(cone *c, uint32_t u, const char *module, const char *what)
{
	const fact_tree *t = c->t;
	uint32_t f = program_module(c->p, module, c->p->file[c->unit[u].file]), to;
	char part[300];
	int any = 0;

	for (uint32_t i = f; f < UINT32_MAX - 1 && i < t->node[f].end; i++) {
		const char *m = fact_str(t, i);
		if (t->node[i].kind != FACT_FROM && t->node[i].kind != FACT_IMPORT)
			continue;
		FACT_EACH_KID(t, i, k) {
			uint32_t w = fact_find(t, k, FACT_NAME);
			if (t->node[k].kind != FACT_ALIAS || strcmp(fact_str(t, k), what) != 0)
				continue;
			if (t->node[i].kind == FACT_IMPORT ? snprintf(part, sizeof part, "%s", m) >= (int)sizeof part :
			    snprintf(part, sizeof part, "%s%s%s", m, m[strlen(m) - 1] == '.' ? "" : ".", fact_str(t, w ? w : k)) >= (int)sizeof part)
				continue;
			if ((to = program_module(c->p, part, f)) >= UINT32_MAX - 1 || to == f)
				continue;
			cone_edge(c, u, VX_FILE | program_file_number(c->p, to));
			any = 1;
		}
	}
	return any;
}

void
cone_load_packages(cone *c, uint32_t u, const char *module)
{
	char package[300];

	for (const char *dot = strchr(module + strspn(module, "."), '.'); dot && (size_t)(dot - module) < sizeof package; dot = strchr(dot + 1, '.')) {
		memcpy(package, module, (size_t)(dot - module));
		package[dot - module] = '\0';
		cone_load(c, u, package);
	}
}

/* Is all that is imported of libraries that are harmless? */
static int
harmless(const fact_tree *t, uint32_t node, const char *module)
{
	char part[300];
	int any = 0;

	if (is_harmless_module(module))
		return 1;
	if (t->node[node].kind != FACT_FROM)
		return 0;
	FACT_EACH_KID(t, node, k) {
		uint32_t w = fact_find(t, k, FACT_NAME);
		if (t->node[k].kind != FACT_ALIAS)
			continue;
		if (snprintf(part, sizeof part, "%s.%s", module, fact_str(t, w ? w : k)) >= (int)sizeof part || !is_harmless_module(part))
			return 0;
		any = 1;
	}
	return any;
}

/* Has a folder, of n letters with its slash, something whose name begins with that of a module, of k letters? */
static int
has_entry(const cone *c, const char *folder, size_t n, const char *name, size_t k)
{
	struct dirent *e;
	int has = 0;
	DIR *d = cone_open_folder(c, folder, n);

	if (!d)
		return 1;
	while (!has && (e = readdir(d)))
		has = strncmp(e->d_name, "__init__.", 9) == 0 || (strncmp(e->d_name, name, k) == 0 && (!e->d_name[k] || e->d_name[k] == '.'));
	closedir(d);
	return has;
}

/* Is the package that a module lies in one that the tree only adds to, as twisted/plugins/own.py does to twisted? All folders of its name are no packages of
 * their own, and have nothing of the module: then it is the library's, which a folder never takes the place of. */
static int
only_added_to(const cone *c, const char *module)
{
	size_t n = strcspn(module, "."), k = module[n] ? strcspn(module + n + 1, ".") : 0, seen = 0;
	const char *last = "";

	for (uint32_t f = 0; k && f < c->p->nfile; f++) {
		const char *path = fact_str(c->t, c->p->file[f]);
		size_t part;
		for (const char *s = path; is_python(c->t, c->p->file[f]) && *s; s += part + (s[part] == '/')) {
			size_t len;
			part = strcspn(s, "/");
			if (part < n || strncmp(s, module, n) != 0 || (part != n && s[n] != '.'))
				continue;
			if (!s[part] || part != n) /* module.py */
				return 0;
			len = (size_t)(s + n + 1 - path);
			if (len == seen && strncmp(last, path, len) == 0)
				continue;
			if (has_entry(c, path, len, module + n + 1, k))
				return 0;
			last = path;
			seen = len;
		}
	}
	return seen > 0;
}

void
cone_import(cone *c, uint32_t u, uint32_t node, const char *module)
{
	const fact_tree *t = c->t;
	size_t n = strcspn(module, ".");
	int found = cone_load(c, u, module), built = !found && cone_extension(c, u, node, module);
	char part[300];

	if (!found)
		cone_load_packages(c, u, module);

	/* a.b.c loads a and a.b too; add_file leads from a file to its packages */
	if (t->node[node].kind == FACT_FROM)
		FACT_EACH_KID(t, node, k) {
			uint32_t w = fact_find(t, k, FACT_NAME);
			const char *what = fact_str(t, w ? w : k);
			if (t->node[k].kind == FACT_ALIAS && strcmp(what, "*") == 0)
				load_listed(c, u, module);
			if (t->node[k].kind != FACT_ALIAS || strcmp(what, "*") == 0 || strlen(module) + strlen(what) + 2 > sizeof part)
				continue;
			strcpy(part, module);
			if (module[strlen(module) - 1] != '.')
				strcat(part, ".");
			strcat(part, what);
			if (built || cone_load(c, u, part) || cone_written(c, part, c->p->file[c->unit[u].file]) || cone_extension(c, u, node, part))
				continue;
			if (found && load_handed(c, u, module, what))
				continue;
			if (found)
				cone_late(c, &c->wanted, k, w ? t->node[w].str : t->node[k].str, u);
			else if (*module == '.' && !cone_written(c, module, c->p->file[c->unit[u].file]))
				cone_hides(c, u, node, "a module of the tree is missing");
		}
	if (found || built || cone_written(c, module, c->p->file[c->unit[u].file]) || is_standard(module) || cone_library(module))
		return;
	if (*module == '.') {
		if (t->node[node].kind != FACT_FROM || module[strspn(module, ".")])
			cone_hides(c, u, node, "a module of the tree is missing");
	} else if (as_intern_find(&c->word, module, n) != UINT32_MAX && !(harmless(t, node, module) && only_added_to(c, module))) {
		cone_hides(c, u, node, "a module of the tree is missing");
	} else {
		int strange = !optional(c, u, node) && !cone_needed(c, module), loud = !strange && compiles_by_name(c, u, node);
		if (as_intern_id(strange || loud ? &c->loud : &c->quiet, module, n) == UINT32_MAX)
			c->nomem = 1;
		if ((strange || loud) && !harmless(t, node, module))
			cone_hides(c, u, node, strange ? CONE_LACKS :
			    "a library that is not known, and by its names may compile");
		else
			cone_late(c, &c->plugged, node, 0, u);
	}
}

void
cone_import_text(cone *c, uint32_t u, uint32_t node, const char *module)
{
	size_t n = strcspn(module, ".");
	uint32_t file = c->p->file[c->unit[u].file];

	cone_module_stands(c, module);
	if (cone_load(c, u, module))
		return;
	cone_load_packages(c, u, module);
	if (cone_extension(c, u, node, module) || cone_written(c, module, file) || is_standard(module) || cone_library(module))
		return;
	if (*module == '.' || (as_intern_find(&c->word, module, n) != UINT32_MAX && !(is_harmless_module(module) && only_added_to(c, module))))
		cone_hides(c, u, node, "a module of the tree is missing");
	else if (!is_harmless_module(module) && (!cone_needed(c, module) || sounds(module)))
		cone_hides(c, u, node, CONE_LACKS);
	else
		cone_late(c, &c->plugged, node, 0, u);
}

int
cone_knows(const cone *c, const char *name)
{
	uint32_t id = as_intern_find(&c->t->text, name, strlen(name));

	return is_known(name, 1) && (id >= c->nname || !(c->name[id] & NAME_DECLARED) || is_known_whole(name));
}

int
cone_quiet(const cone *c, const char *name)
{
	static const char *const engines[] = {"vllm", "sglang", "lmdeploy", "llama", "ctranslate", "mlc", "exllama", "exllamav2", "xformers", "flash", "warp", "taichi", "theano",
		"aesara", "ninja", "cppyy", "numexpr", "pythran", "deepsparse", "torchao", "quanto", "halide", "tilelang", "cutlass", "hidet"};
	size_t n = strcspn(name, ".");

	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) { /* they compile, whatever is asked of them */
		size_t k = strlen(engines[i]);
		if (strncmp(name, engines[i], k) == 0 && (k == n || name[k] == '_'))
			return 0;
	}
	return name[n] && as_intern_find(&c->quiet, name, n) != UINT32_MAX && as_intern_find(&c->loud, name, n) == UINT32_MAX && !sounds(name);
}
