/* intern.h: numbers in order of first appearance, against a search through all strings. */
#include "intern.h"

#include <stdlib.h>
#include <string.h>

#include "unit_check.h"

enum { N = 3000, LONGEST = 40, MANY = 300000 };

static unsigned long long state = 20251221;

static unsigned
rnd(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static void
against_search(void)
{
	static char text[N][LONGEST];
	static size_t len[N];
	as_intern t = {0};
	uint32_t n = 0;
	int wrong = 0;

	for (int k = 0; k < 4 * N; k++) {
		char s[LONGEST];
		size_t size = rnd(LONGEST + 1), i;
		uint32_t want = 0;

		for (i = 0; i < size; i++) /* few letters, bytes 0 among them */
			s[i] = "ab\0"[rnd(3)];
		if (rnd(2))
			memset(s, 'a', size);
		while (want < n && !(len[want] == size && memcmp(text[want], s, size) == 0))
			want++;
		wrong += as_intern_find(&t, s, size) != (want < n ? want : UINT32_MAX);
		if (n == N && want == n)
			continue;
		if (want == n) {
			memcpy(text[n], s, size);
			len[n++] = size;
		}
		wrong += as_intern_id(&t, s, size) != want || t.n != n;
	}
	for (uint32_t i = 0; i < n; i++)
		wrong += t.len[i] != len[i] || memcmp(t.str[i], text[i], len[i]) != 0 ||
		    t.str[i][len[i]] != '\0';
	unit_ok(wrong == 0, "12,000 strings have the numbers that a search gives");
	unit_ok(n > 1000, "over 1000 of them are distinct");
	as_intern_free(&t);
	unit_ok(t.n == 0 && as_intern_find(&t, "a", 1) == UINT32_MAX, "after it is freed it is empty");
}

/* Strings stay where they are while others come, one larger than a block among them. */
static void
stay(void)
{
	as_intern t = {0};
	char s[32], *large = malloc(3 << 20);
	const char *first;
	int wrong = 0;

	if (!large)
		abort();
	memset(large, 'x', 3 << 20);
	wrong += as_intern_id(&t, "", 0) != 0;
	first = t.str[0];
	for (int i = 1; i < MANY; i++)
		wrong += as_intern_id(&t, s, (size_t)sprintf(s, "user_%d", i)) != (uint32_t)i;
	wrong += as_intern_id(&t, large, 3 << 20) != MANY || t.len[MANY] != 3 << 20;
	for (int i = 1; i < MANY; i++) {
		size_t n = (size_t)sprintf(s, "user_%d", i);

		wrong += as_intern_find(&t, s, n) != (uint32_t)i || strcmp(t.str[i], s) != 0;
	}
	unit_ok(wrong == 0 && t.str[0] == first, "300,000 strings and one of 3 MiB keep number and place");
	as_intern_free(&t);
	free(large);
}

int
main(void)
{
	against_search();
	stay();
	return 0;
}
