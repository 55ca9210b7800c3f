#include "meta.h"

#include <string.h>

#include "json.h"

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
