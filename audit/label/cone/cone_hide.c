/* cone_hide.c - see cone_impl.h: calls that cannot be seen through. */
#include "cone_command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../program/told.h"
#include "words.h"

/* Does text begin with what makes a module one of the tree: "." or a package of it? */
static int
of_tree(const cone *c, uint32_t e)
{
	const fact_tree *t = c->t;
	const char *s;
	size_t n;

	while (t->node[e].kind == FACT_BIN || t->node[e].kind == FACT_JOIN)
		if (++e >= t->n)
			return 0;
	if (t->node[e].kind == FACT_NAME)
		return strcmp(fact_str(t, e), "__name__") == 0 || strcmp(fact_str(t, e), "__package__") == 0;
	if (t->node[e].kind != FACT_STR)
		return 0;
	s = fact_str(t, e);
	n = strcspn(s, ".");
	return *s == '.' || (s[n] == '.' && as_intern_find(&c->word, s, n) != UINT32_MAX && !cone_library(s));
}

/* Is the package of which import_module(".x", package) has a module one of the tree, as far as it is said? */
static int
in_package(const cone *c, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t p = fact_given(t, call, "package", 1);

	if (!p || strcmp(fact_str(t, call + 1), "__import__") == 0)
		return 1;
	if (t->node[p].kind == FACT_STR)
		return as_intern_find(&c->word, fact_str(t, p), strcspn(fact_str(t, p), ".")) != UINT32_MAX && !cone_library(fact_str(t, p));
	return AS_AMONG(fact_str(t, p), ((const char *const[]){"__name__", "__package__"}));
}

/* d gives the members of base by their names: what stands around it asks for one. */
static void
looked_up(cone *c, uint32_t u, uint32_t d, uint32_t base, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t key = 0;

	if (d && t->node[d - 1].kind == FACT_INDEX && t->node[d].end < t->node[d - 1].end)
		key = t->node[d].end;
	else if (d > 1 && t->node[d - 1].kind == FACT_ATTR && t->node[d - 2].kind == FACT_CALL && strcmp(fact_str(t, d - 1), "update") != 0) /* .get(name) */
		key = fact_arg(t, d - 2, 0);
	cone_get(c, u, d, base, key, a);
}

/* ctypes.cdll.name, ctypes.windll["name"]: a library that is loaded, but one of the system; what is asked of that is looked at later. */
static void
by_library(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	static const char *const loaders[] = {"ctypes.cdll", "ctypes.windll", "ctypes.oledll"};
	static const char *const system[] = {"msvcrt", "kernel32", "user32", "shell32", "ntdll", "advapi32", "psapi", "gdi32", "ole32", "oleaut32", "shcore", "dwmapi", "uxtheme", "winmm",
		"comctl32", "comdlg32", "ws2_32", "iphlpapi", "setupapi", "version", "winspool", "wtsapi32", "crypt32", "secur32", "netapi32"};
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node);
	uint32_t base = node + 1;
	char full[300] = "";

	if (as_ends_with(s, "dll") && t->node[node - 1].kind == FACT_INDEX && cone_full(c, node, a, full, sizeof full) && AS_AMONG(full, loaders))
		cone_hides(c, u, node, CONE_LOADS);
	if (t->node[node].kind != FACT_ATTR || strcmp(s, "LoadLibrary") == 0 || (t->node[base].kind != FACT_NAME && t->node[base].kind != FACT_ATTR) || !as_ends_with(fact_str(t, base), "dll") ||
	    !cone_full(c, base, a, full, sizeof full) || !AS_AMONG(full, loaders))
		return;
	if (AS_AMONG(s, system))
		cone_late(c, &c->dynamic, node, t->node[node].str, u);
	else
		cone_hides(c, u, node, CONE_LOADS);
}

