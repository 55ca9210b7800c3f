/* label_engine.h - values of expressions while a label holds, who calls what, and what follows.
 *
 * An engine evaluates on demand, three-valued: the label is bound, other options have their
 * defaults, a parameter is the argument of the call on the way (the context). A value knows
 * what it was made from. Values, contexts and objects live in the program's arena. */
#ifndef LABEL_ENGINE_H
#define LABEL_ENGINE_H

#include "label_facts.h"
#include "label_report.h"

/* ---- values */
enum {
	D_LABEL = 1,     /* made from the label */
	D_BYLABEL = 2,   /* chosen by a test of the label */
	D_MAYLABEL = 4,  /* open, but the label touches it */
	D_WEAK = 8,      /* joined, or found by a name alone: never the ground of a "no" */
	D_DEAD = 16      /* nobody calls it */
};

typedef struct {
	unsigned flags;
	/* "default:x", "set:x"; interned, sorted, most 12 */
	uint32_t n; const char *const *named;
	place lost;                     /* D_WEAK: where; file NULL if not known */
} deps;

typedef struct ctx {
	const func *fn;
	const expr *call;               /* that entered fn; NULL */
	uint8_t mode;                   /* cmode */
	uint32_t seq;                   /* where in fn the call that leads on stands; 0: anywhere */
	const struct ctx *up;           /* of the caller; NULL */
} ctx;
/* Parameters: joined over callers; arguments of call; not known. */
typedef enum { C_ANY, C_CALL, C_REF } cmode;

/* What a dict, list, lambda, call ... made. */
typedef struct { const expr *e; const ctx *cx; uint32_t seq; deps d; } object;

enum { VALUE_MOST = 12 };
typedef struct value {
	uint32_t n; const constant *const *c;   /* it may be these */
	uint32_t nobj; const object *obj;       /* or these */
	bool top;                               /* or anything */
	deps d;
} value;

/* ---- the label */
typedef enum { L_ABSENT, L_DEFAULT, L_OPTION, L_NAME, L_VALUE, L_ENV, L_MACRO, L_FUNC } lkind;

/* what: "option", "compared", "choice", "key", "registered", "member", "config value",
 * "config key", "environment", "macro", "name", "function", "text", "option text",
 * "getopt entry", "flag variable", "flag helper" */
typedef struct { place at; const char *what; } lentry;
typedef struct { const char *key; const constant *on; } recval;

typedef struct label {
	const char *text;               /* as it was asked */
	lkind kind;
	const char **name; uint32_t nname;  /* that hold it: parameters, fields, keys, variables */
	const constant *value;          /* L_VALUE, L_ENV: the text */
	const char *what;               /* name of the variable, macro or function */
	const value *on, *off;          /* of the names: under the label, and without it */
	const value *onval;             /* L_ENV: content under the label */
	const char **spell; uint32_t nspell; /* spellings of the option that are given */
	const expr **cases; uint32_t ncases; /* values that getopt gives for it */
	bool modlevel;                  /* it may replace variables at file level */
	bool macro_on;                  /* L_MACRO: it is defined (not 0) */
	const char *via;                /* of `function / option`: what the way must pass; NULL */
	recval *rec; uint32_t nrec;     /* keys of the configuration record that names it */
	lentry *entry; uint32_t nentry; /* where it enters, best first */
} label;

typedef struct { const char *name; const constant *value; } setopt; /* --set; '-' as '_' */

/* ---- the engine */
typedef enum { M_ON, M_OFF, M_NONE } emode; /* under the label; without it; no label (--default) */

typedef struct engine {
	program *p;
	label *l;
	const setopt *set; uint32_t nset;
	emode mode;
	uint64_t steps, most;           /* of this mode; steps, never time */
	bool cut;                       /* the budget ended an evaluation */
	struct memo *memo;              /* label_memo.c */
	multimap *caller_memo;          /* label_callers.c */
} engine;

engine *engine_new(program *p, label *l, const setopt *set, uint32_t nset, emode mode);
void engine_mode(engine *en, emode mode); /* forgets what was evaluated */

/* ---- label_value.c */
bool v_pure(const value *v);                                   /* constants only, at least one */
const constant *v_one(const value *v);                         /* its only constant; or NULL */
bool v_has(const value *v, const constant *k);
int v_truth(const value *v);                                   /* 1, 0; -1: open */
deps d_none(void);
deps d_flag(unsigned flags);
deps d_join(engine *en, deps a, deps b);
bool d_label(deps d);                                          /* D_LABEL or D_BYLABEL */
/* ctx_new: interned. ctx_at: of anybody's call, at ev. ctx_find: the innermost of fn; NULL. */
const ctx *ctx_new(engine *en, const func *fn, const expr *call, cmode mode, const ctx *up,
    uint32_t seq);
