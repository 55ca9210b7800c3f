#include "log_record.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "log_form.h"
#include "log_prefix.h"
#include "log_table.h"

/* Counts an event and, after a break that skips its frame, the fallback. Debug logs say a
 * skip again as a frame that is not converted: known by its place, and not counted. */
static int
count(log_record *r, log_open *o, as_err *e)
{
	if (o->x.event == LOG_FALLBACK && strstr(o->x.reason, "exc.Unsupported: "))
		for (size_t i = 0; i < LOG_SAID && i < r->nfell; i++)
			if (strcmp(r->fell[i], o->x.where) == 0)
				return 0;
	if (log_count(r->log, &o->x, e) != 0)
		return -1;
	if (o->fall.n == 0)
		return 0;
	r->fell[r->nfell++ % LOG_SAID] = o->x.where;
	if (!*o->fall.where)
		o->fall.where = o->x.where;
	return log_count(r->log, &o->fall, e);
}

/* Counts the first open events: those that nothing explains any more, all where
 * all is set, and one at least where there is no room. */
static int
settle(log_record *r, int all, as_err *e)
{
	size_t n = 0;

	while (n < r->nopen && (all || r->open[n].left <= 0 || (n == 0 && r->nopen == LOG_OPEN))) {
		log_open *o = &r->open[n++];

		if (!o->twice && !o->doubted && count(r, o, e) != 0)
			return -1;
	}
	memmove(r->open, r->open + n, (r->nopen - n) * sizeof *r->open);
	r->nopen -= n;
	return 0;
}

int
log_record_end(log_record *r, as_err *e)
{
	return settle(r, 1, e);
}

/* Copies what stands before a message, without the blanks at its end. */
static void
copy_prefix(char *out, const char *line, const char *at)
{
	size_t n;

	n = (size_t)(at - line);
	while (n && isspace((unsigned char)line[n - 1]))
		n--;
	n = n < LOG_PREFIX ? n : LOG_PREFIX - 1;
	memcpy(out, line, n);
	out[n] = '\0';
}

/* Whether another handler has just written the same, or what is raised was logged. */
static int
said_before(log_record *r, const log_form *f, const char *line)
{
	log_said s = {.event = f->event, .time = log_prefix_time(line, (size_t)(f->at - line)), .shape = log_prefix_shape(line, (size_t)(f->at - line))};
	int again = 0;

	s.text = 14695981039346656037u;
	for (const char *p = f->raised ? strstr(f->at, ": ") + 2 : f->at; *p; p++)
		s.text = (s.text ^ (unsigned char)*p) * 1099511628211u;
	for (size_t i = 0; i < LOG_SAID && i < r->nsaid; i++) {
		const log_said *t = &r->said[i];
		int64_t apart = t->time - s.time;

		again |= t->event == s.event && t->text == s.text && (f->raised || (t->shape != s.shape && t->time >= 0 && s.time >= 0 && apart < 1000 && apart > -1000));
	}
	r->said[r->nsaid++ % LOG_SAID] = s;
	return again;
}

static log_open *
begin(log_record *r, const log_form *f, const char *line, as_err *e)
{
	char prefix[LOG_PREFIX], place[LOG_PLACE];
	log_open *o;

	copy_prefix(prefix, line, f->at);
	for (size_t i = 0; i < r->nopen; i++)
		if (strcmp(r->open[i].prefix, prefix) == 0 || (*prefix && log_after_prefix(prefix, r->open[i].prefix) && log_after_prefix(r->open[i].prefix, prefix)))
			r->open[i].left = 0;
	if (settle(r, 0, e) != 0)
		return NULL;
	r->log->holds[LOG_SKIP] |= !r->inner && f->event != LOG_FALLBACK; /* torch warns of these unasked */
	o = &r->open[r->nopen++];
	*o = (log_open){.x = {.event = f->event, .reason = "", .where = "", .n = 1, .line = r->no, .amount = f->amount}, .left = f->lines, .hint = f->hint, .doubted = f->doubted};
	memcpy(o->prefix, prefix, sizeof prefix);
	if (f->reason)
		o->x.reason = log_keep(r->log, f->reason, f->nreason);
	if (f->where)
		o->x.where = log_keep(r->log, f->where, f->nwhere);
	else if (log_place(f->at, place, sizeof place))
		o->x.where = log_keep(r->log, place, strlen(place));
	o->stack = !*o->x.where && f->event != LOG_LIMIT && f->event != LOG_RECOMPILE && f->event != LOG_ERROR;
	o->done = f->event == LOG_ERROR && f->reason;
	o->fall = (log_entry){.event = LOG_FALLBACK, .reason = "skip", .where = "", .n = (size_t)f->skips, .line = r->no};
	return o;
}

