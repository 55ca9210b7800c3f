#include "log_trace.h"

#include <ctype.h>
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

/* The compilation that a record is of, as rank:autograd:frame/compilation, and of the
 * first three its frame. */
static void
compilation(const cJSON *root, char *id, char *frame)
{
	static const char *const key[] = {"rank", "compiled_autograd_id", "frame_id", "frame_compile_id"};
	int k[4];

	for (size_t i = 0; i < 4; i++) {
		const cJSON *v = cJSON_GetObjectItemCaseSensitive(root, key[i]);

		k[i] = cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble < 1e9 ? (int)v->valuedouble : -1;
	}
	snprintf(id, LOG_ID, "%d:%d:%d/%d", k[0], k[1], k[2], k[3]);
	snprintf(frame, LOG_ID, "%d:%d:%d", k[0], k[1], k[2]);
}

static size_t
slot(const char *frame)
{
	unsigned h = 2166136261u;

	while (*frame)
		h = (h ^ (unsigned char)*frame++) * 16777619u;
	return h % LOG_FRAMES;
}

static int
count(ev_log *l, log_event what, const char *reason, size_t n, const char *where, size_t no, double amount, as_err *e)
{
	log_entry x = {.event = what, .reason = log_keep(l, reason, n), .where = where, .n = 1, .line = no, .amount = amount};

	return log_count(l, &x, e);
}

static log_pending *
pending(log_trace *t, log_event what, const char *id)
{
	for (size_t i = 0; i < t->npending; i++)
		if (t->pending[i].x.event == what && strcmp(t->pending[i].id, id) == 0)
			return &t->pending[i];
	return NULL;
}

static int
wait(log_trace *t, ev_log *l, log_entry x, const char *id, as_err *e)
{
	log_pending *p;

	if (t->npending == LOG_PENDING) {
		if (log_count(l, &t->pending[0].x, e) != 0)
			return -1;
		memmove(t->pending, t->pending + 1, --t->npending * sizeof *t->pending);
	}
	p = &t->pending[t->npending++];
	p->x = x;
	p->x.n = 1;
	memcpy(p->id, id, LOG_ID);
	return 0;
}

static void
forget(log_trace *t, log_pending *p)
{
	if (!p)
		return;
	t->npending--;
	memmove(p, p + 1, (size_t)(t->pending + t->npending - p) * sizeof *p);
}

/* A text of several lines, as if they were logged. */
static int
read_text(log_trace *t, const char *s, as_err *e)
{
	char line[1024];

	while (*s) {
		size_t n = strcspn(s, "\n"), k = n < sizeof line ? n : sizeof line - 1;

		memcpy(line, s, k);
		line[k] = '\0';
		if (log_record_line(&t->text, line, e) != 0)
			return -1;
		s += n + (s[n] == '\n');
	}
	return log_record_end(&t->text, e);
}

static int
failed(log_trace *t, ev_log *l, const cJSON *m, const char *id, const char *where, size_t no, as_err *e)
{
	const char *type = text_of(m, "fail_type"), *why = text_of(m, "fail_reason"), *p, *guard = text_of(m, "recompile_reason");
	const log_pending *of = pending(t, LOG_RECOMPILE, id);
	size_t n;

	if (!type)
		return 0;
	why = why ? why : "";
	if ((p = strstr(why, "ecompile limit exceeded")) || (p = strstr(why, "_limit reached"))) {
		const char *set = strstr(p, "currently set to ");
		double limit = set ? strtod(set + 17, NULL) : 0;

		if (!(limit > 0))
			limit = strtod(strchr(id, '/') + 1, NULL);
		guard = log_guard(guard ? guard : of ? of->x.reason : "", &n);
		return count(l, LOG_LIMIT, guard, strcspn(guard, "\n") < n ? strcspn(guard, "\n") : n, where, no, limit, e);
	}
	if (strstr(type, "SkipFrame") || strstr(type, "Restart") || (strstr(type, "Unsupported") && strcmp(t->broken, id) == 0))
		return 0; /* no failure, or that of a break that is counted */
	if (strcmp(type, "RecompileError") == 0 && (p = strstr(why, "- "))) {
		guard = log_guard(p + 2, &n);
		return count(l, LOG_RECOMPILE, guard, strcspn(guard, "\n") < n ? strcspn(guard, "\n") : n, where, no, 0, e);
	}
	if ((p = strstr(why, "raised:\n")))
		return count(l, LOG_ERROR, p + 8, strcspn(p + 8, "\n"), where, no, 0, e);
	type += strncmp(type, "<class '", 8) == 0 ? 8 : 0; /* to torch 2.5 */
	p = ev_text(&l->keep, "%.*s: %.300s", (int)strcspn(type, "'"), type, why);
	if (!p)
		return as_nomem(e);
	return wait(t, l, (log_entry){.event = LOG_ERROR, .reason = log_keep(l, p, strcspn(p, "\n")), .where = where, .line = no}, id, e);
}

