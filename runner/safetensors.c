#include "safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grow.h"
#include "json.h"

static int
map_file(rr_tensors *ts, const char *path, as_err *e)
{
	struct rr_map *m;
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fstat(fd, &st) < 0) {
		as_fail(e, path, 0, "%s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	if (st.st_size < 9) {
		close(fd);
		return as_fail(e, path, 0,
		    "truncated: %lld bytes are too few for a safetensors header", (long long)st.st_size);
	}
	if (as_grow_one(&ts->map, ts->nmap, sizeof *ts->map) != 0) {
		close(fd);
		return as_nomem(e);
	}
	m = &ts->map[ts->nmap];
	m->size = (size_t)st.st_size;
	m->base = mmap(NULL, m->size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (m->base == MAP_FAILED)
		return as_fail(e, path, 0, "cannot map: %s", strerror(errno));
	m->path = strdup(path);
	ts->nmap++;
	return m->path ? 0 : as_nomem(e);
}

static int
whole(const cJSON *v, int64_t *out)
{
	if (!cJSON_IsNumber(v) || v->valuedouble < 0 || v->valuedouble > 9007199254740992.0 ||
	    v->valuedouble != (double)(int64_t)v->valuedouble)
		return -1;
	*out = (int64_t)v->valuedouble;
	return 0;
}

static int
add_tensor(rr_tensors *ts, const struct rr_map *m, uint64_t data0, const cJSON *item, as_err *e)
{
	const cJSON *dt = cJSON_GetObjectItemCaseSensitive(item, "dtype");
	const cJSON *shape = cJSON_GetObjectItemCaseSensitive(item, "shape");
	const cJSON *off = cJSON_GetObjectItemCaseSensitive(item, "data_offsets");
	int64_t from, to;
	rr_tensor t = {.n = 1};

	if (!cJSON_IsString(dt) || !cJSON_IsArray(shape) || cJSON_GetArraySize(off) != 2 ||
	    whole(cJSON_GetArrayItem(off, 0), &from) < 0 || whole(cJSON_GetArrayItem(off, 1), &to) < 0)
		return as_fail(e, m->path, 0, "tensor %s: header entry is malformed", item->string);
	if (strcmp(dt->valuestring, "F32") == 0)
		t.dtype = RR_F32;
	else if (strcmp(dt->valuestring, "F16") == 0)
		t.dtype = RR_F16;
	else if (strcmp(dt->valuestring, "BF16") == 0)
		t.dtype = RR_BF16;
	else
		return 0; /* masks and the like; a weight that is missing is named later */
	t.rank = cJSON_GetArraySize(shape);
	if (t.rank > RR_MAX_RANK)
		return 0;
	for (int i = 0; i < t.rank; i++) {
		if (whole(cJSON_GetArrayItem(shape, i), &t.shape[i]) < 0 ||
		    (t.n > 0 && t.shape[i] > ((int64_t)1 << 48) / t.n))
			return as_fail(e, m->path, 0, "tensor %s: bad shape", item->string);
		t.n *= t.shape[i];
	}
	if (to < from || (uint64_t)to > m->size - data0)
		return as_fail(e, m->path, 0,
		    "tensor %s: bytes %lld to %lld lie outside the file's %llu bytes of data (truncated?)",
		    item->string, (long long)from, (long long)to, (unsigned long long)(m->size - data0));
	if ((uint64_t)(to - from) != (uint64_t)t.n * rr_dtype_size(t.dtype))
		return as_fail(e, m->path, 0, "tensor %s: %lld bytes do not fit its shape",
		    item->string, (long long)(to - from));
	t.data = (const char *)m->base + data0 + from;
	if (as_grow_one(&ts->tensor, ts->n, sizeof t) != 0 || !(t.name = strdup(item->string)))
		return as_nomem(e);
	ts->tensor[ts->n++] = t;
	return 0;
}

static int
read_header(rr_tensors *ts, as_err *e)
{
	const struct rr_map *m = &ts->map[ts->nmap - 1];
	const unsigned char *b = m->base;
	uint64_t len = 0;
	cJSON *root;
	int rc = 0;

	for (int i = 7; i >= 0; i--)
		len = len << 8 | b[i];
	if (len > m->size - 8 || len > AS_JSON_MAX_SIZE)
		return as_fail(e, m->path, 0, "header length %llu does not fit the file's %zu bytes",
		    (unsigned long long)len, m->size);
	if (as_json_parse((const char *)b + 8, (size_t)len, m->path, 1, &root, e) < 0)
		return -1;
	if (!cJSON_IsObject(root))
		rc = as_fail(e, m->path, 0, "header is not a JSON object");
	for (const cJSON *it = root->child; it && rc == 0; it = it->next)
		if (strcmp(it->string, "__metadata__") != 0)
			rc = add_tensor(ts, m, 8 + len, it, e);
	cJSON_Delete(root);
	return rc;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const rr_tensor *)a)->name, ((const rr_tensor *)b)->name);
}

