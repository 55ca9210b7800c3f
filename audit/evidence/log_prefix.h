/* log_prefix.h - what loggers, launchers and collectors of logs put before a message. */
#ifndef EV_LOG_PREFIX_H
#define EV_LOG_PREFIX_H

#include <stddef.h>
#include <stdint.h>

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
