#include "folder.h"

#include <errno.h>
#include <sys/stat.h>

#include "input.h"

int
ev_is_there(ev_run *r, const char *below, ev_entry what, as_err *e)
{
	const char *path = ev_path(r, below);
	struct stat st;

	if (lstat(path, &st) != 0 && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (what == EV_FOLDER && stat(path, &st) == 0)
		return S_ISDIR(st.st_mode) ? 1 : as_fail(e, path, 0, "no folder");
	return as_input_plain(path, e) == 0 ? 1 : -1;
}

/* An aten_mm_info in v that has too many products; NULL. */
static const cJSON *
too_many(const cJSON *v)
{
	const cJSON *found = NULL;

	if (v->string && strcmp(v->string, "aten_mm_info") == 0 && cJSON_GetArraySize(v) > EV_MAX_PRODUCTS)
		return v;
	for (v = v->child; v && !found; v = v->next)
		found = v->child ? too_many(v) : NULL;
	return found;
}

int
ev_read_object(ev_run *r, const char *below, cJSON **doc, as_err *e)
{
	int there = ev_is_there(r, below, EV_FILE, e);
	const cJSON *v;

	*doc = NULL;
	if (there <= 0)
		return there;
	if (as_json_read_object(ev_path(r, below), doc, e) != 0)
		return -1;
	if (!(v = too_many(*doc)))
		return 1;
	as_fail(e, ev_path(r, below), as_json_line_in(*doc, v, ev_path(r, below)),
	    "aten_mm_info has more than %d products", EV_MAX_PRODUCTS);
	cJSON_Delete(*doc);
	*doc = NULL;
	return -1;
}

static int
plain(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int
by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int
ev_names(ev_run *r, const char *below, struct dirent ***v, as_err *e)
{
	const char *path = *below ? ev_path(r, below) : r->dir;
	int n = scandir(path, v, plain, by_name);

	return n < 0 ? as_fail(e, path, 0, "%s", strerror(errno)) : n;
}

void
ev_names_free(struct dirent **v, int n)
{
	for (int i = 0; i < n; i++)
		free(v[i]);
	free(v);
}
