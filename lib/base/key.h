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
as_key_list_same(as_str a, as_str b)
{
	if (as_str_same(a, b))
		return 1;
	for (;;) {
		const char *p = a.n ? memchr(a.s, ',', a.n) : NULL, *q = b.n ? memchr(b.s, ',', b.n) : NULL;
		as_str x = {a.s, p ? (size_t)(p - a.s) : a.n}, y = {b.s, q ? (size_t)(q - b.s) : b.n};

		if (!as_key_same(x, y) || !p != !q)
			return 0;
		if (!p)
			return 1;
		a = (as_str){p + 1, a.n - x.n - 1};
		b = (as_str){q + 1, b.n - y.n - 1};
	}
}

static inline int
as_key_names_same(const char *a, const char *b)
{
	return as_key_list_same((as_str){a, strlen(a)}, (as_str){b, strlen(b)});
}

#endif
