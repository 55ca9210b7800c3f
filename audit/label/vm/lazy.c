/* lazy.c - see vm.h: what does not run where it is made: coroutines, map and its kin, generators,
 * whose value nobody takes. */
#include "vm_impl.h"

#include <string.h>

#include "../program/program.h"

#define NODE(i) (&m->t->node[i])

/* The node that encloses node directly. */
static uint32_t
parent(const vm *m, uint32_t node)
{
	uint32_t up = program_file(m->p, node), kid;

	while ((kid = fact_kid_over(m->t, up, node)) && kid != node)
		up = kid;
	return up;
}

/* Is the variable at a node never read: not in its file, nor as a member or under its name anywhere? */
static int
never_read(const vm *m, uint32_t name)
{
	uint32_t file = program_file(m->p, name), id = NODE(name)->str;

	if (id >= m->p->nrelname || m->p->relname[id] & PROG_MEMBER)
		return 0;
	for (uint32_t i = file + 1; i < NODE(file)->end; i++)
		if (NODE(i)->kind == FACT_NAME && NODE(i)->str == id && i != name)
			return 0;
	return 1;
}

/* The comprehension that the block is the body of, which takes what stands in it; 0 if of none. */
static uint32_t
collects(const vm *m, uint32_t block)
{
	uint32_t up = block;

	while (up && (NODE(up)->kind == FACT_BLOCK || NODE(up)->kind == FACT_FOR || NODE(up)->kind == FACT_IF))
		up = parent(m, up);
	return NODE(up)->kind == FACT_COMP ? up : 0;
}

int
vm_dropped(vm *m, uint32_t node)
{
	uint32_t up = parent(m, node), target;
	cell *c;

	switch (NODE(up)->kind) {
	case FACT_FILE: return 1;
	case FACT_BLOCK: up = collects(m, up); return !up || vm_dropped(m, up);
	case FACT_ASSIGN:
		target = up + 1;
		if (*fact_str(m->t, up) || NODE(target)->kind != FACT_NAME || NODE(target)->end != node)
			return 0;
		break;
	case FACT_DEFAULT: /* a member of a class, or with a type */
		return 0;
	default: return 0;
	}
	c = map_get(m, &m->dropped, key_int(node), v_none());
	if (c->v.kind == V_UNDEF)
		c->v = v_bool(never_read(m, target));
	return (int)c->v.i;
}
