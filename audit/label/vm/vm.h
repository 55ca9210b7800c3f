/* vm.h - runs the facts of a tree under one label, as far as values are known.
 *
 * The machine executes one path at a time. A value that cannot be told is V_UNK;
 * where it must be decided the path takes one side and the other is left to a later
 * run (explore.h), which repeats the path up to there. What is asked twice (by the
 * same symbol) is answered alike, so that two guards on one condition agree. A
 * branch that can neither compile, nor be timed, nor leave is not split: both sides
 * run, and what they leave different is a value of two faces (O_PHI), which is
 * decided where it is used, if it ever is.
 *
 * All of a path lies in one arena and goes with it. Strings are the tree's. */
#ifndef LABEL_VM_H
#define LABEL_VM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "../facts/facts.h"
#include "../program/marks.h"
#include "../program/symbols.h"

typedef enum { V_UNDEF, V_UNK, V_NONE, V_BOOL, V_INT, V_FLOAT, V_STR, V_OBJ, V_REF, V_THUNK } vkind;

enum {
	VF_LABEL = 1,   /* follows from the label */
	VF_CHAR = 2,    /* a character of C, not a string */
	VF_TRUE = 4,    /* unknown, but neither null nor false */
	VF_INPUT = 8,   /* comes from outside (argument, option, variable) */
	VF_NUMBER = 16, /* unknown number: not a callee */
	VF_UNINIT = 32, /* never set: the garbage of a local of C */
	VF_LOOSE = 64,  /* one of several elements that are not known */
	VF_NOT = 128    /* V_UNK: true where its symbol is false */
};

typedef struct obj obj;
typedef struct cell cell;
typedef struct scope scope;

typedef struct {
	uint8_t kind, flags;
	uint16_t comp;  /* V_UNK: 1 + the compile call that it is made of; 0 none */
	uint16_t opq;   /* 1 + the opaque edge that it came across; 0 none */
	uint32_t sym;   /* V_INT of C: its type (cint.h); V_UNK: what it is, in words of the tree's strings; 0: no name */
	union {
		int64_t i;      /* V_UNK: 1 + the source that it is text of; 0 none */
		double f;
		struct { uint32_t s; int32_t off; } s; /* string and how far in a pointer stands */
		obj *o;
		cell *r;
		struct { uint32_t node, pad; } t;
	};
	scope *at;      /* V_THUNK: where its node is evaluated */
} value;

struct cell {
	value v;
	uint32_t mark;  /* trail: the last branch that saved it */
	uint32_t ctype; /* of a number of C (cint.h); 0: not known */
	uint8_t thread; /* each thread has its own */
	uint16_t child; /* the last other process that set it (lib_child.c) */
};

typedef struct { uint64_t key; value kv; cell *c; } slot;
typedef struct {
	slot *slot;      /* (n) in order of insertion */
	uint32_t *index; /* hash of keys once there are many */
	uint32_t n, cap, nindex;
} map;

typedef enum {
	O_DICT, O_LIST, O_TUPLE, O_INST, O_CLASS, O_FUNC, O_METHOD, O_MODULE, O_EXT, O_THING,
	O_PARTIAL, O_PHI, O_GEN, O_SUPER, O_ITER, O_SCOPE
} okind;

struct obj {
	uint8_t kind, loose;    /* loose: has elements that are not known */
	uint8_t self_flags;     /* O_FUNC: value copied; O_CLASS: bit 0 enum, 1 dataclass, 2 its base is text or a number, 4 a named tuple */
	uint8_t declared;       /* O_FUNC of C++: what its declarations say (vm_says) */
	uint16_t comp, opq;     /* as of value; set in place */
	uint32_t name;          /* string */
	uint32_t node;          /* FUNC, CLASS, or the CALL that made it; O_MODULE: FILE, UINT32_MAX of a folder */
	uint32_t serial;
	uint32_t ctype;         /* O_LIST of C: of its elements, as in a cell */
	map m;                  /* fields, elements, members */
	scope *scope;           /* O_FUNC, O_CLASS, O_MODULE, O_SCOPE: names */
	obj *cls;               /* O_INST: class; O_FUNC: the class it stands in; O_SUPER: search after it */
	obj *next;              /* O_FUNC: overload of the same name; O_INST: of vm.living */
	value a, b;             /* O_METHOD, O_FUNC, O_SUPER: receiver a; O_PHI: sides; O_PARTIAL: callee; O_THING: a = the original; O_LIST, O_DICT of C++: b = type of its elements (coerce.c) */
	value *arg;             /* O_PARTIAL, O_GEN: (narg) with keywords */
	union {
		uint32_t *kw;
		struct operand *operand; /* O_FUNC that an operator of C++ may mean: of its parameters; NULL not asked yet (operator.c) */
	};
	uint32_t narg;
	const symbol *symbol;   /* O_THING: the compile symbol that made it */
};

