/* label_json.c - the findings as JSON, and as SARIF 2.1.0 (OASIS, Static Analysis Results
 * Interchange Format): one result a label, its trail as a codeFlow; without a label one result a
 * compile call. */
#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "label_report.h"
#include "shown.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" \
	"sarif-schema-2.1.0.json"

/* A text that any JSON may hold: what could act on a terminal and what is no UTF-8 is '?'. */
static cJSON *text(const char *s) {
	char *t = strdup(s ? s : "");
	if (t) as_shown(t);
	cJSON *j = cJSON_CreateString(t ? t : "");
	free(t);
	return j;
}

/* An object by its keys: "key:s key:n". s: a text, o: an item, both left out where NULL;
 * b: a truth value; n: a number; l: a line, left out where 0. */
static cJSON *object(const char *keys, ...) {
	cJSON *o = cJSON_CreateObject();
	char key[32];
	va_list ap;
	va_start(ap, keys);
	for (const char *end; *keys; keys = end + 2 + (end[2] == ' ')) {
		cJSON *item = NULL;
		const char *s;
		unsigned n;
		end = strchr(keys, ':');
		snprintf(key, sizeof key, "%.*s", (int)(end - keys), keys);
		switch (end[1]) {
		case 's': if ((s = va_arg(ap, const char *)) != NULL) item = text(s); break;
		case 'o': item = va_arg(ap, cJSON *); break;
		case 'b': item = cJSON_CreateBool(va_arg(ap, int)); break;
		default:
			n = va_arg(ap, unsigned);
			if (n || end[1] == 'n') item = cJSON_CreateNumber(n);
		}
		if (item) cJSON_AddItemToObject(o, key, item);
	}
	va_end(ap);
	return o;
}

static cJSON *list_of(const void *item, uint32_t n, size_t size, cJSON *(*make)(const void *)) {
	cJSON *a = cJSON_CreateArray();
	for (uint32_t i = 0; i < n; i++)
		cJSON_AddItemToArray(a, make((const char *)item + i * size));
	return a;
}

#define LIST(item, n, make) list_of((item), (n), sizeof *(item), (make))

static cJSON *one(cJSON *item) {
	cJSON *a = cJSON_CreateArray();
	cJSON_AddItemToArray(a, item);
	return a;
}

static cJSON *word(const void *item) { return text(*(const char *const *)item); }

static int print(cJSON *j, FILE *fp) {
	char *s = cJSON_Print(j);
	if (s) fprintf(fp, "%s\n", s);
	free(s);
	cJSON_Delete(j);
	return s ? 0 : -1;
}

static cJSON *trail_json(const void *item) {
	const trail *t = item;
	return object("kind:s file:s line:l text:s note:s", trail_name(t->kind), t->file,
	    t->file ? t->line : 0, t->text, t->note);
}

static cJSON *finding_json(const void *item) {
	const finding *f = item;
	return object("label:s verdict:s same_without_label:b reason:s same_as:s trail:o assumed:o",
	    f->label, verdict_name(f->verdict), f->same, f->reason, f->twin,
	    LIST(f->trail, f->ntrail, trail_json), LIST(f->assumed, f->nassumed, word));
}

static cJSON *site_json(const void *item) {
	const listed *s = item;
	return object("name:s family:s certain:b file:s line:l function:s conditions:o labels:o",
	    s->name, s->family, !s->suspect, s->file, s->line, s->function,
	    LIST(s->cond, s->ncond, word), LIST(s->label, s->nlabel, word));
}

static cJSON *unread_json(const void *item) {
	const unread_file *u = item;
	return object("file:s reason:s", u->file, u->why);
}

int src_write_json(const src_report *r, const char *version, FILE *fp) {
	cJSON *definitions = cJSON_CreateObject();
	for (label_verdict v = V_WIRED; v <= V_UNKNOWN; v++)
		cJSON_AddItemToObject(definitions, verdict_name(v), text(verdict_says(v)));
	return print(object("tool:s version:s definitions:o labels:o compile_calls:n sites:o "
	    "read:o not_read:o", "labelaudit", version, definitions,
	    LIST(r->f, r->nf, finding_json), r->nsites, LIST(r->site, r->nsite, site_json),
	    LIST(r->file, r->nfile, word), LIST(r->unread, r->nunread, unread_json)), fp);
}

/* A path as a relative reference (RFC 3986), from the folder the tool ran in or from the root. */
static cJSON *artifact(const char *path) {
	const char *base = *path == '/' ? "ROOT" : "SRCROOT";
	char *uri = malloc(3 * strlen(path) + 1), *at = uri;
	while (*path == '/' || (path[0] == '.' && path[1] == '/')) path++;
	for (const unsigned char *s = (const unsigned char *)path; uri && *s; s++)
		if (*s < 0x80 && (isalnum(*s) || strchr("-._~/", *s))) *at++ = (char)*s;
		else at += sprintf(at, "%%%02X", *s);
	if (uri) *at = '\0';
	cJSON *o = object("uri:s uriBaseId:s", uri ? uri : "", base);
	free(uri);
	return o;
}

