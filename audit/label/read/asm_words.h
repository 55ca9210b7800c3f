/* asm_words.h - what instructions of assemblers do, by their mnemonics: x86, ARM, MIPS, RISC-V, PowerPC, s390. */
#ifndef LABEL_ASM_WORDS_H
#define LABEL_ASM_WORDS_H

#include <stddef.h>

enum {
	ASM_GOES = 1,     /* goes elsewhere, always or where something holds */
	ASM_CALLS = 2,    /* goes to the name that it is given, and no condition is in the word: a call, or a jump that may be one */
	ASM_REGISTER = 4, /* goes to what a register holds */
	ASM_RETURNS = 8   /* goes to what is on the stack */
};

/* All that the word of n bytes does; 0 where it goes nowhere. */
unsigned asm_word(const char *s, size_t n);

#endif
