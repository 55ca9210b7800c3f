/* pattern.c - see pattern.h. */
#include "pattern.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
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

int
pattern_fits_loosely(const char *pattern, const char *name)
{
	int asked = 0, lacks = 0;

	for (const char *part = pattern, *end; part; part = end ? end + 2 : NULL) {
		size_t n = pattern_head(part);
		end = part[n] ? part + n : NULL;
		if (n <= 2) {
			lacks |= n && strspn(part, "_") >= n && !strchr(name, '_');
			continue;
		}
		asked = 1;
		if (part == pattern ? strncmp(name, part, n) == 0 : end ? memmem(name, strlen(name), part, n) != NULL : as_ends_with(name, part))
			return 1;
	}
	return !asked && !lacks;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(((const pattern_name *)a)->s, ((const pattern_name *)b)->s);
}

void
pattern_sort(pattern_name *name, size_t n)
{
	if (n)
		qsort(name, n, sizeof *name, by_text);
}

typedef struct { const char *s; size_t n; } beginning;

static int
by_beginning(const void *key, const void *name)
{
	const beginning *k = key;

	return strncmp(k->s, ((const pattern_name *)name)->s, k->n);
}

void
pattern_span(const pattern_name *name, size_t n, const char *pattern, size_t *from, size_t *to)
{
	beginning head = {pattern, pattern_head(pattern)};

	*from = as_before(&head, name, n, sizeof *name, by_beginning);
	for (*to = *from; *to < n && by_beginning(&head, &name[*to]) == 0; ++*to)
		;
}
