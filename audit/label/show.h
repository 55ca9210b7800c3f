/* show.h - the lines of a finding by which a reader can check it by hand. */
#ifndef LABEL_SHOW_H
#define LABEL_SHOW_H

#include "cone/cone.h"
#include "paths/explore.h"
#include "report.h"
#include "verdict.h"

typedef struct { const fact_tree *t; const program *p; const symbols *s; } view;

const char *show_file(const view *v, uint32_t node);   /* the path of its file */

/* All: 0, or -1 if out of memory. */
int show_step(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *text, const char *value);
int show_node(const view *v, src_steps *s, step_kind kind, uint32_t node, const char *value); /* the text is that of the node */
int show_hanging(const view *v, src_finding *f, const judgement *j); /* what the verdict hangs on, in the reason */
int show_path(const view *v, src_finding *f, const exploration *x, const judgement *j, const path *p); /* where the label enters, its guards, the compile call, its use: each place once */
int show_handlers(const view *v, src_finding *f, const path *p); /* what happens where it fails: the handler, or the test of a status */
int show_opaque(const view *v, src_finding *f, const exploration *x);
int show_mentions(const view *v, src_finding *f);      /* comments and docstrings that name the label */
int show_aliases(const view *v, src_finding *f);       /* names under which the tree knows what compiles */
int show_unread(const view *v, src_finding *f);        /* files that could not be read may hold anything: they are named, and nothing is said to be missing */

/* Of the cone: where the label is named; what keeps it from saying that nothing compiles; what names lead to
 * beside the label's own code, which starts programs or lacks modules and says nothing of the label. */
int show_places(const view *v, src_finding *f, const cone_answer *a);
int show_parts(const view *v, src_finding *f, const cone_answer *a);
int show_aside(const view *v, src_finding *f, const cone_answer *a);

#endif
