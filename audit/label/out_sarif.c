/* out_sarif.c - the findings as SARIF 2.1.0 (OASIS, Static Analysis Results
 * Interchange Format): one result a label, its path as a codeFlow. */
#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "report.h"

/* A path as a relative reference (RFC 3986): from the folder the tool ran in
 * or, for an absolute one, from the root. */
static void
put_location_of(const char *path, FILE *fp)
{
	int absolute = *path == '/';

	while (*path == '/' || (path[0] == '.' && path[1] == '/'))
		path++;
	fputs("{\"uri\": \"", fp);
	for (const unsigned char *p = (const unsigned char *)path; *p; p++)
		if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || strchr("-._~/", *p))
			putc(*p, fp);
		else
			fprintf(fp, "%%%02X", *p);
	fprintf(fp, "\", \"uriBaseId\": \"%s\"}", absolute ? "ROOT" : "SRCROOT");
}

static void
put_message(const src_step *s, FILE *fp)
{
	char *text;

	if (asprintf(&text, "%s%s%s%s%s", src_step_name(s->kind), *s->text ? ": " : "", s->text,
	    *s->value ? src_step_says(s->kind) : "", s->value) < 0)
		text = NULL;
	fputs("{\"text\": ", fp);
	as_json_put(text ? text : src_step_name(s->kind), fp);
	putc('}', fp);
	free(text);
}

static void
put_location(const src_step *s, long id, FILE *fp)
{
	putc('{', fp);
	if (id >= 0)
		fprintf(fp, "\"id\": %ld, ", id);
	fputs("\"physicalLocation\": {\"artifactLocation\": ", fp);
	put_location_of(s->file, fp);
	if (s->line)
		fprintf(fp, ", \"region\": {\"startLine\": %u}", s->line);
	fputs("}, \"message\": ", fp);
	put_message(s, fp);
	putc('}', fp);
}

/* Every step that is no part of the path. */
static void
put_related(const src_finding *f, FILE *fp)
{
	const src_steps *const list[] = {&f->opaque, &f->alias, &f->mention};
	long id = 0;

	for (size_t k = 0; k < 3; k++)
		for (size_t i = 0; i < list[k]->n; i++) {
			fputs(id ? ",\n            " : ",\n          \"relatedLocations\": [\n            ", fp);
			put_location(&list[k]->step[i], id++, fp);
		}
	if (id)
		putc(']', fp);
}

/* Where a viewer leads to: the compile call, else the path's last step, else an opaque edge. */
static const src_step *
main_step(const src_finding *f)
{
	for (size_t i = 0; i < f->chain.n; i++)
		if (f->chain.step[i].kind == STEP_COMPILE)
			return &f->chain.step[i];
	if (f->chain.n)
		return &f->chain.step[f->chain.n - 1];
	return f->opaque.n ? &f->opaque.step[0] : f->mention.n ? &f->mention.step[0] : NULL;
}

static void
put_locations(const src_step *at, FILE *fp)
{
	if (!at)
		return;
	fputs(",\n          \"locations\": [", fp);
	put_location(at, -1, fp);
	putc(']', fp);
}

static void
put_kind(const src_finding *f, FILE *fp)
{
	switch (f->verdict) {
	case SRC_WIRED: fputs("\"kind\": \"pass\", \"level\": \"none\"", fp); break;
	case SRC_CONDITIONAL:
	case SRC_UNKNOWN: fputs("\"kind\": \"open\", \"level\": \"none\"", fp); break;
	case SRC_FALLBACK: fputs("\"kind\": \"fail\", \"level\": \"warning\"", fp); break;
	default: fputs("\"kind\": \"fail\", \"level\": \"error\"", fp);
	}
}

static void
put_text(const char *label, const char *says, const char *reason, FILE *fp)
{
	char *text;

	if (asprintf(&text, "%s: %s%s%s", label, says, reason && *reason ? ". " : "", reason ? reason : "") < 0)
		text = NULL;
	fputs("\"message\": {\"text\": ", fp);
	as_json_put(text ? text : says, fp);
	putc('}', fp);
	free(text);
}

static void
put_finding(const src_finding *f, FILE *fp)
{
	const src_step *at = main_step(f);

	fprintf(fp, "        {\n          \"ruleId\": \"%s\", \"ruleIndex\": %d, ", src_verdict_name(f->verdict), f->verdict);
	put_kind(f, fp);
	fputs(",\n          ", fp);
	put_text(f->label, src_verdict_name(f->verdict), f->reason, fp);
	put_locations(at, fp);
	if (f->chain.n) {
		fputs(",\n          \"codeFlows\": [{\"threadFlows\": [{\"locations\": [", fp);
		for (size_t i = 0; i < f->chain.n; i++) {
			fputs(i ? ",\n            {\"location\": " : "\n            {\"location\": ", fp);
			put_location(&f->chain.step[i], -1, fp);
			putc('}', fp);
		}
		fputs("]}]}]", fp);
	}
	put_related(f, fp);
	fputs(",\n          \"properties\": {\"label\": ", fp);
	as_json_put(f->label, fp);
	fputs("}\n        }", fp);
}

