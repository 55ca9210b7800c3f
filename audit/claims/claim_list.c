#include "claim_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "yamlread.h"

/* metric is NULL where the claims are of runs. */
typedef struct { const char *path, *metric; as_err *e; char what[120]; } reader;

static int
bad(reader *r, const char *fmt, const char *arg)
{
	char text[300];

	snprintf(text, sizeof text, fmt, arg);
	return as_fail(r->e, r->path, 0, "%s: %s", r->what, text);
}

/* Keys that an object may have; the first that it may not is an error. */
static int
known(reader *r, const cJSON *o, const char *const *keys)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, o) {
		size_t i = 0;

		while (keys[i] && strcmp(keys[i], v->string) != 0)
			i++;
		if (!keys[i])
			return bad(r, "unknown key '%.80s'", v->string);
	}
	return 0;
}

static int
text(reader *r, const cJSON *o, const char *key, const char *otherwise, const char **out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	*out = otherwise;
	if (!v && !otherwise)
		return bad(r, "'%s' is missing", key);
	if (v && !cJSON_IsString(v))
		return bad(r, "'%s' must be text", key);
	if (v)
		*out = v->valuestring;
	return 0;
}

static int
word(reader *r, const cJSON *o, const char *key, const char *const *words, int otherwise, int *out)
{
	const char *s;

	*out = otherwise;
	if (text(r, o, key, "", &s) != 0)
		return -1;
	if (!*s)
		return 0;
	for (int i = 0; words[i]; i++)
		if (strcmp(words[i], s) == 0) {
			*out = i;
			return 0;
		}
	return bad(r, key[0] == 'k' ? "unknown kind '%.80s'" : key[0] == 'd' ?
	    "unknown direction '%.80s'" : "unknown word '%.80s'", s);
}

static int
truth(reader *r, const cJSON *o, const char *key, int otherwise, int *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	*out = v ? cJSON_IsTrue(v) : otherwise;
	return v && !cJSON_IsBool(v) ? bad(r, "'%s' must be true or false", key) : 0;
}

/* A text or a list of texts. */
static int
filter(reader *r, const cJSON *o, const char *key, const cJSON **out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key), *i;

	if (!v)
		return 0;
	if (!cJSON_IsString(v) && !(cJSON_IsArray(v) && v->child))
		return bad(r, "'%s' must be text or a list; quote a number", key);
	if (cJSON_IsArray(v))
		cJSON_ArrayForEach(i, v)
			if (!cJSON_IsString(i))
				return bad(r, "'%s' must be a list of texts", key);
	*out = v;
	return 0;
}

static int
filters(reader *r, const cJSON *o, claim_group *g)
{
	for (int k = 0; k < CLAIM_FILTERS; k++)
		if (filter(r, o, claim_filters[k], &g->filter[k]) != 0)
			return -1;
	return 0;
}

/* true, or columns of rows. */
static int
stratify(reader *r, const cJSON *o, claim *c)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, "stratify");

	if (!r->metric || !v || cJSON_IsBool(v))
		return truth(r, o, "stratify", 0, &c->stratify);
	c->stratify = 1;
	return cJSON_GetArraySize(v) > CLAIM_STRATA ? bad(r, "'%s' has too many columns", "stratify") :
	    filter(r, o, "stratify", &c->strata);
}

/* A group is a backend's name, or filters, of rows by any column; what it leaves out is the
 * claim's. */
static int
group(reader *r, const cJSON *groups, const char *key, claim_group *g, int *has)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(groups, key), *one;

	*has = v != NULL;
	if (!v)
		return 0;
	if (cJSON_IsString(v)) {
		g->filter[OF_BACKEND] = v;
		return 0;
	}
	if (!cJSON_IsObject(v))
		return bad(r, "group '%s' must be a backend's name or filters", key);
	g->own = v;
	cJSON_ArrayForEach(one, v)
		if (filter(r, v, one->string, &(const cJSON *){NULL}) != 0)
			return -1;
	return (!r->metric && known(r, v, claim_filters) != 0) || filters(r, v, g) != 0 ? -1 : 0;
}

