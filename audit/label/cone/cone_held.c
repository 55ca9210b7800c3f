/* cone_held.c - see cone_impl.h: what starts programs, runs text or loads code, and a module that has such, where it is not called
 * but held as a value: listed, stored, handed on, given by default, derived from. Who calls it then, and with
 * what, no name says; so it hides something wherever it stands, but where it is only looked at. */
#include "cone_command.h"

#include <string.h>

#include "words.h"

#define MODULE_HELD "a module that starts programs or loads code is held as a value"

/* Does a name that the file does not bind mean one of Python's own that runs or loads? */
static int
built_in(const cone *c, uint32_t node)
{
	static const char *const list[] = {"exec", "eval", "execfile", "__import__"};
	const fact_tree *t = c->t;
	uint32_t id = t->node[node].str, file = program_file(c->p, node);

	if (t->node[node].kind != FACT_NAME || !AS_AMONG(fact_str(t, node), list) || command_local(t, node))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].str == id && (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS || t->node[i].kind == FACT_ALIAS || (t->node[i].kind == FACT_NAME && command_binds(t, i))))
			return 0;
	return 1;
}

/* The full name of a chain of names that begins with what the file imports; 0: it does not. */
static int
imported(const cone *c, uint32_t node, const aliases *a, char *full, size_t n)
{
	const fact_tree *t = c->t;
	uint32_t base = node;
	int how = cone_full(c, node, a, full, n);

	while (t->node[base].kind == FACT_ATTR)
		base++;
	if (how != 2 || t->node[base].kind != FACT_NAME)
		return how;
	if (strncmp(full, fact_str(t, base), t->text.len[t->node[base].str]) != 0) /* it was found behind another's */
		return 1;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->a[i].as == t->node[base].str)
			return !command_local(t, base);
	return 0;
}

static const char *
starts(const cone *c, uint32_t node, const aliases *a)
{
	static const char *const by_member[] = {"ctypes.cdll", "ctypes.windll", "ctypes.oledll"};
	char full[300] = "";

	if (built_in(c, node))
		return strcmp(fact_str(c->t, node), "__import__") == 0 ? CONE_LOADS : CONE_TEXT;
	if (!imported(c, node, a, full, sizeof full) || !strchr(full, '.') || (AS_AMONG(full, by_member) && c->t->node[node - 1].kind == FACT_INDEX))
		return NULL;
	return is_process(full) ? CONE_PROGRAM : is_exec(full) ? CONE_TEXT : is_starting(full) ? CONE_LOADS : NULL;
}

/* Are there members of a module that start programs, run text or load code, and which are not told by their own names? */
static int
is_module(const char *full)
{
	return AS_AMONG(full, ((const char *const[]){"os", "subprocess", "builtins", "__builtin__", "__builtins__", "importlib", "ctypes", "runpy", "pty", "posix", "nt", "commands", "popen2"}));
}

/* Does the call that an ARG is of only look at what it is handed there, or at a member of that which stands there? */
static int
looks_at(const fact_tree *t, uint32_t arg)
{
	static const char *const looks[] = {"isinstance", "issubclass", "callable", "hasattr", "vars", "dir", "type", "id", "print", "repr", "str", "signature", "getsource", "getfile", "getsourcefile",
		"getmodule", "getdoc", "reload", "is_", "is_not", "assertIs", "assertIsInstance", "TypeVar", "Union", "Optional"};
	static const char *const at_first[] = {"getattr", "setattr", "delattr", "object", "spy", "cast", "NewType"};
	uint32_t call = command_around(t, arg), f = call + 1;

	if (t->node[call].kind != FACT_CALL || (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR))
		return 0;
	return AS_AMONG(fact_str(t, f), looks) || (arg == t->node[f].end && AS_AMONG(fact_str(t, f), at_first));
}

/* Is an expression only looked at where it stands, told, compared, caught or bound to another value? */
static int
looked_at(const fact_tree *t, uint32_t e)
{
	static const char *const compares[] = {"is", "is not", "==", "!=", "in", "not in", "<", "<=", ">", ">="};

	for (uint32_t up; (up = command_around(t, e)) != 0 || t->node[0].kind != FACT_FILE; e = up) {
		int first = e == up + 1;
		switch (t->node[up].kind) {
		case FACT_HANDLER: case FACT_RAISE: case FACT_DELETE: case FACT_GLOBAL: case FACT_ALIAS: case FACT_JOIN: case FACT_BLOCK: case FACT_ASSERT: case FACT_FILE: return 1;
		case FACT_ARG: return looks_at(t, up);
		case FACT_BIN:
			if (AS_AMONG(fact_str(t, up), compares))
				return 1;
			if (strcmp(fact_str(t, up), "and") != 0 && strcmp(fact_str(t, up), "or") != 0)
				return 0;
			break;
		case FACT_UN: return strcmp(fact_str(t, up), "not") == 0;
		case FACT_IF: case FACT_WHILE: return first;
		case FACT_COND:
			if (first)
				return 1;
			break;
		case FACT_LIST: case FACT_TUPLE: case FACT_STARRED: break;
		case FACT_ASSIGN: case FACT_DECL: case FACT_FOR: return first && t->node[e].kind != FACT_ATTR;
		case FACT_ITEM: return !first;
		default: return 0;
		}
		if (up == 0)
			return 0;
	}
	return 0;
}

void
cone_held(cone *c, uint32_t u, uint32_t node, const aliases *a)
{
	static const char *const plain[] = {"__name__", "__doc__", "__module__", "__qualname__", "__version__"};
	const fact_tree *t = c->t;
	uint32_t up = node - 1;
	char full[300] = "";
	const char *why;

	if (node == 0 || t->node[up].kind == FACT_ALIAS || t->node[up].kind == FACT_CALL || AS_AMONG(fact_str(t, node), plain))
		return;
	if (t->node[up].kind == FACT_ATTR) { /* Popen.__init__, system.__call__ */
		if (strncmp(fact_str(t, up), "__", 2) != 0 || AS_AMONG(fact_str(t, up), plain))
			return;
		if ((why = starts(c, node, a)))
			cone_hides(c, u, node, why);
		return;
	}
	if (!(why = starts(c, node, a)) && (strcmp(fact_str(t, node), "__builtins__") == 0 || imported(c, node, a, full, sizeof full)) && is_module(*full ? full : fact_str(t, node)))
		why = MODULE_HELD;
	if (why && !looked_at(t, node))
		cone_hides(c, u, node, why);
}

void
cone_held_module(cone *c, uint32_t u, uint32_t call, const char *module)
{
	if (is_module(module) && c->t->node[call - 1].kind != FACT_ATTR && c->t->node[call - 1].kind != FACT_CALL && !looked_at(c->t, call))
		cone_hides(c, u, call, MODULE_HELD);
}

void
cone_held_base(cone *c, uint32_t file, uint32_t base, uint32_t cls, const aliases *a)
{
	const char *why = c->t->node[base - 1].kind == FACT_BASE ? starts(c, base, a) : NULL;
	uint32_t u;

	if (!why || as_ends_with(fact_str(c->t, base), "Exception") || as_ends_with(fact_str(c->t, base), "Error"))
		return;
	u = cone_unit(c, base, file, UNIT_PYTHON);
	if (c->nomem)
		return;
	cone_edge(c, VX_PYNAME | cls, u);
	cone_hides(c, u, base, why);
}
