/* mode_src.c - see mode_src.h. */
#include "mode_src.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "judge.h"
#include "labels_from.h"
#include "out.h"
#include "read/read_tree.h"
#include "report.h"
#include "program/text_mentions.h"
#include "version.h"

enum { STACK = 256 << 20 }; /* bytes; only what is used is taken */

/* The labels, each once, in the order given and then found. */
static int
collect(const mode_src *m, as_intern *labels, as_err *e)
{
	for (size_t i = 0; i < m->nlabel; i++) {
		if (!*m->label[i])
			return as_fail(e, NULL, 0, "--label wants a label, not ''");
		if (as_intern_id(labels, m->label[i], strlen(m->label[i])) == UINT32_MAX)
			return as_nomem(e);
	}
	for (size_t i = 0; i < m->nruns; i++)
		if (labels_from(m->runs[i], labels, e) != 0)
			return -1;
	return 0;
}

/* Lines of reports, notes and logs that name a label. */
static int
mentions(const walk *w, src_report *r, as_err *e)
{
	const char **label = malloc((r->n + 1) * sizeof *label);
	fact_tree t;
	int rc;

	if (!label || fact_tree_init(&t) != 0) {
		free(label);
		return as_nomem(e);
	}
	for (size_t i = 0; i < r->n; i++)
		label[i] = r->finding[i].label;
	rc = text_mentions(w, label, r->n, &t, e);
	for (uint32_t f = 0; rc == 0 && f < t.n; f = t.node[f].end)
		FACT_EACH_KID(&t, f, line)
			for (size_t i = 0; i < r->n && rc == 0; i++)
				if (names_label(fact_str(&t, line), strlen(fact_str(&t, line)), label[i]) &&
				    src_add(&r->finding[i].mention, STEP_MENTION, fact_str(&t, f), t.node[line].line, fact_str(&t, line), NULL) != 0)
					rc = as_nomem(e);
	fact_tree_free(&t);
	free(label);
	return rc;
}

static int
write_out(const mode_src *m, const src_report *r, const walk *w, as_err *e)
{
	as_out out;

	if (as_out_open(&out, m->out, e) != 0)
		return -1;
	switch (m->format) {
	case SRC_TEXT: src_write_text(r, w, out.fp); break;
	case SRC_JSON: src_write_json(r, w, AS_VERSION, out.fp); break;
	case SRC_SARIF: src_write_sarif(r, w, AS_VERSION, out.fp); break;
	}
	return as_out_commit(&out, e);
}

typedef struct { fact_tree *t; const mode_src *m; src_report *r; as_err *e; int rc; } job;

static void *
judge_job(void *arg)
{
	job *j = arg;

	j->rc = judge_labels(j->t, &j->m->given, j->r, j->e);
	return NULL;
}

/* Judges on a stack of its own: calls within calls, each in a deep expression,
 * would not be safe on the one that the program got. */
static int
judge(job *j)
{
	pthread_attr_t attr;
	pthread_t thread;
	int made = 0;

	if (pthread_attr_init(&attr) == 0) {
		made = pthread_attr_setstacksize(&attr, (size_t)STACK) == 0 && pthread_create(&thread, &attr, judge_job, j) == 0;
		pthread_attr_destroy(&attr);
	}
	if (!made)
		return as_nomem(j->e);
	pthread_join(thread, NULL);
	return j->rc;
}

int
mode_src_run(const mode_src *m, int *status, as_err *e)
{
	as_intern labels = {0};
	src_report r = {0};
	fact_tree t = {0};
	walk w = {0};
	int rc;

	rc = collect(m, &labels, e);
	if (rc == 0)
		rc = walk_paths(&w, m->path, m->npath, e);
	if (rc == 0 && (fact_tree_init(&t) != 0 || src_report_init(&r, (const char *const *)labels.str, labels.n) != 0))
		rc = as_nomem(e);
	if (rc == 0)
		rc = read_tree(&w, &t, e);
	if (rc == 0)
		rc = judge(&(job){&t, m, &r, e, 0});
	if (rc == 0)
		rc = mentions(&w, &r, e);
	if (rc == 0)
		rc = write_out(m, &r, &w, e);
	if (rc == 0)
		*status = src_status(&r);
	src_report_free(&r);
	fact_tree_free(&t);
	walk_free(&w);
	as_intern_free(&labels);
	return rc;
}
