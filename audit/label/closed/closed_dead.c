/* closed_dead.c - see closed_impl.h: what does not run after the label was taken, by conditions that are then decided. */
#include "closed_impl.h"

#include <string.h>

/* All names that the statement around node o sets by it, gives back or hands on. */
static int
hand_on(closed *k, uint32_t o)
{
	const chain *c = k->c;
	const fact_tree *t = k->t;
	int news = 0;

	for (uint32_t up = c->up[o]; c->up[up] != up && t->node[up].kind != FACT_BLOCK; up = c->up[up]) {
		uint32_t id = UINT32_MAX;
		if ((t->node[up].kind == FACT_ASSIGN || t->node[up].kind == FACT_DECL) && o != up + 1)
			id = chain_last(c, up + 1);
		else if (t->node[up].kind == FACT_RETURN && closed_func(k, up))
			id = chain_last(c, closed_func(k, up));
		else if (t->node[up].kind == FACT_CALL && t->node[up + 1].kind == FACT_NAME && o >= t->node[up + 1].end && closed_body(k, t->node[up + 1].str))
			FACT_EACH_KID(t, closed_body(k, t->node[up + 1].str), p)
				if (t->node[p].kind == FACT_PARAM && t->node[p].str < c->nname && !k->near[t->node[p].str])
					news = k->near[t->node[p].str] = 1;
		if (id < c->nname && *t->text.str[id] && !k->near[id])
			news = k->near[id] = 1;
	}
	return news;
}

void
closed_near(closed *k)
{
	const chain *c = k->c;
	int more = 1;

	memset(k->near, 0, c->nname);
	for (uint32_t i = 0; i < k->at->nset; i++)
		k->near[k->at->set[i].var.name] = 1;
	for (int round = 0; more && round < 4; round++) {
		more = 0;
		for (uint32_t id = 0; id < c->nname; id++)
			if (k->near[id] && c->first[id + 1] - c->first[id] <= CHAIN_PLACES)
				for (uint32_t i = c->first[id]; i < c->first[id + 1]; i++)
					more |= hand_on(k, c->at[i]);
	}
}

/* Does a test ask for what hangs on the label? */
static int
asks(const closed *k, uint32_t e)
{
	for (uint32_t i = e; i < k->t->node[e].end; i++)
		if (k->t->node[i].kind == FACT_NAME && k->t->node[i].str < k->c->nname && k->near[k->t->node[i].str])
			return 1;
	return 0;
}

/* Can it be come to, or is it meant, other than through its test? */
static int
entered(const fact_tree *t, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		if (t->node[i].kind == FACT_LABEL || t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_INCLUDE || t->node[i].kind == FACT_CLASS || t->node[i].flags & FACT_MACRO)
			return 1;
	return 0;
}

/* What [from, to) holds does not run, as a test is what it is; 1: that is news. */
static int
closes(closed *k, uint32_t test, int is, uint32_t from, uint32_t to)
{
	int news = 0;

	if (from >= to || entered(k->t, from, to))
		return 0;
	for (uint32_t i = from; i < to; i++) {
		news |= !k->dead[i];
		k->dead[i] = 1;
	}
	if (news && k->ntest < sizeof k->test / sizeof *k->test) {
		k->test[k->ntest] = test;
		k->from[k->ntest] = from;
		k->to[k->ntest] = to;
		k->holds[k->ntest++] = (uint8_t)is;
	}
	return news;
}

/* Does a block end by leaving what it stands in? */
static int
leaves(const closed *k, uint32_t block)
{
	const fact_tree *t = k->t;
	uint32_t last = 0;

	if (t->node[block].kind != FACT_BLOCK)
		return 0;
	FACT_EACH_KID(t, block, s)
		last = s;
	switch (last ? t->node[last].kind : FACT_NONE) {
	case FACT_RETURN: case FACT_GOTO: case FACT_BREAK: case FACT_CONTINUE: case FACT_RAISE: return 1;
	case FACT_BLOCK: return leaves(k, last);
	case FACT_CALL: return closed_ends(k, last);
	default: return 0;
	}
}

