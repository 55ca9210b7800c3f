/* out_text.c - the findings for people. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "shown.h"

enum { MAX_SHOWN = 10, MAX_MENTIONS = 10, MAX_SKIPPED = 20 };

/* Text of the input, safe to show. */
static void
put(const char *s, FILE *fp)
{
	char *copy = strdup(s);

	if (copy) {
		as_shown(copy);
		fputs(copy, fp);
	}
	free(copy);
}

static void
put_step(const src_step *s, FILE *fp)
{
	fputs("    ", fp);
	put(s->file, fp);
	if (s->line)
		fprintf(fp, ":%u", s->line);
	fprintf(fp, ": %s", src_step_name(s->kind));
	if (*s->text) {
		fputs(s->kind == STEP_MENTION || s->kind == STEP_OPAQUE || s->kind == STEP_HARMLESS ? ": " : " ", fp);
		put(s->text, fp);
	}
	if (*s->value) {
		fputs(src_step_says(s->kind), fp);
		put(s->value, fp);
	}
	putc('\n', fp);
}

static void
put_steps(const char *head, const src_steps *s, size_t most, size_t left_out, FILE *fp)
{
	if (s->n == 0)
		return;
	fprintf(fp, "  %s\n", head);
	for (size_t i = 0; i < s->n && i < most; i++)
		put_step(&s->step[i], fp);
	left_out += s->n > most ? s->n - most : 0;
	if (left_out)
		fprintf(fp, "    and %zu more\n", left_out);
}

static void
put_files(const walk *w, FILE *fp)
{
	size_t read = 0, skipped = 0, shown = 0;

	for (size_t i = 0; i < w->n; i++)
		*(w->file[i].skip ? &skipped : &read) += 1;
	fprintf(fp, "%zu files read, %zu skipped\n", read, skipped);
	for (size_t i = 0; i < w->n && shown < MAX_SKIPPED; i++)
		if (w->file[i].skip) {
			fputs("  ", fp);
			put(w->file[i].path, fp);
			fprintf(fp, ": %s\n", w->file[i].skip);
			shown++;
		}
	if (skipped > shown)
		fprintf(fp, "  and %zu more\n", skipped - shown);
}

void
src_write_text(const src_report *r, const walk *w, FILE *fp)
{
	for (size_t i = 0; i < r->n; i++) {
		const src_finding *f = &r->finding[i];

		put(f->label, fp);
		fprintf(fp, ": %s\n", src_verdict_name(f->verdict));
		if (f->reason) {
			fputs("  ", fp);
			put(f->reason, fp);
			putc('\n', fp);
		}
		put_steps("path", &f->chain, SIZE_MAX, 0, fp);
		if (f->left_open)
			fprintf(fp, "    and %zu more open condition%s\n", f->left_open, f->left_open == 1 ? "" : "s");
		put_steps("not followed", &f->opaque, MAX_SHOWN, f->opaque_left_out, fp);
		put_steps("aliases", &f->alias, MAX_SHOWN, 0, fp);
		put_steps("mentions, which are no calls", &f->mention, MAX_MENTIONS, 0, fp);
		putc('\n', fp);
	}
	for (size_t i = 0; i < r->ntwin; i++) {
		putc('`', fp);
		put(r->finding[r->twin[i].a].label, fp);
		fputs("` takes exactly the path of `", fp);
		put(r->finding[r->twin[i].b].label, fp);
		fputs("`\n", fp);
	}
	if (r->ntwin)
		putc('\n', fp);
	if (r->harmless.n) {
		put_steps("as --harmless says", &r->harmless, SIZE_MAX, 0, fp);
		putc('\n', fp);
	}
	put_files(w, fp);
}