const ctx *ctx_at(engine *en, const event *ev);
const ctx *ctx_find(const ctx *c, const func *fn);

/* ---- evaluation (label_eval.c and what it is made of) */
/* seq: where e stands; 0: after everything */
const value *eval(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth);
/* 1: it lets pass, 0: it does not, -1: open. */
int guard_eval(engine *en, const guard *g, const ctx *cx, int depth, const value **v);
/* All guards of an event but G_RAISE (local: nor G_RETURN, G_LEAVE). d: of those that are decided,
 * or of the one that is closed. open: the first expressions that are open; may: D_MAYLABEL, if one
 * of these has it. What stands in a handler is open. */
typedef struct { int ok; deps d; const expr *open[4]; uint32_t nopen; unsigned may; } passing;
passing guards_pass(engine *en, const event *ev, const ctx *cx, bool local, int depth);
bool label_has_name(const label *l, const char *name);
bool is_environment(const char *text); /* is_available, device_count ...: hardware, versions */

/* ---- binding (label_bind.c, label_select.c) */
label *label_bind(program *p, const char *text); /* L_ABSENT if the files do not know it */
label *label_default(program *p);

/* ---- sites (label_sites.c, label_symbols.c) */
/* The result must be used; works in place; decorates; a compile function as a value; an option of
 * a foreign library; a foreign name that looks like one. */
typedef enum { USE_VALUE, USE_PLACE, USE_DECO, USE_REF, USE_LIB, USE_SUSPECT } use_kind;

typedef struct {
	func *fn; event *ev;
	const char *family, *name;      /* name: as resolved */
	use_kind use;
	func *target;                   /* USE_DECO: what is decorated */
	const expr *libvalue; bool libon; /* USE_LIB: the keyword's value compiles if it is libon */
} site;

/* extra: --symbol names (n). Suspects too. Ordered by file and line. */
uint32_t find_sites(program *p, char *const *extra, uint32_t nextra, site **out);
/* Does name, of C, compile? The reader of C expands macros whose bodies call such. */
bool label_c_site_name(program *p, const char *name) __attribute__((weak));
/* Imports and local aliases undone; NULL if it has no name. */
const char *resolve_name(program *p, const func *fn, const expr *callee);

/* ---- callers (label_callers.c) */
/* Arguments are known; named as a value; an object is made; a property is read; the site itself. */
typedef enum { CALL_CALL, CALL_REF, CALL_CTOR, CALL_PROP, CALL_SITE } callmode;
/* weak: by name alone, where others have the name or the receiver is not known */
typedef struct { const event *ev; callmode mode; bool weak; } caller;
const caller *callers_of(engine *en, const func *fn, uint32_t *n);
/* cls and its bases, as far as they are in the files. cls: or NULL */
typedef struct { const char **s; uint32_t n; } names;
const names *class_line(program *p, const char *cls);
bool family_has(program *p, const char *cls, const char *of); /* cls is of, or derives from it */
/* Events that make what is registered or dispatched by name: label_registry.c */
uint32_t registry_callers(engine *en, const func *fn, caller *out, uint32_t most);
uint32_t registry_makers(engine *en, const klass *c, caller *out, uint32_t most);

/* ---- ways and what they come to (label_ways.c, label_judge.c, label_use.c, label_instance.c) */
typedef enum { ENTRY_MODULE, ENTRY_MAIN, ENTRY_API, ENTRY_DEAD, ENTRY_DEEP } entry_kind;
/* step[0]: the site's event; outward */
typedef struct { caller *step; uint32_t n; entry_kind entry; bool weak; } chain;
uint32_t ways_of(engine *en, const site *s, chain **out, bool *cut);

typedef struct {
	place at; const char *text; deps d;
	const char *says;               /* what it is under the label, in plain words */
	const expr *of;                 /* what is tested; NULL */
} note;
typedef enum { USED, THROWN_AWAY, USE_CLOSED } used_kind;

typedef struct way {
	const site *s;
	const chain *c;
	note *cond; uint32_t ncond;      /* open conditions */
	note *opened; uint32_t nopened;  /* tests that the label decides, and lets pass */
	note *stop; uint32_t nstop;      /* handlers and return codes that go on without */
	bool closed; note close;         /* the test that closes it */
	bool strict;                     /* closed without a weak edge, value or name */
	place lost;                      /* not strict: where the trail was lost */
	used_kind used; note use;        /* where the result is used, or where not */
	bool via, handed;                /* passes label->via; the label is an argument */
	deps assumed;                    /* defaults and settings that decided something on it */
} way;
void judge_way(engine *en, const site *s, const chain *c, way *w);
void judge_use(engine *en, const ctx *cx, way *w); /* fills used, use */
void judge_instances(engine *en, way *w); /* a method runs only if its class has an object */
bool lazily_built(program *p, const guard *g, const func *fn); /* a test for what is not built */

