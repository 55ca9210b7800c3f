#include "log_trace.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "log_form.h"
#include "log_table.h"

static const char *
text_of(const cJSON *root, const char *path)
{
	const cJSON *v = as_json_at(root, path);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

/* What waits of a compilation, or LOG_PENDING. */
static size_t
waiting(const log_trace *t, log_event what, const char *id)
{
	for (size_t i = 0; i < t->nwait; i++)
		if (t->wait[i].x.event == what && strcmp(t->wait[i].id, id) == 0)
			return i;
	return LOG_PENDING;
}

/* Ends the wait of one, if it is one, and counts it if it is to be. */
static int
take(log_trace *t, ev_log *l, size_t i, int counted, as_err *e)
{
	if (i >= t->nwait)
		return 0;
	if (counted && log_count(l, &t->wait[i].x, e) != 0)
		return -1;
	memmove(t->wait + i, t->wait + i + 1, (--t->nwait - i) * sizeof *t->wait);
	return 0;
}

static int
wait(log_trace *t, ev_log *l, log_entry x, const char *id, as_err *e)
{
	if (t->nwait == LOG_PENDING && take(t, l, 0, 1, e) != 0)
		return -1;
	x.n = 1;
	t->wait[t->nwait].x = x;
	memcpy(t->wait[t->nwait++].id, id, LOG_ID);
	return 0;
}

/* Counts an event whose reason is the first line of a text, as guards are shown. */
static int
count(ev_log *l, log_entry x, const char *reason, as_err *e)
{
	size_t n, line;

	reason = log_guard(reason, &n);
	line = strcspn(reason, "\n");
	x.reason = log_keep(l, reason, line < n ? line : n);
	x.n = 1;
	return log_count(l, &x, e);
}

/* A text of several lines, as if they were logged. */
static int
read_text(log_trace *t, const char *s, as_err *e)
{
	char line[1024];

	for (size_t n; *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		snprintf(line, sizeof line, "%.*s", (int)(n < sizeof line ? n : sizeof line), s);
		if (log_record_line(&t->text, line, e) != 0)
			return -1;
	}
	return log_record_end(&t->text, e);
}

static int
failed(log_trace *t, ev_log *l, const cJSON *m, const char *id, log_entry x, as_err *e)
{
	const char *type = text_of(m, "fail_type"), *why = text_of(m, "fail_reason"), *guard = text_of(m, "recompile_reason"), *p;
	size_t of = waiting(t, LOG_RECOMPILE, id);

	if (!type)
		return 0;
	why = why ? why : "";
	if ((p = strstr(why, "ecompile limit exceeded")) || (p = strstr(why, "_limit reached"))) {
		const char *set = strstr(p, "currently set to ");

		x.event = LOG_LIMIT;
		x.amount = strtod(set ? set + 17 : strchr(id, '/') + 1, NULL);
		return count(l, x, guard ? guard : of < t->nwait ? t->wait[of].x.reason : "", e);
	}
	if (strstr(type, "SkipFrame") || strstr(type, "Restart") || (strstr(type, "Unsupported") && strcmp(t->broken, id) == 0))
		return 0; /* no failure, or that of a break that is counted */
	if (strcmp(type, "RecompileError") == 0 && (p = strstr(why, "- "))) {
		x.event = LOG_RECOMPILE;
		return count(l, x, p + 2, e);
	}
	x.event = LOG_ERROR;
	if ((p = strstr(why, "raised:\n")))
		return count(l, x, p + 8, e);
	type += strncmp(type, "<class '", 8) == 0 ? 8 : 0; /* to torch 2.5 */
	if (!(p = ev_text(&l->keep, "%.*s: %.*s", (int)strcspn(type, "'"), type, (int)strcspn(why, "\n"), why)))
		return as_nomem(e);
	x.reason = log_keep(l, p, strlen(p));
	return wait(t, l, x, id, e);
}

static int
metrics(log_trace *t, ev_log *l, const cJSON *m, const char *id, size_t no, as_err *e)
{
	const char *name = text_of(m, "co_name"), *file = text_of(m, "co_filename"), *skip = text_of(m, "cudagraph_skip_reason");
	const cJSON *again = cJSON_GetObjectItemCaseSensitive(m, "restart_reasons"), *v;
	size_t i = strtoul(strrchr(id, ':') + 1, NULL, 10) % LOG_FRAMES, n = (size_t)(strchr(id, '/') - id);
	log_entry x = {.event = LOG_BREAK, .where = "", .line = no};

	if (name && file) {
		memcpy(t->frame[i].id, id, LOG_ID);
		t->frame[i].where = ev_text(&l->keep, "%.100s in %.200s:%.0f", name, file, as_json_number(m, "co_firstlineno"));
	}
	if (t->frame[i].where && strncmp(t->frame[i].id, id, n + 1) == 0)
		x.where = t->frame[i].where;
	l->holds[LOG_BREAK] |= again != NULL;
	l->holds[LOG_SKIP] |= cJSON_GetObjectItemCaseSensitive(m, "cudagraph_skip_reason") != NULL;
	if (skip && read_text(t, skip, e) != 0)
		return -1;
	if (!t->breaks && !cJSON_GetObjectItemCaseSensitive(m, "num_graph_breaks"))
		cJSON_ArrayForEach(v, again) /* before torch 2.6 a break is only the reason of a restart */
			if (cJSON_IsString(v) && !strstr(v->valuestring, "RestartAnalysis") && count(l, x, v->valuestring, e) != 0)
				return -1;
	if (failed(t, l, m, id, x, e) != 0)
		return -1;
	if ((i = waiting(t, LOG_RECOMPILE, id)) < t->nwait)
		t->wait[i].x.where = x.where;
	return take(t, l, i, 1, e);
}

static int
record(log_trace *t, ev_log *l, const cJSON *root, size_t no, as_err *e)
{
	static const char *const kind[] = {"compilation_metrics", "bwd_compilation_metrics", "aot_autograd_backward_compilation_metrics"};
	const log_entry again = {.event = LOG_RECOMPILE, .reason = "", .where = "", .line = no};
	const char *name = text_of(root, "artifact.name");
	double compile = as_json_number(root, "frame_compile_id");
	const cJSON *m;
	char id[LOG_ID];

	snprintf(id, sizeof id, "%.9g:%.9g:%.9g/%.9g", as_json_number(root, "rank"), as_json_number(root, "compiled_autograd_id"), as_json_number(root, "frame_id"), compile);
	if (name && strcmp(name, "recompile_reasons") == 0) {
		t->payload = PAYLOAD_REASONS;
		return waiting(t, LOG_RECOMPILE, id) < t->nwait ? 0 : wait(t, l, again, id, e);
	}
	if (name && strcmp(name, "dynamo_graph_break_reason") == 0) {
		t->payload = PAYLOAD_TEXT;
		t->breaks = l->holds[LOG_BREAK] = 1;
		memcpy(t->broken, id, LOG_ID);
		return take(t, l, waiting(t, LOG_ERROR, id), 0, e); /* torch 2.6 to 2.9 log it late */
	}
	if (name && strstr(name, "cudagraph"))
		t->payload = PAYLOAD_TEXT;
	if (cJSON_GetObjectItemCaseSensitive(root, "dynamo_start")) {
		if (strcmp(t->broken, id) == 0)
			*t->broken = '\0'; /* ids begin anew after a reset */
		if (take(t, l, waiting(t, LOG_ERROR, id), 1, e) != 0)
			return -1;
		if (compile > 0 && waiting(t, LOG_RECOMPILE, id) >= t->nwait) /* before torch 2.5 no reason is given */
			return wait(t, l, again, id, e);
	}
	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		if ((m = cJSON_GetObjectItemCaseSensitive(root, kind[i])))
			return metrics(t, l, m, id, no, e);
	return 0;
}

/* The first of the reasons, which are a JSON array of texts or one text as it is. */
static void
take_reason(log_trace *t, ev_log *l, const char *s)
{
	log_entry *x = t->nwait ? &t->wait[t->nwait - 1].x : NULL;
	size_t n;

	if (!x || x->event != LOG_RECOMPILE || *x->reason || strcmp(s, "[") == 0)
		return;
	s = log_guard(s + (*s == '"'), &n);
	if (strstr(s, "\\n") && (size_t)(strstr(s, "\\n") - s) < n)
		n = (size_t)(strstr(s, "\\n") - s);
	n -= n && s[n - 1] == ',';
	n -= n && s[n - 1] == '"';
	x->reason = log_keep(l, s, n);
}

int
log_trace_line(log_trace *t, ev_log *l, const char *line, size_t n, size_t no, as_err *e)
{
	const char *json = strstr(line, "] {\"");
	cJSON *root;
	as_err bad;
	int rc;

	t->text.no = no;
	if (*line == '\t' && t->payload != PAYLOAD_NONE) {
		if (t->payload == PAYLOAD_REASONS)
			take_reason(t, l, line + 1);
		return t->payload == PAYLOAD_TEXT && log_record_line(&t->text, line + 1, e) != 0 ? -1 : 1;
	}
	if (log_record_end(&t->text, e) != 0)
		return -1;
	t->payload = PAYLOAD_NONE;
	if (!json || !memchr("VIWEC", *line, 5) || !isdigit((unsigned char)line[1]))
		return 0;
	t->payload = PAYLOAD_OTHER;
	json += 2;
	l->holds[LOG_RECOMPILE] |= strncmp(json, "{\"dynamo_start\"", 15) == 0;
	if (strncmp(json, "{\"dynamo_start\"", 15) != 0 && strncmp(json, "{\"artifact\"", 11) != 0 && !strstr(json, "compilation_metrics\""))
		return 1;
	if (as_json_parse(json, n - (size_t)(json - line), "", no, &root, &bad) != 0) {
		l->unread++;
		return 1;
	}
	rc = record(t, l, root, no, e);
	cJSON_Delete(root);
	return rc == 0 ? 1 : -1;
}

int
log_trace_end(log_trace *t, ev_log *l, as_err *e)
{
	while (t->nwait)
		if (take(t, l, 0, 1, e) != 0)
			return -1;
	return log_record_end(&t->text, e);
}
