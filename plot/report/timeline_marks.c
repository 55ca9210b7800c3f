#include <stdlib.h>
#include <string.h>

#include "timeline_impl.h"
#include "truth.h"
#include "words.h"

/* What the audit says of the cell of a file; columns that the samples lack do not tell. 0: that it
 * was compiled, or nothing; then claims is 0. */
static uint8_t
audited(const samples *s, const uint32_t *key, const char *run, const answer *cells, int *claims)
{
	static const char *const name[AS_SEQUENCE_KEYS] = {NULL, NULL, "mode", "scenario", "backend",
	    "model", "dtype"};
	const cJSON *row;

	*claims = 0;
	cJSON_ArrayForEach(row, cells->row) {
		const char *verdict = answer_text(row, "verdict");
		size_t i = strcmp(answer_text(row, "run"), run) == 0 ? 2 : 0;

		while (i > 0 && i < AS_SEQUENCE_KEYS && (!s->f.col[i].present ||
		    strcmp(as_frame_str(&s->f, key[i]), answer_text(row, name[i])) == 0))
			i++;
		if (i < AS_SEQUENCE_KEYS)
			continue;
		*claims = 1;
		return strcmp(verdict, "not compiled") == 0 ? MARK_UNCOMPILED :
		    strcmp(verdict, "partly") == 0 ? MARK_PARTLY : 0;
	}
	return 0;
}

/* The same of a sample, where its row says what served it. */
static uint8_t
served(const samples *s, size_t row, uint8_t of_cell)
{
	static const char *const uncompiled[] = {"eager", "trace"};
	const as_col *c = &s->f.col[SAMPLES_SERVED];
	const char *by = as_frame_str(&s->f, c->present ? c->id[row] : AS_NONE);

	return !*by ? of_cell : AS_AMONG(by, uncompiled) ? MARK_UNCOMPILED :
	    strcmp(by, "mixed") == 0 ? MARK_PARTLY : 0;
}

static uint8_t
cold(const samples *s, size_t row, int first)
{
	const as_col *c = &s->f.col[SAMPLES_COLD];
	const char *text = as_frame_str(&s->f, c->present ? c->id[row] : AS_NONE);

	return (c->present ? as_truth((as_str){text, strlen(text)}) == 1 : first) ? MARK_COLD : 0;
}

/* Rows that are not ok stay where they were read; between them those of a file stand by index. */
static void
order(timeline_marks *m, const samples *s, const as_sequences *q, const char *run,
    const answer *cells, size_t *next)
{
	memcpy(next, q->at, q->files.n * sizeof *next);
	for (size_t i = 0; i < s->f.n; i++) {
		m->row[i] = s->f.ok[i] ? q->row[next[q->files.of_row[i]]++] : i;
		m->mark[i] = s->f.ok[i] ? 0 : MARK_FAILED;
	}
	for (size_t k = 0; k < q->files.n; k++) {
		int claims;
		const uint8_t of_cell = audited(s, &q->files.key[k * AS_SEQUENCE_KEYS], run, cells,
		    &claims);

		for (size_t i = q->at[k]; i < q->at[k + 1]; i++)
			m->mark[q->row[i]] = (uint8_t)(cold(s, q->row[i], i == q->at[k]) |
			    (claims ? served(s, q->row[i], of_cell) : 0));
	}
}

int
timeline_marks_of(timeline_marks *m, const samples *s, const char *run, const answer *cells,
    as_err *e)
{
	const size_t cols[AS_SEQUENCE_KEYS] = {0, 1, 2, 3, 4, 5, 6};
	size_t *next;
	as_sequences q;

	*m = (timeline_marks){0};
	if (as_sequences_of(&q, &s->f, cols, AS_SEQUENCE_KEYS, AS_SEQUENCE_INDEX, e) != 0)
		return -1;
	m->row = calloc(s->f.n + 1, sizeof *m->row);
	m->mark = calloc(s->f.n + 1, 1);
	next = malloc((q.files.n + 1) * sizeof *next);
	if (m->row && m->mark && next)
		order(m, s, &q, run, cells, next);
	else
		timeline_marks_free(m);
	free(next);
	as_sequences_free(&q);
	return m->row ? 0 : as_nomem(e);
}

void
timeline_marks_free(timeline_marks *m)
{
	free(m->row);
	free(m->mark);
	*m = (timeline_marks){0};
}
