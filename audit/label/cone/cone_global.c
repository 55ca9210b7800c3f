/* cone_global.c - see cone_command.h: variables of files of Python that are set by a name which does not stand there as a NAME:
 * globals()[k] = v, globals().update(d), vars(module)[k] = v, sys.modules[__name__].__dict__.update(d), setattr(module, k, v). */
#include "cone_command.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Notes one, by the text key, 0: by any; of file f alone, UINT32_MAX: of any. */
static void
note(cone *c, uint32_t key, uint32_t f)
{
	cone_late(c, &c->set_by, key, UINT32_MAX, f);
}

/* What operands of a CALL set: a=1, {"a": 1}; any name. */
static void
operands(cone *c, uint32_t call, uint32_t f)
{
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, call, a) {
		if (t->node[a].kind != FACT_ARG)
			continue;
		if (t->node[a + 1].kind == FACT_DICT && !*fact_str(t, a)) {
			FACT_EACH_KID(t, a + 1, p)
				note(c, t->node[p].flags & FACT_STARSTAR ? 0 : p + 1, f);
		} else {
			note(c, *fact_str(t, a) ? a : 0, f); /* the keyword */
		}
	}
}

/* What is done with e, the variables of file f. */
static void
of_all(cone *c, uint32_t e, uint32_t f)
{
	static const char *const reading[] = {"get", "items", "keys", "values", "copy", "__contains__", "__getitem__"}, *const by_key[] = {"setdefault", "__setitem__", "pop", "__delitem__"};
	static const char *const readers[] = {"list", "dict", "sorted", "set", "tuple", "len", "print", "pprint", "str", "repr", "format_map", "iter", "any", "all", "filter", "map", "isinstance",
		"exec", "eval", "execfile", "__import__", "timeit", "Timer", "repeat", "import_module", "runctx", "get_type_hints"}; /* text that is run is asked for itself */
	const fact_tree *t = c->t;
	uint32_t up = command_around(t, e), over = command_around(t, up), k;

	switch (t->node[up].kind) {
	case FACT_INDEX:
		if (e != up + 1)
			return;
		for (k = up; t->node[over].kind == FACT_TUPLE || t->node[over].kind == FACT_LIST || t->node[over].kind == FACT_STARRED; over = command_around(t, over))
			k = over;
		if (((t->node[over].kind == FACT_ASSIGN || t->node[over].kind == FACT_FOR) && k == over + 1) || (t->node[over].kind == FACT_ITEM && k != over + 1) || t->node[over].kind == FACT_DELETE)
			note(c, t->node[e].end, f);
		return;
	case FACT_ATTR:
		if (t->node[over].kind != FACT_CALL || up != over + 1)
			note(c, 0, f);
		else if (AS_AMONG(fact_str(t, up), by_key))
			note(c, fact_arg(t, over, 0), f);
		else if (strcmp(fact_str(t, up), "update") == 0)
			operands(c, over, f);
		else if (!AS_AMONG(fact_str(t, up), reading))
			note(c, 0, f);
		return;
	case FACT_ARG:
		if (t->node[up].flags & FACT_STARSTAR || (t->node[over].kind == FACT_CALL && (t->node[over + 1].kind == FACT_NAME || t->node[over + 1].kind == FACT_ATTR) && AS_AMONG(fact_str(t, over + 1), readers)))
			return;
		break;
	case FACT_ASSIGN:
		if (*fact_str(t, up) && e == up + 1) { /* |= */
			note(c, 0, f);
			return;
		}
		if (t->node[up + 1].kind == FACT_NAME && strncmp(fact_str(t, up + 1), "__", 2) == 0)
			return;
		break;
	case FACT_BIN:
		if (strcmp(fact_str(t, up), "or") != 0 && strcmp(fact_str(t, up), "and") != 0)
			return;
		break;
	case FACT_FOR: case FACT_COMP: case FACT_IF: case FACT_PAIR: case FACT_JOIN: case FACT_BLOCK: case FACT_FILE: return;
	default: break;
	}
	note(c, 0, f);
}

/* May an expression be a module: sys.modules[x], import_module(x), a name that is imported? */
static int
is_module(cone *c, uint32_t e, uint32_t file, const aliases *a)
{
	const fact_tree *t = c->t;
	uint32_t f = e + 1;

	if (t->node[e].kind == FACT_INDEX)
		return t->node[f].kind == FACT_ATTR && strcmp(fact_str(t, f), "modules") == 0;
	if (t->node[e].kind == FACT_CALL)
		return (t->node[f].kind == FACT_ATTR || t->node[f].kind == FACT_NAME) && AS_AMONG(fact_str(t, f), ((const char *const[]){"import_module", "__import__", "module_from_spec", "getmodule", "reload"}));
	while (t->node[e].kind == FACT_ATTR)
		e++;
	for (uint32_t k = 0; t->node[e].kind == FACT_NAME && k < a->n; k++)
		if (a->a[k].as == t->node[e].str && !command_local(t, e))
			return 1;
	if (c->set_by_known > 1 && t->node[e].kind == FACT_NAME && !AS_AMONG(fact_str(t, e), ((const char *const[]){"self", "cls"}))) /* def put(m, k, v): setattr(m, k, v) */
		return 1;
	for (uint32_t i = file + 1; t->node[e].kind == FACT_NAME && i < t->node[file].end; i++) /* m = sys.modules[x] */
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[e].str && t->node[i - 1].kind == FACT_ASSIGN && t->node[i].end < t->node[i - 1].end &&
		    (t->node[t->node[i].end].kind == FACT_INDEX || t->node[t->node[i].end].kind == FACT_CALL) && is_module(c, t->node[i].end, file, a))
			return 1;
	return 0;
}

