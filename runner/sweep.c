/* A sweep: a cell is done when its folder has its name; until then it is NAME.part. The folders
 * say what is done, and sweep.json, the table of all cells, is only ever written. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cross.h"
#include "input.h"
#include "json.h"
#include "out.h"
#include "rng.h"
#include "run.h"
#include "sha256.h"
#include "table.h"

enum { ROWS_A_READ = 16 }; /* rows of a forward that take as long as one read of the weights */

typedef struct {
	int at;              /* among the cells that are crossed */
	char name[16];
	enum { MISSING, DONE, FAILED, UNFIT } state;
	char reason[1024];
	double mib, seconds; /* estimated; NAN: there is no device to ask */
} cell;

typedef struct {
	const rr_sweep *o;
	rr_cross *x;
	rr_run r;            /* of the cell at hand */
	cell *cell;          /* (n) in the order of the seed */
	int n, left, tried;  /* all; of the part, those neither done nor unfit; tried here */
	int64_t began;
	uint64_t seed;
	char sha[AS_SHA256_HEX];
} sweep;

/* Adds what a model takes: memory, and time by the reads of its weights. */
static int
estimate(sweep *s, cell *c, int model, as_err *e)
{
	const rr_config *f = s->r.cfg;
	rr_run *r = &s->r;
	rr_prompts p = {0};
	rr_session t;
	rr_model m;
	long first;
	int rc;

	if (rr_model_open(&m, f->model[model].path, f->seed, e) < 0)
		return -1;
	rc = rr_prompts_make(&p, f, &m, e);
	if (rc == 0 && (rr_run_device(r, model, e) < 0 ||
	    (r->copy_rate <= 0 && r->dev->copy_rate(r->dev, &r->copy_rate, e) < 0))) {
		c->mib = c->seconds = NAN; /* known where the device is */
		snprintf(c->reason, sizeof c->reason, "%s", e->msg);
	}
	for (int i = 0; rc == 0 && i < f->nmode && r->dev && c->state != UNFIT; i++) {
		const double read = fmax(1, (double)(f->batch * p.longest) / ROWS_A_READ);
		int fits = rr_run_session(rr_session_plan, &t, r->dev, f, &m, &p, f->mode[i], &first, e) == 0;
		if (!fits)
			c->mib = c->seconds = NAN;
		else {
			c->mib = fmax(c->mib, (double)rr_session_bytes(&t) / 1048576);
			fits = r->dev->fits(r->dev, rr_session_bytes(&t), e) == 0;
			rr_session_close(&t);
		}
		if (!fits) {
			c->state = UNFIT;
			snprintf(c->reason, sizeof c->reason, "%s", e->msg);
		}
		c->seconds += (f->mode[i] == RR_PREFILL ? read : f->mode[i] == RR_UNCACHED ?
		    read * f->max_new : read + f->max_new) * (double)rr_model_params(&m) *
		    (double)rr_dtype_size(r->dev->dtype) / r->copy_rate * f->nscenario *
		    (f->warmup + f->repetitions) * (f->eager + f->compile);
	}
	rr_prompts_free(&p);
	rr_model_close(&m);
	return rc;
}

static void
shuffle(as_rng *rng, cell *c, int n)
{
	for (; n > 1; n--) {
		int k = (int)as_rng_below(rng, (uint32_t)n);
		cell t = c[n - 1];
		c[n - 1] = c[k];
		c[k] = t;
	}
}

