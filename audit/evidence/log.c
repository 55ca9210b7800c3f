#include "log.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "input.h"

enum { LINE = 65536, CONTEXT = 12, TRACE = 100 }; /* lines after an event that may hold its reason; TRACE: at the end of a traceback */

typedef struct {
	ev_log *log;
	char line[LINE + 1];
	size_t len, no;
	log_entry event;     /* waiting for its reason; n is 0 if none is */
	int left;            /* lines that may still give it */
	int warned;          /* of a recompile limit that was reached */
} reader;

const char *
log_event_name(log_event e)
{
	static const char *const name[LOG_NEVENTS] = {"recompile limit", "recompile", "graph break", "cudagraph skip", "fallback"};

	return name[e];
}

/* The message behind what loggers and torchrun put in front of it:
 *   [rank0]:W0110 12:27:06.332000 158 torch/_dynamo/convert_frame.py:1551] [2/8]
 *   [2023-11-15 16:13:26,741] torch._dynamo.guards.__recompiles: [DEBUG] */
static const char *
message(const char *s)
{
	for (;;) {
		const char *end;

		s += strspn(s, " \t");
		if (*s == '[' && (end = strchr(s, ']')) && end - s < 64 && (end[1] == ' ' || end[1] == ':' || end[1] == '\0'))
			s = end + 1 + (end[1] == ':');
		else if (strchr("VIWEFCD", *s) && *s && strspn(s + 1, "0123456789") == 4 && (end = strstr(s, "] ")))
			s = end + 1;
		else if (strncmp(s, "Torchdynamo: ", 13) == 0) /* before torch 2.0 */
			s += 13;
		else if (strncmp(s, "torch.", 6) == 0 && (end = strstr(s, ": ")) && !memchr(s, ' ', (size_t)(end - s)))
			s = end + 1;
		else
			return s;
	}
}

static int
add(reader *r, as_err *e)
{
	ev_log *l = r->log;
	log_entry *x = &r->event, *more;

	if (x->n == 0)
		return 0;
	l->count[x->event]++;
	l->limits += x->amount;
	for (size_t i = 0; i < l->n; i++)
		if (l->v[i].event == x->event && strcmp(l->v[i].reason, x->reason) == 0) {
			l->v[i].n++;
			l->v[i].amount += x->amount;
			x->n = 0;
			return 0;
		}
	if (l->n == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 16;

		if (!(more = realloc(l->v, cap * sizeof *more)))
			return as_nomem(e);
		l->v = more;
		l->cap = cap;
	}
	l->v[l->n++] = *x;
	x->n = 0;
	return 0;
}

/* Keeps text for an entry, cut at a length that people read. */
static const char *
keep(reader *r, const char *s, size_t n)
{
	char *t;

	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	t = ev_text(&r->log->keep, "%.*s", (int)(n > 300 ? 300 : n), s);
	return t ? t : "";
}

static int
begin(reader *r, log_event what, const char *reason, size_t n, const char *where, as_err *e)
{
	if (add(r, e) != 0)
		return -1;
	r->event = (log_entry){.event = what, .reason = keep(r, reason, n), .where = keep(r, where, strcspn(where, "\n")), .n = 1, .line = r->no};
	r->left = CONTEXT;
	return 0;
}

/* Up to what follows a reason: instances, places, lists. */
static size_t
reason_length(const char *s)
{
	static const char *const end[] = {" (", ". Found", ". found", " Found from", ". Consider", ": ", "\n"};
	size_t n = strlen(s);

	for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
		const char *p = strstr(s, end[i]);

		if (p && (size_t)(p - s) < n)
			n = (size_t)(p - s);
	}
	while (n && s[n - 1] == '.')
		n--;
	return n;
}

/* "0/7: tensor ..." without the number of the cache entry */
static const char *
guard(const char *s)
{
	size_t n = strspn(s, "0123456789/");

	return n && s[n] == ':' && memchr(s, '/', n) ? s + n + 1 + strspn(s + n + 1, " ") : s;
}

