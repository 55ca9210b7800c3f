/* harmless.c - see harmless.h. */
#include "harmless.h"

#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "program.h"

enum { MOST = 10000 }; /* fits of[] */

struct harmless {
	uint16_t *of;  /* (nodes) 1 + the place that a node is at; 0 */
	uint8_t *used; /* (places) */
};

/* The file and the line of FILE:LINE. The file's length, or 0. */
static size_t
parts(const char *place, int64_t *line)
{
	const char *colon = strrchr(place, ':');

	if (!colon || as_int_parse(colon + 1, strlen(colon + 1), line) != AS_NUM_OK || *line < 1 || *line > UINT32_MAX)
		return 0;
	return (size_t)(colon - place);
}

/* All code of the file that stands on that line is at place k. How much; or -1: the tree has no such file. */
static int
mark(harmless *h, const fact_tree *t, const char *file, size_t n, uint32_t line, uint16_t k)
{
	int found = 0;

	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		if (strncmp(fact_str(t, f), file, n) != 0 || fact_str(t, f)[n])
			continue;
		for (uint32_t i = f + 1; i < t->node[f].end; i++)
			if (t->node[i].line == line && t->node[i].kind != FACT_COMMENT && !(t->node[i].kind == FACT_ERROR && is_python(t, f))) { /* where a file of Python errs, all of it is unread */
				h->of[i] = h->of[i] ? h->of[i] : k;
				found++;
			}
		return found;
	}
	return -1;
}

harmless *
harmless_new(const fact_tree *t, char *const *place, size_t n, as_err *e)
{
	harmless *h = calloc(1, sizeof *h);

	if (n > MOST) {
		free(h);
		as_fail(e, NULL, 0, "--harmless takes %d places, not %zu", MOST, n);
		return NULL;
	}
	if (!h || !(h->of = calloc((size_t)t->n + 1, sizeof *h->of)) || !(h->used = calloc(n + 1, 1))) {
		harmless_free(h);
		as_nomem(e);
		return NULL;
	}
	for (size_t i = 0; i < n; i++) {
		int64_t line;
		size_t len = parts(place[i], &line);
		int found = len ? mark(h, t, place[i], len, (uint32_t)line, (uint16_t)(i + 1)) : 0;
		if (found > 0)
			continue;
		if (len == 0)
			as_fail(e, NULL, 0, "--harmless wants FILE:LINE, not '%s'", place[i]);
		else
			as_fail(e, NULL, 0, found < 0 ? "--harmless %s: no such file was read" : "--harmless %s: there is no code that was read", place[i]);
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
	free(h->used);
	free(h);
}

int
harmless_at(const harmless *h, uint32_t node)
{
	if (!h || !h->of[node])
		return 0;
	h->used[h->of[node] - 1] = 1;
	return 1;
}

int
harmless_used(const harmless *h, size_t i)
{
	return h->used[i];
}
