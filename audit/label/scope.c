/* scope.c - see vm.h: names, modules, definitions. */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

scope *
scope_new(vm *m, skind k, scope *up, uint32_t file)
{
	scope *s = vm_alloc(m, sizeof *s);

	s->kind = (uint8_t)k;
	s->up = up;
	s->file = file;
	if (up) {
		s->cls = up->cls;
		s->fn = up->fn;
	}
	return s;
}

static int
is_global(const scope *s, uint32_t name)
{
	for (uint32_t i = 0; i < s->nglobal; i++)
		if (s->global[i] == name)
			return 1;
	return 0;
}

/* A member that a method of C++ sees as a plain name. */
static cell *
member(vm *m, scope *s, uint32_t name)
{
	value self = vm_resolve(m, s->self, 0);
	obj *where;
	cell *c;

	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, 0);
	if (!is_obj(self, O_INST) && !is_obj(self, O_CLASS) && !is_obj(self, O_THING))
		return NULL;
	if ((c = map_find(&self.o->m, key_str(name))) && c->v.kind != V_UNDEF)
		return c;
	if (is_obj(self, O_THING))
		return NULL;
	value f = class_find(m, is_obj(self, O_CLASS) ? self.o : self.o->cls, name, &where);
	if (f.kind == V_UNDEF)
		return c;
	if (is_obj(f, O_FUNC) && !f.o->a.kind && !(m->t->node[f.o->node].flags & FACT_STATIC)) {
		c = vm_alloc(m, sizeof *c);
		c->v = bind(m, f, s->self, where);
		return c;
	}
	return map_find(&where->m, key_str(name));
}

