/* certain_name.c - see vm_impl.h: names of Python that surely stand for nothing where they are asked for: one that
 * neither its file nor a library binds, one of a function that is bound only further down, one that a module of
 * the tree does not have; and elements that a display surely has not. Where anything may put it there in a way
 * that is not read, it is not sure. */
#include "vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

/* What has a name before a program binds one; of interpreters and runners of scripts, too. */
int
certain_given(const char *s)
{
	static const char *const list[] = {"abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes", "callable", "chr",
		"classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir", "divmod", "enumerate", "eval", "exec", "exit", "filter", "float",
		"format", "frozenset", "getattr", "globals", "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license",
		"list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print", "property", "quit", "range", "repr",
		"reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod", "str", "sum", "super", "tuple", "type", "vars", "zip", "Ellipsis",
		"NotImplemented", "profile", "display", "get_ipython", "snakemake", "spark", "sc", "dbutils", "reveal_type", "Import", "Return", "SConscript",
		"EnvironmentError", "IOError", "WindowsError", "True", "False", "None"};
	size_t n = strlen(s);

	/* an exception; two underscores: of the module */
	return *s == '_' || AS_AMONG(s, list) || (n > 5 && (as_ends_with(s, "Error") || as_ends_with(s, "Warning") || as_ends_with(s, "Exit") || as_ends_with(s, "Exception") ||
	    as_ends_with(s, "Interrupt") || as_ends_with(s, "Iteration") || as_ends_with(s, "Group")));
}

static int
has_name(const fact_tree *t, uint32_t from, uint32_t to, uint32_t name)
{
	for (uint32_t i = from; i < to; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == name)
			return 1;
	return 0;
}

/* May a node bind the name, or what may bind any? at: the NAME that is asked for, in whose own statement it is not yet bound. */
static int
may_bind(const fact_tree *t, uint32_t i, uint32_t name, uint32_t at)
{
	const fact_node *x = &t->node[i];
	uint32_t first = i + 1;

	switch (x->kind) {
	case FACT_ASSIGN:
		if (at >= t->node[first].end ? at < x->end : at == first && *fact_str(t, i)) /* in its value, or x of x += 1 */
			return 0;
		return has_name(t, first, t->node[first].end, name);
	case FACT_DECL: case FACT_FOR: return has_name(t, first, t->node[first].end, name);
	case FACT_ITEM: return first < x->end && has_name(t, t->node[first].end, x->end, name);
	case FACT_GLOBAL: case FACT_DELETE: return has_name(t, i, x->end, name);
	case FACT_CASE: return has_name(t, i, x->end, name);
	case FACT_FUNC: case FACT_CLASS: case FACT_PARAM: case FACT_CAPTURE: case FACT_TPARAM: case FACT_HANDLER: return x->str == name;
	case FACT_ALIAS: return x->str == name || strcmp(fact_str(t, i), "*") == 0;
	case FACT_IMPORT: {
		size_t n = strcspn(fact_str(t, i), ".");
		return !fact_find(t, i, FACT_ALIAS) && n == t->text.len[name] && strncmp(fact_str(t, i), t->text.str[name], n) == 0;
	}
	case FACT_ERROR: return 1;
	default: return 0;
	}
}

/* Is it a comprehension over an empty display, which runs for nothing? */
static int
over_nothing(const fact_tree *t, uint32_t comp)
{
	if (t->node[comp].kind != FACT_COMP)
		return 0;
	FACT_EACH_KID(t, comp, k)
		if (t->node[k].kind == FACT_FOR) {
			uint32_t of = t->node[k + 1].end;
			return of < t->node[k].end && (t->node[of].kind == FACT_TUPLE || t->node[of].kind == FACT_LIST) && t->node[of].end == of + 1;
		}
	return 0;
}

static int
binds(const fact_tree *t, uint32_t from, uint32_t to, uint32_t name, uint32_t at)
{
	for (uint32_t i = from; i < to; i++)
		if (over_nothing(t, i))
			i = t->node[i].end - 1;
		else if (may_bind(t, i, name, at))
			return 1;
	return 0;
}

