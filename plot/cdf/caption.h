/* caption.h - what stands below the picture, and what describes it to those who cannot see it. */
#ifndef CAPTION_H
#define CAPTION_H

#include "plot.h"

/* What the picture leaves out or decides by itself; "": nothing. malloc'd, NULL without memory. */
char *caption_of(const plot *p);

/* Describes the settled picture in plain text to fp: its groups, and the caption. */
void caption_describe(const plot *p, FILE *fp);
/* What is drawn, by a title that no one gave. */
void caption_subject(const plot *p, FILE *fp);

#endif