/* Is an INDEX read, and what it gives not only looked at or put elsewhere? */
static int
gives_member(const fact_tree *t, uint32_t index)
{
	int up = t->node[index - 1].kind;

	return up != FACT_DELETE && up != FACT_BIN && !((up == FACT_ASSIGN || up == FACT_TUPLE) && t->node[index].end < t->node[index - 1].end);
}

void
cone_python_member(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	static const char *const members[] = {"__dict__", "__globals__", "f_globals", "f_locals", "f_builtins", "__subclasses__", "__closure__", "cell_contents"};
	const fact_tree *t = c->t;
	const char *s = fact_str(t, node);
	char full[300] = "";
	uint32_t up = node ? node - 1 : 0, key;

	if (is_loud_member(s) && !(t->node[node].str < c->nname && c->name[t->node[node].str] & (NAME_BODY | NAME_CLASS)))
		cone_hides(c, u, node, CONE_LOADS);
	if (t->node[node].kind == FACT_NAME) { /* handed on */
		cone_held(c, u, node, a);
		if (strcmp(s, "getattr") == 0 && t->node[up].kind != FACT_CALL)
			cone_get(c, u, node, 0, 0, a);
		return;
	}
	cone_held(c, u, node, a);
	if (AS_AMONG(s, members)) {
		looked_up(c, u, node, node + 1, a);
		return;
	}
	if (strcmp(s, "modules") == 0 && t->node[up].kind == FACT_INDEX && cone_full(c, node, a, full, sizeof full) && strcmp(full, "sys.modules") == 0) {
		key = t->node[node].end;
		if (t->node[key].kind == FACT_STR)
			cone_module_stands(c, fact_str(t, key));
		else if (strcmp(fact_str(t, key), "__name__") != 0 && strcmp(fact_str(t, key), "__module__") != 0) {
			c->any_module = 1, c->unit[u].flags |= UNIT_LOADS;
			if (gives_member(t, up))
				cone_hides(c, u, node, CONE_LOADS);
		}
		return;
	}
	by_library(c, u, node, a);
}

/* Names by which code is loaded, and by which programs start, of whatever they are members. */
static const char *const load_code[] = {"spec_from_file_location", "SourceFileLoader", "exec_module", "load_module", "run_path", "run_module", "CDLL",
	"PyDLL", "LoadLibrary", "load_library", "dlopen", "load_source", "load_dynamic", "load_compiled", "zipimporter", "entry_points", "iter_entry_points", "instantiate", "locate", "import_string", "import_object",
	"resolve_name", "load_entry_point", "InteractiveInterpreter", "FunctionType", "CodeType", "get_method",
	"WinDLL", "OleDLL", "SourcelessFileLoader", "ExtensionFileLoader", "load_extension", "run_script", "safeimport", "runctx", "runeval", "loadTestsFromName", "loadTestsFromNames"};
static const char *const starts[] = {"Popen", "check_output", "check_call", "getoutput", "getstatusoutput", "popen", "execv", "execvp", "execve",
	"posix_spawn", "create_subprocess_exec", "create_subprocess_shell", "subprocess_exec", "subprocess_shell", "exec_command", "set_executable", "startfile", "spawnv", "spawnl", "spawnlp", "spawnvp"};

int
cone_method_starts(const char *name)
{
	return AS_AMONG(name, load_code) || AS_AMONG(name, starts);
}

int
cone_word_loads(const char *word)
{
	static const char *const finds[] = {"import_module", "getmembers", "get_objects", "get_referrers", "get_referents", "getattr_static"};

	return cone_method_starts(word) || AS_AMONG(word, finds);
}

/* Is the callee import_module() a method of the tree's own, in a file that does not know importlib? */
static int
own_function(const cone *c, uint32_t f, int how, const char *last)
{
	const fact_tree *t = c->t;
	uint32_t file = command_file(t, f);

	if (how == 1 || t->node[f].kind != FACT_ATTR || strcmp(last, "import_module") != 0 || !(c->name[t->node[f].str] & NAME_BODY))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (strncmp(fact_str(t, i), "importlib", 9) == 0)
			return 0;
	return 1;
}

