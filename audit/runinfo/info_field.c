#include "info_field.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

const struct info_function info_functions[] = {
	[INFO_LENGTH] = {"length", "elements of an array or members of an object"},
	[INFO_DOTTED] = {"dotted", "elements of an array joined by dots"},
	[INFO_DELTA] = {"delta", "each number less the one before, files in natural order of their "
	    "names; the first stays"},
	[INFO_COUNT] = {"count", "number of values"},
	[INFO_SUM] = {"sum", "sum of the values"},
	[INFO_MIN] = {"min", "smallest value"},
	[INFO_MAX] = {"max", "largest value"},
};

int
info_fields_use(const info_fields *f, info_func func)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->v[i].func == func)
			return 1;
	return 0;
}

/* The first c in s that is not in quotes, or NULL. */
static char *
unquoted(char *s, char c)
{
	int in = 0;

	for (; *s; s++) {
		if (in && *s == '\\' && s[1])
			s++;
		else if (*s == '"')
			in = !in;
		else if (!in && *s == c)
			return s;
	}
	return NULL;
}

/* If s is NAME(...), cuts it down to what stands in the brackets. */
static int
take_function(char **s, info_func *func, as_err *e)
{
	size_t n = strspn(*s, "abcdefghijklmnopqrstuvwxyz"), len = strlen(*s);

	*func = INFO_VALUE;
	if (n == 0 || (*s)[n] != '(')
		return 0;
	if ((*s)[len - 1] != ')')
		return as_fail(e, NULL, 0, "-f: no ')' at the end of '%s'", *s);
	for (int i = INFO_LENGTH; i <= INFO_MAX; i++)
		if (strlen(info_functions[i].name) == n && memcmp(info_functions[i].name, *s, n) == 0)
			*func = (info_func)i;
	if (*func == INFO_VALUE)
		return as_fail(e, NULL, 0, "-f: '%s' calls an unknown function; there are: "
		    "length, dotted, delta, count, sum, min, max", *s);
	(*s)[len - 1] = '\0';
	*s += n + 1;
	return 0;
}

static int
add(info_fields *f, const char *item, as_err *e)
{
	char *s = as_text(&f->keep, "%s", item), *colon;
	info_field *v;

	if (as_grow_one(&f->v, f->n, sizeof *v) != 0)
		return as_nomem(e);
	v = &f->v[f->n++];
	*v = (info_field){.label = as_text(&f->keep, "%s", item)};
	if (take_function(&s, &v->func, e) != 0)
		return -1;
	if (unquoted(s, '(') || unquoted(s, ')'))
		return as_fail(e, NULL, 0, "-f: '%s' is not [FUNCTION(][FILE:]PATH[)]", item);
	if ((colon = unquoted(s, ':')) != NULL) {
		*colon = '\0';
		if (colon == s || colon[1] == '\0')
			return as_fail(e, NULL, 0, "-f: '%s' needs FILE:PATH", item);
		v->file = as_text(&f->keep, "%s%s", s, as_ends_with(s, ".json") || as_ends_with(s, ".gz") ?
		    "" : ".json");
		s = colon + 1;
	}
	v->text = s;
	return *s ? as_path_parse(&v->path, s, e) : as_fail(e, NULL, 0, "-f: empty field");
}

int
info_fields_add(info_fields *f, const char *list, as_err *e)
{
	char *item = as_text(&f->keep, "%s", list), *comma;

	for (; item; item = comma) {
		if ((comma = unquoted(item, ',')))
			*comma++ = '\0';
		for (size_t i = 0; i < f->n; i++)
			if (strcmp(f->v[i].label, item) == 0)
				return as_fail(e, NULL, 0, "-f: '%s' is named twice", item);
		if (add(f, item, e) != 0)
			return -1;
	}
	return f->keep.nomem ? as_nomem(e) : 0;
}

void
info_fields_free(info_fields *f)
{
	for (size_t i = 0; i < f->n; i++)
		as_path_free(f->v[i].path);
	as_keep_free(&f->keep);
	free(f->v);
	*f = (info_fields){0};
}