/* Is that a way to put a name into a file without binding it there? */
static int
puts_by(const char *s)
{
	static const char *const ways[] = {"exec", "globals", "locals", "vars", "execfile", "run_path", "run_module", "builtins", "__builtins__", "__dict__", "__getattr__", "init_globals"};

	return AS_AMONG(s, ways);
}

/* May code put names into a file without binding them there, or into all of them? */
static int
puts_names(const fact_tree *t, uint32_t file)
{
	for (uint32_t i = file; i < t->node[file].end; i++)
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_IMPORT || t->node[i].kind == FACT_FROM || t->node[i].kind == FACT_ATTR) &&
		    puts_by(fact_str(t, i)))
			return 1;
	return 0;
}

/* Does anything but a plain name stand in the tree for it: a member that is set, a text, a keyword? */
static int
said_elsewhere(const fact_tree *t, uint32_t name, uint32_t but)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].str == name && i != but && t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_COMMENT)
			return 1;
	return 0;
}

/* Lies node in a loop, a lambda or a comprehension of unit, so that what stands below it may have run before? */
static int
comes_again(const fact_tree *t, uint32_t unit, uint32_t node)
{
	for (uint32_t at = unit; at != node; ) {
		if (!(at = fact_kid_over(t, at, node)))
			return 1;
		switch (t->node[at].kind) {
		case FACT_FOR: case FACT_WHILE: case FACT_COMP: case FACT_FUNC: case FACT_CLASS: case FACT_DECOR: case FACT_PARAM: return at != node;
		default: break;
		}
	}
	return 0;
}

/* Does a function itself, no other in it, bind the name by an assignment? Then it is its own everywhere in it. */
static int
is_local(const fact_tree *t, uint32_t func, uint32_t name)
{
	for (uint32_t i = func + 1; i < t->node[func].end; i++) {
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS || t->node[i].kind == FACT_COMP)
			i = t->node[i].end - 1;
		else if (t->node[i].kind == FACT_ASSIGN && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == name)
			return 1;
	}
	return 0;
}

/* The function that node stands in; 0 */
static uint32_t
function_of(const fact_tree *t, uint32_t file, uint32_t node)
{
	uint32_t at = file, f = 0;

	while (at != node && (at = fact_kid_over(t, at, node)))
		if (t->node[at].kind == FACT_FUNC)
			f = at;
	return f;
}

/* Is node in what something decorates, which may write it anew? */
static int
is_decorated(const fact_tree *t, uint32_t file, uint32_t node)
{
	for (uint32_t at = file; at != node && (at = fact_kid_over(t, at, node)); )
		if ((t->node[at].kind == FACT_FUNC || t->node[at].kind == FACT_CLASS) && fact_find(t, at, FACT_DECOR))
			return 1;
	return 0;
}

static int
stands_for_nothing(const vm *m, uint32_t node)
{
	const fact_tree *t = m->t;
	uint32_t file = program_file(m->p, node), name = NODE(node)->str, f = function_of(t, file, node);

	if (!is_python(t, file) || certain_given(fact_str(t, node)) || is_decorated(t, file, node))
		return 0;
	if (f && is_local(t, f, name) && !binds(t, f, node, name, node) && !comes_again(t, f, node))
		return 1;
	if (f || comes_again(t, file, node) ? binds(t, file, t->node[file].end, name, 0) : binds(t, file, node, name, node))
		return 0;
	return !puts_names(t, file) && !said_elsewhere(t, name, 0); /* last: all of the tree is looked at */
}

enum { NOT_ASKED, NO, YES, OF_BUILTINS = 2 /* how far the same of certain_not_built_in stands to the left */ };

/* What was found of a node, once for all paths. */
static uint8_t *
answer(vm *m, uint32_t node)
{
	if (!m->nothing && !(m->nothing = calloc(m->t->n, 1)))
		longjmp(m->nomem, 1);
	return &m->nothing[node];
}

