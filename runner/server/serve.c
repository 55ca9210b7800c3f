/* A run against a server: each request is a row, with what the server says, or why it is none. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "run.h"
#include "server.h"
#include "shown.h"

enum { PREFIX = 4, LETTERS = 26 };

typedef struct {
	rr_run *r;
	const rr_api *api;
	rr_runmode mode;
	const cJSON *model;  /* what is known of the one at hand */
	struct { FILE *fp; char *text; size_t n; } csv[2]; /* rows of the mode so far, and warm-ups */
} job;

/* A request. NaN: unknown. */
typedef struct {
	const rr_api *api;
	int words, cold, done; /* of the prompt; the model was in no memory, -1: unknown */
	double ns[2], first_ns, last_ns, said[RR_NSAID]; /* first, last: of tokens */
	double took_ns, tokens; /* what the mode measures */
	char finish[32], error[256];
	const char *status;  /* NULL: not judged yet */
} answer;

static const rr_api *const apis[] = {[RR_OLLAMA] = &rr_ollama, [RR_OPENAI] = &rr_openai};

static cJSON *
request(const rr_run *r, const char *model, const char *prompt, int tokens)
{
	const rr_api *api = apis[r->cfg->serving];
	cJSON *o = cJSON_Parse(api->body), *to = api->options ? cJSON_GetObjectItem(o, api->options) : o;

	cJSON_AddStringToObject(o, "model", model);
	cJSON_AddStringToObject(o, "prompt", prompt);
	cJSON_AddBoolToObject(o, "stream", r->cfg->server.stream);
	cJSON_AddNumberToObject(to, "seed", (double)r->cfg->seed);
	cJSON_AddNumberToObject(to, api->tokens, tokens);
	if (*r->cfg->server.keep_alive)
		cJSON_AddStringToObject(o, "keep_alive", r->cfg->server.keep_alive);
	if (r->cfg->server.num_ctx)
		cJSON_AddNumberToObject(to, "num_ctx", r->cfg->server.num_ctx);
	if (!r->cfg->server.stream)
		cJSON_DeleteItemFromObject(o, "stream_options");
	return o;
}

static cJSON *
object(const rr_run *r, const char *path, cJSON *body, char why[256])
{
	cJSON *o = NULL;

	rr_ask(r, path, body, 0, NULL, &o, (double[2]){0}, why);
	return o;
}

/* The item of a model, which may leave out :latest; JSON's null: none. NULL: no answer, and why. */
static cJSON *
item(const rr_run *r, const char *path, const cJSON *m, char why[256])
{
	const rr_api *api = apis[r->cfg->serving];
	const char *model = as_json_string(m, "path", "");
	cJSON *o = path ? object(r, path, NULL, why) : NULL, *found, *v;
	const size_t n = strlen(model);

	cJSON_ArrayForEach(v, cJSON_GetObjectItemCaseSensitive(o, api->models)) {
		const char *is = as_json_string(v, api->name, "");
		if (strncmp(is, model, n) == 0 && (!is[n] || strcmp(is + n, ":latest") == 0))
			break;
	}
	found = v ? cJSON_Duplicate(v, 1) : o ? cJSON_CreateNull() : NULL;
	cJSON_Delete(o);
	return found;
}

/* A text, or as many letters as a length says, each a token in most vocabularies. The first ones
 * differ from those of other requests and runs, so that no cache knows how the prompt begins. */
static char *
prompt(const job *j, const rr_scenario *s, int k)
{
	const int vary = j->r->cfg->server.vary;
	const long letters = !s->text[k] ? s->length[k] : vary ? PREFIX : 0;
	uint64_t x = j->r->cfg->seed + 7u * (uint64_t)k;
	uint64_t nth = (uint64_t)(j->r->started_at * 1e3) * 997 + (uint64_t)j->r->done++;
	char *out = NULL;
	size_t size;
	FILE *fp = open_memstream(&out, &size);

	for (long i = 0; fp && i < letters; i++, nth /= LETTERS, x += 5 + x / 3 % 11)
		fprintf(fp, " %c", (int)('a' + (vary && i < PREFIX ? nth : x) % LETTERS));
	if (fp && s->text[k])
		fprintf(fp, "%s%s", letters ? " " : "", s->text[k]);
	return fp && fclose(fp) == 0 ? out : NULL;
}

