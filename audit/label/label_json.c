/* label_json.c - the findings as JSON, and as SARIF 2.1.0 (OASIS, Static Analysis Results
 * Interchange Format): one result a label, its trail as a codeFlow; without a label one result a
 * compile call. */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "label_report.h"
#include "shown.h"

/* A text that any JSON may hold: what could act on a terminal and what is no UTF-8 is '?'. */
static cJSON *text(const char *s) {
	char *t = strdup(s ? s : "");
	if (t) as_shown(t);
	cJSON *j = cJSON_CreateString(t ? t : "");
	free(t);
	return j;
}

static void put(cJSON *o, const char *key, const char *s) { cJSON_AddItemToObject(o, key, text(s)); }

static cJSON *words(char *const *word, uint32_t n) {
	cJSON *a = cJSON_CreateArray();
	for (uint32_t i = 0; i < n; i++) cJSON_AddItemToArray(a, text(word[i]));
	return a;
}

static void put_place(cJSON *o, const char *file, uint32_t line) {
	if (file) put(o, "file", file);
	if (file && line) cJSON_AddNumberToObject(o, "line", line);
}

static int print(cJSON *j, FILE *fp) {
	char *s = cJSON_Print(j);
	if (s) fprintf(fp, "%s\n", s);
	free(s);
	cJSON_Delete(j);
	return s ? 0 : -1;
}

/* ---- JSON */

static cJSON *finding_json(const finding *f) {
	cJSON *o = cJSON_CreateObject();
	put(o, "label", f->label);
	put(o, "verdict", verdict_name(f->verdict));
	cJSON_AddBoolToObject(o, "same_without_label", f->same);
	put(o, "reason", f->reason);
	if (f->twin) put(o, "same_as", f->twin);
	cJSON *trail = cJSON_AddArrayToObject(o, "trail");
	for (uint32_t i = 0; i < f->ntrail; i++) {
		cJSON *t = cJSON_CreateObject();
		put(t, "kind", trail_name(f->trail[i].kind));
		put_place(t, f->trail[i].file, f->trail[i].line);
		put(t, "text", f->trail[i].text);
		put(t, "note", f->trail[i].note);
		cJSON_AddItemToArray(trail, t);
	}
	cJSON_AddItemToObject(o, "assumed", words(f->assumed, f->nassumed));
	return o;
}

static cJSON *site_json(const listed *s) {
	cJSON *o = cJSON_CreateObject();
	put(o, "name", s->name);
	put(o, "family", s->family);
	cJSON_AddBoolToObject(o, "certain", !s->suspect);
	put_place(o, s->file, s->line);
	put(o, "function", s->function);
	cJSON_AddItemToObject(o, "conditions", words(s->cond, s->ncond));
	cJSON_AddItemToObject(o, "labels", words(s->label, s->nlabel));
	return o;
}

int src_write_json(const src_report *r, const char *version, FILE *fp) {
	cJSON *o = cJSON_CreateObject(), *list;
	put(o, "tool", "labelaudit");
	put(o, "version", version);
	list = cJSON_AddObjectToObject(o, "definitions");
	for (label_verdict v = V_WIRED; v <= V_UNKNOWN; v++) put(list, verdict_name(v), verdict_says(v));
	list = cJSON_AddArrayToObject(o, "labels");
	for (uint32_t i = 0; i < r->nf; i++) cJSON_AddItemToArray(list, finding_json(&r->f[i]));
	cJSON_AddNumberToObject(o, "compile_calls", r->nsites);
	list = cJSON_AddArrayToObject(o, "sites");
	for (uint32_t i = 0; i < r->nsite; i++) cJSON_AddItemToArray(list, site_json(&r->site[i]));
	cJSON_AddItemToObject(o, "read", words(r->file, r->nfile));
	list = cJSON_AddArrayToObject(o, "not_read");
	for (uint32_t i = 0; i < r->nunread; i++) {
		cJSON *u = cJSON_CreateObject();
		put(u, "file", r->unread[i].file);
		put(u, "reason", r->unread[i].why);
		cJSON_AddItemToArray(list, u);
	}
	return print(o, fp);
}