cell *
scope_find(vm *m, scope *s, uint32_t name)
{
	scope *at = s;
	cell *c;

	for (; s; s = s->up) {
		if (s->kind == S_CLASS && s != at)
			continue;
		if ((c = map_find(&s->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c;
		if (s->self.kind && (c = member(m, s, name)))
			return c;
		if (m->c && s->kind == S_FUNC && s->cls && !s->self.kind) { /* of a static method */
			obj *where;
			value v = class_find(m, s->cls, name, &where);
			if (v.kind != V_UNDEF) {
				if (!(c = map_find(&where->m, key_str(name))) || c->v.kind == V_UNDEF)
					c = where->scope ? map_find(&where->scope->m, key_str(name)) : NULL;
				if (c && c->v.kind != V_UNDEF)
					return c;
			}
		}
	}
	return NULL;
}

/* Where a name that is written stands. */
cell *
scope_local(vm *m, scope *s, uint32_t name)
{
	cell *c;

	while (s->inlined && s->up)
		s = s->up;
	if (is_global(s, name)) {
		for (scope *u = s->up; u; u = u->up)
			if ((c = map_find(&u->m, key_str(name))))
				return c;
		for (; s->up && s->kind != S_MODULE; s = s->up)
			;
	}
	return map_get(m, &s->m, key_str(name), v_str(name));
}

/* ---- functions and classes ---- */

obj *
vm_declare_func(vm *m, scope *s, uint32_t node, obj *cls)
{
	obj *f = vm_obj(m, O_FUNC, m->t->node[node].str, node);

	f->scope = m->closure && s->kind == S_SHARED ? m->closure : s;
	f->cls = cls;
	if (cls && m->t->node[node].flags & FACT_RECEIVER)
		f->self_flags |= 1;
	return f;
}

static uint32_t
params_of(const vm *m, uint32_t node)
{
	uint32_t n = 0;

	FACT_EACH_KID(m->t, node, k)
		n += m->t->node[k].kind == FACT_PARAM;
	return n;
}

/* Puts f where its name is; another function of C++ of the same name becomes an overload. */
static void
put_func(vm *m, map *where, uint32_t name, value v, int overload)
{
	cell *c = map_get(m, where, key_str(name), v_str(name));

	if (overload && is_obj(c->v, O_FUNC) && is_obj(v, O_FUNC) && c->v.o->node != v.o->node) {
		obj *old = c->v.o;
		int has = fact_find(m->t, v.o->node, FACT_BLOCK) != 0;
		for (obj **p = &old; *p; p = &(*p)->next)
			if (params_of(m, (*p)->node) == params_of(m, v.o->node) && !fact_find(m->t, (*p)->node, FACT_BLOCK)) {
				if (!has)
					return;
				v.o->next = (*p)->next; /* the body takes the declaration's place */
				*p = v.o;
				c->v = v_obj(old);
				return;
			}
		if (!has)
			return;
		v.o->next = old;
	}
	cell_set(m, c, v);
}

static value
decorate(vm *m, scope *s, uint32_t node, value v)
{
	uint32_t dec[16], n = 0;

	FACT_EACH_KID(m->t, node, k)
		if (m->t->node[k].kind == FACT_DECOR && n < 16)
			dec[n++] = k;
	while (n-- > 0) {
		value d = vm_evalr(m, s, dec[n] + 1), r;
		if (m->pending)
			return v;
		if (is_obj(d, O_EXT) && !symbol_find(m->symbols, vm_text(m, d.o->name))) {
			const char *name = vm_text(m, d.o->name);
			if (strcmp(name, "property") == 0 || strcmp(name, "functools.cached_property") == 0 || strcmp(name, "cached_property") == 0) {
				if (is_obj(v, O_FUNC))
					v.o->self_flags |= 2;
			} else if (strcmp(name, "contextlib.contextmanager") == 0 || strcmp(name, "contextlib.asynccontextmanager") == 0) {
				if (is_obj(v, O_FUNC))
					v.o->self_flags |= 4;
			} else if (strstr(name, "dataclass") && is_obj(v, O_CLASS)) {
				v.o->self_flags |= 2;
			}
			continue;
		}
		if (is_obj(d, O_THING) || is_obj(d, O_METHOD)) {
			/* made by a call outside: option of a command, route, retry, fixture: the function stays */
			const char *name = vm_text(m, d.o->name);
			web_declare(m, d, v, node);
			if (strstr(name, "dataclass") && is_obj(v, O_CLASS))
				v.o->self_flags |= 2;
			if ((strstr(name, "click.") || strstr(name, "typer") || strstr(name, "command")) && is_obj(v, O_FUNC))
				v.o->self_flags |= 8;
			if (is_obj(d, O_THING) && is_obj(d.o->b, O_FUNC) && is_obj(v, O_FUNC) && strstr(name, "command")) { /* of a group */
				value cmds = field_get(m, d.o->b.o, "commands_"), cmd = d.o->narg ? vm_resolve(m, d.o->arg[0], node) : (value){0};
				obj *one = list_of(m, O_TUPLE, node);
				if (cmds.kind == V_UNDEF) {
					cmds = v_obj(list_of(m, O_LIST, node));
					field_set(m, d.o->b.o, "commands_", cmds);
				}
				v.o->self_flags |= 8;
				list_add(m, one, cmd.kind == V_STR ? cmd : v_str(v.o->name));
				list_add(m, one, v);
				list_add(m, cmds.o, v_obj(one));
			}
			if (is_obj(d, O_THING) && is_obj(v, O_FUNC) && strstr(name, "option") ) {
				if (!v.o->b.kind)
					v.o->b = v_obj(list_of(m, O_LIST, node));
				list_add(m, v.o->b.o, d);
			}
			if (strstr(name, ".setter") || strstr(name, ".deleter"))
				return (value){0};
			continue;
		}
		if (d.kind == V_UNK && !d.comp)
			continue;
		r = vm_callv(m, d, dec[n], 1, &v);
		if (m->pending)
			return v;
		if (r.kind != V_NONE && r.kind != V_UNK)
			v = r;
	}
	return v;
}

value
vm_declare_class(vm *m, scope *s, uint32_t node)
{
	obj *c = vm_obj(m, O_CLASS, m->t->node[node].str, node);
	obj *bases = list_of(m, O_LIST, node);
	scope *in;
	uint32_t kw[8], nkw = 0;
	value v;

	c->a = v_obj(bases);
	FACT_EACH_KID(m->t, node, k) {
		if (m->t->node[k].kind != FACT_BASE || k + 1 >= m->t->node[k].end)
			continue;
		if (m->t->node[k + 1].kind == FACT_ARG) {
			if (nkw < 8)
				kw[nkw++] = k + 1;
			continue;
		}
		v = vm_evalr(m, s, k + 1);
		if (m->pending)
			return v_obj(c);
		if (v.kind == V_OBJ)
			list_add(m, bases, v);
		if (is_obj(v, O_EXT)) {
			const char *name = vm_text(m, v.o->name);
			size_t n = strlen(name);
			if (strncmp(name, "enum.", 5) == 0)
				c->self_flags |= 1 | (strcmp(name, "enum.StrEnum") == 0 || strcmp(name, "enum.IntEnum") == 0 ? 4 : 0);
			else if (strcmp(name, "str") == 0)
				c->self_flags |= 4;
			else if (strcmp(name, "typing.NamedTuple") == 0 || strcmp(name, "pydantic.BaseModel") == 0 || (n > 9 && strcmp(name + n - 9, "BaseModel") == 0))
				c->self_flags |= 2;
		} else if (is_obj(v, O_CLASS)) {
			c->self_flags |= v.o->self_flags & 3;
			if (!v.o->b.kind)
				v.o->b = v_obj(list_of(m, O_LIST, node));
			list_add(m, v.o->b.o, v_obj(c));
		}
	}
	in = scope_new(m, S_CLASS, s, s->file);
	in->cls = c;
	c->scope = in;
	if (m->c) /* methods see their class while it is read */
		cell_set(m, scope_local(m, s, m->t->node[node].str), v_obj(c));
	FACT_EACH_KID(m->t, node, k)
		if (m->t->node[k].kind == FACT_BLOCK)
			vm_block(m, in, k);
	/* members and names of the class are one */
	for (uint32_t i = 0; i < in->m.n; i++) {
		cell *mc = map_get(m, &c->m, in->m.slot[i].key, in->m.slot[i].kv);
		value mv = in->m.slot[i].c->v;
		if ((c->self_flags & 1) && !is_obj(mv, O_FUNC) && mv.kind != V_UNDEF && in->m.slot[i].kv.kind == V_STR &&
		    vm_text(m, in->m.slot[i].kv.s.s)[0] != '_' && !m->c) {
			obj *e = vm_obj(m, O_INST, c->name, node);
			e->cls = c;
			field_set(m, e, "name", v_str(in->m.slot[i].kv.s.s));
			field_set(m, e, "value", is_obj(mv, O_THING) ? v_int((int64_t)i + 1) : mv);
			mv = v_obj(e);
		}
		cell_set(m, mc, mv);
	}
	v = decorate(m, s, node, v_obj(c));
	for (int64_t i = 0; i < list_len(bases) && !m->pending; i++) {
		obj *where;
		value hook, b = list_at(bases, i);
		if (!is_obj(b, O_CLASS))
			continue;
		hook = class_find(m, b.o, vm_id(m, "__init_subclass__"), &where);
		if (is_obj(hook, O_FUNC)) {
			args a = {.node = node, .scope = s};
			for (uint32_t k = 0; k < nkw; k++) {
				a.v[a.n] = vm_evalr(m, s, kw[k] + 1);
				a.kw[a.n] = m->t->node[kw[k]].str;
				a.n++;
			}
			func_call(m, hook.o, v_obj(c), 1, &a);
			break;
		}
	}
	return v;
}

/* Attaches "Class.name" to its class, wherever that is. */
static int
put_method(vm *m, scope *s, uint32_t node)
{
	const char *name = fact_str(m->t, node), *dot = strrchr(name, '.');
	uint32_t cls, id;
	cell *c;

	if (!dot || !*name)
		return 0;
	for (const char *from = name;; ) {
		const char *d = strchr(from, '.');
		if (d == dot) {
			cls = vm_idn(m, from, (size_t)(dot - from));
			break;
		}
		from = d + 1;
	}
	id = vm_id(m, dot + 1);
	if (!(c = scope_find(m, s, cls)) || !is_obj(c->v, O_CLASS)) {
		put_func(m, &s->m, id, v_obj(vm_declare_func(m, s, node, NULL)), 1);
		return 1;
	}
	put_func(m, &c->v.o->m, id, v_obj(vm_declare_func(m, s, node, c->v.o)), 1);
	return 1;
}

void
vm_declare(vm *m, scope *s, uint32_t node)
{
	const fact_node *x = &m->t->node[node];
	value v;

	if (x->kind == FACT_CLASS) {
		v = vm_declare_class(m, s, node);
		cell_set(m, scope_local(m, s, x->str), v);
		return;
	}
	if (m->c && put_method(m, s, node))
		return;
	v = v_obj(vm_declare_func(m, s, node, s->kind == S_CLASS ? s->cls : NULL));
	v = decorate(m, s, node, v);
	if (v.kind == V_UNDEF || m->pending)
		return;
	if (m->c)
		put_func(m, &(s->inlined ? s->up : s)->m, x->str, v, 1);
	else
		cell_set(m, scope_local(m, s, x->str), v);
}

/* ---- modules of Python ---- */

obj *
vm_module(vm *m, uint32_t file, int main)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));
	obj *o;
	uint32_t top = m->top;
	int was = m->c;

	if (c->v.kind == V_OBJ)
		return c->v.o;
	o = vm_obj(m, O_MODULE, m->t->node[file].str, file);
	c->v = v_obj(o);
	o->scope = scope_new(m, S_MODULE, NULL, file);
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__name__")), v_strc(m, main ? "__main__" : "module"));
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__file__")), v_str(m->t->node[file].str));
	m->c = 0;
	if (m->depth < 200) {
		m->depth++;
		xstat x = vm_block(m, o->scope, file);
		m->depth--;
		if (x == X_RAISE || x == X_EXIT || x == X_STOP)
			m->pending = x;
	} else {
		m->complete = 0;
	}
	m->c = was;
	m->top = top;
	return o;
}

