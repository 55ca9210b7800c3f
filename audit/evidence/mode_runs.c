#include "mode_runs.h"

#include "nearest.h"
#include "verdict.h"
#include "why.h"

enum { HOLDS = 0, FAILED = 1, OPEN = 3 };

/* of: the cells that claim to be compiled, by verdict. */
typedef struct { size_t cells, of[EV_OPEN + 1], alarms, fooled; } tally;

/* What --where takes: the keys of a cell, which are the first columns, and of a row. */
static const char *const names[] = {"run", "mode", "model", "scenario", "backend", "dtype",
    "verdict", "rule", NULL};
enum { NKEYS = 6, NNAMES = sizeof names / sizeof *names - 1 };

static void
columns(const mode_runs *m, as_table *t)
{
	for (size_t i = 0; i < NKEYS; i++)
		as_table_column(t, names[i], AS_STR, 1);
	if (m->rules) {
		as_table_column(t, "rule", AS_STR, 1);
		as_table_column(t, "state", AS_STR, 0);
		as_table_column(t, "alarm", AS_BOOL, 0);
		as_table_columns(t, "reason,evidence", AS_STR, 0);
	} else if (m->by_run)
		as_table_columns(t, "verdict,served,by,rule25,why", AS_STR, 0);
	else {
		as_table_column(t, "n", AS_INT, 0);
		as_table_column(t, "verdict", AS_STR, 0);
		as_table_columns(t, "served,calls", AS_INT, 0);
		as_table_columns(t, "by,rule25,rule,reason,evidence", AS_STR, 0);
	}
	as_table_define(t, "verdict", "compiled: compiled code served every timed call; partly: some; not "
	    "compiled: none; unknown: not decidable");
	as_table_define(t, "served", "timed calls that compiled code served, of all (calls); one a sample "
	    "in prefill, one a step in decode");
	as_table_define(t, "by", "recorded: what served each call is recorded; counters: what was "
	    "compiled is recorded; inferred: from limit, time and speed; none");
	as_table_define(t, "rule25", "what compile.backend, counters and fallback alone would say (TR120, "
	    "section 2.5)");
}

static void
find_keys(const ev_run *r, const ev_cell *c, const char *value[NNAMES])
{
	const char *const key[NKEYS] = {r->id, c->mode, c->model, c->scenario, c->backend, c->dtype};

	memcpy(value, key, sizeof key);
	value[NKEYS] = value[NKEYS + 1] = NULL;
}

static void
keys(const ev_facts *x, as_table *t)
{
	const char *value[NNAMES];

	find_keys(x->r, x->c, value);
	for (size_t i = 0; i < NKEYS; i++)
		as_table_str(t, value[i]);
}

/* A value that is NULL is not asked. */
static int
takes(const mode_runs *m, const char *const value[NNAMES])
{
	for (size_t i = 0; i < m->nwhere; i++)
		for (size_t k = 0; k < NNAMES; k++)
			if (value[k] && strcmp(m->where[i].col, names[k]) == 0 &&
			    !as_condition_holds(&m->where[i], (as_str){value[k], strlen(value[k])}))
				return 0;
	return 1;
}

static int
row_wanted(const mode_runs *m, const ev_verdict *v, const char *rule)
{
	const char *const value[NNAMES] = {[NKEYS] = ev_kind_name[v->kind], rule};

	return takes(m, value);
}

static int
check_where(const mode_runs *m, as_err *e)
{
	for (size_t i = 0; i < m->nwhere; i++)
		if (as_word_parse(m->where[i].col, "--where", names, e) < 0)
			return -1;
	return 0;
}

/* Calls are whole; a share of a prefill that was compiled in part need not be. */
static void
calls(as_table *t, double n)
{
	as_table_count(t, isnan(n) ? 0 : (size_t)llround(n), !isnan(n));
}

/* text: the reason (size bytes). */
static void
reason(const ev_audit *a, char *text, size_t size)
{
	const ev_verdict *v = &a->v;

	if (v->alarm)
		snprintf(text, size, "contradiction: %.460s", a->f[v->alarm_rule].text);
	else if (v->rule25 == EV_HOLDS && (v->kind == EV_NOT_COMPILED || v->kind == EV_PARTLY))
		snprintf(text, size, "settings and counters say compiled, but %.460s", v->reason);
	else
		snprintf(text, size, "%.460s", v->reason);
}

