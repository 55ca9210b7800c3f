/* json.h - strict JSON reading on top of cJSON.
 *
 * cJSON takes much that RFC 8259 does not and forgets line numbers; so the
 * text is first checked by a validator of our own, then parsed by cJSON. */
#ifndef AS_JSON_H
#define AS_JSON_H

#include <cjson/cJSON.h>
#include <stddef.h>

#include "err.h"

enum {
	AS_JSON_MAX_DEPTH = 64,            /* nesting of arrays and objects */
	AS_JSON_MAX_NUMBER = 63,           /* characters of a number: cJSON's buffer */
	AS_JSON_MAX_SIZE = 256 * 1024 * 1024, /* bytes of one document */
	AS_JSON_MAX_VALUES = 4 * 1024 * 1024 /* of one document: cJSON takes 80 bytes of memory for each */
};

/* Checks that text (n bytes) is exactly one JSON value by RFC 8259 with: valid
 * UTF-8, no byte order mark, no duplicate key in an object (compared after
 * escapes are undone), no lone surrogate escape, no \u0000 (a C string cannot
 * hold it), numbers within the range of a double, depth, size and values in the limits,
 * nothing but blanks after the value. line0 is the line text starts at. Errors
 * carry the physical line; a duplicate key is found when its object ends. */
int as_json_check(const char *text, size_t n, const char *file, size_t line0, as_err *e);

/* as_json_check, then cJSON. The caller owns *out (cJSON_Delete). A whole number of more than 15
 * digits has its text in valuestring, which is NULL in other numbers. */
int as_json_parse(const char *text, size_t n, const char *file, size_t line0,
    cJSON **out, as_err *e);

/* What as_json_parse does with numbers: text (n bytes) is what root was made from. -1: no
 * memory. */
int as_json_keep_numbers(cJSON *root, const char *text, size_t n);

/* Reads and parses one file ("-": standard input; gzip reads as it is; a byte order
 * mark before it is skipped). */
int as_json_read(const char *path, cJSON **out, as_err *e);

/* The same of a plain file that must hold an object. */
int as_json_read_object(const char *path, cJSON **out, as_err *e);

/* Whether two values are the same, members in any order and numbers but for the last digit
 * of a double; NULL is like nothing. */
int as_json_same(const cJSON *a, const cJSON *b);

/* The physical line of v, a value below root or root itself, in the n bytes of text
 * (the first line of which is line0) that root was made from. 0: v is not there. */
size_t as_json_line(const cJSON *root, const cJSON *v, const char *text, size_t n, size_t line0);

/* The same, where the text is that of a file, which is read again; 0 also if it cannot (
 * standard input). */
size_t as_json_line_in(const cJSON *root, const cJSON *v, const char *path);

/* The value at a path as json_path.h has it; the first one where it stands for
 * several. NULL if there is none, no root, or the path is malformed. The value stays
 * the root's. */
const cJSON *as_json_at(const cJSON *root, const char *path);

/* The text of a member of o; otherwise where there is none, or it is no text. */
const char *as_json_string(const cJSON *o, const char *member, const char *otherwise);

/* The number at a path; NAN if there is none. */
double as_json_number(const cJSON *root, const char *path);

#endif
