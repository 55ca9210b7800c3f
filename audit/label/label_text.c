/* label_text.c - the findings for people: at most 15 lines a label. */
#include <stdarg.h>

#include "label_facts.h"
#include "label_report.h"
#include "shown.h"

enum { PLACE_MOST = 34, TEXT_MOST = 32, COLUMNS = 80, LINES = 15, ASSUMED = 5, UNREAD = 5 };

#define DIM "\033[2m"
#define BOLD "\033[1m"

typedef struct { FILE *fp; bool colour; } page;

/* Text of the target, harmless on a terminal: NULL if out of memory. */
static char *safe(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static char *safe(const char *fmt, ...) {
	char *s = NULL;
	va_list ap;
	va_start(ap, fmt);
	if (vasprintf(&s, fmt, ap) < 0) s = NULL;
	va_end(ap);
	if (s) as_shown(s);
	return s;
}

/* before, s, harmless and in colour, and what follows. */
static void put(const page *p, const char *before, const char *colour, const char *s,
    const char *after) {
	char *t = safe("%s", s);
	fprintf(p->fp, "%s%s%s%s%s", before, p->colour ? colour : "", t ? t : "",
	    p->colour && *colour ? "\033[0m" : "", after);
	free(t);
}

static const char *colour_of(label_verdict v) {
	bool no = v == V_LABEL_ONLY || v == V_UNREACHABLE || v == V_FALLBACK;
	return v == V_WIRED ? "\033[1;32m" : no ? "\033[1;31m" : "\033[1;33m";
}

static void put_head(const page *p, const char *kind) {
	put(p, "  ", DIM, kind, "");
	fprintf(p->fp, "%*s", (int)(10 - strlen(kind)), "");
}

/* A line of words. */
static void put_words(const page *p, const char *kind, const char *const *word, uint32_t n,
    const char *between) {
	if (n) put_head(p, kind);
	for (uint32_t i = 0; i < n; i++) put(p, "", "", word[i], i + 1 < n ? between : "\n");
}

/* How many lines of a kind are shown. */
static const uint8_t most[] = {
	[T_LABEL] = 2, [T_WHEN] = 3, [T_WAY] = 2, [T_COMPILES] = 1, [T_BUT] = 3, [T_CLOSED] = 1,
	[T_USED] = 1, [T_TO] = 3, [T_LOST] = 2, [T_SAME] = 1,
};

/* The folder, up to its slash, that all places of a trail stand in. */
static size_t common_folder(const finding *f, const char **folder) {
	const char *first = NULL;
	size_t n = 0;
	for (uint32_t i = 0; i < f->ntrail; i++) {
		const char *file = f->trail[i].file;
		if (!file) continue;
		if (!first) n = strlen(first = file);
		while (n && (strncmp(first, file, n) != 0 || first[n - 1] != '/')) n--;
	}
	*folder = first;
	return n;
}

/* skip: bytes of the folder that is told once for all. */
static char *place_of(const trail *t, size_t skip) {
	if (!t->file) return safe("%s", "");
	return t->line ? safe("%s:%u", t->file + skip, t->line) : safe("%s", t->file + skip);
}

/* Text is cut to what a line of 80 columns has room for, but not to less than 30. */
static void cut(char *text, size_t taken) {
	size_t room = taken < COLUMNS - 30 ? COLUMNS - taken : 30, n = strlen(text);
	if (as_shown_width(text) <= room) return;
	do text[n = whole(text, n - 1)] = '\0';
	while (as_shown_width(text) > room - 3);
	strcpy(text + n, "..."); /* at least three bytes were taken away */
}

static int gap(size_t width, size_t taken) { return taken < width ? (int)(width - taken) : 0; }

static void put_line(const page *p, const trail *t, size_t skip, size_t wplace, size_t wtext) {
	char *place = place_of(t, skip), *text = safe("%s", t->text);
	size_t nn = *t->note ? as_shown_width(t->note) + 2 : 0;
	if (place && text) {
		size_t np = as_shown_width(place);
		cut(text, 14 + (np > wplace ? np : wplace) + nn);
		put_head(p, trail_name(t->kind));
		fprintf(p->fp, "%s%*s%s%s", place, gap(wplace, np), "", wplace ? "  " : "", text);
		if (nn) fprintf(p->fp, "%*s", gap(wtext, as_shown_width(text)), "");
		put(p, nn ? "  " : "", nn ? DIM : "", t->note, "\n");
	}
	free(place);
	free(text);
}

static void put_trail(const page *p, const finding *f) {
	const char *folder;
	size_t wplace = 0, wtext = 0, skip = common_folder(f, &folder);
	uint32_t shown[T_SAME + 1] = {0}, lines = 2 + (skip > 0) + f->nassumed;
	for (uint32_t i = 0; i < f->ntrail; i++) {
		char *place = place_of(&f->trail[i], skip);
		size_t np = place ? as_shown_width(place) : 0, nt = strlen(f->trail[i].text);
		if (np > wplace) wplace = np > PLACE_MOST ? PLACE_MOST : np;
		if (*f->trail[i].note && nt > wtext && nt <= TEXT_MOST) wtext = nt;
		free(place);
	}
	if (skip) {
		char *in = strndup(folder, skip);
		put_words(p, "in", (const char *[]){in}, in != NULL, "");
		free(in);
	}
	for (uint32_t i = 0; i < f->ntrail && lines < LINES; i++)
		if (shown[f->trail[i].kind]++ < most[f->trail[i].kind]) {
			put_line(p, &f->trail[i], skip, wplace, wtext);
			lines++;
		}
	for (uint32_t i = 0; i < f->nassumed && i < ASSUMED; i++)
		put_words(p, "assumed", &f->assumed[i], 1, "");
}

static void put_finding(const page *p, const finding *f) {
	put(p, "", "", f->label, ": ");
	put(p, "", colour_of(f->verdict), verdict_name(f->verdict), "");
	if (f->twin) put(p, ", same as ", "", f->twin, "\n");
	else fputs(f->same ? ", same without the label\n" : "\n", p->fp);
	if (f->twin) return;
	if (*f->reason) put(p, "  ", DIM, f->reason, "\n");
	put_trail(p, f);
}

static void put_site(const page *p, const listed *s) {
	char *place = safe("%s:%u", s->file, s->line);
	put(p, "\n", "", place ? place : "", "  ");
	free(place);
	put(p, "", BOLD, s->name, "  ");
	put(p, s->family, "", *s->function ? ", in " : "", "");
	put(p, "", "", s->function, "\n");
	put_words(p, "if", s->cond, s->ncond, "  and  ");
	put_words(p, "by label", s->label, s->nlabel, ", ");
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

static void put_listing(const page *p, const src_report *r) {
	fprintf(p->fp, "%u compile call%s in %u file%s", r->nsites, plural(r->nsites), r->nfile,
	    plural(r->nfile));
	if (r->nsite > r->nsites)
		fprintf(p->fp, ", and %u of code outside these files, which may compile",
		    r->nsite - r->nsites);
	putc('\n', p->fp);
	for (uint32_t i = 0; i < r->nsite; i++) put_site(p, &r->site[i]);
}

void src_write_text(const src_report *r, bool colour, FILE *fp) {
	page p = {fp, colour};
	if (r->nf == 0) put_listing(&p, r);
	for (uint32_t i = 0; i < r->nf; i++) {
		if (i) putc('\n', fp);
		put_finding(&p, &r->f[i]);
	}
	for (uint32_t i = 0; i < r->nunread && i < UNREAD; i++) {
		put(&p, i ? "not read: " : "\nnot read: ", "", r->unread[i].file, ": ");
		put(&p, "", "", r->unread[i].why, "\n");
	}
	if (r->nunread > UNREAD)
		fprintf(fp, "not read: %u more (-o json lists them)\n", r->nunread - UNREAD);
}
