/* page.h - the page: sections of text, tables and pictures, in HTML or Markdown.
 *
 * Text comes from inputs: it is escaped here and nowhere else, and what is not to be shown
 * (shown.h) is '?'. Where memory ends, page_write says so. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include <stdio.h>

#include "answer.h"
#include "err.h"

enum { PAGE_VERDICT, PAGE_NAV, PAGE_BODY, PAGE_LOG, PAGE_PARTS };

typedef struct {
	int md;
	char *title;
	FILE *to[PAGE_PARTS];   /* what is written of each part, in memory */
	char *text[PAGE_PARTS];
	size_t size[PAGE_PARTS];
	size_t sections, tables, figures;
} page;

int page_init(page *p, int md, const char *title, as_err *e);
void page_free(page *p);

/* A sentence of the verdict, with the status of the tool that gave it: 0, 1 or 3; -1: none. */
void page_verdict(page *p, int status, const char *text, const char *by);
/* Begins a section. */
void page_begin(page *p, const char *title);
void page_text(page *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Lines of a program, as they are. */
void page_lines(page *p, const char *text);
/* The rows of an answer: every key column, and those of keep in its order (NULL: all) but those of
 * drop. A column without a cell is left out; what is the same in every row is said once. folded:
 * behind the caption, which a click opens. -1: no memory. */
int page_table(page *p, const answer *a, const char *const *keep, const char *const *drop,
    const char *caption, int folded);
/* The definitions of an answer, folded. */
void page_definitions(page *p, const answer *a);
/* A picture: SVG as it is, with a caption. */
void page_figure(page *p, const char *svg, const char *caption);

/* Text in HTML or Markdown. */
void page_put(const page *p, FILE *fp, const char *s);
void page_put_html(FILE *fp, const char *s);

/* Writes the whole; -1: no memory. */
int page_write(page *p, FILE *fp, as_err *e);

/* The text of page.css, made part of the program by build.mk. */
extern const char page_css[];

#endif