typedef enum { S_SHARED, S_FILE, S_MODULE, S_CLASS, S_FUNC } skind;
struct scope {
	uint8_t kind;
	map m;             /* string id -> cell */
	scope *up;
	value self;        /* S_FUNC of a method whose members are visible */
	uint32_t file;     /* node of the FILE */
	uint32_t *global;  /* (nglobal) names that are not of this scope */
	uint32_t nglobal;
	obj *cls;          /* class that super() starts after */
	obj *fn;
	int inlined;       /* of a macro of statements: names and returns are the caller's */
	int comp;          /* of a comprehension: x := y in it binds outside of it */
};

typedef enum { X_NORMAL, X_RETURN, X_BREAK, X_CONTINUE, X_RAISE, X_GOTO, X_EXIT, X_STOP } xstat;

typedef enum { FAULT_NONE, FAULT_CALL, FAULT_USE } fault;

/* What an edge that cannot be seen through may have changed. */
typedef enum { EDGE_HERE /* what comes of it; of C, what is global too */, EDGE_ANY, EDGE_USED /* what came of an edge before it is used: no edge of its own */, EDGE_OFF /* whether anything is compiled */ } edge_reach;

/* What happened on a path, in order. */
typedef enum { E_TICK, E_COMPILE, E_USE, E_WORK, E_OPAQUE, E_FAILED, E_ENTER, E_GUARD, E_OPEN, E_HANDLER, E_RETURNED } ekind;
typedef struct {
	uint8_t kind;
	uint8_t bit;      /* E_GUARD, E_OPEN: value; E_OPAQUE: edge_reach */
	uint32_t node;
	uint32_t what;    /* string: symbol, name, expression */
	uint32_t of;      /* E_USE: number of the compile call */
	uint32_t stack;   /* index into frames: the calls that are open */
} event;

typedef struct { uint32_t sym, node; uint8_t choice, taken, late, aside; } decision; /* late: how the tree is built, which is tried last; taken: as it is where all is there that is imported; not tried the other way; aside: an option beside the label's, left out only where something compiles with it */

/* A place where text comes from outside. */
typedef struct {
	uint32_t name;     /* string: "argument 1", "--backend" */
	uint32_t node;     /* first seen */
	int score;         /* how much speaks for its being the label */
	uint32_t root;     /* 1 + the source that it is a part of; 0 none */
	uint32_t hyp;      /* string: the part, if the whole were the label; 0 not known */
	uint32_t whole;    /* string: "--mode=LABEL" where it is held against that; 0 */
	uint8_t named;     /* an option or a variable that is called like the label */
} source;

/* What text from outside is tested for. */
typedef enum { T_EQUAL, T_AMONG, T_KEY, T_PREFIX, T_SUFFIX, T_INSIDE } test_kind;