/* Is there a Python file below the folder of module? */
static int
is_folder(const program *p, const char *module)
{
	char part[512];
	size_t n = 1, k = strlen(module);

	if (k > 500)
		return 0;
	part[0] = '/';
	for (const char *s = module; *s; s++)
		part[n++] = *s == '.' ? '/' : *s;
	part[n++] = '/';
	part[n] = '\0';
	for (uint32_t i = 0; i < p->nfile; i++) {
		const char *path = fact_str(p->t, p->file[i]);
		if (is_python(p->t, p->file[i]) && (strstr(path, part) || strncmp(path, part + 1, n - 1) == 0))
			return 1;
	}
	return 0;
}

value
vm_import(vm *m, scope *s, const char *module, uint32_t node)
{
	uint32_t f;

	if (!m->imports && !(m->imports = calloc(m->t->n, sizeof *m->imports)))
		longjmp(m->nomem, 1);
	if (module == fact_str(m->t, node) && m->imports[node]) {
		f = m->imports[node] - 1;
	} else {
		f = program_module(m->p, module, s->file);
		if (module == fact_str(m->t, node))
			m->imports[node] = f + 1 ? f + 1 : UINT32_MAX;
	}
	if (f == UINT32_MAX - 1)
		f = UINT32_MAX;
	if (f != UINT32_MAX)
		return v_obj(vm_module(m, f, 0));
	if (*module == '.') {
		if (!module[strspn(module, ".")]) /* the package itself, without __init__.py */
			return v_obj(ext_obj(m, vm_id(m, module)));
		vm_edge(m, node, "module %s is not in the tree", module);
		value v = v_obj(ext_obj(m, vm_id(m, module + strspn(module, "."))));
		return v;
	}
	if (!is_known(module, 0) && is_folder(m->p, module)) {
		obj *o = vm_obj(m, O_MODULE, vm_id(m, module), UINT32_MAX);
		o->scope = scope_new(m, S_MODULE, NULL, s->file);
		return v_obj(o);
	}
	return v_obj(ext_obj(m, vm_id(m, module)));
}

