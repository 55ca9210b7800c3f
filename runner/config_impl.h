/* config_impl.h - between config.c, config_scenario.c, config_yaml.c and cross.c. */
#ifndef RR_CONFIG_IMPL_H
#define RR_CONFIG_IMPL_H

#include <yaml.h>

#include "config.h"

typedef struct {
	yaml_document_t doc;
	const char *path;
	rr_config *c;
	void *own;           /* of who reads keys that are not the configuration's */
	as_err *e;
	/* what a sweep sets besides, after the document: "torch_compile.mode" and so on */
	struct { const char *key; yaml_node_t *value; } set[RR_MAX_AXES];
	int nset;
} rr_reader;

/* The one document of a file; r->doc is the caller's to delete. */
int rr_document_open(rr_reader *r, const char *path, as_err *e);

/* Reads the document as a configuration; errors go to r->e. */
int rr_config_take(rr_reader *r, rr_config *c);

/* Values of the document; -1 or NULL: not of that kind, and r->e says where. */
size_t rr_line_of(const yaml_node_t *n);
const char *rr_scalar(rr_reader *r, const yaml_node_t *n, const char *key);
int rr_take_int(rr_reader *r, const yaml_node_t *n, const char *key, long least, long most,
    long *out);
int rr_take_count(rr_reader *r, yaml_node_t *n, const char *key, long least, long most, int *out);
int rr_take_str(rr_reader *r, const yaml_node_t *n, const char *key, char *out, size_t size);
/* The number of the word in "one, two, three". */
int rr_take_word(rr_reader *r, yaml_node_t *n, const char *key, const char *words, int *out);
int rr_bad(rr_reader *r, const yaml_node_t *n, const char *key, const char *known);
int rr_is_null(const yaml_node_t *n);

/* Calls take for each pair of a mapping; an unknown or repeated key is an error. */
typedef int rr_handler(rr_reader *r, const char *prefix, const char *key, yaml_node_t *value,
    int *known);
int rr_each(rr_reader *r, yaml_node_t *map, const char *prefix, rr_handler *take);

/* Calls take for each item of a list, which must not be empty. */
typedef int rr_taker(rr_reader *r, yaml_node_t *item);
int rr_list(rr_reader *r, yaml_node_t *v, const char *key, rr_taker *take);

/* A built-in scenario (single_micro ... stress_single); -1: unknown. */
int rr_scenario_named(rr_scenario *s, const char *name);
int rr_take_scenario(rr_reader *r, yaml_node_t *n);

/* -1: what a server does not take. */
int rr_server_check(rr_config *c, const char *path, as_err *e);
#endif