/* Are the operands of pytest.main() options and the file itself? */
static int
runs_itself(const fact_tree *t, uint32_t list)
{
	int own = 0;

	if (!list || t->node[list].kind != FACT_LIST)
		return 0;
	FACT_EACH_KID(t, list, k) {
		if (t->node[k].kind == FACT_NAME && strcmp(fact_str(t, k), "__file__") == 0)
			own = 1;
		else if (t->node[k].kind != FACT_STR || *fact_str(t, k) != '-' || strncmp(fact_str(t, k), "-p", 2) == 0) /* a plug-in */
			return 0;
	}
	return own;
}

/* Is what a CALL gives called where it stands, or by the name that it is given there? */
static int
is_called(const fact_tree *t, uint32_t call)
{
	uint32_t up = call - 1, scope, to = up + 1;

	if (t->node[up].kind == FACT_CALL)
		return 1;
	for (up = command_around(t, call); t->node[up].kind != FACT_ASSIGN; up = command_around(t, up)) /* also next to others, or in a part of the text */
		if (t->node[up].kind != FACT_COND && t->node[up].kind != FACT_BIN)
			return 0;
	to = up + 1;
	scope = t->node[to].kind == FACT_NAME ? command_scope(t, to) : 0;
	for (uint32_t i = scope + 1; t->node[to].kind == FACT_NAME && i < t->node[scope].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[to].str && t->node[i - 1].kind == FACT_CALL)
			return 1;
	return 0;
}

/* Does a CALL give code that is kept beside the tree: dill and cloudpickle keep it whole, a pickle has the names of functions, which it may be that are called? */
static int
gives_code(const fact_tree *t, uint32_t call, const char *full)
{
	static const char *const whole[] = {"dill.load", "dill.loads", "dill.load_session", "dill.load_module", "cloudpickle.load", "cloudpickle.loads"};
	static const char *const names[] = {"pickle.load", "pickle.loads", "cPickle.load", "cPickle.loads", "_pickle.load", "_pickle.loads", "joblib.load", "six.moves.cPickle.load", "six.moves.cPickle.loads"};

	return AS_AMONG(full, whole) || (AS_AMONG(full, names) && is_called(t, call));
}

/* root.tk.call("exec", ...): a command of Tcl that starts programs, runs text or loads code. */
static int
tells_tk(const fact_tree *t, uint32_t call)
{
	static const char *const commands[] = {"exec", "open", "load", "source", "eval", "uplevel", "package", "after", "namespace"};
	uint32_t f = call + 1, e = fact_arg(t, call, 0);

	return t->node[f].kind == FACT_ATTR && strcmp(fact_str(t, f), "call") == 0 && strcmp(fact_str(t, f + 1), "tk") == 0 && e &&
	    (t->node[e].kind != FACT_STR || AS_AMONG(fact_str(t, e), commands));
}

/* mock.patch("module.member"), patch.dict("module.member"), patch.multiple("module"): they import the module. e: what they are told. */
static int
patches(cone *c, uint32_t u, uint32_t node, const char *full, uint32_t e)
{
	static const char *const list[] = {"mock.patch", "mock.patch.dict", "mock.patch.multiple"};
	int text = e && c->t->node[e].kind == FACT_STR;

	full += strncmp(full, "unittest.", 9) == 0 ? 9 : 0;
	if (!AS_AMONG(full, list))
		return 0;
	if (text)
		cone_load_packages(c, u, fact_str(c->t, e));
	if (text && strcmp(full, list[2]) == 0)
		cone_load(c, u, fact_str(c->t, e));
	if (!text && e && strcmp(full, list[0]) == 0)
		cone_hides(c, u, node, "a module is loaded whose name is not known");
	return 1;
}

