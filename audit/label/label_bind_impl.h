/* label_bind_impl.h - what label_bind.c and label_select.c share. */
#ifndef LABEL_BIND_IMPL_H
#define LABEL_BIND_IMPL_H

#include "label_engine.h"

/* Best first; up to NAME_PARAM a user sets it. */
typedef enum {
	NAME_OPTION, NAME_FIELD, NAME_PARAM, NAME_OTHER, NAME_SETTING, NAME_NONE
} name_rank;

/* Where a word stands: as a name, a text, an environment variable; where a part is asked for. */
typedef struct {
	name_rank rank; place at;
	const char *type; expr *def;    /* of a parameter or a field; type NULL: it is none */
	place text, env;
	place *part; uint32_t npart;
	bool held;                      /* some name surely holds it */
} sighting;

struct found { const char **known; uint32_t nknown; }; /* spellings of options */
void find_known(program *p, struct found *f);                       /* label_options.c */
const char *dashed(program *p, const char *s);                      /* label_options.c */
bool is_bool(const expr *e);                                        /* label_options.c */
const char *underscores_to_dashes(program *p, const char *s);       /* label_options.c */

/* label_select.c */
void label_enter(program *p, label *l, place at, const char *what); /* each place once */
void label_name(program *p, label *l, const char *name);            /* each name once */
/* Looks for a word; as a name: '-' as '_'. Adds names that hold it, and entries; how many names. */
uint32_t label_selectors(program *p, label *l, const char *word, sighting *s);

#endif
