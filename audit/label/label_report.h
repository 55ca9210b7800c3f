/* label_report.h - what labelaudit --src finds, and how it is written. */
#ifndef LABEL_REPORT_H
#define LABEL_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "err.h"
#include "intern.h"

typedef enum {
	V_WIRED, V_CONDITIONAL, V_FALLBACK, V_UNREACHABLE, V_LABEL_ONLY, V_OUTSIDE, V_NOT_FOUND,
	V_UNKNOWN
} label_verdict;

/* One line of a trail, in the order in which they are printed. */
typedef enum {
	T_LABEL,    /* where the label enters, and what holds it */
	T_WHEN,     /* a test that the label decides */
	T_WAY,      /* a call on the way from the entry to the compile call */
	T_COMPILES, /* the compile call */
	T_BUT,      /* an open condition, or a handler that goes on without */
	T_CLOSED,   /* the test that closes the way */
	T_USED,     /* where the result is used, or that it is not */
	T_TO,       /* a foreign call that the label is handed to */
	T_LOST,     /* where the trail was lost */
	T_SAME      /* reached with and without the label */
} trail_kind;

typedef struct {
	trail_kind kind;
	const char *file; /* NULL: no place */
	uint32_t line;  /* from 1; 0: the whole file */
	const char *text; /* source as one would write it, one line */
	const char *note; /* what it is under the label, or why it is here; "" */
} trail;

typedef struct finding {
	const char *label;              /* "(default)" for --default */
	label_verdict verdict;
	const char *reason;             /* one sentence */
	bool same;                      /* the same without the label */
	trail *trail; uint32_t ntrail;
	const char **assumed; uint32_t nassumed;
	const char *twin;               /* a label before it with the same ways, or NULL */
	uint64_t ways;                  /* fingerprint of the ways; 0: none */
} finding;

/* A compile call, for the listing without a label. */
typedef struct {
	const char *file; uint32_t line;
	const char *family, *name, *function; /* function: "" at file level */
	const char **cond; uint32_t ncond;    /* conditions that it stands under */
	const char **label; uint32_t nlabel;  /* labels that open it */
	bool suspect;                   /* a foreign name that looks like one */
} listed;

typedef struct { const char *file, *why; } unread_file;

typedef struct {
	finding *f; uint32_t nf;
	listed *site; uint32_t nsite;   /* of the listing; else only counted */
	uint32_t nsites;
	const char **file; uint32_t nfile; /* read */
	unread_file *unread; uint32_t nunread;
	struct program *program;        /* that all of it lives in; NULL */
} src_report;

typedef struct {
	char *const *path; size_t npath;
	const as_intern *labels;        /* NULL or none, and no is_default: the listing */
	bool is_default;
	char *const *set; size_t nset;  /* OPTION=VALUE */
	char *const *symbol; size_t nsymbol;
} src_question;

/* Reads and judges. -1: a path that is not there, a --set without '=', out of memory ... *r is to
 * be freed in any case. */
int src_audit(const src_question *q, src_report *r, as_err *e);
void src_report_free(src_report *r);

const char *verdict_name(label_verdict v);
const char *verdict_says(label_verdict v);   /* its definition, one line */
const char *trail_name(trail_kind k);

/* 0: all wired, or a listing with sites; 1: any label-only, unreachable, fallback; else 3. */
int src_status(const src_report *r);

void src_write_text(const src_report *r, bool colour, FILE *fp);
int src_write_json(const src_report *r, const char *version, FILE *fp);
int src_write_sarif(const src_report *r, const char *version, FILE *fp); /* -1: out of memory */

#endif
