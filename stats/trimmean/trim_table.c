#include "trim_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "keep.h"
#include "num.h"
#include "order_bounds.h"
#include "published.h"
#include "quantile_arg.h"
#include "sheet.h"

enum { MAX_VALUES = 10000000 }; /* of one summary */

static const as_interval unknown = {-INFINITY, INFINITY};

/* The columns of one table; ncol: it has none. */
typedef struct {
	as_sheet s;
	size_t n, mean, min, max, median, errors, synthetic;
	size_t *quantile; /* (nq) columns */
	double *p;        /* (nq) */
	size_t nq;
	size_t key[AS_OPTS_MAX];
	size_t *where;      /* (opts.nwhere) */
	const as_map *map;  /* (nmap) of the options */
	size_t *map_col;    /* (nmap) the column that each renames */
	size_t nmap;
	int exact;          /* figures are not rounded */
	as_keep keep;       /* of the arrays */
} sheet;

/* The column of a figure, also with its unit. */
static int
find(const sheet *t, const char *name, size_t *at, as_err *e)
{
	char with_unit[AS_QUANTILE_NAME + 4];
	size_t other;

	snprintf(with_unit, sizeof with_unit, "%s_ms", name);
	*at = as_sheet_result(&t->s, name);
	other = as_sheet_result(&t->s, with_unit);
	if (*at < t->s.ncol && other < t->s.ncol)
		return as_fail(e, t->s.path, 1,
		    "both '%s' and '%s' are columns; keep one", name, with_unit);
	if (other < t->s.ncol)
		*at = other;
	return 0;
}

/* Every column whose name is that of a quantile. */
static int
find_quantiles(sheet *t, as_err *e)
{
	t->quantile = as_alloc(&t->keep, t->s.ncol * sizeof *t->quantile);
	t->p = as_alloc(&t->keep, t->s.ncol * sizeof *t->p);
	if (!t->quantile || !t->p)
		return as_nomem(e);
	for (size_t i = 0; i < t->s.ncol; i++) {
		char text[AS_QUANTILE_NAME], name[AS_QUANTILE_NAME];
		as_str s = t->s.name[i];
		as_err none;

		while (s.n > strlen(AS_RESULT) && memcmp(s.s, AS_RESULT, strlen(AS_RESULT)) == 0)
			s = (as_str){s.s + strlen(AS_RESULT), s.n - strlen(AS_RESULT)};
		if (as_sheet_result(&t->s, s.s) != i)
			continue;
		if (s.n > 3 && memcmp(s.s + s.n - 3, "_ms", 3) == 0)
			s.n -= 3;
		if (s.n >= sizeof text || s.n < 2 || s.s[0] != 'p')
			continue;
		memcpy(text, s.s, s.n);
		text[s.n] = '\0';
		if (as_quantile_arg(text, &t->p[t->nq], name, &none) == 0)
			t->quantile[t->nq++] = i;
	}
	return 0;
}

static int
find_all(sheet *t, const as_opts *o, as_err *e)
{
	size_t i;

	t->where = as_alloc(&t->keep, o->nwhere * sizeof *t->where);
	t->map_col = as_alloc(&t->keep, o->nmap * sizeof *t->map_col);
	t->map = o->map;
	t->nmap = o->nmap;
	if (!t->where || !t->map_col)
		return as_nomem(e);
	if (find(t, "mean", &t->mean, e) != 0 || find(t, "min", &t->min, e) != 0 ||
	    find(t, "max", &t->max, e) != 0 || find(t, "median", &t->median, e) != 0 ||
	    as_sheet_column(&t->s, "n", &t->n, e) != 0 || find_quantiles(t, e) != 0)
		return -1;
	t->n = as_sheet_result(&t->s, "n");
	t->errors = as_sheet_result(&t->s, "errors");
	t->synthetic = as_sheet_result(&t->s, "synthetic");
	for (i = 0; i < o->group.n; i++)
		if (as_sheet_column(&t->s, o->group.v[i], &t->key[i], e) != 0)
			return -1;
	for (i = 0; i < o->nwhere; i++)
		if (as_sheet_column(&t->s, o->where[i].col, &t->where[i], e) != 0)
			return -1;
	for (i = 0; i < o->nmap; i++)
		if (as_sheet_column(&t->s, o->map[i].col, &t->map_col[i], e) != 0)
			return -1;
	return 0;
}

/* A field, renamed as --map says. */
static as_str
field(const sheet *t, size_t row, size_t col)
{
	const char *text = as_sheet_text(&t->s, row, col);

	return as_maps_apply(t->map, t->map_col, t->nmap, col, (as_str){text, strlen(text)});
}