/* "5%" is a share of the base, a number is in the unit of the metric. */
static int
margin(reader *r, const cJSON *o, claim *c)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, "margin");
	size_t n;

	if (!v)
		return 0;
	if (cJSON_IsNumber(v))
		c->margin = v->valuedouble;
	else if (cJSON_IsString(v) && (n = strlen(v->valuestring)) > 1 && v->valuestring[n - 1] == '%' &&
	    as_num_parse(v->valuestring, n - 1, &c->margin) == AS_NUM_OK) {
		c->margin /= 100;
		c->percent = 1;
	} else
		return bad(r, "'%s' must be a number, or a share such as 5%%", "margin");
	if (!(c->margin > 0) || (c->percent && c->margin >= 1))
		return bad(r, "'%s' must be above 0, and below 100%%", "margin");
	return 0;
}

/* "50%", from 0% to 100%; a share and a slowest claim need it. */
static int
share(reader *r, const cJSON *o, claim *c)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, "share");
	size_t n;

	c->share = NAN;
	if (!v)
		return 0;
	if (!cJSON_IsString(v) || (n = strlen(v->valuestring)) < 2 || v->valuestring[n - 1] != '%' ||
	    as_num_parse(v->valuestring, n - 1, &c->share) != AS_NUM_OK || c->share < 0 || c->share > 100)
		return bad(r, "'%s' must be from 0%% to 100%%", "share");
	c->share /= 100;
	return 0;
}

/* Keys that say something to some kinds only; elsewhere they would be passed over. */
static int
of_kind(reader *r, const cJSON *o, claim_kind k)
{
	enum { LATENCY = 1 << KIND_LATENCY, TAIL = 1 << KIND_TAIL, EQUAL = 1 << KIND_EQUIVALENCE,
	    SLOWEST = 1 << KIND_SLOWEST, SHARE = 1 << KIND_SHARE };
	static const struct { const char *key; unsigned kinds; } some[] = {
		{"metric", LATENCY | TAIL | EQUAL | SLOWEST}, {"statistic", LATENCY | TAIL | SLOWEST},
		    {"stratify", LATENCY | TAIL},
		{"per_token", LATENCY | TAIL | EQUAL | SLOWEST}, {"direction",
		    LATENCY | TAIL | SHARE | 1 << KIND_FIELD},
		{"margin", LATENCY | TAIL | EQUAL}, {"claim", LATENCY | TAIL | EQUAL},
		    {"share", SHARE | SLOWEST}, {"expect", 1 << KIND_COMPILER | 1 << KIND_ERRORS},
		{"fields", 1 << KIND_ENVIRONMENT}, {"field", 1 << KIND_FIELD},
	};

	static const char *const said[] = {"statistic", "direction", "margin"};

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		if (!(some[i].kinds & 1u << k) && cJSON_GetObjectItemCaseSensitive(o, some[i].key))
			return bad(r, "'%s' is not a key of this kind of claim", some[i].key);
	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (cJSON_GetObjectItemCaseSensitive(o, "claim") && cJSON_GetObjectItemCaseSensitive(o, said[i]))
			return bad(r, "'claim' says the %s already", said[i]);
	return 0;
}

/* What would not mean what it says. */
static int
consistent(reader *r, const claim *c)
{
	const cJSON *f;

	if (c->margin > 0 && c->kind != KIND_EQUIVALENCE && c->direction == DIR_DIFFERENT)
		return bad(r, "'%s' needs a direction, lower or higher", "margin");
	if (*c->expect && (c->kind == KIND_COMPILER ? strcmp(c->expect, "compiled") &&
	    strcmp(c->expect, "not compiled") :
	    strcmp(c->expect, "all") && strcmp(c->expect, "none")))
		return bad(r, "'expect' is no '%.80s'", c->expect);
	if (c->kind == KIND_ENVIRONMENT) {
		if (!cJSON_IsArray(c->fields) || !c->fields->child)
			return bad(r, "'%s' must be a list of texts", "fields");
		cJSON_ArrayForEach(f, c->fields)
			if (!cJSON_IsString(f))
				return bad(r, "'%s' must be a list of texts", "fields");
	}
	return 0;
}

