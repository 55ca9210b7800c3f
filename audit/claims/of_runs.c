#include "of_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../evidence/folder.h"
#include "json.h"

/* A field of the manifest by the first of "a|b" that is there; NULL: not recorded, as
 * null is. */
static const cJSON *
field(const ev_run *r, const char *names)
{
	char path[400];

	while (*names) {
		size_t n = strcspn(names, "|");
		const cJSON *v;

		snprintf(path, sizeof path, "%.*s", (int)n, names);
		v = as_json_at(r->manifest, path);
		if (v && !cJSON_IsNull(v))
			return v;
		names += n + (names[n] == '|');
	}
	return NULL;
}

/* As text, for a message. */
static const char *
shown(const cJSON *v, char *buf, size_t size)
{
	char *s = cJSON_IsString(v) ? NULL : cJSON_PrintUnformatted(v);

	snprintf(buf, size, "%s", s ? s : cJSON_IsString(v) ? v->valuestring : "?");
	free(s);
	return buf;
}

/* From two objects that differ to their first members that do, whose names go to path. */
static void
first_difference(const cJSON **p, const cJSON **q, char *path, size_t size)
{
	const cJSON *v = NULL;

	for (size_t len = strlen(path); cJSON_IsObject(*p) && cJSON_IsObject(*q) &&
	    len < size; len = strlen(path)) {
		cJSON_ArrayForEach(v, *p) {
			const cJSON *w = cJSON_GetObjectItemCaseSensitive(*q, v->string);

			if (w && !cJSON_Compare(v, w, 1)) {
				snprintf(path + len, size - len, ".%s", v->string);
				*p = v;
				*q = w;
				break;
			}
		}
		if (!v) /* members that only one of them has */
			return;
	}
}

typedef struct { char differ[300], absent[200]; size_t len; } findings;

static void
environment(const claim *c, const ev_run *base, const ev_run *test, findings *to)
{
	const cJSON *f;
	char a[48], b[48], path[120];

	cJSON_ArrayForEach(f, c->fields) {
		const char *last = strrchr(f->valuestring, '|');
		const cJSON *p = field(base, f->valuestring), *q = field(test, f->valuestring);

		if (!p || !q)
			snprintf(to->absent, sizeof to->absent, "%.150s", f->valuestring);
		else if (!cJSON_Compare(p, q, 1) && to->len + 160 < sizeof to->differ) {
			snprintf(path, sizeof path, "%.100s", last ? last + 1 : f->valuestring);
			first_difference(&p, &q, path, sizeof path);
			to->len += (size_t)snprintf(to->differ + to->len, sizeof to->differ - to->len,
			    "%s%.30s (%.45s, %.45s)", to->len ? ", " : "",
			    path, shown(p, a, sizeof a), shown(q, b, sizeof b));
		}
	}
}

/* The number in FILE:PATH of a run; NaN where it is not recorded. */
static int
number_in(ev_run *r, const char *name, double *x, as_err *e)
{
	const char *colon = strchr(name, ':');
	char *file = as_text(&r->keep, "%.*s", (int)(colon - name), name);
	cJSON *o;
	const cJSON *v;
	int there;

	*x = NAN;
	if (strstr(file, "..") || (there = ev_read_object(r, file, &o, e)) == 0)
		return 0;
	if (there < 0)
		return -1;
	v = as_json_at(o, colon + 1);
	if (cJSON_IsNumber(v))
		*x = v->valuedouble;
	cJSON_Delete(o);
	return 0;
}

/* 1: the claim is decided, for it does not hold of these two. */
static int
one_field(const claim *c, ev_run *base, ev_run *test, claim_result *r, as_err *e)
{
	double a, b;
	int holds;

	if (number_in(base, c->field, &a, e) != 0 || number_in(test, c->field, &b, e) != 0)
		return -1;
	holds = c->direction == DIR_LOWER ? b < a : c->direction == DIR_HIGHER ? b > a : a != b;
	if (isnan(a) || isnan(b))
		claim_say(r, NO_EVIDENCE, "%.200s is not recorded in both runs", c->field);
	else
		claim_say(r, holds ? PROVEN : REFUTED, "%.200s: %g against %g", c->field, b, a);
	return r->status != PROVEN;
}

/* A text of the filter that no run given has; NULL: there is none. */
static const char *
not_given(const cJSON *filter, ev_run *runs, size_t nruns)
{
	const cJSON *v = cJSON_IsArray(filter) ? filter->child : filter;

	if (!filter)
		return "any";
	for (; v; v = cJSON_IsArray(filter) ? v->next : NULL) {
		size_t i = 0;

		while (i < nruns && !takes_run(v, &runs[i]))
			i++;
		if (i == nruns)
			return v->valuestring;
	}
	return NULL;
}

int
claim_of_runs(const claim *c, ev_run *runs, size_t nruns, claim_result *r, as_err *e)
{
	const char *name = not_given(c->base.filter[OF_RUN], runs, nruns);
	findings found = {0};
	int rc = 0;

	if (name || (name = not_given(c->test.filter[OF_RUN], runs, nruns))) {
		claim_say(r, NO_EVIDENCE, "run %.300s is not among those that were read", name);
		return 0;
	}
	for (size_t i = 0; i < nruns && rc == 0; i++)
		for (size_t k = 0; k < nruns && rc == 0 && takes_run(c->base.filter[OF_RUN], &runs[i]); k++) {
			if (!takes_run(c->test.filter[OF_RUN], &runs[k]))
				continue;
			if (c->kind == KIND_FIELD)
				rc = one_field(c, &runs[i], &runs[k], r, e);
			else
				environment(c, &runs[i], &runs[k], &found);
		}
	if (c->kind == KIND_FIELD || rc < 0)
		return rc < 0 ? -1 : 0;
	if (*found.differ)
		claim_say(r, REFUTED, "they differ: %s", found.differ);
	else if (*found.absent)
		claim_say(r, NO_EVIDENCE, "not recorded in both runs: %.150s", found.absent);
	else
		claim_say(r, PROVEN, "%d fields are equal", cJSON_GetArraySize(c->fields));
	return 0;
}
