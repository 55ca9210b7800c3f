#include "row_status.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "num.h"
#include "truth.h"

static int
is_ok(as_str s)
{
	static const char *const words[] = {"ok", "success", "successful", "succeeded", "pass", "passed",
	    "complete", "completed", "done"};
	double code;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (s.n == strlen(words[i]) && strncasecmp(s.s, words[i], s.n) == 0)
			return 1;
	return as_nothing(s) || as_truth(s) == 1 ||
	    (as_num_parse(s.s, s.n, &code) == AS_NUM_OK && code >= 100 && code < 400);
}

int
as_status_ok(as_statuses *s, as_str status)
{
	uint32_t id;
	int ok;

	if (as_str_is(status, "ok"))
		return 1;
	ok = is_ok(status);
	if ((id = as_intern_id(&s->value, status.s, status.n)) == UINT32_MAX)
		return -1;
	if (id >= s->cap) {
		size_t cap = s->cap ? 2 * s->cap : 16, *more = realloc(s->count, cap * sizeof *more);

		if (!more)
			return -1;
		memset(more + s->cap, 0, (cap - s->cap) * sizeof *more);
		s->count = more;
		s->cap = cap;
	}
	s->count[id]++;
	s->foreign |= ok && status.n > 0;
	return ok;
}

int
as_statuses_said(const as_statuses *s, const char *column, as_err *what)
{
	char list[600] = "";
	size_t n = 0;

	if (!s->foreign)
		return 0;
	for (uint32_t i = 0; i < s->value.n && n + 90 < sizeof list; i++) {
		as_str v = {s->value.str[i], s->value.len[i]};

		n += (size_t)snprintf(list + n, sizeof list - n, "%s'%.*s' as %s (%zu)", i ? ", " : "",
		    (int)(v.n < 40 ? v.n : 40), v.s, is_ok(v) ? "ok" : "not ok", s->count[i]);
	}
	as_fail(what, NULL, 0, "%s: %s%s; --ok says otherwise", column, list,
	    n + 90 >= sizeof list ? " ..." : "");
	return 1;
}

void
as_statuses_free(as_statuses *s)
{
	as_intern_free(&s->value);
	free(s->count);
	memset(s, 0, sizeof *s);
}

int
as_status_error(as_str error)
{
	double code;

	return !as_nothing(error) && as_truth(error) != 0 &&
	    (as_num_parse(error.s, error.n, &code) != AS_NUM_OK || code != 0);
}