/* The cells in their order; those of aa: are the first of a first order, once more. */
static int
open_cells(sweep *s, as_err *e)
{
	const int n = s->x->ncell;
	as_rng rng;

	s->n = n + s->x->again;
	if (!(s->cell = calloc((size_t)s->n, sizeof *s->cell)))
		return as_nomem(e);
	for (int i = 0; i < n; i++) {
		s->cell[i].at = i;
		snprintf(s->cell[i].name, sizeof s->cell[i].name, "%04d", i + 1);
		if (rr_cross_config(s->x, i, e) < 0)
			return -1;
		if (s->r.cfg->serving)
			return as_fail(e, s->x->r.path, 0, "a sweep measures devices, not servers");
		for (int m = 0; m < s->r.cfg->nmodel; m++)
			if (estimate(s, &s->cell[i], m, e) < 0)
				return -1;
	}
	as_rng_seed(&rng, s->seed = s->r.cfg->seed);
	shuffle(&rng, s->cell, n);
	for (int i = n; i < s->n; i++) {
		s->cell[i] = s->cell[i - n];
		strcat(s->cell[i].name, "-aa");
	}
	shuffle(&rng, s->cell, s->n);
	return as_sha256_file(s->r.config_path, s->sha, NULL, e);
}

/* What the folder says of a cell. */
static int
look(const sweep *s, cell *c, as_err *e)
{
	char path[2048], *why;
	cJSON *j;
	size_t n;

	snprintf(path, sizeof path, "%s/%s/manifest.json", s->o->out, c->name);
	if (access(path, F_OK) == 0) {
		if (as_json_read_object(path, &j, e) < 0)
			return -1;
		c->state = cJSON_IsTrue(cJSON_GetObjectItem(j, "complete")) &&
		    strcmp(as_json_string(j, "run_id", ""), c->name) == 0 &&
		    strcmp(as_json_string(j, "config_sha256", ""), s->sha) == 0 ? DONE : MISSING;
		cJSON_Delete(j);
		c->reason[0] = '\0';
		return c->state == DONE ? 0 : as_fail(e, path, 0, "is not of this sweep's cell, whole");
	}
	snprintf(path, sizeof path, "%s/%s.part/failed", s->o->out, c->name);
	if (c->state == MISSING && as_slurp(path, sizeof c->reason - 1, &why, &n, &(as_err){0}) == 0) {
		c->state = FAILED;
		snprintf(c->reason, sizeof c->reason, "%s", why);
		free(why);
	}
	return 0;
}

/* The table of all cells, as the folder has them now. path NULL: on standard output. */
static int
show(sweep *s, const char *path, as_err *e)
{
	static const char *const state[] = {"missing", "done", "failed", "cannot fit"};
	rr_cross *x = s->x;
	as_table *t = as_table_new();
	as_style style;
	as_out w;
	int rc = t ? 0 : as_nomem(e);

	for (int i = s->left = 0; rc == 0 && s->o->out && i < s->n; i++) {
		cell *c = &s->cell[i];
		rc = c->state == DONE ? 0 : look(s, c, e);
		s->left += i % s->o->parts == s->o->part - 1 && (c->state == MISSING || c->state == FAILED);
	}
	if (rc < 0 || as_out_open(&w, path, e) < 0) {
		as_table_free(t);
		return -1;
	}
	as_style_init(&style, stdout, "refrun");
	style.format = path ? AS_FMT_JSON : as_style_format(&style, stdout);
	as_table_define(t, "config_sha256", s->sha);
	as_table_define_number(t, "seed", "", (double)s->seed, "");
	as_table_column(t, "cell", AS_STR, 1);
	for (int a = 0; a < x->naxis; a++)
		as_table_input(t, x->axis[a].key, AS_STR, 1);
	as_table_column(t, "status", AS_STR, 0);
	as_table_columns(t, "memory_mib,seconds", AS_REAL, 0);
	if (style.format != AS_FMT_TEXT)
		as_table_column(t, "reason", AS_STR, 0);
	for (const cell *c = s->cell; c < s->cell + s->n; c++) {
		as_table_str(t, c->name);
		for (int a = 0; a < x->naxis; a++)
			as_table_str(t, rr_cross_value(x, c->at, a));
		as_table_str(t, state[c->state]);
		as_table_reals(t, c->mib, c->seconds);
		if (style.format != AS_FMT_TEXT)
			as_table_str(t, c->reason);
		else if (c->reason[0])
			as_table_notef(t, "%s: %s", c->name, c->reason);
	}
	if ((rc = as_table_write(t, &style, w.fp, e)) < 0)
		as_out_abort(&w);
	else
		rc = as_out_commit(&w, e);
	as_table_free(t);
	return rc;
}

