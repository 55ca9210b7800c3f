#include "operand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "column_names.h"
#include "operand_impl.h"

/* How often c stands in the line at s, outside of quotes; *next is behind the line. */
static size_t
count_in_line(const char *s, size_t n, char c, size_t *next)
{
	size_t count = 0, i;
	int quoted = 0;

	for (i = 0; i < n && (quoted || s[i] != '\n'); i++) {
		quoted ^= s[i] == '"';
		count += !quoted && s[i] == c;
	}
	*next = i < n ? i + 1 : n;
	return count;
}

/* What parts the fields: of comma, tab and semicolon the first that the header and the row after it
 * hold equally often; a comma if none does. */
static char
delimiter(const char *s, size_t n)
{
	for (const char *c = ",\t;"; *c; c++) {
		size_t next, ignored, count = count_in_line(s, n, *c, &next);

		if (count > 0 && (next == n || count_in_line(s + next, n - next, *c, &ignored) == count))
			return *c;
	}
	/* rows that do not fit their header: let the message count by what the header has */
	return !memchr(s, ',', n) && memchr(s, '\t', n) ? '\t' : ',';
}

/* Reads up to AS_HEAD bytes; closes in where it fails. */
static int
read_head(as_input *in, char *head, size_t *n, as_err *e)
{
	long got;

	do {
		if ((got = as_input_read(in, head + *n, AS_HEAD - *n, e)) < 0) {
			as_input_close(in);
			return -1;
		}
		*n += (size_t)got;
	} while (got > 0 && *n < AS_HEAD);
	return 0;
}

int
as_source_open(as_source **out, const char *path, const as_reading *how, as_err *e)
{
	as_source *s = calloc(1, sizeof *s);
	as_input *in = NULL;
	char *head = malloc(AS_HEAD + 1);
	size_t n = 0, i = 0;
	int rc = -1;
	char c = ',';

	*out = NULL;
	if (!s || !head || !(s->name = strdup(path)) || as_names_of_path(path, &s->run, &s->mode) != 0) {
		as_nomem(e);
		goto done;
	}
	if (as_input_open(&in, path, e) != 0)
		goto done;
	s->how = how;
	if (read_head(in, head, &n, e) != 0)
		goto done;
	if (n > 0 && (s->columnar = as_columnar_kind(head, n)) != NULL) {
		as_input_close(in);
		n = 0;
		if (as_columnar_open(&in, &s->child, s->columnar, path, e) != 0 ||
		    read_head(in, head, &n, e) != 0)
			goto done;
		if (n == 0) { /* it says why it has nothing */
			pid_t child = s->child;

			as_input_close(in);
			s->child = 0;
			if (as_columnar_end(child, s->columnar, path, e) == 0)
				as_fail(e, path, 0, "%s: it has no row", s->columnar);
			goto done;
		}
	}
	if (n >= 3 && memcmp(head, "\xEF\xBB\xBF", 3) == 0)
		memmove(head, head + 3, n -= 3);
	while (i < n && is_space(head[i]))
		i++;
	head[n] = '\0';
	if (i == n) {
		as_input_close(in);
		as_fail(e, path, 0, n < AS_HEAD - 3 ? "empty input" : "starts with %d blank bytes", AS_HEAD);
	} else if (head[i] == '{' || head[i] == '[' || (s->format = as_format_of_text(head, n)) != NULL)
		rc = as_json_rows_open(s, in, &head, n, e);
	else {
		s->content = AS_CSV_ROWS;
		if ((rc = as_csv_from(&s->csv, in, path, head, n, e)) == 0)
			as_csv_delimiter(s->csv, c = delimiter(head + i, n - i));
		s->semicolons = c == ';';
	}
done:
	free(head);
	if (rc != 0)
		as_source_close(s);
	else
		*out = s;
	return rc;
}

void
as_source_no_index(as_source *s)
{
	s->no_index = 1;
}

void
as_source_close(as_source *s)
{
	if (!s)
		return;
	as_csv_close(s->csv);
	if (s->child)
		waitpid(s->child, NULL, 0);
	as_run_free(&s->rows);
	as_tally_free(&s->files);
	free(s->header);
	free(s->header_text);
	free(s->text);
	cJSON_Delete(s->doc);
	as_condition_free(&s->only);
	as_condition_free(&s->ok);
	free(s->run);
	free(s->mode);
	free(s->name);
	free(s);
}

int
as_source_next(as_source *s, as_row *row, as_err *e)
{
	int more = s->content == AS_CSV_ROWS ? as_csv_rows_next(s, row, e) : as_json_rows_next(s, row, e);
	pid_t child = s->child;

	if (more > 0 || !child)
		return more;
	s->child = 0;
	return as_columnar_end(child, s->columnar, s->name, e) != 0 ? -1 : more;
}

const as_format *
as_source_format(const as_source *s)
{
	return s->format;
}

const char *
as_source_instead(const as_source *s)
{
	return s->format ? s->format->instead : NULL;
}

int
as_source_semicolons(const as_source *s)
{
	return s->semicolons;
}

/* Bytes of a plural that are said of n. */
static int
said_of(const char *plural, size_t n)
{
	size_t len = strlen(plural);

	if (n == 1)
		len -= len > 4 && strcmp(plural + len - 4, "sses") == 0 ? 2 : 1;
	return (int)len;
}

void
as_source_say(const as_source *s, const as_reading *how)
{
	const as_format *f = s->format;
	const char *seen = f && f->instead ? f->instead : "times";
	char series[80] = "";

	if (!f)
		return;
	if (s->rows.left_out)
		as_reading_say(how, 0, s->name, "%s: left out, because they are not samples of time: %zu",
		    f->name, s->rows.left_out);
	if (!how->said_all)
		return;
	if (s->rows.series && f->what)
		snprintf(series, sizeof series, "%zu %.*s, ", s->rows.series,
		    said_of(f->what, s->rows.series), f->what);
	as_reading_say(how, 0, s->name, "%s: %s%zu %.*s%s%s%s%s", f->name, series, s->seen,
	    said_of(seen, s->seen), seen, f->unit ? ", " : "", f->unit ? f->unit : "",
	    s->others ? "; rows of other kinds are left out" : "",
	    f->unit && strcmp(f->unit, "ms") != 0 ? " -> ms" : "");
}
