/* out_json.c - the findings as one JSON object. */
#include "json_text.h"
#include "report.h"

static void
put_steps(const char *name, const src_steps *s, FILE *fp)
{
	fprintf(fp, ", \"%s\": [", name);
	for (size_t i = 0; i < s->n; i++) {
		const src_step *x = &s->step[i];

		fprintf(fp, "%s\n      {\"kind\": \"%s\", \"file\": ", i ? "," : "", src_step_name(x->kind));
		as_json_put(x->file, fp);
		if (x->line)
			fprintf(fp, ", \"line\": %u", x->line);
		fputs(", \"text\": ", fp);
		as_json_put(x->text, fp);
		if (*x->value) {
			fputs(", \"value\": ", fp);
			as_json_put(x->value, fp);
		}
		putc('}', fp);
	}
	putc(']', fp);
}

static void
put_finding(const src_finding *f, FILE *fp)
{
	fputs("    {\"label\": ", fp);
	as_json_put(f->label, fp);
	fprintf(fp, ", \"verdict\": \"%s\", \"reason\": ", src_verdict_name(f->verdict));
	as_json_put(f->reason ? f->reason : "", fp);
	put_steps("path", &f->chain, fp);
	fprintf(fp, ",\n     \"open_conditions_left_out\": %zu", f->left_open);
	put_steps("opaque", &f->opaque, fp);
	fprintf(fp, ",\n     \"opaque_left_out\": %zu", f->opaque_left_out);
	put_steps("aliases", &f->alias, fp);
	put_steps("mentions", &f->mention, fp);
	putc('}', fp);
}

void
src_write_json(const src_report *r, const walk *w, const char *version, FILE *fp)
{
	int first = 1;

	fprintf(fp, "{\n  \"tool\": \"labelaudit\",\n  \"version\": \"%s\",\n  \"definitions\": {", version);
	for (int v = SRC_WIRED; v <= SRC_UNKNOWN; v++) {
		fprintf(fp, "%s\n    \"%s\": ", v ? "," : "", src_verdict_name((src_verdict)v));
		as_json_put(src_verdict_says((src_verdict)v), fp);
	}
	fputs("\n  },\n  \"labels\": [\n", fp);
	for (size_t i = 0; i < r->n; i++) {
		put_finding(&r->finding[i], fp);
		fputs(i + 1 < r->n ? ",\n" : "\n", fp);
	}
	fputs("  ],\n  \"twins\": [", fp);
	for (size_t i = 0; i < r->ntwin; i++) {
		fprintf(fp, "%s\n    {\"label\": ", i ? "," : "");
		as_json_put(r->finding[r->twin[i].a].label, fp);
		fputs(", \"takes_exactly_the_path_of\": ", fp);
		as_json_put(r->finding[r->twin[i].b].label, fp);
		putc('}', fp);
	}
	putc(']', fp);
	put_steps("harmless", &r->harmless, fp);
	fputs(",\n  \"read\": [", fp);
	for (size_t i = 0; i < w->n; i++)
		if (!w->file[i].skip) {
			fputs(first ? "\n    " : ",\n    ", fp);
			as_json_put(w->file[i].path, fp);
			first = 0;
		}
	fputs("],\n  \"skipped\": [", fp);
	first = 1;
	for (size_t i = 0; i < w->n; i++)
		if (w->file[i].skip) {
			fputs(first ? "\n    {\"file\": " : ",\n    {\"file\": ", fp);
			as_json_put(w->file[i].path, fp);
			fputs(", \"reason\": ", fp);
			as_json_put(w->file[i].skip, fp);
			putc('}', fp);
			first = 0;
		}
	fputs("]\n}\n", fp);
}
