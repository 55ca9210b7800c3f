/* label_eval_impl.h - between the files that evaluate expressions; see label_engine.h. */
#ifndef LABEL_EVAL_IMPL_H
#define LABEL_EVAL_IMPL_H

#include "label_engine.h"

enum { EVAL_DEEP = 40, CALL_DEEP = 24, CALLER_DEEP = 14, GATHER_MOST = 24 };

/* Where something is asked for; seq 0: after everything. */
typedef struct { engine *en; const ctx *cx; uint32_t seq; int depth; } query;
query q_at(query q, const ctx *cx, uint32_t seq);
query q_of(query q, const func *fn);        /* in fn, which may be NULL: anybody's, at its end */
query q_object(query q, const object *o);   /* where it was made */
const value *val(query q, const expr *e);   /* eval() */

/* A question that is asked again is answered from memory: key, cx and seq only tell it apart. */
typedef const value *worker(query q, const void *what);
const value *remember(query q, const void *key, worker *f, const void *what);
void cut_short(query q); /* the answer is so only because it was asked for deep within */

struct memo {
	multimap *ctx, *answers; /* contexts, answers: by their hash */
	uint32_t time; /* what was answered before is forgotten */
	uint32_t level, low, serial, running[4 * EVAL_DEEP]; /* evaluations within evaluations */
	const value *loop, *none; /* asked for while it is evaluated; nothing has that name */
};
const char *hashed(uintptr_t a, uintptr_t b, uintptr_t c); /* a key for what these are */

/* A list of constants that is added to later, by the name of what holds it, is open. */
const value *with_changes(query q, const value *v, const char *name);

/* label_value.c */
deps d_named(engine *en, const char *kind, const char *name); /* "default:", "set:" */
deps d_open(deps d);  /* of something open: label flags become D_MAYLABEL */
deps d_guard(deps d); /* of what a test with these chose: D_LABEL is D_BYLABEL */
const value *v_con(engine *en, const constant *k, deps d);
const value *v_bool(engine *en, bool b, deps d);
const value *v_top(engine *en, deps d);
const value *v_obj(query q, const expr *e, deps d);      /* made at q */
const value *v_set(engine *en, const constant *const *c, uint32_t n, bool top, deps d);
/* Of more than one: D_WEAK unless they are equal. */
const value *v_join(engine *en, const value *const *v, uint32_t n);
const value *v_deps(engine *en, const value *v, deps d);   /* the same, with these deps */
const value *v_with(engine *en, const value *v, deps add); /* the same, with more deps */
const value *v_opened(engine *en, deps d); /* top, with d_open(d) */
const value *v_weak(engine *en, const value *v, place at);
const value *v_lost(engine *en, const value *v, const event *ev); /* if it is weak: where */
const value *v_default(engine *en, const value *v, const char *name); /* with "default:name" */
bool v_objects(const value *v);                                   /* objects only, at least one */
const ctx *ctx_seq(engine *en, const ctx *cx, uint32_t seq);      /* the same, at seq */
const ctx *ctx_of(engine *en, const func *fn);                    /* anybody's */
place at_event(const event *ev);
place at_expr(const ctx *cx, const expr *e);

/* label_eval.c and what evaluates a kind of expression */
const value *eval_name(query q, const char *name);   /* label_name.c */
const value *eval_attr(query q, const expr *e);      /* label_field.c */
/* base[index]; def: base.get(index, def) */
const value *eval_sub(query q, const expr *base, const expr *index, const expr *def);
const value *of_containers(query q, const value *base, const value *index); /* NULL: not known */
bool is_arguments(const expr *e); /* named as what a parser of options returns */
const value *eval_cmp(query q, const expr *e);       /* label_cmp.c */
const value *eval_call(query q, const expr *e);      /* label_call.c */
const func *called_function(query q, const expr *call); /* NULL: not known, or not of the files */
const value *call_function(query q, const func *fn, const expr *call); /* NULL: not known */
const value *text_call(query q, const expr *call);   /* label_method.c; NULL: it is none */
const value *convert(engine *en, const expr *call, const value *v); /* int(v), ...; NULL: none */
const value *eval_env(query q, const expr *e);       /* label_bound.c: X_ENV */
const value *eval_macro(query q, const char *name);  /* X_DEFINED */
const value *eval_cmake(engine *en, const char *name); /* X_CMAKE */

/* label_bound.c: what the label, --set, an option's default or a setting give a name; NULL */
const constant *asked_value(const engine *en);       /* of L_VALUE */
const value *asked_content(engine *en);              /* L_VALUE: the value, or another one */
const value *label_gives(const engine *en, const char *name);
const value *set_value(engine *en, const char *name);
const value *bound_weak(engine *en, const char *name);  /* no default */
const value *bound(query q, const char *name);          /* first of all that of the file of q */
const value *bound_key(engine *en, const char *key);    /* of a configuration */
bool option_known(const engine *en, const char *lit);
int option_given(engine *en, const char *lit, deps *d); /* is "--x"? 1, 0; -1: not to be told */

/* label_assigned.c: assignments that compete */
typedef struct {
	const value *lab[GATHER_MOST + 1], *out[GATHER_MOST + 1]; /* that carry the label; all */
	uint32_t nlab, nout;
	deps closed;        /* of those that do not run */
	bool local;         /* of one function, which decides nothing by returning */
	bool seen, cut;     /* there are some; there are more than could be looked at */
	const func *killed; /* its assignments that stand before are dead */
} gathered;
/* x, which ev assigns: 1 if it certainly does. kills: then nothing that stands before in its
 * function counts. */
int gather(gathered *g, query q, const event *ev, const expr *x, bool kills);
const value *gathered_value(engine *en, const gathered *g); /* NULL if there is none */
/* NULL: nothing of the files. */
const value *global_value(query q, const char *name, const source *file, bool linked);
const value *field_by_name(query q, const char *name);
typedef enum { ENTRIES, LITERALS, ENVIRONMENT } keyed;
/* What the files put under a key of any mapping (literals: in those that are written down, too), or
 * of the environment; def: another of them, or NULL. NULL: nothing. */
const value *assigned_to_key(query q, const char *key, keyed how, const value *def);

/* label_class.c; NULL: not known */
const klass *class_named(program *p, const char *name);
const field *field_of(const klass *k, const char *name);
const char *class_of_object(program *p, const object *o);
const klass *made_by(program *p, const event *ev); /* Class(..), or cls(..) in one of its methods */
/* What the call that makes an object of k, which may be NULL, gives to a field; NULL: nothing. */
const expr *given_field(const klass *k, const expr *call, const char *name);
const value *field_default(query q, const klass *k, const field *f);
const value *object_field(query q, const object *o, const char *name);
const value *class_field(query q, const char *cls, const char *name, const object *made);
const value *entry_of(query q, const object *o, const constant *key); /* of a mapping */

/* label_name.c */
event *const *func_assigns(const func *fn, const char *name, uint32_t *n);
int param_index(const func *fn, const char *name);   /* -1 */
bool is_self(const expr *e);
/* What **kwargs of q.cx holds. NULL: not known, or (absent) nothing. */
const value *kwarg_value(query q, const char *name, bool *absent);

#endif
