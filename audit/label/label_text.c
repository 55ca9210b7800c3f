/* label_text.c - the findings for people: at most 15 lines a label. */
#include <stdlib.h>
#include <string.h>

#include "label_report.h"
#include "shown.h"

enum { PLACE_MOST = 34, TEXT_MOST = 32, COLUMNS = 80, LINES = 15, ASSUMED = 5 };

typedef struct { FILE *fp; bool colour; } page;

/* Text of the target, harmless on a terminal; the caller frees it. */
static char *safe(const char *s) {
	char *t = strdup(s ? s : "");
	if (t) as_shown(t);
	return t;
}

/* skip: bytes of the folder that is told once for all. */
static char *place_of(const char *file, uint32_t line, size_t skip) {
	char *s, *shown;
	if (!file) return safe("");
	if (asprintf(&s, line ? "%s:%u" : "%s", file + skip, line) < 0) return NULL;
	shown = safe(s);
	free(s);
	return shown;
}

static void put(const page *p, const char *colour, const char *s) {
	char *t = safe(s);
	fprintf(p->fp, "%s%s%s", p->colour ? colour : "", t ? t : "", p->colour && *colour ? "\033[0m" : "");
	free(t);
}

static const char *const dim = "\033[2m", *const bold = "\033[1m";

static const char *colour_of(label_verdict v) {
	switch (v) {
	case V_WIRED: return "\033[1;32m";
	case V_LABEL_ONLY: case V_UNREACHABLE: case V_FALLBACK: return "\033[1;31m";
	default: return "\033[1;33m";
	}
}

static void put_head(const page *p, const char *kind) {
	fputs("  ", p->fp);
	put(p, dim, kind);
	fprintf(p->fp, "%*s", (int)(10 - strlen(kind)), "");
}

/* How many lines of a kind are shown. */
static uint32_t most_of(trail_kind k) {
	return k == T_WHEN || k == T_BUT || k == T_TO ? 3 : k == T_WAY || k == T_LOST || k == T_LABEL ? 2 : 1;
}

/* The folder, up to its slash, that all places of a trail stand in. */
static size_t common_folder(const finding *f) {
	const char *first = NULL;
	size_t n = 0;
	for (uint32_t i = 0; i < f->ntrail; i++) {
		const char *file = f->trail[i].file;
		if (!file) continue;
		if (!first) {
			const char *slash = strrchr(first = file, '/');
			n = slash ? (size_t)(slash - file) + 1 : 0;
		}
		while (n && (strncmp(first, file, n) != 0 || first[n - 1] != '/')) n--;
	}
	return n;
}

/* Text is cut to what a line of 80 columns has room for, but not to less than 30. */
static void cut(char *text, size_t taken) {
	size_t room = taken < COLUMNS - 30 ? COLUMNS - taken : 30, n = strlen(text);
	if (as_shown_width(text) <= room) return;
	while (n && (((unsigned char)text[n] & 0xc0) == 0x80 || as_shown_width(text) > room - 3)) text[--n] = '\0';
	strcpy(text + n, "..."); /* at least three bytes were taken away */
}

static void put_line(const page *p, const trail *t, size_t skip, size_t wplace, size_t wtext) {
	char *place = place_of(t->file, t->line, skip), *text = safe(t->text);
	size_t np = place ? as_shown_width(place) : 0, nn = *t->note ? as_shown_width(t->note) + 2 : 0;
	if (text) cut(text, 14 + (np > wplace ? np : wplace) + nn);
	size_t nt = text ? as_shown_width(text) : 0;
	put_head(p, trail_name(t->kind));
	fprintf(p->fp, "%s%*s%s%s", place ? place : "", np < wplace ? (int)(wplace - np) : 0, "", wplace ? "  " : "", text ? text : "");
	if (*t->note) {
		fprintf(p->fp, "%*s  ", nt < wtext ? (int)(wtext - nt) : 0, "");
		put(p, dim, t->note);
	}
	putc('\n', p->fp);
	free(place);
	free(text);
}

static void put_trail(const page *p, const finding *f) {
	size_t wplace = 0, wtext = 0, skip = common_folder(f);
	uint32_t shown[T_SAME + 1] = {0}, lines = 2 + (skip > 0) + f->nassumed;
	for (uint32_t i = 0; i < f->ntrail; i++) {
		char *place = place_of(f->trail[i].file, f->trail[i].line, skip);
		size_t np = place ? as_shown_width(place) : 0, nt = strlen(f->trail[i].text);
		if (np > wplace) wplace = np > PLACE_MOST ? PLACE_MOST : np;
		if (*f->trail[i].note && nt > wtext && nt <= TEXT_MOST) wtext = nt;
		free(place);
	}
	if (skip) {
		uint32_t first = 0;
		while (!f->trail[first].file) first++;
		char *folder = strndup(f->trail[first].file, skip);
		put_head(p, "in");
		put(p, "", folder);
		putc('\n', p->fp);
		free(folder);
	}
	for (uint32_t i = 0; i < f->ntrail && lines < LINES; i++)
		if (shown[f->trail[i].kind]++ < most_of(f->trail[i].kind)) {
			put_line(p, &f->trail[i], skip, wplace, wtext);
			lines++;
		}
	for (uint32_t i = 0; i < f->nassumed && i < ASSUMED; i++) {
		put_head(p, "assumed");
		put(p, "", f->assumed[i]);
		putc('\n', p->fp);
	}
}

static void put_finding(const page *p, const finding *f) {
	put(p, "", f->label);
	fputs(": ", p->fp);
	put(p, colour_of(f->verdict), verdict_name(f->verdict));
	if (f->twin) {
		fputs(", same as ", p->fp);
		put(p, "", f->twin);
	} else if (f->same) fputs(", same without the label", p->fp);
	putc('\n', p->fp);
	if (f->twin) return;
	if (*f->reason) {
		fputs("  ", p->fp);
		put(p, dim, f->reason);
		putc('\n', p->fp);
	}
	put_trail(p, f);
}

static void put_words(const page *p, const char *kind, char *const *word, uint32_t n, const char *between)
{
	if (n) put_head(p, kind);
	for (uint32_t i = 0; i < n; i++) {
		fputs(i ? between : "", p->fp);
		put(p, "", word[i]);
	}
	if (n) putc('\n', p->fp);
}

static void put_site(const page *p, const listed *s) {
	char *place = place_of(s->file, s->line, 0);
	fprintf(p->fp, "\n%s  ", place ? place : "");
	free(place);
	put(p, bold, s->name);
	fprintf(p->fp, "  %s%s", s->family, *s->function ? ", in " : "");
	put(p, "", s->function);
	putc('\n', p->fp);
	put_words(p, "if", s->cond, s->ncond, "  and  ");
	put_words(p, "by label", s->label, s->nlabel, ", ");
}

static void put_listing(const page *p, const src_report *r) {
	uint32_t suspects = r->nsite > r->nsites ? r->nsite - r->nsites : 0;
	fprintf(p->fp, "%u compile call%s in %u file%s", r->nsites, r->nsites == 1 ? "" : "s", r->nfile, r->nfile == 1 ? "" : "s");
	if (suspects) fprintf(p->fp, ", and %u of code that is not here, which may compile", suspects);
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
	for (uint32_t i = 0; i < r->nunread && i < 5; i++) {
		fputs(i ? "not read: " : "\nnot read: ", fp);
		put(&p, "", r->unread[i].file);
		fputs(": ", fp);
		put(&p, "", r->unread[i].why);
		putc('\n', fp);
	}
	if (r->nunread > 5) fprintf(fp, "not read: %u more (-o json lists them)\n", r->nunread - 5);
}
