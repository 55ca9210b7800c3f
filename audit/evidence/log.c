#include "log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "input.h"
#include "log_impl.h"

const char *
log_event_name(log_event e)
{
	static const char *const name[LOG_NEVENTS] = {"recompile limit", "recompile", "graph break", "cudagraph skip", "fallback", "compile error"};

	return name[e];
}

/* The message behind what loggers, torchrun and those that collect logs put in
 * front of it:
 *   [rank0]:W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8]
 *   [2023-11-15 16:13:26,741] torch._dynamo.guards.__recompiles: [DEBUG]
 *   2025-12-15T20:52:30.123Z (Worker_0 pid=36155)
 * record: where the part begins that all lines of a record have; a collector's time
 * is each line's own. */
static const char *
message(const char *s, const char **record)
{
	for (*record = s;;) {
		const char *end;

		s += strspn(s, " \t");
		if (*s == '[' && (end = strchr(s, ']')) && end - s < 64 && (end[1] == ' ' || end[1] == ':' || end[1] == '\0'))
			s = end + 1 + (end[1] == ':');
		else if (*s == '(' && (end = strchr(s, ')')) && end - s < 64 && end[1] == ' ' && strcspn(s, "'\"") > (size_t)(end - s))
			s = end + 1;
		else if (strchr("VIWEFCD", *s) && *s && strspn(s + 1, "0123456789") == 4 && (end = strstr(s, "] ")))
			s = end + 1;
		else if (isdigit((unsigned char)*s) && strspn(s, "0123456789-") == 10 && s[10] == 'T' && s[10 + strspn(s + 10, "T0123456789:.+-Z")] == ' ')
			*record = s += 10 + strspn(s + 10, "T0123456789:.+-Z");
		else if (strncmp(s, "Torchdynamo: ", 13) == 0) /* before torch 2.0 */
			s += 13;
		else if (strncmp(s, "torch.", 6) == 0 && (end = strstr(s, ": [")) && !memchr(s, ' ', (size_t)(end - s)))
			s = end + 1;
		else
			return s;
	}
}

static int
add(ev_log *l, const log_entry *x, as_err *e)
{
	l->count[x->event]++;
	l->limits += x->amount;
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].event == x->event && strcmp(l->v[i].reason, x->reason) == 0) {
			l->v[i].n++;
			l->v[i].amount += x->amount;
			return 0;
		}
	if (as_grow(&l->v, l->n, &l->cap, sizeof *l->v) != 0)
		return as_nomem(e);
	l->v[l->n++] = *x;
	return 0;
}

/* Adds the first open events: those that nothing explains any more, all where
 * all is set, and one at least where there is no room. */
static int
settle(log_reader *r, int all, as_err *e)
{
	size_t n = 0;

	while (n < r->nopen && (all || r->open[n].left <= 0 || (n == 0 && r->nopen == LOG_OPEN)))
		if (add(r->log, &r->open[n++].x, e) != 0)
			return -1;
	memmove(r->open, r->open + n, (r->nopen - n) * sizeof *r->open);
	r->nopen -= n;
	return 0;
}

static size_t
prefix_length(const log_reader *r)
{
	size_t n = (size_t)(r->m - r->record);

	while (n && isspace((unsigned char)r->record[n - 1])) /* indentation */
		n--;
	return n < LOG_PREFIX ? n : LOG_PREFIX - 1;
}

int
log_same_record(const log_reader *r, const log_open *o)
{
	size_t n = prefix_length(r);

	return strncmp(r->record, o->prefix, n) == 0 && o->prefix[n] == '\0';
}

const char *
log_keep(log_reader *r, const char *s, size_t n)
{
	char *t;

	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	t = ev_text(&r->log->keep, "%.*s", (int)(n > 300 ? 300 : n), s);
	return t ? t : "";
}

log_open *
log_begin(log_reader *r, log_event what, const char *reason, size_t n, const char *where, int lines, as_err *e)
{
	log_open *o;

	for (size_t i = 0; i < r->nopen; i++)
		if (log_same_record(r, &r->open[i]))
			r->open[i].left = 0;
	if (settle(r, 0, e) != 0)
		return NULL;
	o = &r->open[r->nopen++];
	*o = (log_open){.x = {.event = what, .reason = log_keep(r, reason, n), .where = log_keep(r, where, strlen(where)), .n = 1, .line = r->no}, .left = lines};
	memcpy(o->prefix, r->record, prefix_length(r));
	return o;
}

/* Colours of terminals (ESC [ ... m) are left out. */
static void
plain(log_reader *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->len; i++) {
		if (r->line[i] == '\033' && i + 1 < r->len && r->line[i + 1] == '[') {
			for (i += 2; i < r->len && !isalpha((unsigned char)r->line[i]); i++)
				;
			continue;
		}
		r->line[n++] = r->line[i] == '\0' ? ' ' : r->line[i];
	}
	r->line[r->len = n] = '\0';
}

static int
end_line(log_reader *r, as_err *e)
{
	int rc;

	plain(r);
	r->m = message(r->line, &r->record);
	rc = log_starts(r, e);
	if (rc == 0)
		log_explains(r);
	r->len = 0;
	return rc < 0 ? -1 : settle(r, 0, e);
}

/* Lines end in LF; what a progress bar wrote before a CR is one of its own, with
 * the same number. */
static int
byte(log_reader *r, char c, as_err *e)
{
	int rc = 0;

	if (c == '\n' || c == '\r') {
		if (r->len)
			rc = end_line(r, e);
		r->no += c == '\n';
	} else if (r->len < LOG_LINE && !(r->wide && c == '\0'))
		r->line[r->len++] = c;
	return rc;
}

int
ev_log_read(ev_log *l, const char *path, as_err *e)
{
	log_reader *r = calloc(1, sizeof *r);
	as_input *in;
	char buf[65536];
	long n = 0;
	size_t all = 0;
	int rc = 0;

	*l = (ev_log){0};
	if (!r)
		return as_nomem(e);
	r->log = l;
	r->no = 1;
	if (as_input_open(&in, path, e) != 0) {
		free(r);
		return -1;
	}
	while (rc == 0 && (n = as_input_read(in, buf, sizeof buf, e)) > 0) {
		if (all == 0 && n > 1 && (memcmp(buf, "\xff\xfe", 2) == 0 || memcmp(buf, "\xfe\xff", 2) == 0))
			r->wide = 1;
		for (long i = r->wide && all == 0 ? 2 : 0; i < n && rc == 0; i++)
			rc = byte(r, buf[i], e);
		all += (size_t)n;
	}
	as_input_close(in);
	if (rc == 0 && n == 0 && r->len)
		rc = end_line(r, e);
	if (rc == 0 && n == 0)
		rc = settle(r, 1, e);
	if (rc == 0 && n == 0 && all == 0)
		rc = as_fail(e, path, 0, "empty input");
	free(r);
	if (rc != 0 || n < 0) {
		ev_log_free(l);
		return -1;
	}
	return 0;
}

void
ev_log_free(ev_log *l)
{
	free(l->v);
	ev_keep_free(&l->keep);
	*l = (ev_log){0};
}
