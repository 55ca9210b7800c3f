#include "truth.h"

#include "words.h"

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
