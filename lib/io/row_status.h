/* row_status.h - which rows are measurements. */
#ifndef AS_STATUS_H
#define AS_STATUS_H

#include <stdint.h>

#include "str.h"
#include "tally.h"

/* What statuses a stream has had, to be said once. */
typedef struct {
	as_tally tally;
	int foreign; /* one that is ok is not spelt "ok" */
} as_statuses;

/* 1 if a row with this status is a measurement: ok, success, passed and the like, yes, and the
 * codes 100 to 399 of HTTP; nothing is no status. 0 if not; -1 without memory. */
int as_status_ok(as_statuses *s, as_str status);

enum { AS_STATUSES_SAID = 604 };

/* What counted as what, if that is to be said; 0 if not. */
int as_statuses_said(const as_statuses *s, char text[AS_STATUSES_SAID]);

/* 1 if an error column's value says that there was one. */
int as_status_error(as_str error);

#endif
