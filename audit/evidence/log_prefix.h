/* log_prefix.h - what loggers, launchers and collectors of logs put before a message. */
#ifndef EV_LOG_PREFIX_H
#define EV_LOG_PREFIX_H

#include <stddef.h>
#include <stdint.h>

#define LOG_HASH 14695981039346656037u /* FNV-1a: h = (h ^ byte) * LOG_PRIME */
#define LOG_PRIME 1099511628211u

/* What follows text where s begins with it, or NULL. */
const char *log_behind(const char *s, const char *text);

/* The first n bytes of s without the blanks at their end. */
size_t log_trim(const char *s, size_t n);

/* Where torch's own prefix begins in s ("W0102 12:27:06.332000 158 torch/..."), or NULL. */
const char *log_header(const char *s);

/* What follows in s behind the same prefix as p, or NULL. Dates, times and the line
 * numbers of Python files may differ: collectors give each line of a record its own. */
const char *log_after_prefix(const char *s, const char *p);

/* The last time of day with milliseconds in n bytes, in microseconds; -1: none. */
int64_t log_prefix_time(const char *s, size_t n);

/* A hash of n bytes in which every number is the same. */
uint64_t log_prefix_shape(const char *s, size_t n);

/* Whether the message at p of line is quoted there, in a string or a comment. */
int log_quoted(const char *line, const char *p);

/* Whether the word before p is one of a sentence, so that it may be one too. */
int log_in_prose(const char *line, const char *p);

#endif
