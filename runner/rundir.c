/* Files of a run: each is written to a temporary name beside it, synced and
 * renamed, so that a file is whole or not there. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "json.h"
#include "memory_text.h"
#include "num.h"
#include "record.h"
#include "cell.h"
#include "sha256.h"
#include "version.h"
#include "words.h"

int
rr_mkdirs(const char *path, as_err *e)
{
	char buf[4096];

	if ((size_t)snprintf(buf, sizeof buf, "%s", path) >= sizeof buf)
		return as_fail(e, path, 0, "the path is too long");
	for (char *p = buf + 1;; p++) {
		char was = *p;
		if (was != '/' && was != '\0')
			continue;
		*p = '\0';
		if (mkdir(buf, 0777) != 0 && errno != EEXIST)
			return as_fail(e, buf, 0, "cannot make it: %s", strerror(errno));
		*p = was;
		if (!was)
			return 0;
	}
}

int
rr_write(const char *path, const void *data, size_t n, as_err *e)
{
	char tmp[4200];
	const char *p = data;
	int fd;

	snprintf(tmp, sizeof tmp, "%s.tmp", path);
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return as_fail(e, tmp, 0, "%s", strerror(errno));
	while (n > 0) {
		ssize_t w = write(fd, p, n);
		if (w < 0 && errno == EINTR)
			continue;
		if (w < 0) {
			as_fail(e, tmp, 0, "cannot write: %s", strerror(errno));
			close(fd);
			unlink(tmp);
			return -1;
		}
		p += w;
		n -= (size_t)w;
	}
	if (fsync(fd) != 0 || close(fd) != 0 || rename(tmp, path) != 0) {
		as_fail(e, path, 0, "cannot write: %s", strerror(errno));
		unlink(tmp);
		return -1;
	}
	return 0;
}

int
rr_write_json(const char *path, const cJSON *j, as_err *e)
{
	char *text = cJSON_Print(j);
	size_t n;
	int rc;

	if (!text)
		return as_nomem(e);
	n = strlen(text);
	text[n] = '\n'; /* in place of the NUL: rr_write takes a length */
	rc = rr_write(path, text, n + 1, e);
	cJSON_free(text);
	return rc;
}

void
rr_csv_texts(FILE *fp, const char *const *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		fputs(i ? "," : "", fp);
		as_csv_write_field(fp, (as_str){text[i], strlen(text[i])});
	}
}

void
rr_csv_number(FILE *fp, double v)
{
	char buf[AS_NUM_BUF];

	fputc(',', fp);
	if (isfinite(v)) {
		as_num_format(buf, v);
		fputs(buf, fp);
	}
}

int
rr_write_metrics(const rr_run *r, const char *path, const rr_cell *cell, size_t n, int warmup,
    as_err *e)
{
	char *text = NULL;
	size_t size = 0;
	int events = n && cell[0].n && isfinite(cell[0].sample[0].event_ms), rc;
	FILE *fp = open_memstream(&text, &size);

	if (!fp)
		return as_nomem(e);
	fprintf(fp, "scenario,prompt_set,backend,model,quantization,%slatency_ms,%sttft_ms,tokens,"
	    "tokens_per_s,status,error,served,path\n", r->cfg->batch > 1 ? "batch," : "",
	    events ? "cuda_event_ms," : "");
	for (size_t i = 0; i < n; i++)
		for (int k = 0; k < cell[i].n; k++) {
			const rr_sample *s = &cell[i].sample[k];
			const rr_scenario *sc = &r->cfg->scenario[cell[i].scenario];
			const char *const key[] = {sc->name, sc->set, r->label[cell[i].compile],
			    r->cfg->model[cell[i].model].path, rr_dtype_name(cell[i].dtype)};
			double ms = rr_latency_ms(s);
			if (s->warmup != warmup)
				continue;
			rr_csv_texts(fp, key, sizeof key / sizeof *key);
			if (r->cfg->batch > 1)
				rr_csv_number(fp, r->cfg->batch);
			rr_csv_number(fp, ms);
			if (events)
				rr_csv_number(fp, s->event_ms);
			rr_csv_number(fp, s->ttft_ms);
			rr_csv_number(fp, (double)s->tokens);
			rr_csv_number(fp, (double)s->tokens / (ms / 1e3));
			fprintf(fp, ",ok,,%s,", rr_served_name(s));
			rr_csv_texts(fp, (const char *const[]){cell[i].path}, 1);
			fputc('\n', fp);
		}
	if (!as_memory_text(fp, &text))
		return as_nomem(e);
	rc = rr_write(path, text, size, e);
	free(text);
	return rc;
}

