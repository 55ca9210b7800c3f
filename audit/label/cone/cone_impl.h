/* cone_impl.h - what the files of the cone share (see cone.h). */
#ifndef LABEL_CONE_IMPL_H
#define LABEL_CONE_IMPL_H

#include "cone.h"
#include "intern.h"
#include "../program/sight.h"

#include <dirent.h>

enum {
	UNIT_PYTHON = 1,
	UNIT_FUNC = 2,
	UNIT_FILE = 4,     /* what a file does when it is loaded; of C: nothing, but its errors */
	UNIT_DATA = 8,     /* YAML, TOML, JSON, CMake */
	UNIT_MAIN = 16,
	UNIT_QUIET = 32,   /* of C: runs without being named (static objects, constructors) */
	UNIT_LONE = 64,    /* the same, if nothing names it */
	UNIT_ASIDE = 256,  /* of tests, examples and the like */
	UNIT_USES = 128,   /* names what runs what was compiled */
	UNIT_LOADS = 1024, /* of Python: may load what no name says */
	UNIT_PUT = 2048,   /* of Python: put in the place of a member */
	UNIT_CALLS = 8192, /* of C: calls objects of Python; cone_capi.c */
	UNIT_ABSENT = 4096, /* of C++: declared, and not in the tree (cone_absent.c): it runs where it is led to, and nobody else knows of it */
	UNIT_BUILD = 512   /* of a script that builds or sets up the project */
};

typedef struct {
	uint32_t node, file; /* file: number in p->file */
	uint32_t flags, name, of; /* strings: its name, its class; UINT32_MAX */
	uint32_t site;       /* node that names a compile symbol, or may; 0 */
	uint32_t hides;      /* the first node that cannot be seen through; 0 */
	const char *why;
	uint32_t nhides;     /* all, but of more than UNIT_HIDES those */
} unit;

enum { UNIT_HIDES = 16 };
typedef struct { uint32_t unit; cone_part part; } hiding;

/* Of the name with that string. */
enum { NAME_BODY = 1, NAME_DECLARED = 2, NAME_CLASS = 4, NAME_VALUE = 8, NAME_SEEN = 16, NAME_HOOK = 32, NAME_STRING = 64, NAME_GLOBAL = 128, NAME_MEMBER = 256,
	NAME_MADE = 512 /* a class of C++ of which an object is made by code: a constructor, an initialiser */,
	NAME_FOREIGN = 1024 /* a class with a base that is not in the tree */, NAME_HANDED = 2048 /* given to what is not in the tree */,
	NAME_SIGNAL = 8192 /* of Qt, and all that declares it without a body is one */,
	NAME_TEXT = 4096 /* a word that stands for other text in assembly: #define of its files and of headers */,
	NAME_EARLY = 32768 /* of C: a function that is declared to run before main */,
	NAME_RUN = 16384 /* Python: a word of text that is run: who has it, and what it is given, is not told by nodes */,
	NAME_MODULE = 32768 /* Python: part of what is imported, of text that may name a module, or what else may be one */ };
/* What a name may mean. */
enum { SYM_EXACT = 1, SYM_LAST = 2, SYM_METHOD = 4, SYM_RUNS = 8 };

/* What such a header declares may be functions of the project; or, as far as the tree has those, it may name any of them. */
enum {
	LACKS_ALL = 1, LACKS_NAMES = 2, LACKS_FOREIGN = 4, /* FOREIGN: it includes a header of a library, which may define macros */
	LACKS_ALL_AROUND = 8, LACKS_FOREIGN_AROUND = 16,   /* a file that is compiled with it does */
	LACKS_STRANGE = 32, LACKS_STRANGE_AROUND = 64      /* STRANGE: of a library that is not known either */
};

typedef struct { uint32_t *to, *at; } edges; /* at: (nvertex + 1), from -> first of to */
typedef struct { uint32_t base, cls, file; } derivation; /* names; number of the file */
typedef struct { uint32_t node, name, unit, of; } use;   /* of a name that must be defined somewhere; of: its class, if that is asked */
typedef struct { uint32_t n, cap; use *u; } uses;
typedef struct { uint32_t name, node, file; } define;    /* DECL or FUNC of a macro, or a DELETE of that name; node of its file */

