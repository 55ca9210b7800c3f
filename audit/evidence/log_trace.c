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
static void
settle(log_wait *w, ev_log *l)
{
	if (w->x.n)
		log_count(l, &w->x);
	w->x.n = 0;
}

static void
begin_wait(log_wait *w, ev_log *l, log_entry x, const char *id)
{
	settle(w, l);
	x.n = 1;
	w->x = x;
	memcpy(w->id, id, LOG_ID);
}

/* Counts an event whose reason is the first line of a text, as guards are shown. */
static void
count(ev_log *l, log_entry x, const char *reason)
{
	size_t n, line;

	reason = log_guard(reason, &n);
	line = strcspn(reason, "\n");
	x.reason = log_keep(l, reason, line < n ? line : n);
	x.n = 1;
	log_count(l, &x);
}

static void
failed(log_trace *t, ev_log *l, const cJSON *m, const char *id, log_entry x)
{
	const char *type = text_of(m, "fail_type"), *why = text_of(m, "fail_reason");
	const char *guard = text_of(m, "recompile_reason"), *p;

	if (!type)
		return;
	why = why ? why : "";
	x.event = LOG_ERROR;
	if ((p = strstr(why, "ecompile limit exceeded")) || (p = strstr(why, "_limit reached"))) {
		const char *set = strstr(p, "currently set to ");

		x.event = LOG_LIMIT;
		x.amount = strtod(set ? set + 17 : strchr(id, '/') + 1, NULL);
		count(l, x, guard ? guard : waits(&t->again, id) ? t->again.x.reason : "");
	} else if (strstr(type, "SkipFrame") || strstr(type, "Restart") ||
	    (strstr(type, "Unsupported") && strcmp(t->broken, id) == 0)) {
		return; /* no failure, or that of a break that is counted */
	} else if (strcmp(type, "RecompileError") == 0 && (p = strstr(why, "- "))) {
		x.event = LOG_RECOMPILE;
		count(l, x, p + 2);
	} else if ((p = strstr(why, "raised:\n"))) {
		count(l, x, p + 8);
	} else {
		type = log_behind(type, "<class '") ? type + 8 : type; /* to torch 2.5 */
		p = as_text(&l->keep, "%.*s: %.*s", (int)strcspn(type, "'"), type,
		    (int)strcspn(why, "\n"), why);
		x.reason = log_keep(l, p, strlen(p));
		begin_wait(&t->error, l, x, id);
	}
}

static void
metrics(log_trace *t, ev_log *l, const cJSON *m, const char *id, size_t no)
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
	if (skip) {
		log_record_line(&t->text, skip);
		log_record_end(&t->text);
	}
	if (!t->breaks && !cJSON_GetObjectItemCaseSensitive(m, "num_graph_breaks"))
		cJSON_ArrayForEach(v, again) /* before torch 2.6 a break is only the reason of a restart */
			if (cJSON_IsString(v) && !strstr(v->valuestring, "RestartAnalysis"))
				count(l, x, v->valuestring);
	failed(t, l, m, id, x);
	if (!waits(&t->again, id))
		return;
	t->again.x.where = x.where;
	settle(&t->again, l);
}

static void
record(log_trace *t, ev_log *l, const cJSON *root, size_t no)
{
	static const char *const kind[] = {"compilation_metrics", "bwd_compilation_metrics",
	    "aot_autograd_backward_compilation_metrics"};
	const log_entry again = {.event = LOG_RECOMPILE, .reason = "", .where = "", .line = no};
	const char *name = text_of(root, "artifact.name");
	double compile = as_json_number(root, "frame_compile_id");
	int start = cJSON_GetObjectItemCaseSensitive(root, "dynamo_start") != NULL;
	const cJSON *m = NULL;
	char id[LOG_ID];

	name = name ? name : "";
	snprintf(id, sizeof id, "%.9g:%.9g:%.9g/%.9g", as_json_number(root, "rank"),
	    as_json_number(root, "compiled_autograd_id"), as_json_number(root, "frame_id"), compile);
	if (start && strcmp(t->broken, id) == 0)
		*t->broken = '\0'; /* ids begin anew after a reset */
	if (start && waits(&t->error, id))
		settle(&t->error, l);
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
	if ((t->payload == PAYLOAD_REASONS || (start && compile > 0)) && !waits(&t->again, id)) {
		begin_wait(&t->again, l, again, id);
		return;
	}
	for (size_t i = 0; !m && i < sizeof kind / sizeof *kind; i++)
		m = cJSON_GetObjectItemCaseSensitive(root, kind[i]);
	if (m)
		metrics(t, l, m, id, no);
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
log_trace_line(log_trace *t, ev_log *l, const char *line, size_t n, size_t no)
{
	const char *json = strstr(line, "] {\"");
	int start;
	cJSON *root;
	as_err bad;

	t->text.no = no;
	if (*line == '\t' && t->payload != PAYLOAD_NONE) {
		if (t->payload == PAYLOAD_REASONS)
			take_reason(t, l, line + 1);
		if (t->payload == PAYLOAD_TEXT)
			log_record_line(&t->text, line + 1);
		return 1;
	}
	log_record_end(&t->text);
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
	record(t, l, root, no);
	cJSON_Delete(root);
	return 1;
}

void
log_trace_end(log_trace *t, ev_log *l)
{
	settle(&t->again, l);
	settle(&t->error, l);
	log_record_end(&t->text);
}
