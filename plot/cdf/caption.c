/* What stands below the picture, and what describes it to those who cannot see it. */
#include <stdlib.h>

#include "interval.h"
#include "memory_text.h"
#include "num.h"
#include "plot.h"
#include "quantile.h"

const char *
plot_kind_word(const plot_group *g, int kind)
{
	static const char *const words[2][SAMPLE_KINDS] = {
	    {"", "cold", "failed", "not compiled", "cold, not compiled"},
	    {"", "cold", "failed", "not compiled or unknown", "cold, not compiled or unknown"}};

	return words[g->unknown][kind];
}

const char *
plot_order(const plot *p, char order[100])
{
	snprintf(order, 100, "%s%s", p->clock ? "over time, by " : "in the order of the ",
	    p->clock ? p->clock : p->indexed ? "index" : "input");
	return order;
}

/* How many bars have no interval, for want of samples. */
static size_t
without_interval(const plot *p)
{
	size_t none = 0;
	as_rank_interval r;

	for (size_t i = 0; i < p->ncoloured; i++)
		for (size_t k = 0; k < p->np; k++)
			none += as_ci_quantile(p->group[i].n, p->p[k], 0.95, &r) != 0;
	return none;
}

char *
plot_caption(const plot *p)
{
	char *text = NULL, number[AS_NUM_BUF];
	size_t size, none = 0, n = 0, drawn = 0, bars = p->ncoloured * p->np;
	FILE *fp = open_memstream(&text, &size);

	if (!fp)
		return NULL;
	for (size_t i = 0; i < p->n; i++) {
		n += p->group[i].n;
		drawn += p->group[i].ndrawn;
	}
	if (p->ncoloured < p->given)
		fprintf(fp, "In colour: the largest %zu of %zu groups. ", p->ncoloured, p->given);
	if (p->n > p->ncoloured)
		fprintf(fp, "Grey: %zu. ", p->n - p->ncoloured);
	if (p->given > p->n)
		fprintf(fp, "Left out: %zu. ", p->given - p->n);
	if (p->tail > 0) {
		as_num_digits(number, p->tail, 3);
		fprintf(fp, "Logarithmic axis: p99 is %s times the median. ", number);
	}
	if (p->below > 0)
		fprintf(fp, "Below the range: %zu of %zu samples. ", p->below, n);
	if (p->above > 0)
		fprintf(fp, "Above the range: %zu of %zu samples. ", p->above, n);
	if (p->kind == PLOT_QUANTILES && p->medium != PLOT_TEXT && (none = without_interval(p)) < bars)
		fputs("Lines on the bars are 95% intervals. ", fp);
	if (p->kind == PLOT_QUANTILES && p->medium != PLOT_TEXT && none > 0)
		fprintf(fp, "For %zu of %zu bars the samples are too few for an interval. ", none, bars);
	if (p->kind == PLOT_SERIES && drawn + p->below + p->above < n)
		fprintf(fp, "%zu of %zu samples are drawn: of each stretch of time the extremes and a few "
		    "by chance, and all cold and failed ones. ", drawn, n);
	return as_memory_text(fp, &text);
}

void
plot_describe(const plot *p, FILE *fp)
{
	static const char *const kinds[] = {"distribution", "quantiles", "samples "};
	char number[AS_NUM_BUF], order[100];

	fprintf(fp, "%s: %s%s.%s", p->axis, kinds[p->kind],
	    p->kind == PLOT_SERIES ? plot_order(p, order) : "", p->synthetic ? " Synthetic data." : "");
	for (size_t i = 0; i < p->ncoloured; i++) {
		const plot_group *g = &p->group[i];

		fprintf(fp, " %s%s%zu sample%s", g->name, *g->name ? ": " : "", g->n,
		    g->n == 1 ? "" : "s");
		for (int k = SAMPLE_COLD; p->kind == PLOT_SERIES && k < SAMPLE_KINDS; k++)
			if (k <= SAMPLE_FAILED || g->count[k] > 0)
				fprintf(fp, ", %zu %s", g->count[k], plot_kind_word(g, k));
		if (p->kind == PLOT_SERIES)
			putc('.', fp);
		else {
			as_num_digits(number, as_quantile_sorted(g->x, g->n, 0.5, p->quantile_type), 4);
			fprintf(fp, ", median %s.", number);
		}
	}
	fprintf(fp, " %s", p->caption);
}