struct cone {
	const program *p;
	const fact_tree *t;
	const symbols *s;
	const uint8_t *skip;  /* (nodes) what is left out; NULL */
	unit *unit; uint32_t nunit, unit_cap;
	uint32_t *owner;      /* (nodes) unit; UINT32_MAX: none */
	/* vertices: units, files, three that stand for many, names */
	uint32_t nvertex, nname;
	uint64_t *pair; size_t npair, pair_cap; /* from << 32 | to, while it is built */
	edges out, in;
	uint8_t *leads;       /* (units) 1: what it names, and what that names, comes to a compile call; 2: to a use; 4: to what hides */
	uint8_t *named;       /* (2 * nname) the same of units of that name; C's, then Python's */
	uint16_t *name;       /* (nname) NAME_ bits */
	uint8_t *defined;     /* (nname) of C, of cone_template.c: DEFINED_ bits; NULL: nobody asked */
	uint8_t *sym;         /* (nname) SYM_ bits */
	uint32_t *stamp;      /* (nname) 1 + the last unit that named it */
	uint32_t *own;        /* (nname) of C: 1 + the last unit that has a parameter or variable of that name */
	uint32_t *led;        /* (nname) 1 + the last unit that was led from it to what is near */
	uint32_t *of_file;    /* (nname) 1 + the last file with a class or variable of that name */
	uint32_t *kin;        /* (nname) of a class of Python: one of those that derive from each other; cone_kin */
	define *define; uint32_t ndefine; /* ascending by name, then node */
	int early;            /* C: a macro of several meanings says in one that what it heads runs before main */
	struct config_texts *config; /* what says which headers the build writes; cone_config.c */
	uint8_t *is_config;   /* (files) has it the name of such a header: 1 no, 2 yes, 0 not asked */
	uint16_t *named_by_build; /* (nname) 0 while it is not known: bits; cone_built.c */
	uint8_t *has_main;    /* (files) */
	uint8_t *lacks;       /* (files) of C: LACKS_ bits, of headers in quotes that the tree does not have */
	as_intern word;       /* parts of the paths of Python's files, but within packages: what a module of the tree may be called */
	as_intern made[2];    /* headers that the tree lacks: [1] those that its build makes; cone_made.c */
	as_intern templates;  /* their texts, of which macros were led to; cone_template.c */
	as_intern shared[4];  /* libraries of the system that code of C loads; [1] those that the tree makes itself; [2] and [3] that Python does; cone_load.c */
	as_intern written;    /* paths of modules of Python that the build writes, of the version alone */
	as_intern extension;  /* modules of Python that C of the tree initialises */
	uses initialised;     /* by which FUNC; name: of `extension`; unit: number of the file */
	uses extends;         /* Python: imports of one, and loads of a library of the tree's C; name: number of the file */
	int capi;             /* 2: by what names the tree's C asks objects of Python is known, and none is loud; 1: not; cone_capi.c */
	uses capi_asks;       /* C: those that Python of the tree defines */
	int loud_members;     /* 2: code of Python may ask any object for what starts, loads or protects; 1: none does; cone_ctypes.c */
	uses dynamic;         /* Python: calls that load a library by ctypes, or members of cdll that are one */
	as_intern twice;      /* what several files of Python are called, or the folders of packages */
	as_intern needs;      /* what the project says that it needs, small, with _ for - and . */
	derivation *derived; uint32_t nderived, derived_cap;
	uses bases;           /* of classes; unit: the name of the class */
	uses wanted;          /* names out of modules of the tree */
	uses called;          /* C: names that are called */
	uses called_of;       /* C++: members that are called of something */
	uses declared;        /* C++: functions of classes, and operators, that are declared without a body; of: the class, or UINT32_MAX */
	uses builds;          /* C: the same of those that sound as if they compiled, of members too */
	uses method;          /* Python: what may be a compile symbol's last part, of something that is not known */
	uses plugged;         /* Python: imports of libraries that are not known and hide nothing, which may load entry points */
	uses stored;          /* members that a unit assigns to */
	uses patch;           /* Python: what is put in the place of a member, a unit of its own */
	uses patch_any;       /* Python: the same where the member's name is not known */
	uses started;         /* Python: calls that start programs */
	uses may_give;        /* Python: what may give the one that is looked at another environment */
	uses set_by;          /* Python: texts by which a variable of a module is set, 0: by any; unit: its file, UINT32_MAX: any; cone_global.c */
	int set_by_known;     /* they were looked for; 2: modules of the tree are handed about, so that any name may be one */
	unsigned char *of_module; /* (nodes) Python: is what getattr() asks there a module of a library that has nothing of the tree? 1 no, 2 yes, 0 not looked at; NULL: of none */
	int files_put;        /* one is put where a file is imported */
	hiding *hiding; uint32_t nhiding, hiding_cap; /* what cannot be seen through */
	uses unread;          /* C: errors of the reader */
	uses outside_class;   /* C++: functions of classes with a body in text that was not taken apart, whose unit has that; of: the class */
	uses let_off;         /* C: what hides nothing because a macro is not set */
	uint8_t *away;        /* (nodes) of C: 1: under an #if for another system alone */
	uint8_t *foreign;     /* (files) of C: 1: only another system can compile it; NULL: there is none; cone_foreign.c */
	uses let_off_foreign; /* what hides nothing for that */
	uint32_t at;          /* the node that is looked at while files are read; 0 */
	uses far;             /* C: what is named there; cone_away.c */
	uses local;           /* Python: names in one file, till its end */
	uses member;          /* Python: members of the object itself; node 0: of what is not in the tree */
	uses paste;           /* C and assembly: names with ## */
	struct pasting *pasting; /* what those may come to; NULL: there are none */
	uses given;           /* Python: getattr(module, what is not known); name: of `library` */
	as_intern library;
	as_intern quiet, loud; /* libraries that are not known: imported where they hide nothing; and where they may */
	uint8_t *active;      /* of a symbol: all parts of its name are words of the code */
	int own_path;         /* the tree, but tests, says what a program's name means; cone_own_path */
	uses itself;          /* C: what may run by itself; cone_itself() */
	uses louds;           /* C: names that a library may have by which it hides what compiles; cone_loud.c */
	as_intern loud_first; /* how such names begin */
	uint8_t *may_be_loud; /* (nname) 1: it is none of those; 2: it may be */
	uint8_t *loud_header; /* (rows of loud_at()) 1: the tree includes that header */
	uint8_t *loud_at;     /* (nodes) of C: what hides when it runs: 1 + the row; NULL: nothing does */
	uint64_t libraries;   /* cone_cxx.c: of which the tree includes a header, by c_library() */
	as_intern space_as;   /* cone_space_as */
	int has_objects;      /* C++: QProcess is named, or its header */
	struct lines *lines;  /* of C: what texts come to; made when a command line is asked for; line.h */
	int behind[2];        /* of C, of Python; 2: a text has a compiler behind an operator of the shell; 1: none has; 0: not known yet */
	struct { char name[40]; int is; } of_build[64]; uint32_t nof_build; /* cone_builds_program(): what was asked for last */
	uint64_t asked_of, tells; /* cone_texts.c: programs, by program_that_may_run: which were asked for, and may be told */
	struct reexport *reexport; uint32_t nreexport, reexport_cap; /* cone_reexport.c */
	uint32_t *reexport_of;  /* (files) 1 + the last of them that the file has */
	uint8_t *name_reexported; /* (nname) 1: one has that name */
	uint32_t *again; uint32_t nagain, again_cap; /* units that start a program of the tree */
	uses loads_any;       /* Python: imports of the tree's own of which only the package is known; cone_any.c */
	int any_module;       /* a module is had by a name that is not known */
	as_intern outside;    /* modules that stand as values, dotted: their members may be got at anywhere */
	uint32_t *file_unit;  /* (files) */
	uint32_t *function; uint32_t nfunction; /* units that are functions of Python, ascending */
	uint32_t *set;        /* (files) those of Python that may be of one program have one root; cone_meet.c */
	uint32_t *near;       /* (files) the same of those that imports join */
	uint8_t *more;        /* (files) of such a set: one of it may load what no import says */
	uint8_t *loaded;      /* (files) of Python: another file imports it, or it lies in a package */
	int included;         /* files stand in the midst of values or functions that were not read there: anybody's address may be taken */
	sight *sight;         /* NULL: no file of C */
	uint32_t *told_at, *told; /* (nname + 1) of C: the files in which a name stands outside of functions, or is declared in them */
	uses spelled;         /* of C: named as a word of text, or put together; ascending by file and name, once all is read */
	uint8_t *blind;       /* (files) of C: what is declared there is not all known: 1 for its own part, 2 by a file that it is compiled with */
	uint64_t *blind_units; /* those of sight with a file of the first kind */
	uint8_t *alone;       /* (files) of C: it has a main, whatever the preprocessor leaves out */
	uint8_t *space;       /* (nname) of C++: a namespace is called so */
	uint64_t *derives; uint32_t nderives; /* of C: class << 32 | base, names, ascending */
	int nomem;
};

