#include "log_record.h"

#include <stdlib.h>
#include <string.h>

#include "log_form.h"
#include "log_prefix.h"

/* Counts an event and, after a break that skips its frame, the fallback. Debug logs say a
 * skip again as a frame that is not converted: known by its place, and not counted. */
static void
count(log_record *r, log_open *o)
{
	if (o->x.event == LOG_FALLBACK && strstr(o->x.reason, "exc.Unsupported: "))
		for (size_t i = 0; i < LOG_SAID && i < r->nfell; i++)
			if (strcmp(r->fell[i], o->x.where) == 0)
				return;
	log_count(r->log, &o->x);
	if (o->fall.n == 0)
		return;
	r->fell[r->nfell++ % LOG_SAID] = o->x.where;
	if (!*o->fall.where)
		o->fall.where = o->x.where;
	log_count(r->log, &o->fall);
}

/* Counts the first open events: those that nothing explains any more, all where
 * all is set, and one at least where there is no room. */
static void
settle(log_record *r, int all)
{
	size_t n = 0;

	while (n < r->nopen && (all || r->open[n].left <= 0 || (n == 0 && r->nopen == LOG_OPEN))) {
		log_open *o = &r->open[n++];

		if (!o->twice && !(o->is & DOUBTED))
			count(r, o);
	}
	memmove(r->open, r->open + n, (r->nopen - n) * sizeof *r->open);
	r->nopen -= n;
}

void
log_record_end(log_record *r)
{
	settle(r, 1);
}

/* Copies what stands before a message, without the blanks at its end. */
static void
copy_prefix(char *out, const char *line, const char *at)
{
	size_t n = log_trim(line, (size_t)(at - line));

	n = n < LOG_PREFIX ? n : LOG_PREFIX - 1;
	memcpy(out, line, n);
	out[n] = '\0';
}

/* Whether another handler has just written the same, or what is raised was logged. */
static int
said_before(log_record *r, const log_form *f, const char *line)
{
	size_t n = (size_t)(f->at - line);
	log_said s = {f->event, log_prefix_time(line, n), log_prefix_shape(line, n), LOG_HASH};
	int again = 0, raised = (f->is & RAISED) != 0;

	s.time = s.time < 0 ? r->time : s.time;
	for (const char *p = raised ? strstr(f->at, ": ") + 2 : f->at; *p; p++)
		s.text = (s.text ^ (unsigned char)*p) * LOG_PRIME;
	for (size_t i = 0; i < LOG_SAID && i < r->nsaid; i++) {
		const log_said *t = &r->said[i];
		int near = t->time >= 0 && s.time >= 0 && llabs(t->time - s.time) < 1000;

		again |= t->event == s.event && t->text == s.text &&
		    (raised || (t->shape != s.shape && near));
	}
	r->said[r->nsaid++ % LOG_SAID] = s;
	return again;
}

/* What the line says where it goes on with the record of an open event, or NULL: it has
 * its prefix, or what torch's own logger wrote of it, as the end of a progress bar stands
 * before the first line only; or is bare as some handlers write all lines but the first. */
static const char *
goes_on(const log_record *r, const log_open *o, const char *line)
{
	const char *m = log_after_prefix(line, o->prefix), *own = log_header(o->prefix);

	if (!m && own)
		m = log_after_prefix(line, own);
	return m ? m : o == &r->open[r->nopen - 1] && !o->repeats ? line : NULL;
}

/* The open warning of a break ("consider setting ...") that a break of the same compilation
 * ("] [3/0]") says again: torch warns, and logs the break where TORCH_LOGS asks for it. */
static log_open *
hinted(log_record *r, const char *line)
{
	const char *a = strstr(line, "] [");

	for (log_open *o = r->open; o < r->open + r->nopen; o++) {
		const char *b = o->is & HINT ? strstr(o->prefix, "] [") : NULL;

		if (o->is & HINT && (a && b ? strncmp(a, b, 3 + strcspn(a + 3, "]")) == 0 : a == b))
			return o;
	}
	return NULL;
}

