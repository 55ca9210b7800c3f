/* mode_src.c - see mode_src.h. */
#include "mode_src.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "intern.h"
#include "out.h"
#include "shown.h"
#include "version.h"

/* The labels, each once, in the order given and then found. */
static int collect(mode_src *m, as_intern *labels, as_err *e) {
	for (size_t i = 0; i < m->nlabel; i++) {
		const char *label = m->label[i];
		if (!*label) return as_fail(e, NULL, 0, "--label needs a label, not ''");
		if (as_intern_id(labels, label, strlen(label)) == UINT32_MAX) return as_nomem(e);
	}
	for (size_t i = 0; i < m->nruns; i++) {
		char *run = m->runs[i];
		int empty = labels_from(run, labels, e);
		if (empty < 0) return -1;
		if (!empty) continue;
		m->runs[i] = m->runs[m->nempty];
		m->runs[m->nempty++] = run;
	}
	if (m->nruns > m->nempty && labels->n == 0)
		return as_fail(e, m->runs[0], 0, "these runs name no backend to use as a label");
	return 0;
}

static int write_out(const mode_src *m, const src_report *r, as_err *e) {
	bool colour = !m->out && as_colours_on(STDOUT_FILENO);
	as_out out;
	int rc = 0;
	for (uint32_t i = 0; i < r->nfile; i++)
		if (as_out_not_file(m->out, r->file[i], e) != 0) return -1;
	for (size_t i = 0; i < m->nruns; i++)
		if (as_out_apart(m->out, m->runs[i], e) != 0) return -1;
	if (as_out_open(&out, m->out, e) != 0) return -1;
	switch (m->format) {
	/* its text is safe, and what keeps others so would take its colours out */
	case SRC_TEXT: src_write_text(r, colour, colour ? stdout : out.fp); break;
	case SRC_JSON: rc = src_write_json(r, AS_VERSION, out.fp); break;
	case SRC_SARIF: rc = src_write_sarif(r, AS_VERSION, out.fp); break;
	}
	if (rc == 0) return as_out_commit(&out, e);
	as_out_abort(&out);
	return as_nomem(e);
}

int mode_src_run(mode_src *m, int *status, as_err *e) {
	as_intern labels = {0};
	src_report r = {0};
	src_question ask = m->ask;
	int rc = collect(m, &labels, e);
	ask.labels = &labels;
	*status = 0;
	if (rc == 0 && !(m->nempty && labels.n == 0)) { /* no label of them: nothing is asked */
		rc = src_audit(&ask, &r, e);
		if (rc == 0) rc = write_out(m, &r, e);
		if (rc == 0) *status = src_status(&r);
	}
	if (*status == 0 && m->nempty) *status = 3;
	src_report_free(&r);
	as_intern_free(&labels);
	return rc;
}
