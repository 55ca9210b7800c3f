#include "log_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "log_form.h"
#include "log_prefix.h"

static const char *
text_of(const cJSON *root, const char *path)
{
	const cJSON *v = as_json_at(root, path);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

static int
waits(const log_wait *w, const char *id)
{
	return w->x.n && strcmp(w->id, id) == 0;
}

/* Ends a wait, if there is one: counts what waited. */
static int
settle(log_wait *w, ev_log *l, as_err *e)
{
	int rc = w->x.n ? log_count(l, &w->x, e) : 0;

	w->x.n = 0;
	return rc;
}

static int
begin_wait(log_wait *w, ev_log *l, log_entry x, const char *id, as_err *e)
{
	if (settle(w, l, e) != 0)
		return -1;
	x.n = 1;
	w->x = x;
	memcpy(w->id, id, LOG_ID);
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

static int
failed(log_trace *t, ev_log *l, const cJSON *m, const char *id, log_entry x, as_err *e)
{
	const char *type = text_of(m, "fail_type"), *why = text_of(m, "fail_reason");
	const char *guard = text_of(m, "recompile_reason"), *p;

	if (!type)
		return 0;
	why = why ? why : "";
	if ((p = strstr(why, "ecompile limit exceeded")) || (p = strstr(why, "_limit reached"))) {
		const char *set = strstr(p, "currently set to ");

		x.event = LOG_LIMIT;
		x.amount = strtod(set ? set + 17 : strchr(id, '/') + 1, NULL);
		return count(l, x, guard ? guard : waits(&t->again, id) ? t->again.x.reason : "", e);
	}
	if (strstr(type, "SkipFrame") || strstr(type, "Restart") ||
	    (strstr(type, "Unsupported") && strcmp(t->broken, id) == 0))
		return 0; /* no failure, or that of a break that is counted */
	if (strcmp(type, "RecompileError") == 0 && (p = strstr(why, "- "))) {
		x.event = LOG_RECOMPILE;
		return count(l, x, p + 2, e);
	}
	x.event = LOG_ERROR;
	if ((p = strstr(why, "raised:\n")))
		return count(l, x, p + 8, e);
	type = log_behind(type, "<class '") ? type + 8 : type; /* to torch 2.5 */
	p = as_text(&l->keep, "%.*s: %.*s", (int)strcspn(type, "'"), type, (int)strcspn(why, "\n"), why);
	x.reason = log_keep(l, p, strlen(p));
	return begin_wait(&t->error, l, x, id, e);
}

static int
metrics(log_trace *t, ev_log *l, const cJSON *m, const char *id, size_t no, as_err *e)
{
	const char *name = text_of(m, "co_name"), *file = text_of(m, "co_filename");
	const char *skip = text_of(m, "cudagraph_skip_reason");
	const cJSON *again = cJSON_GetObjectItemCaseSensitive(m, "restart_reasons"), *v;
	size_t i = strtoul(strrchr(id, ':') + 1, NULL, 10) % LOG_FRAMES;
	size_t n = (size_t)(strchr(id, '/') - id);
	log_entry x = {.event = LOG_BREAK, .where = "", .line = no};

	if (name && file) {
		memcpy(t->frame[i].id, id, LOG_ID);
		t->frame[i].where = as_text(&l->keep, "%.100s in %.200s:%.0f", name, file,
		    as_json_number(m, "co_firstlineno"));
	}
	if (t->frame[i].where && strncmp(t->frame[i].id, id, n + 1) == 0)
		x.where = t->frame[i].where;
	l->holds[LOG_BREAK] |= again != NULL;
	l->holds[LOG_SKIP] |= cJSON_GetObjectItemCaseSensitive(m, "cudagraph_skip_reason") != NULL;
	if (skip && (log_record_line(&t->text, skip, e) != 0 || log_record_end(&t->text, e) != 0))
		return -1;
	if (!t->breaks && !cJSON_GetObjectItemCaseSensitive(m, "num_graph_breaks"))
		cJSON_ArrayForEach(v, again) /* before torch 2.6 a break is only the reason of a restart */
			if (cJSON_IsString(v) && !strstr(v->valuestring, "RestartAnalysis") &&
			    count(l, x, v->valuestring, e) != 0)
				return -1;
	if (failed(t, l, m, id, x, e) != 0)
		return -1;
	if (!waits(&t->again, id))
		return 0;
	t->again.x.where = x.where;
	return settle(&t->again, l, e);
}

static int
record(log_trace *t, ev_log *l, const cJSON *root, size_t no, as_err *e)
{
	static const char *const kind[] = {"compilation_metrics", "bwd_compilation_metrics",
	    "aot_autograd_backward_compilation_metrics"};
	const log_entry again = {.event = LOG_RECOMPILE, .reason = "", .where = "", .line = no};
	const char *name = text_of(root, "artifact.name");
	double compile = as_json_number(root, "frame_compile_id");
	int start = cJSON_GetObjectItemCaseSensitive(root, "dynamo_start") != NULL;
	const cJSON *m;
	char id[LOG_ID];

	name = name ? name : "";
	snprintf(id, sizeof id, "%.9g:%.9g:%.9g/%.9g", as_json_number(root, "rank"),
	    as_json_number(root, "compiled_autograd_id"), as_json_number(root, "frame_id"), compile);
	if (start && strcmp(t->broken, id) == 0)
		*t->broken = '\0'; /* ids begin anew after a reset */
	if (start && waits(&t->error, id) && settle(&t->error, l, e) != 0)
		return -1;
	if (strcmp(name, "recompile_reasons") == 0)
		t->payload = PAYLOAD_REASONS;
	else if (strstr(name, "cudagraph"))
		t->payload = PAYLOAD_TEXT;
	else if (strcmp(name, "dynamo_graph_break_reason") == 0) {
		t->payload = PAYLOAD_TEXT;
		t->breaks = l->holds[LOG_BREAK] = 1;
		memcpy(t->broken, id, LOG_ID);
		if (waits(&t->error, id)) /* torch 2.6 to 2.9 log it late */
			t->error.x.n = 0;
	}
	/* before torch 2.5 no reason is given: that a function starts again says it */
	if ((t->payload == PAYLOAD_REASONS || (start && compile > 0)) && !waits(&t->again, id))
		return begin_wait(&t->again, l, again, id, e);
	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		if ((m = cJSON_GetObjectItemCaseSensitive(root, kind[i])))
			return metrics(t, l, m, id, no, e);
	return 0;
}

/* The first of the reasons, which are a JSON array of texts or one text as it is. */
static void
take_reason(log_trace *t, ev_log *l, const char *s)
{
	log_entry *x = &t->again.x;
	const char *end;
	size_t n;

	if (!x->n || *x->reason || strcmp(s, "[") == 0)
		return;
	s = log_guard(s + (*s == '"'), &n);
	if ((end = memmem(s, n, "\\n", 2)))
		n = (size_t)(end - s);
	n -= n && s[n - 1] == ',';
	n -= n && s[n - 1] == '"';
	x->reason = log_keep(l, s, n);
}

int
log_trace_line(log_trace *t, ev_log *l, const char *line, size_t n, size_t no, as_err *e)
{
	const char *json = strstr(line, "] {\"");
	int rc, start;
	cJSON *root;
	as_err bad;

	t->text.no = no;
	if (*line == '\t' && t->payload != PAYLOAD_NONE) {
		if (t->payload == PAYLOAD_REASONS)
			take_reason(t, l, line + 1);
		return t->payload == PAYLOAD_TEXT && log_record_line(&t->text, line + 1, e) != 0 ? -1 : 1;
	}
	if (log_record_end(&t->text, e) != 0)
		return -1;
	t->payload = PAYLOAD_NONE;
	if (!json || log_header(line) != line)
		return 0;
	t->payload = PAYLOAD_OTHER;
	json += 2;
	start = log_behind(json, "{\"dynamo_start\"") != NULL;
	l->holds[LOG_RECOMPILE] |= start;
	if (!start && !log_behind(json, "{\"artifact\"") && !strstr(json, "compilation_metrics\""))
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
	if (settle(&t->again, l, e) != 0 || settle(&t->error, l, e) != 0)
		return -1;
	return log_record_end(&t->text, e);
}