/* ---- what all files of C share ---- */

/* Gives a file of C its scope; names of headers, and what is not static, are shared. */
static scope *
c_scope(vm *m, uint32_t file)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));

	if (c->v.kind == V_OBJ)
		return c->v.o->scope;
	obj *o = vm_obj(m, O_MODULE, m->t->node[file].str, file);
	o->scope = scope_new(m, S_FILE, m->shared, file);
	c->v = v_obj(o);
	return o->scope;
}

static int
is_header(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".hpp") == 0 || strcmp(dot, ".cuh") == 0 || strcmp(dot, ".hh") == 0 ||
	    strcmp(dot, ".inl") == 0 || strcmp(dot, ".hxx") == 0);
}

static void declare_all(vm *m, scope *own, uint32_t from, uint32_t end, int header, int pass);

/* pass 0: functions, classes, macros and #if; pass 1: data, in order. */
static void
declare_one(vm *m, scope *own, uint32_t i, int header, int pass)
{
	const fact_node *x = &m->t->node[i];
	scope *to = header || !(x->flags & (FACT_STATIC | FACT_MACRO)) ? m->shared : own;
	int v;

	switch (x->kind) {
	case FACT_FUNC:
		m->closure = own;
		if (pass == 0)
			vm_declare(m, (x->flags & FACT_MACRO) && !header ? own : x->flags & FACT_STATIC && !header ? own : m->shared, i);
		m->closure = NULL;
		/* its body sees the file's own names */
		if (pass == 0) {
			cell *c = map_find(&to->m, key_str(x->str));
			if (c && is_obj(c->v, O_FUNC) && c->v.o->node == i)
				c->v.o->scope = own;
		}
		break;
	case FACT_CLASS:
		if (pass == 0) {
			vm_declare(m, own, i);
			cell *c = map_find(&own->m, key_str(x->str));
			if (c && !map_find(&m->shared->m, key_str(x->str)))
				cell_set(m, map_get(m, &m->shared->m, key_str(x->str), v_str(x->str)), c->v);
		}
		break;
	case FACT_SPACE:
		declare_all(m, own, i + 1, x->end, header, pass);
		break;
	case FACT_BLOCK:
		declare_all(m, own, i + 1, x->end, header, pass);
		break;
	case FACT_IF: {
		uint32_t then = m->t->node[i + 1].end, other = then < x->end ? m->t->node[then].end : x->end;
		v = vm_preproc(m, own, i);
		if (v && then < x->end)
			declare_one(m, own, then, header, pass);
		else if (!v && other < x->end)
			declare_one(m, own, other, header, pass);
		break;
	}
	case FACT_DECL:
		if (pass == ((x->flags & FACT_MACRO) == 0)) {
			scope *at = to;
			if (pass == 1 && !(x->flags & FACT_STATIC) && map_find(&m->shared->m, m->t->node[i + 1].kind == FACT_NAME ? key_str(m->t->node[i + 1].str) : 0) && !fact_find(m->t, i, FACT_DEFAULT))
				break; /* extern, or the declaration of what has its value */
			if (at == m->shared && pass == 1) {
				vm_exec(m, own, i);
				cell *c = map_find(&own->m, key_str(m->t->node[i + 1].str));
				if (c) {
					cell *g = map_get(m, &m->shared->m, key_str(m->t->node[i + 1].str), v_str(m->t->node[i + 1].str));
					g->v = c->v;
					/* one cell for both */
					for (uint32_t k = 0; k < own->m.n; k++)
						if (own->m.slot[k].c == c)
							own->m.slot[k].c = g;
				}
			} else
				vm_exec(m, at, i);
		}
		break;
	case FACT_COMMENT: case FACT_INCLUDE: case FACT_FROM: case FACT_IMPORT:
		break;
	case FACT_ERROR:
		break;
	default:
		if (pass == 2)
			vm_exec(m, own, i);
	}
	if (m->pending == X_RAISE)
		m->pending = X_NORMAL;
}

