#include "rules.h"

#include <stdarg.h>

#define R(name, id, statement, check, of_claims) {id, statement, ev_##check, of_claims},
const ev_rule ev_rules[EV_NRULES] = {EV_RULES(R)};
#undef R

ev_finding *
ev_say(ev_finding *f, ev_state s, int alarm, const char *fmt, ...)
{
	va_list ap;

	f->state = s;
	f->alarm |= alarm;
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof f->text, fmt, ap);
	va_end(ap);
	return f;
}

ev_finding *
ev_where(ev_finding *f, const char *file, const char *field)
{
	snprintf(f->where, sizeof f->where, "%.200s%s%.100s", file ? file : "",
	    file && field && *field ? ":" : "", field ? field : "");
	return f;
}

ev_finding *
ev_where_after(ev_finding *f, const ev_facts *x, const char *field)
{
	snprintf(f->where, sizeof f->where, "%.260s%s%s", x->after_where, x->after && *field ? "." : "",
	    x->after ? field : "");
	return f;
}

void
ev_list(char *buf, size_t size, const long *v, size_t n)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < n && len + 24 < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%ld", i == 0 ? "" : i + 1 == n ? " and " : ", ",
		    v[i]);
}

ev_state
ev_rule25(const ev_facts *x)
{
	const cJSON *k = x->c->compile;
	const char *b = ev_str(k, "backend");

	return (strcmp(b, "inductor") == 0 || (x->r->own && strcmp(b, "codegen") == 0)) && x->stage &&
	    !ev_get(k, "fallback_from") && !ev_get(k, "fallback_error") ? EV_HOLDS : EV_FAILS;
}

void
ev_check(const ev_facts *x, ev_finding *f)
{
	for (int i = 0; i < EV_NRULES; i++) {
		const int counted = i == EV_R_COUNTS && x->r->torch; /* of every cell */

		f[i] = (ev_finding){.state = EV_UNKNOWN, .k = NAN, .n = NAN};
		if (ev_rules[i].of_claims && !x->c->claims && !counted)
			ev_not_asked(&f[i], "the cell does not claim to be compiled");
		else
			ev_rules[i].check(x, &f[i]);
	}
}