/* While the graph is built, vertices other than units are told by a high bit. */
#define VX_PYNAME 0xc0000000u /* names of Python and those of C do not meet */
#define VX_NAME 0x40000000u
#define VX_FILE 0x20000000u
#define VX_LINK 0x10000000u    /* what runs in every program of C */
#define VX_DYNAMIC 0x10000001u /* any function of Python that is loaded */
#define VX_ALLPY 0x10000002u   /* all files of Python */
uint32_t cone_vertex(const cone *c, uint32_t v);

/* cone.c */
uint32_t cone_unit(cone *c, uint32_t node, uint32_t file, uint32_t flags); /* a new one */
void cone_edge(cone *c, uint32_t from, uint32_t to);
void cone_names(cone *c, uint32_t u, uint32_t id);     /* unit u names it */
void cone_spells(cone *c, uint32_t u, uint32_t node, uint32_t id); /* the same where no NAME of it stands: in text, or put together */
void cone_late(cone *c, uses *l, uint32_t node, uint32_t name, uint32_t u); /* to be settled when all is read */
#define CONE_LACKS "a module that is neither in the tree nor a library that is known"
#define CONE_CALLED "it is called, and is not in the tree"
#define CONE_SOUNDS "it is not in the tree, and by its name may compile"
void cone_hides(cone *c, uint32_t u, uint32_t node, const char *why);
int cone_grow(cone *c, void *p, uint32_t n, uint32_t *cap, size_t size); /* -1: out of memory */
uint32_t cone_tail(const cone *c, uint32_t id);        /* string behind the last dot, without template arguments; UINT32_MAX */

