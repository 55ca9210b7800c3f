/* harmless.c - see harmless.h. */
#include "harmless.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "program.h"

enum { MOST = 10000 }; /* fits of[] */

struct harmless {
	uint16_t *of; /* (nodes) 1 + the place that a node is at; 0 */
	harmless_place *place;
	size_t n;
};

/* The file and the line of FILE:LINE. The file's length, or 0. */
static size_t
parts(const char *place, uint32_t *line)
{
	const char *colon = strrchr(place, ':');
	int64_t n;

	if (!colon || colon[1 + strspn(colon + 1, "0123456789")] || as_int_parse(colon + 1, strlen(colon + 1), &n) != AS_NUM_OK || n < 1 || n > UINT32_MAX)
		return 0;
	*line = (uint32_t)n;
	return (size_t)(colon - place);
}

/* A path without "//" and ".", and without "x/..", by its text alone: x may be a link, which is not read. */
static void
normalise(char *path)
{
	char *to = path, *first = path + (*path == '/');
	size_t n, depth = 0; /* depth: parts that a ".." takes back */

	to = first;
	for (const char *from = path + strspn(path, "/"); *from; from += n + strspn(from + n, "/")) {
		n = strcspn(from, "/");
		if (n == 1 && *from == '.')
			continue;
		if (n == 2 && strncmp(from, "..", n) == 0) {
			if (depth) {
				depth--;
				while (to > first && *--to != '/')
					;
				continue;
			}
			if (first > path)
				continue;
		} else {
			depth++;
		}
		if (to > first)
			*to++ = '/';
		memmove(to, from, n);
		to += n;
	}
	*to = '\0';
}

/* Does the tree's file of that node go by a path of normal form? */
static int
is_spelled(const fact_tree *t, uint32_t f, const char *normal)
{
	char *own = strdup(fact_str(t, f));
	int is = 0;

	if (own) {
		normalise(own);
		is = strcmp(own, normal) == 0;
	}
	free(own);
	return is;
}

/* The FILE that is meant: the one of that very path, else the one that goes by it; UINT32_MAX: none, or there are several. */
static uint32_t
find(const fact_tree *t, const char *path, size_t n)
{
	uint32_t found = UINT32_MAX, several = 0;
	char *normal;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		if (strncmp(fact_str(t, f), path, n) == 0 && !fact_str(t, f)[n])
			return f;
	if (!(normal = strndup(path, n)))
		return UINT32_MAX;
	normalise(normal);
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		if (is_spelled(t, f, normal)) {
			several += found != UINT32_MAX;
			found = f;
		}
	free(normal);
	return several ? UINT32_MAX : found;
}

/* All code of file f that stands on that line is at place k. How much. */
static uint32_t
mark(harmless *h, const fact_tree *t, uint32_t f, uint32_t line, uint16_t k)
{
	uint32_t found = 0;

	for (uint32_t i = f + 1; i < t->node[f].end; i++)
		if (t->node[i].line == line && t->node[i].kind != FACT_COMMENT && !(t->node[i].kind == FACT_ERROR && is_python(t, f))) { /* where a file of Python errs, all of it is unread */
			h->of[i] = k;
			found++;
		}
	return found;
}

static int
is_given(const harmless *h, const char *file, uint32_t line)
{
	for (size_t i = 0; i < h->n; i++)
		if (h->place[i].line == line && h->place[i].file == file)
			return 1;
	return 0;
}

/* Adds a place FILE:LINE, if it is not there yet; -1 with e. */
static int
add(harmless *h, const fact_tree *t, const char *place, as_err *e)
{
	uint32_t line, f;
	size_t n = parts(place, &line);

	if (!n)
		return as_fail(e, NULL, 0, "--harmless wants FILE:LINE, not '%s'", place);
	if ((f = find(t, place, n)) == UINT32_MAX)
		return as_fail(e, NULL, 0, "--harmless %s: no such file was read", place);
	if (is_given(h, fact_str(t, f), line))
		return 0;
	if (!mark(h, t, f, line, (uint16_t)(h->n + 1)))
		return as_fail(e, NULL, 0, "--harmless %s: there is no code that was read", place);
	h->place[h->n++] = (harmless_place){fact_str(t, f), line, 0};
	return 0;
}

harmless *
harmless_new(const fact_tree *t, char *const *place, size_t n, as_err *e)
{
	harmless *h;

	if (n > MOST) {
		as_fail(e, NULL, 0, "--harmless takes %d places, not %zu", MOST, n);
		return NULL;
	}
	if (!(h = calloc(1, sizeof *h)) || !(h->of = calloc((size_t)t->n + 1, sizeof *h->of)) || !(h->place = calloc(n + 1, sizeof *h->place))) {
		harmless_free(h);
		as_nomem(e);
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		if (add(h, t, place[i], e) != 0) {
			harmless_free(h);
			return NULL;
		}
	return h;
}

void
harmless_free(harmless *h)
{
	if (!h)
		return;
	free(h->of);
	free(h->place);
	free(h);
}

int
harmless_at(const harmless *h, uint32_t node)
{
	if (!h || !h->of[node])
		return 0;
	h->place[h->of[node] - 1].used = 1;
	return 1;
}

const harmless_place *
harmless_places(const harmless *h, size_t *n)
{
	*n = h->n;
	return h->place;
}
