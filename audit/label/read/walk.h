/* walk.h - the files of source that operands name: files and whole trees. */
#ifndef LABEL_WALK_H
#define LABEL_WALK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "err.h"

typedef enum {
	WALK_PYTHON, /* .py .pyw, and scripts whose first line names python */
	WALK_C,      /* C, C++ and CUDA, headers too; grammars of yacc and lex */
	WALK_ASM,    /* assembly: .asm .nasm .s .S .sx */
	WALK_YAML,
	WALK_JSON,
	WALK_TOML,
	WALK_CMAKE,
	WALK_FLAGS,  /* Makefiles, scripts of the shell, Meson, Bazel, compile_commands.json: flags of compilers in them */
	WALK_TEXT,   /* .md .rst .txt .log: may mention a label, says nothing of what runs */
	WALK_OTHER   /* skipped: no source of these kinds, or a folder */
} walk_kind;

typedef struct {
	char *path;       /* operand, or operand/below */
	walk_kind kind;
	uint64_t size;    /* bytes */
	const char *skip; /* why it is not read; NULL: it is to be read */
	int opaque;       /* skipped, and code of the tree may lie in it */
} walk_file;

typedef struct {
	walk_file *file; size_t n, cap; /* in the order of the operands, in a folder by name; what is read as it is included comes last */
	struct walk_seen { dev_t dev; ino_t ino; } *seen; /* (nseen slots) folders and files met; ino 0: free */
	size_t nseen, seen_used;
	char **root; size_t nroot; /* real paths of the operands: a folder, or the folder of a file */
	char **spare; size_t nspare, spare_cap; /* files of the folders that are of no kind by their names */
} walk;

/* Most bytes of one file: a larger one is skipped, and opaque. */
enum { WALK_MAX_PYTHON = 4 << 20, WALK_MAX_C = 32 << 20, WALK_MAX_DATA = 4 << 20 };

/* Collects the files of n operands into *w (walk_free, also after a failure).
 * Left out without a word: what is no source; but a file of any name is C that a file of C includes
 * where declarations stand, and that can be read by itself. Skipped with a word: folders of
 * version control and of caches (__pycache__ without a word), what a build made (a folder with
 * CMakeCache.txt, CACHEDIR.TAG or pyvenv.cfg), binary and over-size files, what
 * cannot be read, links to folders outside of the operand; a file or folder that
 * is met again, as by a cyclic link, is read once. An operand that does not
 * exist, cannot be read or is a file of no kind that is read is an error; so are
 * operands in which there is nothing to read. */
int walk_paths(walk *w, char *const *operand, size_t n, as_err *e);
void walk_free(walk *w);

#endif
