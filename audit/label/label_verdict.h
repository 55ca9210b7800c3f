/* label_verdict.h - the lines of findings, and the list of sites; see label_report.h. */
#ifndef LABEL_VERDICT_H
#define LABEL_VERDICT_H

#include "label_judge.h"
#include "label_report.h"

typedef struct { program *p; const label *l; finding *f; } telling;

void tell(const telling *t, trail_kind k, place at, const char *text, const char *note);
void tell_label(const telling *t);             /* where it enters */
void tell_way(const telling *t, const way *w); /* when, way, compiles, but, used; or closed */
void tell_assumed(const telling *t, deps d, bool no); /* no: nothing else compiles */

/* Fills r->site: sites with their conditions and the labels that select them. */
void list_sites(program *p, const site *s, uint32_t n, src_report *r);

#endif