/* Opens the event of a line; hint: the warning of it, which it takes the place of. */
static void
begin(log_record *r, const log_form *f, const char *line, log_open *hint)
{
	int twice = said_before(r, f, line);
	char prefix[LOG_PREFIX], place[LOG_PLACE];
	size_t no = r->no;
	log_open *o;

	if (hint && !twice) {
		no = hint->x.line;
		r->nopen--;
		memmove(hint, hint + 1, (size_t)(r->open + r->nopen - hint) * sizeof *hint);
	}
	copy_prefix(prefix, line, f->at);
	for (o = r->open; o < r->open + r->nopen; o++)
		if (*prefix ? log_after_prefix(prefix, o->prefix) && log_after_prefix(o->prefix, prefix)
		    : !*o->prefix)
			o->left = 0;
	settle(r, 0);
	r->log->doubles += twice && !(f->is & (RAISED | DOUBTED));
	/* torch warns of skips unasked */
	r->log->holds[LOG_SKIP] |= !r->inner && f->event != LOG_FALLBACK;
	o = &r->open[r->nopen++];
	*o = (log_open){.left = f->lines, .is = f->is, .twice = twice};
	o->x = (log_entry){f->event, "", "", 1, no, f->amount};
	o->fall = (log_entry){LOG_FALLBACK, "skip", "", (f->is & SKIPS) != 0, no, 0};
	memcpy(o->prefix, prefix, sizeof prefix);
	if (f->reason)
		o->x.reason = log_keep(r->log, f->reason, f->nreason);
	if (f->where)
		o->x.where = log_keep(r->log, f->where, f->nwhere);
	else if (log_place(f->at, place, sizeof place))
		o->x.where = log_keep(r->log, place, strlen(place));
	o->done = f->event >= LOG_FALLBACK && f->reason;
	o->stack = !*o->x.where && f->event >= LOG_BREAK && f->event != LOG_ERROR;
	if (f->event == LOG_ERROR && *r->place && r->place_no + TRACE > r->no &&
	    log_after_prefix(prefix, r->above))
		o->x.where = log_keep(r->log, r->place, strlen(r->place));
}

/* The open event whose record says in this line that its frame falls back. */
static log_open *
breaking(log_record *r, const char *line)
{
	static const char *const begin[] = {"Graph Break Reason: ", "Reason: ", "Explanation: ",
	    "torch.compile will skip tracing"};

	for (log_open *o = r->open + r->nopen; o-- > r->open; ) {
		int may = o->left > 0 && (o->x.event == LOG_BREAK || o->x.event >= LOG_FALLBACK);
		const char *m = may ? goes_on(r, o, line) : NULL;

		for (size_t k = 0; m && k < sizeof begin / sizeof *begin; k++)
			if (log_behind(m + strspn(m, " \t"), begin[k]))
				return o;
	}
	return NULL;
}

/* The reason in a line of the record of o, or NULL; of a break that announces a traceback
 * it is what was raised. */
static const char *
reason(const log_open *o, const char *m)
{
	static const struct { log_event of; const char *label; } line[] = {
	    {LOG_LIMIT, "last reason: "}, {LOG_LIMIT, "reasons: "}, {LOG_RECOMPILE, "- "},
	    {LOG_RECOMPILE, "triggered by the following guard failure: "},
	    {LOG_BREAK, "Reason: "}, {LOG_BREAK, "Graph Break Reason: "}, {LOG_FALLBACK, "Reason: "}};
	int trace = o->x.event == LOG_BREAK && o->left > CONTEXT;
	const char *p = NULL;

	if (o->next || o->x.event == LOG_ERROR)
		return *m ? m : NULL;
	if (trace && (p = strstr(m, "exc.Unsupported: ")))
		return p + 17;
	for (size_t i = 0; i < sizeof line / sizeof *line && !p && !(o->is & HINT); i++)
		p = line[i].of == o->x.event ? log_behind(m, line[i].label) : NULL;
	if (!p && log_is_exception(m) && (o->x.event == LOG_FALLBACK || (trace && !(o->is & HINT))))
		p = m;
	return p;
}