/* Is what is called at f a method by a name that no function of the tree has: frame.rolling(2).apply, of a library then? */
static int
by_method(const cone *c, uint32_t f)
{
	return c->t->node[f].kind == FACT_ATTR && !(c->t->node[f].str < c->nname && c->name[c->t->node[f].str] & NAME_BODY);
}

void
cone_python_call(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	static const char *const import[] = {"importlib.import_module", "importlib.__import__", "__import__", "import_module", "builtins.__import__", "six.moves.builtins.__import__"};
	static const char *const names[] = {"globals", "vars", "locals", "dir", "getmembers", "get_objects", "get_referrers", "get_referents"};
	static const char *const two[] = {"getattr", "builtins.getattr", "object.__getattribute__", "type.__getattribute__", "inspect.getattr_static"};
	const fact_tree *t = c->t;
	uint32_t f = node + 1, e = fact_arg(t, node, 0);
	const char *last;
	char full[300] = "";
	int how;

	if (f >= t->node[node].end || (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR))
		return;
	last = fact_str(t, f);
	how = cone_full(c, f, a, full, sizeof full);
	if (!how || (is_starting(full) && cone_own_def(c, f)))
		strcpy(full, "");
	if (AS_AMONG(full, import) || strcmp(last, "import_module") == 0) {
		if (own_function(c, f, how, last)) {
			; /* which is led to by its name */
		} else if (cone_by_text(c, u, node, e)) {
			if (e && t->node[e].kind == FACT_STR)
				cone_held_module(c, u, node, fact_str(t, e));
		} else if (e && of_tree(c, e) && in_package(c, node)) {
			cone_any_module(c, u, node);
		} else {
			cone_hides(c, u, node, "a module is loaded whose name is not known");
		}
	} else if (AS_AMONG(full, two)) {
		cone_get(c, u, node, e, fact_arg(t, node, 1), a);
	} else if (t->node[f].kind == FACT_ATTR && strcmp(last, "__getattribute__") == 0) {
		cone_get(c, u, node, f + 1, e, a);
	} else if (strcmp(last, "attrgetter") == 0 || strcmp(last, "methodcaller") == 0) {
		cone_get(c, u, node, 0, e, a);
	} else if (strcmp(full, "vars") == 0 && e) {
		looked_up(c, u, node, e, a);
	} else if ((how != 1 || is_standard(full)) && AS_AMONG(last, names)) {
		char of[300];
		cone_edge(c, u, VX_DYNAMIC);
		if (e && cone_full(c, e, a, of, sizeof of) == 1) /* of a library */
			cone_get(c, u, node, e, 0, a);
	} else if (is_process(full)) {
		if (!is_build_call(full) || !(c->unit[u].flags & UNIT_BUILD)) /* what such a script is for */
			cone_late(c, &c->started, node, t->node[f].str, u);
	} else if (cone_ctypes_loads(full)) {
		cone_late(c, &c->dynamic, node, t->node[f].str, u);
	} else if (strcmp(full, "pytest.main") == 0 && c->unit[u].flags & UNIT_ASIDE && runs_itself(t, e)) {
		cone_edge(c, u, VX_DYNAMIC);
	} else if (cone_runs_tests(c, u, node, full) || patches(c, u, node, full, e)) {
		;
	} else if (gives_code(t, node, full)) {
		cone_hides(c, u, node, CONE_LOADS);
	} else if ((strncmp(full, "webbrowser.open", 15) == 0 && c->own_path) || tells_tk(t, node)) { /* which browser, a variable says */
		cone_hides(c, u, node, CONE_PROGRAM);
	} else if (!cone_quoted(c, u, node, full, a)) {
		cone_hides(c, u, node, CONE_TEXT);
	} else if (is_exec(full)) {
		return;
	} else if (((how == 1 && !is_standard(full)) || strcmp(last, "compile") == 0 || (how != 1 && by_method(c, f))) && !cone_compiles_as(symbol_find(c->s, full)) && told_at(t, node)) {
		cone_hides(c, u, told_at(t, node), "a library is told to compile");
	} else if (how == 1 && !is_standard(full) && !cone_compiles_as(symbol_find(c->s, full)) && told_by_dict(t, c->p->file[c->unit[u].file], node)) {
		cone_hides(c, u, node, "a library may be told to compile");
	} else if ((AS_AMONG(last, load_code) || AS_AMONG(last, starts)) && (how == 1 || !(t->node[f].str < c->nname && c->name[t->node[f].str] & NAME_BODY))) { /* not one of the tree's own */
		cone_hides(c, u, node, AS_AMONG(last, starts) ? CONE_PROGRAM : CONE_LOADS);
	}
}

