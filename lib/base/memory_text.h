/* memory_text.h - the end of a text that was written by open_memstream. */
#ifndef AS_MEMORY_TEXT_H
#define AS_MEMORY_TEXT_H

#include <stdio.h>
#include <stdlib.h>

/* Closes fp, whose text *text becomes: that, which the caller frees, or NULL without memory. */
static inline char *
as_memory_text(FILE *fp, char **text)
{
	if (fclose(fp) == 0)
		return *text;
	free(*text);
	return *text = NULL;
}

#endif