/* ---- the verdict (label_verdict.c): fills a finding of label_report.h */
void audit_label(program *p, const char *text, bool is_default, const setopt *set, uint32_t nset,
    const site *s, uint32_t nsite, finding *f);

/* ---- classes, decorators, files and objects by name (label_wiring.c) */
typedef struct { const event **ev; uint32_t n; } events;

bool class_related(program *p, const char *a, const char *b); /* one derives from the other */
const klass *func_class(const func *f); /* of it or of what it stands in */
bool is_constructor(const func *fn);
bool func_within(const func *f, const func *outer);
/* The last part of n bytes is the name of the file; or of its folder. */
bool file_named(const source *f, const char *dotted, size_t n);
bool file_is_module(const source *f, const char *dotted, size_t n);
const char *deco_key(const expr *deco); /* the first text that it is given; NULL */

/* Class that base is an object of; NULL: not known. *foreign: it is no object of the files. */
const char *receiver_class(program *p, const func *fn, const expr *base, bool *foreign);
bool is_variable(const func *f, const char *name); /* a parameter or local of f itself */
/* What makes objects of c and of those that inherit the method: calls and names of the class. */
events makers_of(program *p, const klass *c, const char *method);

/* ---- which names compile (label_symbols.c) */
/* use: use_kind */
typedef struct { const char *family; uint8_t lang, use; const char *pattern; } symbol;

/* The row that a name stands in, or NULL. Python: a dotted name without aliases ("torch.compile");
 * C: with :: ("at::cuda::CUDAGraph"), or its last part. Interned. */
const symbol *symbol_of(program *p, lang l, const char *name);
bool family_fits(const char *label, const char *family); /* may a label that is named so mean it? */
/* Is a class or function of that name in the files? at_top: no method. (label_sites.c) */
bool is_ours(program *p, const char *name, bool at_top, place *at);

/* ---- what label_bind.c, label_select.c and label_options.c share */
/* Best first; up to NAME_PARAM a user sets it. */
typedef enum {
	NAME_OPTION, NAME_FIELD, NAME_PARAM, NAME_OTHER, NAME_SETTING, NAME_NONE
} name_rank;

/* Where a word stands: as a name, a text, an environment variable; where a part is asked for. */
typedef struct {
	name_rank rank; place at;
	const char *type; expr *def;    /* of a parameter or a field; type NULL: it is none */
	place text, env;
	place *part; uint32_t npart;
	bool held;                      /* some name surely holds it */
} sighting;

const char *dashed(program *p, const char *s);                      /* label_options.c */
bool is_bool(const expr *e);                                        /* label_options.c */
const char *underscores_to_dashes(program *p, const char *s);       /* label_options.c */

/* label_select.c */
void label_enter(program *p, label *l, place at, const char *what); /* each place once */
void label_name(program *p, label *l, const char *name);            /* each name once */
/* Looks for a word; as a name: '-' as '_'. Adds names that hold it, and entries; how many names. */
uint32_t label_selectors(program *p, label *l, const char *word, sighting *s);

/* ---- between the files that judge a way */
/* The function that step i stands in; for a decorator the one that is decorated. */
const func *chain_func(const site *s, const chain *c, uint32_t i);
void way_opens(engine *en, way *w, note n);
void way_needs(engine *en, way *w, note n);  /* an open condition, once */
void way_closes(engine *en, way *w, note n, place lost, bool weak); /* weak: a guess in any case */
note note_guard(engine *en, const guard *g, int passes, deps d);
bool negligible(program *p, const guard *g);   /* no condition to speak of */
const char *guard_text(program *p, const guard *g); /* as one would say it where it must hold */
const char *source_line(program *p, place at, const expr *otherwise); /* as written, trimmed */

/* Where the label leaves the files (label_outside.c). */
typedef struct { place at; const char *text; } leak;
/* Code is loaded by a name made from it; it is handed out; a foreign call stands under a test of
 * it, or takes what is made from it. */
typedef enum { LEAK_LOADED, LEAK_HANDED, LEAK_UNDER } leak_kind;
uint32_t label_leaks(engine *en, leak_kind kind, leak *out, uint32_t most);

/* ---- the lines of findings, and the list of sites */
typedef struct { program *p; const label *l; finding *f; } telling;

void tell(const telling *t, trail_kind k, place at, const char *text, const char *note);
void tell_label(const telling *t);             /* where it enters */
void tell_way(const telling *t, const way *w); /* when, way, compiles, but, used; or closed */
void tell_assumed(const telling *t, deps d, bool no); /* no: nothing else compiles */

/* Fills r->site: sites with their conditions and the labels that select them. */
void list_sites(program *p, const site *s, uint32_t n, src_report *r);

#endif
