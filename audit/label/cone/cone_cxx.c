/* cone_cxx.c - see cone_impl.h: which libraries the files of C and C++ include, and by which other names a symbol in a
 * namespace can be called. */
#include "cone_impl.h"

#include <stdio.h>
#include <string.h>

#include "../facts/cplatform.h"

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
		const loud_names *l;
		uint32_t def;

		switch (t->node[i].kind) {
		case FACT_INCLUDE:
			c->libraries |= c_library(s);
			c->has_objects |= strcmp(slash ? slash + 1 : s, "QProcess") == 0;
			for (size_t k = 0; (l = loud_at(k)) != NULL; k++)
				if (*l->header && (strncmp(s, l->header, strlen(l->header)) == 0 || (slash && strncmp(slash + 1, l->header, strlen(l->header)) == 0)))
					c->loud_header[k] = 1;
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
	cone_louds_begin(c);
	for (uint32_t f = 0; f < c->p->nfile && !c->nomem; f++)
		if (!is_python(c->t, c->p->file[f]))
			find(c, c->p->file[f]);
}
