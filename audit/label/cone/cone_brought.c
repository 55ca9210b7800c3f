/* cone_brought.c - see cone_impl.h: does what builds a tree bring headers of another system to this one, by Wine, GNUstep or their like,
 * by a compiler for that system, by a header of that name that it writes, or from a repository that it lacks? */
#include "cone_impl.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../facts/cplatform.h"
#include "../program/tree_words.h"

typedef struct { const cone *c; uint32_t *header, n; } brought;

static int
has_part(const char *text, const char *end, const char *part)
{
	return memmem(text, (size_t)(end - text), part, strlen(part)) != NULL;
}

/* Does a text write a header of that name, or take it from a folder: windows.h.in, compat/windows.h, > windows.h, ln -s x windows.h? */
static int
writes(const char *text, const char *end, const char *header)
{
	static const char *const by[] = {"ln ", "cp ", "mv ", "touch ", "file(", "FILE(", "configure_file", "symlink", "copyfile", "install"};
	size_t n = strlen(header);

	for (const char *p = text; (p = memmem(p, (size_t)(end - p), header, n)); p++) {
		const char *from = p, *line = p;
		while (from > text && strchr(" \t\"'", from[-1]))
			from--;
		if ((from > text && strchr("/>", from[-1])) || (end - p - n >= 3 && memcmp(p + n, ".in", 3) == 0))
			return 1;
		while (line > text && line[-1] != '\n')
			line--;
		for (size_t i = 0; i < sizeof by / sizeof *by; i++)
			if (has_part(line, p, by[i]))
				return 1;
	}
	return 0;
}

static int
brings(void *arg, const char *file, const char *text, const char *end)
{
	static const char *const parts[] = {"winegcc", "wineg++", "WINECC", "WINECXX", "winelib", "Winelib", "/wine/", "dxvk", "DXVK", "vkd3d", "VKD3D", "DirectX", "directx-headers", "gnustep", "GNUstep",
		"GNUSTEP", "opencflite", "CFLite", "w64-mingw32", "mingw32-gcc", "mingw32-g++", "mingw32msvc"};
	const brought *b = arg;

	(void)file;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (has_part(text, end, parts[i]))
			return 1;
	for (uint32_t i = 0; i < b->n; i++)
		if (writes(text, end, b->c->t->text.str[b->header[i]]))
			return 1;
	return 0;
}

/* Is a folder not there, or empty? */
static int
is_empty(const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;
	int any = 0;

	while (d && !any && (e = readdir(d)))
		any = strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	if (d)
		closedir(d);
	return !any;
}

/* Does a root of the tree lack one of the repositories that stand in it? */
static int
lacks_module(const char *root)
{
	char path[PATH_MAX], line[PATH_MAX], name[PATH_MAX];
	int lacks = 0;
	FILE *fp;

	if (snprintf(path, sizeof path, "%s/.gitmodules", root) >= (int)sizeof path || !(fp = fopen(path, "r")))
		return 0;
	while (!lacks && fgets(line, sizeof line, fp))
		if (sscanf(line, " path = %4095[^\r\n]", name) == 1)
			lacks = snprintf(path, sizeof path, "%s/%s", root, name) >= (int)sizeof path || is_empty(path);
	fclose(fp);
	return lacks;
}

int
cone_brings_headers(const cone *c, const uint8_t *foreign)
{
	const fact_tree *t = c->t;
	brought b = {c, NULL, 0};
	int is;

	for (size_t i = 0; i < t->nroot; i++)
		if (lacks_module(t->root[i]))
			return 1;
	if (!(b.header = malloc((t->text.n + 1) * sizeof *b.header)))
		return 1;
	for (uint32_t f = 0; f < c->p->nfile; f++)
		for (uint32_t i = c->p->file[f] + 1, k; foreign[f] && i < t->node[c->p->file[f]].end; i++) {
			if (t->node[i].kind != FACT_INCLUDE || !c_is_foreign_header(fact_str(t, i)))
				continue;
			for (k = 0; k < b.n && b.header[k] != t->node[i].str; k++)
				;
			b.header[k] = t->node[i].str;
			b.n += k == b.n;
		}
	is = tree_any_text(t, brings, &b);
	free(b.header);
	return is;
}
