/* chain_impl.h - what the files of the chain share (see chain.h). */
#ifndef LABEL_CHAIN_IMPL_H
#define LABEL_CHAIN_IMPL_H

#include "chain.h"
#include "keys.h"
#include "../program/sight.h"

/* What an expression is under the label. */
typedef enum { CV_OPEN, CV_STR, CV_INT, CV_NONE, CV_NAME /* a member of an enumeration, a constant: str is its name */, CV_OTHER /* a text that is not the label */ } cv_kind;
typedef struct {
	uint8_t kind;
	uint8_t label;   /* the label decides it */
	uint32_t str;    /* CV_STR, CV_NAME: string */
	uint8_t hops;    /* of what was learned: through how many others */
	uint32_t at;     /* of what was learned: where; a STR: the label stands there */
	int64_t i;       /* CV_INT; truth is 0 or 1 */
} cvalue;

enum { CHAIN_UP = FACT_MAX_DEPTH * 4, CHAIN_GUARDS = 24 };

/* The nodes around a node, outermost (a FILE) first, itself last. */
typedef struct { uint32_t node[CHAIN_UP]; uint32_t n; } above;

/* A condition between a node and the unit that it stands in. */
typedef struct { uint32_t test; uint8_t want, tri, label; } cguard_on;
enum { TRI_FALSE, TRI_TRUE, TRI_OPEN };

typedef struct {
	cguard_on g[CHAIN_GUARDS]; uint32_t n;
	uint32_t more;     /* open ones that found no room */
	uint32_t handler;  /* HANDLER that goes on where the node fails; 0 */
	uint32_t key;      /* node under which the label selects it; 0 */
	int dead;          /* a condition is false under the label, or always */
	int by_label;      /* dead by the label's own condition */
} conditions;

enum { KEYED_CALL = 1 /* a function is given the label by name */, KEYED_FIELD = 2 /* a row has it in this field */, KEYED_CLASS = 4 /* a class is named so in this member */, KEYED_KNOWN = 8 };

/* A function or class, and the call that it is come to by; scope: the unit in which the call stands. */
typedef struct { uint32_t func, call, scope, shift; } chain_call;
enum { CHAIN_WITH = 80 };

/* The expression that a name is, seen from a unit; unit: the one in which it stands. */
typedef struct { uint64_t key; uint32_t e, unit; } chain_def;
enum { CHAIN_DEFINED = 1 << 12 };

struct chain {
	const program *p;
	const fact_tree *t;
	const symbols *s;
	uint32_t nname;
	uint32_t *first, *at;          /* (nname + 1) occurrences of a name: NAME, ATTR, TYPE */
	uint32_t *dfirst, *def;        /* (nname + 1) FUNC with a body and CLASS, by the last part of the name */
	uint32_t *tail;                /* (nname) string of the last part; UINT32_MAX */
	uint32_t *dfile;               /* the FILE of each of def */
	uint32_t *bfirst, *base;       /* (nname + 1) names of the bases of the classes of a name (chain_derive.c); NULL: not asked yet */
	uint32_t *met, asked;          /* (nname) the last question that came to a name, and which one is asked */
	uint32_t *queue, queue_cap;    /* names that it came to */
	uint8_t *dmade;                /* of each CLASS of def: 0 not asked yet, else 2 + whether there may be objects of it (chain_made.c) */
	uint32_t *up;                  /* (nodes) the node around it; of a FILE itself */
	uint32_t *import, nimport;     /* IMPORT and FROM, ascending */
	uint32_t *load_first, *load;   /* (files + 1) numbers of files that a file of Python imports; NULL: not asked yet */
	chain_def defined[CHAIN_DEFINED]; /* of names that were asked for, by a hash */
	sight *sight;                  /* NULL: not asked yet */
	uint64_t work;                 /* nodes that were looked at */
	/* of one label */
	const char *label;
	uint32_t str;                  /* string; UINT32_MAX */
	uint32_t ident;                /* its name as an identifier; UINT32_MAX */
	int named;                     /* the code has a switch, parameter or field of that name */
	int on, off;                   /* giving it sets what is named so; sets it to no */
	int option;                    /* it is an option: others may be given beside it */
	int rows;                      /* it stands in a row of data: what else is in the row hangs on it, and is not followed */
	as_keys known;                 /* name << 32 | scope */
	cvalue *fact; uint32_t fact_cap; /* (known.n) what they are */
	uint32_t *place; uint32_t nplace, place_cap; /* nodes where the code asks for the label or declares it, ascending */
	uint8_t *keyed;                /* (nname) KEYED_ bits */
	uint32_t here;                 /* node from which is learned */
	uint8_t hops;                  /* of what it is learned */
	int taking;                    /* it is looked for who comes to the label's places, which may be any value's: names that are imported as others are not followed */
	uint32_t touched;              /* FUNC in which the label decided last */
	uint32_t depth;                /* of calls within an evaluation */
	chain_call with[CHAIN_WITH]; uint32_t nwith; /* calls of the way that is looked at, outermost first */
	int nomem;
};