/* cone_mark.c: what a node of a unit names, compiles, hides or brings in */
typedef struct {
	uint32_t as;          /* string: the name bound */
	char *is;             /* dotted, as it is there */
	int outside;          /* of a module that is not in the tree */
	int rebound;          /* also assigned to */
} alias;
typedef struct { alias *a; uint32_t n, cap; int star, any; } aliases; /* star: all names of a module that is not in the tree; any: of one that is */
void cone_aliases(cone *c, uint32_t file, aliases *a); /* of a file of Python; a is cleared first */
void cone_aliases_clear(aliases *a);
void cone_mark(cone *c, uint32_t u, uint32_t node, const aliases *a);
int cone_has_folder(const cone *c, const char *path);  /* is the first part of a path a folder of the tree? */
uint32_t cone_included(const cone *c, const char *path); /* number of the file that an INCLUDE of that path means; UINT32_MAX */
void cone_methods(cone *c);                            /* settles c->method and c->given */
int cone_is_options(const char *name);                 /* is that what options are commonly kept in? */

/* cone_settle.c */
void cone_settle(cone *c);                             /* names, files and classes, once all are read */
void cone_loaded(cone *c);                             /* fills loaded: of files of Python, which are modules; the others are scripts that nothing loads */

/* cone_signal.c */
void cone_signals(cone *c);                            /* marks signals of Qt; leads from where one is sent to all that name it, which may connect it */

/* cone_paste.c */
void cone_in_assembly(cone *c, uint32_t name);         /* leads from what a macro of assembly defines to all of the files that name it */
void cone_pasted(cone *c);                             /* settles c->paste; fills pasting */
int cone_pastes(cone *c, const use *m);                /* then: has the tree a name that x ## y may come to? */
void cone_paste_free(struct pasting *p);               /* also NULL */

/* cone_glue.c: the calls of a macro, each with nparam operands: a word, or "##" where that is not known. Whole calls of all files. */
typedef struct { uint32_t nparam, *arg, n, cap; as_intern text; } glue;
typedef struct {
	uint64_t *at; size_t n, cap; /* name << 32 | file of C (node) in which it stands; ascending */
	uint8_t *asked;              /* (nname) what is no C calls it, or gives something else that name */
	uint32_t *last;
} glue_places;                   /* of macros */
int cone_glue_places(const cone *c, glue_places *g);   /* -1: not all could be read, or out of memory; cone_glue_places_free() in either case */
void cone_glue_places_free(glue_places *g);
int cone_glue(const cone *c, const glue_places *at, uint32_t macro, glue *g); /* -1: not all that may call it do so where that can be seen, or out of memory */
void cone_glue_free(glue *g);

/* cone_symbol.c */
int cone_prepare(cone *c);                             /* words and symbols */
size_t cone_word(const char *s);                       /* length of the word that s begins with */
int cone_word_symbol(const cone *c, const char *word); /* is it the last part of one that compiles? */
const symbol *cone_symbol(const cone *c, size_t k);    /* those of the user, then those that ship; NULL: no more */
int cone_compiles_as(const symbol *y);                 /* does it compile, or begin to? NULL: no */
int cone_symbol_is(const cone *c, const char *full);   /* is that the whole name of one that compiles? */
void cone_site(cone *c, uint32_t u, uint32_t node);
void cone_module_stands(cone *c, const char *full);    /* a module stands for itself, and its members may be got at anywhere */

/* cone_names.c */
void cone_python_names(cone *c, uint32_t u, uint32_t node, const aliases *a); /* a NAME or ATTR */
void cone_file_names(cone *c, uint32_t f, uint32_t from); /* settles c->local: file f, whose units are those from there on */
void cone_members(cone *c);                            /* settles c->member */

/* cone_leads.c */
int cone_may_start(const cone *c, const unit *n);      /* of C: may a function that nothing names run before main, by a macro in its head that is not known, or a section? */
int cone_leads_names(cone *c);                         /* fills leads and named by the edges alone; -1: out of memory */
int cone_leads_all(cone *c);                           /* the same with extensions that hide, and itself */