typedef struct vm {
	fact_tree *t;
	const struct program *p;
	const symbols *symbols;
	uint32_t label;            /* string; 0: none */
	uint32_t label_data;       /* 1 + the FILE of data that alone holds the label; UINT32_MAX none; 0 not asked yet; kept over paths */
	uint8_t variable_kept;     /* is the variable called like the label only read: 1, 2 no, 0 not asked yet; kept over paths */
	uint32_t bound;            /* source that is the label, by name; 0: none */
	int defaults;              /* what has a default, and is not the label, keeps it */
	int unbound_loops;         /* loops over a list that holds the label run for it alone */
	/* arena */
	struct block { struct block *next; size_t used, size; char *mem; } *arena, *spare;
	size_t taken;              /* bytes of the arena on this path */
	jmp_buf nomem;
	/* the path */
	decision *dec; uint32_t ndec, dec_cap, ntaken;
	map dropped;               /* node of a value -> is it never read (lazy.c)? */
	map decided;               /* what they decide, by symbol */
	const uint8_t *prefix; uint32_t nprefix;
	struct { uint32_t sym; value v; } fixed[64]; uint32_t nfixed; /* unknowns that a decision made known */
	fault fault; uint32_t fault_site; /* CALL node that fails; 0: all of them */
	event *ev; uint32_t nev, ev_cap;
	uint32_t *frame; uint32_t nframe, frame_cap; /* linked: pairs (parent, call node) */
	uint32_t top;              /* current frame */
	uint32_t nsite, nedge;     /* compile calls and opaque edges so far */
	uint32_t ndecorated;       /* compile calls that decorate a function of Python at file level: it is had by its name */
	uint32_t *site_ev, site_cap, *edge_ev, edge_cap; /* (nsite), (nedge) the events of each, by its number less 1 */
	scope *shared;
	struct name_info { uint16_t bits; const symbol *y; } *info; uint32_t ninfo; /* of names outside, by string; kept over paths */
	struct star_name { uint32_t module, name; } *star; uint32_t nstar, star_cap; /* strings: what `from module import *` brings that starts programs, runs text or loads code; name 0: the module was asked; kept over paths */
	uint32_t *imports;         /* (nodes) 1 + the FILE that an import means; 0 not asked yet; kept over paths */
	uint8_t *nothing;          /* (nodes) does a NAME or a place of Python surely stand for nothing: certain_name.c; kept over paths */
	map modules;               /* FILE node -> module */
	map ext;                   /* name -> O_EXT */
	map asked;                 /* file and name: declared, if it is there (demand.c) */
	map guards;                /* IF of the preprocessor at file level -> does it hold */
	uint32_t main_file;        /* 1 + FILE of the main that runs; 0: none */
	map unset;                 /* what has no default and is first taken not to be given, by its symbol (defaults.c) */
	map sources_on;            /* names of sources that were read */
	uint64_t trace;            /* of calls outward, and of rounds of loops once the clock was read, for twins */
	uint32_t ticks;            /* readings of the clock */
	map entered;               /* functions */
	uint32_t commands[64], ncommands; /* strings of commands that ran */
	int capturing;             /* what runs is recorded, not timed */
	int probing;               /* inside hasattr and the like */
	int entered_label;         /* the label was handed over */
	uint32_t tested;           /* how often something was asked of it */
	cell *holder; uint32_t held_since; /* the cell that took it last, and what tested was then */
	int displaced;             /* another argument took its place before it was asked of: no run under the label */
	const struct cone *cone;   /* what functions may come to, by their names */
	uint8_t *mark;             /* (nodes) MARK_ bits of the path, or NULL */
	uint32_t *marked; uint32_t nmarked, marked_cap; /* nodes that have one */
	int complete;              /* 0 once a limit ended something */
	int untried;               /* conditions were too many for each to be tried both ways */
	const char *cut; uint32_t cut_at; /* which one, the first of the path, and where; NULL */
	int depth, calls;
	uint64_t steps, max_steps;
	uint32_t serial;
	value ret;                 /* of X_RETURN */
	cell *referred; uint32_t referred_at; /* what the function that returned last gave a reference to, or NULL; the CALL of it */
	value exc; uint32_t exc_name; int exc_fault;
	uint32_t go;               /* label of X_GOTO */
	uint32_t enter;            /* LABEL that a statement is entered at, past the tests around it; 0 */
	int exit_status;           /* of X_EXIT; -1 not known */
	/* trail of the branch that is tried */
	struct { cell *c; value old; } *trail; uint32_t ntrail, trail_cap, trail_base; int trailing;
	uint32_t branch;
	uint32_t line_node;        /* the statement that runs */
	struct yield_hook *hook;
	obj *standing[16]; uint32_t nstanding; /* generators that were begun, and do something where they are ended */
	obj *living;               /* objects of C++ whose destructors may compile, linked by next (destroy.c) */
	obj *task, *tasks;         /* what runs beside the program, now, and those that stand (task.c) */
	struct child *child, *children; uint16_t nchildren; /* the other process that runs, and all (lib_child.c) */
	obj *locals, *beside;      /* all threading.local(); threads and processes that used something compiled */
	int blocked, task_failed;
	scope *for_scope;          /* of the for loop that asks for its next */
	cell *item;                /* where the element stands that a loop is at; NULL: nowhere */
	uint32_t spawn;            /* CALL that is started rather than made */
	uint32_t later;            /* CALL that was handed a function which may run later, and failed where it was run at once; 0 */
	obj *web; value web_app;   /* handlers of requests (lib_web.c) */
	/* discovery */
	source *source; uint32_t nsource, source_cap;
	xstat pending;             /* a raise or exit out of an expression */
	int loop_reads, loop_end;  /* see exec.c */
	int c;                     /* what runs is of C */
	int threads;               /* what runs is of a thread of its own, of C */
	int own_set;               /* a variable that each thread has of its own is another than it began as */
	int preproc;               /* a test of #if is evaluated */
	int outside;               /* objects from outside in objects from outside */
	int library;               /* what runs is a function that a caller outside of the tree calls */
	int away, lean;            /* the side that does not raise comes first: 1 true, 2 false; of a symbol: 2 false, 3 aside */
	int renames;               /* flags of the build make a name another (vm_as_built) */
	int importing;             /* modules of the tree are imported for it */
	int by_name;               /* what runs is a class or function that the label names */
	scope *closure;            /* what functions of C see that are declared now: their file */
	struct { uint32_t sym, of; value v; int affix; } eq[128]; uint32_t neq; /* symbols that say that `of` is v, or begins with it */
	struct { uint32_t of, s; } given[32]; uint32_t ngiven; /* options that an argument is, on this path */
} vm;

