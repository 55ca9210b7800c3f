/* What the sections of a page share. */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "memory_text.h"
#include "sections.h"

enum { MOST_BYTES = 1 << 28 /* of a picture */ };

static int
run(report_job *j, command *c, as_err *e)
{
	if (command_run(c, j->input, e) != 0)
		return -1;
	j->failed |= c->status == 1;
	j->open |= c->status == 3;
	command_put(c, j->page.to[PAGE_LOG]);
	fputs(c->said, j->page.to[PAGE_LOG]);
	if (c->status != 0)
		fputs(c->said, stderr);
	return 0;
}

int
report_ask(report_job *j, command *c, size_t most, answer *a, as_err *e)
{
	int rc = run(j, c, e);

	if (rc == 0 && (rc = answer_read(a, c->word[0], c->out, most, e)) == 0)
		a->status = c->status;
	command_free(c);
	return rc;
}

int
report_show(report_job *j, const answer *a, const report_view *view, const char *caption, as_err *e)
{
	const char *tool = answer_text(a->root, "tool"), *note;
	char timed[200];
	size_t i = 0;

	if (view->verdict) {
		note = answer_note(a, i++);
		page_verdict(&j->page, a->status == 0 && !view->holds ? -1 : a->status,
		    note ? note : "see its table", tool);
	}
	if (view->title)
		page_begin(&j->page, view->title);
	while (view->title && (note = answer_note(a, i++)))
		page_text(&j->page, "%s", note);
	if (view->timed && j->unit) {
		snprintf(timed, sizeof timed, "%s; times in %s", caption, j->unit);
		caption = timed;
	}
	if (page_table(&j->page, a, view->keep, view->drop, caption, a->rows >= view->folded) != 0)
		return as_nomem(e);
	if (a->left > 0)
		page_text(&j->page, "Shown: %zu of %zu rows, %s; the command prints the other %zu too.",
		    a->rows, a->rows + a->left, view->which, a->left);
	if (a->rows == 0 && view->none)
		page_text(&j->page, "%s", view->none);
	if (view->title)
		page_definitions(&j->page, a);
	return 0;
}

int
report_section(report_job *j, command *c, const report_view *view, const char *caption, as_err *e)
{
	answer a;
	int rc;

	if (report_ask(j, c, view->most, &a, e) != 0)
		return -1;
	rc = report_show(j, &a, view, caption, e);
	answer_free(&a);
	return rc;
}

/* A sign at a place, as gnuplot writes it. */
typedef struct { char id[64], x[32], y[32], scale[16], colour[48]; int n; } sign;

static int
sign_at(const char *s, sign *t)
{
	static const char begin[] = "<use ";
	char near[256]; /* sscanf measures all that it is given, which may be megabytes */

	if (strncmp(s, begin, sizeof begin - 1) != 0)
		return 0;
	snprintf(near, sizeof near, "%.255s", s);
	t->n = 0;
	return sscanf(near, "<use xlink:href='#%63[^']' transform='translate(%31[^,],%31[^)]) "
	    "scale(%15[^)])' color='%47[^']'/>%n", t->id, t->x, t->y, t->scale, t->colour, &t->n) == 5
	    && t->n > 0;
}

/* The signs at s, of which t is the first, that differ in their place only, as markers of one path,
 * which takes a tenth of the bytes; what follows them. */
static const char *
put_signs(FILE *fp, const char *s, sign t, size_t number, size_t marker)
{
	sign next;

	fprintf(fp, "<marker id='f%zu-m%zu' markerUnits='userSpaceOnUse' overflow='visible'>"
	    "<use xlink:href='#f%zu-%s' transform='scale(%s)' color='%s'/></marker>\n"
	    "<path stroke='none' marker-start='url(#f%zu-m%zu)' marker-mid='url(#f%zu-m%zu)' "
	    "marker-end='url(#f%zu-m%zu)' d='M", number, marker, number, t.id, t.scale, t.colour,
	    number, marker, number, marker, number, marker);
	for (next = t; strcmp(next.id, t.id) == 0 && strcmp(next.scale, t.scale) == 0 &&
	    strcmp(next.colour, t.colour) == 0;) {
		fprintf(fp, "%s %s ", next.x, next.y);
		s += next.n;
		s += strspn(s, " \t\n");
		if (!sign_at(s, &next))
			break;
	}
	fputs("h0'/>", fp);
	return s;
}

/* The SVG of cdfplot without its prologue and size, named by its description. Its ids, which all
 * begin with the picture's own, get the page's number too: the same picture may stand there twice.
 * NULL: it is none, or no memory. */
static char *
inlined(const char *text, size_t number)
{
	static const char names[] = "aria-labelledby=\"";
	const char *svg = strstr(text, "<svg"), *box = svg ? strstr(svg, "viewBox=\"") : NULL;
	const char *desc = box ? strstr(box, "<desc") : NULL, *end = desc ? strstr(desc, "</desc>") : NULL;
	const char *s, *own = end ? strstr(svg, names) : NULL;
	char id[32], *out = NULL;
	size_t n, markers = 0;
	FILE *fp = own ? open_memstream(&out, &n) : NULL;
	sign t;

	if (!fp)
		return NULL;
	own += strlen(names);
	snprintf(id, sizeof id, "%.*s", (int)strcspn(own, "-") + 1, own);
	fprintf(fp, "<svg class=\"drawn\" role=\"img\" %.*s\" aria-label=\"",
	    (int)strcspn(box + 9, "\"") + 9, box);
	for (s = strchr(desc, '>') + 1; s < end; s++)
		fputs(*s == '"' ? "&quot;" : (char[]){*s, '\0'}, fp);
	fputs("\">", fp);
	for (s = end + strlen("</desc>"); *s; s++) {
		while (sign_at(s, &t))
			s = put_signs(fp, s, t, number, ++markers);
		if (strncmp(s, "<title>", 7) == 0 && (box = strstr(s, "</title>"))) {
			s = box + 7; /* the names that gnuplot gives its parts */
			continue;
		}
		if (strncmp(s, id, strlen(id)) == 0)
			fprintf(fp, "f%zu-", number);
		putc(*s, fp);
	}
	return as_memory_text(fp, &out);
}

int
report_draw(report_job *j, command *c, const report_work *w, const char *kind,
    const char *caption, const char *note, as_err *e)
{
	const char *path = command_scratch(e);
	char *text = NULL, *svg = NULL;
	size_t n;
	int rc = path ? 0 : -1;

	command_add(c, w->where[0], w->where[1], w->where[2], NULL);
	command_option(c, "--size", "560x420");
	command_option(c, "--font-size", "13");
	command_option(c, "-O", path);
	command_picture(c, j->page.figures + 1, kind, w->name ? w->name : "");
	command_add_all(c, w->path, w->n);
	if (rc == 0 && run(j, c, e) != 0) { /* the other sections stand without it */
		page_text(&j->page, "There is no picture here: %s", e->msg);
	} else if (rc == 0 && (rc = as_slurp(path, MOST_BYTES, &text, &n, e)) == 0) {
		if ((svg = inlined(text, j->page.figures + 1)))
			page_figure(&j->page, svg, as_text(&j->keep, "%s%s%s%s%s.%s", caption, w->name ? ": " : "",
			    w->name ? *w->path : "", w->name && *w->name ? ", " : "", w->name ? w->name : "", note));
		else
			rc = as_fail(e, path, 0, "is not a picture of cdfplot");
	}
	command_free(c);
	free(text);
	free(svg);
	return rc;
}
