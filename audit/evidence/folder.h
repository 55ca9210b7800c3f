/* folder.h - the files of a run's folder: each read as what it should be, or an error. Of
 * folder.c, manifest.c, runfile.c, metric_rows.c and incomplete.c. */
#ifndef EV_FOLDER_H
#define EV_FOLDER_H

#include <dirent.h>

#include "runset.h"

typedef enum { EV_FILE, EV_FOLDER } ev_entry;

/* Whether a file or folder lies at a path below the run's folder: 1, 0 nothing does, -1
 * it is something else (a pipe, a link that leads nowhere). Links to it are followed. */
int ev_is_there(ev_run *r, const char *below, ev_entry what, as_err *e);

enum { EV_MAX_PRODUCTS = 16384 }; /* in one aten_mm_info; rules hold each against each */

/* Reads a JSON object, if the file is there: 1, 0, or -1 where it is no file or no object,
 * or an aten_mm_info in it has more products. */
int ev_read_object(ev_run *r, const char *below, cJSON **doc, as_err *e);

/* The names in a folder below the run's ("": itself) that do not start with a dot, in
 * the order of their bytes. -1: it cannot be read. ev_names_free frees them. */
int ev_names(ev_run *r, const char *below, struct dirent ***v, as_err *e);
void ev_names_free(struct dirent **v, int n);

/* Reads manifest.json, if there is one: what a run says of itself. A field that the tools
 * read must be of its kind or null; counts are whole numbers from 0. */
int ev_manifest_read(ev_run *r, as_err *e);

/* Reads every JSON file in a folder (below the run's) of MODE/runs, and those of the
 * folders in it, a cell each. What has no latencies_ms is no run file. */
int ev_runfiles_read(ev_run *r, const char *mode, const char *below, as_err *e);

/* Sets r->incomplete: what a run lacks that was aborted (labelaudit(1), --runs), in one sentence.
 * Else what is not there contradicts the manifest (rules_files.c). */
void ev_find_incomplete(ev_run *r);

/* Reads MODE/metrics.csv (csv: its path below the run's folder), and gives its rows to the cells
 * that they belong to, which get the place of their first row (metric_rows.c). */
int ev_rows_read(ev_run *r, ev_mode *m, const char *csv, as_err *e);

/* The end of a path from the mode's folder on, "prefill/runs/..."; NULL. */
const char *ev_below_mode(const char *path, const char *mode);

#endif
