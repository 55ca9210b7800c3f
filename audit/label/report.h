/* report.h - what labelaudit --src finds, and how it is written. */
#ifndef LABEL_REPORT_H
#define LABEL_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "err.h"
#include "read/walk.h"

typedef enum { SRC_WIRED, SRC_FALLBACK, SRC_CONDITIONAL, SRC_UNREACHABLE, SRC_LABEL_ONLY, SRC_UNKNOWN } src_verdict;

typedef enum {
	STEP_ENTRY,   /* the label enters here: an option, a parameter, a key */
	STEP_CALL,    /* a call that leads on */
	STEP_GUARD,   /* a condition; value: what it is under the label */
	STEP_OPEN,    /* a condition that the source does not decide; value: what it must be for the verdict's path */
	STEP_TAKEN,   /* the same where the verdict does not hang on it; value: what it is on the path that is shown */
	STEP_HANDLER, /* what happens where the compile call fails */
	STEP_COMPILE, /* the compile call; text: its symbol */
	STEP_USE,     /* its result is called */
	STEP_TIMED,   /* a clock is read */
	STEP_OPAQUE,  /* an edge that could not be followed; text: why */
	STEP_ALIAS,   /* another name of what is called */
	STEP_MENTION, /* the label in a comment, docstring, report or log: no call */
	STEP_HARMLESS /* a place that was taken to be harmless; text: "", or that it hides nothing */
} step_kind;

typedef struct {
	step_kind kind;
	char *file;      /* as the walk has it */
	uint32_t line;   /* from 1; 0: the whole file */
	char *text;      /* one line */
	char *value;     /* "" where it has none */
} src_step;

typedef struct { src_step *step; size_t n, cap; } src_steps;

typedef struct {
	const char *label;    /* the caller's */
	src_verdict verdict;
	char *reason;         /* one sentence */
	src_steps chain;      /* from where the label enters to the call that is timed */
	size_t left_open;     /* open conditions that it does not list: none decides */
	src_steps opaque, alias, mention;
	size_t opaque_left_out; /* of what was not followed: so many more, that opaque does not have */
} src_finding;

typedef struct { size_t a, b; } src_twin; /* label a takes exactly the path of label b */

typedef struct {
	src_finding *finding; size_t n;
	src_twin *twin; size_t ntwin;
	src_steps harmless; /* places that were taken to be harmless, as the one who asked said */
} src_report;

/* n findings, each unknown so far. -1 if out of memory. */
int src_report_init(src_report *r, const char *const *label, size_t n);
void src_report_free(src_report *r);

/* Adds a step; text and value may be NULL (""), the text's newlines become
 * blanks. -1 if out of memory. */
int src_add(src_steps *s, step_kind kind, const char *file, uint32_t line, const char *text, const char *value);
void src_steps_free(src_steps *s); /* s is empty after it */
int src_reason(src_finding *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int src_add_twin(src_report *r, size_t a, size_t b);

const char *src_verdict_name(src_verdict v);
const char *src_verdict_says(src_verdict v); /* its definition, one line */
const char *src_step_name(step_kind k);
const char *src_step_says(step_kind k); /* what stands between its text and its value */

/* 0 all wired; 1 any fallback, unreachable or label-only; else 3. */
int src_status(const src_report *r);

/* w: what was read. version: the program's. */
void src_write_text(const src_report *r, const walk *w, FILE *fp);
void src_write_json(const src_report *r, const walk *w, const char *version, FILE *fp);
void src_write_sarif(const src_report *r, const walk *w, const char *version, FILE *fp);

#endif
