/* walk_include.c - see walk_impl.h: files of no kind by their names (.inc, .def, .gen, none) that C includes.
 *
 * What is included within a function, a class or a value is a piece of that, and a table of macro calls is
 * put where it is included (cinclude.c): neither is a file by itself, nor is what begins as no declaration does, nor what
 * closes braces that it does not open, nor what has words that who includes it makes macros: it is another thing there.
 * Of files that fit, the one beside who includes it in quotes is meant; else all may be. */
#include "walk_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../facts/cplatform.h"
#include "cread.h"
#include "input.h"
#include "words.h"

/* text, of n bytes: of one that is asked for, and may be read as a file. */
typedef struct { const char *base, *path; char *text; size_t n; uint8_t asked, piece, done; } spare;

typedef struct {
	spare *all; size_t n; /* by base name, then path */
	const char *from, *text; size_t ntext; /* who includes */
} search;

static int
by_base(const void *a, const void *b)
{
	const spare *x = a, *y = b;
	int d = strcmp(x->base, y->base);

	return d ? d : strcmp(x->path, y->path);
}

/* The name without folders that .. leads out of again, a/../b, in out. */
static const char *
straight(const char *name, char *out, size_t cap)
{
	size_t n = 0;

	for (const char *p = name, *e; *p; p = *e ? e + 1 : e) {
		size_t last = n, len;
		e = strchrnul(p, '/');
		len = (size_t)(e - p) + (*e == '/');
		while (last > 1 && out[last - 2] != '/')
			last--;
		last -= last == 1;
		if (len == 3 && strncmp(p, "../", 3) == 0 && n > 0 && strncmp(out + last, "../", 3) != 0 && strncmp(out + last, "./", 2) != 0) {
			n = last;
			continue;
		}
		if (n + len >= cap)
			return name;
		memcpy(out + n, p, len);
		n += len;
	}
	out[n] = '\0';
	return out;
}

/* Past what leads upwards. */
static const char *
below(const char *name)
{
	while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
		name = strchr(name, '/') + 1;
	return name;
}

/* The path of a file beside another, as the walk writes it; 0: it is too long. */
static int
beside(const char *from, const char *name, char *out, size_t cap)
{
	const char *slash = strrchr(from, '/');
	size_t dir = slash ? (size_t)(slash - from) : 0;

	for (; strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0; name = strchr(name, '/') + 1)
		if (name[1] == '.')
			while (dir > 0 && from[--dir] != '/')
				;
	return snprintf(out, cap, "%.*s%s%s", (int)dir, from, dir || *from == '/' ? "/" : "", name) < (int)cap;
}

static int
ends_by(const char *path, const char *name)
{
	size_t n = strlen(path), k = strlen(name);

	return n > k && as_ends_with(path, name) && path[n - k - 1] == '/';
}

static int
has_word(const char *text, size_t size, const char *word, size_t n)
{
	for (const char *p = text, *end = text + size; (p = memmem(p, (size_t)(end - p), word, n)); p++)
		if ((p == text || !as_is_name_char(p[-1])) && (p + n == end || !as_is_name_char(p[n])))
			return 1;
	return 0;
}

/* Has a text words that the other has a #define of? */
static int
is_changed(const char *text, size_t size, const char *by, size_t nby)
{
	for (const char *p = by, *end = by + nby; (p = memmem(p, (size_t)(end - p), "define", 6)); p++) {
		const char *name = p + 6, *q;
		while (name < end && (*name == ' ' || *name == '\t'))
			name++;
		for (q = name; q < end && as_is_name_char(*q); q++)
			;
		if (name > p + 6 && q > name && has_word(text, size, name, (size_t)(q - name)))
			return 1;
	}
	return 0;
}

static void
ask(const search *q, spare *s)
{
	as_err ignored;

	if (s->done || s->piece)
		return;
	if (!s->asked) {
		s->asked = 1;
		if (as_slurp(s->path, WALK_MAX_C, &s->text, &s->n, &ignored) == 0) /* else that is told where it is read */
			s->piece = !c_stands_alone(s->text, s->n);
	}
	s->piece |= s->text && is_changed(s->text, s->n, q->text, q->ntext);
	if (s->piece) {
		free(s->text);
		s->text = NULL;
	}
}

/* A file of C includes that name. */
static int
asked(void *to, const char *name, int angle)
{
	search *q = to;
	const char *end, *base;
	char near[1024], plain[512];
	size_t from, i;

	name = straight(name, plain, sizeof plain);
	end = below(name);
	base = as_base_name(end);
	if (!*base || walk_kind_of(base) != WALK_OTHER)
		return 0;
	from = as_before(&(spare){.base = base, .path = ""}, q->all, q->n, sizeof *q->all, by_base);
	for (i = from; !angle && i < q->n && strcmp(q->all[i].base, base) == 0; i++)
		if (beside(q->from, name, near, sizeof near) && strcmp(q->all[i].path, near) == 0)
			return ask(q, &q->all[i]), 0;
	if (!strchr(end, '/') && c_is_system_header(end))
		return 0;
	for (i = from; i < q->n && strcmp(q->all[i].base, base) == 0; i++)
		if (ends_by(q->all[i].path, end))
			ask(q, &q->all[i]);
	return 0;
}

/* Asks what files that were read include, from the one with that number on. */
static int
ask_all(search *q, const walk *w, size_t from)
{
	int rc = 0;

	for (size_t i = from; i < w->n && rc == 0; i++) {
		as_err ignored;
		char *text;
		size_t n;
		if (w->file[i].kind != WALK_C || w->file[i].skip || as_slurp(w->file[i].path, WALK_MAX_C, &text, &n, &ignored) != 0)
			continue;
		q->from = w->file[i].path;
		q->text = text;
		q->ntext = n;
		rc = c_each_include(text, n, asked, q);
		free(text);
	}
	return rc;
}

int
walk_included(walk *w, as_err *e)
{
	search q = {.n = w->nspare};
	int rc = 0;

	if (!w->nspare)
		return 0;
	if (!(q.all = calloc(w->nspare, sizeof *q.all)))
		return as_nomem(e);
	for (size_t i = 0; i < w->nspare; i++)
		q.all[i] = (spare){.base = as_base_name(w->spare[i]), .path = w->spare[i]};
	qsort(q.all, q.n, sizeof *q.all, by_base);
	for (size_t from = 0, n = w->n; rc == 0 && from < n; from = n, n = w->n) { /* which grows as they are found */
		rc = ask_all(&q, w, from);
		for (size_t i = 0; i < q.n && rc == 0; i++)
			if (q.all[i].asked && !q.all[i].piece && !q.all[i].done) {
				q.all[i].done = 1;
				rc = walk_take_c(w, q.all[i].path, e);
			}
	}
	for (size_t i = 0; i < q.n; i++)
		free(q.all[i].text);
	free(q.all);
	return rc;
}