/* chain_looked.c */
void chain_looked(chain *c, void (*each)(void *, uint32_t node, const symbol *y), void *arg); /* the callees of calls through pointers to what compiles */

/* chain_memory.c */
void chain_memory(chain *c, void (*each)(void *, uint32_t node), void *arg); /* where memory of C is made to be run: a call with such a flag, or a variable's */

/* chain_index.c */
int chain_index(chain *c); /* -1: out of memory */
uint32_t chain_imports(const chain *c, uint32_t file); /* number of the first import of a FILE, or behind it */
void chain_above(chain *c, uint32_t node, above *a);
/* The innermost of a that is a unit: a FUNC whose body holds the node, a CLASS, a FILE; number in a->node. */
uint32_t chain_owner(const chain *c, const above *a);
uint32_t chain_unit(chain *c, uint32_t node); /* the same, the node */
uint32_t chain_last(const chain *c, uint32_t node); /* last part of a node's name; UINT32_MAX */
int chain_python(const chain *c, uint32_t node);

/* chain_value.c */
cvalue chain_value(chain *c, uint32_t expr, uint32_t scope);
int chain_test(chain *c, uint32_t expr, uint32_t scope, int *label); /* TRI_ */
/* What was learned of the NAME or ATTR, seen from a unit; NULL. */
const cvalue *chain_fact(chain *c, uint32_t node, uint32_t scope);
/* 1: it is news. */
int chain_learn(chain *c, uint32_t name, uint32_t scope, cvalue v);
void chain_forget(chain *c);
/* A scope is a unit, 0 of data of C, or one of these: */
enum { CHAIN_FIELD = 1 /* scope of members of whatever object */, CHAIN_GIVES = 2 /* of what functions of the name give */,
	CHAIN_PLACES = 4000 /* a name that stands in more places says nothing */ };
#define CHAIN_OF 0x80000000u /* scope of members of what is called so: | string */

/* chain_made.c: may there be objects of a class under the label? -1 no; 1 only where the label selects it; else 0 */
int chain_made(chain *c, uint32_t cls);
int chain_class_named(chain *c, uint32_t cls); /* is a class called like the label in one of its members, or is another one? 1, -1; else 0 */
int chain_decorated(chain *c, uint32_t decor); /* registered by a decorator under the label, or under something else? 1, -1; else 0 */

/* chain_tell.c: how the label gets to what decides */
void chain_link_to(chain_answer *a, link_kind kind, uint32_t node, int value); /* once */
void chain_tell_why(chain *c, chain_answer *a, uint32_t test, uint32_t scope); /* from the label to the names of a test */
uint32_t chain_hops(chain *c, uint32_t test, uint32_t scope);

/* chain_option.c: options of Python's argparse */
void chain_option_given(chain *c, uint32_t call); /* the CALL that adds the option that the label names */
int chain_other_choice(chain *c, uint32_t attr, uint32_t scope); /* a member of parsed options, whose choices leave the label out? */

/* chain_bind.c: values that hold on the way that is looked at (c->with) */
void chain_bind(chain *c, uint32_t unit, uint32_t o); /* the way comes to a unit by occurrence o of its name */
cvalue chain_given(chain *c, uint32_t name, uint32_t scope); /* of a parameter */
cvalue chain_made_with(chain *c, uint32_t attr, uint32_t scope); /* of a member of the object itself */
int chain_hangs_on_call(chain *c, uint32_t unit, uint32_t e); /* may the call of a unit decide what an expression in it is? */

