/* read_data.h - files that carry labels, options and macros as facts.
 *
 * Each adds one FILE node, flag DATA; what cannot be read has an ERROR as its
 * kid. path is what the FILE is called, text (n bytes) what it holds. -1 only if
 * out of memory. */
#ifndef LABEL_READ_DATA_H
#define LABEL_READ_DATA_H

#include <stddef.h>

#include "../facts/facts.h"

/* (value), read as strictly as lib/json.h says. */
int read_json(const char *path, const char *text, size_t n, fact_tree *t);

/* (value, COMMENT*); several documents are a LIST of their values. Scalars as
 * PyYAML takes them (YAML 1.1: yes and no are truth values); an alias is a copy
 * of what its anchor marks; a merge key is a PAIR with flag STARSTAR; a tag that
 * is not YAML's own makes an UNKNOWN. */
int read_yaml(const char *path, const char *text, size_t n, fact_tree *t);

/* (value): the table of all. Dates, numbers that are not decimal: UNKNOWN. Tables that are
 * added to later stand where they began. */
int read_toml(const char *path, const char *text, size_t n, fact_tree *t);

/* (DECL | CALL | COMMENT)*, however deep in if() and function() they stand.
 *
 * DECL, flag MACRO: a macro that the build defines (add_definitions,
 * add_compile_definitions, target_compile_definitions, COMPILE_DEFINITIONS, -D in
 * any argument); OPEN too where it stands in an if(), a function() or a
 * generator expression, or its value is a name. option(), set(... CACHE), #cmakedefine's partner: DECL
 * with MACRO and OPEN, DEFAULT as the file has it. CALL: every other command but
 * those that only steer, its arguments as STR, those with ${} as UNKNOWN. */
int read_cmake(const char *path, const char *text, size_t n, fact_tree *t);

#endif
