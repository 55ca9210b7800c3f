#include "csvqueue.h"

#include <stdlib.h>

#include "grow.h"

/* libcsv's callbacks */
static void
on_field(void *s, size_t n, void *data)
{
	as_csv_queue *q = data;

	if (as_grow(&q->text, q->ntext + n, &q->captext, 1) != 0 ||
	    as_grow(&q->end, q->nfield, &q->capfield, sizeof *q->end) != 0) {
		q->nomem = 1;
		return;
	}
	if (n)
		memcpy(q->text + q->ntext, s, n);
	q->ntext += n;
	q->end[q->nfield++] = q->ntext;
	q->open_fields++;
}

static void
on_record(int c, void *data)
{
	as_csv_queue *q = data;

	q->last = c;
	if (q->open_fields == 0)
		return; /* a blank line, reported because of CSV_REPALL_NL */
	if (as_grow(&q->record, q->nrecord, &q->caprecord, sizeof *q->record) != 0) {
		q->nomem = 1;
		return;
	}
	q->record[q->nrecord].n = q->open_fields;
	q->record[q->nrecord++].line = q->at_line;
	q->open_fields = 0;
	q->at_line = q->feed_line;
}

void
as_csv_queue_init(as_csv_queue *q)
{
	memset(q, 0, sizeof *q);
	/* REPALL_NL: every newline outside quotes is reported, so that the end of
	 * a fed line tells whether a quoted field is still open. It fails of NULL alone. */
	csv_init(&q->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL);
}

void
as_csv_queue_free(as_csv_queue *q)
{
	csv_free(&q->parser);
	free(q->text);
	free(q->end);
	free(q->record);
}

void
as_csv_queue_start(as_csv_queue *q, size_t line)
{
	q->ntext = q->nfield = q->nrecord = q->next_record = q->next_field = 0;
	q->open_fields = 0;
	q->at_line = line;
}

int
as_csv_queue_feed(as_csv_queue *q, const char *s, size_t n, size_t line)
{
	q->last = 0;
	q->feed_line = line;
	return csv_parse(&q->parser, s, n, on_field, on_record, q) == n;
}

int
as_csv_queue_end(as_csv_queue *q)
{
	return csv_fini(&q->parser, on_field, on_record, q) == 0;
}

void
as_csv_queue_take(as_csv_queue *q, as_str *field, size_t *line)
{
	size_t n = q->record[q->next_record].n, from = q->next_field ? q->end[q->next_field - 1] : 0;

	*line = q->record[q->next_record++].line;
	for (size_t i = 0; i < n; i++) {
		field[i] = (as_str){q->text + from, q->end[q->next_field] - from};
		from = q->end[q->next_field++];
	}
}
