/* log_table.h - the events of a log, one entry an event and reason. */
#ifndef EV_LOG_TABLE_H
#define EV_LOG_TABLE_H

#include "err.h"
#include "log_event.h"

/* Counts x, whose texts last as long as l. Recompiles whose reasons differ only in
 * numbers share an entry. */
int log_count(ev_log *l, const log_entry *x, as_err *e);

/* Text for an entry, cut at a length that people read. */
const char *log_keep(ev_log *l, const char *s, size_t n);

#endif
