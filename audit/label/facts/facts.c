/* facts.c - see facts.h. */
#include "facts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bound.h"
#include "grow.h"

static const char *const wire[FACT_NKIND] = {
#define X(name, letters) letters,
	FACT_KINDS(X)
#undef X
};

int
fact_tree_init(fact_tree *t)
{
	memset(t, 0, sizeof *t);
	return as_intern_id(&t->text, "", 0) == 0 ? 0 : -1;
}

int
fact_may_read(const fact_tree *t, const char *path)
{
	char real[PATH_MAX];

	if (!t->nroot)
		return 1;
	if (access(path, F_OK) != 0 || !realpath(path, real)) /* most that are asked for are not there, and the first is cheap */
		return 0;
	for (size_t i = 0; i < t->nroot; i++) {
		size_t n = strlen(t->root[i]);
		if (strncmp(real, t->root[i], n) == 0 && (real[n] == '/' || !real[n] || t->root[i][n - 1] == '/'))
			return 1;
	}
	return 0;
}

void
fact_tree_free(fact_tree *t)
{
	free(t->node);
	free(t->open);
	as_intern_free(&t->text);
	memset(t, 0, sizeof *t);
}

uint32_t
fact_open(fact_tree *t, fact_kind kind, uint32_t line, uint32_t flags, const char *s, size_t n)
{
	uint32_t id = t->nomem ? UINT32_MAX : as_intern_id(&t->text, s, n);

	if (id == UINT32_MAX || as_grow32(&t->node, t->n + 1, &t->cap, sizeof *t->node) != 0 ||
	    as_grow32(&t->open, t->nopen, &t->open_cap, sizeof *t->open) != 0) {
		t->nomem = 1;
		return UINT32_MAX;
	}
	t->node[t->n] = (fact_node){.kind = (uint8_t)kind, .flags = flags, .line = line, .str = id, .end = t->n + 1};
	t->node[t->n + 1] = (fact_node){0};
	t->open[t->nopen++] = t->n;
	return t->n++;
}

void
fact_close(fact_tree *t)
{
	if (!t->nomem)
		t->node[t->open[--t->nopen]].end = t->n;
}

uint32_t
fact_leaf(fact_tree *t, fact_kind kind, uint32_t line, const char *s)
{
	uint32_t i = fact_open(t, kind, line, 0, s, strlen(s));

	fact_close(t);
	return i;
}

uint32_t
fact_wrap(fact_tree *t, uint32_t at, fact_kind kind, uint32_t line, uint32_t flags, const char *s, size_t n)
{
	fact_node made;

	if (fact_open(t, kind, line, flags, s, n) == UINT32_MAX)
		return UINT32_MAX;
	t->nopen--;
	made = t->node[t->n - 1];
	memmove(t->node + at + 1, t->node + at, (t->n - 1 - at) * sizeof *t->node);
	for (uint32_t i = at + 1; i < t->n; i++)
		t->node[i].end++;
	made.end = t->n;
	t->node[at] = made;
	return at;
}

void
fact_cut(fact_tree *t, uint32_t at, uint32_t nopen)
{
	if (t->nomem)
		return;
	if (at < t->n)
		t->node[at] = (fact_node){0};
	t->n = at;
	t->nopen = nopen;
}

void
fact_copy(fact_tree *t, uint32_t i)
{
	uint32_t n = t->nomem ? 0 : t->node[i].end - i, at = t->n;

	for (uint32_t k = 0; k < n; k++) {
		if (as_grow32(&t->node, t->n + 1, &t->cap, sizeof *t->node) != 0) {
			t->nomem = 1;
			return;
		}
		t->node[t->n] = t->node[i + k];
		t->node[t->n++].end += at - i;
	}
	if (n)
		t->node[t->n] = (fact_node){0};
}