/* chain_const.c: values of Python that no label decides */
uint32_t chain_defined_by(chain *c, uint32_t name, uint32_t scope, uint32_t *unit); /* the expression that it is, and the unit of that; 0 */
cvalue chain_constant(chain *c, uint32_t name, uint32_t scope); /* of a name that is set once */
cvalue chain_version(const chain *c, uint32_t e); /* the interpreter's own first number */
int chain_version_test(const chain *c, uint32_t bin); /* TRI_ of a comparison with sys.version_info */

/* Is the name of an occurrence set, deleted or declared global there? */
int chain_binds(const chain *c, uint32_t o);

static inline int
chain_is_literal(const fact_tree *t, uint32_t e)
{
	return t->node[e].kind == FACT_STR || t->node[e].kind == FACT_INT || t->node[e].kind == FACT_BOOL || t->node[e].kind == FACT_NONE;
}

/* chain_clash.c: what must hold on a way; 1: e, which must be `want`, cannot be that beside what was given before */
enum { CHAIN_LITERALS = 48 };
typedef struct { uint32_t e[CHAIN_LITERALS]; uint8_t want[CHAIN_LITERALS]; uint32_t n; } chain_literals;
int chain_clash(chain *c, chain_literals *l, uint32_t e, int want, uint32_t scope);

/* chain_learn.c: what the code compares with the label, and what follows */
int chain_study(chain *c);
int chain_is_label(const chain *c, uint32_t str);

/* chain_unset.c: where the label ends a function early or closes a branch, what is set only there stays no; 1: it is news */
int chain_learn_unset(chain *c, uint32_t func);

/* chain_guard.c */
void chain_conditions(chain *c, uint32_t node, uint32_t unit, conditions *out);
int chain_asks_main(const fact_tree *t, uint32_t test); /* is it asked whether the file is the program? */

/* chain_derive.c */
int chain_derives(chain *c, uint32_t cls, uint32_t name); /* is the CLASS, one of its bases or of theirs called so? */

/* chain_edge.c */
typedef struct { uint32_t unit, node, via; uint8_t weak; } edge_back; /* node stands in unit and leads on; via: where an object that may be of the CLASS unit is asked for the function */
typedef struct { edge_back *e; uint32_t n, cap; } edges_back;
uint32_t chain_class_of(chain *c, uint32_t func); /* the CLASS that a function is a method of; 0 */
int chain_related(chain *c, uint32_t a, uint32_t b); /* one CLASS, or one derived from the other? */
/* Who leads to a unit. -1: out of memory. */
int chain_callers(chain *c, uint32_t unit, edges_back *out);
uint32_t chain_site_unit(chain *c, uint32_t site); /* the unit that a compile call stands in, or decorates */

/* chain_loads.c: files of Python that a file loads, itself too, as a set by number, which
 * the caller frees; NULL: out of memory */
uint8_t *chain_loads(chain *c, uint32_t file);

/* chain_keep.c: is what a compile call gives looked at again, as far as one can see? */
int chain_kept(const chain *c, uint32_t site);

int chain_is_program(chain *c, uint32_t unit); /* is it run, and not only called? */

/* chain_scope.c: C and C++ */
int chain_sees(chain *c, uint32_t from, uint32_t def); /* may code of a FILE mean what is defined in another? */
int chain_shares(chain *c, uint32_t from, uint32_t def); /* may it mean what is static in another FILE: a header that it includes? */
int chain_in_reach(chain *c, const above *a, uint32_t unit); /* may a plain name mean the function, by its namespace? */
int chain_other_type(chain *c, uint32_t base, uint32_t cls); /* is a name declared as an object of something else? */

/* chain_place.c: of a node, by where it stands */
int chain_handed_out(chain *c, uint32_t node);  /* only handed to a function that the tree does not have, which is not known to call it? */
int chain_dropped(chain *c, uint32_t site, const symbol *y); /* is what the compile call gives thrown away? */
int chain_in_import(chain *c, uint32_t node);
uint32_t chain_set_at(const fact_tree *t, uint32_t o); /* the node that an ASSIGN sets where o is what it sets; 0 */
int chain_aside(const chain *c, uint32_t node); /* does its file belong to tests, examples and the like? */
int chain_of_callers(const chain *c, uint32_t unit); /* may callers outside of the tree call the unit, and is the label a parameter or a field of theirs? */
int chain_merely_named(chain *c, uint32_t node); /* of C: neither called nor set, a name that is only mentioned? */

#endif
