/* read_tree.c - see read_tree.h. */
#include "read_tree.h"

#include <stdlib.h>
#include <string.h>

#include "asm_prefix.h"
#include "build_flags.h"
#include "cread.h"
#include "grammar.h"
#include "input.h"
#include "read_asm.h"
#include "read_data.h"
#include "read_python.h"
#include "words.h"

enum { MAX_DATA = 64 << 20 }; /* bytes: a tree's data sets are not its settings */

static void
unread(const walk_file *f, const char *why, fact_tree *t)
{
	fact_open(t, FACT_FILE, 1, f->kind == WALK_PYTHON ? FACT_MODULE : f->kind == WALK_C ? 0 : f->kind == WALK_ASM ? FACT_ASSEMBLY : FACT_DATA,
	    f->path, strlen(f->path));
	fact_leaf(t, FACT_ERROR, 1, why);
	fact_close(t);
}

/* Python's files: those to be read go to it in one call. */
static int
python(const walk *w, fact_tree *t)
{
	const char **path = malloc((w->n + 1) * sizeof *path);
	uint64_t *size = malloc((w->n + 1) * sizeof *size);
	size_t n = 0;
	int rc = -1;

	for (size_t i = 0; path && size && i < w->n; i++)
		if (w->file[i].kind == WALK_PYTHON && !w->file[i].skip) {
			path[n] = w->file[i].path;
			size[n++] = w->file[i].size;
		}
	if (path && size)
		rc = n > 0 ? read_python(path, size, n, t) : 0;
	free(path);
	free(size);
	return rc;
}

/* A file that is read here, in this process. */
static int
one(const walk_file *f, const asm_prefixes *prefix, fact_tree *t)
{
	as_err e;
	char *text;
	size_t n;
	int rc;

	if (as_slurp(f->path, WALK_MAX_C, &text, &n, &e) != 0) {
		unread(f, e.msg, t);
		return 0;
	}
	switch (f->kind) {
	case WALK_C: rc = grammar_name(f->path) ? read_grammar(f->path, text, n, t) : read_c(f->path, text, n, t); break;
	case WALK_ASM: rc = read_asm(f->path, text, n, as_ends_with(f->path, "asm"), prefix, t); break;
	case WALK_YAML: rc = read_yaml(f->path, text, n, t); break;
	case WALK_TOML: rc = read_toml(f->path, text, n, t); break;
	case WALK_JSON: rc = read_json(f->path, text, n, t); break;
	case WALK_FLAGS: rc = read_flags(f->path, text, n, t); break;
	default: rc = read_cmake(f->path, text, n, t);
	}
	free(text);
	return rc;
}

static int
prefixes(const walk_file *f, asm_prefixes *prefix)
{
	as_err e;
	char *text;
	size_t n;
	int rc;

	if (as_slurp(f->path, WALK_MAX_C, &text, &n, &e) != 0)
		return 0;
	rc = asm_prefixes_read(prefix, text, n);
	free(text);
	return rc;
}

static int
is_data(walk_kind k)
{
	return k == WALK_YAML || k == WALK_JSON || k == WALK_TOML || k == WALK_CMAKE || k == WALK_FLAGS;
}

/* A function whose name is a macro for main (`#define _tmain main`) is one. */
static void
rename_main(fact_tree *t)
{
	uint32_t name = as_intern_find(&t->text, "main", 4);

	for (uint32_t i = 0; name != UINT32_MAX && i < t->n; i++) {
		uint32_t value = t->node[i].kind == FACT_DECL && t->node[i].flags & FACT_MACRO ? fact_find(t, i, FACT_DEFAULT) : 0;
		uint32_t as = value ? t->node[i + 1].str : 0;
		if (!as || t->node[value + 1].kind != FACT_NAME || t->node[value + 1].str != name)
			continue;
		for (uint32_t k = 0; k < t->n; k++)
			if (t->node[k].kind == FACT_FUNC && t->node[k].str == as && fact_find(t, k, FACT_PARAM) && fact_find(t, k, FACT_BLOCK))
				t->node[k].str = name;
	}
}

int
read_tree(const walk *w, fact_tree *t, as_err *e)
{
	uint64_t data = 0;
	asm_prefixes prefix = {0};
	int rc = python(w, t);

	t->root = w->root;
	t->nroot = w->nroot;
	for (size_t i = 0; i < w->n && rc == 0; i++)
		if (w->file[i].kind == WALK_ASM && !w->file[i].skip)
			rc = prefixes(&w->file[i], &prefix);
	if (rc == 0)
		rc = asm_prefixes_settle(&prefix);
	for (size_t i = 0; i < w->n && rc == 0; i++)
		if ((w->file[i].kind == WALK_C || w->file[i].kind == WALK_ASM) && !w->file[i].skip)
			rc = one(&w->file[i], &prefix, t);
	for (size_t i = 0; i < w->n && rc == 0; i++) {
		const walk_file *f = &w->file[i];

		if (f->skip && f->opaque && f->kind != WALK_OTHER)
			unread(f, f->skip, t);
		else if (!f->skip && is_data(f->kind) && (data += f->size) > MAX_DATA)
			unread(f, "more than 64 MiB of YAML, TOML, JSON and CMake", t);
		else if (!f->skip && is_data(f->kind))
			rc = one(f, &prefix, t);
	}
	asm_prefixes_free(&prefix);
	rename_main(t);
	return rc != 0 || t->nomem ? as_nomem(e) : 0;
}
