#include "nearest.h"

#include <ctype.h>
#include <stdio.h>

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int
letter(as_str s, size_t i)
{
	return tolower((unsigned char)s.s[i]);
}

/* Edits between two texts of at most AS_NEAREST_MAX bytes: a letter more, less or other, or two
 * neighbours that change places (the restricted distance: no edit between these two). */
static size_t
distance(as_str a, as_str b)
{
	size_t row[3][AS_NEAREST_MAX + 1], *now = row[0], *last = row[1], *before = row[2];

	for (size_t j = 0; j <= b.n; j++)
		now[j] = j;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *free = before;

		before = last;
		last = now;
		now = free;
		now[0] = i;
		for (size_t j = 1; j <= b.n; j++) {
			size_t other = letter(a, i - 1) != letter(b, j - 1);

			now[j] = least(last[j - 1] + other, least(last[j], now[j - 1]) + 1);
			if (i > 1 && j > 1 && letter(a, i - 1) == letter(b, j - 2) &&
			    letter(a, i - 2) == letter(b, j - 1))
				now[j] = least(now[j], before[j - 2] + 1);
		}
	}
	return now[b.n];
}

as_nearest
as_nearest_to(const char *word)
{
	return (as_nearest){.word = {word, strlen(word)}};
}

void
as_nearest_try(as_nearest *n, as_str name)
{
	size_t longer = n->word.n > name.n ? n->word.n : name.n, d;

	if (n->nlist + 8 < AS_NEAREST_LIST) {
		n->nlist += (size_t)snprintf(n->list + n->nlist, AS_NEAREST_LIST - n->nlist, "%s%.*s",
		    n->names++ ? ", " : "", (int)name.n, name.s);
		if (n->nlist + 8 >= AS_NEAREST_LIST)
			strcat(n->list, " ...");
	}
	if (longer > AS_NEAREST_MAX || longer - least(n->word.n, name.n) > longer / 3)
		return;
	if ((d = distance(n->word, name)) > longer / 3 || (n->best.s && d >= n->least))
		return;
	n->best = name;
	n->least = d;
}

const char *
as_nearest_text(as_nearest *n, const char *otherwise)
{
	if (!n->best.s)
		return otherwise;
	snprintf(n->text, sizeof n->text, "; did you mean '%.*s'?", (int)n->best.n, n->best.s);
	return n->text;
}

int
as_word_parse(const char *arg, const char *option, const char *const *words, as_err *e)
{
	as_nearest near = as_nearest_to(arg);

	for (int i = 0; words[i]; i++) {
		if (strcmp(arg, words[i]) == 0)
			return i;
		as_nearest_try(&near, (as_str){words[i], strlen(words[i])});
	}
	return as_fail(e, NULL, 0, "%s needs one of %s, not '%s'%s", option, near.list, arg,
	    as_nearest_text(&near, ""));
}
