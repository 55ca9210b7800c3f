#include "opts.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grow.h"
#include "nearest.h"
#include "num.h"
#include "out.h"
#include "shown.h"

void
as_opts_init(as_opts *o, const char *tool, void (*say)(const as_err *what, int open))
{
	/* GSL's own way with an argument out of range is to abort */
	gsl_set_error_handler_off();
	/* getopt would take what stands behind the first operand for operands */
	unsetenv("POSIXLY_CORRECT");
	memset(o, 0, sizeof *o);
	as_style_init(&o->style, stdout, tool);
	o->reading.say = say;
	o->reading.said_all = isatty(STDERR_FILENO);
}

void
as_opts_free(as_opts *o)
{
	as_list_free(&o->group);
	as_list_free(&o->value);
	for (size_t i = 0; i < o->nwhere; i++)
		as_condition_free(&o->where[i]);
	free(o->where);
	for (size_t i = 0; i < o->nmap; i++)
		as_map_free(&o->map[i]);
	free(o->map);
	as_shape_free(&o->shape);
	memset(o, 0, sizeof *o);
}

void
as_list_free(as_list *l)
{
	free(l->v);
	free(l->text);
	memset(l, 0, sizeof *l);
}

int
as_list_parse(as_list *l, const char *arg, const char *what, as_err *e)
{
	size_t n = 1, i;
	char *p;

	as_list_free(l);
	for (const char *c = arg; *c; c++)
		n += *c == ',';
	if (n > AS_OPTS_MAX)
		return as_fail(e, NULL, 0, "%s: more than %d names", what, AS_OPTS_MAX);
	if (!(l->text = strdup(arg)) || !(l->v = calloc(n, sizeof *l->v)))
		return as_nomem(e);
	for (p = l->text; p; ) {
		char *comma = strchr(p, ',');
		if (comma)
			*comma++ = '\0';
		if (*p == '\0')
			return as_fail(e, NULL, 0, "%s: empty name in '%s'", what, arg);
		for (i = 0; i < l->n; i++)
			if (strcmp(l->v[i], p) == 0)
				return as_fail(e, NULL, 0, "%s: '%s' is named twice", what, p);
		l->v[l->n++] = p;
		p = comma;
	}
	return 0;
}

static int
take_map(as_opts *o, const char *arg, as_err *e)
{
	const char *eq = strchr(arg, '=');
	char *col;
	int rc;

	if (!eq || eq == arg)
		return as_fail(e, NULL, 0, "--map needs COL=FILE, not '%s'", arg);
	if (as_grow_one(&o->map, o->nmap, sizeof *o->map) != 0 ||
	    !(col = strndup(arg, (size_t)(eq - arg))))
		return as_nomem(e);
	rc = as_map_read(&o->map[o->nmap], col, eq + 1, e);
	o->nmap += rc == 0;
	free(col);
	return rc == 0 ? 1 : -1;
}

