/* Runs against a server. */
#include "config_impl.h"

#include <string.h>

int
rr_server_check(rr_config *c, const char *path, as_err *e)
{
	int odd = c->batch > 1 || c->order != RR_FIXED || (c->label[0] && c->compile) ||
	    (c->serving == RR_OPENAI && (c->server.keep_alive[0] || c->server.num_ctx));

	for (int i = 0; i < c->nmode; i++)
		odd |= c->mode[i] == RR_UNCACHED;
	for (int i = 0; i < c->nscenario; i++)
		odd |= c->scenario[i].ids[0] != NULL;
	for (int i = 0; i < c->nmodel; i++)
		for (int k = 0; k < i; k++)
			if (strcmp(c->model[i].path, c->model[k].path) == 0)
				return as_fail(e, path, 0, "models: %s occurs twice", c->model[i].path);
	if (strchr(c->server.url, '@'))
		return as_fail(e, path, 0, "server.url: a name and password would be in the manifest");
	c->eager = 1;
	c->compile = 0;
	return odd ? as_fail(e, path, 0, "a server takes no batch, order, mode uncached, scenario of "
	    "ids or label with -compile, and openai no keep_alive or num_ctx") : 0;
}
