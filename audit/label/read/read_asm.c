/* read_asm.c - see read_asm.h. */
#include "read_asm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "asm_words.h"
#include "intern.h"
#include "words.h"

enum { LONGEST = 200 };

typedef struct {
	fact_tree *t;
	int semicolon;
	int block;          /* in a block comment */
	int func;           /* in a FUNC */
	int macro;          /* how deep in definitions of macros: labels in them are no one's yet */
	char in[LONGEST];   /* the function that is not a macro */
	int data;           /* the statement writes data: of addresses, if of names */
	int one_line;       /* the FUNC is a macro that ends with its line */
	uint32_t line;
	const as_intern *prefix;
	const as_intern *makes; /* macros that make what they are given a label */
	int asked;          /* function f exports f only where it is asked to */
	as_intern exported, seen; /* names; "c" or "n" and a name that stands in the function already */
	char suffix[40];    /* what x86inc's INIT_XMM and its kin put behind a name */
	int rc;
} reader;

typedef struct { char s[LONGEST]; size_t n; int pasted, directive; char after; } word; /* pasted: unknown parts; directive: behind a % */

static int
letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$' || (c & 0x80);
}

static int
part(char c)
{
	return (letter(c) && c != '.') || (c >= '0' && c <= '9') || c == '?';
}

/* A line without its comments and strings; s is written to. */
static void
strip(reader *r, char *s)
{
	for (char *p = s; *p; p++) {
		if (r->block) {
			if (*p == '*' && p[1] == '/') {
				r->block = 0;
				*p++ = ' ';
			}
			*p = ' ';
		} else if (*p == '"' || *p == '\'') {
			char *end = strchr(p + 1, *p);
			if (end)
				memset(p, ' ', (size_t)(end - p) + 1);
			else
				*p = ' ';
		} else if (*p == '/' && p[1] == '*') {
			r->block = 1;
			*p = p[1] = ' ';
			p++;
		} else if ((*p == ';' && r->semicolon) || (*p == '/' && p[1] == '/') ||
		    ((*p == '#' || *p == '@') && !r->semicolon && p > s && (p[-1] == ' ' || p[-1] == '\t') && (p[1] == ' ' || p[1] == '\t'))) {
			*p = '\0';
			return;
		}
	}
}