static void
judged(answer *a, const char *status, const char *fmt, const char *what)
{
	as_err e;

	a->status = status;
	as_fail(&e, NULL, 0, fmt, what);
	snprintf(a->error, sizeof a->error, "%.250s", e.msg);
	as_shown(a->error); /* which may end amid a character */
}

/* One object of a reply. */
static void
take(void *to, const char *s, size_t n, double ns)
{
	answer *a = to;
	const rr_api *api = a->api;
	const char *from = memchr(s, '{', n); /* behind "data:"; not [DONE], nor blank */
	cJSON *o = NULL;
	const cJSON *v;
	as_err e;

	if (a->status || !from)
		return;
	if (as_json_parse(from, n - (size_t)(from - s), "reply", 1, &o, &e) < 0)
		judged(a, "error", "the reply is no JSON: %s", e.msg);
	v = as_json_at(o, api->done);
	a->done |= cJSON_IsTrue(v) || cJSON_IsString(v);
	if (cJSON_IsString(v = as_json_at(o, api->finish)) && strlen(v->valuestring) < sizeof a->finish)
		memcpy(a->finish, v->valuestring, strlen(v->valuestring) + 1);
	if (cJSON_IsString(as_json_at(o, api->text))) { /* of a token; "" amid a character */
		a->last_ns = ns;
		a->first_ns = isnan(a->first_ns) ? ns : a->first_ns;
	}
	for (int i = 0; i < RR_NSAID; i++) {
		if (!api->said[i] || !(v = as_json_at(o, api->said[i])) || cJSON_IsNull(v))
			continue;
		if (cJSON_GetNumberValue(v) >= 0)
			a->said[i] = v->valuedouble;
		else
			judged(a, "error", "the reply's %s is no count", api->said[i]);
	}
	if (rr_error_of(o))
		judged(a, "error", "%s", rr_error_of(o));
	cJSON_Delete(o);
}

/* What the mode measures. The first token is of the prompt's forward: decode has a step less than
 * tokens. Some servers leave cached tokens out of the prompt's: there are then fewer than words. */
static void
judge(const job *j, answer *a)
{
	const int prefill = j->mode == RR_PREFILL, decode = j->mode == RR_DECODE;
	const double cached = fmax(a->said[RR_CACHED], 0); /* 0 of NaN */

	if (a->status)
		return;
	a->tokens = (decode ? 0 : a->said[RR_PROMPT] - cached) +
	    (prefill || a->said[RR_MADE] < 1 ? 0 : a->said[RR_MADE] - 1);
	a->took_ns = j->mode == RR_E2E ? a->ns[1] - a->ns[0] : j->api->said[RR_EVAL_NS] ?
	    a->said[decode ? RR_EVAL_NS : RR_PROMPT_NS] : decode ? a->last_ns - a->first_ns :
	    a->first_ns - a->ns[0];
	if (decode && a->tokens < 1)
		judged(a, "unknown", "%s", "one token: there is no step of decode");
	else if (isnan(a->tokens) || !(a->took_ns > 0)) /* 0: one packet had the whole stream */
		judged(a, "unknown", "the server does not say how %s", isnan(a->tokens) ? "many tokens" :
		    "long it took");
	else if (!decode && (cached > 0 || a->said[RR_PROMPT] < a->words))
		judged(a, "cached", "%s", "the prompt was not processed whole: it was cached, or cut off");
	else
		a->status = "ok";
}