static void
put_twin(const src_report *r, const src_twin *t, FILE *fp)
{
	const src_step *at = main_step(&r->finding[t->a]);
	char *says;

	if (asprintf(&says, "takes exactly the path of %s", r->finding[t->b].label) < 0)
		says = NULL;
	fprintf(fp, "        {\n          \"ruleId\": \"twins\", \"ruleIndex\": %d, \"kind\": \"informational\", \"level\": \"none\",\n          ",
	    SRC_UNKNOWN + 1);
	put_text(r->finding[t->a].label, says ? says : "takes exactly the path of another", NULL, fp);
	put_locations(at, fp);
	fputs("\n        }", fp);
	free(says);
}

/* What was not read, and what was taken on trust: people who look only at results must not think otherwise. */
static void
put_notifications(const src_report *r, const walk *w, FILE *fp)
{
	int first = 1;

	fputs("      \"invocations\": [{\"executionSuccessful\": true, \"toolExecutionNotifications\": [", fp);
	for (size_t i = 0; i < w->n; i++)
		if (w->file[i].skip) {
			fprintf(fp, "%s\n        {\"level\": \"%s\", \"message\": {\"text\": ", first ? "" : ",", w->file[i].opaque ? "warning" : "note");
			as_json_put(w->file[i].skip, fp);
			fputs("}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": ", fp);
			put_location_of(w->file[i].path, fp);
			fputs("}}]}", fp);
			first = 0;
		}
	for (size_t i = 0; i < r->harmless.n; i++) {
		const src_step *at = &r->harmless.step[i];
		fprintf(fp, "%s\n        {\"level\": \"note\", \"message\": {\"text\": ", first ? "" : ",");
		as_json_put(*at->text ? at->text : "taken to be harmless, as --harmless says", fp);
		fputs("}, \"locations\": [", fp);
		put_location(at, -1, fp);
		fputs("]}", fp);
		first = 0;
	}
	fputs("]}],\n", fp);
}

static void
put_rules(FILE *fp)
{
	fputs("\"rules\": [", fp);
	for (int v = SRC_WIRED; v <= SRC_UNKNOWN; v++) {
		fprintf(fp, "\n        {\"id\": \"%s\", \"shortDescription\": {\"text\": ", src_verdict_name((src_verdict)v));
		as_json_put(src_verdict_says((src_verdict)v), fp);
		fputs("}},", fp);
	}
	fputs("\n        {\"id\": \"twins\", \"shortDescription\": {\"text\": \"two labels take exactly the same path\"}}]", fp);
}

void
src_write_sarif(const src_report *r, const walk *w, const char *version, FILE *fp)
{
	int first = 1;

	fputs("{\n  \"$schema\": \"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json\",\n"
	    "  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n"
	    "      \"tool\": {\"driver\": {\"name\": \"labelaudit\", ", fp);
	fprintf(fp, "\"version\": \"%s\", ", version);
	put_rules(fp);
	fputs("}},\n      \"columnKind\": \"unicodeCodePoints\",\n"
	    "      \"originalUriBaseIds\": {\n"
	    "        \"SRCROOT\": {\"description\": {\"text\": \"The folder in which labelaudit was run.\"}},\n"
	    "        \"ROOT\": {\"uri\": \"file:///\"}},\n", fp);
	put_notifications(r, w, fp);
	fputs("      \"artifacts\": [", fp);
	for (size_t i = 0; i < w->n; i++)
		if (!w->file[i].skip) {
			fputs(first ? "\n        {\"location\": " : ",\n        {\"location\": ", fp);
			put_location_of(w->file[i].path, fp);
			fputs(", \"roles\": [\"analysisTarget\"]}", fp);
			first = 0;
		}
	fputs("],\n      \"results\": [\n", fp);
	for (size_t i = 0; i < r->n; i++) {
		put_finding(&r->finding[i], fp);
		fputs(i + 1 < r->n || r->ntwin ? ",\n" : "\n", fp);
	}
	for (size_t i = 0; i < r->ntwin; i++) {
		put_twin(r, &r->twin[i], fp);
		fputs(i + 1 < r->ntwin ? ",\n" : "\n", fp);
	}
	fputs("      ]\n    }\n  ]\n}\n", fp);
}