void
fact_append(fact_tree *t, const fact_tree *more)
{
	uint32_t *id = malloc((more->text.n + 1) * sizeof *id), at = t->n;
	fact_node *node;

	if (t->nomem || more->nomem || !id || more->n > UINT32_MAX / 4 - at)
		goto nomem;
	for (uint32_t i = 0; i < more->text.n; i++)
		if ((id[i] = as_intern_id(&t->text, more->text.str[i], more->text.len[i])) == UINT32_MAX)
			goto nomem;
	if (t->cap - at <= more->n) {
		if (!(node = realloc(t->node, (at + more->n + 1) * sizeof *node)))
			goto nomem;
		t->node = node;
		t->cap = at + more->n + 1;
	}
	for (uint32_t i = 0; i < more->n; i++) {
		t->node[at + i] = more->node[i];
		t->node[at + i].end += at;
		t->node[at + i].str = id[more->node[i].str];
	}
	t->n += more->n;
	t->node[t->n] = (fact_node){0};
	free(id);
	return;
nomem:
	free(id);
	t->nomem = 1;
}

uint32_t
fact_kid_over(const fact_tree *t, uint32_t i, uint32_t node)
{
	FACT_EACH_KID(t, i, kid)
		if (kid <= node && node < t->node[kid].end)
			return kid;
	return 0;
}

uint32_t
fact_find(const fact_tree *t, uint32_t i, fact_kind kind)
{
	FACT_EACH_KID(t, i, kid)
		if (t->node[kid].kind == kind)
			return kid;
	return 0;
}

uint32_t
fact_arg(const fact_tree *t, uint32_t call, uint32_t k)
{
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && !*fact_str(t, a) && k-- == 0)
			return a + 1 < t->node[a].end ? a + 1 : 0;
	return 0;
}

uint32_t
fact_keyword(const fact_tree *t, uint32_t call, const char *name)
{
	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && strcmp(fact_str(t, a), name) == 0)
			return a + 1 < t->node[a].end ? a + 1 : 0;
	return 0;
}

uint32_t
fact_given(const fact_tree *t, uint32_t call, const char *name, uint32_t k)
{
	uint32_t named = fact_keyword(t, call, name);

	return named ? named : fact_arg(t, call, k);
}

uint32_t
fact_uncast(const fact_tree *t, uint32_t e)
{
	while (e && t->node[e].kind == FACT_UN && *fact_str(t, e) == '(')
		e++;
	return e;
}

uint32_t
fact_param_at(const fact_tree *t, uint32_t fn, uint32_t name, uint32_t *k)
{
	*k = 0;
	FACT_EACH_KID(t, fn, p) {
		if (t->node[p].kind != FACT_PARAM)
			continue;
		if (t->node[p].str == name)
			return p;
		++*k;
	}
	return 0;
}

uint32_t
fact_param(const fact_tree *t, uint32_t fn, uint32_t name)
{
	uint32_t k;

	return fact_param_at(t, fn, name, &k);
}

uint32_t
fact_last(const fact_tree *t, uint32_t i)
{
	const char *dot = strrchr(fact_str(t, i), '.');

	return dot ? as_intern_find(&t->text, dot + 1, strlen(dot + 1)) : t->node[i].str;
}

