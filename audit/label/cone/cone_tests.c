/* cone_tests.c - see cone_impl.h: tests of unittest that are run: those of a file or a class, of its own file by unittest.main(), as far as
 * its operands say, and those that a text names which stands there. They may be any function of a file that is loaded. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* Has each file that a module may be a function or class of that name, of n letters, at its own level? */
static int
has(const cone *c, const char *module, uint32_t file, const char *name, size_t n)
{
	const fact_tree *t = c->t;
	uint32_t id = as_intern_find(&t->text, name, n), f, i = 0;
	int found = 0;

	while ((f = cone_module(c, module, file, &i)) != UINT32_MAX) {
		found = 0;
		FACT_EACH_KID(t, f, k)
			found |= (t->node[k].kind == FACT_FUNC || t->node[k].kind == FACT_CLASS) && t->node[k].str == id;
		if (!found)
			return 0;
	}
	return found;
}

/* Has the tree what says itself which tests a module has? */
static int
says_itself(const fact_tree *t)
{
	uint32_t id = as_intern_find(&t->text, "load_tests", strlen("load_tests"));

	for (uint32_t i = 0; id != UINT32_MAX && i < t->n; i++)
		if (t->node[i].str == id && t->node[i].kind != FACT_COMMENT)
			return 1;
	return 0;
}

/* Is that the name of a module of the tree, or of a function, class or method of one? Unit u is led to the module. */
static int
named(cone *c, uint32_t u, uint32_t call, const char *name)
{
	uint32_t file = c->p->file[c->unit[u].file];
	char module[300], *dot = NULL, *last = module + strlen(name);

	if (!*name || *name == '.' || snprintf(module, sizeof module, "%s", name) >= (int)sizeof module)
		return 0;
	for (; cone_foreign(c, module, file); last = dot) {
		if (!(dot = strrchr(module, '.')))
			return 0;
		*dot = '\0';
	}
	if (last != module + strlen(name) && !has(c, module, file, name + (last - module) + 1, strcspn(name + (last - module) + 1, ".")))
		return 0;
	cone_import_text(c, u, call, module);
	return 1;
}

/* loadTestsFromName("a.b"), loadTestsFromNames(["a.b", "a.c"]) */
static int
by_names(cone *c, uint32_t u, uint32_t call)
{
	const fact_tree *t = c->t;
	uint32_t arg = t->node[call + 1].end, e;

	if (arg >= t->node[call].end || t->node[arg].end != t->node[call].end || t->node[arg].kind != FACT_ARG || *fact_str(t, arg) || t->node[arg].flags & (FACT_STAR | FACT_STARSTAR))
		return 0;
	e = arg + 1;
	cone_edge(c, u, VX_DYNAMIC);
	if (t->node[e].kind == FACT_STR)
		return strcmp(fact_str(t, call + 1), "loadTestsFromName") == 0 && named(c, u, call, fact_str(t, e));
	if (t->node[e].kind != FACT_LIST && t->node[e].kind != FACT_TUPLE)
		return 0;
	FACT_EACH_KID(t, e, k)
		if (t->node[k].kind != FACT_STR || !named(c, u, call, fact_str(t, k)))
			return 0;
	return 1;
}

int
cone_runs_tests(cone *c, uint32_t u, uint32_t call, const char *full)
{
	static const char *const plain[] = {"verbosity", "failfast", "exit", "buffer", "warnings", "catchbreak", "testRunner", "tb_locals"};
	const fact_tree *t = c->t;

	if (strncmp(full, "unittest.", 9) == 0 && AS_AMONG(as_last_part(full), ((const char *const[]){"loadTestsFromModule", "loadTestsFromTestCase"}))) {
		if (says_itself(t))
			return 0;
		cone_edge(c, u, VX_DYNAMIC);
		return 1;
	}
	if (strncmp(full, "unittest.", 9) == 0 && AS_AMONG(as_last_part(full), ((const char *const[]){"loadTestsFromName", "loadTestsFromNames"})))
		return !says_itself(t) && by_names(c, u, call);
	if (strcmp(full, "unittest.main") != 0)
		return 0;
	FACT_EACH_KID(t, call, a) {
		const char *s = fact_str(t, a);
		if (t->node[a].kind != FACT_ARG || (!(t->node[a].flags & (FACT_STAR | FACT_STARSTAR)) && AS_AMONG(s, plain)))
			continue;
		if (t->node[a].flags & (FACT_STAR | FACT_STARSTAR))
			return 0;
		if ((!*s || strcmp(s, "module") == 0) && (t->node[a + 1].kind == FACT_NONE || strcmp(fact_str(t, a + 1), "__name__") == 0 || strcmp(fact_str(t, a + 1), "__main__") == 0))
			continue;
		if (!(strcmp(s, "defaultTest") == 0 && t->node[a + 1].kind == FACT_STR))
			return 0;
	}
	cone_edge(c, u, VX_DYNAMIC);
	return 1;
}
