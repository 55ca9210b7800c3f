/* except.c - see vm.h: exceptions. */
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

/* The same of a number or text that was thrown in C++: by its own type alone. -1: that is not told. */
static int
catches_plain(const vm *m, const char *name)
{
	uint32_t type = cint_named(name);

	name = as_last_part(name);
	if (m->exc.kind == V_STR)
		return strcmp(name, "char") == 0 || strncmp(name, "string", 6) == 0 || strcmp(name, "auto") == 0 ? -1 : 0;
	if (!type) /* a class, or a name for a number */
		return strcmp(name, "exception") == 0 || as_ends_with(name, "_error") ? 0 : -1;
	return m->exc.kind == V_INT && cint_of(m->exc) ? type == cint_of(m->exc) : -1;
}

/* Does a handler of that type take what was raised? */
int
vm_catches(vm *m, value type, int depth)
{
	const char *name, *exc = vm_text(m, m->exc_name);

	type = vm_resolve(m, type, 0);
	if ((is_obj(type, O_TUPLE) || is_obj(type, O_LIST)) && depth < 4) {
		for (int64_t i = 0; i < list_len(type.o); i++)
			if (vm_catches(m, list_at(type.o, i), depth + 1))
				return 1;
		return 0;
	}
	if (is_obj(type, O_CLASS)) {
		if (is_obj(m->exc, O_INST))
			return class_is(m->exc.o->cls, type.o);
		return 0;
	}
	if (type.kind != V_OBJ)
		return 1;
	name = vm_text(m, type.o->name);
	if (strncmp(name, "builtins.", 9) == 0)
		name += 9;
	if (m->c && (m->exc.kind == V_INT || m->exc.kind == V_BOOL || m->exc.kind == V_FLOAT || m->exc.kind == V_STR)) {
		int k = catches_plain(m, name);
		return k < 0 ? vm_decide(m, vm_idf(m, "what line %u raises is %.80s", NODE(m->line_node)->line, name), m->line_node) : k;
	}
	if (strcmp(name, "BaseException") == 0)
		return 1;
	if (strcmp(exc, "SystemExit") == 0 || strcmp(exc, "KeyboardInterrupt") == 0)
		return strcmp(name, exc) == 0;
	if (strcmp(name, "Exception") == 0 || strcmp(name, "std.exception") == 0)
		return 1;
	if (strcmp(name, exc) == 0)
		return 1;
	if (is_obj(m->exc, O_INST)) {
		int base = class_external(m->exc.o->cls);
		if (base && strcmp(vm_text(m, (uint32_t)base), name) == 0)
			return 1;
		if (base && strcmp(name, "RuntimeError") == 0)
			return strstr(vm_text(m, (uint32_t)base), "Runtime") != NULL;
		return 0;
	}
	if (m->exc_fault) { /* whatever compilers raise */
		static const char *const never[] = {"KeyError", "ValueError", "TypeError", "IndexError", "OSError", "IOError", "FileNotFoundError",
			"KeyboardInterrupt", "SystemExit", "GeneratorExit", "StopIteration", "StopAsyncIteration", "ImportError", "ModuleNotFoundError", "AssertionError", "ZeroDivisionError",
			"json.JSONDecodeError", "asyncio.TimeoutError", "TimeoutError", "UnicodeDecodeError", "LookupError", "EOFError", "PermissionError"};
		return !AS_AMONG(name, never) && !as_ends_with(name, "Warning");
	}
	if (strcmp(exc, "KeyError") == 0 || strcmp(exc, "IndexError") == 0)
		return strcmp(name, "LookupError") == 0;
	if (strcmp(exc, "dataclasses.FrozenInstanceError") == 0)
		return strcmp(name, "AttributeError") == 0;
	if (strcmp(exc, "RecursionError") == 0)
		return strcmp(name, "RuntimeError") == 0;
	if (strcmp(exc, "ModuleNotFoundError") == 0)
		return strcmp(name, "ImportError") == 0;
	if (strcmp(exc, "NotImplementedError") == 0)
		return strcmp(name, "RuntimeError") == 0;
	if (strcmp(exc, "FileNotFoundError") == 0)
		return strcmp(name, "OSError") == 0 || strcmp(name, "IOError") == 0;
	return *exc == '\0' || strcmp(exc, "unknown") == 0;
}

/* Is an import in the block of which a handler says what to do without? */
static int
guards_import(vm *m, uint32_t node)
{
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_HANDLER) {
			FACT_EACH_KID(m->t, k, type)
				for (uint32_t i = type; i < NODE(type)->end && NODE(type)->kind != FACT_BLOCK; i++)
					if ((NODE(i)->kind == FACT_NAME || NODE(i)->kind == FACT_ATTR) &&
					    (strstr(fact_str(m->t, i), "ImportError") || strcmp(fact_str(m->t, i), "ModuleNotFoundError") == 0 || strcmp(fact_str(m->t, i), "Exception") == 0))
						return 1;
			if (NODE(k + 1)->kind == FACT_BLOCK)
				return 1;
		}
	return 0;
}

