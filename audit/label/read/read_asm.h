/* read_asm.h - files of assembly, as far as it is asked of them: which names they define, and
 * which names stand there.
 *
 * No instruction is understood. A FILE with flag ASSEMBLY holds a FUNC for each label
 * that is no local one and for each name that a macro of the common ones defines (cglobal,
 * function, ENTRY, PROC ...); its BLOCK has a CALL for each call or jump to a name and a NAME
 * for every other word of more than one letter, each once. STATIC where nothing in the file
 * exports it; MACRO where it is a word that stands for other text (#define, %define, .set). A
 * name that a macro gives its parts has "##" for each (pattern.h), and "####" where
 * two words are joined, each of which may be the name of a macro; what a macro defines is there
 * once, where the macro is. What stands outside of them, macros too, is a NAME or CALL of the
 * file. */
#ifndef LABEL_READ_ASM_H
#define LABEL_READ_ASM_H

#include <stddef.h>

#include "asm_prefix.h"
#include "../facts/facts.h"

/* semicolon: begins a comment (NASM, MASM); else it ends a statement (as). -1 only if out of memory. */
int read_asm(const char *path, const char *text, size_t n, int semicolon, const asm_prefixes *prefix, fact_tree *t);

#endif