/* A published figure as the values that it stands for, which is what rounds to it
 * unless figures are exact; without bounds where the
 * field is empty or the column is not there. */
static int
figure(const sheet *t, size_t row, size_t col, as_interval *x, as_err *e)
{
	as_published p;
	const char *s;
	double slack;

	*x = unknown;
	if (col == t->s.ncol || *(s = as_sheet_text(&t->s, row, col)) == '\0')
		return 0;
	as_published_read(&p, s, strlen(s));
	if (p.kind == AS_PUB_NA)
		return 0;
	if (p.kind != AS_PUB_NUMBER || p.percent)
		return as_fail(e, t->s.path, t->s.line[row], "not a number in column '%s': '%.60s'",
		    t->s.name[col].s, s);
	*x = (as_interval){as_dec_double(&p.lo), as_dec_double(&p.hi)};
	if (t->exact)
		x->lo = x->hi = x->lo + (x->hi - x->lo) / 2;
	if (!isfinite(x->lo) || !isfinite(x->hi))
		return as_fail(e, t->s.path, t->s.line[row], "number out of range in column '%s': '%.60s'",
		    t->s.name[col].s, s);
	/* a figure printed in full is still as rounded as the sum it came from */
	slack = 1e-13 * fmax(fabs(x->lo), fabs(x->hi));
	x->lo -= slack;
	x->hi += slack;
	return 0;
}

static int
count(const sheet *t, size_t row, size_t col, int64_t *x, as_err *e)
{
	const char *s = as_sheet_text(&t->s, row, col);

	if (as_int_parse(s, strlen(s), x) == AS_NUM_OK && *x >= 0 && *x <= MAX_VALUES)
		return 0;
	return as_fail(e, t->s.path, t->s.line[row],
	    "not a whole number from 0 to %d in column '%s': '%.60s'", MAX_VALUES, t->s.name[col].s, s);
}

/* The group of a row, made anew if it is not there. */
static summary_group *
group_of(summaries *s, const sheet *t, size_t row, as_err *e)
{
	uint32_t key[AS_OPTS_MAX], id = 0;

	for (size_t k = 0; k < s->nkey && id != UINT32_MAX; k++) {
		as_str name = field(t, row, t->key[k]);

		id = key[k] = as_intern_id(&s->text, name.s, name.n);
	}
	if (id != UINT32_MAX)
		id = as_intern_id(&s->keys, (const char *)key, s->nkey * sizeof *key);
	if (id == UINT32_MAX || as_grow(&s->g, id, &s->cap, sizeof *s->g) != 0) {
		as_nomem(e);
		return NULL;
	}
	if (id == s->n)
		s->g[s->n++] = (summary_group){.mean = unknown, .median = unknown};
	return &s->g[id];
}

/* Pools a row with its group: bounds side by side, sums added. */
static int
add_bounds(summary_group *g, const as_summary *row, as_interval median, as_err *e)
{
	size_t n = g->n + row->n;
	double *lo, *hi, a = (double)g->n / (double)n, b = (double)row->n / (double)n;

	if ((lo = realloc(g->lo, n * sizeof *lo)) != NULL)
		g->lo = lo;
	if ((hi = realloc(g->hi, n * sizeof *hi)) != NULL)
		g->hi = hi;
	if (!lo || !hi)
		return as_nomem(e);
	if (as_order_bounds(row, lo + g->n, hi + g->n) != 0)
		return 1;
	g->mean = g->n == 0 ? row->mean :
	    (as_interval){a * g->mean.lo + b * row->mean.lo, a * g->mean.hi + b * row->mean.hi};
	g->median = g->n == 0 ? median : unknown;
	g->n = n;
	return 0;
}

