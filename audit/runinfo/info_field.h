/* info_field.h - what `runinfo -f` asks for: FIELD is [FUNCTION(][FILE:]PATH[)]. */
#ifndef INFO_FIELD_H
#define INFO_FIELD_H

#include <stddef.h>

#include "err.h"
#include "json_path.h"
#include "keep.h"

typedef enum {
	INFO_VALUE,  /* no function: each value as it is */
	INFO_LENGTH, /* of each value: elements of an array, members of an object */
	INFO_DOTTED, /* of each value: an array's elements joined by dots */
	INFO_DELTA,  /* each number less the one before; the first stays */
	INFO_COUNT,  /* from here on one result of all values: how many there are */
	INFO_SUM, INFO_MIN, INFO_MAX
} info_func;

typedef struct {
	const char *label; /* the field as asked for */
	info_func func;
	const char *file; /* glob below the run's folder, with its ".json"; NULL: a plain path */
	const char *text; /* the path's text */
	as_path *path;
} info_field;

typedef struct {
	info_field *v;
	size_t n;
	as_keep keep;  /* of their texts */
} info_fields;

/* Appends the fields of a list separated by commas (not those in quotes). */
int info_fields_add(info_fields *f, const char *list, as_err *e);
void info_fields_free(info_fields *f);

int info_fields_use(const info_fields *f, info_func func);

/* By info_func: as a user writes it, and what it computes, for the definitions of a result. */
extern const struct info_function { const char *name, *meaning; } info_functions[INFO_MAX + 1];

#endif
