/* asm_words.c - see asm_words.h. */
#include "asm_words.h"

#include <string.h>
#include <strings.h>

unsigned
asm_word(const char *s, size_t n)
{
	static const struct { const char *word; unsigned does; } list[] = {
		{"b", ASM_GOES | ASM_CALLS}, {"bl", ASM_GOES | ASM_CALLS}, {"bal", ASM_GOES | ASM_CALLS}, {"brasl", ASM_GOES | ASM_CALLS},
		{"j", ASM_GOES | ASM_CALLS}, {"jmpq", ASM_GOES | ASM_CALLS}, {"jal", ASM_GOES | ASM_CALLS},
		{"tail", ASM_GOES | ASM_CALLS}, {"tail_call", ASM_GOES | ASM_CALLS},
		{"blx", ASM_GOES | ASM_CALLS | ASM_REGISTER}, {"bctrl", ASM_GOES | ASM_CALLS | ASM_REGISTER},
		{"blr", ASM_GOES | ASM_REGISTER}, {"br", ASM_GOES | ASM_REGISTER}, {"bx", ASM_GOES | ASM_REGISTER}, {"jr", ASM_GOES | ASM_REGISTER},
		{"jalr", ASM_GOES}, {"ret", ASM_GOES | ASM_RETURNS}, {"retq", ASM_GOES | ASM_RETURNS},
	};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strlen(list[i].word) == n && memcmp(list[i].word, s, n) == 0) /* in capitals it is as likely a macro */
			return list[i].does;
	if ((n >= 4 && strncasecmp(s, "call", 4) == 0) || (n == 3 && strncasecmp(s, "jmp", 3) == 0))
		return ASM_GOES | ASM_CALLS;
	if ((n >= 5 && strncmp(s, "lcall", 5) == 0) || (n >= 4 && strncmp(s, "ljmp", 4) == 0))
		return ASM_GOES;
	return n > 0 && n < 5 && *s == 'j' ? ASM_GOES : 0; /* where a flag is set, or not */
}