/* ---- SARIF */

/* A path as a relative reference (RFC 3986): from the folder the tool ran in or, for an absolute
 * one, from the root. */
static cJSON *artifact(const char *path) {
	cJSON *o = cJSON_CreateObject();
	const char *base = *path == '/' ? "ROOT" : "SRCROOT";
	char *uri = malloc(3 * strlen(path) + 1), *at = uri;
	while (*path == '/' || (path[0] == '.' && path[1] == '/')) path++;
	for (const unsigned char *s = (const unsigned char *)path; uri && *s; s++)
		if (*s < 0x80 && (isalnum(*s) || strchr("-._~/", *s))) *at++ = (char)*s;
		else at += sprintf(at, "%%%02X", *s);
	if (uri) *at = '\0';
	cJSON_AddStringToObject(o, "uri", uri ? uri : "");
	cJSON_AddStringToObject(o, "uriBaseId", base);
	free(uri);
	return o;
}

static cJSON *location(const char *file, uint32_t line, const char *message) {
	cJSON *o = cJSON_CreateObject();
	if (file) {
		cJSON *at = cJSON_AddObjectToObject(o, "physicalLocation");
		cJSON_AddItemToObject(at, "artifactLocation", artifact(file));
		if (line) cJSON_AddNumberToObject(cJSON_AddObjectToObject(at, "region"), "startLine", line);
	}
	if (message) put(cJSON_AddObjectToObject(o, "message"), "text", message);
	return o;
}

/* "a: b, c" where a part is there */
static char *said(const char *a, const char *b, const char *c) {
	char *s;
	return asprintf(&s, "%s%s%s%s%s", a, *b ? ": " : "", b, *c ? ", " : "", c) < 0 ? NULL : s;
}

static cJSON *step(const trail *t) {
	char *s = said(trail_name(t->kind), t->text, t->note);
	cJSON *o = location(t->file, t->line, s ? s : "");
	free(s);
	return o;
}

/* Where a viewer leads to: the compile call, else what closes the way, else a step with a place. */
static const trail *main_step(const finding *f) {
	static const trail_kind first[] = {T_COMPILES, T_CLOSED, T_LOST, T_TO};
	for (size_t k = 0; k < sizeof first / sizeof *first; k++)
		for (uint32_t i = 0; i < f->ntrail; i++)
			if (f->trail[i].kind == first[k] && f->trail[i].file) return &f->trail[i];
	for (uint32_t i = 0; i < f->ntrail; i++)
		if (f->trail[i].file) return &f->trail[i];
	return NULL;
}

static cJSON *result(const char *rule, int index, const char *kind, const char *level, const char *message)
{
	cJSON *o = cJSON_CreateObject();
	put(o, "ruleId", rule);
	cJSON_AddNumberToObject(o, "ruleIndex", index);
	put(o, "kind", kind);
	put(o, "level", level);
	put(cJSON_AddObjectToObject(o, "message"), "text", message);
	return o;
}

static cJSON *finding_result(const finding *f) {
	bool no = f->verdict == V_UNREACHABLE || f->verdict == V_LABEL_ONLY, back = f->verdict == V_FALLBACK;
	char *message = said(f->label, verdict_name(f->verdict), f->reason);
	cJSON *o = result(verdict_name(f->verdict), f->verdict, no || back ? "fail" : f->verdict == V_WIRED ? "pass" : "open",
	    no ? "error" : back ? "warning" : "none", message ? message : "");
	const trail *at = main_step(f);
	free(message);
	if (at) cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), step(at));
	if (f->ntrail) {
		cJSON *flow = cJSON_CreateObject(), *thread = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(thread, "locations");
		for (uint32_t i = 0; i < f->ntrail; i++) {
			cJSON *l = cJSON_CreateObject();
			cJSON_AddItemToObject(l, "location", step(&f->trail[i]));
			cJSON_AddItemToArray(list, l);
		}
		cJSON_AddItemToArray(cJSON_AddArrayToObject(flow, "threadFlows"), thread);
		cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "codeFlows"), flow);
	}
	cJSON *more = cJSON_AddObjectToObject(o, "properties");
	put(more, "label", f->label);
	cJSON_AddBoolToObject(more, "sameWithoutLabel", f->same);
	cJSON_AddItemToObject(more, "assumed", words(f->assumed, f->nassumed));
	return o;
}