static void
declare_all(vm *m, scope *own, uint32_t from, uint32_t end, int header, int pass)
{
	for (uint32_t i = from; i < end && m->pending != X_EXIT && m->pending != X_STOP; i = m->t->node[i].end)
		declare_one(m, own, i, header, pass);
}

/* Files of C that belong to the program of m's entry: those of its folder and below its parents that
 * hold no other main; in small trees all. */
static int
in_program(const vm *m, uint32_t file)
{
	(void)m;
	(void)file;
	return 1;
}

void
vm_setup(vm *m)
{
	const program *p = m->p;

	m->shared = scope_new(m, S_SHARED, NULL, 0);
	m->c = 1;
	/* macros that the build may set */
	for (uint32_t i = 0; i < m->t->n; i = m->t->node[i].end)
		if (m->t->node[i].flags & FACT_DATA)
			FACT_EACH_KID(m->t, i, k)
				if (m->t->node[k].kind == FACT_DECL && (m->t->node[k].flags & FACT_OPEN))
					vm_exec(m, m->shared, k);
	for (uint32_t k = 0; k < p->nfile; k++) {
		uint32_t f = p->file[k];
		if ((m->t->node[f].flags & (FACT_DATA | FACT_MODULE)) || is_python(m->t, f))
			continue;
		declare_all(m, c_scope(m, f), f + 1, m->t->node[f].end, is_header(fact_str(m->t, f)), 0);
	}
	/* what another file may point to before its own is read */
	for (uint32_t k = 0; k < p->nfile; k++)
		if (!(m->t->node[p->file[k]].flags & (FACT_DATA | FACT_MODULE)) && in_program(m, p->file[k]))
			FACT_EACH_KID(m->t, p->file[k], d)
				if (m->t->node[d].kind == FACT_DECL && !(m->t->node[d].flags & (FACT_STATIC | FACT_MACRO)) && m->t->node[d + 1].kind == FACT_NAME && fact_find(m->t, d, FACT_DEFAULT)) {
					cell *c = map_get(m, &m->shared->m, key_str(m->t->node[d + 1].str), v_str(m->t->node[d + 1].str));
					if (c->v.kind == V_UNDEF)
						c->v = v_unk(0);
				}
	for (int pass = 1; pass < 3; pass++)
		for (int header = 1; header >= 0; header--)
			for (uint32_t k = 0; k < p->nfile; k++) {
				uint32_t f = p->file[k];
				if ((m->t->node[f].flags & (FACT_DATA | FACT_MODULE)) || is_header(fact_str(m->t, f)) != header || !in_program(m, f))
					continue;
				declare_all(m, c_scope(m, f), f + 1, m->t->node[f].end, header, pass);
			}
}

