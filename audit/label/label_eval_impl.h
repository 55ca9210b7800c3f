/* label_eval_impl.h - between the files that evaluate expressions; see label_engine.h. */
#ifndef LABEL_EVAL_IMPL_H
#define LABEL_EVAL_IMPL_H

#include "label_engine.h"

enum { EVAL_DEEP = 40, CALL_DEEP = 24, CALLER_DEEP = 14, GATHER_MOST = 24 };

/* What is indexed for evaluation only, once per program. */
typedef struct evaltab {
	multimap *enumv, *macro; /* constant, macro: by name */
	multimap *changed;       /* event: adds to a container or sets an entry: by its last name */
	/* event: sets a field of unknown name: by class, "" if not known */
	multimap *setters;
} evaltab;
evaltab *tables_of(program *p);
/* A list of constants that is added to later, by the name of what holds it, is open. */
const value *with_changes(engine *en, const value *v, const char *name);

/* A question that is asked again is answered from memory: key, cx and seq only tell it apart. */
typedef const value *worker(engine *en, const void *what, const ctx *cx, uint32_t seq, int depth);
const value *remember(engine *en, const void *key, const ctx *cx, uint32_t seq, int depth,
    worker *f, const void *what);
void cut_short(engine *en); /* the answer is so only because it was asked for deep within */

struct memo {
	struct slot { const void *key; const ctx *cx; const value *v; uint32_t seq, level,
	    serial; } *slot;
	uint32_t nslot, used;
	multimap *ctx;
	uint32_t level, low, serial, running[4 * EVAL_DEEP]; /* evaluations within evaluations */
	/* asked for while it is evaluated; there is nothing of that name */
	const value *loop, *none;
};

/* label_value.c */
bool text_in(const char *const *list, uint32_t n, const char *s);
const value *v_weak(engine *en, const value *v, place at);
const value *v_lost(engine *en, const value *v, const event *ev); /* if it is weak: where */
const value *v_said(engine *en, bool b, const value *from);       /* b, decided by from */
const value *v_default(engine *en, const value *v, const char *name); /* with "default:name" */
const value *v_text(engine *en, const char *s, unsigned flags);
const value *v_set(engine *en, const constant *const *c, uint32_t n, bool top, deps d);
bool v_objects(const value *v);                                   /* objects only, at least one */
const ctx *ctx_seq(engine *en, const ctx *cx, uint32_t seq);      /* the same, at seq */
/* of fn, anybody's; fn may be NULL */
const ctx *ctx_of(engine *en, const func *fn);
place at_event(const event *ev);
place at_expr(const ctx *cx, const expr *e);

/* label_eval.c */
const constant *asked_value(const engine *en);       /* of L_VALUE, else NULL */
const value *asked_content(engine *en);              /* L_VALUE: the value, or another one */

/* label_name.c: assignments that compete */
typedef struct {
	const value *lab[GATHER_MOST], *out[GATHER_MOST];
	uint32_t nlab, nout;
	deps closed;    /* of those that do not run */
	bool seen, cut; /* there are some; there are more than could be looked at */
} gathered;
void gather(engine *en, gathered *g, const event *ev, const expr *x, const ctx *cx, int depth);
const value *gathered_value(engine *en, const gathered *g); /* NULL if there is none */
event *const *func_assigns(const func *fn, const char *name, uint32_t *n);
int param_index(const func *fn, const char *name);   /* -1 */
const value *bind_from(engine *en, const char *name, bool weak, const source *file);
const value *named_object(engine *en, xkind kind, const char *name, const ctx *cx); /* X_SELF ... */
const value *set_value(engine *en, const char *name);       /* of --set; NULL */
const klass *class_around(const func *fn);
bool is_constructor(const func *fn);
bool module_is(const source *f, const char *dotted); /* the last part of the name is that of f */

/* label_arg.c */
bool is_self(const expr *e);
const value *eval_param(engine *en, const func *fn, uint32_t i, const ctx *cx, int depth);
/* What **kwargs of cx holds. NULL: not known, or (absent) nothing. */
const value *kwarg_value(engine *en, const ctx *cx, const char *name, int depth, bool *absent);

/* label_function.c; NULL: not known, or not of the files */
func *called_function(engine *en, const expr *call, const ctx *cx, uint32_t seq, int depth);
const value *call_function(engine *en, const func *fn, const expr *call, const ctx *cx,
    uint32_t seq,
    int depth);

/* label_method.c; NULL: it is none */
const value *text_call(engine *en, const expr *call, const ctx *cx, uint32_t seq, int depth);
const value *convert(engine *en, const expr *call, const value *v); /* int(v), bool(v) ... */

const value *eval_cmake(engine *en, const char *name);  /* label_macro.c: X_CMAKE */
const value *key_value(engine *en, const char *key);    /* label_field.c: of configuration; NULL */
/* named as what a parser of options returns */
bool is_arguments(const expr *e);

/* label_class.c; NULL: not known */
const klass *class_named(program *p, const char *name);
bool given_by_place(program *p, const klass *k, const field *f); /* an object's maker may give it */
const field *field_of(const klass *k, const char *name);
const char *class_of_object(program *p, const object *o);
const value *field_default(engine *en, const klass *k, const field *f, int depth);
const value *object_field(engine *en, const object *o, const char *name, int depth);
/* of a mapping */
const value *entry_of(engine *en, const object *o, const constant *key, int depth);

#endif