static cJSON *message(const char *s) { return object("text:s", s ? s : ""); }

static cJSON *location(const char *file, uint32_t line, cJSON *said) {
	cJSON *at = NULL, *region = file && line ? object("startLine:n", line) : NULL;
	if (file) at = object("artifactLocation:o region:o", artifact(file), region);
	return object("physicalLocation:o message:o", at, said);
}

/* "a: b, c" where a part is there */
static cJSON *said(const char *a, const char *b, const char *c) {
	char *s = NULL;
	if (asprintf(&s, "%s%s%s%s%s", a, *b ? ": " : "", b, *c ? ", " : "", c) < 0) s = NULL;
	cJSON *o = message(s);
	free(s);
	return o;
}

static cJSON *step(const trail *t) {
	return location(t->file, t->line, said(trail_name(t->kind), t->text, t->note));
}

static cJSON *flow_step(const void *item) { return object("location:o", step(item)); }

/* Where a viewer leads to: the compile call, else what closes the way, else a step with a place. */
static const trail *main_step(const finding *f) {
	static const trail_kind first[] = {T_COMPILES, T_CLOSED, T_LOST, T_TO};
	size_t n = sizeof first / sizeof *first;
	for (size_t k = 0; k <= n; k++)
		for (uint32_t i = 0; i < f->ntrail; i++)
			if (f->trail[i].file && (k == n || f->trail[i].kind == first[k]))
				return &f->trail[i];
	return NULL;
}

static cJSON *finding_result(const void *item) {
	static const struct { const char *kind, *level; } of[] = {
		[V_WIRED] = {"pass", "none"}, [V_FALLBACK] = {"fail", "warning"},
		[V_UNREACHABLE] = {"fail", "error"}, [V_LABEL_ONLY] = {"fail", "error"},
		[V_CONDITIONAL] = {"open", "none"}, [V_OUTSIDE] = {"open", "none"},
		[V_NOT_FOUND] = {"open", "none"}, [V_UNKNOWN] = {"open", "none"},
	};
	const finding *f = item;
	const trail *at = main_step(f);
	cJSON *flow = NULL;
	if (f->ntrail) {
		cJSON *thread = object("locations:o", LIST(f->trail, f->ntrail, flow_step));
		flow = object("threadFlows:o", one(thread));
	}
	return object("ruleId:s ruleIndex:n kind:s level:s message:o locations:o codeFlows:o "
	    "properties:o", verdict_name(f->verdict), f->verdict, of[f->verdict].kind,
	    of[f->verdict].level, said(f->label, verdict_name(f->verdict), f->reason),
	    at ? one(step(at)) : NULL, flow ? one(flow) : NULL,
	    object("label:s sameWithoutLabel:b assumed:o", f->label, f->same,
	    LIST(f->assumed, f->nassumed, word)));
}

static cJSON *site_result(const void *item) {
	const listed *s = item;
	return object("ruleId:s ruleIndex:n kind:s level:s message:o locations:o", "compile-call",
	    V_UNKNOWN + 1, "informational", "none", said(s->family, s->name, ""),
	    one(location(s->file, s->line, NULL)));
}

static cJSON *rule(const char *id, const char *says) {
	return object("id:s shortDescription:o", id, message(says));
}

/* What was not read is told: people who look only at results must not think otherwise. */
static cJSON *unread_note(const void *item) {
	const unread_file *u = item;
	return object("level:s message:o locations:o", "warning", message(u->why),
	    one(location(u->file, 0, NULL)));
}

static cJSON *artifact_json(const void *item) {
	return object("location:o roles:o", artifact(*(const char *const *)item),
	    one(cJSON_CreateString("analysisTarget")));
}

int src_write_sarif(const src_report *r, const char *version, FILE *fp) {
	cJSON *rules = cJSON_CreateArray(), *results = LIST(r->f, r->nf, finding_result);
	for (label_verdict v = V_WIRED; v <= V_UNKNOWN; v++)
		cJSON_AddItemToArray(rules, rule(verdict_name(v), verdict_says(v)));
	cJSON_AddItemToArray(rules, rule("compile-call", "a call that compiles"));
	for (uint32_t i = 0; i < r->nsite; i++)
		cJSON_AddItemToArray(results, site_result(&r->site[i]));
	cJSON *driver = object("name:s version:s rules:o", "labelaudit", version, rules);
	cJSON *here = object("description:o", message("The folder in which labelaudit was run."));
	cJSON *invocation = object("executionSuccessful:b toolExecutionNotifications:o", true,
	    LIST(r->unread, r->nunread, unread_note));
	cJSON *run = object("tool:o columnKind:s originalUriBaseIds:o invocations:o artifacts:o "
	    "results:o", object("driver:o", driver), "unicodeCodePoints",
	    object("SRCROOT:o ROOT:o", here, object("uri:s", "file:///")), one(invocation),
	    LIST(r->file, r->nfile, artifact_json), results);
	return print(object("$schema:s version:s runs:o", SCHEMA, "2.1.0", one(run)), fp);
}