/* Does a module of the tree, imported by its name, stand for itself, so that others may have it by another? */
static int
is_handed(cone *c, uint32_t i, const aliases *a)
{
	static const char *const others[] = {"setattr", "getattr", "hasattr", "delattr", "vars", "dir", "reload", "print", "isinstance", "help", "inspect"};
	const fact_tree *t = c->t;
	uint32_t up = command_around(t, i), over = command_around(t, up);

	if (t->node[i].kind != FACT_NAME || t->node[up].kind == FACT_ATTR || t->node[up].kind == FACT_ALIAS || t->node[up].kind == FACT_DECL || (t->node[up].kind == FACT_ASSIGN && i == up + 1))
		return 0;
	if (t->node[up].kind == FACT_ARG && t->node[over].kind == FACT_CALL && AS_AMONG(fact_str(t, over + 1), others))
		return 0;
	for (uint32_t k = 0; k < a->n; k++)
		if (a->a[k].as == t->node[i].str && !a->a[k].outside && program_module(c->p, a->a[k].is, command_file(t, i)) < UINT32_MAX - 1)
			return !command_local(t, i);
	return 0;
}

static void
look(cone *c, uint32_t i, uint32_t f, const aliases *a)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, i);
	uint32_t call = t->node[i - 1].kind == FACT_CALL ? i - 1 : 0, of = call ? fact_arg(t, call, 0) : 0;

	if (t->node[i].kind == FACT_ATTR && (strcmp(s, "f_globals") == 0 || strcmp(s, "__globals__") == 0 || (strcmp(s, "__dict__") == 0 && is_module(c, i + 1, f, a))))
		of_all(c, i, UINT32_MAX);
	if (t->node[i].kind == FACT_ATTR ? strcmp(s, "globals") != 0 || strcmp(fact_str(t, i + 1), "builtins") != 0 : command_local(t, i))
		return;
	if (strcmp(s, "globals") == 0 && !call)
		note(c, 0, f);
	if (!call)
		return;
	if (strcmp(s, "globals") == 0)
		of_all(c, call, f);
	else if (strcmp(s, "vars") == 0 && of && is_module(c, of, f, a))
		of_all(c, call, UINT32_MAX);
	else if ((strcmp(s, "vars") == 0 && !of) || strcmp(s, "locals") == 0)
		of_all(c, call, f);
	else if ((strcmp(s, "setattr") == 0 || strcmp(s, "delattr") == 0) && of && is_module(c, of, f, a))
		note(c, fact_arg(t, call, 1), UINT32_MAX);
}

static void
look_all(cone *c)
{
	static const char *const runs[] = {"exec", "execfile", "run_path"};
	const fact_tree *t = c->t;
	int any = 0; /* one file may run in the place of another */

	c->set_by_known = 1;
	for (uint32_t k = 0; k < c->p->nfile && c->set_by_known < 2; k++) {
		aliases a = {0};
		if (!is_python(t, c->p->file[k]) || cone_aside(fact_str(t, c->p->file[k])))
			continue;
		cone_aliases(c, c->p->file[k], &a);
		for (uint32_t i = c->p->file[k] + 1; i < t->node[c->p->file[k]].end && c->set_by_known < 2; i++)
			c->set_by_known += is_handed(c, i, &a);
		cone_aliases_clear(&a);
		free(a.a);
	}
	for (uint32_t k = 0; k < c->p->nfile; k++) {
		uint32_t f = c->p->file[k];
		uint32_t n = c->set_by.n;
		int aside = cone_aside(fact_str(t, f)); /* a program of its own */
		aliases a = {0};
		if (!is_python(t, f))
			continue;
		cone_aliases(c, f, &a);
		for (uint32_t i = f + 1; i < t->node[f].end; i++) {
			if (t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) {
				look(c, i, f, &a);
				any |= !aside && AS_AMONG(fact_str(t, i), runs);
			}
			any |= !aside && t->node[i].kind == FACT_ALIAS && strcmp(fact_str(t, i), "*") == 0;
		}
		cone_aliases_clear(&a);
		free(a.a);
		for (; aside && n < c->set_by.n; n++)
			c->set_by.u[n] = (use){c->set_by.u[n].node, c->set_by.u[n].name, f, 1};
	}
	for (uint32_t k = 0; any && k < c->set_by.n; k++)
		if (c->set_by.u[k].of != 1)
			c->set_by.u[k].unit = UINT32_MAX;
}

int
command_set_by_text(cone *c, uint32_t file, uint32_t name)
{
	const fact_tree *t = c->t;
	const char *s = t->text.str[name];

	if (!c->set_by_known)
		look_all(c);
	for (uint32_t k = 0; k < c->set_by.n; k++) {
		uint32_t key = c->set_by.u[k].node;
		if (c->set_by.u[k].unit != UINT32_MAX && c->set_by.u[k].unit != file)
			continue;
		if (!key || (t->node[key].kind == FACT_STR || t->node[key].kind == FACT_ARG ? strcmp(fact_str(t, key), s) == 0 : cone_fits(t, key, s)))
			return 1;
	}
	return 0;
}
