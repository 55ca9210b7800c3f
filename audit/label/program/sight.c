/* sight.c - see sight.h. */
#include "sight.h"

#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "../facts/cplatform.h"
#include "grow.h"
#include "input.h"
#include "../read/walk.h"
#include "words.h"

struct sight {
	size_t row;    /* bytes of one file */
	uint8_t *with; /* (nfile, row) bits: the files of all units that a file is in */
	size_t words;  /* of a set of units */
	uint64_t *in;  /* (nfile, words) bits: those units */
};

typedef struct {
	const program *p;
	uint32_t *first, *to; /* (nfile + 1) numbers of files that a file includes */
	uint32_t cap;
} includes;

/* Does an INCLUDE of that path mean the file? */
static int
means_file(const char *path, const char *include)
{
	size_t n, k;

	while (*include == '.')
		include += strspn(include, "./");
	n = strlen(path);
	k = strlen(include);
	return k > 0 && n >= k && strcmp(path + n - k, include) == 0 && (n == k || path[n - k - 1] == '/');
}

typedef struct { const char *base; uint32_t file; } based;

static int
by_base(const void *a, const void *b)
{
	const based *x = a, *y = b;
	int d = strcmp(x->base, y->base);

	return d ? d : (x->file > y->file) - (x->file < y->file);
}

/* The first of the files, sorted, of that name or one behind it. */
static uint32_t
first_of_base(const based *all, uint32_t n, const char *base)
{
	return (uint32_t)as_before(&(based){base, 0}, all, n, sizeof *all, by_base);
}

/* Adds the files that an include of that path may mean to what a file includes; returns the new count. UINT32_MAX: out of memory. */
static uint32_t
add_include(includes *c, const based *all, uint32_t nall, const char *path, uint32_t n)
{
	const char *base = as_base_name(path);

	for (uint32_t lo = first_of_base(all, nall, base); lo < nall && strcmp(all[lo].base, base) == 0 && n != UINT32_MAX; lo++) {
		if (!means_file(fact_str(c->p->t, c->p->file[all[lo].file]), path))
			continue;
		if (as_grow32(&c->to, n, &c->cap, sizeof *c->to) != 0)
			return UINT32_MAX;
		c->to[n++] = all[lo].file;
	}
	return n;
}

/* The path of an #include that a line begins with, to out; 0: none. */
static int
includes_text(const char *s, const char *end, char *out, size_t room)
{
	const char *q;
	char close;

	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	if (s == end || *s++ != '#')
		return 0;
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	if (end - s < 9 || (memcmp(s, "include", 7) != 0 && memcmp(s, "import", 6) != 0))
		return 0;
	while (s < end && *s != '"' && *s != '<')
		s++;
	close = s < end && *s == '<' ? '>' : '"';
	if (s == end || !(q = memchr(s + 1, close, (size_t)(end - s - 1))) || (size_t)(q - s) > room)
		return 0;
	memcpy(out, s + 1, (size_t)(q - s - 1));
	out[q - s - 1] = '\0';
	return 1;
}

/* What file f includes, added likewise: by its facts and by its text, which has those in the midst of values as well. */
static uint32_t
includes_of(includes *c, const based *all, uint32_t nall, uint32_t f, uint32_t n)
{
	const fact_tree *t = c->p->t;
	uint32_t file = c->p->file[f];
	char path[1024], *text;
	size_t len;
	as_err e;

	for (uint32_t i = file; i < t->node[file].end && n != UINT32_MAX; i++)
		if (t->node[i].kind == FACT_INCLUDE)
			n = add_include(c, all, nall, fact_str(t, i), n);
	if (is_python(t, file) || t->node[file].flags & FACT_DATA || as_slurp(fact_str(t, file), WALK_MAX_C, &text, &len, &e) != 0)
		return n;
	for (size_t i = 0; i < len && n != UINT32_MAX;) {
		const char *nl = memchr(text + i, '\n', len - i);
		if (includes_text(text + i, nl ? nl : text + len, path, sizeof path))
			n = add_include(c, all, nall, path, n);
		i = nl ? (size_t)(nl - text) + 1 : len;
	}
	free(text);
	return n;
}