int
certain_no_name(vm *m, uint32_t node)
{
	uint8_t *a = m->c ? NULL : answer(m, node);

	if (a && (*a & 3) == NOT_ASKED)
		*a |= stands_for_nothing(m, node) ? YES : NO;
	return a && (*a & 3) == YES;
}

/* Is all that stands in the tree for the name, but plain names, builtins.name? */
static int
only_built_in(const fact_tree *t, uint32_t name)
{
	int set = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].str != name || t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_COMMENT)
			continue;
		if (t->node[i].kind != FACT_ATTR || t->node[i + 1].kind != FACT_NAME || strcmp(fact_str(t, i + 1), "builtins") != 0)
			return 0;
		set = 1;
	}
	return set;
}

static int
not_built_in(const vm *m, uint32_t node)
{
	const fact_tree *t = m->t;
	uint32_t file = program_file(m->p, node), name = NODE(node)->str, f = function_of(t, file, node);

	if (certain_given(fact_str(t, node)) || as_intern_find(&t->text, "builtins", 8) == UINT32_MAX || is_decorated(t, file, node) || !only_built_in(t, name))
		return 0;
	for (uint32_t i = file; i < NODE(file)->end; i++) /* other ways to put a name there */
		if ((NODE(i)->kind == FACT_NAME || NODE(i)->kind == FACT_ATTR) && strcmp(fact_str(t, i), "builtins") != 0 && puts_by(fact_str(t, i)))
			return 0;
	return f || comes_again(t, file, node) ? !binds(t, file, NODE(file)->end, name, 0) : !binds(t, file, node, name, node);
}

int
certain_not_built_in(vm *m, uint32_t node)
{
	uint8_t *a = m->c || m->trailing ? NULL : answer(m, node);

	if (a && *a >> OF_BUILTINS == NOT_ASKED)
		*a |= (uint8_t)((not_built_in(m, node) ? YES : NO) << OF_BUILTINS);
	return a && *a >> OF_BUILTINS == YES;
}

int
certain_deleted(vm *m, const scope *s, uint32_t node)
{
	uint32_t file = program_file(m->p, node), name = NODE(node)->str;
	const cell *c;

	while (s && (s->comp || s->kind == S_CLASS || !(c = map_find(&s->m, key_str(name)))))
		s = s->up;
	if (m->c || !s || m->trailing)
		return 0;
	for (uint32_t i = file; i < NODE(file)->end; i++)
		if ((NODE(i)->kind == FACT_HANDLER && NODE(i)->str == name) || (NODE(i)->kind == FACT_DELETE && has_name(m->t, i, NODE(i)->end, name)))
			return 1;
	return 0;
}

/* The module of Python that is beside a file, and the only one of its name in the tree: no other is loaded in its place. */
static int
is_beside(const vm *m, uint32_t module, uint32_t file)
{
	const char *a = fact_str(m->t, module), *b = fact_str(m->t, file), *base = as_base_name(a);

	if (base - a != as_base_name(b) - b || strncmp(a, b, (size_t)(base - a)) != 0)
		return 0;
	for (uint32_t i = 0; i < m->p->nfile; i++)
		if (m->p->file[i] != module && strcmp(as_base_name(fact_str(m->t, m->p->file[i])), base) == 0)
			return 0;
	return strcmp(base, "__init__.py") != 0;
}

int
certain_no_member(vm *m, const obj *module, uint32_t name, uint32_t node)
{
	uint32_t alias = NODE(node)->kind == FACT_ALIAS ? node : 0;

	return !m->c && module->node != UINT32_MAX && NODE(module->node)->kind == FACT_FILE && (NODE(node)->kind == FACT_ATTR || alias) && vm_text(m, name)[0] != '_' &&
	    is_beside(m, module->node, program_file(m->p, node)) && !puts_names(m->t, module->node) && !binds(m->t, module->node, NODE(module->node)->end, name, 0) &&
	    !said_elsewhere(m->t, name, node);
}

