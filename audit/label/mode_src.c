/* mode_src.c - see mode_src.h. */
#include "mode_src.h"

int
mode_src_run(const mode_src *m, int *status, as_err *e)
{
	(void)m;
	(void)status;
	return as_fail(e, NULL, 0, "--src is being written anew; this build does not have it");
}
