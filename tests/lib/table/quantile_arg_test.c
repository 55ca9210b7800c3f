#include <string.h>

#include "quantile_arg.h"
#include "unit_check.h"

static const struct { const char *text, *name; double p; } good[] = {
	{"0.999", "p99.9", 0.999}, {"p99.9", "p99.9", 0.999}, {"0.50", "p50", 0.5}, {"p050.0", "p50", 0.5},
	{"0", "p0", 0}, {"1", "p100", 1}, {"p100", "p100", 1}, {"0.07", "p7", 0.07}, {"0.29", "p29", 0.29},
	{"0.9999", "p99.99", 0.9999}, {"p0.1", "p0.1", 0.001},
	    {"0.3333333333333333", "p33.33333333333333", 0.3333333333333333},
};
static const char *const bad[] = {
	"", "p", "p.", ".", "-0.5", "1.5", "95", "p101", "1e-3", "p1e1", "nan", "+0.5", " 0.5", "0.5 ",
	    "0x1", "q5", "0.0000001",
};

int
main(void)
{
	char name[AS_QUANTILE_NAME], what[128];
	double p;
	int type = 0;
	as_err e;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		snprintf(what, sizeof what, "%s is %s", good[i].text, good[i].name);
		unit_ok(as_quantile_arg(good[i].text, &p, name, &e) == 0 && p == good[i].p &&
		    strcmp(name, good[i].name) == 0, what);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		snprintf(what, sizeof what, "'%s' is refused", bad[i]);
		unit_ok(as_quantile_arg(bad[i], &p, name, &e) == -1, what);
	}
	unit_ok(as_quantile_type_arg("9", &type, &e) == 0 && type == 9, "type 9");
	unit_ok(as_quantile_type_arg("0", &type, &e) == -1 &&
	    as_quantile_type_arg("10", &type, &e) == -1 &&
	    as_quantile_type_arg("", &type, &e) == -1, "types 0, 10 and nothing are refused");
	return 0;
}