/* The compilation that a prefix is of: "[3/0]"; "" where it names none. */
static size_t
compile_id(const char *prefix, const char **id)
{
	*id = "";
	for (const char *p = prefix; (p = strchr(p, '[')); p++) {
		size_t n = strspn(p + 1, "0123456789/_!");

		if (n && p[1 + n] == ']' && memchr(p, '/', n)) {
			*id = p;
			return n + 2;
		}
	}
	return 0;
}

/* The open warning of a break ("consider setting ...") that a break says again:
 * torch warns, and logs the break where TORCH_LOGS asks for it. */
static log_open *
hinted(log_record *r, const char *line)
{
	const char *a, *b;
	size_t n = compile_id(line, &a);

	for (size_t i = 0; i < r->nopen; i++)
		if (r->open[i].hint && compile_id(r->open[i].prefix, &b) == n && strncmp(a, b, n) == 0)
			return &r->open[i];
	return NULL;
}

/* What the line says where it goes on with the record of an open event, or NULL: it has
 * its prefix, or is bare as some handlers write all lines but the first. */
static const char *
goes_on(const log_record *r, const log_open *o, const char *line)
{
	const char *m = log_after_prefix(line, o->prefix);

	return m ? m : o == &r->open[r->nopen - 1] && !o->repeats ? line : NULL;
}

static int
is_break(log_record *r, const log_form *f, const char *line, as_err *e)
{
	log_open *o = f->hint ? NULL : hinted(r, line);
	size_t no;

	if (!o)
		return begin(r, f, line, e) ? 0 : -1;
	if (strncmp(f->at, "Graph break: from", 17) == 0 && goes_on(r, o, line)) { /* the second half of the warning */
		o->stack = 1;
		o->left = TRACE;
		return 0;
	}
	no = o->x.line;
	r->nopen--;
	memmove(o, o + 1, (size_t)(r->open + r->nopen - o) * sizeof *o);
	if (!(o = begin(r, f, line, e)))
		return -1;
	o->x.line = no;
	return 0;
}

/* The open event whose record says in this line that its frame falls back. */
static log_open *
breaking(log_record *r, const char *line)
{
	static const char *const begin[] = {"Graph Break Reason: ", "Reason: ", "Explanation: ", "torch.compile will skip tracing"};

	for (log_open *o = r->open + r->nopen; o-- > r->open; ) {
		const char *m = (o->x.event == LOG_BREAK || o->x.event >= LOG_FALLBACK) && o->left > 0 ? goes_on(r, o, line) : NULL;

		for (size_t k = 0; m && k < sizeof begin / sizeof *begin; k++)
			if (strncmp(m + strspn(m, " \t"), begin[k], strlen(begin[k])) == 0)
				return o;
	}
	return NULL;
}