/* cone_import.c */
int cone_modules(cone *c);                             /* fills word and needs; -1: out of memory */
void cone_import(cone *c, uint32_t u, uint32_t node, const char *module);
void cone_import_text(cone *c, uint32_t u, uint32_t node, const char *module); /* the same of a module that a CALL imports by its name */
/* The next FILE of the tree that a module may be which another FILE imports: one, or each that is called so if that does not tell which. *i begins as 0. */
uint32_t cone_module(const cone *c, const char *module, uint32_t file, uint32_t *i);
int cone_foreign(const cone *c, const char *module, uint32_t file); /* is it none of the tree? */
void cone_load_packages(cone *c, uint32_t u, const char *module); /* leads to the packages that a module lies in */
int cone_load(cone *c, uint32_t u, const char *module); /* leads to the files that a module may be; 0: the tree has none */
int cone_c_import(cone *c, uint32_t u, const char *module); /* the same of what code of C imports, whose function may be of C; 1 also of a few of Python's own */
int cone_library(const char *module);                  /* is it everybody's? */

/* cone_by_text.c: is each module known that the CALL imports by the text e? It is led to them */
int cone_by_text(cone *c, uint32_t u, uint32_t call, uint32_t e);

/* cone_any.c */
void cone_any_module(cone *c, uint32_t u, uint32_t node); /* unit u imports there a module of the tree that may be any */
void cone_anies(cone *c);                              /* settles them: what is no file of Python may be one, too */

/* cone_tests.c: does a CALL of Python, by that full name, run tests of which is known where they stand? It is led to them */
int cone_runs_tests(cone *c, uint32_t u, uint32_t call, const char *full);

/* cone_extension.c */
void cone_find_extensions(cone *c);                    /* fills extension and initialised */
int cone_extension(cone *c, uint32_t u, uint32_t node, const char *module); /* leads from the import to what a module is built of, if that is C of the tree; 0: it is not */
void cone_extended(cone *c);                           /* settles c->extends */
int cone_extensions_hide(cone *c);                     /* then, by leads: imports of those that may compile hide it; 1: there are such */
DIR *cone_open_folder(const cone *c, const char *folder, size_t n); /* of n letters; NULL: it cannot be read, or the tree does not let it */

/* cone_built.c */
int cone_defines(cone *c);                             /* fills define; -1: out of memory */
uint32_t cone_first_define(const cone *c, uint32_t name); /* the first of the definitions of a name in define; those behind it are of the same while they are */
int cone_find_away(cone *c);                            /* fills away; -1: out of memory */
int cone_not_built(cone *c, uint32_t u, uint32_t node); /* of C: of another system, or a stand-in; what is let off by other than systems is noted in let_off */
int cone_surely_built(const cone *c, uint32_t file, uint32_t node); /* of C, by the node of its file: does all that stands around it hold here? */
int cone_unasked(cone *c, uint32_t u, uint32_t node);   /* of C: under a macro that nothing of the tree sets or names, but #ifs; the same */
int cone_unset(cone *c, uint32_t u, uint32_t node);     /* of C: under a macro that no code and no file of the build sets or names, but #ifs; the same */

/* cone_written.c */
int cone_find_written(cone *c, const char *folder, const char *name); /* fills written by pyproject.toml or setup.cfg of the folder (with its slash, or ""); -1: out of memory */
int cone_setup_writes(cone *c, uint32_t file);         /* the same by a setup.py */

/* cone_needs.c */
int cone_needs(cone *c);                               /* fills needs; -1: out of memory */
int cone_needed(const cone *c, const char *module);    /* is it, or a package that it is of, among them? */

/* cone_away.c: once all edges are there: adds those by names that stand in code for another system and may come to what compiles;
 * then sorts all. -1: out of memory */
int cone_join(cone *c);
void cone_unjoin(cone *c); /* frees what that and cone_leads_names() made */

/* cone_defined.c: leads to functions of C that have another name than stands at their heads */
void cone_defined(cone *c);

/* cone_missing.c: hides what calls functions of C that the tree lacks: settles c->called and c->called_of */
void cone_missing(cone *c);

/* cone_ours.c: of a function of C that the tree declares and has no body of: do all that declare it stand in headers whose other
 * functions the tree has, and does it take what only the tree defines, or is it a member of that, so that nobody else can have it? name: string */
int cone_ours(const cone *c, uint32_t name);

/* cone_sight.c: what code of C may mean, by what is declared where it stands */
int cone_lacking(cone *c);                              /* sets the bits of lacks that tell of files around; -1: out of memory */
int cone_sights(cone *c);                               /* fills sight and what hangs on it; -1: out of memory */
int cone_sees(const cone *c, const uint64_t *units, uint32_t from, uint32_t name, uint32_t w); /* may file `from`, a number, mean unit w by that name, where these units of sight.h are compiled? NULL: all */
int cone_derives(const cone *c, uint32_t cls, uint32_t base); /* names of C */
int cone_by_number(const void *a, const void *b);      /* of two uint64_t, for qsort and as_before */

