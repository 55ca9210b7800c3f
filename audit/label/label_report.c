/* label_report.c - see label_report.h. */
#include "label_report.h"

#include <stdlib.h>
#include <string.h>

static const struct { const char *name, *says; } verdicts[] = {
	[V_WIRED] = {"wired", "with the label set, a compile call is reached, and its result is used"},
	[V_CONDITIONAL] = {"conditional",
	    "a compile call is reached if conditions hold that the source does not decide"},
	[V_FALLBACK] = {"fallback",
	    "a compile call is reached; if it fails, the program continues without it"},
	[V_UNREACHABLE] = {"unreachable",
	    "with the label set, a condition on every path keeps the program from the compile call"},
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

int finding_add(finding *f, trail_kind k, const char *file, uint32_t line, const char *text,
    const char *note) {
	trail *more = realloc(f->trail, (f->ntrail + 1) * sizeof *more), *t;
	if (!more) return -1;
	t = (f->trail = more) + f->ntrail++;
	*t = (trail){k, file ? strdup(file) : NULL, line, strdup(text), strdup(note)};
	return (file && !t->file) || !t->text || !t->note ? -1 : 0;
}

static void free_words(char **word, uint32_t n) {
	for (uint32_t i = 0; i < n; i++) free(word[i]);
	free(word);
}

/* Each of the n texts at text. */
static void free_texts(char *const *text, size_t n) {
	while (n-- > 0) free(text[n]);
}

void src_report_free(src_report *r) {
	for (uint32_t i = 0; i < r->nf; i++) {
		finding *f = &r->f[i];
		for (trail *t = f->trail; f->ntrail-- > 0; t++)
			free_texts((char *[]){t->file, t->text, t->note}, 3);
		free_texts((char *[]){(char *)f->trail, f->label, f->reason, f->twin}, 4);
		free_words(f->assumed, f->nassumed);
	}
	for (uint32_t i = 0; i < r->nsite; i++) {
		listed *s = &r->site[i];
		free_texts((char *[]){s->file, s->family, s->name, s->function}, 4);
		free_words(s->cond, s->ncond);
		free_words(s->label, s->nlabel);
	}
	for (uint32_t i = 0; i < r->nunread; i++)
		free_texts((char *[]){r->unread[i].file, r->unread[i].why}, 2);
	free_words(r->file, r->nfile);
	free_texts((char *[]){(char *)r->unread, (char *)r->site, (char *)r->f}, 3);
	*r = (src_report){0};
}

int src_status(const src_report *r) {
	int status = r->nf || r->nsites ? 0 : 3;
	for (uint32_t i = 0; i < r->nf; i++) {
		label_verdict v = r->f[i].verdict;
		if (v == V_LABEL_ONLY || v == V_UNREACHABLE || v == V_FALLBACK) return 1;
		if (v != V_WIRED) status = 3;
	}
	return status;
}
