#include "log_check.h"

#include "log_prefix.h"

/* Events; what a threshold counts of them, and what TORCH_LOGS must have to log them. */
static const struct { const char *event, *name, *asks; } kind[LOG_NEVENTS] = {
	[LOG_LIMIT] = {.event = "recompile limit"},
	[LOG_RECOMPILE] = {"recompile", "recompiles", "recompiles"},
	[LOG_BREAK] = {"graph break", "graph breaks", "graph_breaks"},
	[LOG_SKIP] = {"cudagraph skip", "cudagraph skips", "cudagraphs,perf_hints"},
	[LOG_PARTITION] = {"graph partition", "graph partitions", "cudagraphs,perf_hints"},
	[LOG_FALLBACK] = {.event = "fallback"},
	[LOG_ERROR] = {.event = "compile error"}};

static void
columns(as_table *t)
{
	as_table_columns(t, "file,event", AS_STR, 1);
	as_table_columns(t, "n,line", AS_INT, 0);
	as_table_column(t, "reason", AS_STR, 1);
	as_table_column(t, "where", AS_STR, 0);
	as_table_define(t, "n",
	    "how often the event occurs in the file with that reason; for recompiles, numbers are "
	    "ignored");
	as_table_define(t, "recompiles",
	    "recompiles that the log lists, or the sum of the limits reached if that is more");
}

/* Whether a function may reach a limit; where: 'name' (file:line), or name in file:line. */
static int
allowed(const log_check *c, const char *where)
{
	where += *where == '\'';
	for (size_t i = 0; i < c->nallow; i++) {
		const char *end = log_behind(where, c->allow[i]);

		if (strcmp(c->allow[i], "all") == 0 || (end && strchr("' ", *end)))
			return 1;
	}
	return 0;
}

/* Adds the rows of a log; whether a limit was reached that is not allowed. */
static int
rows(const log_check *c, const ev_log *l, const char *file, as_table *t)
{
	int limit = 0;

	for (const log_entry *x = l->v; x < l->v + l->n; x++) {
		as_table_str(t, file);
		as_table_str(t, kind[x->event].event);
		as_table_ints(t, (int64_t)x->n, (int64_t)x->line);
		as_table_str(t, x->reason);
		as_table_str(t, x->where);
		limit |= x->event == LOG_LIMIT && !allowed(c, x->where);
	}
	return limit;
}

/* Says what the rows cannot; whether a kind was asked that the log does not hold. */
static int
remarks(const log_check *c, const ev_log *l, const char *file, as_table *t, log_check_say *say)
{
	const struct { size_t n; const char *text; } of[] = {
	    {l->doubles, "two handlers wrote %zu messages twice; each counts once"},
	    {l->unread, "%zu records of TORCH_TRACE are not JSON, and were not read"}};
	char text[LOG_SAY];
	int open = l->unread > 0;

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (of[i].n) {
			snprintf(text, sizeof text, of[i].text, of[i].n);
			as_table_note(t, text);
			say(file, text);
		}
	if (l->n == 0)
		say(file, "nothing found; looked for recompile limits, recompiles, graph breaks, "
		    "CUDA graphs skipped or partitioned, fallbacks, compile errors");
	for (size_t k = 0; k < LOG_NEVENTS; k++)
		if (c->most[k] >= 0 && kind[k].name && !l->holds[k]) {
			snprintf(text, sizeof text,
			    "no sign that %s were logged: set TORCH_LOGS=%s, and print it to the log", kind[k].name,
			    kind[k].asks);
			say(file, text);
			open = 1;
		}
	return open;
}

int
log_check_fill(const log_check *c, as_table *t, log_check_say *say, int *status, as_err *e)
{
	static char *const standard_input[] = {"-"};
	char *const *file = c->nfile ? c->file : standard_input;
	size_t nfile = c->nfile ? c->nfile : 1, count[LOG_NEVENTS] = {0}, all = 0;
	double limits = 0;
	int failed = 0, open = 0, asked = 0;

	columns(t);
	for (size_t i = 0; i < nfile; i++) {
		ev_log l;

		if (ev_log_read(&l, file[i], e) != 0)
			return -1;
		failed |= rows(c, &l, file[i], t);
		open |= remarks(c, &l, file[i], t, say);
		for (size_t k = 0; k < LOG_NEVENTS; k++) {
			count[k] += l.count[k];
			all += l.count[k];
		}
		limits += l.limits;
		ev_log_free(&l);
	}
	failed |= count[LOG_FALLBACK] || count[LOG_ERROR]; /* no threshold allows these */
	for (size_t k = 0; k < LOG_NEVENTS; k++) {
		double n = k == LOG_RECOMPILE && limits > (double)count[k] ? limits : (double)count[k];

		if (c->most[k] < 0 || !kind[k].name)
			continue;
		asked = 1;
		failed |= n > (double)c->most[k];
		as_table_notef(t, "%s: %.0f, at most %ld allowed: %s", kind[k].name, n, c->most[k],
		    n > (double)c->most[k] ? "over" : "holds");
	}
	*status = failed ? 1 : open || (!asked && all == 0) ? 3 : 0;
	return 0;
}
