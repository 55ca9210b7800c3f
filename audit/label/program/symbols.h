/* symbols.h - what the analysis knows by name: calls that compile, calls that use
 * what was compiled, clocks, processes, and libraries that are no secret.
 *
 * Names are as the program means them, through every alias: "torch.compile",
 * "cudaGraphInstantiate", ".replay" for a method of a compiled thing. */
#ifndef LABEL_SYMBOLS_H
#define LABEL_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"

typedef enum {
	SYM_COMPILE, /* makes something compiled: capture, build and load too */
	SYM_BEGIN,   /* begins a capture: what follows is recorded */
	SYM_CONTEXT, /* context manager that records what runs in it into its operand */
	SYM_PASS,    /* hands compiledness from an operand to its result */
	SYM_USE      /* runs its operand if that is compiled */
} sym_kind;

enum {
	SYM_PROXY = 1,  /* methods of the result are the original's: only calling it is compiled */
	SYM_DECOR = 2,  /* without an operand it gives what compiles later */
	SYM_ERROR = 4,  /* reports failure by its value, which is 0 for success */
	SYM_AT_ONCE = 8    /* runs at once what it compiles, and gives what comes of that */
};

enum { SYM_RESULT = -1 };

typedef struct {
	const char *name;
	uint8_t kind, flags;
	int8_t out;      /* the operand that becomes compiled or is used; SYM_RESULT */
	const char *what; /* for the man page: in words */
} symbol;

typedef struct { symbol *own; size_t nown; } symbols;

/* "NAME" or "NAME:K": a compile call whose result, or operand K from 0, is compiled. */
int symbols_add(symbols *s, const char *arg, as_err *e);
void symbols_free(symbols *s);

/* NULL if it is none. Ends of names ("_v2", "_ptsz") of CUDA are seen through. */
const symbol *symbol_find(const symbols *s, const char *name);
const symbol *symbol_at(size_t i); /* of the table that ships; NULL past its end */

int is_clock(const char *name);
int is_timer(const char *name);    /* calls its operand between two readings */
int is_process(const char *name);  /* runs another program */
int is_exec(const char *name);     /* runs text */
const char *starting_part(const char *name); /* name from where it is one of Python that is_starting(): gevent.subprocess.call, self.os.system; or name itself */
int is_build_call(const char *name); /* of one that is_process(): what a script of set-up does to build the project */
int is_starting(const char *name); /* of Python, with its module: either, or it loads code */
int is_starting_in(const char *module, const char *name); /* the same of a member of a module */
int has_starting(const char *module); /* has a module of Python a member that is_starting()? */
int program_may_run(const char *cmd); /* is it one of which program_runs_word is asked? */
const char *program_that_may_run(size_t i); /* those; NULL past the last */
int program_runs_script(const char *cmd); /* and runs its first operand: awk, sed */
int program_ends_options(const char *cmd); /* and takes no option behind that: awk */
int is_git(const char *cmd); /* is that the program of a command line, or another that keeps versions, and may run hooks of theirs? */
int git_tells(const char *cmd, const char *sub); /* does it only say what is there? sub: the word behind it where the line is that word alone, or NULL */
int is_harmless_program(const char *cmd); /* a command line that neither compiles nor is measured, and starts nothing else */
#define SHELL_SIGNS "|;&$`(\n" /* by which a shell starts more than the program of a command line */
int is_tool(const char *cmd); /* is it one of a field, no part of every system, so that a tree may have built one of its name? */
int is_telling_program(const char *cmd); /* one of those that only say something: no file and nothing of the machine is changed */
/* The same of a line that a shell takes apart: all programs of it are harmless. The first of SHELL_HOLES stands for any text: never for a program, nor for
 * a part of its name; the second for the path of the program that runs the line. own: is that program the tree's own? -1: something of the tree is
 * called so that is not known. NULL: none is. */
#define SHELL_HOLES "\1\2"
int is_harmless_command(const char *line, int (*own)(void *arg, const char *name), void *arg);
int is_shell(const char *name); /* a program that may get a line to run, sh -c */
int is_compiler_program(const char *name); /* a compiler, an interpreter, a shell, or what runs what it is told to; with its version or without */
int has_compiler_behind(const char *text); /* does one of those stand behind an operator of the shell? */
const char *program_name(const char *cmd, size_t *n); /* of *n bytes, without its folders: the program of a command line */
int program_runs_word(const char *cmd, const char *word); /* does a word of its command line make that program run another: awk's system(), tar's --checkpoint-action? */
int is_neutral(const char *name);  /* prints, logs, waits: neither works nor compiles */
int is_exit(const char *name);
/* Is a file, told without a folder, a library of a system that neither compiles nor runs text: "libasound.so.2", "PSAPI.DLL"? *base: what the table calls it. */
int is_system_library(const char *file, const char **base);
int is_known(const char *name, int c); /* of a library that is no secret: compiles only by the table */
int is_known_whole(const char *name); /* that of C, by more than how the name begins: true also of one that the tree declares */
int is_option_asked(const char *name); /* method by which parsers of C++ are asked whether an option was given */
int is_libc(const char *name);     /* of the C library, POSIX, Linux, the BSDs or Darwin, beside what is_known has by pattern */
int is_blas(const char *name);     /* a routine of BLAS, or of LAPACK, SuperLU or ARPACK that gets no function, in Fortran: dgemm, dgemm_ (the reference of Netlib) */
int is_quiet_module(const char *name); /* of a library of Python that hides no compile call but those of the table */
int is_compiling_name(const char *name); /* a name of a library of Python that says that it compiles, whether or not the table has it */
int is_standard(const char *module); /* of Python's standard library */
/* Is a module of a library that neither compiles nor loads code nor starts programs, but by members that is_loud_member() tells by their last names?
 * Unlike those of is_quiet_module(), not one of which it is known what it calls. */
int is_harmless_module(const char *module);
int is_loud_member(const char *last);
/* Why a place where memory is made to be run hides what compiles. */
#define MAKES_CODE "memory is made to be run, for code that may be made there"
int runs_memory(const char *name); /* a flag of memory that may be run: PROT_EXEC, PAGE_EXECUTE_READ */
/* Why other places hide it. */
#define CONE_PROGRAM "another program runs"
#define CONE_LOADS "code is loaded or run that is not in the tree"
#define CONE_TEXT "text is run as code"
/* Names of libraries of C and C++ that hide what compiles, meant where the tree includes that header ("": wherever they stand). */
typedef struct { const char *header; int dotted; const char *why, *names; } loud_names;
const loud_names *loud_at(size_t i); /* NULL past the last */
/* Is a name, said of that object (of nobject bytes; 0: of none that is a name; NULL: of any), one of them? */
int loud_has(const loud_names *l, const char *object, size_t nobject, const char *name, size_t n);
const char *loud_name(const char *name); /* what a function that is called so, by a full name, hides; NULL. Only of those that need no header */
int is_status(const char *name);   /* a call of CUDA and its kin that returns 0 for success */
int is_launch(const char *name);   /* launches a kernel */
int is_keras(const char *name);    /* library whose compile() compiles nothing */

#endif
