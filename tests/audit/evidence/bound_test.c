/* bound_test.c - as_before() of audit/evidence/alike. */
#include "../../../audit/evidence/alike.h"

#include "unit_check.h"

static int
by_value(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* The key is of another type than the elements; those like it come before it. */
static int
behind(const void *key, const void *element)
{
	return *(const double *)key >= *(const int *)element ? 1 : -1;
}

int
main(void)
{
	static const int v[] = {1, 3, 3, 3, 7};

	for (int k = 0; k <= 8; k++) {
		size_t want = 0;
		while (want < 5 && v[want] < k)
			want++;
		unit_ok(as_before(&k, v, 5, sizeof *v, by_value) == want, "those below");
	}
	unit_ok(as_before(&(double){3}, v, 5, sizeof *v, behind) == 4, "those at it too");
	unit_ok(as_before(&(double){2.5}, v, 5, sizeof *v, behind) == 1, "between two");
	unit_ok(as_before(&(int){1}, v, 0, sizeof *v, by_value) == 0, "of none");
	return 0;
}
