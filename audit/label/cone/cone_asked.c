/* cone_asked.c - see cone_command.h: who may have a function of Python by a name that does not stand there: getattr(x, name),
 * vars(x)[name], globals()[name], or by words of a command line: fire.Fire(x). It is none of a library's module; a name that is put together fits it or not; any other may be it. */
#include "cone_command.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* What a name of an object, or of options that were parsed, is called: it is none of a module. */
static const char *const objects[] = {"self", "cls", "args", "options", "opts"};

/* Is what an expression gives, names and values, only told, by a text that stands there, or compared: "{x}".format(**locals()), a.__dict__ == b.__dict__? */
static int
only_told(const fact_tree *t, uint32_t e)
{
	uint32_t up = command_around(t, e), call = command_around(t, up), left = up + 1, right = t->node[left].end;

	if (t->node[up].kind == FACT_ARG)
		return t->node[call].kind == FACT_CALL && t->node[call + 1].kind == FACT_ATTR && t->node[call + 2].kind == FACT_STR &&
		    strcmp(fact_str(t, call + 1), t->node[up].flags & FACT_STARSTAR ? "format" : "format_map") == 0;
	if (t->node[up].kind != FACT_BIN)
		return 0;
	if (strcmp(fact_str(t, up), "%") == 0)
		return e != left && t->node[left].kind == FACT_STR;
	return AS_AMONG(fact_str(t, up), ((const char *const[]){"==", "!="})) && t->node[left].kind == FACT_ATTR && t->node[right].kind == FACT_ATTR && t->node[left].str == t->node[right].str;
}

/* Is it no more than asked for, or whether it has, what a text says that stands there, or is something taken out of it:
 * globals()["x"], "x" in globals(), del sys.modules[x], x.__dict__.get("x")? */
static int
only_asked(const fact_tree *t, uint32_t i)
{
	uint32_t up = command_around(t, i), over;

	if (t->node[up].kind == FACT_CALL && i == up + 1) {
		if (t->node[i].kind != FACT_NAME || (strcmp(fact_str(t, i), "vars") != 0 && t->node[up].end != i + 1))
			return 0;
		i = up;
		up = command_around(t, up);
	}
	if (only_told(t, i))
		return 1;
	over = command_around(t, up);
	if (t->node[up].kind == FACT_BIN)
		return i != up + 1 && (strcmp(fact_str(t, up), "in") == 0 || strcmp(fact_str(t, up), "not in") == 0);
	if (t->node[up].kind == FACT_ATTR && strcmp(fact_str(t, up), "get") == 0 && t->node[over].kind == FACT_CALL && up == over + 1)
		return fact_arg(t, over, 0) && t->node[fact_arg(t, over, 0)].kind == FACT_STR;
	if (t->node[up].kind != FACT_INDEX || i != up + 1)
		return 0;
	return t->node[t->node[i].end].kind == FACT_STR || t->node[over].kind == FACT_DELETE;
}

/* Is a module put in the place of another: sys.modules["torch"] = own? */
static int
puts_module(const fact_tree *t)
{
	for (uint32_t i = 0; i + 2 < t->n; i++)
		if (t->node[i].kind == FACT_ASSIGN && t->node[i + 1].kind == FACT_INDEX && strcmp(fact_str(t, i + 2), "modules") == 0)
			return 1;
	return 0;
}

/* Is an expression a module of a library that has nothing of the tree: "import logging", and no other in its place? */
static int
is_module(cone *c, uint32_t e)
{
	static const char *const list[] = {"logging", "socket", "signal", "time", "math", "string", "json", "random", "datetime", "decimal", "operator", "select", "ssl", "stat",
		"struct", "errno", "zlib", "hashlib", "numpy", "numpy.random", "numpy.linalg", "torch", "torch.nn", "torch.optim", "torch.optim.lr_scheduler", "torch.nn.functional"};
	const fact_tree *t = c->t;
	uint32_t base = e;
	char full[300];

	if (!c->of_module && !(c->of_module = calloc(t->n, 1)))
		return 0;
	while (t->node[base].kind == FACT_ATTR)
		base++;
	if (!c->of_module[e]) /* each function that runs a command asks */
		c->of_module[e] = t->node[base].kind == FACT_NAME && !command_local(t, base) && command_of_library(c, e, full, sizeof full) && AS_AMONG(full, list) && !puts_module(t) ? 2 : 1;
	return c->of_module[e] > 1;
}

