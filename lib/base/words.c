#include "words.h"

#include <string.h>
#include <strings.h>

int
as_ends_with(const char *s, const char *tail)
{
	size_t n = strlen(s), k = strlen(tail);

	return n >= k && strcmp(s + n - k, tail) == 0;
}

int
as_among(const char *s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++) /* most differ in the first letter */
		if (*s == *list[i] && strcmp(s, list[i]) == 0)
			return 1;
	return 0;
}

int
as_among_any_case(as_str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s.n == strlen(list[i]) && strncasecmp(s.s, list[i], s.n) == 0)
			return 1;
	return 0;
}

int
as_is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

const char *
as_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

int
as_truth(as_str s)
{
	static const char *const yes[] = {"true", "1", "yes", "1.0", "t", "y"};
	static const char *const no[] = {"false", "0", "no", "0.0", "f", "n"};

	return AS_AMONG_ANY_CASE(s, yes) ? 1 : AS_AMONG_ANY_CASE(s, no) ? 0 : -1;
}

int
as_nothing(as_str s)
{
	static const char *const nothing[] = {"", "null", "none", "nan", "na", "n/a", "<na>"};

	return AS_AMONG_ANY_CASE(s, nothing);
}
