/* eval_op.c - see vm.h: operators as they stand in the source; what they do to values: arith.c, compare.c. */
#include "vm_impl.h"

#include <string.h>

#include "cint.h"

#define NODE(i) (&m->t->node[i])

static value
truth_as(int k, uint8_t flags)
{
	return (value){.kind = V_BOOL, .flags = flags & VF_LABEL, .i = k};
}

/* x and y, x or y: C's && and || too. */
static value
both(vm *m, scope *s, uint32_t node, int and)
{
	uint32_t l = node + 1, r = NODE(l)->end, sym;
	value a = vm_eval(m, s, l), b;
	int k, turned;

	if (m->pending)
		return v_unk(0);
	a = vm_resolve(m, a, l);
	vm_beside(m, a, r);
	k = vm_known(m, object_truth(m, a, l));
	if (m->pending)
		return v_unk(0);
	if (k < 0 && !m->trailing && vm_relevant(m, r))
		k = vm_truth(m, a, l);
	if (k >= 0 && k != and)
		return m->c ? truth_as(k, a.flags) : a;
	if (k >= 0) {
		b = vm_eval(m, s, r);
		if (m->c && is_obj(b, O_INST) && !m->pending) {
			b = object_truth(m, b, r);
			k = m->pending ? -1 : vm_known(m, b);
			return k < 0 ? b : truth_as(k, a.flags);
		}
		if (a.flags & VF_LABEL && b.kind != V_OBJ)
			b.flags |= VF_LABEL;
		return b;
	}
	b = vm_evalr(m, s, r);
	k = vm_known(m, b);
	if (m->c && k == !and) /* the second decides alone */
		return truth_as(k, a.flags | b.flags);
	if (m->c && k == and)
		return a;
	sym = sym_of(m, a, l);
	turned = a.kind == V_UNK && (a.flags & VF_NOT);
	return and != turned ? vm_phi(m, sym, b, a) : vm_phi(m, sym, a, b);
}

static value
test(vm *m, scope *s, uint32_t node, const char *op, value a, value b)
{
	uint32_t l = node + 1, r = NODE(l)->end;
	value out;

	if (strncmp(op, "is", 2) == 0 && !m->c && is_obj(a, O_INST) && is_obj(b, O_INST) && a.o->cls != b.o->cls && a.o->cls->self_flags & 1 && b.o->cls->self_flags & 1)
		return v_bool(op[2] != 0); /* members of two enumerations, whatever their values */
	if (strncmp(op, "is", 2) == 0)
		op = op[2] ? "!=" : "==";
	if (flag_compare(m, op, a, b, &out) || vm_own_compare(m, op, a, b, node, &out))
		return out;
	if (m->c && (vm_pointer_to_text(m, s, l, r) || vm_pointer_to_text(m, s, r, l)))
		return v_unk(0); /* where they stand is compared */
	return vm_compare(m, op, a, b, node);
}

value
vm_eval_binary(vm *m, scope *s, uint32_t node)
{
	const char *op = fact_str(m->t, node), *error;
	uint32_t l = node + 1, r = NODE(l)->end;
	int and = strcmp(op, "and") == 0;
	value a, b, out;

	if (and || strcmp(op, "or") == 0)
		return both(m, s, node, and);
	if (m->c && NODE(l)->kind == FACT_ASSIGN && NODE(r)->kind == FACT_INT && !op[1] && (*op == '-' || *op == '+') && strcmp(fact_str(m->t, l), *op == '-' ? "+" : "-") == 0) { /* x++: what it was */
		a = vm_evalr(m, s, l + 1);
		if (!m->pending)
			vm_eval(m, s, l);
		return m->pending ? v_unk(0) : a;
	}
	a = vm_eval(m, s, l);
	if (m->pending)
		return v_unk(0);
	b = vm_eval(m, s, r);
	if (strcmp(op, ",") == 0)
		return b;
	if (m->pending)
		return v_unk(0);
	a = vm_resolve(m, a, l);
	b = vm_resolve(m, b, r);
	if (m->c && vm_free_operator(m, s, op, a, b, node, &out))
		return out;
	if (m->c && strcmp(op, ">>") == 0 && (a.kind == V_STR || a.kind == V_OBJ || (a.kind == V_UNK && b.kind == V_STR))) {
		vm_read_into(m, s, r); /* in >> word */
		return v_unk(0);
	}
	if ((error = certain_operator(m, op, a, l, b, r))) {
		vm_raise(m, error);
		return v_unk(0);
	}
	if (vm_tests(op))
		return test(m, s, node, op, a, b);
	return vm_arith(m, op, a, b, node);
}