/* cone_flow.c: what is reached by what can be seen */
typedef struct { uint8_t *seen; uint32_t *queue; uint32_t n; } cone_reach; /* (nvertex) both */
static inline void
cone_visit(cone_reach *r, uint32_t v)
{
	if (r->seen[v])
		return;
	r->seen[v] = 1;
	r->queue[r->n++] = v;
}
int cone_reach_init(const cone *c, cone_reach *r);                /* cone_reach_free(), also after -1: out of memory */
void cone_reach_free(cone_reach *r);
typedef struct cone_look cone_look;
cone_look *cone_look_new(const cone *c, cone_reach *r, int gate, const uint8_t *mains); /* r is borrowed; gate: methods wait for their class; mains: (units) the programs are those whose main has a 1. NULL: out of memory */
int cone_look_free(cone_look *l);                                 /* -1: memory ran out before */
void cone_flow_seen(cone_look *l, uint32_t from);                 /* from what is queued in its reach from there on */
void cone_flow_back(const cone *c, cone_reach *r);                /* the other way */

/* cone_macro.c */
enum { MACRO_NO, MACRO_CODE, MACRO_BUILD }; /* BUILD: other files than those of C name it, which may build other things by it */
int cone_macro(const cone *c, const char *label, cone_reach *r, cone_answer *a); /* is the label a macro that #ifs of C ask for? What it decides is visited, and where they ask is a place */

/* cone_meet.c: which code of Python may be of one program */
int cone_meets(cone *c);                                /* fills function and set, once all edges are sorted; -1: out of memory */
int cone_meet(const cone *c, uint32_t u, uint32_t v);   /* units; yes if v is no function of Python */
int cone_calls(const cone *c, uint32_t u, uint32_t v);  /* units: may u have v of another file by a name? By what imports join, or where u's program loads more */
void cone_any(const cone *c, cone_reach *r);            /* all functions of files that are reached: what may name any names them */
void cone_back_any(const cone *c, cone_reach *r, uint32_t v); /* all that may name any function, and so unit v */

/* A unit that has the label: as text, or its name is one of the code. */
typedef struct { uint32_t unit; int text; } cone_root;

/* cone_seed.c: visits the units that name the label, or a part of it, and notes where it stands and if it is known in a. whole: (nodes)
 * those of code that have all of it. seen: of C only by text, where the code has it whole (what is called after a part of it is not it);
 * and where the code has it as an option, with its dashes, only what is looked for in text is a part of it. -1: out of memory. */
int cone_seeds(const cone *c, const char *label, int seen, cone_answer *a, cone_reach *r, cone_root *whole, uint32_t *nwhole);

/* cone_brought.c: does what builds the tree bring to this system headers that those files, of another system, include? 1, too, where it cannot be known. */
int cone_brings_headers(const cone *c, const uint8_t *foreign);

/* cone_foreign.c */
int cone_find_foreign(cone *c);                        /* fills foreign, once away is known; -1: out of memory */
int cone_is_foreign(cone *c, uint32_t u, uint32_t node); /* does the node stand in such a file? Unit u is noted in let_off_foreign */
int cone_foreign_label(const cone *c, const cone_reach *r, uint32_t nseed); /* do all files of C that name a label, of the first nseed of r, count among them? */

/* cone_ask.c */
void cone_unit_blocks(cone_answer *a, const unit *u); /* says of a unit of the cone what it does to clean and blocked */

/* cone_core.c */
/* root: of the label. in: (nvertex), owned by the caller: 1 what belongs to it. -1: out of memory. */
int cone_core(const cone *c, const cone_root *root, uint32_t nroot, uint8_t **in);

/* cone_plugin.c */
void cone_plugins(cone *c);         /* leads from what declares entry points, and what may load them, to them */

/* cone_registered.c */
int cone_registers(const cone *c, uint32_t fn); /* is the head of a FUNC a macro of a library's, so that it may run without being named? */
int cone_registered(const cone *c, uint32_t node, const char *label); /* does a FUNC or CALL register what the label tells a program to run? Its parts may stand between slashes */

/* cone_own.c */
void cone_own_names(cone *c, uint32_t fn, uint32_t u); /* of C: marks in `own` what the function fn, unit u, has as parameters and variables */
int cone_declares(const cone *c, uint32_t u, uint32_t name); /* has unit u a parameter or a variable of that name? */
int cone_initialises(const fact_tree *t, uint32_t cls); /* has a class members that are initialised, or statements? */
int cone_makes(const cone *c, uint32_t node);          /* is a DECL at file level an object that code makes? */

/* cone_keep.c: what is put where others find it by its name */
void cone_keep_target(cone *c, uint32_t u, uint32_t target); /* what an ASSIGN sets: under keys that stand there */
void cone_keep_call(cone *c, uint32_t u, uint32_t call);