/* ---- data files ---- */

static void
merge_data(vm *m, obj *o, value from)
{
	if (is_obj(from, O_LIST))
		for (int64_t i = 0; i < list_len(from.o); i++)
			merge_data(m, o, list_at(from.o, i));
	if (is_obj(from, O_DICT))
		for (uint32_t i = 0; i < from.o->m.n; i++) {
			cell *c = map_get(m, &o->m, from.o->m.slot[i].key, from.o->m.slot[i].kv);
			if (c->v.kind == V_UNDEF)
				c->v = from.o->m.slot[i].c->v;
		}
}

value
vm_data(vm *m, uint32_t node)
{
	const fact_node *x = &m->t->node[node];
	obj *o;

	switch (x->kind) {
	case FACT_DICT:
		o = vm_obj(m, O_DICT, 0, node);
		FACT_EACH_KID(m->t, node, k) {
			uint32_t key = k + 1, val;
			uint64_t id;
			value kv;
			if (m->t->node[k].kind != FACT_PAIR || key >= m->t->node[k].end || m->t->node[k].flags & FACT_STARSTAR)
				continue;
			val = m->t->node[key].end;
			kv = vm_data(m, key);
			if (val < m->t->node[k].end && key_of(m, kv, &id))
				map_get(m, &o->m, id, kv)->v = vm_data(m, val);
		}
		FACT_EACH_KID(m->t, node, k) /* a merge key gives what is not there */
			if (m->t->node[k].kind == FACT_PAIR && m->t->node[k].flags & FACT_STARSTAR && k + 1 < m->t->node[k].end)
				merge_data(m, o, vm_data(m, k + 1));
		return v_obj(o);
	case FACT_LIST: case FACT_TUPLE:
		o = list_of(m, O_LIST, node);
		FACT_EACH_KID(m->t, node, k)
			list_add(m, o, vm_data(m, k));
		return v_obj(o);
	case FACT_STR: return v_str(x->str);
	default: return vm_eval(m, m->shared, node);
	}
}

value
vm_data_file(vm *m, const char *path, uint32_t at)
{
	uint32_t f = program_data(m->p, path);

	(void)at;
	if (f == UINT32_MAX)
		return (value){0};
	FACT_EACH_KID(m->t, f, k) {
		if (m->t->node[k].kind == FACT_COMMENT)
			continue;
		if (m->t->node[k].kind == FACT_ERROR)
			return (value){0};
		return vm_data(m, k);
	}
	return (value){0};
}
