/* assembly.c - see assembly.h. */
#include "assembly.h"

#include <stdlib.h>
#include <string.h>

#include "cdefs.h"
#include "pattern.h"

enum { DEFINED = ASM_DEFINED, PLAIN = ASM_PLAIN, MORE = 4 /* it names what is not of assembly, or what is and does so */ };

/* Does a name of C stand for something that assembly may call or set, a macro of a header too? */
static int
of_c(const fact_tree *t, const cdefs *d, uint32_t name)
{
	uint32_t n;
	const cdef *c = cdefs_of(d, t, name, UINT32_MAX, &n);

	for (uint32_t i = 0; i < n; i++)
		if ((c[i].kind != CDEF_FUNC && c[i].kind != CDEF_OUTER) || fact_find(t, c[i].node, FACT_BLOCK))
			return 1;
	return 0;
}

/* What C declares and has no body of: a macro of assembly may define it. */
static void
by_macros(const fact_tree *t, uint8_t *is)
{
	uint32_t *pattern = NULL, n = 0;

	for (int fill = 0; fill < 2; fill++) {
		if (fill && (!n || !(pattern = malloc(n * sizeof *pattern))))
			return;
		n = 0;
		for (uint32_t i = 0; i < t->text.n; i++)
			if (is[i] & DEFINED && strstr(t->text.str[i], "##")) {
				if (fill)
					pattern[n] = i;
				n++;
			}
	}
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_FUNC && !is[t->node[i].str] && !fact_find(t, i, FACT_BLOCK))
			for (uint32_t k = 0; k < n; k++)
				if (pattern_letters(t->text.str[pattern[k]]) >= 8 && pattern_fits(t->text.str[pattern[k]], fact_str(t, i)))
					is[t->node[i].str] |= is[pattern[k]];
	free(pattern);
}

uint8_t *
assembly_plain(const fact_tree *t, const cdefs *d)
{
	uint8_t *is = calloc(t->text.n + 1, 1);
	int changed = 1;

	if (!is)
		return NULL;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		if (t->node[f].flags & FACT_ASSEMBLY)
			FACT_EACH_KID(t, f, k)
				if (t->node[k].kind == FACT_FUNC)
					is[t->node[k].str] |= DEFINED | (of_c(t, d, t->node[k].str) ? MORE : 0);
	while (changed) {
		changed = 0;
		for (uint32_t f = 0; f < t->n; f = t->node[f].end)
			FACT_EACH_KID(t, f, k) {
				int more = 0;
				if (!(t->node[f].flags & FACT_ASSEMBLY))
					break;
				if (t->node[k].kind != FACT_FUNC || is[t->node[k].str] & MORE)
					continue;
				for (uint32_t i = k + 1; i < t->node[k].end && !more; i++) {
					uint32_t id = t->node[i].str;
					if (t->node[i].kind == FACT_CALL)
						more = is[t->node[i + 1].str] != DEFINED;
					else if (t->node[i].kind == FACT_NAME)
						more = (is[id] & MORE) || of_c(t, d, id);
				}
				if (more) {
					is[t->node[k].str] |= MORE;
					changed = 1;
				}
			}
	}
	by_macros(t, is);
	for (uint32_t i = 0; i < t->text.n; i++)
		is[i] = is[i] & MORE ? is[i] & DEFINED : is[i] ? DEFINED | PLAIN : 0;
	return is;
}