/* What stands behind statement s in its block, up to where something else leads in. */
static int
behind(closed *k, uint32_t s, uint32_t test, int is)
{
	const fact_tree *t = k->t;
	uint32_t block = k->c->up[s], to = t->node[s].end;

	if (t->node[block].kind != FACT_BLOCK)
		return 0;
	for (uint32_t i = t->node[s].end; i < t->node[block].end && !entered(t, i, t->node[i].end); i = t->node[i].end)
		to = t->node[i].end;
	return closes(k, test, is, t->node[s].end, to);
}

static int
of_if(closed *k, uint32_t i, int is)
{
	const fact_tree *t = k->t;
	uint32_t test = i + 1, then = t->node[test].end, other = t->node[then].end < t->node[i].end ? t->node[then].end : 0;
	int news = 0;

	if (!is)
		news |= closes(k, test, is, then, t->node[then].end);
	else if (other)
		news |= closes(k, test, is, other, t->node[other].end);
	if (leaves(k, is ? then : other) && (is || other))
		news |= behind(k, i, test, is);
	return news;
}

static int
of_switch(closed *k, uint32_t i)
{
	const fact_tree *t = k->t;
	closed_values s = closed_value(k, i + 1, 1);
	int news = 0, falls = 0;

	if (s.any || !s.n)
		return 0;
	FACT_EACH_KID(t, i, c) {
		uint32_t block = 0, n = 0;
		int may = 0;
		if (t->node[c].kind != FACT_CASE)
			continue;
		FACT_EACH_KID(t, c, p) {
			closed_values v;
			if (t->node[p].kind == FACT_BLOCK) {
				block = p;
				continue;
			}
			n++;
			v = closed_value(k, p, 1);
			may |= v.any || !v.n;
			for (uint32_t x = 0; x < s.n; x++)
				for (uint32_t y = 0; y < v.n; y++)
					may |= s.v[x] == v.v[y];
		}
		may |= !n || falls;
		if (!may && block)
			news |= closes(k, i + 1, 0, block, t->node[block].end);
		falls = may && t->node[c].flags & FACT_FALLS;
	}
	return news;
}

/* Is code there that was not all read? */
static int
unread(const closed *k, uint32_t i)
{
	uint32_t f = closed_func(k, i);

	for (uint32_t n = f; f && n < k->t->node[f].end; n++)
		if (k->t->node[n].kind == FACT_ERROR || (k->t->node[n].kind == FACT_NAME && (strcmp(fact_str(k->t, n), "setjmp") == 0 || strcmp(fact_str(k->t, n), "sigsetjmp") == 0)))
			return 1;
	return !f;
}

int
closed_branches(closed *k)
{
	const fact_tree *t = k->t;
	int news = 0;

	k->nknown = 0;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end) {
		if (is_python(t, f) || t->node[f].flags & (FACT_DATA | FACT_ASSEMBLY))
			continue;
		for (uint32_t i = f; i < t->node[f].end; i++) {
			uint8_t kind = t->node[i].kind;
			const char *op = fact_str(t, i);
			int is;
			if ((kind != FACT_IF && kind != FACT_COND && kind != FACT_WHILE && kind != FACT_BIN && kind != FACT_SWITCH) || t->node[i].flags & FACT_PREPROC ||
			    k->before[i] || k->dead[i] || i + 1 >= t->node[i].end || !asks(k, i + 1) || unread(k, i))
				continue;
			if (kind == FACT_SWITCH) {
				news |= of_switch(k, i);
				continue;
			}
			if (kind == FACT_BIN && strcmp(op, "and") != 0 && strcmp(op, "or") != 0)
				continue;
			if ((is = closed_truth(k, i + 1)) < 0)
				continue;
			if (kind == FACT_IF)
				news |= of_if(k, i, is);
			else if (kind == FACT_WHILE && !is && !(t->node[i].flags & FACT_POST))
				news |= closes(k, i + 1, is, t->node[i + 1].end, t->node[t->node[i + 1].end].end);
			else if (kind == FACT_COND)
				news |= is ? closes(k, i + 1, is, t->node[t->node[i + 1].end].end, t->node[i].end) : closes(k, i + 1, is, t->node[i + 1].end, t->node[t->node[i + 1].end].end);
			else if (kind == FACT_BIN && is == (*op == 'o'))
				news |= closes(k, i + 1, is, t->node[i + 1].end, t->node[i].end);
		}
	}
	return news;
}
