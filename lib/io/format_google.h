/* format_google.h - rows of Google Benchmark that summarise others, told by their names. */
#ifndef AS_FORMAT_GOOGLE_H
#define AS_FORMAT_GOOGLE_H

#include "intern.h"
#include "str.h"

/* names: of all rows. A summary is called after its benchmark, which may itself be left out; with a
 * mean there is always a stddev. Fits of complexity are called _BigO and _RMS. */
static inline int
as_google_summary(const as_intern *names, as_str name)
{
	static const char *const tails[] = {"_BigO", "_RMS", "_mean", "_median", "_stddev", "_cv",
	    "_min", "_max"};
	char stddev[1024];

	for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
		size_t n = strlen(tails[i]), stem = name.n - n;

		if (name.n <= n || stem + sizeof "_stddev" > sizeof stddev ||
		    memcmp(name.s + stem, tails[i], n) != 0)
			continue;
		memcpy(stddev, name.s, stem);
		memcpy(stddev + stem, "_stddev", 7);
		if (i < 2 || as_intern_find(names, name.s, stem) != UINT32_MAX ||
		    as_intern_find(names, stddev, stem + 7) != UINT32_MAX)
			return 1;
	}
	return 0;
}

#endif