int
as_opts_take(as_opts *o, int c, const char *arg, as_err *e)
{
	static const char *const missing[] = {[AS_MISSING_ERROR] = "error", [AS_MISSING_SKIP] = "skip",
	    [AS_MISSING_GROUP] = "group", NULL};
	static const char *const decimal[] = {"point", "comma", NULL};
	/* options whose argument is kept as it is */
	const struct { int c; const char **to; } texts[] = {{AS_OPT_WIDE, &o->style.wide},
	    {AS_OPT_OK, &o->reading.ok}, {AS_OPT_PER, &o->reading.per}, {AS_OPT_JSON, &o->reading.json},
	    {AS_OPT_CELL, &o->shape.cell}};
	int64_t d;
	int word;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		if (texts[i].c == c) {
			*texts[i].to = arg;
			return 1;
		}
	switch (c) {
	case 'g':
		return as_list_parse(&o->group, arg, "-g", e) == 0 ? 1 : -1;
	case 'v':
		return as_list_parse(&o->value, arg, "-v", e) == 0 ? 1 : -1;
	case 'o':
		return as_format_parse(arg, &o->style.format, e) == 0 ? 1 : -1;
	case 'O':
		if (!*arg)
			return as_fail(e, NULL, 0, "-O needs the name of a file");
		o->out = arg;
		return 1;
	case 'd':
		if (as_int_parse(arg, strlen(arg), &d) != AS_NUM_OK || d < 0 || d > 17)
			return as_fail(e, NULL, 0, "-d needs a whole number from 0 to 17, not '%s'", arg);
		o->style.decimals = (int)d;
		return 1;
	case AS_OPT_WHERE:
		return as_condition_add(&o->where, &o->nwhere, "--where", arg, e) == 0 ? 1 : -1;
	case AS_OPT_MAP:
		return take_map(o, arg, e);
	case AS_OPT_SKIP_EMPTY:
		o->reading.skip_empty = 1;
		return 1;
	case AS_OPT_MISSING:
		if ((word = as_word_parse(arg, "--missing", missing, e)) < 0)
			return -1;
		o->reading.missing = (as_missing)word;
		return 1;
	case AS_OPT_DECIMAL:
		if ((word = as_word_parse(arg, "--decimal", decimal, e)) < 0)
			return -1;
		o->reading.decimal = ".,"[word];
		return 1;
	case AS_OPT_HAVING:
		return as_condition_add(&o->shape.having, &o->shape.nhaving, "--having", arg, e) == 0 ?
		    1 : -1;
	case AS_OPT_SORT:
		return as_shape_sort(&o->shape, arg, e) == 0 ? 1 : -1;
	case AS_OPT_WITH:
		return as_shape_with(&o->shape, arg, e) == 0 ? 1 : -1;
	case AS_OPT_RENAME:
		return as_shape_rename(&o->shape, arg, e) == 0 ? 1 : -1;
	default:
		return 0;
	}
}

as_read
as_opts_read(const as_opts *o, const as_want *want, size_t nwant)
{
	return (as_read){.want = want, .nwant = nwant, .where = o->where, .nwhere = o->nwhere,
	    .map = o->map, .nmap = o->nmap, .how = &o->reading};
}

as_format
as_opts_format(const as_opts *o)
{
	int to_file = o->out && strcmp(o->out, "-") != 0;

	if (to_file && o->style.format == AS_FMT_AUTO)
		return AS_FMT_CSV;
	return as_style_format(&o->style, stdout);
}

int
as_opts_people(const as_opts *o)
{
	as_format f = as_opts_format(o);

	return f != AS_FMT_CSV && f != AS_FMT_JSON && !o->shape.cell;
}

int
as_opts_apart(const as_opts *o, char *const *paths, size_t n, as_err *e)
{
	int rc = n ? 0 : as_out_apart(o->out, "-", e);

	for (size_t i = 0; i < n && rc == 0; i++)
		rc = as_out_apart(o->out, paths[i], e);
	for (size_t i = 0; i < o->nmap && rc == 0; i++)
		rc = as_out_apart(o->out, o->map[i].path, e);
	return rc;
}

int
as_opts_write(const as_opts *o, as_table *t, as_err *e)
{
	as_style style = o->style;
	as_out out;
	int rc;

	style.format = as_opts_format(o); /* what the screen shows passes a stream that is none */
	if (as_shape_apply(t, &o->shape, e) != 0 || as_out_open(&out, o->out, e) != 0)
		return -1;
	style.colour = out.screen && style.format == AS_FMT_TEXT && as_colours_on(fileno(out.screen));
	/* the cells of text are safe, and what keeps others so would take the colours out */
	rc = o->shape.cell ? as_shape_cell(t, &o->shape, out.fp, e) :
	    as_table_write(t, &style, style.colour ? out.screen : out.fp, e);
	if (rc != 0) {
		as_out_abort(&out);
		return -1;
	}
	return as_out_commit(&out, e);
}
