#include "row_status.h"

#include <stdio.h>
#include <stdlib.h>

#include "num.h"
#include "words.h"

static int
is_ok(as_str s)
{
	static const char *const words[] = {"ok", "success", "successful", "succeeded", "pass", "passed",
	    "complete", "completed", "done"};
	double code;

	return AS_AMONG_ANY_CASE(s, words) || as_nothing(s) || as_truth(s) == 1 ||
	    (as_num_parse(s.s, s.n, &code) == AS_NUM_OK && code >= 100 && code < 400);
}

int
as_status_ok(as_statuses *s, as_str status)
{
	int ok;

	if (as_str_is(status, "ok"))
		return 1;
	ok = is_ok(status);
	if (as_tally_add(&s->tally, status.s, status.n) == UINT32_MAX)
		return -1;
	s->foreign |= ok && status.n > 0;
	return ok;
}

int
as_statuses_said(const as_statuses *s, char text[AS_STATUSES_SAID])
{
	const as_intern *seen = &s->tally.text;
	size_t n = 0;
	uint32_t i = 0;

	text[0] = '\0';
	for (; i < seen->n && n + 90 < AS_STATUSES_SAID - 4; i++) {
		as_str v = {seen->str[i], seen->len[i]};

		n += (size_t)snprintf(text + n, AS_STATUSES_SAID - n, "%s'%.*s' as %s (%zu)", i ? ", " : "",
		    (int)(v.n < 40 ? v.n : 40), v.s, is_ok(v) ? "ok" : "not ok", s->tally.count[i]);
	}
	if (i < seen->n)
		strcpy(text + n, " ...");
	return s->foreign;
}

int
as_status_error(as_str error)
{
	double code;

	return !as_nothing(error) && as_truth(error) != 0 &&
	    (as_num_parse(error.s, error.n, &code) != AS_NUM_OK || code != 0);
}
