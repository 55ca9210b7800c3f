/* assembly.c - see assembly.h. */
#include "assembly.h"

#include <stdlib.h>
#include <string.h>

#include "cdefs.h"
#include "grow.h"
#include "../facts/pattern.h"
#include "words.h"

enum { DEFINED = ASM_DEFINED, PLAIN = ASM_PLAIN, MORE = 4 /* it names what is not of assembly, or what is and does so */,
	TEXT = 8 /* a word that stands for other text */, REACH = 16 /* a name with unknown parts that may be one of C */ };

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

/* Is a part of the pattern a word that stands for other text? */
static int
replaced(const fact_tree *t, const uint8_t *is, const char *pattern)
{
	for (const char *part = pattern; part; ) {
		size_t n = pattern_head(part);
		uint32_t id = n ? as_intern_find(&t->text, part, n) : UINT32_MAX;
		if (id != UINT32_MAX && is[id] & TEXT)
			return 1;
		part = part[n] ? part + n + 2 : NULL;
	}
	return 0;
}

/* Names of assembly with unknown parts: which may be one of C? -1: out of memory. */
static int
reaches(const fact_tree *t, const cdefs *d, uint8_t *is)
{
	pattern_name *name = NULL;
	size_t n = 0, cap = 0;
	int rc = 0;

	for (uint32_t id = 0; id < t->text.n && rc == 0; id++)
		if (of_c(t, d, id) && (rc = as_grow(&name, n, &cap, sizeof *name)) == 0)
			name[n++] = (pattern_name){t->text.str[id], id};
	pattern_sort(name, n);
	for (uint32_t id = 0; id < t->text.n && rc == 0; id++) {
		const char *pattern = t->text.str[id];
		int loose = strstr(pattern, "####") != NULL;
		size_t from = 0, to = n;
		if (!strstr(pattern, "##"))
			continue;
		if (!loose)
			pattern_span(name, n, pattern, &from, &to);
		for (is[id] |= replaced(t, is, pattern) ? REACH : 0; from < to && !(is[id] & REACH); from++)
			if (loose ? pattern_fits_loosely(pattern, name[from].s) : pattern_fits(pattern, name[from].s))
				is[id] |= REACH;
	}
	free(name);
	return rc;
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
		if (t->node[i].kind == FACT_FUNC && !(is[t->node[i].str] & DEFINED) && !fact_find(t, i, FACT_BLOCK))
			for (uint32_t k = 0; k < n; k++)
				if (pattern_letters(t->text.str[pattern[k]]) >= 8 && pattern_fits(t->text.str[pattern[k]], fact_str(t, i)))
					is[t->node[i].str] |= is[pattern[k]];
	free(pattern);
}

/* Is that the name of a macro of assembly that begins a function: that exports a name, and calls nothing? */
static int
begins_function(const fact_tree *t, const uint8_t *is, uint32_t name)
{
	static const char *const exports[] = {"global", ".global", ".globl", "globl", "GLOBAL", "PUBLIC", "public", "PROC", "proc"};
	int any = 0;

	if (!(is[name] & DEFINED))
		return 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		if (t->node[f].flags & FACT_ASSEMBLY)
			FACT_EACH_KID(t, f, k)
				if (t->node[k].kind == FACT_FUNC && t->node[k].str == name) {
					for (uint32_t i = k; i < t->node[k].end; i++) {
						if (t->node[i].kind == FACT_CALL)
							return 0;
						any |= t->node[i].kind == FACT_NAME && AS_AMONG(fact_str(t, i), exports);
					}
				}
	return any;
}

/* MACRO name, ...: the first that is handed to a macro which begins a function is what it defines,
 * if C declares it and has no body of it. */
static void
by_operands(const fact_tree *t, uint8_t *is)
{
	uint8_t *declared = calloc(t->text.n + 1, 1);

	for (uint32_t i = 0; declared && i < t->n; i++)
		if (t->node[i].kind == FACT_FUNC && !is[t->node[i].str])
			declared[t->node[i].str] |= fact_find(t, i, FACT_BLOCK) ? 2 : 1;
	for (uint32_t f = 0; declared && f < t->n; f = t->node[f].end)
		for (uint32_t i = f + 1; t->node[f].flags & FACT_ASSEMBLY && i + 1 < t->node[f].end; i++)
			if (t->node[i].kind == FACT_NAME && t->node[i + 1].kind == FACT_NAME && t->node[i].line == t->node[i + 1].line && t->node[i - 1].line != t->node[i].line &&
			    declared[t->node[i + 1].str] == 1 && begins_function(t, is, t->node[i].str))
				is[t->node[i + 1].str] |= DEFINED | MORE;
	free(declared);
}

uint8_t *
assembly_plain(const fact_tree *t, const cdefs *d)
{
	uint8_t *is = calloc(t->text.n + 1, 1);
	int changed = 0;

	if (!is)
		return NULL;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		if (t->node[f].flags & FACT_ASSEMBLY)
			FACT_EACH_KID(t, f, k)
				if (t->node[k].kind == FACT_FUNC) {
					is[t->node[k].str] |= DEFINED | (of_c(t, d, t->node[k].str) ? MORE : 0) | (t->node[k].flags & FACT_MACRO ? TEXT : 0);
					changed = 1;
				}
	if (changed && reaches(t, d, is) != 0) {
		free(is);
		return NULL;
	}
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
						more = (is[t->node[i + 1].str] & ~TEXT) != DEFINED;
					else if (t->node[i].kind == FACT_NAME)
						more = (is[id] & (MORE | REACH)) || of_c(t, d, id);
				}
				if (more) {
					is[t->node[k].str] |= MORE;
					changed = 1;
				}
			}
	}
	by_macros(t, is);
	by_operands(t, is);
	for (uint32_t i = 0; i < t->text.n; i++)
		is[i] = !(is[i] & DEFINED) ? 0 : is[i] & MORE ? DEFINED : DEFINED | PLAIN;
	return is;
}