/* os.environ["NAME"] = "value" */
void
cone_environ(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t target = node + 1, value = t->node[target].end, key;

	if (t->node[target].kind != FACT_INDEX || t->node[target + 1].kind != FACT_ATTR || strcmp(fact_str(t, target + 1), "environ") != 0)
		return;
	key = t->node[target + 1].end;
	if (t->node[key].kind == FACT_STR && told_variable(fact_str(t, key), t->node[value].kind == FACT_STR ? fact_str(t, value) : NULL))
		cone_hides(c, u, node, "a library may be told to compile");
}

/* std.a.b or a of a callee of C; "" if it is none. */
static void
c_name(const fact_tree *t, uint32_t i, char *out, size_t n)
{
	while (t->node[i].kind == FACT_INDEX)
		i++;
	if (t->node[i].kind == FACT_ATTR) {
		size_t k;
		c_name(t, i + 1, out, n);
		k = strlen(out);
		if (!*out || k + strlen(fact_str(t, i)) + 2 > n) {
			*out = '\0';
			return;
		}
		out[k] = '.';
		strcpy(out + k + 1, fact_str(t, i));
	} else if (t->node[i].kind == FACT_NAME && strlen(fact_str(t, i)) + 1 < n) {
		strcpy(out, fact_str(t, i));
	} else {
		*out = '\0';
	}
}

static int
begins(const char *s, const char *const *list, size_t n)
{
	while (n > 0 && strncmp(s, list[n - 1], strlen(list[n - 1])) != 0)
		n--;
	return n > 0;
}

/* Is what is built, of which s is the end of a name that begins with build, no code: _directory, FileName, _hash_table? */
static int
builds_data(const char *s)
{
	static const char *const data[] = {"directory", "dir", "path", "pathname", "filename", "url", "uri", "query", "string", "str", "name", "list", "table", "index", "tree", "histogram", "hash", "hashtable", "map",
		"vector", "matrix", "array", "header", "message", "packet", "request", "response", "menu", "date"};
	static const char *const other[] = {"file", "file_", "hash", "hash_", "index", "index_", "search", "search_", "lookup", "lookup_", "sort", "sort_", "suffix", "suffix_", "adjacency", "adjacency_", "full", "full_", "error", "error_",
		"http", "http_", "user", "user_", "output", "output_", "input", "input_", "huffman", "huffman_", "temp", "temp_", "symbol", "symbol_"};
	char small[64];
	size_t n = 0;

	for (s += *s == '_'; *s && n + 1 < sizeof small; s++)
		small[n++] = (char)tolower((unsigned char)*s);
	small[n] = '\0';
	if (AS_AMONG(small, data))
		return 1;
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (strncmp(small, other[i], strlen(other[i])) == 0 && AS_AMONG(small + strlen(other[i]), data))
			return 1;
	return 0;
}