/* getattr(x, name): of a module of a library, or by a name that is put together, or stands there, and is another? */
static int
by_getattr(cone *c, uint32_t call, const command_text *w)
{
	const fact_tree *t = c->t;
	uint32_t of = fact_arg(t, call, 0), key = fact_arg(t, call, 1);

	if (!key || t->node[key].kind == FACT_STR || (!w->method && t->node[of].kind == FACT_NAME && AS_AMONG(fact_str(t, of), objects)))
		return !key; /* a text's own words are asked */
	return cone_fits(t, key, fact_str(t, w->fn)) && !is_module(c, of);
}

/* vars(x): of options that were parsed? */
static int
by_vars(const fact_tree *t, uint32_t name)
{
	static const char *const others[] = {"opt", "ns", "namespace", "arguments", "parsed"};
	uint32_t of = fact_arg(t, name - 1, 0);

	if (!of || only_asked(t, name) || (t->node[of].kind == FACT_CALL && (t->node[of + 1].kind == FACT_ATTR || t->node[of + 1].kind == FACT_NAME) && strncmp(fact_str(t, of + 1), "parse_", 6) == 0))
		return 0;
	return !AS_AMONG(fact_str(t, of), objects) && !AS_AMONG(fact_str(t, of), others); /* what they hold; a module has functions */
}

/* Does a text of the tree say that name, as in getattr(builtins, "vars"), or is it deleted? */
static int
is_said(const fact_tree *t, uint32_t id)
{
	for (uint32_t k = 0; k < t->n; k++)
		if (t->node[k].str == id && (t->node[k].kind == FACT_STR || (t->node[k].kind == FACT_NAME && t->node[command_around(t, k)].kind == FACT_DELETE)))
			return 1;
	return 0;
}

/* Is a NAME set there, or was it before in a block around it, in the same function: o, vars = t? Then it is no function that all have. */
static int
is_variable(const fact_tree *t, uint32_t i)
{
	uint32_t id = t->node[i].str, block;

	if (command_sets(t, i))
		return 1;
	for (uint32_t at = i; t->node[at].kind != FACT_FILE && t->node[at].kind != FACT_FUNC && t->node[at].kind != FACT_CLASS; at = block) {
		block = command_around(t, at);
		if (t->node[block].kind == FACT_BLOCK || t->node[block].kind == FACT_FILE)
			for (uint32_t k = block + 1; k < at; k = t->node[k].end)
				for (uint32_t w = k + 1; t->node[k].kind == FACT_ASSIGN && !*fact_str(t, k) && w < t->node[k + 1].end; w++)
					if (t->node[w].kind == FACT_NAME && t->node[w].str == id && command_sets(t, w) == k)
						return !is_said(t, id);
	}
	return 0;
}

/* Is it a NAME of functions alone, which is asked itself? */
static int
names_function(const cone *c, uint32_t e)
{
	return e && c->t->node[e].kind == FACT_NAME && (c->name[c->t->node[e].str] & (NAME_BODY | NAME_CLASS)) == NAME_BODY;
}

int
command_asked(cone *c, uint32_t i, const command_text *w)
{
	static const char *const all[] = {"globals", "locals", "getmembers", "attrgetter", "methodcaller", "__getattribute__", "__dict__", "modules", "getattr_static", "eval", "exec"};
	static const char *const of_model[] = {"eval", "exec", "modules"};
	static const char *const by_line[] = {"Fire", "auto_cli", "register_instance"}; /* what a line of words, or another program, asks of a module or an object */
	const fact_tree *t = c->t;
	const char *s = fact_str(t, i);

	if (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR)
		return 0;
	if (strcmp(s, "__dict__") == 0 && t->node[i].kind == FACT_ATTR && t->node[i + 1].kind == FACT_NAME && AS_AMONG(fact_str(t, i + 1), objects) && !(w->method && strcmp(fact_str(t, i + 1), "cls") == 0))
		return 0; /* what an object holds itself is no method, and what a function is held by names it */
	if (AS_AMONG(s, all)) {
		if ((t->node[i].kind == FACT_NAME && (command_local(t, i) || is_variable(t, i) || cone_own_def(c, i))) || only_asked(t, i))
			return 0;
		return t->node[i].kind != FACT_ATTR || !AS_AMONG(s, of_model) || t->node[i - 1].kind != FACT_CALL || t->node[i - 1].end != t->node[i].end; /* model.eval(), by no text */
	}
	if (AS_AMONG(s, by_line))
		return t->node[i - 1].kind != FACT_CALL || !names_function(c, fact_arg(t, i - 1, 0));
	if ((strcmp(s, "vars") != 0 && strcmp(s, "getattr") != 0) || (t->node[i].kind == FACT_NAME && is_variable(t, i)))
		return 0;
	if (t->node[i - 1].kind != FACT_CALL)
		return t->node[i].kind != FACT_NAME || !command_local(t, i);
	return *s == 'v' ? by_vars(t, i) : by_getattr(c, i - 1, w);
}