int
rr_write_artifacts(const char *dir, const rr_compiler *c, as_err *e)
{
	char path[4096];

	if (c->n && rr_mkdirs(dir, e) < 0)
		return -1;
	for (size_t i = 0; i < c->n; i++) {
		const rr_artifact *a = c->art[i];
		cJSON *j = rr_artifact_json(c, a);
		int rc;
		snprintf(path, sizeof path, "%s/%s.json", dir, a->id);
		rc = rr_write_json(path, j, e);
		cJSON_Delete(j);
		snprintf(path, sizeof path, "%s/%s.%s", dir, a->id, a->traced ? "plan" : c->dev->suffix);
		if (rc == 0)
			rc = rr_write(path, a->source, strlen(a->source), e);
		snprintf(path, sizeof path, "%s/%s.%s", dir, a->id, c->dev->object);
		if (rc == 0 && !a->traced)
			rc = rr_write(path, a->build.object, a->build.nobject, e);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* Adds every regular file under root/rel but the manifest and leftovers. */
static int
sum_files(cJSON *files, const char *root, const char *rel, as_err *e)
{
	char path[8192];
	struct dirent **ent;
	int n, rc = 0;

	snprintf(path, sizeof path, "%s%s%s", root, *rel ? "/" : "", rel);
	n = scandir(path, &ent, NULL, alphasort);
	if (n < 0)
		return as_fail(e, path, 0, "%s", strerror(errno));
	for (int i = 0; i < n; i++) {
		const char *name = ent[i]->d_name;
		char sub[4096], full[8192], hex[AS_SHA256_HEX];
		struct stat st;
		uint64_t size;
		if (rc == 0 && name[0] != '.' && !(!*rel && strcmp(name, "manifest.json") == 0) &&
		    !as_ends_with(name, ".tmp")) {
			snprintf(sub, sizeof sub, "%.3000s%s%.255s", rel, *rel ? "/" : "", name);
			snprintf(full, sizeof full, "%.4000s/%.4000s", root, sub);
			if (stat(full, &st) != 0)
				rc = as_fail(e, full, 0, "%s", strerror(errno));
			else if (S_ISDIR(st.st_mode))
				rc = sum_files(files, root, sub, e);
			else if ((rc = as_sha256_file(full, hex, &size, e)) == 0) {
				cJSON *o = cJSON_CreateObject();
				cJSON_AddStringToObject(o, "path", sub);
				cJSON_AddNumberToObject(o, "bytes", (double)size);
				cJSON_AddStringToObject(o, "sha256", hex);
				cJSON_AddItemToArray(files, o);
			}
		}
		free(ent[i]);
	}
	free(ent);
	return rc;
}

static cJSON *
manifest(const rr_run *r, int complete)
{
	const rr_config *c = r->cfg;
	cJSON *j = cJSON_CreateObject(), *list, *o;
	char hex[AS_SHA256_HEX];
	as_err e;

	cJSON_AddStringToObject(j, "schema", r->server ? "assay-server/1" : "assay-run/1");
	cJSON_AddStringToObject(j, "run_id", r->id);
	cJSON_AddStringToObject(j, "tool", "refrun " AS_VERSION);
	cJSON_AddBoolToObject(j, "complete", complete);
	cJSON_AddItemToObject(j, "started_at", rr_number(r->started_at));
	if (c->nmodel == 1)
		cJSON_AddStringToObject(j, "model_path", c->model[0].path);
	list = cJSON_AddArrayToObject(j, "models");
	for (int i = 0; i < c->nmodel; i++) {
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "path", c->model[i].path);
		if (!r->server)
			cJSON_AddStringToObject(o, "dtype", rr_dtype_name(rr_config_dtype(c, i)));
		cJSON_AddItemToArray(list, o);
	}
	list = cJSON_AddArrayToObject(j, "backends");
	if (c->eager)
		cJSON_AddItemToArray(list, cJSON_CreateString(r->label[0]));
	if (c->compile)
		cJSON_AddItemToArray(list, cJSON_CreateString(r->label[1]));
	list = cJSON_AddArrayToObject(j, "scenarios");
	for (int i = 0; i < c->nscenario; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(c->scenario[i].name));
	if (r->server) {
		cJSON_AddNumberToObject(j, "repetitions", c->repetitions);
		cJSON_AddNumberToObject(j, "warmup_repetitions", c->warmup);
		cJSON_AddNumberToObject(j, "max_new_tokens", c->max_new);
		cJSON_AddNumberToObject(j, "batch", c->batch);
		cJSON_AddNumberToObject(j, "seed", (double)c->seed);
		cJSON_AddStringToObject(j, "order", "fixed");
		cJSON_AddItemToObject(j, "server", cJSON_Duplicate(r->server, 1));
	} else {
		cJSON_AddStringToObject(j, "device", r->dev->name);
		if (c->nmodel == 1)
			cJSON_AddStringToObject(j, "dtype", rr_dtype_name(rr_config_dtype(c, 0)));
		rr_config_fields(c, "", j);
		rr_config_fields(c, "cache", cJSON_AddObjectToObject(j, "cache"));
		cJSON_AddItemToObject(j, "torch_compile_config", rr_config_json(c));
		o = cJSON_AddObjectToObject(j, "tokenization");
		rr_config_fields(c, "tokenization", o);
		cJSON_AddStringToObject(o, "pad_side", "right");
	}
	list = cJSON_AddArrayToObject(j, "modes");
	for (int i = 0; i < c->nmode; i++)
		cJSON_AddItemToArray(list, cJSON_CreateString(rr_runmode_name(c->mode[i])));
	cJSON_AddItemToObject(j, "environment", rr_environment(r->dev));
	if (r->config_path && as_sha256_file(r->config_path, hex, NULL, &e) == 0)
		cJSON_AddStringToObject(j, "config_sha256", hex);
	return j;
}

int
rr_manifest_same(const rr_run *r, as_err *e)
{
	/* what a run may differ in from itself; the processor is held below */
	static const char *const own[] = {"run_id", "complete", "started_at", "environment", "files",
	    NULL};
	static const char *const machine[] = {"environment.cpu", "environment.gpu_name"};
	cJSON *old, *now;
	const cJSON *v, *w;
	char path[2048];
	int rc = 0;

	snprintf(path, sizeof path, "%s/manifest.json", r->dir);
	if (access(path, F_OK) != 0)
		return as_fail(e, path, 0, "no run to resume: %s", strerror(errno));
	if (as_json_read(path, &old, e) < 0)
		return -1;
	now = manifest(r, 0);
	v = cJSON_GetObjectItemCaseSensitive(old, "config_sha256");
	w = cJSON_GetObjectItemCaseSensitive(now, "config_sha256");
	if (!cJSON_Compare(v, w, 1))
		rc = as_fail(e, path, 0, "has another configuration than %s", r->config_path);
	for (v = now->child; v && rc == 0; v = v->next) {
		int i = 0;
		while (own[i] && strcmp(own[i], v->string) != 0)
			i++;
		if (!own[i] && !cJSON_Compare(v, cJSON_GetObjectItemCaseSensitive(old, v->string), 1))
			rc = as_fail(e, path, 0, "belongs to a run with another %s", v->string);
	}
	for (int i = 0; i < 2 && rc == 0; i++) {
		v = as_json_at(now, machine[i]);
		w = as_json_at(old, machine[i]);
		if (v && !cJSON_Compare(v, w, 1))
			rc = as_fail(e, path, 0, "was started on another %s", v->string);
	}
	cJSON_Delete(old);
	cJSON_Delete(now);
	return rc;
}

int
rr_write_manifest(const rr_run *r, int complete, as_err *e)
{
	char path[2048];
	cJSON *j = manifest(r, complete), *files = cJSON_AddArrayToObject(j, "files");
	int rc = sum_files(files, r->dir, "", e);

	snprintf(path, sizeof path, "%s/manifest.json", r->dir);
	if (rc == 0)
		rc = rr_write_json(path, j, e);
	cJSON_Delete(j);
	return rc;
}
