/* sections.h - of a page: each section asks a tool of the suite and shows its answer. */
#ifndef REPORT_SECTIONS_H
#define REPORT_SECTIONS_H

#include "command.h"
#include "keep.h"
#include "page.h"
#include "page_samples.h"

enum { MOST_FOLDERS = 6, MOST_WORKS = 10 }; /* of runs, that get pictures */

/* Samples that share a picture of each kind. */
typedef struct {
	char *const *path; size_t n;
	char *where[3];             /* of a file of runs, one group of samples_work: options for it */
	char *name;                 /* the values of the group, joined by commas; NULL: not of runs */
	int served;                 /* each sample says what served it */
	const char *title;          /* if not: verdicts on the cells that are not compiled; NULL: none */
} report_work;

typedef struct {
	as_opts common;
	as_keep keep;               /* of the texts below */
	page page;
	int runs, unequal_ok;       /* runs: the operands are folders of runs */
	const char *base, *test, *claim, *strata, *label; /* NULL: not given */
	const char *claims;         /* a file of claims; NULL: none */
	const char *report, *tables; /* folders: of published tables, and of those made anew; NULL */
	char **pass; size_t npass, cappass; /* options of reading, for each tool that reads rows */
	char **operand; size_t n;
	char **data; size_t ndata, capdata; /* the files of samples: operands, or those of the runs */
	FILE *input;                /* what standard input holds; NULL: it is no operand */
	report_work work[MOST_WORKS]; size_t nwork, works; /* works: of the folders, before the limit */
	size_t rows, groups;        /* of data; 0: there is none */
	const char *unit;           /* of the values; NULL: none is known */
	char *by;                   /* the groups, as -g takes them */
	answer cells;               /* of labelaudit --runs; root NULL: none */
	int failed, open;           /* a tool ended with 1, with 3 */
} report_job;

/* How an answer is shown; what is left out is as page_table has it. */
typedef struct {
	const char *title;          /* of the section that it begins; NULL: none */
	int timed;                  /* its values have the unit of the samples */
	int verdict, holds;         /* the first note is of the verdict; status 0 then says "holds" */
	const char *const *keep, *const *drop;
	size_t most, folded;        /* rows that are kept; from how many on they are folded */
	const char *which;          /* are kept: "the first" */
	const char *none;           /* what is said where there are no rows; NULL: nothing */
} report_view;

/* A tool that reads samples, by group; as_read: with the options that say how. */
command report_reader(const report_job *j, const char *tool, const char *by, int as_read);
/* Runs the command, which it frees, and reads its answer; the page lists it. -1 with e. */
int report_ask(report_job *j, command *c, size_t most, answer *a, as_err *e);
/* Shows the answer. */
int report_show(report_job *j, const answer *a, const report_view *view, const char *caption,
    as_err *e);
/* Both. */
int report_section(report_job *j, command *c, const report_view *view, const char *caption,
    as_err *e);
/* Runs cdfplot, which c begins, for the work, and shows the picture; kind is the first word of its
 * file's name, and note ends its caption. */
int report_draw(report_job *j, command *c, const report_work *w, const char *kind,
    const char *caption, const char *note, as_err *e);

int section_claims(report_job *j, as_err *e);
int section_compare(report_job *j, as_err *e);
int section_cells(report_job *j, as_err *e); /* fills cells */
int section_groups(report_job *j, as_err *e);
int section_plots(report_job *j, as_err *e);
int section_time(report_job *j, as_err *e);
int section_tables(report_job *j, as_err *e);
int section_environment(report_job *j, as_err *e);

/* The files of samples of the runs, into data. */
int runs_data(report_job *j, as_err *e);
/* The largest works of a file, at most so many; after section_cells. */
int runs_works(report_job *j, char **csv, size_t most, as_err *e);

#endif
