/* Rules on what assay-run(5) adds: what served each sample, and hashes. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "json.h"
#include "rules.h"
#include "sha256.h"

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
		const char *served = ev_str(s, "served"), *one = NULL;
		size_t kinds = 0;

		if (strcmp(ev_str(s, "phase"), "warmup") == 0) {
			i++;
			continue;
		}
		cJSON_ArrayForEach(v, steps)
			if (cJSON_IsNumber(v) && v->valuedouble > 0) {
				all += v->valuedouble;
				code += ev_is_code(v->string) ? v->valuedouble : 0;
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
		snprintf(f->text + strlen(f->text), sizeof f->text - strlen(f->text), "; %.0f artifact%s compiled inside timed regions", inside, inside == 1 ? " was" : "s were");
}

/* A file of the manifest against the disk. 1: as it says. */
static int
as_listed(ev_run *r, const cJSON *o, char *why, size_t size)
{
	char hex[AS_SHA256_HEX];
	uint64_t bytes;
	const cJSON *n = cJSON_GetObjectItemCaseSensitive(o, "bytes");
	const char *path = ev_str(o, "path");
	struct stat st;
	as_err e;

	if (!*path || *path == '/' || strstr(path, "..")) {
		snprintf(why, size, "'%.100s' is no path below the run", path);
		return 0;
	}
	if (lstat(ev_path(r, path), &st) != 0 || !S_ISREG(st.st_mode) || as_sha256_file(ev_path(r, path), hex, &bytes, &e) != 0)
		snprintf(why, size, "%.200s cannot be read", path);
	else if (cJSON_IsNumber(n) && (double)bytes != n->valuedouble)
		snprintf(why, size, "%.200s has %.0f bytes, not %.0f", path, (double)bytes, n->valuedouble);
	else if (strcmp(hex, ev_str(o, "sha256")) != 0)
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
					if (strcmp(ev_str(o, "path"), sub) == 0)
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
		/* what assay-run(5) adds to a sample comes with a manifest that lists every file */
		if (x->c->doc && as_json_at(x->c->doc, "samples[0].start_ns")) {
			ev_where(f, x->c->file, "samples");
			ev_alarm(f, "the run file is of assay-run(5), and there is no list of files in a manifest");
		} else
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
