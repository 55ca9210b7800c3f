/* labelaudit --survey: each call that compiles, whether its result was used, what served it. */
#include "folder.h"
#include "mode_runs.h"
#include "words.h"

enum { WIRED, FALLBACK, UNUSED, NEVER, UNKNOWN };
static const char *const verdicts[] = {"wired", "fallback", "built but never called",
    "never compiled", "unknown", NULL};

typedef struct { as_table *t; size_t processes, of[UNKNOWN + 1], open, wrong; } survey;

static void
columns(as_table *t)
{
	as_table_columns(t, "run,process", AS_STR, 1);
	as_table_columns(t, "how,where,function,backend,mode", AS_STR, 0);
	as_table_column(t, "calls", AS_INT, 0);
	as_table_columns(t, "served,verdict,reason", AS_STR, 0);
	as_table_define(t, "verdict", "wired: the result was called, and not only uncompiled code served; "
	    "fallback: uncompiled code served calls; built but never called; never compiled: no call that "
	    "compiles was reached; unknown");
}

static void
text(as_table *t, const char *s)
{
	as_table_str(t, s && *s ? s : NULL);
}

/* What contradicts a verdict; NULL. */
static const char *
contradicted(const cJSON *c, int verdict)
{
	const cJSON *v;
	double calls = ev_num(c, "calls"), sum = 0, not_code = 0;

	cJSON_ArrayForEach(v, ev_get(c, "served")) {
		double n = cJSON_IsNumber(v) ? v->valuedouble : 0;

		sum += n;
		not_code += strcmp(v->string, "eager") == 0 ? n : 0;
	}
	if (sum > calls)
		return "more calls were served than made";
	if ((verdict == UNUSED) != (calls == 0) && verdict != UNKNOWN && verdict != FALLBACK)
		return calls == 0 ? "it was never called" : "it was called";
	return verdict == WIRED && not_code > 0 && not_code == sum ? "uncompiled code served every call" :
	    NULL;
}

/* Of a compiler; c NULL: of a process that has none. */
static void
row(survey *s, const char *run, const cJSON *doc, const cJSON *c, int verdict, const char *bad)
{
	char buf[400];
	as_table *t = s->t;

	s->of[verdict]++;
	s->wrong += bad != NULL;
	as_table_str(t, run);
	snprintf(buf, sizeof buf, "%.0f", ev_num(doc, "pid"));
	as_table_str(t, buf);
	text(t, ev_str(c, "how"));
	snprintf(buf, sizeof buf, "%.300s:%.0f", ev_str(c, "file"), ev_num(c, "line"));
	text(t, *ev_str(c, "file") ? buf : NULL);
	text(t, ev_str(c, "function"));
	text(t, ev_str(c, "backend"));
	text(t, ev_str(c, "mode"));
	as_table_count(t, c ? (size_t)ev_num(c, "calls") : 0, c != NULL);
	ev_counts_text(ev_get(c, "served"), buf, sizeof buf);
	text(t, buf);
	as_table_str(t, verdicts[verdict]);
	snprintf(buf, sizeof buf, "%s%.300s", bad ? "contradiction: " : "",
	    bad ? bad : ev_str(c, "error"));
	text(t, buf);
}

static int
compiler(survey *s, const char *run, const cJSON *doc, const cJSON *c, const char *path, as_err *e)
{
	int verdict = 0;
	const double calls = ev_num(c, "calls");

	while (verdicts[verdict] && strcmp(verdicts[verdict], ev_str(c, "verdict")) != 0)
		verdict++;
	if (!verdicts[verdict] || !(calls >= 0) || calls > 1e15)
		return as_fail(e, path, as_json_line_in(doc, c, path), "a compiler without a %s",
		    verdicts[verdict] ? "count of calls" : "verdict of a survey");
	row(s, run, doc, c, verdict, contradicted(c, verdict));
	return 0;
}

static int
process(survey *s, const char *run, const cJSON *doc, const char *path, as_err *e)
{
	const cJSON *list = ev_get(doc, "compilers"), *c;

	if (strncmp(ev_str(doc, "schema"), "assay-survey/", 13) != 0 || !cJSON_IsArray(list))
		return as_fail(e, path, 0, "not a survey");
	s->processes++;
	s->open += !cJSON_IsTrue(ev_get(doc, "complete"));
	cJSON_ArrayForEach(c, list)
		if (compiler(s, run, doc, c, path, e) != 0)
			return -1;
	if (!list->child)
		row(s, run, doc, NULL, strcmp(ev_str(doc, "verdict"), verdicts[UNKNOWN]) ? NEVER : UNKNOWN,
		    NULL);
	return 0;
}

static int
folder(survey *s, const char *dir, as_err *e)
{
	ev_run r = {.dir = dir};
	struct dirent **v;
	int there = ev_is_there(&r, "survey", EV_FOLDER, e), rc = there < 0 ? -1 : 0, n = 0;

	if (there > 0 && (n = ev_names(&r, "survey", &v, e)) < 0)
		rc = -1;
	for (int i = 0; i < n && rc == 0; i++) {
		const char *below = as_text(&r.keep, "survey/%s", v[i]->d_name);
		cJSON *doc = NULL;

		if (as_ends_with(below, ".json") && (rc = ev_read_object(&r, below, &doc, e)) > 0)
			rc = process(s, as_base_name(dir), doc, ev_path(&r, below), e);
		cJSON_Delete(doc);
	}
	if (there > 0 && n >= 0)
		ev_names_free(v, n);
	as_keep_free(&r.keep);
	return rc == 0 && r.keep.nomem ? as_nomem(e) : rc;
}

/* The answer in a sentence. */
static void
answer(const survey *s)
{
	const size_t *of = s->of, calls = of[WIRED] + of[FALLBACK] + of[UNUSED] + of[UNKNOWN];
	char text[300];
	size_t len = (size_t)snprintf(text, sizeof text, "%zu of %zu calls that compile %s wired",
	    of[WIRED], calls, of[WIRED] == 1 ? "is" : "are");

	for (int i = FALLBACK; i <= UNKNOWN; i++)
		if (of[i] > 0)
			len += (size_t)snprintf(text + len, sizeof text - len, "; %zu %s%s", of[i],
			    i != NEVER ? "" : of[i] == 1 ? "process " : "processes ", verdicts[i]);
	as_table_head(s->t, s->processes == 0 ? "there is no survey" : text);
}

int
ev_survey_fill(as_table *t, char *const *dir, size_t n, int *status, as_err *e)
{
	survey s = {.t = t};
	const size_t *of = s.of;

	columns(t);
	for (size_t i = 0; i < n; i++)
		if (folder(&s, dir[i], e) != 0)
			return -1;
	answer(&s);
	if (s.open)
		as_table_note(t, "a process did not end: what it called later is not in the survey");
	*status = of[FALLBACK] + of[UNUSED] + of[NEVER] + s.wrong > 0 ? 1 :
	    of[UNKNOWN] + s.open > 0 || s.processes == 0 ? 3 : 0;
	return 0;
}

int
ev_has_survey(const char *dir)
{
	ev_run r = {.dir = dir};
	as_err e;
	int there = ev_is_there(&r, "survey", EV_FOLDER, &e);

	as_keep_free(&r.keep);
	return there > 0;
}