/* For people the reason is named under the table. */
static int
verdict_row(const mode_runs *m, const ev_audit *a, ev_rule_id at, const char *why, as_table *t,
    whys *w)
{
	const ev_verdict *v = &a->v;
	char text[80];
	size_t n;

	keys(&a->x, t);
	if (!m->by_run)
		as_table_int(t, (int64_t)a->x.c->nok);
	as_table_str(t, ev_kind_name[v->kind]);
	if (m->by_run) {
		snprintf(text, sizeof text, "%lld/%lld", llround(v->k), llround(v->n));
		as_table_str(t, isnan(v->k) || isnan(v->n) ? NULL : text);
	} else {
		calls(t, v->k);
		calls(t, v->n);
	}
	as_table_str(t, v->evidence);
	as_table_str(t, v->rule25 == EV_HOLDS ? "compiled" : "not compiled");
	if (!m->by_run) {
		as_table_str(t, ev_rules[at].id);
		as_table_str(t, why);
		as_table_str(t, a->f[at].where);
		return 0;
	}
	if ((n = why_add(w, why, ev_rules[at].id, ev_rules[at].statement, a->f[at].where)) == 0)
		return -1;
	snprintf(text, sizeof text, "[%zu]", n);
	as_table_str(t, text);
	return 0;
}

static void
rule_rows(const mode_runs *m, const ev_audit *a, as_table *t)
{
	for (int i = 0; i < EV_NRULES; i++) {
		if (!row_wanted(m, &a->v, ev_rules[i].id))
			continue;
		keys(&a->x, t);
		as_table_str(t, ev_rules[i].id);
		as_table_str(t, ev_state_name[a->f[i].state]);
		as_table_bool(t, a->f[i].alarm);
		as_table_str(t, a->f[i].text);
		as_table_str(t, a->f[i].where);
	}
}

static void
count(tally *n, const ev_facts *x, const ev_verdict *v)
{
	n->alarms += v->alarm != 0;
	if (!x->c->claims)
		return;
	n->cells++;
	n->of[v->kind]++;
	n->fooled += v->rule25 == EV_HOLDS && (v->kind == EV_NOT_COMPILED || v->kind == EV_PARTLY);
}

static int
run_cells(const mode_runs *m, const ev_question *q, ev_run *r, ev_audit *a, as_table *t, tally *n,
    whys *w)
{
	const ev_verdict *v = &a->v;
	char why[EV_TEXT + 160];

	for (size_t i = 0; i < r->ncell; i++) {
		const char *value[NNAMES];
		ev_rule_id at;

		find_keys(r, &r->cell[i], value);
		if (!takes(m, value)) /* what chooses cells chooses what the status is of, too */
			continue;
		if (ev_audit_cell(a, q, r, &r->cell[i]) != 0)
			return -1;
		/* a contradiction is shown whatever the cell claims */
		if (!r->cell[i].claims && !m->all && !v->alarm)
			continue;
		at = v->alarm ? v->alarm_rule : v->rule;
		reason(a, why, sizeof why);
		if (m->rules)
			rule_rows(m, a, t);
		else if (row_wanted(m, v, ev_rules[at].id) && verdict_row(m, a, at, why, t, w) != 0)
			return -1;
		count(n, &a->x, v);
	}
	return 0;
}

static void
notes(const tally *n, as_table *t)
{
	as_table_notef(t, "%zu cells claim to be compiled: %zu compiled, %zu partly, %zu not compiled, "
	    "%zu unknown; settings and counters say compiled in %zu of those that are partly or not "
	    "compiled", n->cells, n->of[EV_COMPILED], n->of[EV_PARTLY], n->of[EV_NOT_COMPILED],
	    n->of[EV_OPEN], n->fooled);
	if (n->alarms)
		as_table_notef(t, "%zu cells hold a contradiction", n->alarms);
}