int
cone_sounds(const char *s)
{
	static const char *const of_text[] = {"pcre", "reg", "pcap_", "bpf_", "xmlReg", "xmlXPath", "xmlPattern", "tre_", "g_regex", "g_pattern",
		"re_compile_pattern", "re_compile_fastmap", "__re_compile_pattern", "__re_compile_fastmap", "xkb_keymap_", "xkb_compose_", "sqlite_compile", "sass_compile", "zlibCompileFlags",
		"buildCpuArchitecture", "buildAbi", "BuildIrred", "BuildSparseIrred", "BuildRandomIrred", "BuildAndStart"}; /* of maps of keys, queries, style sheets, polynomials, servers; what a library says of itself */
	static const char *const engine[] = {"tcc_", "sljit_generate"};
	const char *at;

	if (begins(s, engine, sizeof engine / sizeof *engine) || strstr(s, "jit_compile"))
		return 1;
	if (begins(s, of_text, sizeof of_text / sizeof *of_text))
		return 0;
	if (((at = strstr(s, "compile")) || (at = strstr(s, "Compile"))) && strncmp(at + 7, "Time", 4) != 0 && at[7] != 'd' && at[7] != 'r')
		return 1;
	if (strncmp(s, "build", 5) == 0 || strncmp(s, "Build", 5) == 0)
		return !(s[5] >= 'a' && s[5] <= 'z') && !builds_data(s + 5);
	return (strncmp(s, "jit", 3) == 0 || strncmp(s, "JIT", 3) == 0) && strncmp(s + 3, "ter", 3) != 0;
}

/* Is an argument of a CALL a call of that member of a name? The name; UINT32_MAX. */
static uint32_t
end_of(const fact_tree *t, uint32_t call, unsigned k, const char *member)
{
	uint32_t e = fact_arg(t, call, k);

	if (!e || t->node[e].kind != FACT_CALL || t->node[e + 1].kind != FACT_ATTR || strcmp(fact_str(t, e + 1), member) != 0 || t->node[e + 2].kind != FACT_NAME || fact_arg(t, e, 0))
		return UINT32_MAX;
	return t->node[e + 2].str;
}

/* Is each argument from the k-th on harmless if it is called: a call, a literal, a function that stands there, a name of what the tree has of these kinds, or that is known; of values, anything but a name? */
static int
gives(const cone *c, uint32_t call, unsigned k, unsigned kinds)
{
	const fact_tree *t = c->t;

	for (uint32_t e; (e = fact_arg(t, call, k)) != 0; k++) {
		e = fact_uncast(t, e);
		if (t->node[e].kind == FACT_NAME ? !(t->node[e].str < c->nname && c->name[t->node[e].str] & kinds) && !is_known(fact_str(t, e), 1) :
		    !(kinds & NAME_VALUE) && t->node[e].kind != FACT_CALL && t->node[e].kind != FACT_INT && t->node[e].kind != FACT_STR && t->node[e].kind != FACT_FUNC)
			return 0;
	}
	return 1;
}

/* Is an operand one of which C++ looks for functions where that is declared, all the elements of x: x.begin(), x.end()? */
static int
of_elements(const fact_tree *t, uint32_t call)
{
	uint32_t x = end_of(t, call, 0, "begin");

	return x != UINT32_MAX && end_of(t, call, 1, "end") == x;
}

/* Is it called as an algorithm of C++, for all of x from x.begin() to x.end(), with as many arguments as that has? Another of the name would be as good a match. */
static int
is_algorithm(const fact_tree *t, uint32_t call, const char *name)
{
	static const struct { const char *name; unsigned least, most; } list[] = {{"transform", 4, 5}, {"reverse", 2, 2}, {"copy", 3, 3}, {"fill", 3, 3}, {"for_each", 3, 3}, {"find", 3, 3}, {"count", 3, 3},
		{"count_if", 3, 3}, {"accumulate", 3, 4}, {"replace", 4, 4}, {"unique", 2, 3}, {"generate", 3, 3}, {"any_of", 3, 3}, {"all_of", 3, 3}};
	unsigned n = 0;

	if (!of_elements(t, call))
		return 0;
	for (uint32_t k = t->node[call + 1].end; k < t->node[call].end; k = t->node[k].end)
		n += t->node[k].kind == FACT_ARG;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strcmp(list[i].name, name) == 0)
			return n >= list[i].least && n <= list[i].most;
	return 0;
}