/* arena and objects (value.c) */
enum { ARENA_BLOCK = 1 << 20 };
void *vm_alloc(vm *m, size_t n);
obj *vm_obj(vm *m, okind k, uint32_t name, uint32_t node);
uint32_t vm_id(vm *m, const char *s);
uint32_t vm_idn(vm *m, const char *s, size_t n);
uint32_t vm_idf(vm *m, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *vm_text(const vm *m, uint32_t id);
const char *vm_cstr(const vm *m, value v, size_t *n); /* of a V_STR; NULL if it points outside */
value v_unk(uint32_t sym);
value v_none(void);
value v_bool(int b);
value v_int(int64_t i);
value v_str(uint32_t id);
value v_strc(vm *m, const char *s);
value v_obj(obj *o);
static inline int is_obj(value v, okind k) { return v.kind == V_OBJ && v.o->kind == k; }
enum { NODE_SYM = INT32_MIN };                         /* bit of the sym of a V_UNK without a name: what was met at that node */
static inline int sym_named(uint32_t sym) { return sym && !(sym & (uint32_t)NODE_SYM); }
static inline int is_named(value v) { return v.kind == V_UNK && sym_named(v.sym); }
const char *vm_name_of(const vm *m, value v, const char *none); /* of a V_UNK that has a name; else none */

cell *map_find(const map *p, uint64_t key);
cell *map_get(vm *m, map *p, uint64_t key, value kv); /* made undefined if it is not there */
void map_copy(vm *m, map *to, const map *from);       /* into what is being made: no other path has seen it */
void map_update(vm *m, map *to, const map *from);
int key_of(const vm *m, value v, uint64_t *key);      /* 0 if it has none */
int key_open(const vm *m, value v);                    /* a V_UNK, or a tuple or struct with one in it */
uint64_t key_unknown(const vm *m, value v, uint32_t node); /* of such a key: the same for the same unknown */
static inline uint64_t key_str(uint32_t id) { return (uint64_t)1 << 60 | id; }
static inline uint64_t key_int(int64_t i) { return (uint64_t)2 << 60 | ((uint64_t)i & (((uint64_t)1 << 60) - 1)); }
void cell_set(vm *m, cell *c, value v);
value vm_label_of(const vm *m, value a, value b);      /* C: the one that is the label where the other is another argument, which then is not given; V_UNDEF */
obj *obj_copy(vm *m, const obj *o);                    /* one of its own with the same members */
void list_add(vm *m, obj *l, value v);
value list_at(const obj *l, int64_t i);
/* A pointer into an array is its list (the first element) or an O_ITER of list and
 * index; the end of one, as end() gives it, has no index. 0 if v is none. */
int pointer_of(value v, obj **list, int64_t *i);
value pointer_at(vm *m, obj *list, int64_t i, uint32_t node);
enum { SYM_HELD = INT32_MIN + 1 };                     /* sym of a V_STR: held by a std::optional, whose * is all of it */
value boxed(vm *m, value v, uint32_t node);            /* std::optional of a number, which may be 0 and there */
int is_boxed(const vm *m, value v);
value pointed(value v);                                /* what it points to; V_UNDEF past the end */
int64_t list_len(const obj *l);
obj *list_of(vm *m, okind k, uint32_t node);
value pair_of(vm *m, value a, value b, uint32_t node); /* a tuple */
void field_set(vm *m, obj *o, const char *name, value v);
value field_get(vm *m, obj *o, const char *name);     /* V_UNDEF if there is none */
int64_t field_int(vm *m, obj *o, const char *name);   /* 0 if there is none, or no number that is known */
obj *field_list(vm *m, obj *o, const char *name, uint32_t node); /* made if there is none */
obj *ext_obj(vm *m, uint32_t name);
value ext_of(vm *m, const char *name);
value thing(vm *m, uint32_t name, uint32_t node);
int thing_is(const vm *m, value v, const char *name);
uint32_t comp_of(value v);
uint32_t opq_of(value v);
int same(value a, value b);                            /* the same value for sure */

/* decisions (decide.c) */
int vm_decide(vm *m, uint32_t sym, uint32_t node);
int vm_decided(const vm *m, uint32_t sym);             /* as it was on this path; -1: not yet */
void vm_assume(vm *m, uint32_t sym, uint32_t node);     /* decided, and never tried the other way */
value vm_resolved(vm *m, value v, uint32_t node);
static inline value                                    /* no O_PHI, no thunk */
vm_resolve(vm *m, value v, uint32_t node)
{
	return v.kind == V_THUNK || is_obj(v, O_PHI) || (v.kind == V_UNK && m->nfixed) ? vm_resolved(m, v, node) : v;
}
value vm_plain(vm *m, value v, uint32_t node);         /* resolved; an attribute of what is not known is not known */
value vm_phi(vm *m, uint32_t sym, value a, value b);
int vm_known(const vm *m, value v);                    /* truth: 1, 0, -1 not known */
int vm_truth(vm *m, value v, uint32_t node);           /* decides */
void vm_shows(vm *m, uint32_t from, uint32_t node, int k); /* what was decided at node since event from makes it k */
uint32_t sym_of(vm *m, value v, uint32_t node);
value vm_compare(vm *m, const char *op, value a, value b, uint32_t node);
int label_word(const vm *m, const char *s);            /* a name of a member that ends or begins with the label */
enum { EVIDENCE_DECLARED = 84 };
void vm_evidence(vm *m, value v, int score);           /* an input was tested so that it may be the label */
void vm_beside(vm *m, value v, uint32_t other);         /* the same of one that has the label as its default, if other is that */
void vm_tested(vm *m, value v, test_kind k, const char *c, size_t n); /* for c, or its first n bytes */
value vm_part(vm *m, value v, const char *name, value hyp); /* a part of text from outside, itself text from outside */
const char *vm_hyp(const vm *m, value v);              /* what v would be if its whole were the label; NULL */
int vm_other_option(vm *m, value v, const char *c);    /* another argument is that option already */
static inline void vm_asks(vm *m, value v) { m->tested += (v.flags & VF_LABEL) != 0; } /* something depends on v */
/* The same where v is held against o: not against the name of an option, unless it is that. */
static inline void
vm_asks_if(vm *m, value v, value o)
{
	const char *s = o.kind == V_STR ? vm_cstr(m, o, NULL) : NULL;

	if (!s || *s != '-' || (v.kind == V_STR && vm_cstr(m, v, NULL) && strcmp(s, vm_cstr(m, v, NULL)) == 0))
		vm_asks(m, v);
}
int vm_switch(vm *m, const char *shown, const char *name, uint32_t node); /* is an option without a value given? */
int vm_aside(vm *m, const char *shown, uint32_t node);                   /* is one with a value that is not the label? Yes, at first */
void vm_means(vm *m, uint32_t sym, uint32_t of, value v, int affix);

/* What a path did not follow and may matter (decide.c). */
void vm_mark(vm *m, uint32_t node, uint8_t bit);
void vm_handed(vm *m, value v, int depth); /* v, and functions in it (handed.c) */

/* events (decide.c) */
void vm_event(vm *m, ekind k, uint32_t node, uint32_t what, uint32_t of, int bit);
void vm_cut(vm *m, uint32_t node, const char *why);    /* a limit ends something; why: static */
uint32_t vm_edge_to(vm *m, edge_reach reach, uint32_t node, const char *fmt, ...) __attribute__((format(printf, 4, 5))); /* its number, for opq; 0: it is harmless */
#define vm_edge(m, node, ...) vm_edge_to(m, EDGE_HERE, node, __VA_ARGS__)
xstat vm_raise(vm *m, const char *name);               /* sets pending */
void vm_exit(vm *m, int status);
/* Where the label is the name of a switch (name, which is shown as): on where the label is bound to it, else not known. 0: it is not its name. */
int vm_named_variable(vm *m, const char *name, uint32_t node, value *out); /* the same of a variable of the environment that nothing of the tree sets: it is set to something */
int vm_named_switch(vm *m, const char *shown, const char *name, uint32_t node, value on, value *out);
value vm_input(vm *m, const char *name, uint32_t node); /* text from outside; the label where it is bound */
void vm_held_against(vm *m, uint32_t name, uint32_t node, uint32_t whole); /* a source, where it is bound, is `whole`, a text that has the label; 0: the label alone */

/* run (eval.c, exec.c) */
value vm_eval(vm *m, scope *s, uint32_t node);
value vm_evalr(vm *m, scope *s, uint32_t node);        /* resolved */
value vm_eval_call(vm *m, scope *s, uint32_t node);    /* of a CALL */
value vm_arith(vm *m, const char *op, value a, value b, uint32_t node);
cell *vm_place(vm *m, scope *s, uint32_t node, int make); /* where it is stored; NULL */
void vm_assign(vm *m, scope *s, uint32_t target, value v);
xstat vm_exec(vm *m, scope *s, uint32_t node);
xstat vm_block(vm *m, scope *s, uint32_t node);
int vm_preproc(vm *m, scope *s, uint32_t node);        /* does the #if of node hold? */
struct yield_hook { value (*fn)(vm *m, void *arg, value v); void *arg; struct yield_hook *outer; scope *at; uint32_t node; }; /* at, node: the YIELD */
void vm_iterate(vm *m, value v, uint32_t node, int (*fn)(vm *m, void *arg, value item), void *arg);
int vm_relevant(const vm *m, uint32_t node);

/* scopes and names (scope.c) */
scope *scope_new(vm *m, skind k, scope *up, uint32_t file);
cell *scope_find(vm *m, scope *s, uint32_t name);
cell *scope_local(vm *m, scope *s, uint32_t name);
void vm_setup(vm *m);                                  /* what C runs before main; demand.c */
void vm_demand(vm *m, scope *s, uint32_t name);        /* declares what a file of C, or all of them, has of a name */
uint32_t vm_as_built(vm *m, scope *s, uint32_t name, const cell *c); /* the name that stands for it as the build has it, decided; c: what it is as written, or NULL. 0: it is itself */
void vm_thread_begins(vm *m, uint32_t node);            /* of C: another thread */
cell *vm_shared(vm *m, uint32_t name);                 /* of all files of C; NULL */
cell *vm_in_space(vm *m, const char *space, uint32_t name); /* of a namespace, if several have the name; NULL */
cell *vm_seen_from(vm *m, uint32_t node, uint32_t name); /* the same, as it is seen at a node */
void vm_put_func(vm *m, map *where, uint32_t name, value v); /* a function, or one more of its name; scope.c */
scope *vm_c_scope(vm *m, uint32_t file);               /* of a file of C */
value vm_import(vm *m, scope *s, const char *module, uint32_t node);
obj *vm_module(vm *m, uint32_t file, int main);
obj *vm_declare_func(vm *m, scope *s, uint32_t node, obj *cls);
void vm_declare(vm *m, scope *s, uint32_t node);
value vm_data(vm *m, uint32_t node);                   /* value of a data node */
value vm_data_file(vm *m, const char *path, uint32_t at); /* V_UNDEF if the tree has none */

/* attributes and calls (attr.c, call.c) */
value vm_attr(vm *m, value base, uint32_t name, uint32_t node);
obj *dict_part(vm *m, const value *inst);              /* of an object of a class derived from dict; NULL */
cell *vm_attr_place(vm *m, value base, uint32_t name);
void vm_attr_set(vm *m, value base, uint32_t name, value v, uint32_t node);
value class_find(vm *m, obj *cls, uint32_t name);      /* a member, its own or of a base; V_UNDEF */
obj *class_holder(vm *m, obj *cls, uint32_t name);     /* the class, itself or a base, that it is a member of; NULL */
cell *class_own(obj *cls, uint32_t name);              /* a member that it has itself; NULL */
int class_is(const obj *cls, const obj *of);
int class_external(const obj *cls);
value bind(vm *m, value f, value self);
value vm_index(vm *m, value base, value key, uint32_t node);
value template_of(vm *m, value base, value key, uint32_t at); /* a function or class with the template arguments at a node; template.c */

enum { MOST_ARGS = 24 };                               /* of a call; more are not known: rest */
typedef struct {
	value v[MOST_ARGS];
	uint32_t kw[MOST_ARGS]; /* name or 0 */
	uint32_t at[MOST_ARGS]; /* ARG value's node; 0 */
	scope *scope;
	uint32_t n, node;
	int rest;             /* more arguments that are not known (*args) */
	int places;           /* of C++: a V_REF is the place that is passed, not a pointer to it */
} args;
/* args.c */
value arg_get(const args *a, uint32_t i, const char *kw, vm *m); /* number i of those without a name, or the one of that name; V_UNDEF */
void args_add(args *a, value v, uint32_t kw, uint32_t at);
int args_list(args *a, value l);                       /* the elements of a list or tuple; 0: it is none */
void args_dict(args *a, const obj *d);                 /* what a dictionary has under texts, by these names */
void args_from(args *a, const args *of, uint32_t first);
void args_keep(vm *m, obj *o, const args *a, uint32_t first); /* in arg, kw and narg */
args args_kept(const obj *o);                          /* out of these again */
value thing_called(vm *m, const char *name, const args *a); /* a thing of that name that keeps what it was called with */
value vm_callv(vm *m, value f, uint32_t node, uint32_t n, const value *v);
value vm_call(vm *m, value f, args *a);
value func_call(vm *m, obj *f, value self, int has_self, args *a);
value class_new(vm *m, obj *cls, args *a);
value ext_call(vm *m, uint32_t name, value self, args *a); /* outside: name with its dots */
/* Built-in knowledge: 1 if it knew the call. */
int lib_str(vm *m, const char *f, value self, args *a, value *out);
int lib_place(vm *m, const char *f, value self, args *a, value *out);
int lib_places(vm *m, const char *f, args *a, value *out);
int lib_box(vm *m, const char *f, value self, args *a, value *out);
int lib_py(vm *m, const char *f, args *a, value *out);
int lib_web(vm *m, const char *f, args *a, value *out);
void web_declare(vm *m, value made, value fn, uint32_t node); /* @app.post(...) */
int web_task(vm *m, const char *f, obj *fn, args *a, value *out); /* task.delay(x), benchmark.run() */
int web_client(vm *m, const char *f, value self, const args *a, value *out); /* client.get("/x") of a client for tests */
int web_serve(vm *m, const char *f, value self, args *a); /* server.serve_forever() */
void web_run(vm *m, uint32_t node);                    /* starts up, and takes one request */
int lib_re(vm *m, const char *f, value self, args *a, value *out);
int lib_opt(vm *m, const char *f, value self, args *a, value *out);
int lib_c(vm *m, const char *f, args *a, value *out);
int lib_ctext(vm *m, const char *f, args *a, value *out);

/* text.c: source-like text of a node, cut at n bytes */
void fact_unparse(const fact_tree *t, uint32_t node, char *out, size_t n);
void fact_condition(const fact_tree *t, uint32_t node, char *out, size_t n); /* the same; of a value of a switch: "subject == value" */

#endif