int
certain_not_listed(vm *m, const obj *module, uint32_t name)
{
	const fact_tree *t = m->t;

	if (m->c || module->node == UINT32_MAX || NODE(module->node)->kind != FACT_FILE || puts_names(t, module->node) ||
	    binds(t, module->node, NODE(module->node)->end, name, 0) || cone_files_put(m->cone))
		return 0;
	for (uint32_t i = 0; i < t->n; i++) /* set from elsewhere: module.name, setattr(module, "name"); a module of that name */
		if (t->node[i].str == name && (t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_FILE ||
		    (t->node[i].kind == FACT_STR && program_file(m->p, i) != module->node) || (t->node[i].kind == FACT_ARG && i)))
			return 0;
	return 1;
}

/* The display that an expression is: itself, or a name that stands only there and where it is given it. 0 */
static uint32_t
display_of(const vm *m, uint32_t node)
{
	const fact_tree *t = m->t;
	uint32_t file = program_file(m->p, node), shown = 0, unit;
	int k = NODE(node)->kind;

	if (k == FACT_LIST || k == FACT_TUPLE || k == FACT_DICT || k == FACT_STR)
		return node;
	if (k != FACT_NAME || said_elsewhere(t, NODE(node)->str, 0))
		return 0;
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind != FACT_NAME || t->node[i].str != NODE(node)->str || i == node)
			continue;
		if (shown || i < file || t->node[i - 1].kind != FACT_ASSIGN || *fact_str(t, i - 1))
			return 0;
		shown = i;
	}
	if (!shown || shown > node)
		return 0;
	unit = function_of(t, file, node);
	if (function_of(t, file, shown) != unit || comes_again(t, unit ? unit : file, node) || comes_again(t, unit ? unit : file, shown))
		return 0;
	k = NODE(shown + 1)->kind;
	return k == FACT_LIST || k == FACT_TUPLE || k == FACT_DICT || k == FACT_STR ? shown + 1 : 0;
}

/* Is a literal the key of a pair of a display, or may it be? */
static int
may_have_key(const fact_tree *t, uint32_t dict, uint32_t key)
{
	FACT_EACH_KID(t, dict, p) {
		const fact_node *k = &t->node[p + 1];
		if (t->node[p].flags & FACT_STARSTAR || k->kind != t->node[key].kind || k->str == t->node[key].str)
			return 1;
	}
	return 0;
}

static const char *
no_place(const vm *m, uint32_t node, int set)
{
	const fact_tree *t = m->t;
	uint32_t base, key;
	int call = NODE(node)->kind == FACT_CALL, empty;

	if (!is_python(t, program_file(m->p, node)) || !(base = display_of(m, call ? node + 2 : node + 1)))
		return NULL;
	empty = NODE(base)->end == base + 1;
	if (call) {
		const char *f = fact_str(t, node + 1);
		if (!empty || NODE(node)->end != NODE(node + 1)->end) /* without arguments */
			return NULL;
		if (NODE(base)->kind == FACT_LIST && strcmp(f, "pop") == 0)
			return "IndexError";
		return NODE(base)->kind == FACT_DICT && strcmp(f, "popitem") == 0 ? "KeyError" : NULL;
	}
	if (NODE(base)->kind == FACT_TUPLE || NODE(base)->kind == FACT_STR)
		return "TypeError";
	key = NODE(node + 1)->end;
	if (set || NODE(base)->kind != FACT_DICT || (NODE(key)->kind != FACT_STR && !empty) || NODE(key)->kind == FACT_CALL)
		return NULL;
	return may_have_key(t, base, key) ? NULL : "KeyError";
}

const char *
certain_no_place(vm *m, uint32_t node, int set)
{
	const char *error;
	uint8_t *a;

	if (m->c || (NODE(node)->kind == FACT_CALL && (NODE(node + 1)->kind != FACT_ATTR || strncmp(fact_str(m->t, node + 1), "pop", 3) != 0)) || *(a = answer(m, node)) == NO)
		return NULL;
	error = no_place(m, node, set);
	*a = error ? YES : NO;
	return error;
}
