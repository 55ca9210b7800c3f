#include "log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "log_record.h"
#include "log_trace.h"

enum { LINE = 1 << 20 };

typedef struct {
	ev_log *log;
	char line[LINE + 1], inner[LINE + 1];
	size_t len, no;          /* bytes of the line; its number, from 1 */
	int cr;                  /* a CR came, and nothing behind it */
	int wide;                /* UTF-16: its zero bytes are left out */
	log_record record;
	log_trace trace;
} reader;

const char *
log_event_name(log_event e)
{
	static const char *const name[LOG_NEVENTS] = {"recompile limit", "recompile", "graph break", "cudagraph skip", "graph partition", "fallback", "compile error"};

	return name[e];
}

/* Colours of terminals (ESC [ ... m) are left out. */
static void
plain(reader *r)
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

/* Marks the kinds of which a line shows that they would be logged: by the name of a
 * logger, or where the program was started with TORCH_LOGS. */
static void
mark_kinds(ev_log *l, const char *s)
{
	static const struct { const char *name; log_event is; int also; } tag[] = {
		{"recompiles", LOG_RECOMPILE, -1}, {"graph_breaks", LOG_BREAK, -1}, {"perf_hints", LOG_PARTITION, -1}, {"cudagraphs", LOG_PARTITION, -1}, {"+dynamo", LOG_RECOMPILE, LOG_BREAK}};
	const char *set = strstr(s, "TORCH_LOGS"), *p, *end;

	if (set && (set[10] == '=' || set[10] == ':' || set[10] == '"')) {
		const char *before = set;

		while (before > s && before[-1] == ' ')
			before--;
		while (before > s && isalpha((unsigned char)before[-1]))
			before--;
		/* torch's own advice to set it has a word before */
		if (before != set && strncmp(before, "export ", 7) != 0 && strncmp(before, "env ", 4) != 0 && isalpha((unsigned char)*before))
			set = NULL;
	} else
		set = NULL;
	end = set ? set + 11 + strcspn(set + 11, set[11] == '"' || set[11] == '\'' ? "\n" : " ") : s;
	for (size_t i = 0; i < sizeof tag / sizeof *tag; i++) {
		int on = 0;

		if (set && (p = strstr(set + 11, tag[i].name)) && p <= end + 1)
			on = 1;
		for (p = s; !on && (p = strstr(p, tag[i].name)); p++)
			on = p - s > 2 && p[-1] == '_' && p[-2] == '_' && (p[-3] == '[' || p[-3] == '.');
		if (on) {
			l->holds[tag[i].is] = l->holds[LOG_SKIP] = 1;
			if (tag[i].also >= 0)
				l->holds[tag[i].also] = 1;
		}
	}
	if (strstr(s, "torch/_dynamo/") || strstr(s, "torch/_inductor/") || strstr(s, "torch._dynamo") || strstr(s, "torch._inductor"))
		l->holds[LOG_SKIP] = 1; /* torch warns of these unasked */
	if ((p = strstr(s, " torch/_dynamo/")) && (p = strstr(p, "] ")) && strncmp(p + 2, "[__", 3) != 0 && memchr("V", s[0], 1) && isdigit((unsigned char)s[1]))
		l->holds[LOG_RECOMPILE] = l->holds[LOG_BREAK] = 1; /* its debug log has both */
}

static int
take(reader *r, const char *line, as_err *e)
{
	/* a progress bar ends in no line of its own: "  3%|#  | 1/30 [00:01<00:29,  1.01s/it]" */
	for (const char *p = line; (p = strstr(p, "it")); p++)
		if (strncmp(p, "it/s]", 5) == 0 || (p - line > 2 && strncmp(p - 2, "s/it]", 5) == 0))
			line = strchr(p, ']') + 1;
	mark_kinds(r->log, line);
	r->record.log = r->log;
	r->record.no = r->no;
	return log_record_line(&r->record, line, e);
}