/* What begins at s and only a macro knows (%1, %{name}, \\name): its length, or 0. */
static size_t
unknown_part(const char *s)
{
	size_t n;

	if (*s == '\\') {
		n = 1 + strspn(s + 1, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@");
		return n == 1 && s[1] == '(' && s[2] == ')' ? 3 : n;
	}
	if (*s != '%')
		return 0;
	if (s[1] == '{')
		return strcspn(s, "}") + (strchr(s, '}') != NULL);
	n = strspn(s + 1, "0123456789");
	return n ? n + 1 : 0;
}

/* The next word from *p on, each unknown part of it as "##", each joint of two words as "####":
 * either may be the name of a macro; "####" too for nothing but unknown parts. 0 at the end. */
static int
next(char **p, word *w)
{
	char *q = *p, *blank;
	size_t n;

	w->n = 0;
	w->pasted = 0;
	while (*q && !letter(*q) && !unknown_part(q))
		if (*q >= '0' && *q <= '9') /* a number, with its letters */
			while (part(*q))
				q++;
		else
			q++;
	w->directive = q > *p && q[-1] == '%';
	while (w->n + 5 < LONGEST) {
		int joint;
		blank = q + strspn(q, " \t");
		if (part(*q) || (*q == '.' && !w->n)) {
			w->s[w->n++] = *q++;
			continue;
		}
		joint = (blank[0] == '%' && blank[1] == '+') || (blank[0] == '#' && blank[1] == '#');
		if (joint) {
			n = (size_t)(blank - q) + 2;
			n += strspn(q + n, " \t");
		} else if (!(n = unknown_part(q))) {
			break;
		}
		q += n;
		if (q[-1] == ')') /* \() ends the name of a parameter, and is nothing */
			continue;
		w->s[w->n] = '\0';
		if (!as_ends_with(w->s, "##"))
			w->n = (size_t)(stpcpy(w->s + w->n, "##") - w->s);
		if (joint && !as_ends_with(w->s, "####"))
			w->n = (size_t)(stpcpy(w->s + w->n, "##") - w->s);
		w->pasted++;
	}
	w->s[w->n] = '\0';
	if (w->pasted > 1 && w->n == 2) /* one parameter alone is a word where the macro is used; two are none */
		w->n = (size_t)(stpcpy(w->s + w->n, "##") - w->s);
	q += strspn(q, " \t");
	w->after = *q;
	*p = q;
	return w->n > 0;
}

static void
name(reader *r, const char *s, int call)
{
	char key[LONGEST + 2];
	uint32_t n = r->seen.n;
	const char *tail = strrchr(s, '#');

	if (call && (strcmp(s, "##f") == 0 || strcmp(s, "##b") == 0)) /* the label of a number, forward or back */
		return;
	if (strcmp(s, "##") == 0 || (tail && !call && !r->data && strcspn(s, "#") < 3 && strlen(tail) < 4)) /* a parameter of a macro stands where that is used; m##, a register */
		return;
	if (*s == '_' && s[1] && s[1] != '_') /* of systems that put it before the names of C */
		name(r, s + 1, call);
	key[0] = call ? 'c' : 'n';
	strcpy(key + 1, s);
	if (as_intern_id(&r->seen, key, strlen(key)) == UINT32_MAX)
		r->rc = -1;
	if (r->seen.n == n || *s == '.')
		return;
	if (call)
		fact_open(r->t, FACT_CALL, r->line, 0, "", 0);
	fact_leaf(r->t, FACT_NAME, r->line, s);
	if (call)
		fact_close(r->t);
}

static void
ends(reader *r)
{
	if (r->func) {
		fact_close(r->t);
		fact_close(r->t);
	}
	r->func = 0;
	as_intern_free(&r->seen);
	memset(&r->seen, 0, sizeof r->seen);
}

static void
opens(reader *r, const char *s, uint32_t flags)
{
	fact_open(r->t, FACT_FUNC, r->line, flags, s, strlen(s));
	fact_open(r->t, FACT_BLOCK, r->line, 0, "", 0);
	r->func = 1;
}

/* A function of another name that does what `of` does. */
static void
alias(reader *r, const char *of, const char *prefix, const char *s, uint32_t flags)
{
	char full[3 * LONGEST];

	snprintf(full, sizeof full, "%s%s", prefix, s);
	opens(r, full, flags);
	name(r, of, 1);
	ends(r);
}

static void
begins(reader *r, const char *s, int exported)
{
	const char *plain = *s == '_' ? s + 1 : s, *suffix = r->macro ? "##" : r->suffix; /* the suffix of whoever uses the macro */
	uint32_t flags;

	if (r->macro && !exported) {
		if (!strstr(s, "##")) /* a name of its user's is where that is used */
			name(r, s, 0);
		return;
	}
	if (r->func && !r->macro) /* who does not jump falls into it */
		name(r, s, 1);
	ends(r);
	flags = exported || as_intern_find(&r->exported, s, strlen(s)) != UINT32_MAX ? 0 : FACT_STATIC;
	/* the names that it may have for C, each of which leads to it */
	if (plain != s)
		alias(r, s, "", plain, flags);
	for (uint32_t k = 0; k <= r->prefix->n; k++)
		for (int with = 0; with < 2; with++)
			if ((with || k < r->prefix->n) && (!with || *suffix) && (exported || k == r->prefix->n)) {
				char full[2 * LONGEST];
				snprintf(full, sizeof full, "%s%s%s", s, with ? "_" : "", with ? suffix : "");
				alias(r, s, k < r->prefix->n ? r->prefix->str[k] : "", full, flags);
			}
	opens(r, s, flags);
	if (!r->macro)
		strcpy(r->in, s);
}

/* What a macro stands for is a function of its own, of the file, which whoever names it runs.
 * word: FACT_MACRO if it replaces its name wherever that is a word, else 0. */
static void
is_macro(reader *r, const char *s, uint32_t word)
{
	if (!r->func)
		*r->in = '\0';
	ends(r);
	opens(r, s, FACT_STATIC | word);
}

/* What comes behind it is of the function that it stood in. */
static void
no_macro(reader *r)
{
	ends(r);
	if (*r->in)
		opens(r, r->in, FACT_STATIC);
}

static void
ends_macro(reader *r)
{
	if (r->macro && --r->macro == 0)
		no_macro(r);
}

static int
sets(const char *s)
{
	static const char *const list[] = {"define", "xdefine", "idefine", "assign", ".set", ".equ", ".equiv"};

	return AS_AMONG(s, list);
}

static int
defines(const char *s)
{
	static const char *const list[] = {"cglobal", "cglobal_label", "function", "func", "ENTRY", "FUNC", "FUNCTION", "SYM_FUNC_START", "NESTED", "proc", "PROC"};

	return AS_AMONG(s, list) || strncmp(s, "LEAF", 4) == 0; /* LEAF and its kin, of MIPS */
}

static int
exports(const char *s)
{
	static const char *const list[] = {"global", ".global", ".globl", "globl", "GLOBAL", "PUBLIC", "public", ".weak", "EXPORT"};

	return AS_AMONG(s, list);
}

static int
writes(const char *s)
{
	static const char *const list[] = {".quad", ".8byte", ".xword", ".dword", ".long", ".4byte", ".int", ".word", ".short", ".2byte", ".hword", ".single", "dq", "dd", "dw", "DQ", "DD",
		"DCD", "DCQ"};

	return AS_AMONG(s, list);
}

/* Directives that tell the linker or a debugger of what is defined here: no one is led there by them. */
static int
tells(const char *s)
{
	static const char *const list[] = {".type", ".size", ".hidden", ".protected", ".internal", ".local", ".purgem", ".func", ".endfunc", ".def", ".desc", ".no_dead_strip"};

	return AS_AMONG(s, list);
}

/* Does what stands behind the name of a function ask that it be exported (`, export=1` or `, 1`)? */
static int
asks_export(const char *p)
{
	return strstr(p, "export=1") || (*p == ',' && p[1 + strspn(p + 1, " \t")] == '1');
}

/* The name in a label that a macro spells, `EXTN(name):`, at *p; *p is set behind it. 0: there is none. */
static int
spelled_label(char **p, char *out)
{
	char *s = *p + strspn(*p, " \t"), *name;
	size_t n;

	if (!letter(*s) || *s == '.')
		return 0;
	while (part(*s))
		s++;
	if (*s++ != '(')
		return 0;
	name = s += strspn(s, " \t");
	if (!letter(*s) || *s == '.')
		return 0;
	while (part(*s))
		s++;
	n = (size_t)(s - name);
	s += strspn(s, " \t");
	if (*s++ != ')' || s[strspn(s, " \t")] != ':' || n >= LONGEST)
		return 0;
	memcpy(out, name, n);
	out[n] = '\0';
	*p = s + strspn(s, " \t:");
	return 1;
}

/* One statement: labels, then a word and what it is given. */
static void
statement(reader *r, char *s, int first)
{
	word w, of;
	char head[LONGEST] = "", *p = s;
	const char *own = NULL; /* the parameter of the macro that is defined anew */
	size_t nown = 0;
	int call = 0, k = 0;

	if (!r->macro && spelled_label(&p, w.s) && !first)
		begins(r, w.s, 1);
	for (char *from = p; next(&p, &w); from = p) {
		if (!*head && w.after == ':' && !w.directive) { /* a label */
			if (!first && !w.pasted && *w.s != '.')
				begins(r, w.s, 0);
			p += strspn(p, ":");
		} else if (!*head) {
			char *q = p;
			strcpy(head, w.s);
			call = (asm_word(head, strlen(head)) & ASM_CALLS) != 0;
			r->data = writes(head);
			if (first)
				continue;
			if (strcmp(head, ".macro") == 0 || (w.directive && strcmp(head, "macro") == 0)) {
				if (r->macro++ == 0 && next(&p, &of) && !of.pasted)
					is_macro(r, of.s, 0);
			} else if (sets(head)) {
				if (!r->macro && next(&p, &of) && !of.pasted)
					is_macro(r, of.s, FACT_MACRO);
				r->one_line = !r->macro;
				own = q + strspn(q, " \t");
				nown = r->macro ? unknown_part(own) : 0;
			} else if (strcmp(head, ".endm") == 0 || (w.directive && strcmp(head, "endmacro") == 0))
				ends_macro(r);
			else if (strncmp(head, "INIT_", 5) == 0)
				strcpy(r->suffix, next(&q, &of) && !of.pasted && of.n < sizeof r->suffix ? of.s : "");
			else if (next(&q, &of) && strcasecmp(of.s, "proc") == 0 && !w.pasted)
				begins(r, head, 1);
			else if (strcasecmp(of.s, "equ") == 0 && !w.pasted && !r->macro) {
				is_macro(r, head, FACT_MACRO);
				r->one_line = 1;
			} else if (!call && !w.directive && !w.pasted && w.n > 1)
				name(r, head, 0); /* a macro */
		} else if (exports(head)) {
			if (first && as_intern_id(&r->exported, w.s, w.n) == UINT32_MAX)
				r->rc = -1;
		} else if (!first && k++ == 0 && (defines(head) || as_intern_find(r->makes, head, strlen(head)) != UINT32_MAX) && *w.s != '.') {
			begins(r, w.s, !r->asked || strcmp(head, "function") != 0 || asks_export(p));
		} else if (!first && nown && w.pasted > 1 && memmem(from, (size_t)(p - from), own, nown)) {
			; /* what the macro was given, under another name: who gave it named it */
		} else if (!first && w.n > 1 && !tells(head)) {
			name(r, w.s, call);
			for (uint32_t i = 0; strcmp(head, "cextern") == 0 && i < r->prefix->n; i++) {
				char full[2 * LONGEST];
				if (snprintf(full, sizeof full, "%s%s", r->prefix->str[i], w.s) < LONGEST)
					name(r, full, 0);
			}
		}
	}
}

static void
lines(reader *r, const char *text, size_t n, char *room, int first)
{
	const char *end = text + n;
	int joined;

	r->block = 0;
	r->line = 1;
	for (const char *p = text, *q; p < end && !r->rc && !r->t->nomem; p = q + 1, r->line++) {
		q = memchr(p, '\n', (size_t)(end - p));
		if (!q)
			q = end;
		memcpy(room, p, (size_t)(q - p));
		room[q - p] = '\0';
		strip(r, room);
		joined = q > p && (q[-1] == '\\' || (q[-1] == '\r' && q - 1 > p && q[-2] == '\\'));
		for (char *s = room, *more; s; s = more) {
			more = r->semicolon ? NULL : strchr(s, ';');
			if (more)
				*more++ = '\0';
			statement(r, s, first);
		}
		if (r->one_line && !joined) {
			no_macro(r);
			r->one_line = 0;
		}
	}
}

int
read_asm(const char *path, const char *text, size_t n, int semicolon, const asm_prefixes *prefix, fact_tree *t)
{
	reader r = {.t = t, .semicolon = semicolon, .prefix = &prefix->prefix, .makes = &prefix->defines, .asked = prefix->asked};
	char *room = malloc(n + 1);

	if (!room)
		return -1;
	fact_open(t, FACT_FILE, 1, FACT_ASSEMBLY, path, strlen(path));
	lines(&r, text, n, room, 1); /* what it exports */
	lines(&r, text, n, room, 0);
	ends(&r);
	fact_close(t);
	free(room);
	as_intern_free(&r.exported);
	return r.rc || t->nomem ? -1 : 0;
}