/* The answer in a sentence. */
static void
answer(const tally *n, as_table *t)
{
	static const char label[] = "that carry the compile label";
	const size_t none = n->of[EV_NOT_COMPILED], partly = n->of[EV_PARTLY], open = n->of[EV_OPEN];
	const size_t k = none ? none : partly ? partly : open ? open : n->of[EV_COMPILED];
	const char *what = none ? "not compiled" : partly ? "compiled only in part" : "compiled";
	const int unknown = open && !none && !partly;
	char text[400] = "";
	FILE *fp = fmemopen(text, sizeof text, "w");

	if (!fp)
		return;
	if (unknown)
		fputs("it is unknown whether ", fp);
	if (n->cells == 0)
		fputs("no cell carries the compile label", fp);
	else if (n->cells == 1)
		fprintf(fp, "the one cell that carries the compile label was %s", what);
	else if (none == n->cells)
		fprintf(fp, "none of the %zu cells %s was compiled", none, label);
	else if (k == n->cells)
		fprintf(fp, unknown ? "any of the %zu cells %s was %s" : "all %zu cells %s were %s", k, label,
		    what);
	else
		fprintf(fp, "%zu of %zu cells %s %s %s", k, n->cells, label, k == 1 ? "was" : "were", what);
	if (none && partly)
		fprintf(fp, "; %zu only in part", partly);
	if (open && !unknown)
		fprintf(fp, "; of %zu it is unknown", open);
	if (n->alarms)
		fprintf(fp, "; %zu hold%s a contradiction", n->alarms, n->alarms == 1 ? "s" : "");
	fclose(fp);
	as_table_head(t, text);
}

/* The cells of each run, in a table of its own where they are asked for by run. *last is that
 * of the last run. */
static int
all_cells(const mode_runs *m, ev_audit *a, as_table *t, tally *n, as_table **last)
{
	const ev_question q = {m->runs->v, m->runs->n, m->limit, m->recompile};
	as_table *before = t;
	whys w = {0};
	int rc = 0;

	*last = t;
	for (size_t i = 0; i < m->runs->n && rc == 0; i++) {
		if (m->by_run && as_table_rows(*last) > 0) {
			before = *last;
			if (!(*last = as_table_new()))
				return -1;
			columns(m, *last);
			as_table_follow(before, *last);
		}
		rc = run_cells(m, &q, &m->runs->v[i], a, *last, n, &w);
		why_notes(&w, *last);
	}
	if (*last != t && as_table_rows(*last) == 0) {
		as_table_follow(before, NULL);
		*last = before;
	}
	return rc;
}

/* The surveys of the folders, in a table behind *last, which it then is; if there is none,
 * *status stays. -1: bad input. */
static int
surveys(const ev_runs *rs, as_table **last, int *status, as_err *e)
{
	char **dir = calloc(rs->n + rs->nskipped + 1, sizeof *dir);
	as_table *t = as_table_new();
	size_t n = 0;
	int rc = dir && t ? 0 : as_nomem(e);

	for (size_t i = 0; dir && i < rs->n + rs->nskipped; i++) {
		const char *d = i < rs->n ? rs->v[i].dir : rs->skipped[i - rs->n];

		if (ev_has_survey(d))
			dir[n++] = (char *)d;
	}
	if (rc == 0 && n > 0)
		rc = ev_survey_fill(t, dir, n, status, e);
	if (rc == 0 && n > 0) {
		as_table_follow(*last, t);
		*last = t;
	} else
		as_table_free(t);
	free(dir);
	return rc;
}

int
mode_runs_fill(const mode_runs *m, as_table *t, int *status, as_err *e)
{
	ev_audit *a = malloc(sizeof *a);
	const ev_runs *rs = m->runs;
	as_table *last = t;
	tally n = {0};
	int rc = a ? check_where(m, e) : as_nomem(e), synthetic = 0, survey = HOLDS;

	if (rc == 0) {
		columns(m, t);
		rc = all_cells(m, a, t, &n, &last) == 0 ? 0 : as_nomem(e);
	}
	if (rc == 0) {
		for (size_t i = 0; i < rs->n; i++)
			synthetic |= cJSON_IsTrue(ev_get(rs->v[i].manifest, "synthetic"));
		answer(&n, t);
		notes(&n, last);
		ev_runs_note(rs, last);
		if (synthetic)
			as_table_note(last, "synthetic: this run was made up, not measured");
		*status = n.of[EV_PARTLY] || n.of[EV_NOT_COMPILED] || n.alarms ? FAILED :
		    n.of[EV_OPEN] || n.cells == 0 || rs->nskipped || rs->nincomplete ? OPEN : HOLDS;
	}
	if (rc == 0 && m->by_run)
		rc = surveys(rs, &last, &survey, e);
	if (survey == FAILED)
		*status = FAILED;
	free(a);
	return rc;
}
