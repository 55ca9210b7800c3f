/* served.h - what served a sample, as assay-run(5) has it. */
#ifndef AS_SERVED_H
#define AS_SERVED_H

#include <string.h>

/* Is that code which was compiled: "compiled", or "replay" of a captured graph? No other word is,
 * whether part of a sample ran compiled ("mixed") or nothing is known ("unknown"). */
static inline int
as_served_compiled(const char *served)
{
	return strcmp(served, "compiled") == 0 || strcmp(served, "replay") == 0;
}

#endif
