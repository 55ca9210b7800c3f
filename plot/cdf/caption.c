#include "caption.h"

#include <stdlib.h>

#include "interval.h"
#include "num.h"
#include "quantile.h"

static void
groups(const plot *p, FILE *fp)
{
	size_t grey = p->n - p->ncoloured, out = p->given - p->n;

	if (grey + out == 0)
		return;
	fprintf(fp, " The %zu largest of %zu groups are in colour", p->ncoloured, p->given);
	if (grey > 0)
		fprintf(fp, "%s %zu%s grey", out ? "," : " and", grey, out ? " more are" : " are");
	if (out > 0)
		fprintf(fp, "%s %zu are left out", grey ? ", and" : " and", out);
	fputs(".", fp);
}

static void
range(const plot *p, FILE *fp)
{
	char number[AS_NUM_BUF];
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		n += p->group[i].n - p->group[i].count[SAMPLE_FAILED];
	if (p->below + p->above == 0)
		return;
	fprintf(fp, " Outside the range lie %zu of %zu samples:", p->below + p->above, n);
	if (p->below > 0) {
		as_num_format(number, p->from);
		fprintf(fp, " %zu below %s%s", p->below, number, p->above ? "," : ".");
	}
	if (p->above > 0) {
		as_num_format(number, p->to);
		fprintf(fp, " %zu above %s.", p->above, number);
	}
}

static void
intervals(const plot *p, FILE *fp)
{
	size_t all = p->ncoloured * p->np, none = 0;
	as_rank_interval r;

	for (size_t i = 0; i < p->ncoloured; i++)
		for (size_t k = 0; k < p->np; k++)
			none += as_ci_quantile(p->group[i].n, p->p[k], 0.95, &r) != 0;
	if (p->medium == PLOT_TEXT)
		return;
	if (none < all)
		fputs(" Lines on the bars are 95% intervals.", fp);
	if (none > 0)
		fprintf(fp, " For %zu of %zu bars the samples are too few for an interval.", none, all);
}

static void
drawn(const plot *p, FILE *fp)
{
	size_t n = 0, all = 0;

	for (size_t i = 0; i < p->ncoloured; i++) {
		all += p->group[i].n;
		n += p->group[i].ndrawn;
	}
	if (n + p->below + p->above < all)
		fprintf(fp, " %zu of %zu samples are drawn: of each stretch of time the extremes and a few "
		    "by chance, and all cold and failed ones.", n, all);
}

char *
caption_of(const plot *p)
{
	char *text = NULL, number[AS_NUM_BUF];
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	if (!fp)
		return NULL;
	groups(p, fp);
	if (p->tail > 0) {
		as_num_digits(number, p->tail, 3);
		fprintf(fp, " Logarithmic axis: p99 is %s times the median.", number);
	}
	range(p, fp);
	if (p->kind == PLOT_QUANTILES)
		intervals(p, fp);
	if (p->kind == PLOT_SERIES)
		drawn(p, fp);
	if (fclose(fp) != 0) {
		free(text);
		return NULL;
	}
	if (*text == ' ')
		for (char *s = text; (*s = s[1]); s++)
			;
	return text;
}

void
caption_subject(const plot *p, FILE *fp)
{
	static const char *const kinds[] = {"distribution", "quantiles", "samples in the order taken"};

	fprintf(fp, "%s: %s", p->axis, kinds[p->kind]);
}

void
caption_describe(const plot *p, FILE *fp)
{
	char number[AS_NUM_BUF];

	caption_subject(p, fp);
	fputs(p->synthetic ? ". Synthetic data." : ".", fp);
	for (size_t i = 0; i < p->ncoloured; i++) {
		const plot_group *g = &p->group[i];

		fprintf(fp, " %s%s%zu samples", g->name, *g->name ? ": " : "",
		    g->n - g->count[SAMPLE_FAILED]);
		if (p->kind != PLOT_SERIES) {
			as_num_digits(number, as_quantile_sorted(g->x, g->n, 0.5, p->quantile_type), 4);
			fprintf(fp, ", median %s", number);
		}
		if (g->count[SAMPLE_COLD] > 0)
			fprintf(fp, ", %zu cold", g->count[SAMPLE_COLD]);
		if (g->count[SAMPLE_FAILED] > 0)
			fprintf(fp, ", %zu failed", g->count[SAMPLE_FAILED]);
		fputs(".", fp);
	}
	fprintf(fp, "%s%s", *p->caption ? " " : "", p->caption);
}
