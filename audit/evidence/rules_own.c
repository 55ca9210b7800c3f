/* Rules on what assay-run(5) adds: what served each sample, hashes, objects. */
#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"
#include "json.h"
#include "rules.h"
#include "sha256.h"

static const char *
text(const cJSON *o, const char *key)
{
	const cJSON *v = o ? cJSON_GetObjectItemCaseSensitive(o, key) : NULL;

	return cJSON_IsString(v) ? v->valuestring : "";
}

static int
is_code(const char *path)
{
	return strcmp(path, "compiled") == 0 || strcmp(path, "replay") == 0;
}

void
ev_served(ev_ctx *x, ev_finding *f)
{
	const cJSON *list = x->c->doc ? cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples") : NULL, *s, *v;
	double code = 0, all = 0, inside = 0, over = 0, fell = 0;
	size_t i = 0;

	if (!cJSON_IsArray(list) || !list->child) {
		ev_set(f, EV_UNKNOWN, "samples do not record what served them");
		return;
	}
	ev_where(f, x->c->file, "samples[*].served");
	cJSON_ArrayForEach(s, list) {
		const cJSON *steps = cJSON_GetObjectItemCaseSensitive(s, "steps"), *in = cJSON_GetObjectItemCaseSensitive(s, "compiled_inside");
		const char *served = text(s, "served"), *one = NULL;
		size_t kinds = 0;

		if (strcmp(text(s, "phase"), "warmup") == 0) {
			i++;
			continue;
		}
		cJSON_ArrayForEach(v, steps)
			if (cJSON_IsNumber(v) && v->valuedouble > 0) {
				all += v->valuedouble;
				code += is_code(v->string) ? v->valuedouble : 0;
				one = v->string;
				kinds++;
			}
		if (!*served || !kinds) {
			ev_set(f, EV_UNKNOWN, "sample %zu does not record what served it", i);
			return;
		}
		if (kinds == 1 ? strcmp(served, one) != 0 : strcmp(served, "mixed") != 0) {
			ev_where(f, x->c->file, "samples[*].steps");
			ev_alarm(f, "sample %zu says '%.20s', its steps say '%.20s'", i, served, kinds == 1 ? one : "mixed");
			return;
		}
		inside += cJSON_IsNumber(in) ? in->valuedouble : 0;
		in = as_json_at(s, "reasons.recompile_limit");
		over += cJSON_IsNumber(in) ? in->valuedouble : 0;
		in = as_json_at(s, "reasons.fallback");
		fell += cJSON_IsNumber(in) ? in->valuedouble : 0;
		i++;
	}
	if (!(all > 0)) {
		ev_set(f, EV_UNKNOWN, "there is no timed sample");
		return;
	}
	x->k = code;
	x->n = all;
	if (code == all)
		ev_set(f, EV_HOLDS, "compiled code served all %.0f forwards", all);
	else
		ev_set(f, EV_FAILS, "compiled code served %.0f of %.0f forwards", code, all);
	if (over > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f came over the recompile limit", over);
	if (fell > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f fell back", fell);
	if (inside > 0)
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f artifacts were compiled inside timed regions", inside);
}

/* A file of the manifest against the disk. 1: as it says. */
static int
as_listed(ev_run *r, const cJSON *o, char *why, size_t size)
{
	char hex[AS_SHA256_HEX];
	uint64_t bytes;
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, "bytes");
	const char *path = text(o, "path");
	as_err e;

	if (!*path || *path == '/' || strstr(path, "..")) {
		snprintf(why, size, "'%.100s' is no path below the run", path);
		return 0;
	}
	if (as_sha256_file(ev_path(r, path), hex, &bytes, &e) != 0)
		snprintf(why, size, "%.200s cannot be read", path);
	else if (cJSON_IsNumber(n) && (double)bytes != n->valuedouble)
		snprintf(why, size, "%.200s has %.0f bytes, not %.0f", path, (double)bytes, n->valuedouble);
	else if (strcmp(hex, text(o, "sha256")) != 0)
		snprintf(why, size, "%.200s has another SHA-256", path);
	else
		return 1;
	return 0;
}

/* Whether every file below the folder is in the list; the first that is not. */
static int
all_listed(ev_run *r, const cJSON *files, const char *below, int depth, char *why, size_t size)
{
	struct dirent **v;
	int n = scandir(*below ? ev_path(r, below) : r->dir, &v, NULL, alphasort), ok = 1;

	for (int i = 0; i < n; i++) {
		const char *name = v[i]->d_name, *sub = *below ? ev_text(&r->keep, "%s/%s", below, name) : ev_text(&r->keep, "%s", name);
		struct stat st;
		const cJSON *o;

		if (ok && name[0] != '.' && strcmp(sub, "manifest.json") != 0 && lstat(ev_path(r, sub), &st) == 0) {
			if (S_ISDIR(st.st_mode))
				ok = depth > 16 || all_listed(r, files, sub, depth + 1, why, size);
			else {
				cJSON_ArrayForEach(o, files)
					if (strcmp(text(o, "path"), sub) == 0)
						break;
				if (!o) {
					snprintf(why, size, "%.200s is not in the manifest's list", sub);
					ok = 0;
				}
			}
		}
		free(v[i]);
	}
	if (n >= 0)
		free(v);
	return ok;
}

void
ev_hashes(ev_ctx *x, ev_finding *f)
{
	const cJSON *files = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "files") : NULL, *o;
	const cJSON *whole = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "complete") : NULL;
	char why[EV_TEXT - 80] = "";
	size_t n = 0;

	if (!cJSON_IsArray(files)) {
		ev_set(f, EV_UNKNOWN, "the manifest lists no hashes");
		return;
	}
	ev_where(f, "manifest.json", "files");
	if (!x->r->hashes) { /* once a run */
		int ok = 1;

		cJSON_ArrayForEach(o, files) {
			n++;
			if (ok)
				ok = as_listed(x->r, o, why, sizeof why);
		}
		ok = ok && all_listed(x->r, files, "", 0, why, sizeof why);
		if (ok)
			snprintf(why, sizeof why, "all %zu files", n);
		x->r->hashes_bad = !ok;
		x->r->hashes = ev_text(&x->r->keep, "%s", why);
	}
	if (cJSON_IsFalse(whole))
		ev_set(f, EV_FAILS, "the run was not finished");
	else if (x->r->hashes_bad)
		ev_alarm(f, "%s", x->r->hashes ? x->r->hashes : "?");
	else
		ev_set(f, EV_HOLDS, "%s", x->r->hashes ? x->r->hashes : "");
}