static int
is_limit(reader *r, const char *m, as_err *e)
{
	static const char *const name[] = {"hit config.recompile_limit", "hit config.cache_size_limit",
	    "hit config.accumulated_recompile_limit", "hit config.accumulated_cache_size_limit"};
	/* raised: after the warning, which is missing only where the logger is silent */
	static const char *const raised[] = {"FailOnRecompileLimitHit: ", "FailOnCacheLimitHit: ", "CacheLimitExceeded: ",
	    "RecompileLimitExceeded: ", "Unsupported: cache_size_limit reached", "Unsupported: recompile_limit reached"};

	for (size_t i = 0; i < sizeof raised / sizeof *raised; i++) {
		const char *p = strstr(r->line, raised[i]); /* with the name of its module, which m leaves out */

		if (p && r->warned)
			return 1;
		if (p) {
			p = strstr(p, ": ") + 2;
			return begin(r, LOG_LIMIT, p, strcspn(p, "\n"), "", e) != 0 ? -1 : (r->left = 0, 1);
		}
	}

	for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
		const char *p = strstr(m, name[i]);

		if (!p)
			continue;
		if (begin(r, LOG_LIMIT, "", 0, "", e) != 0)
			return -1;
		r->warned = 1;
		p = strchr(p, '(');
		r->event.amount = p ? strtod(p + 1, NULL) : 0;
		return 1;
	}
	return 0;
}

/* An event that this line begins: 1, 0, -1. */
static int
starts(reader *r, const char *m, as_err *e)
{
	static const char *const fallback[] = {"falling back to eager", "falling back to aot_eager", "falling back to PyTorch", "fallback to eager", "fall back to eager", "WON'T CONVERT",
	    "Cannot find a working triton installation", "recompile_limit reached with fullgraph", "suppress_errors",
	    "accessing tensor output of CUDAGraphs that has been overwritten", "torch.compile is not supported", "Dynamo is not supported"};
	const char *p, *q;
	int rc = is_limit(r, m, e);

	if (rc != 0)
		return rc;
	for (p = NULL, q = m; (q = strcasestr(q, "skipping cudagraph"));) { /* some versions say it twice */
		q += strlen("skipping cudagraph");
		q += *q == 's';
		q += *q == ' ';
		p = strncmp(q, "due to ", 7) == 0 ? q + 7 : strncmp(q, "for ", 4) == 0 ? q + 4 : p;
	}
	if (p) {
		size_t n = reason_length(p);

		if (n > 4 && strncmp(p, "['", 2) == 0 && strncmp(p + n - 2, "']", 2) == 0) { /* torch 2.0 prints a list */
			p += 2;
			n -= 4;
		}
		return begin(r, LOG_SKIP, p, n, "", e) != 0 ? -1 : (r->left = 0, 1);
	}
	if ((p = strstr(m, "Unable to hit fast path of CUDAGraphs because of ")))
		return begin(r, LOG_SKIP, p + 49, reason_length(p + 49), "", e) != 0 ? -1 : (r->left = 0, 1);
	if ((p = strstr(m, "Recompiling function "))) {
		if ((q = strstr(p, "guard failure: "))) { /* torch 2.0 prints a tuple: ('Recompiling ...', "triggered by ...") */
			size_t n = strlen(q + 15);

			n -= n > 2 && (strcmp(q + 15 + n - 2, "\")") == 0 || strcmp(q + 15 + n - 2, "')") == 0) ? 2 : 0;
			if (begin(r, LOG_RECOMPILE, q + 15, n, "", e) != 0)
				return -1;
			q = strstr(p, "', ");
			r->event.where = keep(r, p + 21, q ? (size_t)(q - p - 21) : strlen(p + 21));
			return r->left = 0, 1;
		}
		return begin(r, LOG_RECOMPILE, "", 0, p + 21, e) != 0 ? -1 : 1;
	}
	/* a break that was logged before says so in brackets */
	if ((p = strstr(m, "Graph break")) && (p[11] == ' ') && (q = strstr(p, " in user code at ")) && (q == p + 11 || (p[12] == '(' && q[-1] == ')')))
		return begin(r, LOG_BREAK, "", 0, q + 17, e) != 0 ? -1 : 1;
	if (strncmp(m, "Graph break from ", 17) == 0)
		return begin(r, LOG_BREAK, m + 12, strcspn(m + 12, "\n"), "", e) != 0 ? -1 : (r->left = 0, 1);
	if (strncmp(m, "Graph break: ", 13) == 0) {
		q = strstr(m + 12, " from user code at");
		if (q == m + 12) /* torch 2.1 to 2.3 end a traceback with the reason */
			return begin(r, LOG_BREAK, "", 0, "", e) != 0 ? -1 : (r->left = TRACE, 1);
		return begin(r, LOG_BREAK, m + 13, q ? (size_t)(q - m - 13) : strlen(m + 13), "", e) != 0 ? -1 : (r->left = 0, 1);
	}
	if ((p = strstr(m, "Graph break due to ")))
		return begin(r, LOG_BREAK, p + 19, reason_length(p + 19), "", e) != 0 ? -1 : (r->left = 0, 1);
	for (size_t i = 0; i < sizeof fallback / sizeof *fallback; i++)
		if (strcasestr(m, fallback[i]))
			return begin(r, LOG_FALLBACK, fallback[i], strlen(fallback[i]), m, e) != 0 ? -1 : (r->left = 0, 1);
	return 0;
}