static int
add_row(summaries *s, const sheet *t, size_t row, int type, as_known_quantile *q, as_err *e)
{
	as_summary sum = {.q = q};
	as_interval median, x;
	summary_group *g = group_of(s, t, row, e);
	int64_t n, errors = 0;
	int bad;

	if (!g || count(t, row, t->n, &n, e) != 0 || figure(t, row, t->mean, &sum.mean, e) != 0 ||
	    figure(t, row, t->min, &sum.min, e) != 0 || figure(t, row, t->max, &sum.max, e) != 0 ||
	    figure(t, row, t->median, &median, e) != 0)
		return -1;
	if (t->errors < t->s.ncol && count(t, row, t->errors, &errors, e) != 0)
		return -1;
	g->errors = t->errors == t->s.ncol || g->errors < 0 ? -1 : g->errors + errors;
	if (t->synthetic < t->s.ncol) {
		const char *made = as_sheet_text(&t->s, row, t->synthetic);

		g->synthetic |= strcmp(made, "true") == 0 || strcmp(made, "1") == 0;
		s->any_synthetic |= g->synthetic;
	}
	if (n == 0)
		return 0;
	sum.n = (size_t)n;
	if (isinf(sum.mean.hi) && isinf(sum.max.hi))
		return as_fail(e, t->s.path, t->s.line[row], "a row needs a mean or a max");
	/* a latency is not negative */
	sum.min.lo = fmax(sum.min.lo, 0);
	sum.max.lo = fmax(sum.max.lo, 0);
	if (isfinite(median.hi))
		q[sum.nq++] = (as_known_quantile){{(sum.n - 1) / 2, sum.n / 2, 0.5}, median};
	for (size_t i = 0; i < t->nq; i++) {
		if (figure(t, row, t->quantile[i], &x, e) != 0)
			return -1;
		if (isfinite(x.hi) && as_quantile_place_of(sum.n, t->p[i], type, &q[sum.nq].at) == 0)
			q[sum.nq++].value = x;
	}
	if ((bad = add_bounds(g, &sum, median, e)) > 0)
		return as_fail(e, t->s.path, t->s.line[row],
		    "no %zu values can have all of these figures", sum.n);
	return bad;
}

static int
wanted(const sheet *t, const as_opts *o, size_t row)
{
	for (size_t i = 0; i < o->nwhere; i++)
		if (!as_condition_holds(&o->where[i], field(t, row, t->where[i])))
			return 0;
	return 1;
}

static int
read_sheet(summaries *s, const as_opts *o, int type, int exact, const char *path, as_err *e)
{
	sheet t = {.exact = exact};
	as_known_quantile *q = NULL;
	int bad = as_sheet_read(&t.s, path, &s->text, e) != 0 || find_all(&t, o, e) != 0;

	if (!bad && !(q = as_alloc(&t.keep, (t.nq + 1) * sizeof *q)))
		bad = as_nomem(e) != 0;
	for (size_t k = 0; k < s->nkey && !bad && s->n == 0; k++) {
		as_str name = t.s.name[t.key[k]];

		s->header[k] = as_intern_id(&s->text, name.s, name.n);
	}
	for (size_t i = 0; i < t.s.n && !bad; i++)
		bad = wanted(&t, o, i) && add_row(s, &t, i, type, q, e) != 0;
	as_keep_free(&t.keep);
	as_sheet_free(&t.s);
	return bad ? -1 : 0;
}

int
summaries_read(summaries *s, const as_opts *o, int type, int exact, char *const *paths,
    size_t npaths, as_err *e)
{
	static char *const standard_input[] = {"-"};
	int bad;

	*s = (summaries){.nkey = o->group.n};
	if (npaths == 0) {
		paths = standard_input;
		npaths = 1;
	}
	bad = !(s->header = calloc(s->nkey + 1, sizeof *s->header)) && as_nomem(e) != 0;
	for (size_t i = 0; i < npaths && !bad; i++)
		bad = read_sheet(s, o, type, exact, paths[i], e) != 0;
	if (!bad && s->n == 0)
		bad = as_fail(e, NULL, 0, "--where leaves no row") != 0;
	if (bad)
		summaries_free(s);
	return bad ? -1 : 0;
}

void
summaries_free(summaries *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->g[i].lo);
		free(s->g[i].hi);
	}
	free(s->g);
	free(s->header);
	as_intern_free(&s->keys);
	as_intern_free(&s->text);
	*s = (summaries){0};
}

as_interval
summary_estimate(const summary_group *g, const method *m)
{
	as_interval x = method_bounds(m, g->lo, g->hi, g->n, g->mean);

	if (m->kind == MEDIAN && !isnan(x.lo))
		x = (as_interval){fmax(x.lo, g->median.lo), fmin(x.hi, g->median.hi)};
	return x;
}

void
summaries_declare(const summaries *s, as_table *t)
{
	for (size_t k = 0; k < s->nkey; k++)
		as_table_input(t, s->text.str[s->header[k]], AS_STR, 1);
}

void
summaries_keys(const summaries *s, size_t group, as_table *t)
{
	uint32_t key[AS_OPTS_MAX];

	memcpy(key, s->keys.str[group], s->nkey * sizeof *key);
	for (size_t k = 0; k < s->nkey; k++)
		as_table_str(t, s->text.str[key[k]]);
}
