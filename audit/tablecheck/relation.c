#include "relation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "input.h"

enum { RELATIONS_MAX = 1 << 20 }; /* bytes of a file */

static const char *
skip_blanks(const char *s)
{
	while (*s == ' ' || *s == '\t')
		s++;
	return s;
}

static size_t
name_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || (s[n] && strchr("_.-", s[n])))
		n++;
	return n;
}

/* NAME[/VARIANT]: at the start; where it is not, the name stays NULL. */
static void
take_name(relation *r, const char **s, as_keep *keep)
{
	const char *p = skip_blanks(*s);
	size_t n = name_length(p), v = 0;
	const char *end = p + n;

	if (n > 0 && *end == '/')
		v = name_length(end + 1);
	if (n == 0 || end[v ? v + 1 : 0] != ':')
		return;
	r->name = as_text(keep, "%.*s", (int)n, p);
	if (v)
		r->variant = as_text(keep, "%.*s", (int)v, end + 1);
	*s = end + (v ? v + 1 : 0) + 1;
}

static int
take_word(const char **s, const char *word)
{
	size_t n = strlen(word);

	*s = skip_blanks(*s);
	if (strncmp(*s, word, n) != 0)
		return 0;
	*s += n;
	return 1;
}

static int
take_op(relation *r, const char **s, as_err *e)
{
	static const char *const op[] = {[REL_EQUAL] = "=", [REL_AT_MOST] = "<=", [REL_AT_LEAST] = ">=",
	    [REL_WHOLE] = "is whole"};

	for (r->op = REL_EQUAL; r->op <= REL_WHOLE; r->op++)
		if (take_word(s, op[r->op]))
			return 0;
	if (**s)
		return as_fail(e, NULL, 0, "expected =, <=, >= or 'is whole' at '%s'", *s);
	return as_fail(e, NULL, 0, "expected =, <=, >= or 'is whole' at the end");
}

/* A relation without a name is called what stands left. */
static void
name_by_left(relation *r, as_keep *keep)
{
	size_t n = strcspn(r->text, "=");
	const char *bracket = strchr(r->text, '[');

	if (bracket && bracket < r->text + n)
		n = strcspn(r->text, "]") + 1;
	while (n > 0 && strchr(" <>", r->text[n - 1]))
		n--;
	r->name = as_text(keep, "%.*s", (int)n, r->text);
}

static int
parse(relation *r, const char *s, double level, as_keep *keep, as_err *e)
{
	take_name(r, &s, keep);
	r->text = s = as_text(keep, "%s", skip_blanks(s));
	if (expr_parse(&r->left, &r->refs, &s, level, keep, e) != 0 || take_op(r, &s, e) != 0)
		return -1;
	if (r->refs.n == 0 || r->refs.v[0].kind != REF_CELL)
		return as_fail(e, NULL, 0, "the left side names no column");
	if (r->op == REL_EQUAL && r->left.n != 1)
		return as_fail(e, NULL, 0, "the left side of = must be one column");
	if (r->op != REL_WHOLE && expr_parse(&r->right, &r->refs, &s, level, keep, e) != 0)
		return -1;
	if (*skip_blanks(s))
		return as_fail(e, NULL, 0, "not understood: '%s'", skip_blanks(s));
	if (r->name == NULL)
		name_by_left(r, keep);
	return keep->nomem ? as_nomem(e) : 0;
}

int
relation_is_variant(const relation *a, const relation *b)
{
	return a == b || (a->variant && b->variant && strcmp(a->name, b->name) == 0);
}

int
relations_add(relations *r, const char *text, const char *path, size_t line, as_err *e)
{
	as_err why;

	if (as_grow(&r->v, r->n, &r->cap, sizeof *r->v) != 0)
		return as_nomem(e);
	memset(&r->v[r->n], 0, sizeof *r->v);
	if (parse(&r->v[r->n], text, r->level, &r->keep, &why) != 0)
		return as_fail(e, path, line, "relation '%s': %s", skip_blanks(text), why.msg);
	r->n++;
	return 0;
}

int
relations_read(relations *r, const char *path, as_err *e)
{
	char *text, *line, *next;
	size_t n, no = 0;
	int bad = 0;

	if (as_slurp(path, RELATIONS_MAX, &text, &n, e) != 0)
		return -1;
	if (strlen(text) != n)
		bad = as_fail(e, path, 0, "a NUL byte") != 0;
	for (line = text; line && *line && !bad; line = next) {
		if ((next = strchr(line, '\n')) != NULL)
			*next++ = '\0';
		no++;
		line[strcspn(line, "#\r")] = '\0';
		if (*skip_blanks(line))
			bad = relations_add(r, line, path, no, e) != 0;
	}
	free(text);
	return bad ? -1 : 0;
}

int
relations_add_builtin(relations *r, as_err *e)
{
	for (size_t i = 0; relations_builtin[i]; i++)
		if (*relations_builtin[i] != '#' && relations_add(r, relations_builtin[i], NULL, 0, e) != 0)
			return -1;
	return 0;
}

int
relations_add_whole(relations *r, const char *column, as_err *e)
{
	return relations_add(r, as_text(&r->keep, "grim: '%s'*n is whole", column), NULL, 0, e);
}

int
relations_keep(relations *r, char *const *name, size_t n, int others, const char *option, as_err *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		while (k < r->n && strcmp(r->v[k].name, name[i]) != 0)
			k++;
		if (k == r->n)
			return as_fail(e, NULL, 0, "%s: there is no relation '%s' (--relations lists them)", option,
			    name[i]);
	}
	for (size_t k = 0; k < r->n; k++) {
		size_t i = 0;

		while (i < n && strcmp(r->v[k].name, name[i]) != 0)
			i++;
		if ((i < n) != others)
			r->v[kept++] = r->v[k];
	}
	r->n = kept;
	return 0;
}

int
relations_rename(relations *r, const char *as, as_err *e)
{
	const char *eq = strchr(as, '=');

	for (size_t k = 0; k < r->n; k++)
		for (int i = 0; i < r->v[k].refs.n; i++) {
			const char **column = &r->v[k].refs.v[i].column;

			if (strcmp(*column, eq + 1) == 0)
				*column = as_text(&r->keep, "%.*s", (int)(eq - as), as);
		}
	return r->keep.nomem ? as_nomem(e) : 0;
}

void
relations_free(relations *r)
{
	as_keep_free(&r->keep);
	free(r->v);
	*r = (relations){0};
}