static int
ask(job *j, const rr_scenario *s, int k, answer *a, as_err *e)
{
	const char *model = as_json_string(j->model, "path", ""), *failed;
	char *text = prompt(j, s, k), why[256];
	cJSON *memory = item(j->r, j->api->memory, j->model, why);

	*a = (answer){.api = j->api, .cold = memory ? cJSON_IsNull(memory) : -1,
	    .first_ns = NAN, .last_ns = NAN, .tokens = NAN, .said = {NAN, NAN, NAN, NAN, NAN, NAN}};
	cJSON_Delete(memory);
	if (!text)
		return as_nomem(e);
	for (const char *c = text; *c; c++)
		a->words += *c != ' ' && (c[1] == ' ' || !c[1]);
	failed = rr_ask(j->r, j->api->generate, request(j->r, model, text, j->mode == RR_PREFILL ? 1 :
	    j->r->cfg->max_new + 1), j->r->cfg->server.stream, take, a, a->ns, why);
	if (failed)
		judged(a, failed, "%s", why);
	else if (!a->status && !a->done)
		judged(a, "error", "%s", "the reply ends before it is done");
	free(text);
	return 0;
}

static const char header[] = "scenario,prompt_set,backend,model,quantization,status,error,served,"
    "finish,cold,synthetic,latency_ms,ttft_ms,tokens,tokens_per_s,wall_ms,start_ns,prompt_tokens,"
    "cached_tokens,new_tokens,prompt_eval_ns,eval_ns,load_ns\n";

static void
write_row(const job *j, const rr_scenario *s, const answer *a, FILE *fp)
{
	const int ok = strcmp(a->status, "ok") == 0;
	const cJSON *level = as_json_at(j->model, "listed.details.quantization_level");
	const char *const key[] = {s->name, s->set, j->r->label[0], as_json_string(j->model, "path", ""),
	    cJSON_IsString(level) ? level->valuestring : "", a->status, a->error, ok ? "unknown" : "",
	    a->finish, a->cold < 0 ? "" : a->cold ? "1" : "0",
	    cJSON_IsTrue(cJSON_GetObjectItem(j->r->server, "synthetic")) ? "yes" : ""};
	const double is[] = {ok ? a->took_ns / 1e6 : NAN, (a->first_ns - a->ns[0]) / 1e6, a->tokens,
	    ok ? a->tokens / a->took_ns * 1e9 : NAN, (a->ns[1] - a->ns[0]) / 1e6,
	    a->ns[0] - (double)j->r->origin_ns};

	rr_csv_texts(fp, key, sizeof key / sizeof *key);
	for (size_t i = 0; i < sizeof is / sizeof *is; i++)
		rr_csv_number(fp, is[i]);
	for (int i = 0; i < RR_NSAID; i++)
		rr_csv_number(fp, a->said[i]);
	putc('\n', fp);
}

static int
cell(job *j, const rr_scenario *s, as_err *e)
{
	const int warm = j->r->cfg->warmup, all = warm + j->r->cfg->repetitions;
	answer *a = calloc((size_t)all, sizeof *a);
	double tokens = 0, ns = 0;
	cJSON *o = cJSON_CreateObject(); /* for summary.json: no latency, for counts of tokens differ */
	char path[2048];
	int n = 0, ok = 0, rc = a ? 0 : as_nomem(e);

	for (; n < all && rc == 0 && !*j->r->stop; n++)
		rc = ask(j, s, (n < warm ? n : n - warm) % s->n, &a[n], e);
	n -= n > 0 && *j->r->stop; /* the last was cut off */
	for (int i = 0; i < n && rc == 0; i++) {
		judge(j, &a[i]);
		write_row(j, s, &a[i], j->csv[i < warm].fp);
		if (i >= warm && strcmp(a[i].status, "ok") == 0) {
			ok++;
			tokens += a[i].tokens;
			ns += a[i].took_ns;
		}
	}
	for (int i = 0; i < 2 && rc == 0; i++) {
		snprintf(path, sizeof path, "%s/%s/%s.csv", j->r->dir, rr_runmode_name(j->mode),
		    i ? "warmup" : "metrics");
		rc = fflush(j->csv[i].fp) != 0 ? as_nomem(e) : rr_write(path, j->csv[i].text, j->csv[i].n, e);
	}
	cJSON_AddStringToObject(o, "mode", rr_runmode_name(j->mode));
	cJSON_AddStringToObject(o, "model", as_json_string(j->model, "path", ""));
	cJSON_AddStringToObject(o, "scenario", s->name);
	cJSON_AddNumberToObject(o, "n", ok);
	cJSON_AddItemToObject(o, "ms_per_token", rr_number(ns / tokens / 1e6));
	cJSON_AddItemToArray(j->r->cells, o);
	free(a);
	return rc;
}