static int
one(reader *r, const cJSON *o, claim *c)
{
	static const char *const keys[] = {"id", "text", "published", "kind", "run", "mode", "model",
	    "scenario", "backend", "dtype", "groups",
	    "metric", "statistic", "direction", "margin", "share", "per_token", "stratify", "compiled",
	    "expect", "fields", "field", "label", "missing", "claim", NULL};
	static const char *const directions[] = {"lower", "higher", "different", NULL},
	    *const group_keys[] = {"base", "test", NULL};
	const cJSON *groups = cJSON_GetObjectItemCaseSensitive(o, "groups");
	const char *words;
	as_err own;
	int k, d, has_test = 0, quantile, compiled;

	if (!cJSON_IsObject(o))
		return bad(r, "%s", "a claim must be a mapping");
	if (text(r, o, "id", NULL, &c->id) != 0)
		return -1;
	snprintf(r->what, sizeof r->what, "claim %.80s", c->id);
	if (known(r, o, keys) != 0 || text(r, o, "text", NULL, &c->text) != 0 ||
	    text(r, o, "published", "", &c->published) != 0 ||
	    text(r, o, "claim", "", &words) != 0 ||
	    word(r, o, "kind", claim_kinds, *words ? KIND_LATENCY : -1, &k) != 0 ||
	    word(r, o, "direction", directions, DIR_LOWER, &d) != 0 ||
	    text(r, o, "metric", r->metric ? r->metric : "latency_ms", &c->metric) != 0 ||
	    text(r, o, "expect", "", &c->expect) != 0 ||
	    text(r, o, "field", "", &c->field) != 0 || text(r, o, "label", "", &c->label) != 0 ||
	    text(r, o, "missing", "", &c->missing) != 0 ||
	    truth(r, o, "per_token", 0, &c->per_token) != 0 || stratify(r, o, c) != 0 ||
	    truth(r, o, "compiled", COMPILED_CLAIMED, &compiled) != 0 || filters(r, o, &c->test) != 0 ||
	    margin(r, o, c) != 0 || share(r, o, c) != 0)
		return -1;
	if (k < 0)
		return bad(r, "'%s' is missing", "kind");
	c->kind = (claim_kind)k;
	c->compiled = (claim_compiled)compiled;
	snprintf(c->unit, sizeof c->unit, " ms%s", c->per_token ? " a token" : "");
	if (of_kind(r, o, c->kind) != 0)
		return -1;
	quantile = c->kind == KIND_TAIL || c->kind == KIND_SLOWEST;
	c->direction = (claim_direction)d;
	if (text(r, o, "statistic", quantile ? "p95" : "mean", &c->statistic) != 0)
		return -1;
	c->base = c->test;
	if (groups && (!cJSON_IsObject(groups) || known(r, groups, group_keys) != 0))
		return cJSON_IsObject(groups) ? -1 : bad(r, "'%s' must be base and test", "groups");
	if (groups && (group(r, groups, "base", &c->base, &c->has_base) != 0 ||
	    group(r, groups, "test", &c->test, &has_test) != 0))
		return -1;
	c->fields = cJSON_GetObjectItemCaseSensitive(o, "fields");
	if (!r->metric && strcmp(c->metric, "latency_ms") != 0 && strcmp(c->metric, "event_ms") != 0)
		return bad(r, "'%s' is not a metric: latency_ms or event_ms", c->metric);
	if (quantile ? strcmp(c->statistic, "p90") && strcmp(c->statistic, "p95") &&
	    strcmp(c->statistic, "p99") :
	    strcmp(c->statistic, "mean") && strcmp(c->statistic, "median"))
		return bad(r, "'%s' is not a statistic of this kind", c->statistic);
	if (*c->missing)
		return 0;
	if ((c->kind == KIND_LATENCY || c->kind == KIND_TAIL || c->kind == KIND_EQUIVALENCE ||
	    c->kind == KIND_WORK ||
	    c->kind == KIND_ENVIRONMENT || c->kind == KIND_FIELD || c->kind == KIND_SLOWEST) &&
	    !c->has_base)
		return bad(r, "'%s' needs a base", "groups");
	if (c->has_base && !has_test)
		return bad(r, "'%s' needs a test", "groups");
	if ((c->kind == KIND_SHARE || c->kind == KIND_SLOWEST) && isnan(c->share))
		return bad(r, "'%s' is missing", "share");
	if (c->kind == KIND_SHARE && c->direction == DIR_DIFFERENT)
		return bad(r, "'%s' of a share is lower or higher", "direction");
	if (c->kind == KIND_EQUIVALENCE && !(c->margin > 0) && !*words)
		return bad(r, "'%s' is missing: equivalence is within one", "margin");
	if (c->kind == KIND_FIELD && (!strchr(c->field, ':') || *c->field == ':' ||
	    !strchr(c->field, ':')[1]))
		return bad(r, "'%s' must be FILE:PATH", "field");
	if (consistent(r, c) != 0)
		return -1;
	return claim_words_read(c, words, &own) != 0 ? bad(r, "%.280s", own.msg) : 0;
}

