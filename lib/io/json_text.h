/* json_text.h - JSON values as text. */
#ifndef AS_JSON_TEXT_H
#define AS_JSON_TEXT_H

#include <cjson/cJSON.h>
#include <stdio.h>

/* Writes s as a JSON string, quotes included. What is not to be shown is
 * escaped (shown.h: JSON is often read on a terminal); bytes that are not
 * UTF-8 (a file's name may hold such) become U+FFFD. */
void as_json_put(const char *s, FILE *fp);

/* A value as one text: a string bare, all else as compact JSON with numbers as
 * the shortest text that reads back. The caller frees it; NULL if out of memory. */
char *as_json_text(const cJSON *v);

#endif
