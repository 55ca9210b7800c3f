/* facts_loud - prints the names of libraries of C and C++ that hide what compiles (audit/label/program/symbols.h), one a line: the header
 * that a tree includes, or -, whether the name stands behind another, what it hides, with _ for blanks, and the name. */
#include <stdio.h>
#include <string.h>

#include "../../audit/label/program/symbols.h"

int
main(void)
{
	const loud_names *l;

	for (size_t k = 0; (l = loud_at(k)) != NULL; k++)
		for (const char *s = l->names; *s; s += strspn(s, " ")) {
			size_t n = strcspn(s, " ");
			printf("%s %d ", *l->header ? l->header : "-", l->dotted);
			for (const char *w = l->why; *w; w++)
				putchar(*w == ' ' ? '_' : *w);
			printf(" %.*s\n", (int)n, s);
			s += n;
		}
	return fflush(stdout) == 0 ? 0 : 2;
}