/* -1: out of memory. */
static int
read_includes(includes *c)
{
	uint32_t nfile = c->p->nfile, n = 0;
	based *all = malloc((nfile + 1) * sizeof *all);

	if (!all || !(c->first = calloc((size_t)nfile + 2, sizeof *c->first))) {
		free(all);
		return -1;
	}
	for (uint32_t f = 0; f < nfile; f++)
		all[f] = (based){as_base_name(fact_str(c->p->t, c->p->file[f])), f};
	qsort(all, nfile, sizeof *all, by_base);
	for (uint32_t f = 0; f < nfile && n != UINT32_MAX; f++)
		c->first[f + 1] = n = includes_of(c, all, nfile, f, n);
	free(all);
	return n == UINT32_MAX ? -1 : 0;
}

/* Adds the unit of file f, whose number is f too. has: (row) 0; queue: (nfile). */
static void
add_unit(sight *s, const includes *c, uint32_t f, uint8_t *has, uint32_t *queue)
{
	uint32_t k = 0;

	queue[k++] = f;
	has[f / 8] |= (uint8_t)(1 << f % 8);
	for (uint32_t q = 0; q < k; q++)
		for (uint32_t i = c->first[queue[q]]; i < c->first[queue[q] + 1]; i++) {
			uint32_t g = c->to[i];
			if (!(has[g / 8] >> g % 8 & 1)) {
				has[g / 8] |= (uint8_t)(1 << g % 8);
				queue[k++] = g;
			}
		}
	for (uint32_t q = 0; q < k; q++) {
		for (size_t b = 0; b < s->row; b++)
			s->with[queue[q] * s->row + b] |= has[b];
		s->in[queue[q] * s->words + f / 64] |= (uint64_t)1 << f % 64;
	}
}

static int
sight_known(const sight *s, uint32_t f)
{
	return s->with[f * s->row + f / 8] >> f % 8 & 1;
}

sight *
sight_new(const program *p)
{
	sight *s = calloc(1, sizeof *s);
	includes c = {.p = p};
	uint32_t *queue = malloc((p->nfile + 1) * sizeof *queue);
	uint8_t *included = calloc(p->nfile + 1, 1), *has = NULL;
	int rc = -1;

	if (!s || !queue || !included || read_includes(&c) != 0)
		goto end;
	s->row = (p->nfile + 7) / 8;
	s->words = (p->nfile + 63) / 64;
	if (!(has = malloc(s->row + 1)) || !(s->with = calloc((size_t)p->nfile + 1, s->row)) || !(s->in = calloc((size_t)p->nfile + 1, s->words * sizeof *s->in)))
		goto end;
	for (uint32_t i = 0; i < c.first[p->nfile]; i++)
		included[c.to[i]] = 1;
	for (int rest = 0; rest < 2; rest++) /* rest: headers that include each other, and that nothing else includes */
		for (uint32_t f = 0; f < p->nfile; f++)
			if (!is_python(p->t, p->file[f]) && (rest ? !sight_known(s, f) : c_is_source(fact_str(p->t, p->file[f])) || !included[f])) {
				memset(has, 0, s->row);
				add_unit(s, &c, f, has, queue);
			}
	rc = 0;
end:
	free(c.first);
	free(c.to);
	free(queue);
	free(included);
	free(has);
	if (rc != 0) {
		sight_free(s);
		return NULL;
	}
	return s;
}

void
sight_free(sight *s)
{
	if (!s)
		return;
	free(s->with);
	free(s->in);
	free(s);
}

int
sight_together(const sight *s, uint32_t f, uint32_t g)
{
	return f == g || s->with[f * s->row + g / 8] >> g % 8 & 1;
}

size_t
sight_words(const sight *s)
{
	return s->words;
}

const uint64_t *
sight_units(const sight *s, uint32_t f)
{
	return s->in + f * s->words;
}

int
sight_meet(const sight *s, const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
	for (size_t i = 0; i < s->words; i++)
		if (a[i] & b[i] & c[i])
			return 1;
	return 0;
}
