/* server.h - runs against a server of models, and what differs between the APIs of servers. */
#ifndef RR_SERVER_H
#define RR_SERVER_H

#include "cell.h"

/* Takes n bytes of a reply, which came at ns (CLOCK_MONOTONIC; NaN: nobody looked). */
typedef void rr_listener(void *to, const char *s, size_t n, double ns);

/* POST body (freed here), or GET, a path of the server, on a connection of its own, so that nothing
 * is sent twice. take gets each line as it comes or, without lines, the whole; without take it is
 * *(cJSON **)to. ns: sent, and answered. NULL, or a row's status (timeout, error) and why. */
const char *rr_ask(const rr_run *r, const char *path, cJSON *body, int lines, rr_listener *take,
    void *to, double ns[2], char why[256]);

/* What an error says, in any of the forms that servers use; NULL: o is none. */
const char *rr_error_of(const cJSON *o);

enum { RR_PROMPT, RR_CACHED, RR_MADE, RR_PROMPT_NS, RR_EVAL_NS, RR_LOAD_NS, RR_NSAID };

/* Paths are those of HTTP, and in replies those of json_path.h; NULL: the API does not say it. */
typedef struct {
	const char *backend, *url; /* the server's, where none is named */
	const char *generate, *version, *list, *show, *memory;
	const char *models, *name; /* in list and memory: the list, and a model's name in its item */
	const char *body, *options, *tokens; /* of a request: what never differs; where the rest goes */
	const char *text, *done, *finish, *said[RR_NSAID];
} rr_api;

extern const rr_api rr_ollama, rr_openai;

/* What the server says of itself and of the models, to r->server; then a mode's rows. */
int rr_server_describe(rr_run *r, as_err *e);
int rr_server_mode(rr_run *r, rr_runmode mode, as_err *e);
#endif
