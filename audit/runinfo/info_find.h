/* info_find.h - the JSON files of one run and the values that paths stand for in
 * them; a part of info_rows.c. */
#ifndef INFO_FIND_H
#define INFO_FIND_H

#include <cjson/cJSON.h>

#include "info_run.h"

typedef struct {
	const char *path; /* as messages name it */
	const char *file; /* below the run's folder */
	cJSON *root;
} info_doc;

/* A value that a field's path stands for. */
typedef struct {
	const info_doc *doc;
	const char *where;
	const cJSON *v;
} info_hit;

typedef struct {
	info_run *run;
	as_keep *keep;       /* of texts */
	info_doc **doc;      /* files of this run that were read */
	size_t ndoc;
	info_hit *hit;       /* what was found last */
	size_t nhit, cap;
	const info_doc *from; /* the file at hand */
	as_err *e;
} info_reader;

/* Finds the values of the field, none if the run has not the file or the path:
 * in the files that its glob names, in natural order of their names; of a plain
 * path in manifest.json, else in environment.json. A field without a file is
 * looked for in the operand if that is a file. */
int info_find(info_reader *rd, const info_field *f);

/* Finds every leaf of the file, or of the folder's manifest, environment and all
 * other JSON files beside them and one level below, but for the samples below
 * "runs". A folder without any is noted as empty. */
int info_find_all(info_reader *rd);

void info_reader_free(info_reader *rd);

#endif
