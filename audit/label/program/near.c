/* near.c - see program.h: how far each function is from a compile call, by names alone. */
#include "program.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Names that say nothing of which function is meant. */
static int
common(const char *s)
{
	static const char *const list[] = {"get", "set", "add", "update", "run", "call", "forward", "load", "items", "keys", "values", "pop", "append", "__init__",
		"__call__", "join", "split", "to", "copy", "close", "open", "read", "write", "start", "stop", "main", "step", "reset", "apply", "name", "config"};

	return AS_AMONG(s, list);
}

int
program_near(program *p, const symbols *s)
{
	fact_tree *t = p->t;
	uint32_t n = t->text.n;
	uint8_t *by_name;

	if (p->near)
		return 0;
	if (!(p->near = malloc(t->n ? t->n : 1)) || !(by_name = malloc(n ? n : 1)))
		return -1;
	memset(p->near, NEAR_NONE, t->n);
	memset(by_name, NEAR_NONE, n);
	for (uint32_t i = 0; i < p->nsite; i++)
		p->near[p->site[i]] = 0;
	for (uint32_t i = 0; i < t->n; i++) /* methods that compile whatever they are called of */
		if (t->node[i].kind == FACT_CALL && i + 1 < t->node[i].end && t->node[i + 1].kind == FACT_ATTR) {
			char name[100] = ".";
			const symbol *y;
			strncat(name, fact_str(t, i + 1), sizeof name - 2);
			if ((y = symbol_find(s, name)) && (y->kind == SYM_COMPILE || y->kind == SYM_BEGIN))
				p->near[i] = 0;
			else if (strcmp(name, ".compile") == 0 && t->node[i + 2].kind != FACT_NAME)
				p->near[i] = 0; /* self.model.compile() */
		}
	for (int round = 1; round <= NEAR_MOST; round++) {
		uint32_t fn[64], depth = 0;
		for (uint32_t i = 0; i < t->n; i++) {
			uint8_t d = p->near[i];
			while (depth && t->node[fn[depth - 1]].end <= i)
				depth--;
			if (t->node[i].kind == FACT_FUNC && depth < 64) {
				fn[depth++] = i;
				continue;
			}
			if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && t->node[i].str < n && by_name[t->node[i].str] < NEAR_NONE &&
			    by_name[t->node[i].str] + 1 < d)
				d = (uint8_t)(by_name[t->node[i].str] + 1);
			for (uint32_t k = depth; d < NEAR_NONE && k-- > 0;)
				if (p->near[fn[k]] > d)
					p->near[fn[k]] = d;
		}
		for (uint32_t i = 0, cls = 0; i < t->n; i++)
			if (t->node[i].kind == FACT_CLASS) {
				cls = i;
			} else if (t->node[i].kind == FACT_FUNC && p->near[i] < round) {
				uint32_t id = fact_last(t, i);
				if (id < n && strcmp(t->text.str[id], "__init__") == 0)
					id = cls && t->node[cls].end > i ? t->node[cls].str : UINT32_MAX; /* called by the class's name */
				if (id < n && *t->text.str[id] && !common(t->text.str[id]) && by_name[id] > p->near[i])
					by_name[id] = p->near[i];
			}
	}
	free(by_name);
	return 0;
}
