/* keys_test.c - tests of lib/keys. */
#include "keys.h"

#include "unit.h"

/* Keys whose low halves are alike, whose high halves are, and one that is 0. */
static uint64_t
nth(uint32_t n)
{
	return n % 2 ? (uint64_t)(n / 2) << 32 : (uint64_t)(n / 2);
}

int
main(void)
{
	as_keys t = {0};
	int right = 1;

	unit_ok(as_keys_find(&t, 0) == UINT32_MAX, "nothing is found before there is any");
	for (uint32_t n = 0; n < 3000; n++)
		right &= n == 1 || as_keys_id(&t, nth(n)) == (n ? n - 1 : 0); /* nth(1) is nth(0) */
	unit_ok(right && t.n == 2999, "numbered in order of first appearance");
	for (uint32_t n = 0; n < 3000; n++)
		right &= as_keys_id(&t, nth(n)) == (n ? n - 1 : 0) && as_keys_find(&t, nth(n)) == (n ? n - 1 : 0);
	unit_ok(right && t.n == 2999, "the same number again");
	unit_ok(t.key[1] == 1 && t.key[2] == (uint64_t)1 << 32, "and each by its number");
	unit_ok(as_keys_find(&t, UINT64_MAX) == UINT32_MAX && t.n == 2999, "to look for one adds none");
	as_keys_clear(&t);
	unit_ok(t.n == 0 && as_keys_find(&t, 1) == UINT32_MAX && as_keys_id(&t, 1) == 0, "from 0 again");
	as_keys_free(&t);
	unit_ok(!t.key && !t.slot && as_keys_id(&t, 7) == 0, "free, and it can be used again");
	as_keys_free(&t);
	return 0;
}