static int
by_node(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

uint32_t
fact_before(const uint32_t *v, uint32_t n, uint32_t node)
{
	return (uint32_t)as_before(&node, v, n, sizeof *v, by_node);
}

/* The number at *p, and *p after the blank that ends it. */
static int
wire_number(const char **p, const char *end, uint32_t *out)
{
	uint64_t v = 0;
	const char *s = *p;

	while (s < end && *s >= '0' && *s <= '9' && v <= UINT32_MAX)
		v = v * 10 + (uint64_t)(*s++ - '0');
	if (s == *p || s == end || *s != ' ' || v > UINT32_MAX)
		return -1;
	*out = (uint32_t)v;
	*p = s + 1;
	return 0;
}

static int
wire_kind(const char *s, size_t n)
{
	for (int k = 0; k < FACT_NKIND; k++)
		if (strlen(wire[k]) == n && memcmp(wire[k], s, n) == 0)
			return k;
	return -1;
}

static int
wire_flags(const char *s, size_t n, uint32_t *flags)
{
	*flags = 0;
	if (n == 1 && *s == '-')
		return 0;
	for (size_t i = 0; i < n; i++) {
		const char *f = strchr(FACT_FLAG_LETTERS, s[i]);

		if (!f || !s[i])
			return -1;
		*flags |= 1u << (f - FACT_FLAG_LETTERS);
	}
	return n > 0 ? 0 : -1;
}

/* Undoes the escapes of n bytes into out; the new length, or -1. */
static long
wire_text(const char *s, size_t n, char *out)
{
	long m = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] != '\\') {
			out[m++] = s[i];
			continue;
		}
		if (++i == n)
			return -1;
		switch (s[i]) {
		case 'n': out[m++] = '\n'; break;
		case 'r': out[m++] = '\r'; break;
		case '\\': out[m++] = '\\'; break;
		default: return -1;
		}
	}
	return m;
}

int
fact_wire_line(fact_tree *t, const char *line, size_t n)
{
	const char *p = line, *end = line + n, *s;
	char small[512], *text = small;
	uint32_t depth, at, flags;
	long len;
	int kind, rc = -1;

	if (wire_number(&p, end, &depth) != 0 || depth > t->nopen || (t->n == 0 && depth != 0))
		return -1;
	if (!(s = memchr(p, ' ', (size_t)(end - p))) || (kind = wire_kind(p, (size_t)(s - p))) < 0 ||
	    (depth == 0) != (kind == FACT_FILE))
		return -1;
	p = s + 1;
	if (wire_number(&p, end, &at) != 0)
		return -1;
	if (!(s = memchr(p, ' ', (size_t)(end - p))))
		s = end;
	if (wire_flags(p, (size_t)(s - p), &flags) != 0)
		return -1;
	p = s < end ? s + 1 : end;
	if ((size_t)(end - p) > sizeof small && !(text = malloc((size_t)(end - p)))) {
		t->nomem = 1;
		return 0;
	}
	if ((len = wire_text(p, (size_t)(end - p), text)) >= 0) {
		while (!t->nomem && t->nopen > depth)
			fact_close(t);
		fact_open(t, (fact_kind)kind, at, flags, text, (size_t)len);
		rc = 0;
	}
	if (text != small)
		free(text);
	return rc;
}

void
fact_wire_end(fact_tree *t)
{
	while (!t->nomem && t->nopen > 0)
		fact_close(t);
}

static void
write_text(const char *s, FILE *f)
{
	for (; *s; s++) {
		if (*s == '\n')
			fputs("\\n", f);
		else if (*s == '\r')
			fputs("\\r", f);
		else if (*s == '\\')
			fputs("\\\\", f);
		else
			putc(*s, f);
	}
}

static void
write_node(const fact_tree *t, uint32_t i, unsigned depth, FILE *f)
{
	const fact_node *x = &t->node[i];

	fprintf(f, "%u %s %u ", depth, wire[x->kind], x->line);
	for (unsigned b = 0; b < sizeof FACT_FLAG_LETTERS - 1; b++)
		if (x->flags >> b & 1)
			putc(FACT_FLAG_LETTERS[b], f);
	if (!x->flags)
		putc('-', f);
	if (*fact_str(t, i)) {
		putc(' ', f);
		write_text(fact_str(t, i), f);
	}
	putc('\n', f);
	FACT_EACH_KID(t, i, kid)
		write_node(t, kid, depth + 1, f);
}

void
fact_write(const fact_tree *t, FILE *f)
{
	for (uint32_t i = 0; i < t->n; i = t->node[i].end)
		write_node(t, i, 0, f);
}
