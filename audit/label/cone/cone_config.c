/* cone_config.c - see cone_impl.h: headers of the tree that have the name of one that its build writes, as win32/config.h
 * beside the config.h of configure: what is compiled here may have the other. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "../program/tree_words.h"
#include "words.h"

/* Keeps what says of headers that they are written: names of templates, and what stands behind the calls that do it. */
static int
gather(void *to, const char *file, const char *text, const char *end)
{
	enum { FAR = 600 };
	static const char *const calls[] = {"CONFIG_HEADER", "configure_file", "CONFIGURE_FILE", "write_config_header", "file(WRITE"};

	if (strstr(file, ".in"))
		fprintf(to, "%s\n", file);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		for (const char *at = text; (at = memmem(at, (size_t)(end - at), calls[i], strlen(calls[i]))); at++) {
			const char *to_end = memchr(at, ')', (size_t)(end - at));
			fwrite(at, 1, (size_t)((!to_end || to_end - at > FAR ? (end - at > FAR ? at + FAR : end) : to_end) - at), to);
			fputc('\n', to);
		}
	return ferror(to);
}

/* The texts of a tree that were kept, each with an end of line before and behind it; looked for when they are first asked for. NULL then: out of memory. */
struct config_texts { char *all; int found; };

static void
find(const cone *c)
{
	size_t n;
	FILE *to = open_memstream(&c->config->all, &n);

	c->config->found = 1;
	if (!to)
		return;
	fputc('\n', to);
	tree_any_text(c->t, gather, to);
	if (fclose(to) != 0) {
		free(c->config->all);
		c->config->all = NULL;
	}
}

int
cone_config_begin(cone *c)
{
	c->is_config = calloc(c->p->nfile + 1, 1);
	c->config = calloc(1, sizeof *c->config);
	return c->is_config && c->config ? 0 : -1;
}

void
cone_config_end(cone *c)
{
	if (c->config)
		free(c->config->all);
	free(c->config);
	free(c->is_config);
}

/* Is a header of that name among what was kept: config.h, config.h.in, config.in.h, config.in? */
static int
is_kept(const char *all, const char *base)
{
	const char *dot = strrchr(base, '.');
	size_t n = strlen(base), stem = dot ? (size_t)(dot - base) : n;

	for (const char *p = all; (p = strstr(p, base)); p++)
		if (p > all && !as_is_name_char(p[-1]) && p[-1] != '-' && p[-1] != '.' && !as_is_name_char(p[n]))
			return 1;
	for (const char *p = all; stem && (p = strchr(p, '\n')); p++)
		if (strncmp(p + 1, base, stem) == 0 && strncmp(p + 1 + stem, ".in", 3) == 0 && (p[stem + 4] == '\n' || strncmp(p + stem + 4, base + stem, n - stem) == 0))
			return 1;
	return 0;
}

int
cone_is_config(const cone *c, uint32_t file)
{
	const char *path = fact_str(c->t, file);
	uint32_t f = program_file_number(c->p, file);

	if (f >= c->p->nfile || c_is_source(path))
		return 0;
	if (!c->config->found)
		find(c);
	if (!c->is_config[f])
		c->is_config[f] = !c->config->all || is_kept(c->config->all, as_base_name(path)) ? 2 : 1;
	return c->is_config[f] == 2;
}

int
cone_macro_open(const cone *c, uint32_t name, uint32_t from)
{
	uint32_t k = cone_first_define(c, name), n = 0;

	for (; k < c->ndefine && c->define[k].name == name; k++, n++)
		if (c->define[k].file == from || !cone_is_config(c, c->define[k].file))
			return 0;
	return n > 0;
}
