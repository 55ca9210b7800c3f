/* What the sections of a page share. */
#include <stdlib.h>
#include <string.h>

#include "memory_text.h"
#include "sections.h"

static int
run(report_job *j, command *c, as_err *e)
{
	if (command_run(c, j->input, e) != 0)
		return -1;
	j->failed |= c->status == 1;
	j->open |= c->status == 3;
	if (!c->made)
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
	if (page_table(&j->page, a, view->keep, view->drop, caption, a->rows >= view->folded) != 0)
		return as_nomem(e);
	if (a->left > 0)
		page_text(&j->page, "Shown: %zu of %zu rows, %s; the command prints the other %zu too.",
		    a->rows, a->rows + a->left, view->which, a->left);
	if (view->title)
		page_definitions(&j->page, a);
	return 0;
}

/* Bytes at s up to where the id begins that an attribute gives or names; 0: there is none. */
static size_t
id_at(const char *s)
{
	static const char *const before[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};

	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		if (strncmp(s, before[i], strlen(before[i])) == 0)
			return strlen(before[i]);
	return 0;
}

/* A sign at a place, as gnuplot writes it. */
typedef struct { char id[64], x[32], y[32], scale[16], colour[48]; int n; } sign;

static int
sign_at(const char *s, sign *t)
{
	char near[256]; /* sscanf measures all that it is given, which may be megabytes */

	snprintf(near, sizeof near, "%.255s", s);
	t->n = 0;
	return sscanf(near, "<use xlink:href='#%63[^']' transform='translate(%31[^,],%31[^)]) "
	    "scale(%15[^)])' color='%47[^']'/>%n", t->id, t->x, t->y, t->scale, t->colour, &t->n) == 5
	    && t->n > 0;
}

/* The signs at s that differ in their place only, as markers of one path, which takes a tenth of
 * the bytes; what follows them. */
static char *
put_signs(FILE *fp, char *s, size_t number, size_t marker)
{
	sign t, next;

	if (!sign_at(s, &t))
		return s;
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

/* The SVG without its prologue and its size, its ids with a prefix of their own. Text between tags
 * stays as it is: a label may look like an attribute. NULL: it is none, or no memory. */
static char *
inlined(char *text, size_t number, const char *alt)
{
	char *svg = strstr(text, "<svg"), *box = svg ? strstr(svg, "viewBox=\"") : NULL;
	char *s = box ? strstr(box, "</desc>") : NULL, *out = NULL;
	size_t n;
	FILE *fp = s ? open_memstream(&out, &n) : NULL;
	size_t markers = 0;
	int tag = 0;

	if (!fp)
		return NULL;
	fprintf(fp, "<svg class=\"drawn\" role=\"img\" %.*s\" aria-label=\"",
	    (int)strcspn(box + 9, "\"") + 9, box);
	page_put_html(fp, alt);
	fputs("\">", fp);
	for (s += strlen("</desc>"); *s; s++) {
		s = put_signs(fp, s, number, ++markers);
		if (strncmp(s, "<title>", 7) == 0 && (box = strstr(s, "</title>"))) {
			s = box + 7; /* the names that gnuplot gives its parts */
			continue;
		}
		if (tag && (n = id_at(s)) > 0) {
			fprintf(fp, "%.*sf%zu-", (int)n, s, number);
			s += n - 1;
			continue;
		}
		tag = *s == '<' || (tag && *s != '>');
		putc(*s, fp);
	}
	return as_memory_text(fp, &out);
}

int
report_draw(report_job *j, command *c, const char *alt, const char *caption, as_err *e)
{
	const char *path = command_scratch(COMMAND_PICTURE, e);
	char *text = NULL, *svg = NULL;
	FILE *fp = NULL;
	int rc = path ? 0 : -1;

	command_option(c, "--size", "560x420");
	command_option(c, "--font-size", "13");
	command_option(c, "-O", path);
	if (rc == 0 && run(j, c, e) != 0) { /* the other sections stand without it */
		page_text(&j->page, "There is no picture here: %s", e->msg);
	} else if (rc == 0) {
		fp = fopen(path, "r");
		if (fp && (text = command_text(fp)) && (svg = inlined(text, j->page.figures + 1, alt)))
			page_figure(&j->page, svg, caption);
		else
			rc = as_fail(e, path, 0, "cannot read the picture");
	}
	if (fp)
		fclose(fp);
	command_free(c);
	free(text);
	free(svg);
	return rc;
}
