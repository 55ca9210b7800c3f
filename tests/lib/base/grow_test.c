/* grow_test.c - tests of lib/base/grow. */
#include "grow.h"

#include <stdlib.h>

#include "unit_check.h"

int
main(void)
{
	long *v = NULL, *was;
	size_t cap = 0, same = 1;
	uint32_t cap32 = 0, full = UINT32_MAX - 3;
	char *s = NULL, *full_at = NULL;

	for (size_t n = 0; n < 1000; n++) {
		if (as_grow(&v, n, &cap, sizeof *v) != 0)
			return 1;
		v[n] = (long)n;
	}
	for (size_t n = 0; n < 1000; n++)
		same &= v[n] == (long)n;
	unit_ok(same && cap == 1024, "doubled, and what it holds stays");
	was = v;
	unit_ok(as_grow(&v, 1023, &cap, sizeof *v) == 0 && cap == 1024 && v == was, "there is room");
	unit_ok(as_grow(&v, SIZE_MAX / sizeof *v, &cap, sizeof *v) == -1 && cap == 1024 && v == was &&
	    v[999] == 999, "more than there can be: nothing changed");
	unit_ok(as_grow32(&s, 0, &cap32, 1) == 0 && cap32 == 16 && s, "the first sixteen");
	unit_ok(as_grow32(&s, 100, &cap32, 1) == 0 && cap32 == 128, "several steps at once");
	unit_ok(as_grow32(&full_at, UINT32_MAX - 3, &full, 1) == -1 && full == UINT32_MAX - 3 && !full_at,
	    "more than 32 bits count");
	free(v);
	free(s);
	return 0;
}
