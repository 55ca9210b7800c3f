/* runset.h - a run's artifacts as cells: one a mode, model, scenario, backend
 * and dtype. runs.h reads them from the published schemas (run files and
 * metrics.csv, or metrics.csv alone) and assay-run(5). */
#ifndef EV_RUNSET_H
#define EV_RUNSET_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "json.h"
#include "keep.h"

enum { EV_MAX_TOKENS = 1000000000 }; /* of a sample; more is an input error */

typedef struct {
	double ms, event_ms, ttft_ms, tokens, rate; /* rate: tokens a second; NaN: not recorded */
	double batch;       /* of a row: sequences whose tokens it counts; NaN: not recorded, one */
	long prompt;        /* its index, where the sample says it; else -1 */
	int ok;             /* 0: a row whose status is not ok */
	int has_text;       /* a row that is not ok says why */
	const char *served; /* what the row says served it; NULL: nothing */
} ev_sample;

typedef struct {
	const char *mode, *model, *scenario, *backend, *dtype; /* "" where not recorded */
	const char *file;      /* run file, below the run's folder; NULL: rows only */
	const char *folder;    /* of the run file: mode as its folder has it */
	const char *csv;       /* metrics.csv below the run's folder; NULL: none */
	const char *row_file;  /* run file that the rows name, as they name it; NULL: none */
	cJSON *doc;            /* the run file; NULL: rows only */
	const cJSON *compile;  /* its "compile" object, or NULL */
	ev_sample *sample; size_t nsample; /* of the run file, timed ones */
	ev_sample *row; size_t nrow, rowcap; /* of metrics.csv */
	size_t order;          /* place of its first row */
	const ev_sample *v; size_t n;      /* what is judged: the run file's samples, else the rows */
	size_t nok;            /* of v */
	double started, ended; /* seconds since 1970, by the run file and its name; NaN */
	double sum_s;          /* of the latencies of v that are ok, in seconds */
	double longest;        /* most tokens of a sample of v that is ok */
	int claims;            /* says that it was compiled: by its label or its compile block */
	int repeated;          /* another run file has the same keys */
	const struct ev_mode *in; /* the mode; NULL: the run has no folder of that name */
	size_t at;             /* place in which it was read */
	size_t eager;          /* place of its uncompiled counterpart; itself if there is none */
	double apart;          /* seconds to the nearest other cell in time; NaN */
	struct ev_of_cell *of; /* its facts, once they were gathered (facts.h) */
} ev_cell;

typedef struct ev_mode {
	const char *name;      /* mode */
	const char *file;      /* dynamo_counters.json below the run's folder; NULL: none */
	cJSON *doc;
	int has_csv, names_files; /* metrics.csv is there; has a column that names run files */
	struct ev_of_mode *of; /* its facts, once they were gathered (facts.h) */
} ev_mode;

typedef struct {
	const char *dir;       /* as given */
	const char *id;        /* run_id of the manifest, else the folder's name */
	cJSON *manifest;       /* NULL: none */
	int own, torch;        /* schema assay-run/1; assay-torch/1 */
	long batch;            /* sequences whose tokens a sample counts; 1: not recorded */
	int other_batch;       /* summary.json has a cell of another */
	const char *incomplete; /* what an aborted run lacks, one sentence; NULL (incomplete.c) */
	ev_mode *mode; size_t nmode;   /* in the order of the manifest */
	ev_cell *cell; size_t ncell, cellcap; /* by mode, then in the order of the rows */
	struct ev_index *index; /* which cells are alike (alike.h) */
	struct ev_latencies *latencies; /* which cells have the same (copies.c) */
	struct ev_times *times; /* when they were measured (spans.h) */
	int starts_early, may_start_early; /* cells start before their warm-ups, or may (spans.h) */
	const char *missing; size_t nmissing; /* run files that rows name and are not there: the first */
	struct ev_shelf *shelf; /* stored artifacts, as they were asked for (shelf.h) */
	struct ev_common *common; /* facts of the run, once they were gathered (facts.h) */
	as_keep keep;
} ev_run;

/* A cell more, blank; those before it may have moved. NULL: out of memory. */
ev_cell *ev_new_cell(ev_run *r, as_err *e);

/* The cell with the same keys but for backend that does not claim to be
 * compiled; NULL if there is none. */
const ev_cell *ev_eager_of(const ev_run *r, const ev_cell *c);

/* Labels of one backend, compiled or not: one is the other and a suffix. */
int ev_same_family(const char *a, const char *b);

/* Whether the name of a backend says that it was compiled (labelaudit(1), --runs --label). */
int ev_names_compile(const char *backend);

const ev_mode *ev_mode_of(const ev_run *r, const char *mode);

/* A member, NULL if there is none; its text, "" if it has none; its number, NaN if it has
 * none. o: an object, anything else, or NULL. */
#define ev_get(o, key) cJSON_GetObjectItemCaseSensitive((o), (key))
#define ev_str(o, key) as_json_string((o), (key), "")
double ev_num(const cJSON *o, const char *key);

/* The number at a path; 0 if there is none. */
double ev_count(const cJSON *o, const char *path);
double ev_total(const cJSON *list, const char *path);

/* "compiled 12, eager 3" of an object of numbers; their sum. */
double ev_counts_text(const cJSON *counts, char *text, size_t size);

/* The file that a cell is from: its run file, else its rows. */
const char *ev_source(const ev_cell *c);

/* The prompts that a run file lists, one or more; NULL. */
const cJSON *ev_prompts(const ev_cell *c);

/* What the compile stage took by the run file; NaN. */
double ev_compile_ms(const ev_cell *c);

/* End of the cell's last sample on the run's monotonic clock; -1: not recorded. */
double ev_last_ns(const ev_cell *c);

/* Path of a file below the run's folder; lives as long as the run. */
const char *ev_path(ev_run *r, const char *below);

/* as_intern_id; without memory r->keep.nomem is set. */
uint32_t ev_intern(ev_run *r, as_intern *t, const char *s, size_t n);

#endif
