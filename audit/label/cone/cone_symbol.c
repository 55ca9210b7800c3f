/* cone_symbol.c - see cone_impl.h: which compile symbols the code of a tree may mean. */
#include "cone_impl.h"

#include <stdlib.h>
#include <string.h>

size_t
cone_word(const char *s)
{
	size_t n = 0;

	while ((s[n] >= 'a' && s[n] <= 'z') || (s[n] >= 'A' && s[n] <= 'Z') || (s[n] >= '0' && s[n] <= '9') || s[n] == '_' || (s[n] & 0x80))
		n++;
	return n;
}

int
cone_compiles_as(const symbol *y)
{
	return y && (y->kind == SYM_COMPILE || y->kind == SYM_BEGIN || y->kind == SYM_CONTEXT);
}

const symbol *
cone_symbol(const cone *c, size_t k)
{
	return k < c->s->nown ? &c->s->own[k] : symbol_at(k - c->s->nown);
}

int
cone_word_symbol(const cone *c, const char *word)
{
	const symbol *y;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		if (cone_compiles_as(y) && strcmp(strrchr(y->name, '.') ? strrchr(y->name, '.') + 1 : y->name, word) == 0)
			return 1;
	return 0;
}

static void
set_bit(cone *c, const char *name, size_t n, uint8_t bit)
{
	uint32_t id = as_intern_find(&c->t->text, name, n);

	if (id < c->nname)
		c->sym[id] |= bit;
}

/* Which symbols may be meant at all: the code must hold each part of their names somewhere. */
int
cone_prepare(cone *c)
{
	static const char *const tail[] = {"", "_v2", "_v3", "_ptsz", "_ptds", "_v10000", "_v12000"};
	as_intern part = {0};
	uint8_t *seen = NULL;
	const symbol *y;
	size_t n;
	int rc = -1;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		for (const char *s = y->name; *s; s += cone_word(s) ? cone_word(s) : 1)
			if (cone_word(s) && as_intern_id(&part, s, cone_word(s)) == UINT32_MAX)
				goto out;
	for (n = 0; cone_symbol(c, n); n++)
		;
	if (!(seen = calloc(part.n + 1, 1)) || !(c->active = calloc(n + 1, 1)))
		goto out;
	for (uint32_t i = 0; i < c->nname; i++) {
		const char *s = c->t->text.str[i];
		if (c->t->text.len[i] > 300 || strpbrk(s, " \t\n"))
			continue;
		for (size_t n; *s; s += n ? n : 1)
			if ((n = cone_word(s))) {
				uint32_t id = as_intern_find(&part, s, n);
				if (id != UINT32_MAX)
					seen[id] = 1;
			}
	}
	for (size_t k = 0; (y = cone_symbol(c, k)); k++) {
		const char *dot = strrchr(y->name, '.');
		int all = 1;
		if (y->kind == SYM_USE)
			set_bit(c, *y->name == '.' ? y->name + 1 : y->name, strlen(y->name) - (*y->name == '.'), SYM_RUNS);
		if (!cone_compiles_as(y))
			continue;
		for (const char *s = y->name; *s; s += cone_word(s) ? cone_word(s) : 1)
			if (cone_word(s))
				all &= seen[as_intern_find(&part, s, cone_word(s))];
		c->active[k] = (uint8_t)all;
		if (!all && dot)
			continue;
		if (dot) {
			set_bit(c, dot + 1, strlen(dot + 1), dot == y->name ? SYM_METHOD : SYM_LAST);
			continue;
		}
		for (size_t i = 0; i < sizeof tail / sizeof *tail; i++) {
			char name[256];
			if (strlen(y->name) + 8 < sizeof name)
				set_bit(c, strcat(strcpy(name, y->name), tail[i]), strlen(y->name) + strlen(tail[i]), SYM_EXACT);
		}
	}
	if (cone_modules(c) != 0)
		goto out;
	rc = 0;
out:
	as_intern_free(&part);
	free(seen);
	return rc;
}

void
cone_site(cone *c, uint32_t u, uint32_t node)
{
	if (!c->unit[u].site)
		c->unit[u].site = node;
}

/* Is that the module of a symbol that may be meant? */
static int
module_of(const cone *c, const char *module)
{
	size_t n = strlen(module);
	const symbol *y;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		if (*y->name == *module && c->active[k] && cone_compiles_as(y) && strncmp(y->name, module, n) == 0 && y->name[n] == '.' &&
		    !strchr(y->name + n + 1, '.'))
			return 1;
	return 0;
}

int
cone_symbol_named(const cone *c, const char *last)
{
	const symbol *y;

	for (size_t k = 0; (y = cone_symbol(c, k)); k++)
		if (c->active[k] && cone_compiles_as(y) && strrchr(y->name, '.') && strcmp(strrchr(y->name, '.') + 1, last) == 0)
			return 1;
	return 0;
}

void
cone_module_stands(cone *c, const char *full)
{
	if (module_of(c, full) && as_intern_id(&c->outside, full, strlen(full)) == UINT32_MAX)
		c->nomem = 1;
}

int
cone_symbol_is(const cone *c, const char *full)
{
	return cone_compiles_as(symbol_find(c->s, full));
}
