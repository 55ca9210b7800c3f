#include "page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "memory_text.h"
#include "shown.h"
#include "version.h"

int
page_init(page *p, int md, const char *title, as_err *e)
{
	*p = (page){.md = md, .title = strdup(title)};
	for (size_t i = 0; i < PAGE_PARTS; i++)
		if (!(p->to[i] = open_memstream(&p->text[i], &p->size[i])))
			return as_nomem(e);
	return p->title ? 0 : as_nomem(e);
}

void
page_free(page *p)
{
	for (size_t i = 0; i < PAGE_PARTS; i++) {
		if (p->to[i])
			fclose(p->to[i]);
		free(p->text[i]);
	}
	free(p->title);
}

void
page_put_html(FILE *fp, const char *s)
{
	char *copy = strdup(s);

	if (!copy)
		return;
	as_shown(copy);
	as_put_html(copy, fp);
	free(copy);
}

void
page_put(const page *p, FILE *fp, const char *s)
{
	char *copy;

	if (!p->md) {
		page_put_html(fp, s);
		return;
	}
	if ((copy = strdup(s)))
		as_shown(copy);
	/* what CommonMark and GitHub take for markup, or for a person's name */
	for (const char *c = copy; c && *c; c++) {
		if (strchr("\\`*_[]<>&|~$#", *c))
			putc('\\', fp);
		fputs(*c == '@' ? "@<!-- -->" : (char[]){*c, '\0'}, fp);
	}
	free(copy);
}

void
page_verdict(page *p, int status, const char *text, const char *by)
{
	static const struct { const char *word, *class; } of[] = {{"holds", "good"}, {"fails", "bad"},
	    {NULL, NULL}, {"open", "open"}};
	FILE *fp = p->to[PAGE_VERDICT];

	fputs(p->md ? "- " : "<li>", fp);
	if (status >= 0 && p->md)
		fprintf(fp, "**%s** ", of[status].word);
	else if (status >= 0)
		fprintf(fp, "<strong class=\"%s\">%s</strong> ", of[status].class, of[status].word);
	page_put(p, fp, text);
	fprintf(fp, p->md ? " (%s)\n" : " <small>(%s)</small></li>\n", by);
}

void
page_begin(page *p, const char *title)
{
	const size_t n = ++p->sections;

	if (p->md) {
		fprintf(p->to[PAGE_BODY], "\n### %s\n\n", title);
		return;
	}
	fprintf(p->to[PAGE_NAV], "<li><a href=\"#s%zu\">%s</a></li>\n", n, title);
	fprintf(p->to[PAGE_BODY], "%s<section id=\"s%zu\" aria-labelledby=\"h%zu\">\n"
	    "<h2 id=\"h%zu\">%s</h2>\n", n > 1 ? "</section>\n" : "", n, n, n, title);
}

void
page_text(page *p, const char *fmt, ...)
{
	FILE *fp = p->to[PAGE_BODY];
	char *s = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0)
		s = NULL;
	va_end(ap);
	fputs(p->md ? "" : "<p>", fp);
	page_put(p, fp, s ? s : "?");
	fputs(p->md ? "\n\n" : "</p>\n", fp);
	free(s);
}

void
page_lines(page *p, const char *text)
{
	FILE *fp = p->to[PAGE_BODY];
	const char *end;

	/* in Markdown an indented block: no text ends it */
	fputs(p->md ? "" : "<pre tabindex=\"0\"><code>", fp);
	for (; *text; text = end + (*end == '\n')) {
		char *line;

		end = text + strcspn(text, "\n");
		if (!(line = strndup(text, (size_t)(end - text))))
			return;
		if (p->md) {
			as_shown(line);
			fprintf(fp, "    %s", line);
		} else
			page_put_html(fp, line);
		putc('\n', fp);
		free(line);
	}
	fputs(p->md ? "\n" : "</code></pre>\n", fp);
}

void
page_definitions(page *p, const answer *a)
{
	const cJSON *all = cJSON_GetObjectItemCaseSensitive(a->root, "definitions"), *d;
	FILE *fp = p->to[PAGE_BODY];

	if (!all || !all->child || p->md)
		return;
	fputs("<details>\n<summary>Definitions</summary>\n<dl>\n", fp);
	cJSON_ArrayForEach(d, all) {
		fputs("<dt>", fp);
		page_put(p, fp, d->string);
		fputs("</dt><dd>", fp);
		page_put(p, fp, answer_text(all, d->string));
		fputs("</dd>\n", fp);
	}
	fputs("</dl>\n</details>\n", fp);
}

void
page_figure(page *p, const char *svg, const char *caption)
{
	FILE *fp = p->to[PAGE_BODY];

	fprintf(fp, "<figure>\n<div class=\"scroll picture\" role=\"group\" tabindex=\"0\" "
	    "aria-label=\"Picture %zu\">\n%s</div>\n<figcaption>", ++p->figures, svg);
	page_put(p, fp, caption);
	fputs("</figcaption>\n</figure>\n", fp);
}

static void
write_html(const page *p, FILE *fp)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" "
	    "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
	    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", fp);
	page_put(p, fp, p->title);
	fprintf(fp, "</title>\n<style>\n%s</style>\n</head>\n<body>\n"
	    "<a class=\"skip\" href=\"#main\">Skip to the verdict</a>\n<header>\n<h1>", page_css);
	page_put(p, fp, p->title);
	fprintf(fp, "</h1>\n</header>\n<main id=\"main\">\n<section aria-labelledby=\"h0\">\n"
	    "<h2 id=\"h0\">Verdict</h2>\n<ul class=\"verdict\">\n%s</ul>\n</section>\n"
	    "<nav aria-label=\"Contents\">\n<ul>\n%s</ul>\n</nav>\n%s</section>\n</main>\n<footer>\n"
	    "<p>assay-report (assay) %s. This page loads nothing and runs no script.</p>\n</footer>\n"
	    "</body>\n</html>\n", p->text[PAGE_VERDICT], p->text[PAGE_NAV], p->text[PAGE_BODY],
	    AS_VERSION);
}

int
page_write(page *p, FILE *fp, as_err *e)
{
	for (size_t i = 0; i < PAGE_PARTS; i++) {
		FILE *part = p->to[i];

		p->to[i] = NULL;
		if (!as_memory_text(part, &p->text[i]))
			return as_nomem(e);
	}
	if (!p->md) {
		write_html(p, fp);
		return 0;
	}
	fputs("## ", fp);
	page_put(p, fp, p->title);
	fprintf(fp, "\n\n%s%s", p->text[PAGE_VERDICT], p->text[PAGE_BODY]);
	return 0;
}
