/* label_report.c - see label_report.h. */
#include "label_report.h"

static const struct { const char *name, *says; } verdicts[] = {
	[V_WIRED] = {"wired",
	    "with the label set, a compile call is reached, and its result is used"},
	[V_CONDITIONAL] = {"conditional",
	    "a compile call is reached if conditions hold that the source does not decide"},
	[V_FALLBACK] = {"fallback",
	    "a compile call is reached; if it fails, the program continues without it"},
	[V_UNREACHABLE] = {"unreachable",
	    "with the label set, a condition on every path keeps the program from the compile "
	    "call"},
	[V_LABEL_ONLY] = {"label-only", "the label changes nothing that is compiled and used"},
	[V_OUTSIDE] = {"outside",
	    "the label is passed to code outside these files, which decides"},
	[V_NOT_FOUND] = {"not found", "the label is not in the files"},
	[V_UNKNOWN] = {"unknown",
	    "the source does not decide it, or the analysis could not follow the code"},
};

static const char *const trails[] = {
	[T_LABEL] = "label", [T_WHEN] = "when", [T_WAY] = "way", [T_COMPILES] = "compiles",
	[T_BUT] = "but", [T_CLOSED] = "closed", [T_USED] = "used", [T_TO] = "to",
	[T_LOST] = "lost", [T_SAME] = "same",
};

const char *verdict_name(label_verdict v) { return verdicts[v].name; }
const char *verdict_says(label_verdict v) { return verdicts[v].says; }
const char *trail_name(trail_kind k) { return trails[k]; }

int src_status(const src_report *r) {
	int status = r->nf || r->nsites ? 0 : 3;
	for (uint32_t i = 0; i < r->nf; i++) {
		label_verdict v = r->f[i].verdict;
		if (v == V_LABEL_ONLY || v == V_UNREACHABLE || v == V_FALLBACK) return 1;
		if (v != V_WIRED) status = 3;
	}
	return status;
}
