/* pattern.c - see pattern.h. */
#include "pattern.h"

#include <string.h>

#include "words.h"

size_t
pattern_head(const char *pattern)
{
	const char *p = strstr(pattern, "##");

	return p ? (size_t)(p - pattern) : strlen(pattern);
}

size_t
pattern_letters(const char *pattern)
{
	size_t n = strlen(pattern);

	for (const char *p = pattern; (p = strstr(p, "##")); p += 2)
		n -= 2;
	return n;
}

/* Each part is taken where it stands first: if the name fits at all, it does so. */
int
pattern_fits(const char *pattern, const char *name)
{
	size_t head = pattern_head(pattern);
	const char *part = pattern + head, *more;

	if (strncmp(pattern, name, head) != 0)
		return 0;
	if (!*part)
		return name[head] == '\0';
	for (name += head, part += 2; (more = strstr(part, "##")); part = more + 2) {
		size_t n = (size_t)(more - part);
		const char *at = memmem(name, strlen(name), part, n);
		if (!at)
			return 0;
		name = at + n;
	}
	return as_ends_with(name, part);
}