static int
drop(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st, (void)kind, (void)at;
	return remove(path);
}

/* Runs a cell into NAME.part, which gets its name when it is whole. 1: a signal stopped it. */
static int
run(sweep *s, cell *c, as_err *e)
{
	rr_run *r = &s->r;
	char path[2048];
	int rc;

	snprintf(r->within, sizeof r->within, s->tried ? "cells left: %d, %.0f min; " : "cells left: %d; ",
	    s->left, (double)(rr_now_ns() - s->began) / 6e10 / s->tried * s->left);
	snprintf(r->id, sizeof r->id, "%s", c->name);
	snprintf(r->dir, sizeof r->dir, "%.1000s/%s.part", s->o->out, c->name);
	if (nftw(r->dir, drop, 16, FTW_DEPTH | FTW_PHYS) != 0 && errno != ENOENT)
		return as_fail(e, r->dir, 0, "cannot be removed: %s", strerror(errno));
	if (rr_cross_config(s->x, c->at, e) < 0 || rr_mkdirs(r->dir, e) < 0)
		return -1;
	rc = rr_run_device(r, 0, e) < 0 ? -1 : rr_run_all(r, 0, e);
	if (*s->o->stop) /* which may have ended the compiler, too */
		rc = 1;
	s->tried++;
	snprintf(path, sizeof path, "%.1000s/%s%s", s->o->out, c->name, rc < 0 ? ".part/failed" : "");
	if (rc >= 0)
		return rc || rename(r->dir, path) == 0 ? rc : as_fail(e, path, 0, "%s", strerror(errno));
	rr_run_close(r); /* whose state may be what failed */
	c->state = FAILED;
	snprintf(c->reason, sizeof c->reason, "%s", e->msg);
	fprintf(stderr, "refrun: %s: failed: %s\n", c->name, c->reason);
	return rr_write(path, c->reason, strlen(c->reason), e);
}

/* The cells of the part that are not done, each under a lock of its own: a byte of sweep.lock. */
static int
run_part(sweep *s, as_err *e)
{
	struct flock l = {.l_type = F_WRLCK, .l_len = 1};
	char path[2048], table[2048];
	int fd, rc;

	snprintf(table, sizeof table, "%s/sweep.json", s->o->out);
	snprintf(path, sizeof path, "%s/sweep.lock", s->o->out);
	if (rr_mkdirs(s->o->out, e) < 0)
		return -1;
	if ((fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)) < 0)
		return as_fail(e, path, 0, "%s", strerror(errno));
	rc = show(s, table, e);
	s->began = rr_now_ns();
	for (const cell *c = s->cell; c < s->cell + s->n; c++)
		if (c->state == UNFIT)
			fprintf(stderr, "refrun: %s: cannot fit: %s\n", c->name, c->reason);
	for (int i = s->o->part - 1; i < s->n && rc == 0; i += s->o->parts) {
		cell *c = &s->cell[i];
		l.l_start = i;
		if (c->state == DONE || c->state == UNFIT)
			continue;
		if (fcntl(fd, F_OFD_SETLK, &l) == 0) {
			rc = look(s, c, e);
			rc = rc < 0 || c->state == DONE ? rc : run(s, c, e);
			rc = rc ? rc : show(s, table, e);
		} else if (errno != EAGAIN && errno != EACCES) /* else another process runs it */
			rc = as_fail(e, path, 0, "cannot be locked: %s", strerror(errno));
	}
	close(fd);
	return rc == 1 ? 2 : rc;
}

int
rr_sweep_run(const rr_sweep *o, rr_cross *x, as_err *e)
{
	sweep s = {.o = o, .x = x, .r = {.cfg = &x->cfg, .config_path = x->r.path, .stop = o->stop}};
	int rc = open_cells(&s, e);

	if (rc == 0)
		rc = o->list ? show(&s, NULL, e) : run_part(&s, e);
	rr_run_close(&s.r);
	free(s.cell);
	return rc ? rc : s.left > 0;
}