/* Whether m, which a line of its record says, explains o. */
static int
explain(log_record *r, log_open *o, const char *m)
{
	static const struct { log_event of; const char *label; } line[] = {{LOG_LIMIT, "last reason: "}, {LOG_LIMIT, "reasons: "}, {LOG_RECOMPILE, "- "},
		{LOG_RECOMPILE, "triggered by the following guard failure: "}, {LOG_BREAK, "Reason: "}, {LOG_BREAK, "Graph Break Reason: "}, {LOG_FALLBACK, "Reason: "}};
	char place[LOG_PLACE];
	const char *p = NULL;
	size_t n;

	m += strspn(m, " \t");
	n = strlen(m);
	while (n && isspace((unsigned char)m[n - 1]))
		n--;
	if (strncmp(m, "Traceback (most recent call last)", 33) == 0) {
		o->stack = 0;
		if (o->x.event == LOG_ERROR && !o->chained) /* of another failure */
			o->left = 0;
	}
	if (strncmp(m, "The above exception", 19) == 0 || strncmp(m, "During handling of the above", 28) == 0)
		o->chained = 1;
	if (strncmp(m, "from user code:", 15) == 0)
		return o->stack = 1;
	if (o->x.event == LOG_LIMIT && strncmp(m, "function: ", 10) == 0)
		p = m + 10;
	else if (o->stack && strncmp(m, "File \"", 6) == 0 && log_place(m, place, sizeof place))
		p = place;
	if (p) {
		o->x.where = log_keep(r->log, p, strlen(p));
		o->doubted = 0;
		return 1;
	}
	if (o->done) { /* what is raised next may be the same failure */
		int same = log_is_exception(m) && (o->chained || o->x.event == LOG_FALLBACK || (o->x.event == LOG_BREAK && *o->prefix));

		o->chained &= !same;
		return same;
	}
	for (size_t i = 0; i < sizeof line / sizeof *line && !o->next && !o->hint; i++)
		if (line[i].of == o->x.event && strncmp(m, line[i].label, strlen(line[i].label)) == 0)
			p = m + strlen(line[i].label);
	if (o->next || o->x.event == LOG_ERROR)
		p = n ? m : NULL;
	else if (o->x.event == LOG_BREAK && o->left > CONTEXT && strstr(m, "exc.Unsupported: "))
		p = strstr(m, "exc.Unsupported: ") + 17;
	else if (!p && log_is_exception(m) && (o->x.event == LOG_FALLBACK || (o->x.event == LOG_BREAK && o->left > CONTEXT && !o->hint)))
		p = m;
	if (!p)
		return 0;
	n -= (size_t)(p - m);
	/* some lines name no more than the instruction, or the wrapper of an exception, and the next one why */
	o->next = !o->next && n && (p[n - 1] == ':' ? strncmp(p, "Encountered graph break", 23) == 0 || o->x.event == LOG_FALLBACK : 0);
	o->next |= strncmp(p, "Failed to handle graph break gracefully", 39) == 0;
	if (o->x.event < LOG_BREAK)
		p = log_guard(p + strspn(p, " "), &n);
	o->x.reason = log_keep(r->log, p, n);
	o->doubted = 0;
	o->done = !o->next;
	if (o->x.event < LOG_BREAK)
		o->left = 0;
	return 1;
}

/* Gives a line to the open events that it may go on with; whether it explained one. */
static int
explains(log_record *r, const char *line)
{
	int used = 0;

	for (size_t i = 0; i < r->nopen && !r->over; i++) {
		log_open *o = &r->open[i];
		const char *m = goes_on(r, o, line);
		int own = m && (*o->prefix || r->inner) && log_after_prefix(line, o->prefix);

		o->repeats |= own && *o->prefix;
		if (m && o->left > 0)
			used |= explain(r, o, m);
		o->left -= !own;
	}
	return used;
}

/* Keeps the last place of a stack, so that an error below it has one. */
static void
keep_place(log_record *r, const char *line)
{
	const char *p = strstr(line, "File \"");

	if (!p || strstr(p, "/torch/") || strstr(p, "/lib/python3") || strstr(p, "<frozen") || !log_place(p, r->place, sizeof r->place))
		return;
	copy_prefix(r->above, line, p);
	r->place_no = r->no;
}

int
log_record_line(log_record *r, const char *line, as_err *e)
{
	log_form f;
	log_open *o;
	int is = log_form_find(line, &f), used = 0;

	/* what belongs to an open event is none of its own, but a fallback that a break states */
	if (!is || f.event >= LOG_FALLBACK || f.raised) {
		used = r->nopen ? explains(r, line) : 0;
		keep_place(r, line);
		if (!is || (f.event == LOG_ERROR && (used || r->inner)))
			return settle(r, 0, e);
	}
	if (f.event == LOG_LIMIT && f.raised && r->warned)
		return settle(r, 0, e);
	r->warned |= f.event == LOG_LIMIT && !f.raised;
	if (f.event == LOG_FALLBACK && f.reason && (o = breaking(r, line))) {
		if (o->x.event == LOG_BREAK && o->fall.n == 0)
			o->fall = (log_entry){.event = f.event, .reason = log_keep(r->log, f.reason, f.nreason), .where = *o->x.where ? "" : log_keep(r->log, f.where, f.nwhere), .n = 1, .line = r->no};
		return settle(r, 0, e);
	}
	if (said_before(r, &f, line)) {
		r->log->doubles += !f.raised;
		if (!(o = begin(r, &f, line, e)))
			return -1;
		o->twice = 1;
		return settle(r, 0, e);
	}
	if (f.event == LOG_BREAK) {
		if (is_break(r, &f, line, e) != 0)
			return -1;
	} else if (!(o = begin(r, &f, line, e)))
		return -1;
	else if (f.event == LOG_ERROR && *r->place && r->place_no + TRACE > r->no && log_after_prefix(o->prefix, r->above))
		o->x.where = log_keep(r->log, r->place, strlen(r->place));
	return settle(r, 0, e);
}
