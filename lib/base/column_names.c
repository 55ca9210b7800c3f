#include "column_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "intern.h"
#include "nearest.h"
#include "words.h"

static const struct { const char *alias, *name; } aliases[] = {
	{"quantization", "dtype"},
	{"cuda_event_ms", "event_ms"},
	{"path", "file"},
};

as_str
as_canonical(as_str name)
{
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (as_str_is(name, aliases[i].alias))
			return (as_str){aliases[i].name, strlen(aliases[i].name)};
	return name;
}

as_str
as_other_spelling(as_str name)
{
	as_str canonical = as_canonical(name);

	if (!as_str_same(canonical, name))
		return canonical;
	for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
		if (as_str_is(name, aliases[i].name))
			return (as_str){aliases[i].alias, strlen(aliases[i].alias)};
	return name;
}

size_t
as_column_find(const as_str *header, size_t n, as_str name)
{
	as_str other = as_other_spelling(name);
	size_t i;

	for (i = 0; i < n; i++)
		if (as_str_same(header[i], name))
			return i;
	for (i = 0; i < n; i++)
		if (as_str_same(header[i], other))
			return i;
	return n;
}

int
as_no_column(const as_str *header, size_t n, const char *name, const char *file,
    size_t line, as_err *e)
{
	as_nearest near = as_nearest_to(name);

	for (size_t i = 0; i < n; i++)
		as_nearest_try(&near, header[i]);
	return as_fail(e, file, line, "no column '%s'%s there are: %s", name,
	    as_nearest_text(&near, ";"), near.list);
}

int
as_header_check(const as_str *header, size_t n, const char *file, size_t line, as_err *e)
{
	as_intern seen = {0};
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++) {
		uint32_t id = as_intern_id(&seen, header[i].s, header[i].n);

		if (id == UINT32_MAX)
			rc = as_nomem(e);
		else if (id < i)
			rc = as_fail(e, file, line, "column '%.*s' occurs twice", (int)header[i].n,
			    header[i].s);
	}
	as_intern_free(&seen);
	return rc;
}

static int
is_mode(const char *s)
{
	static const char *const modes[] = {"prefill", "kv_decode", "e2e_kv", "decode",
	    "e2e", "uncached_decode"};

	return AS_AMONG(s, modes);
}

/* Cuts the last component off path and returns it; NULL if it is the only one. */
static char *
cut_last(char *path)
{
	char *slash;

	while ((slash = strrchr(path, '/')) != NULL && slash[1] == '\0' && slash > path)
		*slash = '\0';
	if (!slash || slash == path)
		return NULL;
	*slash = '\0';
	return slash + 1;
}

static int
has_manifest(const char *dir)
{
	char file[4096];

	return (size_t)snprintf(file, sizeof file, "%s/manifest.json", dir) < sizeof file &&
	    access(file, F_OK) == 0;
}

static const char *
last_of(const char *path)
{
	const char *name = as_base_name(path);

	return *name && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 ? name : NULL;
}

int
as_names_of_path(const char *path, char **run, char **mode)
{
	char *dir = strdup(path), *up = NULL, *runs;
	const char *r = NULL, *m = NULL;
	int failed = !dir;

	*run = *mode = NULL;
	if (dir && strcmp(path, "-") != 0 && cut_last(dir)) {
		/* the last "runs" level, if the file lies below one */
		for (runs = NULL, up = dir; (up = strstr(up, "/runs")) != NULL; up++)
			if (up[5] == '/' || up[5] == '\0')
				runs = up;
		if (runs)
			*runs = '\0';
		if ((up = strdup(dir)) == NULL)
			failed = 1;
		else if (has_manifest(dir))
			r = last_of(dir);
		else if (cut_last(up) && (has_manifest(up) || (last_of(dir) && is_mode(last_of(dir))))) {
			m = last_of(dir);
			r = last_of(up);
		} else
			r = last_of(dir);
		if (!m && r && is_mode(r) && !has_manifest(dir)) {
			m = r; /* "prefill/metrics.csv": a mode, and no run is named */
			r = NULL;
		}
	}
	if ((r && !(*run = strdup(r))) || (m && !(*mode = strdup(m))))
		failed = 1;
	free(up);
	free(dir);
	return failed ? -1 : 0;
}
