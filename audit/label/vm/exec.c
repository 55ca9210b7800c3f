/* exec.c - see vm.h: statements.
 *
 * Loops end: a loop over something known runs for each element up to a limit, one
 * whose end is not known runs twice, or as long as it reads elements of a known table. */
#include "../cone/cone.h"
#include "../read/cread.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

static xstat block_body(vm *m, scope *s, uint32_t node, uint32_t *reached);

int
vm_relevant(const vm *m, uint32_t node)
{
	return program_relevant(m->p, node);
}

xstat
vm_taken(vm *m)
{
	xstat x = m->pending;

	m->pending = X_NORMAL;
	return x;
}

xstat
vm_block(vm *m, scope *s, uint32_t node)
{
	uint32_t reached = NODE(node)->end;
	xstat x = block_body(m, s, node, &reached);

	if (m->c && (x == X_NORMAL || x == X_RETURN || x == X_BREAK || x == X_CONTINUE || x == X_RAISE) && !m->pending) {
		value exc = m->exc;
		uint32_t name = m->exc_name;
		int fault = m->exc_fault;
		vm_block_ends(m, s, node, reached);
		if (m->pending)
			return vm_taken(m);
		m->exc = exc;
		m->exc_name = name;
		m->exc_fault = fault;
	}
	return x;
}

/* Its statements; *reached: the one that it was left by. */
static xstat
block_body(vm *m, scope *s, uint32_t node, uint32_t *reached)
{
	uint32_t first = m->enter ? jump_kid(m, node) : 0;
	int jumps = 0;
	xstat x;

	if (!first)
		m->enter = 0;
	for (uint32_t i = first ? first : node + 1; i < NODE(node)->end;) {
		x = vm_exec(m, s, i);
		if (x == X_GOTO) {
			uint32_t to = jump_label(m, node, m->go);
			if (to && ++jumps < 8) {
				m->enter = to;
				i = jump_kid(m, node);
				continue;
			}
			if (to) {
				vm_cut(m, i, "a goto backwards that does not end");
				return X_STOP;
			}
		}
		if (x != X_NORMAL) {
			*reached = i;
			return x;
		}
		i = NODE(i)->end;
	}
	return X_NORMAL;
}

/* A BLOCK, or one statement. */
xstat
vm_body(vm *m, scope *s, uint32_t node)
{
	return NODE(node)->kind == FACT_BLOCK ? vm_block(m, s, node) : vm_exec(m, s, node);
}

/* Was the library taken not to be there, where an import is guarded? Then it is nowhere. */
static int
is_missing(const vm *m, const char *mod)
{
	char text[120];
	size_t n = strcspn(mod, ".");
	uint32_t id;

	if (n == 0 || n > 99)
		return 0;
	snprintf(text, sizeof text, "module %.*s is there", (int)n, mod);
	id = as_intern_find(&m->t->text, text, strlen(text));
	return id != UINT32_MAX && vm_decided(m, id) == 0;
}