/* Whether the string that begins at s is the message of a line of JSON or logfmt. */
static int
is_message(const char *line, const char *s)
{
	static const char *const key[] = {"log", "msg", "message", "MESSAGE", "text", "textPayload"};
	const char *p = s - 1; /* its quote */

	if (p > line && p[-1] == ' ')
		p--;
	if (p > line && (p[-1] == '=' || p[-1] == ':'))
		p--;
	else
		return 0;
	if (p[0] == ':' && (p == line || *--p != '"'))
		return 0;
	for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
		size_t n = strlen(key[i]);

		if ((size_t)(p - line) > n && strncmp(p - n, key[i], n) == 0 && !isalnum((unsigned char)p[-(long)n - 1]) && p[-(long)n - 1] != '_')
			return 1;
	}
	return 0;
}

/* The lines of a message that a collector keeps as a string: 1; 0: it is none. */
static int
unwrap(reader *r, as_err *e)
{
	const char *s = r->line, *brace = s + strspn(s, " ");
	size_t n = 0;
	int found = 0;

	if (*brace != '{' && !strstr(s, "msg=\"") && !strstr(s, "message=\""))
		return 0;
	while (!found && (s = strchr(s, '"')))
		found = is_message(r->line, ++s);
	if (!found)
		return 0;
	for (; *s && *s != '"'; s++) {
		char c = *s;

		if (c == '\\' && s[1]) {
			c = *++s;
			if (c == 'u' && strspn(s + 1, "0123456789abcdefABCDEF") >= 4) {
				c = '?'; /* colours and the like */
				s += 4;
			} else
				c = c == 'n' || c == 'r' ? '\n' : c == 't' ? '\t' : c;
		}
		if (c != '\n')
			r->inner[n++] = c;
		if (c == '\n' || s[1] == '"' || s[1] == '\0') {
			r->inner[n] = '\0';
			if (n && take(r, r->inner, e) != 0)
				return -1;
			n = 0;
		}
	}
	return 1;
}

static int
end_line(reader *r, as_err *e)
{
	int rc;

	plain(r);
	rc = log_trace_line(&r->trace, r->log, r->line, r->len, r->no, e);
	if (rc == 0)
		rc = unwrap(r, e);
	r->len = 0;
	return rc < 0 ? -1 : rc == 0 ? take(r, r->line, e) : 0;
}

/* Lines end in LF or CR LF; what a progress bar wrote before a CR is one of its own,
 * with the same number. */
static int
byte(reader *r, char c, as_err *e)
{
	int rc = 0;

	if (r->wide && c == '\0')
		return 0;
	if (c == '\r')
		r->cr = 1;
	else if (c == '\n' || r->cr) {
		r->record.over = c != '\n';
		if (r->len)
			rc = end_line(r, e);
		r->no += c == '\n';
		r->cr = 0;
	}
	if (c != '\n' && c != '\r' && r->len < LINE)
		r->line[r->len++] = c;
	return rc;
}

static int
by_line(const void *a, const void *b)
{
	const log_entry *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->event != y->event ? (x->event < y->event ? -1 : 1) : strcmp(x->reason, y->reason);
}

int
ev_log_read(ev_log *l, const char *path, as_err *e)
{
	reader *r = calloc(1, sizeof *r);
	as_input *in;
	char buf[65536];
	long n = 0;
	size_t all = 0;
	int rc = 0;

	*l = (ev_log){0};
	if (!r)
		return as_nomem(e);
	r->log = r->record.log = l;
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
	r->record.over = 0;
	if (rc == 0 && n == 0 && r->len)
		rc = end_line(r, e);
	if (rc == 0 && n == 0)
		rc = log_record_end(&r->record, e);
	if (rc == 0 && n == 0)
		rc = log_trace_end(&r->trace, l, e);
	if (rc == 0 && n == 0 && all == 0)
		rc = as_fail(e, path, 0, "empty input");
	free(r);
	if (rc != 0 || n < 0) {
		ev_log_free(l);
		return -1;
	}
	for (size_t i = 0; i < LOG_NEVENTS; i++)
		l->holds[i] |= l->count[i] > 0 || i == LOG_LIMIT || i >= LOG_FALLBACK;
	if (l->n)
		qsort(l->v, l->n, sizeof *l->v, by_line);
	return 0;
}

void
ev_log_free(ev_log *l)
{
	free(l->v);
	free(l->slot);
	ev_keep_free(&l->keep);
	*l = (ev_log){0};
}
