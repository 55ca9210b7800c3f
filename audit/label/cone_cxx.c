/* cone_cxx.c - see cone_impl.h: classes and functions of libraries of C++ that start programs, load code or run text;
 * and by which other names a symbol in a namespace can be called. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "cplatform.h"

static const struct {
	const char *header; /* how an include of the tree begins for it to be meant; "" of names that nobody else has */
	const char *last;   /* the name, or the last part of it */
	const char *why;
} strange[] = {
	{"", "QProcess", CONE_PROGRAM}, {"", "QLibrary", CONE_LOADS}, {"", "QPluginLoader", CONE_LOADS}, {"", "QJSEngine", CONE_TEXT}, {"", "QScriptEngine", CONE_TEXT},
	{"", "AOTIModelContainerRunner", CONE_LOADS}, {"", "JitRuntime", MAKES_CODE},
	{"boost/process", "child", CONE_PROGRAM}, {"boost/process", "system", CONE_PROGRAM}, {"boost/process", "async_system", CONE_PROGRAM},
	{"boost/process", "spawn", CONE_PROGRAM}, {"boost/process", "process", CONE_PROGRAM}, {"boost/process", "execute", CONE_PROGRAM},
	{"boost/dll", "shared_library", CONE_LOADS}, {"boost/dll", "import", CONE_LOADS}, {"boost/dll", "import_symbol", CONE_LOADS},
	{"boost/dll", "import_alias", CONE_LOADS}, {"boost/python", "exec", CONE_TEXT}, {"boost/python", "exec_file", CONE_TEXT},
	{"boost/python", "eval", CONE_TEXT}, {"boost/python", "import", CONE_LOADS},
	{"pybind11/e", "exec", CONE_TEXT}, {"pybind11/e", "eval", CONE_TEXT}, {"pybind11/e", "eval_file", CONE_TEXT}, {"pybind11/e", "import", CONE_LOADS},
	{"Poco/Process", "Process", CONE_PROGRAM}, {"Poco/SharedLibrary", "SharedLibrary", CONE_LOADS}, {"Poco/ClassLoader", "ClassLoader", CONE_LOADS},
	{"reproc", "run", CONE_PROGRAM}, {"reproc", "process", CONE_PROGRAM}, {"folly/Subprocess", "Subprocess", CONE_PROGRAM},
	{"subprocess.hpp", "Popen", CONE_PROGRAM}, {"subprocess.hpp", "call", CONE_PROGRAM}, {"subprocess.hpp", "check_output", CONE_PROGRAM},
};

enum { NSTRANGE = sizeof strange / sizeof *strange };

_Static_assert(NSTRANGE <= 64, "a bit each");

/* "a=b": names of namespace b may begin with a; "=b": they may stand alone. */
static void
names(cone *c, const char *as, const char *space)
{
	char text[200];
	const char *dot = strrchr(space, '.');

	if (snprintf(text, sizeof text, "%s=%s", as, dot ? dot + 1 : space) < (int)sizeof text && as_intern_id(&c->space_as, text, strlen(text)) == UINT32_MAX)
		c->nomem = 1;
}

int
cone_space_as(const cone *c, const char *as, size_t nas, const char *space, size_t nspace)
{
	char text[200];

	return snprintf(text, sizeof text, "%.*s=%.*s", (int)nas, as, (int)nspace, space) < (int)sizeof text && as_intern_find(&c->space_as, text, strlen(text)) != UINT32_MAX;
}

static void
find(cone *c, uint32_t file)
{
	const fact_tree *t = c->t;

	for (uint32_t i = file; i < t->node[file].end && !c->nomem; i++) {
		const char *s = fact_str(t, i), *slash = t->node[i].kind == FACT_INCLUDE ? strrchr(s, '/') : NULL;
		uint32_t def;

		switch (t->node[i].kind) {
		case FACT_INCLUDE:
			c->libraries |= c_library(s);
			c->has_objects |= strcmp(slash ? slash + 1 : s, "QProcess") == 0;
			for (uint32_t k = 0; k < NSTRANGE; k++)
				if (*strange[k].header && (strncmp(s, strange[k].header, strlen(strange[k].header)) == 0 ||
				    (slash && strncmp(slash + 1, strange[k].header, strlen(strange[k].header)) == 0)))
					c->strange_headers |= (uint64_t)1 << k;
			break;
		case FACT_FROM: case FACT_IMPORT: /* using */
			names(c, "", s);
			break;
		case FACT_DECL: /* namespace a = b::c; */
			if (t->node[i].flags & FACT_STATIC && !fact_find(t, i, FACT_TYPE) && (def = fact_find(t, i, FACT_DEFAULT)) != 0)
				names(c, fact_str(t, i + 1), fact_str(t, def + 1));
			break;
		default: break;
		}
	}
}

void
cone_find_cxx(cone *c)
{
	for (uint32_t f = 0; f < c->p->nfile; f++)
		if (!is_python(c->t, c->p->file[f]))
			find(c, c->p->file[f]);
}

/* May names of what a header declares stand alone? header: a/b of a::b. */
static int
used(const cone *c, const char *header)
{
	const char *space = strrchr(header, '/');

	space = space ? space + 1 : header;
	return cone_space_as(c, "", 0, space, strcspn(space, "."));
}

void
cone_cxx_name(cone *c, uint32_t u, uint32_t node)
{
	const char *s = fact_str(c->t, node), *dot = strrchr(s, '.'), *last = dot ? dot + 1 : s;
	int dotted = dot || c->t->node[node].kind == FACT_ATTR;

	for (uint32_t k = 0; k < NSTRANGE; k++)
		if (strcmp(last, strange[k].last) == 0 && (!*strange[k].header || (c->strange_headers >> k & 1 && (dotted || used(c, strange[k].header))))) {
			c->has_objects |= strcmp(last, "QProcess") == 0;
			if (!cone_object(c, u, node))
				cone_hides(c, u, node, strange[k].why);
			return;
		}
}