/* Before torch 2.6 a break stands only as the reason of a restart. */
static int
restarted(log_trace *t, ev_log *l, const cJSON *m, const char *where, size_t no, as_err *e)
{
	const cJSON *all = cJSON_GetObjectItemCaseSensitive(m, "restart_reasons"), *v;

	l->holds[LOG_BREAK] |= all != NULL;
	if (t->breaks || cJSON_GetObjectItemCaseSensitive(m, "num_graph_breaks"))
		return 0;
	cJSON_ArrayForEach(v, all)
		if (cJSON_IsString(v) && !strstr(v->valuestring, "RestartAnalysis") && count(l, LOG_BREAK, v->valuestring, strcspn(v->valuestring, "\n"), where, no, 0, e) != 0)
			return -1;
	return 0;
}

static int
metrics(log_trace *t, ev_log *l, const cJSON *m, const char *id, const char *frame, size_t no, as_err *e)
{
	const char *name = text_of(m, "co_name"), *file = text_of(m, "co_filename"), *skip = text_of(m, "cudagraph_skip_reason");
	size_t i = slot(frame);
	const char *where = strcmp(t->frame[i].id, frame) == 0 ? t->frame[i].where : "";
	log_pending *p;

	if (name && file) {
		if (!(where = ev_text(&l->keep, "%.100s in %.200s:%.0f", name, file, as_json_number(m, "co_firstlineno"))))
			return as_nomem(e);
		memcpy(t->frame[i].id, frame, LOG_ID);
		t->frame[i].where = where;
	}
	l->holds[LOG_SKIP] |= cJSON_GetObjectItemCaseSensitive(m, "cudagraph_skip_reason") != NULL;
	if (skip && read_text(t, skip, e) != 0)
		return -1;
	if (restarted(t, l, m, where, no, e) != 0 || failed(t, l, m, id, where, no, e) != 0)
		return -1;
	if (!(p = pending(t, LOG_RECOMPILE, id)))
		return 0;
	p->x.where = where;
	if (log_count(l, &p->x, e) != 0)
		return -1;
	forget(t, p);
	return 0;
}

static int
record(log_trace *t, ev_log *l, const cJSON *root, size_t no, as_err *e)
{
	const char *name = text_of(root, "artifact.name");
	const cJSON *m;
	log_pending *p;
	char id[LOG_ID], frame[LOG_ID];