static int
open_shards(rr_tensors *ts, const char *dir, const char *index, as_err *e)
{
	char path[4096];
	cJSON *root;
	const cJSON *map;
	int rc = 0;

	if (as_json_read(index, &root, e) < 0)
		return -1;
	map = cJSON_GetObjectItemCaseSensitive(root, "weight_map");
	if (!cJSON_IsObject(map) || !map->child)
		rc = as_fail(e, index, 0, "has no weight_map");
	for (const cJSON *it = rc == 0 ? map->child : NULL; it && rc == 0; it = it->next) {
		size_t i;
		if (!cJSON_IsString(it) || strchr(it->valuestring, '/') || it->valuestring[0] == '.') {
			rc = as_fail(e, index, 0, "weight_map names no file of this directory for %s", it->string);
			break;
		}
		snprintf(path, sizeof path, "%s/%s", dir, it->valuestring);
		for (i = 0; i < ts->nmap && strcmp(ts->map[i].path, path) != 0; i++)
			;
		if (i == ts->nmap)
			rc = map_file(ts, path, e) < 0 ? -1 : read_header(ts, e);
	}
	cJSON_Delete(root);
	return rc;
}

int
rr_tensors_open(rr_tensors *ts, const char *dir, as_err *e)
{
	char path[4096], index[4096];
	int rc;

	memset(ts, 0, sizeof *ts);
	snprintf(path, sizeof path, "%s/model.safetensors", dir);
	snprintf(index, sizeof index, "%s/model.safetensors.index.json", dir);
	if (access(path, F_OK) != 0 && access(index, F_OK) == 0)
		rc = open_shards(ts, dir, index, e);
	else
		rc = map_file(ts, path, e) < 0 ? -1 : read_header(ts, e);
	if (rc == 0 && ts->n) {
		qsort(ts->tensor, ts->n, sizeof *ts->tensor, by_name);
		for (size_t i = 1; i < ts->n && rc == 0; i++)
			if (strcmp(ts->tensor[i - 1].name, ts->tensor[i].name) == 0)
				rc = as_fail(e, dir, 0, "tensor %s is in two shards", ts->tensor[i].name);
	}
	if (rc < 0)
		rr_tensors_close(ts);
	return rc;
}

void
rr_tensors_close(rr_tensors *ts)
{
	for (size_t i = 0; i < ts->n; i++)
		free(ts->tensor[i].name);
	for (size_t i = 0; i < ts->nmap; i++) {
		munmap(ts->map[i].base, ts->map[i].size);
		free(ts->map[i].path);
	}
	free(ts->tensor);
	free(ts->map);
	memset(ts, 0, sizeof *ts);
}

const rr_tensor *
rr_tensors_find(const rr_tensors *ts, const char *name)
{
	rr_tensor key = {.name = (char *)name};

	return ts->n ? bsearch(&key, ts->tensor, ts->n, sizeof key, by_name) : NULL;
}