xstat
vm_try_block(vm *m, scope *s, uint32_t node)
{
	uint32_t otherwise = fact_find(m->t, node, FACT_ELSE), finally = fact_find(m->t, node, FACT_FINALLY);
	xstat x = X_NORMAL, y;

	/* a library that may be missing: the import is what fails */
	FACT_EACH_KID(m->t, node + 1, k) {
		const char *mod = NODE(k)->kind == FACT_IMPORT || NODE(k)->kind == FACT_FROM ? fact_str(m->t, k) : "";
		size_t n = strcspn(mod, ".");
		if (*mod && *mod != '.' && !is_standard(mod) && guards_import(m, node) && program_module(m->p, mod, s->file) == UINT32_MAX) {
			char text[200];
			snprintf(text, sizeof text, "module %.*s is there", (int)(n < 100 ? n : 100), mod);
			if (!vm_decide(m, vm_id(m, text), k)) {
				x = X_RAISE;
				m->exc_name = vm_id(m, "ImportError");
				m->exc = v_unk(0);
				m->exc_fault = 0;
				break;
			}
		}
	}
	if (x == X_NORMAL)
		x = vm_body(m, s, node + 1);
	if (x == X_RAISE || (x == X_EXIT && !m->c && strcmp(vm_text(m, m->exc_name), "SystemExit") == 0)) {
		uint32_t name = m->exc_name;
		value exc = m->exc;
		int fault = m->exc_fault;
		FACT_EACH_KID(m->t, node, k) {
			int hit = 1;
			uint32_t b;
			if (NODE(k)->kind != FACT_HANDLER)
				continue;
			FACT_EACH_KID(m->t, k, type) {
				if (NODE(type)->kind == FACT_BLOCK)
					break;
				hit = NODE(type)->kind == FACT_TYPE ? vm_catches(m, v_obj(ext_obj(m, NODE(type)->str)), 0) : vm_catches(m, vm_evalr(m, s, type), 0);
				m->pending = X_NORMAL;
				if (hit)
					break;
			}
			if (!hit)
				continue;
			if (x == X_EXIT) /* it goes on after all */
				m->exit_status = 0;
			if (fault)
				vm_event(m, E_HANDLER, k, name, 0, 0);
			b = fact_find(m->t, k, FACT_BLOCK);
			if (*fact_str(m->t, k)) {
				value e = exc.kind == V_UNK ? thing(m, name, k) : exc;
				cell_set(m, m->c ? map_get(m, &s->m, key_str(NODE(k)->str), v_str(NODE(k)->str)) : scope_local(m, s, NODE(k)->str), e);
			}
			x = b ? vm_block(m, s, b) : X_NORMAL;
			if (!m->c && *fact_str(m->t, k)) /* it is bound no longer */
				cell_set(m, scope_local(m, s, NODE(k)->str), (value){0});
			if (x == X_RAISE && m->exc_name == 0) { /* raised again */
				m->exc_name = name;
				m->exc = exc;
				m->exc_fault = fault;
			}
			break;
		}
	} else if (x == X_NORMAL && otherwise) {
		x = vm_body(m, s, otherwise + 1);
	}
	if (finally) {
		uint32_t name = m->exc_name;
		value exc = m->exc, ret = m->ret;
		int fault = m->exc_fault, status = m->exit_status;
		y = x == X_STOP ? X_NORMAL : vm_body(m, s, finally + 1);
		if (y != X_NORMAL)
			return y;
		m->exc_name = name;
		m->exc = exc;
		m->exc_fault = fault;
		m->ret = ret;
		m->exit_status = status;
	}
	return x;
}

xstat
vm_exec_raise(vm *m, scope *s, uint32_t node)
{
	value v;

	if (node + 1 >= NODE(node)->end) {
		m->exc_name = 0;
		m->exc = v_unk(0);
		return X_RAISE;
	}
	v = vm_evalr(m, s, node + 1);
	if (m->pending)
		return vm_taken(m);
	if (is_obj(v, O_CLASS)) {
		args a = {.node = node, .scope = s};
		v = class_new(m, v.o, &a);
	}
	m->exc = v;
	m->exc_fault = 0;
	m->exc_name = vm_id(m, "unknown");
	if (v.kind == V_OBJ) {
		const char *name = vm_text(m, v.o->name);
		m->exc_name = vm_idn(m, name, strcspn(name, "(")); /* a call is named with its arguments */
		if (strcmp(vm_text(m, m->exc_name), "SystemExit") == 0) {
			value code = v.o->kind == O_THING && v.o->narg ? v.o->arg[0] : v_none();
			m->exit_status = code.kind == V_NONE ? 0 : code.kind == V_INT || code.kind == V_BOOL ? (int)code.i : code.kind == V_STR || (code.kind == V_UNK && code.flags & VF_TRUE) ? 1 : -1;
			return X_EXIT;
		}
	}
	return X_RAISE;
}
