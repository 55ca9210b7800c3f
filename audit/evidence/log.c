/* A log, read line by line. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "log_prefix.h"
#include "log_trace.h"

enum { LINE = 1 << 20 };

typedef struct {
	ev_log *log;
	char line[LINE + 1], inner[LINE + 1];
	size_t len, no;          /* bytes of the line; its number, from 1 */
	int cr;                  /* a CR came, and nothing behind it */
	log_record record;
	log_trace trace;
} reader;

/* Leaves out the colours of terminals (ESC [ ... m); the new length. */
static size_t
plain(char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		if (s[i] == '\033' && s[i + 1] == '[')
			for (i += 2; i < len && !isalpha((unsigned char)s[i]); i++)
				;
		else
			s[n++] = s[i] == '\0' ? ' ' : s[i];
	s[n] = '\0';
	return n;
}

/* Marks the kinds of which a line shows that they would be logged: by the name of a
 * logger ([__recompiles]), or where TORCH_LOGS is set, which torch only advises behind
 * a word ("use TORCH_LOGS=..."). */
static void
mark_kinds(ev_log *l, const char *s)
{
	static const struct { const char *name; log_event is; } tag[] = {
	    {"recompiles", LOG_RECOMPILE}, {"graph_breaks", LOG_BREAK}, {"+dynamo", LOG_BREAK},
	    {"perf_hints", LOG_PARTITION}, {"cudagraphs", LOG_PARTITION}};
	const char *set = strstr(s, "TORCH_LOGS"), *p, *own = log_header(s);

	if (set && (!strchr("=:\"", set[10]) ||
	    (log_in_prose(s, set) && !log_behind(s, "env ") && !log_behind(s, "export "))))
		set = NULL;
	for (size_t i = 0; i < sizeof tag / sizeof *tag; i++) {
		int is = set && strstr(set, tag[i].name);

		for (p = s; !is && (p = strstr(p, tag[i].name)); p++)
			is = p - s > 2 && p[-1] == '_' && p[-2] == '_' && (p[-3] == '[' || p[-3] == '.');
		l->holds[tag[i].is] |= is;
		l->holds[LOG_SKIP] |= is;
	}
	/* torch warns of skips unasked; the debug log of dynamo has the breaks */
	if ((p = strstr(s, "torch")) && (strstr(p, "_dynamo") || strstr(p, "_inductor")))
		l->holds[LOG_SKIP] = 1;
	if (own && *own == 'V' && (p = strstr(own, "_dynamo")) && (p = strstr(p, "] ")))
		l->holds[LOG_BREAK] |= !log_behind(p + 2, "[__");
}

static void
take(reader *r, const char *line)
{
	mark_kinds(r->log, line);
	r->record.no = r->no;
	log_record_line(&r->record, line);
}

/* The character that *s escapes as in JSON or Go, which *s is moved to the end of. */
static int
escaped(const char **s)
{
	int c = *++*s;
	size_t n = c == 'u' ? 4 : c == 'x' ? 2 : 0;
	char hex[5] = "";

	if (n && strspn(*s + 1, "0123456789abcdefABCDEF") >= n) {
		memcpy(hex, *s + 1, n);
		*s += n;
		c = (int)strtol(hex, NULL, 16);
		return c < 128 ? c : '?';
	}
	return c == 'n' || c == 'r' ? '\n' : c == 't' ? '\t' : c;
}

/* The lines of a message that a collector keeps as a string of JSON or logfmt, behind any
 * prefix: 1; 0: it is none. */
static int
unwrap(reader *r)
{
	static const char *const key[] = {"\"log\":", "\"msg\":", "\"message\":", "\"MESSAGE\":",
	    "\"text\":", "\"textPayload\":", "\"event\":", "\"body\":", "\"line\":", " msg=", " message="};
	const char *json = strchr(r->line, '{'), *s = NULL;
	size_t n;

	n = json ? log_trim(r->line, (size_t)(json - r->line)) : 0;
	if (!json || json[1 + strspn(json + 1, " ")] != '"' || (n && strchr("=,([", r->line[n - 1])))
		json = ""; /* "== {...}" is of a guard */
	for (size_t i = 0; !s && i < sizeof key / sizeof *key; i++)
		if ((s = strstr(*key[i] == ' ' ? r->line : json, key[i]))) {
			s += strlen(key[i]);
			s += strspn(s, " ");
			s = *s == '"' ? s + 1 : NULL;
		}
	if (s && (r->record.time = log_prefix_time(r->line, (size_t)(s - r->line))) < 0)
		r->record.time = log_prefix_time(s + strcspn(s, "\""), strlen(s + strcspn(s, "\"")));
	n = 0;
	for (int end = !s; !end; s++) {
		int c = (end = *s == '"' || *s == '\0') ? '\n' : *s == '\\' && s[1] ? escaped(&s) : *s;

		if (c != '\n')
			r->inner[n++] = (char)c;
		else if (n) {
			plain(r->inner, n);
			take(r, r->inner);
			n = 0;
		}
	}
	return s != NULL;
}

static void
end_line(reader *r)
{
	int taken;

	r->len = plain(r->line, r->len);
	taken = log_trace_line(&r->trace, r->log, r->line, r->len, r->no) || unwrap(r);
	r->len = 0;
	r->record.time = -1;
	if (!taken)
		take(r, r->line);
}

/* Lines end in LF or CR LF; what a progress bar wrote before a CR is one of its own,
 * with the same number. */
static void
byte(reader *r, char c)
{
	if (c == '\r')
		r->cr = 1;
	else if (c == '\n' || r->cr) {
		r->record.over = c != '\n';
		if (r->len)
			end_line(r);
		r->no += c == '\n';
		r->cr = 0;
	}
	if (c != '\n' && c != '\r' && r->len < LINE)
		r->line[r->len++] = c;
}

static int
by_line(const void *a, const void *b)
{
	const log_entry *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->event != y->event ? (x->event < y->event ? -1 : 1) : strcmp(x->reason, y->reason);
}

/* Reads all of in, and counts what is open at its end. */
static int
all_of(reader *r, as_input *in, const char *path, as_err *e)
{
	char buf[65536];
	long n;
	size_t all = 0;

	for (; (n = as_input_read(in, buf, sizeof buf, e)) > 0; all += (size_t)n)
		for (long i = 0; i < n; i++)
			byte(r, buf[i]);
	if (n < 0 || all == 0)
		return n < 0 ? -1 : as_fail(e, path, 0, "empty input");
	r->record.over = 0;
	if (r->len)
		end_line(r);
	log_record_end(&r->record);
	log_trace_end(&r->trace, r->log);
	return r->log->keep.nomem ? as_nomem(e) : 0;
}

int
ev_log_read(ev_log *l, const char *path, as_err *e)
{
	reader *r = calloc(1, sizeof *r);
	as_input *in;
	int rc;

	*l = (ev_log){0};
	if (!r)
		return as_nomem(e);
	r->log = r->record.log = r->trace.text.log = l;
	r->trace.text.inner = 1;
	r->record.time = r->trace.text.time = -1;
	r->no = 1;
	rc = as_input_open(&in, path, e);
	if (rc == 0) {
		rc = all_of(r, in, path, e);
		as_input_close(in);
	}
	free(r);
	if (rc != 0) {
		ev_log_free(l);
		return -1;
	}
	for (size_t i = 0; i < LOG_NEVENTS; i++)
		l->holds[i] |= l->count[i] > 0 || i == LOG_LIMIT || i >= LOG_FALLBACK;
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_line);
	return 0;
}