int
cone_by_using(const cone *c, uint32_t u, uint32_t call, const char *name)
{
	static const char *const list[] = {"sort", "stable_sort", "partial_sort", "is_sorted", "nth_element", "lower_bound", "upper_bound", "binary_search", "equal_range",
		"min_element", "max_element", "minmax_element", "inner_product", "partial_sum", "adjacent_difference", "adjacent_find", "find_if", "find_first_of", "remove_if",
		"replace_if", "copy_if", "copy_n", "iota", "none_of", "next_permutation", "prev_permutation", "random_shuffle", "shuffle", "iter_swap", "set_union",
		"set_intersection", "set_difference", "push_heap", "pop_heap", "sort_heap", "lexicographical_compare", "back_inserter", "front_inserter", "inserter",
		"distance", "advance", "to_string", "stoi", "stol", "stoul", "stoll", "stod", "stof"};
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[u].file];

	if (AS_AMONG(name, list) ? !gives(c, call, 0, NAME_BODY | NAME_CLASS | NAME_VALUE) : !is_algorithm(t, call, name) || !gives(c, call, 2, NAME_BODY))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FROM && strcmp(fact_str(t, i), "std") == 0)
			FACT_EACH_KID(t, i, k)
				if (strcmp(fact_str(t, k), "*") == 0 || strcmp(fact_str(t, k), name) == 0)
					return 1;
	return 0;
}

/* In a tree with modules of Python in C++: what asks Python for a module or a member, or runs text of it: py::module_::import("m").attr("f"). */
static int
asks_python(const cone *c, const char *last)
{
	return c->initialised.n && AS_AMONG(last, ((const char *const[]){"attr", "import", "import_", "eval", "exec", "eval_file", "exec_file", "exec_statement"}));
}

void
cone_c_call(cone *c, uint32_t u, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t f = node + 1, e = fact_arg(t, node, 0);
	char full[300] = "";
	const char *last, *dot;

	if (f >= t->node[node].end)
		return;
	c_name(t, f, full, sizeof full);
	if (!*full) { /* a method of what a call or an index gives, or a template of one */
		while (t->node[f].kind == FACT_INDEX)
			f++;
		if (t->node[f].kind != FACT_ATTR)
			return;
		if (cone_sounds(fact_str(t, f)) || asks_python(c, fact_str(t, f)))
			cone_late(c, &c->builds, node, t->node[f].str, u);
		cone_late(c, &c->called_of, node, t->node[f].str, u);
		return;
	}
	dot = strrchr(full, '.');
	last = as_last_part(full);
	if (!dot && cone_protects(last) && cone_protects_openly(t, node, last) && !cone_in_place(t, node))
		cone_hides(c, u, node, MAKES_CODE);
	if (cone_loads(c, u, node, last))
		return;
	if (!dot && strcmp(last, "syscall") == 0 && e && t->node[e].kind == FACT_NAME && (strstr(fact_str(t, e), "_exec")))
		cone_hides(c, u, node, CONE_PROGRAM);
	if ((cone_sounds(last) && !is_known_whole(full)) || asks_python(c, last))
		cone_late(c, &c->builds, node, t->node[f].str, u);
	if (dot && strncmp(full, "std.", 4) != 0) {
		cone_late(c, &c->called_of, node, t->node[f].str, u);
		return;
	}
	if (is_process(full)) {
		if (!cone_line(c, u, node, full))
			cone_hides(c, u, node, CONE_PROGRAM);
	} else if (!dot && t->node[f].kind == FACT_NAME && !is_known_whole(full) && strcmp(full, "defined") != 0 && strcmp(full, "__asm__") != 0 && !(t->node[node].flags & FACT_FIELD)) {
		cone_late(c, &c->called, node, t->node[f].str, u);
	}
}