/* A line below an event that says why. */
static void
explains(reader *r, const char *m)
{
	log_entry *x = &r->event;
	const char *p;

	if (!x->n || r->left-- <= 0)
		return;
	if (x->event == LOG_LIMIT) {
		if ((p = strstr(m, "function: ")))
			x->where = keep(r, p + 10, strlen(p + 10));
		else if ((p = strstr(m, "last reason: ")))
			p = guard(p + 13);
		else if ((p = strstr(m, "reasons: ")))
			p = guard(p + 9 + strspn(p + 9, " "));
		if (p && !strstr(m, "function: ")) {
			x->reason = keep(r, p, strlen(p));
			r->left = 0;
		}
	} else if (x->event == LOG_RECOMPILE) {
		if ((p = strstr(m, "guard failure: ")))
			p += 15;
		else if (m[0] == '-' && m[1] == ' ')
			p = guard(m + 2);
		if (p) {
			x->reason = keep(r, p, strlen(p));
			r->left = 0;
		}
	} else if (x->event == LOG_BREAK && ((p = strstr(m, "Reason: ")) || (p = strstr(r->line, "exc.Unsupported: ")))) {
		p = strchr(p, ':') + 2;
		x->reason = keep(r, p, strlen(p));
		r->left = 0;
	}
}

static int
end_line(reader *r, as_err *e)
{
	const char *m;
	int rc;

	r->line[r->len] = '\0';
	for (size_t i = 0; i < r->len; i++)
		if (r->line[i] == '\0' || r->line[i] == '\r')
			r->line[i] = ' ';
	r->no++;
	r->log->lines = r->no;
	m = message(r->line);
	/* the reason of a break may be that a function falls back */
	if (r->event.n && r->event.event == LOG_BREAK && strstr(m, "Reason: "))
		explains(r, m);
	rc = starts(r, m, e);
	if (rc == 0)
		explains(r, m);
	r->len = 0;
	return rc < 0 ? -1 : 0;
}

int
ev_log_read(ev_log *l, const char *path, as_err *e)
{
	reader *r = calloc(1, sizeof *r);
	as_input *in;
	char buf[65536];
	long n = 0;
	int rc = 0, open_line = 0;

	*l = (ev_log){0};
	if (!r)
		return as_nomem(e);
	r->log = l;
	if (as_input_open(&in, path, e) != 0) {
		free(r);
		return -1;
	}
	while (rc == 0 && (n = as_input_read(in, buf, sizeof buf, e)) > 0)
		for (long i = 0; i < n && rc == 0; i++) {
			open_line = buf[i] != '\n';
			if (buf[i] == '\n')
				rc = end_line(r, e);
			else if (r->len < LINE)
				r->line[r->len++] = buf[i];
		}
	as_input_close(in);
	if (rc == 0 && n == 0 && open_line)
		rc = end_line(r, e);
	if (rc == 0 && n == 0)
		rc = add(r, e);
	if (rc == 0 && n == 0 && l->lines == 0)
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
