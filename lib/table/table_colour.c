/* Verdicts in colour. The text of a cell stays; its width does not count the colours. */
#include <string.h>

#include "table_writers.h"
#include "words.h"

/* NULL: the text is no verdict. */
static const char *
colour_of(const char *text)
{
	static const char *const good[] = {"holds", "proven", "compiled", "match"};
	static const char *const bad[] = {"fails", "does not hold", "refuted", "not compiled",
	    "not compiler-real", "not supported", "mismatch"};
	static const char *const open[] = {"inconclusive", "unknown", "partly", "no evidence"};

	return AS_AMONG(text, good) ? "\033[32m" : AS_AMONG(text, bad) ? "\033[31m" :
	    AS_AMONG(text, open) ? "\033[33m" : NULL;
}

/* Each word by itself, so that a line may end between them. */
static char *
coloured(as_keep *keep, const char *text, const char *colour)
{
	char *out = as_text(keep, "%s", "");

	while (*text) {
		size_t word = strcspn(text, " "), blanks = strspn(text + word, " ");

		out = as_text(keep, "%s%s%.*s\033[0m%.*s", out, colour, (int)word, text, (int)blanks,
		    text + word);
		text += word + blanks;
	}
	return out;
}

void
as_grid_colour(grid *g)
{
	static const char *const columns[] = {"verdict", "status", "state"};

	for (size_t j = 0; j < g->ncol; j++) {
		if (g->col[j].key || !AS_AMONG(g->col[j].name, columns))
			continue;
		for (size_t i = 0; i < g->nrow; i++) {
			char **cell = &g->cell[i * g->ncol + j];
			const char *colour = colour_of(*cell);

			if (colour)
				*cell = coloured(&g->keep, *cell, colour);
		}
	}
}