/* A request of no cell has each model loaded. server.json is last: with it a mode is whole. */
int
rr_server_mode(rr_run *r, rr_runmode mode, as_err *e)
{
	job j = {.r = r, .api = apis[r->cfg->serving], .mode = mode};
	cJSON *o = cJSON_CreateObject(), *memory = cJSON_AddArrayToObject(o, "memory");
	char path[2048], why[256];
	answer first;
	int rc;

	snprintf(path, sizeof path, "%s/%s", r->dir, rr_runmode_name(mode));
	rc = rr_mkdirs(path, e);
	for (int i = 0; i < 2 && rc == 0; i++)
		rc = (j.csv[i].fp = open_memstream(&j.csv[i].text, &j.csv[i].n)) &&
		    fputs(header, j.csv[i].fp) >= 0 ? 0 : as_nomem(e);
	cJSON_ArrayForEach(j.model, cJSON_GetObjectItem(r->server, "models")) {
		if (rc == 0 && !*r->stop && (rc = ask(&j, &r->cfg->scenario[0], 0, &first, e)) == 0) {
			judge(&j, &first);
			write_row(&j, &r->cfg->scenario[0], &first, j.csv[1].fp);
			cJSON_AddItemToArray(memory, item(r, j.api->memory, j.model, why));
		}
		for (int i = 0; i < r->cfg->nscenario && rc == 0 && !*r->stop; i++)
			rc = cell(&j, &r->cfg->scenario[i], e);
	}
	snprintf(path, sizeof path, "%s/%s/server.json", r->dir, rr_runmode_name(mode));
	if (rc == 0 && !*r->stop)
		rc = rr_write_json(path, o, e);
	for (int i = 0; i < 2; free(j.csv[i++].text))
		if (j.csv[i].fp)
			fclose(j.csv[i].fp);
	cJSON_Delete(o);
	return rc;
}

int
rr_server_describe(rr_run *r, as_err *e)
{
	const rr_api *api = apis[r->cfg->serving];
	cJSON *all = r->server = cJSON_CreateObject(), *o, *m;
	char why[256] = "";

	cJSON_AddStringToObject(all, "backend", api->backend);
	cJSON_AddStringToObject(all, "url", *r->cfg->server.url ? r->cfg->server.url : api->url);
	o = object(r, api->version, NULL, why); /* which some servers lack */
	cJSON_AddItemToObject(all, "version", cJSON_DetachItemFromObject(o, "version"));
	cJSON_AddItemToObject(all, "synthetic", cJSON_DetachItemFromObject(o, "synthetic"));
	cJSON_Delete(o);
	cJSON_AddItemToObject(all, "request", request(r, "", "", r->cfg->max_new + 1));
	cJSON_AddBoolToObject(all, "vary_prompts", r->cfg->server.vary);
	cJSON_AddArrayToObject(all, "models");
	for (int i = 0; i < r->cfg->nmodel; i++) {
		cJSON_AddItemToArray(cJSON_GetObjectItem(all, "models"), m = cJSON_CreateObject());
		cJSON_AddStringToObject(m, "path", r->cfg->model[i].path);
		if (!cJSON_AddItemToObject(m, "listed", o = item(r, api->list, m, why)))
			return as_fail(e, as_json_string(all, "url", ""), 0, "%s", why);
		cJSON_DeleteItemFromObject(o, "created"); /* the time of the reply, in vLLM */
		cJSON_DeleteItemFromObject(o, "permission");
		cJSON_AddStringToObject(o = cJSON_CreateObject(), "model", r->cfg->model[i].path);
		o = api->show ? object(r, api->show, o, why) : o;
		cJSON_AddItemToObject(m, "parameters", cJSON_DetachItemFromObject(o, "parameters"));
		cJSON_Delete(o);
	}
	return 0;
}