	compilation(root, id, frame);
	if (name && strcmp(name, "recompile_reasons") == 0) {
		t->payload = PAYLOAD_REASONS;
		return pending(t, LOG_RECOMPILE, id) ? 0 : wait(t, l, (log_entry){.event = LOG_RECOMPILE, .reason = "", .where = "", .line = no}, id, e);
	}
	if (name && strcmp(name, "dynamo_graph_break_reason") == 0) {
		t->payload = PAYLOAD_TEXT;
		t->breaks = l->holds[LOG_BREAK] = 1;
		memcpy(t->broken, id, LOG_ID);
		forget(t, pending(t, LOG_ERROR, id)); /* torch 2.6 to 2.9 log it late */
	} else if (name && strstr(name, "cudagraph"))
		t->payload = PAYLOAD_TEXT;
	else if ((m = cJSON_GetObjectItemCaseSensitive(root, "dynamo_start"))) {
		if (strcmp(t->broken, id) == 0)
			*t->broken = '\0'; /* ids begin anew after a reset */
		if ((p = pending(t, LOG_ERROR, id))) {
			if (log_count(l, &p->x, e) != 0)
				return -1;
			forget(t, p);
		}
		if (strtol(strchr(id, '/') + 1, NULL, 10) > 0 && !pending(t, LOG_RECOMPILE, id)) /* before torch 2.5 no reason is given */
			return wait(t, l, (log_entry){.event = LOG_RECOMPILE, .reason = "", .where = "", .line = no}, id, e);
	} else if ((m = cJSON_GetObjectItemCaseSensitive(root, "compilation_metrics")) ||
	    (m = cJSON_GetObjectItemCaseSensitive(root, "bwd_compilation_metrics")) ||
	    (m = cJSON_GetObjectItemCaseSensitive(root, "aot_autograd_backward_compilation_metrics")))
		return metrics(t, l, m, id, frame, no, e);
	return 0;
}

/* The first of the reasons, which are a JSON array of texts or one text as it is. */
static void
take_reason(log_trace *t, ev_log *l, const char *s)
{
	log_pending *p = &t->pending[t->npending - 1];
	size_t n;

	if (!t->npending || p->x.event != LOG_RECOMPILE || *p->x.reason || (t->nline == 1 && *s == '['))
		return;
	s += *s == '"';
	s = log_guard(s, &n);
	n = strcspn(s, "\n") < n ? strcspn(s, "\n") : n;
	for (size_t i = 0; i + 1 < n; i++)
		if (s[i] == '\\' && s[i + 1] == 'n')
			n = i;
	n -= n && s[n - 1] == ',' ? 1 : 0;
	n -= n && s[n - 1] == '"' ? 1 : 0;
	p->x.reason = log_keep(l, s, n);
}

int
log_trace_line(log_trace *t, ev_log *l, const char *line, size_t n, size_t no, as_err *e)
{
	static const char *const kind[] = {"dynamo_start", "artifact", "compilation_metrics", "bwd_compilation_metrics",
	    "aot_autograd_backward_compilation_metrics"};
	const char *json = strstr(line, "] {\""), *key;
	cJSON *root;
	as_err bad;
	int rc, known = 0;

	t->text.log = l;
	t->text.inner = 1;
	t->text.no = no;
	if (*line == '\t' && t->payload != PAYLOAD_NONE) {
		t->nline++;
		if (t->payload == PAYLOAD_REASONS)
			take_reason(t, l, line + 1);
		return t->payload == PAYLOAD_TEXT && log_record_line(&t->text, line + 1, e) != 0 ? -1 : 1;
	}
	if (t->payload == PAYLOAD_TEXT && log_record_end(&t->text, e) != 0)
		return -1;
	t->payload = PAYLOAD_NONE;
	if (!json || !memchr("VIWEC", *line, 5) || !isdigit((unsigned char)line[1]))
		return 0;
	json += 2;
	key = json + 2;
	t->payload = PAYLOAD_SKIP;
	t->nline = 0;
	l->holds[LOG_RECOMPILE] |= strncmp(key, "dynamo_start\"", 13) == 0;
	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		known |= strncmp(key, kind[i], strlen(kind[i])) == 0 && key[strlen(kind[i])] == '"';
	if (!known)
		return 1;
	n -= (size_t)(json - line);
	if (as_json_parse(json, n, "", no, &root, &bad) != 0) {
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
	if (t->payload == PAYLOAD_TEXT && log_record_end(&t->text, e) != 0)
		return -1;
	for (size_t i = 0; i < t->npending; i++)
		if (log_count(l, &t->pending[i].x, e) != 0)
			return -1;
	return 0;
}
