/* chain_loads.c - see chain_impl.h: which files of Python a file loads, by its imports. */
#include "chain_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../program/entry.h"
#include "grow.h"
#include "words.h"

/* Files that each file of Python imports, by number, found once. */
static int
index_loads(chain *c)
{
	const program *p = c->p;
	const fact_tree *t = c->t;
	uint32_t cap = 0;

	if (c->load_first)
		return 0;
	if (!(c->load_first = calloc((size_t)p->nfile + 2, sizeof *c->load_first)))
		return -1;
	for (uint32_t f = 0, n = 0; f < p->nfile; f++, c->load_first[f] = n)
		for (uint32_t at = chain_imports(c, p->file[f]); at < c->nimport && c->import[at] < t->node[p->file[f]].end; at++)
			FACT_EACH_KID(t, c->import[at], k) {
				char path[500];
				const char *s = fact_str(t, c->import[at]);
				uint32_t what = fact_find(t, k, FACT_NAME), m[2] = {program_module(p, s, p->file[f]), UINT32_MAX};
				if (t->node[c->import[at]].kind == FACT_FROM && (*s == '.' || (m[0] != UINT32_MAX && as_ends_with(fact_str(t, m[0]), "__init__.py")))) {
					int len = snprintf(path, sizeof path, "%s%s%s", s, *s && s[strlen(s) - 1] != '.' ? "." : "", what ? fact_str(t, what) : fact_str(t, k));
					if (*s == '.' && len > 0 && (size_t)len < sizeof path)
						m[1] = program_module(p, path, p->file[f]);
					else if (m[0] != UINT32_MAX && len > 0 && (size_t)len < sizeof path) { /* a module of the package */
						size_t n0 = strlen(fact_str(t, m[0])) - strlen("__init__.py");
						snprintf(path, sizeof path, "%.*s%s.py", (int)n0, fact_str(t, m[0]), what ? fact_str(t, what) : fact_str(t, k));
						m[1] = program_path(p, path);
					}
				}
				for (int q = 0; q < 2; q++) {
					if (m[q] == UINT32_MAX)
						continue;
					if (as_grow32(&c->load, n, &cap, sizeof *c->load) != 0)
						return -1;
					c->load[n++] = program_file_number(c->p, m[q]);
				}
			}
	return 0;
}

uint8_t *
chain_loads(chain *c, uint32_t file)
{
	uint32_t nfile = c->p->nfile, *queue = malloc((nfile + 1) * sizeof *queue), n = 0;
	uint8_t *in = calloc(nfile + 1, 1);

	if (!in || !queue || index_loads(c) != 0) {
		free(in);
		free(queue);
		return NULL;
	}
	queue[n++] = program_file_number(c->p, file);
	in[queue[0]] = 1;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = c->load_first[queue[i]]; k < c->load_first[queue[i] + 1]; k++)
			if (!in[c->load[k]]) {
				in[c->load[k]] = 1;
				queue[n++] = c->load[k];
			}
	c->work += n * 8;
	free(queue);
	return in;
}

int
chain_is_program(chain *c, uint32_t unit)
{
	const fact_tree *t = c->t;
	uint32_t file = unit, no;
	const char *name = fact_str(t, file), *slash = strrchr(name, '/');
	char path[500];

	if (t->node[unit].kind == FACT_FUNC)
		return strcmp(fact_str(t, unit), "main") == 0 || (chain_python(c, unit) && entry_is_command(t, unit));
	if (t->node[file].kind != FACT_FILE || !is_python(t, file) || index_loads(c) != 0)
		return 0;
	FACT_EACH_KID(t, file, k)
		if (t->node[k].kind == FACT_IF && chain_asks_main(t, k + 1))
			return 1;
	snprintf(path, sizeof path, "%.*s__init__.py", (int)(slash ? slash + 1 - name : 0), name);
	if (program_path(c->p, path) != UINT32_MAX) /* of a package */
		return 0;
	no = program_file_number(c->p, file);
	for (uint32_t i = 0; i < c->load_first[c->p->nfile]; i++)
		if (c->load[i] == no)
			return 0;
	return 1;
}
