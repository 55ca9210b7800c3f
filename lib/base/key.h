/* key.h - when two values of a key column are one: 128 and 128.0 are, 2.1 and 2.10 are not. */
#ifndef AS_KEY_H
#define AS_KEY_H

#include "str.h"

/* The value without a fraction of zeros; it lies in s. */
static inline as_str
as_key_of(as_str s)
{
	size_t n = s.n, i = 0;

	if (n < 3 || s.s[n - 1] != '0')
		return s;
	while (n > 0 && s.s[n - 1] == '0')
		n--;
	if (n < 2 || s.s[n - 1] != '.')
		return s;
	n--;
	if (s.s[0] == '-' && n > 1)
		i++;
	for (; i < n; i++)
		if (s.s[i] < '0' || s.s[i] > '9')
			return s;
	return (as_str){s.s, n};
}

static inline int
as_key_same(as_str a, as_str b)
{
	return as_str_same(a, b) || as_str_same(as_key_of(a), as_key_of(b));
}

/* The same of names that are several values with a comma between. */
static inline int
as_key_names_same(const char *a, const char *b)
{
	for (;;) {
		as_str x = {a, strcspn(a, ",")}, y = {b, strcspn(b, ",")};

		if (!as_key_same(x, y) || a[x.n] != b[y.n])
			return 0;
		if (!a[x.n])
			return 1;
		a += x.n + 1;
		b += y.n + 1;
	}
}

#endif