/* The kernel's name must end in the hash of its text, as assay-run(5) has it. */
static int
kernel_named(const char *src, size_t n, const char *name)
{
	const char *hash = strrchr(name, '_'), *nl = memchr(src, '\n', n), *first, *w, *end;
	char head[AS_SHA256_HEX], hex[AS_SHA256_HEX], key[160];
	as_sha256 s;
	size_t klen;

	if (!hash || strlen(hash + 1) != 12 || !nl)
		return -1;
	snprintf(key, sizeof key, "%.140s(", name);
	if (!(w = strstr(src, key)))
		return 0;
	/* wrappers are the functions whose names end in _ and 12 hex digits */
	for (first = src; (first = strstr(first, "as_")); first++) {
		const char *p = first;
		while (isalnum((unsigned char)*p) || *p == '_')
			p++;
		if (*p == '(' && p - first > 13 && p[-13] == '_' && strspn(p - 12, "0123456789abcdef") >= 12)
			break;
	}
	if (!first)
		return -1;
	/* an empty line parts a wrapper from what is before it */
	while (first > src + 1 && !(first[-1] == '\n' && first[-2] == '\n'))
		first--;
	while (w > src + 1 && !(w[-1] == '\n' && w[-2] == '\n'))
		w--;
	first--;
	if (first <= nl || !(end = strstr(w, "\n}\n")))
		return -1;
	end += 3;
	as_sha256_of(nl + 1, (size_t)(first - nl - 1), head);
	as_sha256_init(&s);
	as_sha256_add(&s, head, 64);
	as_sha256_add(&s, "\n", 1);
	klen = (size_t)(strstr(w, name) - w);
	as_sha256_add(&s, w, klen);
	as_sha256_add(&s, name, (size_t)(hash - name));
	as_sha256_add(&s, w + klen + strlen(name), (size_t)(end - w) - klen - strlen(name));
	as_sha256_hex(&s, hex);
	return strncmp(hex, hash + 1, 12) == 0;
}

/* One artifact against its files. */
static int
object_fits(ev_run *r, const char *dir, const cJSON *a, char *why, size_t size)
{
	const char *id = text(a, "id"), *source = text(a, "source"), *object = text(a, "object");
	char hex[AS_SHA256_HEX];
	const cJSON *node;
	char *src;
	size_t n;
	as_err e;

	if (strchr(source, '/') || strchr(object, '/'))
		return snprintf(why, size, "%.40s names a file that is not beside it", id), 0;
	if (as_slurp(ev_path(r, ev_text(&r->keep, "%s/%s", dir, source)), (size_t)1 << 26, &src, &n, &e) != 0)
		return snprintf(why, size, "the source of %.40s cannot be read", id), 0;
	as_sha256_of(src, n, hex);
	if (strcmp(hex, text(a, "source_sha256")) != 0 || strncmp(hex, id, strlen(id)) != 0 || strlen(id) < 16) {
		free(src);
		return snprintf(why, size, "the source of %.40s has another SHA-256", id), 0;
	}
	cJSON_ArrayForEach(node, cJSON_GetObjectItemCaseSensitive(a, "nodes")) {
		const char *name = text(node, "name");

		if (!cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(node, "external")) && kernel_named(src, n, name) == 0) {
			free(src);
			return snprintf(why, size, "kernel %.100s of %.40s is not in its source, or not named by its text", name, id), 0;
		}
	}
	free(src);
	if (*object) {
		if (as_sha256_file(ev_path(r, ev_text(&r->keep, "%s/%s", dir, object)), hex, NULL, &e) != 0)
			return snprintf(why, size, "the object of %.40s cannot be read", id), 0;
		if (strcmp(hex, text(a, "object_sha256")) != 0)
			return snprintf(why, size, "the object of %.40s has another SHA-256", id), 0;
	}
	return 1;
}

