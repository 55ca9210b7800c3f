#include "log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "log_prefix.h"
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
 * logger ([__recompiles]), or where TORCH_LOGS is set, which torch only advises behind
 * a word ("use TORCH_LOGS=..."). */
static void
mark_kinds(ev_log *l, const char *s)
{
	static const struct { const char *name; unsigned is; } tag[] = {{"recompiles", 1u << LOG_RECOMPILE}, {"graph_breaks", 1u << LOG_BREAK},
	    {"perf_hints", 1u << LOG_PARTITION}, {"cudagraphs", 1u << LOG_PARTITION}, {"+dynamo", 1u << LOG_BREAK}};
	const char *set = strstr(s, "TORCH_LOGS"), *p;
	unsigned is = 0;

	if (set && (!strchr("=:\"", set[10]) || log_in_prose(s, set)) && strncmp(s, "env ", 4) != 0 && strncmp(s, "export ", 7) != 0)
		set = NULL;
	for (size_t i = 0; i < sizeof tag / sizeof *tag; i++) {
		if (set && strstr(set, tag[i].name))
			is |= tag[i].is;
		for (p = s; (p = strstr(p, tag[i].name)); p++)
			if (p - s > 2 && p[-1] == '_' && p[-2] == '_' && (p[-3] == '[' || p[-3] == '.'))
				is |= tag[i].is;
	}
	/* torch warns of skips unasked; the debug log of dynamo has the breaks */
	if (is || strstr(s, "torch/_dynamo/") || strstr(s, "torch/_inductor/") || strstr(s, "torch._dynamo") || strstr(s, "torch._inductor"))
		is |= 1u << LOG_SKIP;
	if (*s == 'V' && isdigit((unsigned char)s[1]) && (p = strstr(s, " torch/_dynamo/")) && (p = strstr(p, "] ")) && strncmp(p + 2, "[__", 3) != 0)
		is |= 1u << LOG_BREAK;
	for (size_t k = 0; k < LOG_NEVENTS; k++)
		l->holds[k] |= (int)(is >> k & 1);
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

/* The lines of a message that a collector keeps as a string of JSON or logfmt: 1; 0: it
 * is none. */
static int
unwrap(reader *r, as_err *e)
{
	static const char *const key[] = {"\"log\":", "\"msg\":", "\"message\":", "\"MESSAGE\":", "\"text\":", "\"textPayload\":", " msg=\"", " message=\""};
	const char *s = NULL;
	size_t n = 0;

	for (size_t i = 0; !s && i < sizeof key / sizeof *key; i++)
		if ((*key[i] == ' ' || r->line[strspn(r->line, " ")] == '{') && (s = strstr(r->line, key[i])))
			s = strchr(s + 2, *key[i] == ' ' ? '"' : ':') + 1;
	if (!s)
		return 0;
	s += strspn(s, " ");
	s += *s == '"';
	for (char c; ; s++) {
		if ((c = *s) == '\\' && s[1]) {
			c = *++s;
			c = c == 'n' || c == 'r' ? '\n' : c == 't' ? '\t' : c == 'u' ? '?' : c;
		} else if (c == '"')
			c = '\0';
		r->inner[n++] = c == '\n' ? '\0' : c;
		if (c == '\n' || c == '\0') {
			if (n > 1 && take(r, r->inner, e) != 0)
				return -1;
			n = 0;
		}
		if (c == '\0')
			return 1;
	}
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