/* #x: the text that a macro was given for x; not known where that is a macro's word itself, which may stand for another by then. */
static value
as_text(vm *m, scope *s, uint32_t name)
{
	cell *c = NODE(name)->kind == FACT_NAME ? scope_find(m, s, NODE(name)->str) : NULL, *given;
	char text[200];

	if (!c || c->v.kind != V_THUNK)
		return v_str(NODE(name)->str);
	given = c->v.at && NODE(c->v.t.node)->kind == FACT_NAME ? scope_find(m, c->v.at, NODE(c->v.t.node)->str) : NULL;
	if (given && given->v.kind == V_THUNK)
		return v_unk(0);
	fact_unparse(m->t, c->v.t.node, text, sizeof text);
	return v_strc(m, text);
}

static value
turned(vm *m, value v, uint32_t node)
{
	int k, was = m->away;

	v = object_truth(m, v, node);
	if (m->pending)
		return v;
	if ((k = vm_known(m, v)) >= 0)
		return truth_as(!k, v.flags);
	if (v.kind == V_UNK) {
		v.sym = sym_of(m, v, node);
		v.flags = (uint8_t)((v.flags & (VF_LABEL | VF_NOT)) ^ VF_NOT) | VF_NUMBER;
		v.i = 0;
		return v;
	}
	m->away = was == 1 ? 2 : was == 2 ? 1 : 0; /* the side that does not raise is the other one of what is turned */
	k = vm_truth(m, v, node);
	m->away = was;
	return v_bool(!k);
}

/* dynamic_cast: nothing, where the object is of no such class. */
static value
cast_dynamic(vm *m, scope *s, const char *op, value v, uint32_t node)
{
	char name[160];
	size_t n = strcspn(op, " ") + 1, end = n + strcspn(op + n, " ");
	value of = v, type;
	cell *c;

	if (v.kind == V_REF)
		of = vm_resolve(m, v.r->v, node);
	if (!is_obj(of, O_INST) || !of.o->cls || end - n >= sizeof name)
		return v;
	memcpy(name, op + n, end - n);
	name[end - n] = '\0';
	c = vm_named_type(m, s, name);
	type = c ? vm_resolve(m, c->v, node) : (value){0};
	if (is_obj(type, O_CLASS) && class_is(of.o->cls, type.o))
		return v;
	if (!is_obj(type, O_CLASS) || of.o->loose || class_external(of.o->cls)) { /* or it may be */
		if (vm_decide(m, vm_idf(m, "%.100s is a %.80s, line %u", vm_text(m, of.o->cls->name), name, NODE(node)->line), node))
			return v;
	}
	if (op[end + 1] == '&')
		vm_raise(m, "std.bad_cast");
	return v_none();
}

value
vm_eval_unary(vm *m, scope *s, uint32_t node)
{
	const char *op = fact_str(m->t, node);
	value v, out;

	if (*op == '#')
		return as_text(m, s, node + 1);
	v = vm_evalr(m, s, node + 1);
	if (*op == '(' && !m->pending && strncmp(op, "(dynamic ", 9) == 0)
		return cast_dynamic(m, s, op, v, node);
	if (*op == '(')
		return m->pending ? v : cint_cast(m, op, v);
	if (strcmp(op, "not") == 0)
		return turned(m, v, node + 1);
	if (m->pending)
		return v;
	if (m->c && !m->preproc && v.kind == V_INT && (*op == '-' || *op == '~')) {
		value left = cint_typed(*op == '-' ? 0 : -1, CINT_INT);
		return cint_arith(*op == '-' ? "-" : "^", left, v, &out) ? out : v_unk(0);
	}
	if (*op == '-' && v.kind == V_INT)
		return v_int((int64_t)(0 - (uint64_t)v.i));
	if (*op == '-' && v.kind == V_FLOAT)
		return (value){.kind = V_FLOAT, .f = -v.f};
	if (*op == '+')
		return v;
	if (*op == '~' && v.kind == V_INT)
		return v_int(~v.i);
	return v_unk(0);
}

value
vm_eval_cond(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, then = NODE(test)->end, other = NODE(then)->end;
	value v = object_truth(m, vm_evalr(m, s, test), test);
	int k;

	if (m->pending)
		return v_unk(0);
	if ((k = vm_known(m, v)) < 0) {
		if (!vm_relevant(m, then) && !vm_relevant(m, other) && v.kind == V_UNK && m->trailing) {
			value a = vm_eval(m, s, then), b = vm_eval(m, s, other);
			uint32_t sym = sym_of(m, v, test);
			return v.flags & VF_NOT ? vm_phi(m, sym, b, a) : vm_phi(m, sym, a, b);
		}
		k = vm_truth(m, v, test);
	} else if (v.flags & VF_LABEL) {
		vm_event(m, E_GUARD, test, 0, 0, k);
	}
	v = vm_eval(m, s, k ? then : other);
	vm_beside(m, v, k ? other : then);
	return v;
}
