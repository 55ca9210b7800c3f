#ifndef LABEL_PY_IMPL_H
#define LABEL_PY_IMPL_H
#include "label_facts.h"

/* Runs the lines of label_py.py, which are changed: the facts of the file. NULL, or why it is not
 * read. */
const char *py_build_file(program *p, source *file, char *text, size_t len);
#endif