/* The artifact of a sample: that it is there, that its guard takes the sample,
 * that it has a graph if it was replayed. 1: as it should be. */
static int
sample_fits(ev_ctx *x, const cJSON *s, char *why, size_t size)
{
	const char *id = text(s, "artifact"), *guard, *t;
	const cJSON *tokens = cJSON_GetObjectItemCaseSensitive(s, "tokens"), *prompt = cJSON_GetObjectItemCaseSensitive(s, "prompt");
	const cJSON *rows = x->c->doc ? as_json_at(x->c->doc, "spec.rows") : NULL;
	char *path;
	cJSON *a;
	int ok = 1;
	as_err e;

	if (!*id) {
		if (is_code(text(s, "served")))
			return snprintf(why, size, "a sample was served by compiled code, and no artifact is named"), 0;
		return 1;
	}
	if (strchr(id, '/'))
		return snprintf(why, size, "'%.40s' is no artifact", id), 0;
	path = ev_text(&x->r->keep, "%s/compiled/%s.json", x->c->mode, id);
	if (as_json_read(ev_path(x->r, path), &a, &e) != 0)
		return snprintf(why, size, "artifact %.40s that a sample names cannot be read", id), 0;
	guard = text(a, "guard");
	t = strstr(guard, "T==");
	rows = cJSON_IsNumber(prompt) ? cJSON_GetArrayItem(rows, (int)prompt->valuedouble) : NULL;
	if (t && strcmp(x->c->mode, "prefill") == 0 && cJSON_IsNumber(rows ? rows : tokens) &&
	    strtod(t + 3, NULL) != (rows ? rows : tokens)->valuedouble) {
		snprintf(why, size, "artifact %.40s is for T==%.0f, and served %.0f rows", id, strtod(t + 3, NULL), (rows ? rows : tokens)->valuedouble);
		ok = 0;
	} else if (strcmp(text(s, "served"), "replay") == 0 && !cJSON_IsTrue(as_json_at(a, "graph.captured"))) {
		snprintf(why, size, "artifact %.40s was replayed, and no graph of it was captured", id);
		ok = 0;
	}
	cJSON_Delete(a);
	return ok;
}

static int
objects_fit(ev_ctx *x, char *why, size_t size)
{
	const char *dir = ev_text(&x->r->keep, "%s/compiled", x->c->mode);
	struct dirent **v;
	int n = scandir(ev_path(x->r, dir), &v, NULL, alphasort), ok = 1;

	for (int i = 0; i < n; i++) {
		size_t len = strlen(v[i]->d_name);
		cJSON *a;
		as_err e;

		if (ok && len > 5 && strcmp(v[i]->d_name + len - 5, ".json") == 0) {
			if (as_json_read(ev_path(x->r, ev_text(&x->r->keep, "%s/%s", dir, v[i]->d_name)), &a, &e) != 0) {
				snprintf(why, size, "%.100s: %.200s", v[i]->d_name, e.msg);
				ok = 0;
			} else {
				ok = object_fits(x->r, dir, a, why, size);
				cJSON_Delete(a);
			}
		}
		free(v[i]);
	}
	if (n >= 0)
		free(v);
	return ok;
}

void
ev_objects(ev_ctx *x, ev_finding *f)
{
	const cJSON *s = x->c->doc ? cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples") : NULL;
	char why[EV_TEXT - 80];
	const char *last = "";

	if (!x->r->own || !cJSON_IsArray(s) || !x->c->claims) {
		ev_set(f, x->r->own && !x->c->claims ? EV_NOT_ASKED : EV_UNKNOWN, "no compiled artifact is stored");
		return;
	}
	ev_where(f, ev_text(&x->r->keep, "%s/compiled", x->c->mode), "");
	if (!objects_fit(x, why, sizeof why)) {
		ev_alarm(f, "%s", why);
		return;
	}
	for (s = s->child; s; s = s->next) {
		/* samples of one artifact follow each other, or alternate */
		if (strcmp(text(s, "artifact"), last) == 0 && *last)
			continue;
		last = text(s, "artifact");
		if (!sample_fits(x, s, why, sizeof why)) {
			ev_alarm(f, "%s", why);
			return;
		}
	}
	ev_set(f, EV_HOLDS, "sources, objects, kernel names and guards fit");
}