/* cone_text.c */
void cone_unread(cone *c);                             /* settles c->unread */

/* cone_patch.c: a CALL or ASSIGN of Python in unit u that puts something in the place of a member */
void cone_patch_call(cone *c, uint32_t u, uint32_t node, const aliases *a);
void cone_patch_assign(cone *c, uint32_t u, uint32_t node, const aliases *a);
void cone_patch_decor(cone *c, uint32_t decor, uint32_t u); /* a DECOR of unit u, a function: patch("module", "member") of a library */
void cone_patched(cone *c);                            /* settles c->patch */

/* cone_class.c */
void cone_base(cone *c, uint32_t base, uint32_t cls, const aliases *a); /* of the class of that name, base is an expression; a: of a file of Python */
void cone_handed(cone *c, uint32_t node, const aliases *a); /* a CALL or ASSIGN of Python: its first kid may be outside */
void cone_classes(cone *c);                            /* leads from classes to their methods */

/* cone_inherited.c: is a call, by its name alone, one of a member that the class it stands in has of a class of the library of C++? */
int cone_inherited(const cone *c, use w);

/* cone_absent.c: functions of C++ that a class declares, and nobody in the tree defines */
void cone_declared(cone *c, uint32_t u, uint32_t func, uint32_t of); /* a FUNC without a body; u: of its file; of: its class, or UINT32_MAX */
void cone_absent(cone *c);                             /* settles c->declared: a unit for each that no body is of */

/* cone_config.c */
int cone_config_begin(cone *c);                       /* -1: out of memory */
void cone_config_end(cone *c);
int cone_is_config(const cone *c, uint32_t file);   /* has that header of the tree the name of one that the build writes? */

/* cone_made.c */
char *cone_file_text(const cone *c, const char *folder, const char *name, size_t *n); /* of a file that may be read, without a NUL in it; the caller frees it. NULL */
int cone_folders(const cone *c, int (*ask)(void *arg, const char *folder), void *arg); /* asks of folders with files that are read, with their slash, until one says what is not 0; that */
int cone_made(cone *c, uint32_t file, const char *path); /* is the header that file asks for, and that is not there, made by the build, and does it declare nothing? */

/* cone_tool.c */
int cone_tool(cone *c, uint32_t u, const char *path); /* is the header that unit u asks for written by a tool that is known, of a file of the tree? What that names and runs is led to */

int cone_tool_names(cone *c, uint32_t u, const char *name); /* unit u names all words of the files of that name beside code; 0: there is none */

/* cone_told.c */
int cone_told(cone *c, uint32_t u, const char *path);  /* the same of one that a file of the build names as what a tool writes */

/* cone_template.c */
enum { DEFINED_FUNCTION = 1, DEFINED_VARIABLE = 2 /* at file level */, DEFINED_PUT = 4 /* a macro of a header that the build makes puts it in its place, wherever that stands */ };
int cone_has_function(cone *c, uint32_t name); /* has code of C a function of that name? */
typedef int (*cone_asks)(cone *c, void *arg, const char *path);
/* Does the text of a template declare nothing that runs? path: the header that comes of it; made: of each in quotes that it includes; s is changed. What it declares is noted. */
int cone_macros(cone *c, const char *s); /* do no macros of that text start or load what compiles? What they name of the tree is led to */
int cone_template(cone *c, const char *path, char *s, size_t n, cone_asks made, void *arg);

/* cone_get.c: node asks base (0: not known) for what is called like the text e (0: not known) */
void cone_get(cone *c, uint32_t u, uint32_t node, uint32_t base, uint32_t e, const aliases *a);
int cone_fits(const fact_tree *t, uint32_t made, const char *name); /* may a text that is put together be that name, by its first and last pieces? */

/* cone_start.c: other programs that are started */
void cone_find_path(cone *c);                          /* settles own_path */
void cone_find_cxx(cone *c);                           /* settles loud_header, libraries, space_as */
void cone_loud(cone *c, uint32_t u, uint32_t node);    /* a name, a member or a type of C or C++ */
void cone_louds_begin(cone *c);
void cone_louds(cone *c);                              /* settles c->loud, loud_at */
/* May a name of C++ in the namespace whose last part is `space` begin with `as` instead ("": stand alone)? */
int cone_space_as(const cone *c, const char *as, size_t nas, const char *space, size_t nspace);
int cone_says_program(const char *s);                  /* does a variable ("NAME" or "NAME=value") say which program a name means, or what is loaded or run in one? */
int cone_harmless(cone *c, uint32_t call, uint32_t cmd); /* does the CALL start one that neither compiles nor starts others? cmd: its command, or 0 */
/* cone_line.c: does a CALL of C, by that name, start nothing that compiles, or starts others? What starts a program of the tree is noted. */
int cone_line(cone *c, uint32_t u, uint32_t call, const char *name);

