/* Strings, numbers and colours of the gnuplot programs. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "num.h"
#include "script.h"

/* Okabe, Ito (2008), "Color universal design": eight colours that people with
 * any colour vision tell apart. On white paper the yellow one is too pale, on
 * dark paper the blue one too dark. Dashes and point types differ too, for print
 * without colour. */
static const char *const palette[2][SCRIPT_COLOURS] = {
    {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000"},
    {"#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00", "#FFFFFF"}};
enum { POINTS = 7 };
static const int point_types[POINTS] = {7, 5, 9, 11, 13, 4, 6};

const char *
script_colour(const plot *p, size_t group)
{
	return palette[p->dark != 0][group % SCRIPT_COLOURS];
}

const char *
script_ink(const plot *p)
{
	return p->dark ? "#e6e6e6" : "#000000";
}

const char *
script_paper(const plot *p)
{
	return p->dark ? "#16191d" : "#ffffff";
}

/* Whatever could mean something to gnuplot (quotes, backslash, backquote, @,
 * line ends) becomes an octal escape. */
void
script_quoted(FILE *fp, const char *s)
{
	putc('"', fp);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (isalnum(c) || strchr(" .,-_=()/:+[]", c))
			putc(c, fp);
		else
			fprintf(fp, "\\%03o", c);
	}
	putc('"', fp);
}

void
script_number(FILE *fp, double x)
{
	char buf[AS_NUM_BUF];

	as_num_format(buf, x);
	fputs(buf, fp);
}

void
script_point(FILE *fp, double x, double y)
{
	script_number(fp, x);
	putc(' ', fp);
	script_number(fp, y);
	putc('\n', fp);
}

void
script_percent(FILE *fp, double p)
{
	char buf[AS_NUM_BUF];

	as_num_format(buf, nearbyint(p * 1e8) / 1e6);
	fprintf(fp, "p%s", buf);
}

void
script_legend(const plot *p, const plot_group *g, const char *word, size_t n, FILE *fp)
{
	char name[600];

	/* in text the sign would run into the name */
	snprintf(name, sizeof name, "%s%s%s%s%s(n=%zu)", p->medium == PLOT_TEXT ? " " : "", g->name,
	    *g->name ? " " : "", word, *word ? " " : "", n);
	fputs(" title ", fp);
	script_quoted(fp, name);
}

void
script_sign(const plot *p, size_t group, int kind, FILE *fp)
{
	/* each colour comes with another point in each round of the palette */
	int steady = point_types[(group + group / SCRIPT_COLOURS) % POINTS];

	const int own[] = {steady, 6, 2, 8, 10}; /* circle, cross, triangles up and down */

	if (p->medium == PLOT_TEXT && kind >= SAMPLE_FAILED)
		fprintf(fp, " pt '%c'", "x^v"[kind - SAMPLE_FAILED]);
	else if (p->medium == PLOT_TEXT)
		fprintf(fp, " pt '%c'", (kind == SAMPLE_COLD ? 'A' : 'a') + (int)group);
	else
		fprintf(fp, " pt %d lc rgb '%s'", own[kind], script_colour(p, group));
}