/* Whether m, which a line of its record says, explains o. */
static int
explain(log_record *r, log_open *o, const char *m)
{
	char place[LOG_PLACE];
	const char *p = NULL;
	size_t n;

	m += strspn(m, " \t");
	if (log_behind(m, "Traceback (most recent call last)")) {
		o->stack = 0;
		if (o->x.event == LOG_ERROR && !o->chained) /* of another failure */
			o->left = 0;
	}
	if (log_behind(m, "The above exception") || log_behind(m, "During handling of the above"))
		o->chained = 1;
	if (log_behind(m, "from user code:"))
		return o->stack = 1;
	if (o->x.event == LOG_LIMIT)
		p = log_behind(m, "function: ");
	else if (o->stack && log_place(m, place, sizeof place) == m)
		p = place;
	if (p) {
		o->x.where = log_keep(r->log, p, strlen(p));
		o->is &= ~DOUBTED;
		return 1;
	}
	if (o->done) { /* what is raised next may be the same failure */
		int same = log_is_exception(m) && (o->chained || o->x.event == LOG_FALLBACK ||
		    (o->x.event == LOG_BREAK && *o->prefix));

		o->chained &= !same;
		return same;
	}
	if (!(p = reason(o, m)))
		return 0;
	n = log_trim(p, strlen(p));
	/* some lines name but the instruction, or the wrapper of an exception, and the next one why */
	o->next = log_behind(p, "Failed to handle graph break gracefully") || (!o->next && n &&
	    p[n - 1] == ':' && (log_behind(p, "Encountered graph break") || o->x.event == LOG_FALLBACK));
	if (o->x.event < LOG_BREAK) {
		p = log_guard(p + strspn(p, " "), &n);
		o->left = 0;
	}
	o->x.reason = log_keep(r->log, p, n);
	o->is &= ~DOUBTED;
	o->done = !o->next;
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
		int own = m && (m != line || r->inner) && (*o->prefix || r->inner);

		o->repeats |= own && *o->prefix;
		if (m && o->left > 0)
			used |= explain(r, o, m);
		o->left -= !own;
	}
	return used;
}

/* Keeps the last place of a stack in a program, so that an error below it has one. */
static void
keep_place(log_record *r, const char *line)
{
	static const char *const library[] = {"site-packages", "dist-packages", "/torch/", "/lib/python3",
	    "<frozen"};
	const char *p = strstr(line, "File \"");

	for (size_t i = 0; p && i < sizeof library / sizeof *library; i++)
		p = strstr(p, library[i]) ? NULL : p;
	if (!p || !log_place(p, r->place, sizeof r->place))
		return;
	copy_prefix(r->above, line, p);
	r->place_no = r->no;
}

void
log_record_line(log_record *r, const char *line)
{
	log_form f;
	log_open *o = NULL;
	int is = log_form_find(line, &f), used = 0;

	/* what belongs to an open event is none of its own, but a fallback that a break states */
	if (!is || f.event >= LOG_FALLBACK || f.is & RAISED) {
		used = explains(r, line);
		keep_place(r, line);
	}
	if (is && f.event == LOG_ERROR && (used || r->inner))
		is = 0;
	if (is && f.event == LOG_LIMIT) {
		is = !(f.is & RAISED) || !r->warned;
		r->warned |= !(f.is & RAISED);
	}
	if (is && f.event == LOG_FALLBACK && f.reason && (o = breaking(r, line))) {
		is = 0;
		if (o->x.event == LOG_BREAK && o->fall.n == 0) {
			o->fall.reason = log_keep(r->log, f.reason, f.nreason);
			o->fall.where = *o->x.where ? "" : log_keep(r->log, f.where, f.nwhere);
			o->fall.line = r->no;
			o->fall.n = 1;
		}
	}
	if (is && f.event == LOG_BREAK && !(f.is & HINT) && (o = hinted(r, line)) &&
	    log_behind(f.at, "Graph break: from") && goes_on(r, o, line)) {
		is = 0; /* it is the second half of the warning */
		o->stack = 1;
		o->left = TRACE;
	}
	if (is)
		begin(r, &f, line, o);
	settle(r, 0);
}