/* A list of texts, which may be missing: *v has room for it and is never NULL. */
static int
texts(reader *r, const cJSON *o, const char *key, char ***v, size_t *n)
{
	const cJSON *list = NULL, *i;

	if (filter(r, o, key, &list) != 0)
		return -1;
	if (!(*v = calloc((size_t)cJSON_GetArraySize(list) + 2, sizeof **v)))
		return as_nomem(r->e);
	if (cJSON_IsString(list))
		(*v)[(*n)++] = list->valuestring;
	else
		cJSON_ArrayForEach(i, list)
			(*v)[(*n)++] = i->valuestring;
	return 0;
}

int
claims_read(claims *c, const char *path, const char *metric, as_err *e)
{
	static const char *const keys[] = {"report", "compiled", "claims", NULL};
	reader r = {.path = path, .metric = metric, .e = e, .what = "claims"};
	const cJSON *list, *o;
	const char *report; /* a name for people */
	int rc;

	*c = (claims){0};
	if (as_yaml_read(path, &c->root, e) != 0)
		return -1;
	list = cJSON_GetObjectItemCaseSensitive(c->root, "claims");
	if (!cJSON_IsArray(list) || !list->child)
		rc = as_fail(e, path, 0, "no list of claims");
	else if ((rc = known(&r, c->root, keys)) == 0 && (rc =
	    text(&r, c->root, "report", "", &report)) == 0 &&
	    (rc = texts(&r, c->root, "compiled", &c->compiled, &c->ncompiled)) == 0 &&
	    !(c->v = calloc((size_t)cJSON_GetArraySize(list), sizeof *c->v)))
		rc = as_nomem(e);
	if (rc == 0)
		cJSON_ArrayForEach(o, list) {
			snprintf(r.what, sizeof r.what, "claim %zu", c->n + 1);
			if ((rc = one(&r, o, &c->v[c->n++])) != 0)
				break;
			for (size_t i = 0; i + 1 < c->n && rc == 0; i++)
				if (strcmp(c->v[i].id, c->v[c->n - 1].id) == 0)
					rc = as_fail(e, path, 0, "two claims have the id %.80s", c->v[i].id);
			if (rc != 0)
				break;
		}
	if (rc != 0)
		claims_free(c);
	return rc;
}

void
claims_free(claims *c)
{
	cJSON_Delete(c->root);
	for (size_t i = 0; i < c->n; i++)
		as_claim_free(&c->v[i].relation);
	free(c->v);
	free(c->compiled);
	*c = (claims){0};
}