static cJSON *site_result(const listed *s) {
	char *message = said(s->family, s->name, "");
	cJSON *o = result("compile-call", V_UNKNOWN + 1, "informational", "none", message ? message : "");
	free(message);
	cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "locations"), location(s->file, s->line, NULL));
	return o;
}

static void rule(cJSON *rules, const char *id, const char *says) {
	cJSON *o = cJSON_CreateObject();
	put(o, "id", id);
	put(cJSON_AddObjectToObject(o, "shortDescription"), "text", says);
	cJSON_AddItemToArray(rules, o);
}

/* What was not read is told: people who look only at results must not think otherwise. */
static void invocation(cJSON *run, const src_report *r) {
	cJSON *o = cJSON_CreateObject(), *list;
	cJSON_AddBoolToObject(o, "executionSuccessful", true);
	list = cJSON_AddArrayToObject(o, "toolExecutionNotifications");
	for (uint32_t i = 0; i < r->nunread; i++) {
		cJSON *n = cJSON_CreateObject();
		put(n, "level", "warning");
		put(cJSON_AddObjectToObject(n, "message"), "text", r->unread[i].why);
		cJSON_AddItemToArray(cJSON_AddArrayToObject(n, "locations"), location(r->unread[i].file, 0, NULL));
		cJSON_AddItemToArray(list, n);
	}
	cJSON_AddItemToArray(cJSON_AddArrayToObject(run, "invocations"), o);
}

int src_write_sarif(const src_report *r, const char *version, FILE *fp) {
	cJSON *o = cJSON_CreateObject(), *run = cJSON_CreateObject(), *list;
	put(o, "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
	put(o, "version", "2.1.0");
	cJSON_AddItemToArray(cJSON_AddArrayToObject(o, "runs"), run);
	cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
	put(driver, "name", "labelaudit");
	put(driver, "version", version);
	list = cJSON_AddArrayToObject(driver, "rules");
	for (label_verdict v = V_WIRED; v <= V_UNKNOWN; v++) rule(list, verdict_name(v), verdict_says(v));
	rule(list, "compile-call", "a call that compiles");
	put(run, "columnKind", "unicodeCodePoints");
	cJSON *bases = cJSON_AddObjectToObject(run, "originalUriBaseIds");
	put(cJSON_AddObjectToObject(cJSON_AddObjectToObject(bases, "SRCROOT"), "description"), "text",
	    "The folder in which labelaudit was run.");
	put(cJSON_AddObjectToObject(bases, "ROOT"), "uri", "file:///");
	invocation(run, r);
	list = cJSON_AddArrayToObject(run, "artifacts");
	for (uint32_t i = 0; i < r->nfile; i++) {
		cJSON *a = cJSON_CreateObject();
		cJSON_AddItemToObject(a, "location", artifact(r->file[i]));
		cJSON_AddItemToArray(cJSON_AddArrayToObject(a, "roles"), cJSON_CreateString("analysisTarget"));
		cJSON_AddItemToArray(list, a);
	}
	list = cJSON_AddArrayToObject(run, "results");
	for (uint32_t i = 0; i < r->nf; i++) cJSON_AddItemToArray(list, finding_result(&r->f[i]));
	for (uint32_t i = 0; i < r->nsite; i++) cJSON_AddItemToArray(list, site_result(&r->site[i]));
	return print(o, fp);
}
