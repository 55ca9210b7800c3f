#include "gate.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "json.h"
#include "tokenizer.h"

static void
check(cJSON *checks, const char *name, int pass, const char *detail)
{
	cJSON *o = cJSON_AddObjectToObject(checks, name);

	cJSON_AddBoolToObject(o, "pass", pass);
	cJSON_AddStringToObject(o, "detail", detail);
}

static void
stamp(cJSON *j)
{
	char buf[32];
	time_t t = time(NULL);
	struct tm tm;

	gmtime_r(&t, &tm);
	strftime(buf, sizeof buf, "%Y%m%d_%H%M%S", &tm);
	cJSON_AddStringToObject(j, "timestamp", buf);
}

static int
tiny_compile(rr_device *dev, cJSON *checks)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_REDUCE, .fullgraph = 1, .limit = 1};
	const int32_t ids[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	char text[512];
	rr_model m = {0};
	rr_session s = {0};
	rr_compiler c = {0};
	rr_served v = {0};
	as_err e;
	int rc = rr_model_open(&m, "tiny-gpt2", 42, &e), pass;

	if (rc == 0)
		rc = rr_session_open(&s, dev, &m, RR_STATIC, 0, 1, 8, 1, 0, &e) < 0 ||
		    rr_compiler_open(&c, dev, &s.plan, &cfg, &e) < 0 ? -1 : 0;
	for (int i = 0; i < 2 && rc == 0; i++) /* compiled and captured, then replayed */
		rc = rr_session_prompt(&s, ids, 8, 8, &e) < 0 ||
		    rr_session_forward(&s, &c, 8, 8, &v, &e) < 0 || dev->sync(dev, &e) < 0 ? -1 : 0;
	pass = rc == 0 && v.path == RR_REPLAY && !c.broken;
	if (rc < 0)
		snprintf(text, sizeof text, "%.200s%s%.200s", e.file, e.file[0] ? ": " : "", e.msg);
	else
		snprintf(text, sizeof text, "graph_breaks=%d, served by %s", c.broken, rr_path_name(v.path));
	check(checks, "compile", pass, text);
	check(checks, "compiler", c.n > 0, c.n ? c.art[0]->build.compiler : "compiled nothing");
	rr_compiler_close(&c);
	rr_session_close(&s);
	rr_model_close(&m);
	return pass;
}

int
rr_gate(const char *device, rr_dtype dtype, cJSON **out)
{
	cJSON *j = *out = cJSON_CreateObject(), *checks;
	rr_device *dev = NULL;
	as_err e;
	int pass;

	stamp(j);
	checks = cJSON_AddObjectToObject(j, "checks");
	pass = rr_device_open(&dev, device, dtype, 0, &e) == 0;
	check(checks, "device_available", pass, pass ? dev->model : e.msg);
	if (pass)
		pass = tiny_compile(dev, checks);
	cJSON_AddBoolToObject(j, "pass", pass);
	if (dev) {
		cJSON_AddItemToObject(j, "environment", rr_environment(dev));
		dev->close(dev);
	}
	return pass;
}

enum { PROMPTS = 3, LENGTH = 8, STEPS = 32 };

static void
logit_stats(const float *l, int n, cJSON *list)
{
	double sum = 0, sq = 0, least = l[0], most = l[0];
	int at = 0;
	cJSON *o = cJSON_CreateObject();

	for (int i = 0; i < n; i++) {
		sum += (double)l[i];
		least = fmin(least, (double)l[i]);
		if ((double)l[i] > most) {
			most = (double)l[i];
			at = i;
		}
	}
	for (int i = 0; i < n; i++)
		sq += ((double)l[i] - sum / n) * ((double)l[i] - sum / n);
	cJSON_AddNumberToObject(o, "mean", sum / n);
	cJSON_AddNumberToObject(o, "std", sqrt(sq / (n - 1)));
	cJSON_AddNumberToObject(o, "min", least);
	cJSON_AddNumberToObject(o, "max", most);
	cJSON_AddNumberToObject(o, "argmax", at);
	cJSON_AddItemToArray(list, o);
}

static int
one_prompt(rr_session *s, int prompt, float *logits, FILE *fp, cJSON *list, as_err *e)
{
	int32_t ids[LENGTH], got[STEPS];
	rr_served v;
	cJSON *o = cJSON_CreateObject(), *stats;
	int rc;

	cJSON_AddItemToArray(list, o);
	for (int i = 0; i < LENGTH; i++)
		ids[i] = (prompt * 6151 + i * 7919 + 17) % s->m->vocab;
	cJSON_AddItemToObject(o, "prompt_ids", cJSON_CreateIntArray(ids, LENGTH));
	stats = cJSON_AddArrayToObject(o, "logit_stats");
	rc = rr_session_prompt(s, ids, LENGTH, LENGTH, e);
	for (int i = 0; i < STEPS && rc == 0; i++) {
		rc = rr_session_forward(s, NULL, i ? 1 : LENGTH, i ? 1 : LENGTH, &v, e) < 0 ||
		    rr_session_logits(s, 0, logits, e) < 0 ? -1 : 0;
		if (rc == 0)
			logit_stats(logits, s->m->vocab, stats);
		if (rc == 0 && fp)
			fwrite(logits, sizeof *logits, (size_t)s->m->vocab, fp);
	}
	if (rc == 0)
		rc = rr_session_tokens(s, got, STEPS, e);
	if (rc == 0) {
		cJSON_AddItemToObject(o, "generated_token_ids", cJSON_CreateIntArray(got, STEPS));
		cJSON_AddNumberToObject(o, "num_tokens", STEPS);
	}
	return rc;
}

