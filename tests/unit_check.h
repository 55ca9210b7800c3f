/* unit_check.h - what a unit test of lib/ needs: the same lines that tests/lib.sh
 * prints, so that tests/run.sh counts both alike. */
#ifndef UNIT_H
#define UNIT_H

#include <math.h>
#include <stdio.h>

/* One check; returns whether it held. */
static inline int
unit_ok(int holds, const char *what)
{
	printf("%s - %s\n", holds ? "ok" : "not ok", what);
	return holds;
}

/* |got - want| <= tol * max(|want|, scale): scale is the data's own. */
static inline int
unit_near(double got, double want, double tol, double scale, const char *what)
{
	double s = fmax(fabs(want), fabs(scale));
	int holds = got == want || (isnan(got) && isnan(want)) || fabs(got - want) <= tol * s;

	unit_ok(holds, what);
	if (!holds)
		printf("# got %.17g, want %.17g\n", got, want);
	return holds;
}

#endif
