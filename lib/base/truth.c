#include "truth.h"

#include <strings.h>

static int
among(as_str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s.n == strlen(words[i]) && strncasecmp(s.s, words[i], s.n) == 0)
			return 1;
	return 0;
}

int
as_truth(as_str s)
{
	static const char *const yes[] = {"true", "1", "yes", "1.0", "t", "y"};
	static const char *const no[] = {"false", "0", "no", "0.0", "f", "n"};

	return among(s, yes, sizeof yes / sizeof *yes) ? 1 : among(s, no, sizeof no / sizeof *no) ? 0 : -1;
}

int
as_nothing(as_str s)
{
	static const char *const nothing[] = {"", "null", "none", "nan", "na", "n/a", "<na>"};

	return among(s, nothing, sizeof nothing / sizeof *nothing);
}
