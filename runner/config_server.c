/* Runs against a server. */
#include "config_impl.h"

#include <string.h>

int
rr_take_server(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	rr_config *c = r->c;
	const char *s;

	if (strcmp(key, "backend") == 0) {
		if (!(s = rr_scalar(r, v, key)))
			return -1;
		c->serving = strcmp(s, "ollama") == 0 ? RR_OLLAMA : strcmp(s, "openai") == 0 ? RR_OPENAI : 0;
		return c->serving ? 0 : rr_bad(r, v, key, "ollama, openai");
	}
	if (strcmp(key, "url") == 0)
		return rr_take_str(r, v, key, c->server.url, sizeof c->server.url);
	if (strcmp(key, "keep_alive") == 0)
		return rr_take_str(r, v, key, c->server.keep_alive, sizeof c->server.keep_alive);
	if (strcmp(key, "timeout_s") == 0)
		return rr_take_count(r, v, key, 1, 86400, &c->server.timeout_s);
	if (strcmp(key, "num_ctx") == 0)
		return rr_take_count(r, v, key, 1, 1 << 24, &c->server.num_ctx);
	if (strcmp(key, "stream") == 0)
		return rr_take_bool(r, v, key, &c->server.stream);
	*known = strcmp(key, "vary_prompts") == 0;
	return *known ? rr_take_bool(r, v, key, &c->server.vary) : 0;
}

int
rr_server_check(rr_config *c, const char *path, as_err *e)
{
	int odd = c->batch > 1 || c->order != RR_FIXED || (c->label[0] && c->compile) ||
	    (c->serving == RR_OPENAI && (c->server.keep_alive[0] || c->server.num_ctx));

	for (int i = 0; i < c->nmode; i++)
		odd |= c->mode[i] == RR_UNCACHED;
	for (int i = 0; i < c->nscenario; i++)
		odd |= c->scenario[i].ids[0] != NULL;
	c->eager = 1;
	c->compile = 0;
	return odd ? as_fail(e, path, 0, "a server takes no batch, order, mode uncached, scenario of "
	    "ids or label with -compile, and openai no keep_alive or num_ctx") : 0;
}