/* cone_page.c: does a node of C name what only shows a page, or says where a desktop has its files? */
int cone_page(cone *c, uint32_t node);
/* cone_object.c: is a node that names QProcess, whose objects start programs, harmless: does all that it declares or makes stay where calls of it are seen? */
int cone_object(cone *c, uint32_t u, uint32_t node);
void cone_objects(cone *c);                            /* settles calls by which such objects start programs, whatever they are called of */
int cone_has_sign(cone *c, int python); /* has code of C, or of Python, a text with an operator of the shell and a compiler, or a path, behind it? */
int cone_builds_program(cone *c, const char *name); /* may the build of the tree make a program of that name, which others have and which is harmless? */
int cone_tells(cone *c, const char *program); /* has the tree a text that tells that program, which is harmless, to run another? Not asked of those that run a script */
void cone_starts_own(cone *c);                         /* leads from what starts one to all of them */
/* cone_reexport.c: what starts programs, runs text or loads code, and modules that have such, in files that import it from others of the tree */
void cone_find_reexports(cone *c);
const char *cone_reexported(const cone *c, uint32_t file, uint32_t name); /* the full name of what has that name in a FILE, of itself too; NULL */
/* The i-th that a FILE has by another: its name there, UINT32_MAX: it has all of a library, and its full name. 0: there are no more. */
int cone_reexport_at(const cone *c, uint32_t file, uint32_t i, uint32_t *name, const char **is);
void cone_reexports_free(cone *c);

/* cone_held.c: a NAME or ATTR of what starts programs, runs text or loads code, that is not called */
void cone_held(cone *c, uint32_t u, uint32_t node, const aliases *a);
void cone_held_base(cone *c, uint32_t file, uint32_t base, uint32_t cls, const aliases *a); /* the base of a class, whose name leads to it; file: its number */
void cone_held_module(cone *c, uint32_t u, uint32_t call, const char *module); /* the same of a module that a CALL imports by its name */

/* cone_command.c: is each command that may be the value of cmd, an expression of Python that the CALL is given, one that starts a program
 * which neither compiles nor starts others? Who calls a function of the tree that hands another to it hides that. */
int cone_command(cone *c, uint32_t call, uint32_t cmd);
void cone_commands(cone *c);                           /* settles c->started */

/* cone_quoted.c: does a CALL of Python, by that full name, run no text, or one that stands in the tree and of which no word hides? It leads to all that is named there */
int cone_quoted(cone *c, uint32_t u, uint32_t node, const char *full, const aliases *a);

/* cone_hide.c: calls of Python and C that cannot be seen through */
int cone_word_loads(const char *word); /* Python: may it load code, run it or find it by a name, whatever has a member that is called so? */
void cone_python_member(cone *c, uint32_t u, uint32_t node, const aliases *a); /* a NAME or ATTR */
void cone_python_call(cone *c, uint32_t u, uint32_t node, const aliases *a);
void cone_environ(cone *c, uint32_t u, uint32_t node); /* an ASSIGN */
void cone_c_call(cone *c, uint32_t u, uint32_t node);
int cone_sounds(const char *s); /* is a function of C called compileX, X_compile, build, buildX or jitX: but for patterns of text, paths in XML, filters of packets and their kin? */
int cone_by_using(const cone *c, uint32_t u, uint32_t call, const char *name); /* is it a name that the library of C++ has and hardly another, or a CALL as of an algorithm, where the unit's file has all names of that, or this one? */
int cone_full(const cone *c, uint32_t node, const aliases *a, char *out, size_t n);
int cone_own_def(const cone *c, uint32_t name); /* does a NAME of Python mean a function or class that its file has defined before, at its own level, whatever else is called so? */

/* cone_ctypes.c: libraries that Python loads */
int cone_ctypes_loads(const char *full);               /* is a call of that full name one that loads one by ctypes? */
void cone_ctypes(cone *c);                             /* settles c->dynamic; adds to c->extends */

/* cone_load.c */
int cone_made_here(cone *c, const char *base, int python); /* may the tree make a library of that name, which the system has? python: it is one of its modules that names it */
int cone_in_place(const fact_tree *t, uint32_t node); /* does a node stand in a macro that is put in place wherever it is used, so that it is seen there, and nowhere as it stands here? */
struct line_set;
int cone_texts(cone *c, uint32_t e, struct line_set *a); /* all texts that an expression of C may come to; 0: they are not all known */

/* cone_capi.c */
int cone_calls_object(cone *c, uint32_t u, uint32_t node); /* is it a call of an object of Python, by C, of which all is known that it may be? */
int cone_loads(cone *c, uint32_t u, uint32_t node, const char *name); /* a CALL of C of that name, if it is one of those; else 0 */

#endif