int
rr_parity(rr_device *dev, const rr_model *m, const char *device, const char *path, cJSON **out,
    as_err *e)
{
	cJSON *j = *out = cJSON_CreateObject(), *list;
	float *logits = malloc((size_t)m->vocab * sizeof *logits);
	rr_session s = {0};
	FILE *fp = path ? fopen(path, "wb") : NULL;
	int rc = !logits ? as_nomem(e) : path && !fp ? as_fail(e, path, 0, "%s", strerror(errno))
	    : rr_session_open(&s, dev, m, RR_STATIC, 0, 1, LENGTH, STEPS, 0, e);

	stamp(j);
	cJSON_AddStringToObject(j, "model_path", m->name);
	cJSON_AddStringToObject(j, "device", device);
	cJSON_AddStringToObject(j, "dtype", rr_dtype_name(dev->dtype));
	cJSON_AddNumberToObject(j, "seed", (double)m->seed);
	list = cJSON_AddArrayToObject(j, "prompts");
	for (int i = 0; i < PROMPTS && rc == 0; i++)
		rc = one_prompt(&s, i, logits, fp, list, e);
	rr_session_close(&s);
	free(logits);
	if (fp && (fflush(fp) != 0 || ferror(fp)) && rc == 0)
		rc = as_fail(e, path, 0, "cannot write: %s", strerror(errno));
	if (fp)
		fclose(fp);
	if (rc < 0) {
		cJSON_Delete(j);
		*out = NULL;
	}
	return rc;
}

static int
same_prompt(const cJSON *a, const cJSON *b, int at, double tol, char *why, size_t size)
{
	static const char *const key[] = {"mean", "std", "min", "max"};
	const cJSON *ta = cJSON_GetObjectItemCaseSensitive(a, "generated_token_ids");
	const cJSON *tb = cJSON_GetObjectItemCaseSensitive(b, "generated_token_ids");
	const cJSON *sa = cJSON_GetObjectItemCaseSensitive(a, "logit_stats"),
	    *sb = cJSON_GetObjectItemCaseSensitive(b, "logit_stats");
	int n = cJSON_GetArraySize(ta);

	if (cJSON_GetArraySize(tb) != n || cJSON_GetArraySize(sa) != n || cJSON_GetArraySize(sb) != n) {
		snprintf(why, size, "prompt %d: the records have different numbers of tokens", at);
		return 0;
	}
	for (int i = 0; i < n; i++) {
		const cJSON *x = cJSON_GetArrayItem(sa, i), *y = cJSON_GetArrayItem(sb, i);
		double scale = fmax(fabs(as_json_number(x, "min")), fabs(as_json_number(x, "max")));
		if (cJSON_GetArrayItem(ta, i)->valuedouble != cJSON_GetArrayItem(tb, i)->valuedouble) {
			snprintf(why, size, "prompt %d, token %d: %g here, %g there", at, i,
			    cJSON_GetArrayItem(ta, i)->valuedouble,
			    cJSON_GetArrayItem(tb, i)->valuedouble);
			return 0;
		}
		for (int k = 0; k < 4; k++)
			if (!(fabs(as_json_number(x, key[k]) - as_json_number(y, key[k])) <= tol * scale)) {
				snprintf(why, size, "prompt %d, token %d: %s of the logits is %.9g here, %.9g there", at, i,
				    key[k],
				    as_json_number(x, key[k]), as_json_number(y, key[k]));
				return 0;
			}
	}
	return 1;
}

int
rr_parity_compare(const cJSON *record, const char *path, double tol, char *why, size_t size,
    as_err *e)
{
	const cJSON *a = cJSON_GetObjectItemCaseSensitive(record, "prompts"), *b;
	cJSON *other;
	int same = 1;

	if (as_json_read(path, &other, e) < 0)
		return -1;
	b = cJSON_GetObjectItemCaseSensitive(other, "prompts");
	if (!cJSON_IsArray(b) || cJSON_GetArraySize(b) != cJSON_GetArraySize(a)) {
		cJSON_Delete(other);
		return as_fail(e, path, 0, "is not a parity record of %d prompts", cJSON_GetArraySize(a));
	}
	for (int i = 0; i < cJSON_GetArraySize(a) && same; i++)
		same = same_prompt(cJSON_GetArrayItem(a, i), cJSON_GetArrayItem(b, i), i, tol, why, size);
	cJSON_Delete(other);
	return same;
}