static xstat
import(vm *m, scope *s, uint32_t node)
{
	const char *mod = fact_str(m->t, node);
	value v;

	if (m->c)
		return X_NORMAL;
	if (is_missing(m, mod)) {
		vm_raise(m, "ModuleNotFoundError");
		return vm_taken(m);
	}
	if (NODE(node)->kind == FACT_IMPORT) {
		uint32_t alias = fact_find(m->t, node, FACT_ALIAS);
		char first[200];
		if (alias) {
			v = vm_import(m, s, mod, node);
			if (m->pending)
				return vm_taken(m);
			cell_set(m, scope_local(m, s, NODE(alias)->str), v);
			return X_NORMAL;
		}
		snprintf(first, sizeof first, "%.*s", (int)strcspn(mod, "."), mod);
		v = vm_import(m, s, mod, node);
		if (m->pending)
			return vm_taken(m);
		if (strchr(mod, '.'))
			v = vm_import(m, s, first, node);
		if (m->pending)
			return vm_taken(m);
		cell_set(m, scope_local(m, s, vm_id(m, first)), v);
		return X_NORMAL;
	}
	v = vm_import(m, s, mod, node);
	if (m->pending)
		return vm_taken(m);
	FACT_EACH_KID(m->t, node, k) {
		const char *what;
		value e;
		if (NODE(k)->kind != FACT_ALIAS)
			continue;
		uint32_t nm = fact_find(m->t, k, FACT_NAME);
		what = nm ? fact_str(m->t, nm) : fact_str(m->t, k);
		if (strcmp(what, "*") == 0) {
			if (is_obj(v, O_MODULE) && v.o->scope) {
				vm_import_all(m, s, v.o, node);
				if (m->pending)
					return vm_taken(m);
			}
			for (size_t i = 0, n = strlen(mod); is_obj(v, O_EXT) && symbol_at(i); i++) { /* of a library outside: what the table knows of it */
				const char *name = symbol_at(i)->name;
				if (strncmp(name, mod, n) == 0 && name[n] == '.' && !strchr(name + n + 1, '.'))
					cell_set(m, scope_local(m, s, vm_id(m, name + n + 1)), ext_of(m, name));
			}
			if (is_obj(v, O_EXT))
				vm_import_starting(m, s, mod);
			continue;
		}
		if (is_obj(v, O_EXT) && !*vm_text(m, v.o->name)) {
			char rel[300];
			snprintf(rel, sizeof rel, "%s%s", mod, what);
			e = vm_import(m, s, rel, node);
		} else if (is_obj(v, O_EXT) && *mod == '.' && !mod[strspn(mod, ".")]) {
			char rel[300];
			snprintf(rel, sizeof rel, "%s%s", mod, what);
			e = vm_import(m, s, rel, node);
		} else {
			e = vm_attr(m, v, nm ? NODE(nm)->str : NODE(k)->str, k);
		}
		if (m->pending)
			return vm_taken(m);
		cell_set(m, scope_local(m, s, NODE(k)->str), e);
	}
	return X_NORMAL;
}

static void
exec_delete(vm *m, scope *s, uint32_t node)
{
	FACT_EACH_KID(m->t, node, k)
		if (m->c) {
			vm_delete(m, s, k);
		} else if (NODE(k)->kind == FACT_INDEX) {
			if (certain_no_place(m, k, 0)) {
				vm_raise(m, certain_no_place(m, k, 0));
				break;
			}
			int name = NODE(k + 1)->kind == FACT_NAME || (NODE(k + 1)->kind == FACT_ATTR && NODE(k + 2)->kind == FACT_NAME);
			value l = !m->c && name ? argv_list(m, vm_evalr(m, s, k + 1), k) : (value){0}, key;
			if (is_obj(l, O_LIST) && (key = vm_slice(m, s, NODE(k + 1)->end)).kind) {
				list_splice(m, l.o, key.o, (value){0}, k);
				continue;
			}
			cell *c = vm_place(m, s, k, 0);
			if (c)
				cell_set(m, c, (value){0});
		} else if (!m->c && NODE(k)->kind == FACT_ATTR && !m->trailing)
			vm_delete_member(m, vm_evalr(m, s, k + 1), NODE(k)->str);
		else if (!m->c && NODE(k)->kind == FACT_NAME && !m->trailing)
			cell_set(m, scope_local(m, s, NODE(k)->str), (value){0});
}

static xstat
exec_assert(vm *m, scope *s, uint32_t node)
{
	value v = vm_evalr(m, s, node + 1);

	if (m->pending)
		return vm_taken(m);
	if (v.flags & VF_LABEL && vm_known(m, v) >= 0)
		vm_event(m, E_GUARD, node + 1, 0, 0, vm_known(m, v));
	if (vm_known(m, v) == 0) {
		if (NODE(node + 1)->end < NODE(node)->end)
			vm_eval(m, s, NODE(node + 1)->end);
		if (!m->pending)
			vm_raise(m, "AssertionError");
		return vm_taken(m);
	}
	return X_NORMAL;
}

static void
exec_global(vm *m, scope *s, uint32_t node)
{
	uint32_t *g = vm_alloc(m, (s->nglobal + 32) * sizeof *g);

	if (s->nglobal)
		memcpy(g, s->global, s->nglobal * sizeof *g);
	s->global = g;
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_NAME && s->nglobal < 64)
			s->global[s->nglobal++] = NODE(k)->str;
}

