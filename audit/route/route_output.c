#include "route_output.h"

#include <math.h>
#include <string.h>

#include "num.h"

/* Between double quotes, for C and gnuplot: in octal what one of them reads as more than itself
 * (`command`, @macro, ??/). odd: stands for other bytes and a format's %; 0: they themselves. */
static void
quoted(const char *s, int odd, FILE *fp)
{
	putc('"', fp);
	for (; *s; s++)
		if (odd && (*s < ' ' || *s > '~' || *s == '%'))
			putc(odd, fp);
		else if (*s < ' ' || *s > '~' || strchr("\"\\`@?", *s))
			fprintf(fp, "\\%03o", (unsigned char)*s);
		else
			putc(*s, fp);
	putc('"', fp);
}

static void
number(double x, FILE *fp)
{
	char text[AS_NUM_BUF];

	as_num_format(text, x);
	fputs(text, fp);
}

void
route_header(const route_decision *d, FILE *fp)
{
	fputs("/* Written by route of assay. Do not edit: run it again. */\n"
	    "#ifndef ASSAY_ROUTE_H\n#define ASSAY_ROUTE_H\n\n#include <stddef.h>\n#include <string.h>\n\n"
	    "/* made: new tokens a sequence, 0 in a prefill; from, to: tokens of the prompt */\n"
	    "static const struct assay_route_region {\n\tconst char *mode, *model, *dtype;\n"
	    "\tlong batch;\n\tdouble made, from, to;\n\tconst char *way;\n"
	    "} assay_route_regions[] = {\n", fp);
	for (size_t i = 0; i < d->n; i++) {
		const route_region *r = &d->v[i];
		const char *const key[] = {r->first->mode, r->first->model, r->first->dtype};
		if (!r->way || isnan(r->from))
			continue;
		fputs("\t{", fp);
		for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
			quoted(key[k], 0, fp);
			fputs(", ", fp);
		}
		fprintf(fp, "%ld, ", r->first->batch);
		for (int k = 0; k < 3; k++) {
			number(k == 0 ? r->first->made : k == 1 ? r->from : r->to, fp);
			fputs(", ", fp);
		}
		quoted(r->way, 0, fp);
		fputs("},\n", fp);
	}
	fputs("\t{NULL, NULL, NULL, 0, 0, 0, 0, NULL}\n};\n\n"
	    "/* The way that serves such a call; NULL: no run has measured it. */\n"
	    "static inline const char *\nassay_route(const char *mode, const char *model, "
	    "const char *dtype, long batch,\n    double made, double tokens)\n{\n"
	    "\tfor (const struct assay_route_region *r = assay_route_regions; r->way; r++)\n"
	    "\t\tif (strcmp(r->mode, mode) == 0 && strcmp(r->model, model) == 0 &&\n"
	    "\t\t    strcmp(r->dtype, dtype) == 0 && r->batch == batch && r->made == made &&\n"
	    "\t\t    r->from <= tokens && tokens <= r->to)\n\t\t\treturn r->way;\n"
	    "\treturn NULL;\n}\n\n#endif\n", fp);
}

/* The number of a way among those before region i, which is the number of its colour. */
static size_t
colour(const route_decision *d, size_t i, int *new)
{
	size_t n = 0;

	for (size_t k = 0; k < d->n; k++) {
		size_t j = 0;
		if (!d->v[k].way || isnan(d->v[k].from))
			continue;
		while (j < k && !(d->v[j].way && !isnan(d->v[j].from) &&
		    strcmp(d->v[j].way, d->v[k].way) == 0))
			j++;
		if (strcmp(d->v[k].way, d->v[i].way) == 0) {
			*new = k == i;
			return n;
		}
		n += j == k;
	}
	return n;
}

void
route_picture(const route_decision *d, FILE *fp)
{
	static const char *const shade[] = {"#9e9e9e", "#0072b2", "#d55e00", "#009e73", "#cc79a7",
	    "#e69f00", "#56b4e9", "#f0e442"};
	size_t lines = 0, bars = 0, ways = 0;
	int new;

	fputs("$bars << END\n", fp);
	for (size_t i = 0; i < d->n; i++) {
		const route_region *r = &d->v[i];
		if (isnan(r->from))
			continue;
		lines += i == 0 || !route_alike(d->v[i - 1].first, r->first);
		if (!r->way)
			continue;
		bars++;
		for (int k = 0; k < 4; k++) {
			number(k == 0 ? r->from : k == 1 ? r->to : k == 2 ? r->next.ci.lo : r->next.ci.hi, fp);
			putc(' ', fp);
		}
		fprintf(fp, "%zu %zu\n", lines, colour(d, i, &new) % (sizeof shade / sizeof *shade));
		ways += (size_t)new;
	}
	if (!bars) {
		fputs("END\nset terminal svg size 800,100\nunset border\nunset tics\nunset key\n"
		    "set label 'no region has a size' at 0,0 center\nplot [-1:1][-1:1] NaN\n", fp);
		return;
	}
	fprintf(fp, "END\nset terminal svg size 800,%zu font 'sans,13' noenhanced\nset key at screen "
	    "0.98,0.99 top vertical maxcols 1\nset tmargin %zu\nset logscale x\n"
	    "set xlabel 'tokens of the prompt'\nset yrange [%zu.6:0.4]\n"
	    "set tics nomirror out\nset border 3\nset ytics (", 140 + 20 * ways + 34 * lines,
	    ways + 3, lines);
	lines = 0;
	for (size_t i = 0; i < d->n; i++) {
		const route_point *p = d->v[i].first;
		char text[400];
		if (isnan(d->v[i].from) || (i && !isnan(d->v[i - 1].from) &&
		    route_alike(d->v[i - 1].first, p)))
			continue;
		snprintf(text, sizeof text, "%.60s %.80s %.20s", p->mode, p->model, p->dtype);
		if (p->batch > 1)
			snprintf(text + strlen(text), sizeof text - strlen(text), " batch %ld", p->batch);
		if (p->made > 0)
			snprintf(text + strlen(text), sizeof text - strlen(text), ", %g new", p->made);
		fputs(lines ? ", " : "", fp);
		quoted(text, '?', fp);
		fprintf(fp, " %zu", ++lines);
	}
	fputs(")\nplot ", fp);
	for (size_t i = 0; i < d->n; i++) {
		size_t n;
		if (!d->v[i].way || isnan(d->v[i].from))
			continue;
		n = colour(d, i, &new) % (sizeof shade / sizeof *shade);
		if (!new)
			continue;
		fprintf(fp, "$bars using 1:($6==%zu?$5:NaN):1:2:($5-0.3):($5+0.3) with boxxyerror fs solid "
		    "border lc '%s' lc rgb '%s' title ", n, shade[n], shade[n]);
		quoted(d->v[i].way, '?', fp);
		fputs(", ", fp);
	}
	fputs("$bars using (($3+$4)/2):5:3:4 with xerrorbars pt 0 lw 2 lc rgb 'black' "
	    "title 'interval of a switch'\n", fp);
}

void
route_key_columns(as_table *t)
{
	as_table_columns(t, "mode,model,dtype", AS_STR, 1);
	as_table_column(t, "batch", AS_INT, 1);
	as_table_column(t, "new", AS_REAL, 1);
}

void
route_key(as_table *t, const route_point *p)
{
	as_table_str(t, p->mode);
	as_table_str(t, p->model);
	as_table_str(t, p->dtype);
	as_table_int(t, p->batch);
	as_table_real(t, p->made);
}
