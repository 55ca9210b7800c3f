#include "mode_log.h"

#include <stdio.h>

#include "log.h"

static void
columns(as_table *t)
{
	as_table_column(t, "file", AS_STR, 1);
	as_table_column(t, "event", AS_STR, 1);
	as_table_column(t, "n", AS_INT, 0);
	as_table_column(t, "line", AS_INT, 0);
	as_table_column(t, "reason", AS_STR, 1);
	as_table_column(t, "where", AS_STR, 0);
	as_table_define(t, "n", "how often the event stands in the file with that reason");
	as_table_define(t, "recompiles", "recompiles that the log lists, or the sum of the limits reached if that is more");
}

static void
limit(as_table *t, const char *what, double n, long max, int *over)
{
	char text[160];

	if (max < 0)
		return;
	snprintf(text, sizeof text, "%s: %.0f, at most %ld allowed: %s", what, n, max, n > (double)max ? "over" : "holds");
	as_table_note(t, text);
	*over |= n > (double)max;
}

int
mode_log_fill(const mode_log *m, as_table *t, int *status, as_err *e)
{
	static char *const standard_input[] = {"-"};
	char *const *file = m->nfile ? m->file : standard_input;
	size_t nfile = m->nfile ? m->nfile : 1, count[LOG_NEVENTS] = {0}, all = 0;
	double limits = 0, recompiles;
	int over = 0;

	columns(t);
	for (size_t i = 0; i < nfile; i++) {
		ev_log l;

		if (ev_log_read(&l, file[i], e) != 0)
			return -1;
		for (size_t k = 0; k < l.n; k++) {
			as_table_str(t, file[i]);
			as_table_str(t, log_event_name(l.v[k].event));
			as_table_int(t, (int64_t)l.v[k].n);
			as_table_int(t, (int64_t)l.v[k].line);
			as_table_str(t, l.v[k].reason);
			as_table_str(t, l.v[k].where);
		}
		for (size_t k = 0; k < LOG_NEVENTS; k++) {
			count[k] += l.count[k];
			all += l.count[k];
		}
		limits += l.limits;
		ev_log_free(&l);
	}
	recompiles = (double)count[LOG_RECOMPILE] > limits ? (double)count[LOG_RECOMPILE] : limits;
	limit(t, "recompiles", recompiles, m->max_recompiles, &over);
	limit(t, "graph breaks", (double)count[LOG_BREAK], m->max_breaks, &over);
	limit(t, "cudagraph skips", (double)count[LOG_SKIP], m->max_skips, &over);
	if (m->max_recompiles >= 0 || m->max_breaks >= 0 || m->max_skips >= 0)
		*status = over;
	else
		*status = count[LOG_LIMIT] ? 1 : all ? 0 : 3;
	if (count[LOG_FALLBACK] || count[LOG_ERROR]) /* no threshold allows these */
		*status = 1;
	return 0;
}