xstat
vm_exec(vm *m, scope *s, uint32_t node)
{
	const fact_node *x = NODE(node);
	value v;
	xstat r;

	if (m->pending)
		return vm_taken(m);
	if (++m->steps > m->max_steps || m->depth > 2600) {
		vm_cut(m, node, m->depth > 2600 ? "statements nested deeper than they are followed" : "more steps than one path may take");
		return X_STOP;
	}
	m->line_node = node;
	if (x->kind != FACT_DECL && x->kind != FACT_FUNC && x->kind != FACT_CLASS && x->kind != FACT_CALL)
		vm_loud(m, node);
	switch (x->kind) {
	case FACT_LABEL:
		if (m->enter == node)
			m->enter = 0;
		return X_NORMAL;
	case FACT_COMMENT: case FACT_INCLUDE: case FACT_TYPE:
		return X_NORMAL;
	case FACT_FUNC: case FACT_CLASS:
		vm_declare(m, s, node);
		return vm_taken(m);
	case FACT_IMPORT: case FACT_FROM:
		return import(m, s, node);
	case FACT_SPACE:
	case FACT_BLOCK:
		m->depth++;
		r = vm_block(m, s, node);
		m->depth--;
		return r;
	case FACT_DECL: return vm_decl(m, s, node);
	case FACT_ASSIGN: return vm_exec_assign(m, s, node);
	case FACT_DELETE:
		exec_delete(m, s, node);
		return vm_taken(m);
	case FACT_IF:
		if (NODE(node + 1)->kind == FACT_UNKNOWN && strcmp(fact_str(m->t, node + 1), FACT_ANNOTATIONS) == 0 && !vm_relevant(m, node))
			return X_NORMAL;
		m->depth++;
		r = vm_branch(m, s, node);
		m->depth--;
		return r;
	case FACT_WHILE:
		m->depth++;
		r = vm_while_loop(m, s, node);
		m->depth--;
		return r;
	case FACT_FOR:
		m->depth++;
		r = vm_for_loop(m, s, node);
		m->depth--;
		return r;
	case FACT_SWITCH: return vm_switching(m, s, node);
	case FACT_TRY:
		m->depth++;
		r = vm_try_block(m, s, node);
		m->depth--;
		return r;
	case FACT_WITH:
		m->depth++;
		r = vm_with_from(m, s, node, node + 1);
		m->depth--;
		return r;
	case FACT_RETURN:
		v = node + 1 < x->end ? vm_eval(m, s, node + 1) : v_none();
		if (m->pending)
			return vm_taken(m);
		if (m->c && v.kind == V_OBJ && node + 1 < x->end && s->fn && !s->inlined && !*fact_str(m->t, s->fn->node) && !fact_find(m->t, s->fn->node, FACT_TYPE) && vm_by_value(m, s, node + 1))
			v = NODE(node + 1)->kind == FACT_CALL ? v : vm_copied(m, v); /* of a lambda that does not say what it returns */
		m->referred = m->c && node + 1 < x->end ? vm_returned_place(m, s, node + 1, v) : NULL;
		m->ret = v;
		if (m->c && vm_is_temporary(m, v, node + 1))
			vm_given_back(m, v);
		return X_RETURN;
	case FACT_RAISE: return vm_exec_raise(m, s, node);
	case FACT_ASSERT: return exec_assert(m, s, node);
	case FACT_BREAK: return X_BREAK;
	case FACT_CONTINUE: return X_CONTINUE;
	case FACT_GOTO:
		if (node + 1 < x->end)
			return jump_computed(m, s, node);
		m->go = x->str;
		return X_GOTO;
	case FACT_GLOBAL:
		exec_global(m, s, node);
		return X_NORMAL;
	case FACT_ERROR:
		if (m->c && s->fn && strncmp(fact_str(m->t, node), C_INCLUDED, sizeof C_INCLUDED - 1) == 0 && !cone_may(m->cone, s->fn->name, 0))
			return X_NORMAL; /* by its words it compiles nothing */
		if (fact_is_old(m->t, node)) {
			m->ret = v_unk(0);
			m->ret.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "not run: %s", fact_str(m->t, node));
			return X_RETURN;
		}
		vm_edge_to(m, EDGE_ANY, node, "not read: %s", fact_str(m->t, node));
		return X_NORMAL;
	default:
		v = vm_eval(m, s, node);
		if (m->c && !m->pending && vm_is_temporary(m, v, node))
			vm_destroyed(m, v); /* Guard{x}; lives no longer than its statement */
		return vm_taken(m);
	}
}
