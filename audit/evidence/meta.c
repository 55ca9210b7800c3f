/* What a record says of a cell's compile stage, whichever way it writes it. */
#include "facts.h"

const char *
ev_asked_key(const ev_run *r, const ev_cell *c)
{
	const cJSON *config = as_json_at(r->manifest, "torch_compile_config");

	return *ev_str(config, "backend_as_written") && !*ev_str(c->compile, "backend_as_written") ?
	    "backend_as_written" : "backend";
}

const char *
ev_asked(const ev_run *r, const ev_cell *c)
{
	const cJSON *config = as_json_at(r->manifest, "torch_compile_config");
	const char *asked = ev_str(c->compile, "requested_backend");

	/* the manifest has the name to the run file's word */
	if (!*asked || strcmp(asked, ev_str(config, ev_asked_key(r, c))) == 0)
		return ev_str(config, "backend");
	return asked;
}

/* Published cells have MODEL:DTYPE for a model; assay-run(5) has its path. */
static int
model_len(const ev_run *r, const ev_cell *c)
{
	return (int)(r->own ? strlen(c->model) : strcspn(c->model, ":"));
}

int
ev_twins(const ev_run *r, const ev_cell *c)
{
	const int len = model_len(r, c);
	const ev_cell *o = NULL;

	while ((o = ev_alike(r, c, EV_BY_MODE | EV_BY_SCENARIO | EV_BY_BACKEND, o)))
		if (strcmp(o->dtype, c->dtype) != 0 && model_len(r, o) == len &&
		    strncmp(o->model, c->model, (size_t)len) == 0)
			return 1;
	return 0;
}

const cJSON *
ev_meta_of(const ev_run *r, const ev_cell *c)
{
	const ev_mode *m = c->in;
	const cJSON *metas = NULL, *v = NULL;
	const int len = model_len(r, c);
	char key[1100];

	if (!m || !m->doc || (v = ev_get(m->doc, "compile_meta")))
		return v;
	metas = ev_get(m->doc, "compile_metas");
	snprintf(key, sizeof key, "%.*s:%s", len, c->model, c->dtype);
	if ((v = ev_get(metas, key)) || ev_twins(r, c))
		return v;
	if ((v = ev_get(metas, c->model)))
		return v;
	snprintf(key, sizeof key, "%.*s", len, c->model);
	return ev_get(metas, key);
}
