/* cinclude.c - tables of macro calls in a file of their own (#include "modes.def"), put where
 * they are included, so that each use of the file is read with the macros around it; and
 * what is included within a function or an initialiser, or in the middle of a declaration.
 *
 * All of it stands on the line of the #include: comments and directives are left out, and
 * what an #if around a default macro encloses. A file is such a table if the first that it
 * says is NAME(...) in capitals; what is included within braces has no directives. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cread.h"
#include "cread_impl.h"
#include "ctext.h"

enum { MAX_TABLE = 1 << 16, MAX_SPLICES = 64 };

/* The raw string of C++ at s, as an ordinary one in out, of *o bytes: the bytes of s that it takes; 0 if there is none. */
static size_t
raw_string(const char *s, size_t n, char *out, size_t *o)
{
	char close[20] = ")";
	size_t d = 0, k;
	const char *end;

	if (n < 5 || s[0] != 'R' || s[1] != '"')
		return 0;
	while (d < 16 && 2 + d < n && s[2 + d] != '(' && !isspace((unsigned char)s[2 + d]))
		d++;
	if (2 + d >= n || s[2 + d] != '(')
		return 0;
	memcpy(close + 1, s + 2, d);
	close[1 + d] = '"';
	k = 3 + d;
	if (!(end = memmem(s + k, n - k, close, d + 2)))
		return 0;
	out[(*o)++] = '"';
	for (; s + k < end; k++) {
		if (s[k] == '\n' || s[k] == '"' || s[k] == '\\')
			out[(*o)++] = '\\';
		out[(*o)++] = s[k] == '\n' ? 'n' : s[k];
	}
	out[(*o)++] = '"';
	return k + d + 2;
}

/* Writes the table on one line; 0 if the text is none. out holds 2 n bytes. plain: any text without directives. */
static size_t
flatten(const char *s, size_t n, int plain, char *out)
{
	size_t o = 0, i = 0, first, raw;
	int depth = 0, fresh = 1;

	while (i < n) {
		if (depth == 0 && (i == 0 || !(isalnum((unsigned char)s[i - 1]) || s[i - 1] == '_')) && (raw = raw_string(s + i, n - i, out, &o)) != 0) {
			i += raw;
			fresh = 0;
		} else if (s[i] == '/' && i + 1 < n && s[i + 1] == '*') {
			for (i += 2; i + 1 < n && !(s[i] == '*' && s[i + 1] == '/'); i++) {}
			i += 2;
		} else if (s[i] == '/' && i + 1 < n && s[i + 1] == '/') {
			while (i < n && s[i] != '\n')
				i++;
		} else if (fresh && s[i] == '#') {
			size_t k = i + 1;

			if (plain)
				return 0;

			while (k < n && (s[k] == ' ' || s[k] == '\t'))
				k++;
			if (n - k > 2 && memcmp(s + k, "if", 2) == 0)
				depth++;
			else if (n - k > 5 && memcmp(s + k, "endif", 5) == 0)
				depth--;
			while (i < n && s[i] != '\n')
				i += s[i] == '\\' && i + 1 < n ? 2 : 1;
		} else if (s[i] == '"' || s[i] == '\'') {
			char q = s[i];
			size_t from = i++;

			while (i < n && s[i] != q && s[i] != '\n')
				i += s[i] == '\\' ? 2 : 1;
			if (i >= n || s[i] != q)
				return 0;
			i++;
			if (depth == 0) {
				memcpy(out + o, s + from, i - from);
				o += i - from;
			}
			fresh = 0;
		} else {
			if (s[i] == '\n')
				fresh = 1;
			else if (!isspace((unsigned char)s[i]))
				fresh = 0;
			if (depth == 0)
				out[o++] = isspace((unsigned char)s[i]) || s[i] == '\\' ? ' ' : s[i];
			i++;
		}
	}
	if (plain)
		return o;
	for (first = 0; first < o && out[first] == ' '; first++) {}
	for (i = first; i < o && (isupper((unsigned char)out[i]) || isdigit((unsigned char)out[i]) || out[i] == '_'); i++) {}
	return i > first + 1 && i < o && (out[i] == '(' || (out[i] == ' ' && i + 1 < o && out[i + 1] == '(')) ? o : 0;
}

/* The first dir bytes of a path. */
static const char *
from_folder(const char *from, int dir, char *out, size_t cap)
{
	snprintf(out, cap, "%.*s", dir, from);
	return out;
}

char *
c_find_header(const fact_tree *t, const char *from, const char *name, size_t len, size_t most, char *path, size_t cap, size_t *n)
{
	static const char *const folder[] = {"", "../include/", "include/", "../", "../inc/"};
	const char *slash = strrchr(from, '/');
	int dir = slash ? (int)(slash - from) + 1 : 0;
	struct stat st;
	char *text;
	FILE *f;

	if (len >= 400 || dir >= 500 || memchr(name, 0, len))
		return NULL;
	for (size_t i = 0, up = 0; i < sizeof folder / sizeof *folder || (up && dir > 0); i++) {
		if (i >= sizeof folder / sizeof *folder) { /* a/b.h from a folder above */
			for (dir--; dir > 0 && from[dir - 1] != '/'; dir--)
				;
			if (!fact_may_read(t, dir ? from_folder(from, dir, path, cap) : "."))
				break;
			snprintf(path, cap, "%.*s%.*s", dir, from, (int)len, name);
		} else {
			snprintf(path, cap, "%.*s%s%.*s", dir, from, folder[i], (int)len, name);
		}
		up = memchr(name, '/', len) != NULL && *name != '.';
		if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size < 0 || (size_t)st.st_size > most || !fact_may_read(t, path))
			continue;
		if (!(f = fopen(path, "rb")))
			return NULL;
		text = malloc((size_t)st.st_size + 1);
		*n = text ? fread(text, 1, (size_t)st.st_size, f) : 0;
		if (text)
			text[*n] = '\0';
		fclose(f);
		return text;
	}
	return NULL;
}

/* What a file holds that is a table, or is included within braces or a declaration, of *n bytes; NULL. */
static char *
table(const fact_tree *t, const char *from, const char *name, size_t len, int within, size_t *n)
{
	size_t size = 0;
	char path[1024], *in = c_find_header(t, from, name, len, MAX_TABLE, path, sizeof path, &size), *out = in ? malloc(2 * size + 1) : NULL;

	*n = out ? flatten(in, size, 0, out) : 0;
	if (out && *n == 0 && within)
		*n = flatten(in, size, 1, out);
	free(in);
	if (*n == 0) {
		free(out);
		return NULL;
	}
	return out;
}

/* The name of #include "name", or of #include <name> if angle, on the line [s, e); NULL. */
static const char *
included(const char *s, const char *e, int angle, size_t *n)
{
	const char *q;

	while (s < e && (*s == ' ' || *s == '\t'))
		s++;
	if (s == e || *s++ != '#')
		return NULL;
	while (s < e && (*s == ' ' || *s == '\t'))
		s++;
	if (e - s < 9 || memcmp(s, "include", 7) != 0)
		return NULL;
	for (s += 7; s < e && (*s == ' ' || *s == '\t'); s++) {}
	if (s == e || (*s != '"' && !(angle && *s == '<')) || !(q = memchr(s + 1, *s == '<' ? '>' : '"', (size_t)(e - s - 1))))
		return NULL;
	*n = (size_t)(q - s - 1);
	return s + 1;
}

int
c_is_declarations(const char *name, size_t n)
{
	static const char *const ends[] = {".h", ".hh", ".hpp", ".hxx", ".cuh"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (n > strlen(ends[i]) && memcmp(name + n - strlen(ends[i]), ends[i], strlen(ends[i])) == 0)
			return 1;
	return 0;
}

/* The braces that are open at a place of the text: of functions and of values, or of something else; a comment that is. */
typedef struct {
	size_t at, since, last /* character that says anything */;
	unsigned depth, other, members /* of other, up to the outermost of a class or of enumerators */;
	int comment, loose; /* loose: one was closed that was not open */
} braces;

/* Do the words [s, e) before a brace name a class or an enumeration? */
static int
has_members(const char *s, const char *e)
{
	static const char *const words[] = {"class", "struct", "union", "enum"};

	while (s < e) {
		const char *w = s;

		while (s < e && (isalnum((unsigned char)*s) || *s == '_'))
			s++;
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if ((size_t)(s - w) == strlen(words[i]) && memcmp(w, words[i], (size_t)(s - w)) == 0)
				return 1;
		s += s == w;
	}
	return 0;
}

/* Goes on to a place at the beginning of a line. Words since the last ; { or } say what a brace is of. */
static void
follow(braces *b, const char *s, size_t to)
{
	size_t i = b->at;

	while (i < to) {
		char ch = s[i];

		if (b->comment) {
			const char *end = memmem(s + i, to - i, "*/", 2);

			b->comment = !end;
			i = end ? (size_t)(end - s) + 2 : to;
		} else if (ch == '/' && i + 1 < to && s[i + 1] == '/') {
			while (i < to && s[i] != '\n')
				i++;
		} else if (ch == '/' && i + 1 < to && s[i + 1] == '*') {
			b->comment = 1;
			i += 2;
		} else if (ch == '"' || (ch == '\'' && i > 0 && !isalnum((unsigned char)s[i - 1]))) {
			for (i++; i < to && s[i] != ch && s[i] != '\n'; i += s[i] == '\\' ? 2 : 1) {}
			b->last = i++;
		} else {
			if (ch == '#') { /* a directive, to its end */
				while (i < to && s[i] != '\n')
					i += s[i] == '\\' ? 2 : 1;
				continue;
			}
			if (ch == '{') {
				int ours = b->depth > 0;
				for (size_t k = b->since; k < i && !ours; k++)
					ours = s[k] == '(' || s[k] == '=';
				if (ours)
					b->depth++;
				else if (b->other++, !b->members && has_members(s + b->since, s + i))
					b->members = b->other;
			} else if (ch == '}') {
				if (b->depth)
					b->depth--;
				else if (b->other)
					b->other--;
				else
					b->loose = 1;
				if (b->other < b->members)
					b->members = 0;
			}
			if (ch == '{' || ch == '}' || ch == ';')
				b->since = i + 1;
			if (!isspace((unsigned char)ch))
				b->last = i;
			i++;
		}
	}
	b->at = i;
}

/* Is a declaration or an expression left in the middle there? */
static int
unfinished(const braces *b, const char *s)
{
	if (b->last < b->since || b->last >= b->at)
		return 0;
	if (s[b->last] == '"') /* no extern "C" */
		return memchr(s + b->since, '=', b->last - b->since) || memchr(s + b->since, '(', b->last - b->since);
	if (s[b->last] == 'n')
		return b->last >= b->since + 5 && memcmp(s + b->last - 5, "return", 6) == 0;
	return s[b->last] && strchr("=(,+|&?", s[b->last]);
}

char *
c_splice(const fact_tree *t, const char *path, const char *text, size_t n, size_t *all)
{
	ctext out = {.most = SIZE_MAX};
	size_t done = 0;
	unsigned count = 0;
	braces b = {0};

	for (size_t i = 0; i < n && count < MAX_SPLICES;) {
		const char *e = memchr(text + i, '\n', n - i), *name;
		size_t end = e ? (size_t)(e - text) : n, len, m;
		char *rows = NULL;

		if ((name = included(text + i, text + end, 0, &len)) != NULL) {
			follow(&b, text, i);
			rows = b.comment ? NULL : table(t, path, name, len, unfinished(&b, text) || (b.depth > 0 && !c_is_declarations(name, len)), &m);
		}
		if (rows) {
			ctext_put(&out, text + done, i - done);
			ctext_put(&out, rows, m);
			done = end;
			count++;
			free(rows);
		}
		i = end + 1;
	}
	if (!count)
		return NULL;
	ctext_put(&out, text + done, n - done);
	if (out.bad) {
		free(out.s);
		return NULL;
	}
	*all = out.n;
	return out.s;
}

int
c_each_include(const char *text, size_t n, int (*found)(void *, const char *name), void *with)
{
	braces b = {0};
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0;) {
		const char *e = memchr(text + i, '\n', n - i), *name;
		size_t end = e ? (size_t)(e - text) : n, len;
		char path[512];

		if ((name = included(text + i, text + end, 1, &len)) != NULL && len < sizeof path) {
			follow(&b, text, i);
			memcpy(path, name, len);
			path[len] = '\0';
			if (!b.comment && !b.depth && !b.members && !unfinished(&b, text))
				rc = found(with, path);
		}
		i = end + 1;
	}
	return rc;
}

/* Does a text begin, comments aside, as a declaration or a directive does? */
static int
begins_as_code(const char *s, size_t n)
{
	static const char *const directive[] = {"if", "define", "undef", "include", "pragma", "error", "warning", "line", "import"};
	size_t i = 0;

	while (i < n) {
		const char *end;

		if (isspace((unsigned char)s[i])) {
			i++;
		} else if (n - i > 1 && s[i] == '/' && s[i + 1] == '/') {
			end = memchr(s + i, '\n', n - i);
			i = end ? (size_t)(end - s) : n;
		} else if (n - i > 3 && s[i] == '/' && s[i + 1] == '*') {
			end = memmem(s + i + 2, n - i - 2, "*/", 2);
			i = end ? (size_t)(end - s) + 2 : n;
		} else {
			break;
		}
	}
	if (i < n && s[i] == '#') {
		for (i++; i < n && (s[i] == ' ' || s[i] == '\t'); i++) {}
		for (size_t k = 0; k < sizeof directive / sizeof *directive; k++)
			if (n - i > strlen(directive[k]) && memcmp(s + i, directive[k], strlen(directive[k])) == 0)
				return 1;
		return 0;
	}
	return i == n || isalpha((unsigned char)s[i]) || s[i] == '_' || (n - i > 1 && s[i] == s[i + 1] && (s[i] == '[' || s[i] == ':'));
}

int
c_stands_alone(const char *text, size_t n)
{
	braces b = {0};
	char *out;
	size_t rows;

	follow(&b, text, n);
	if (b.comment || b.loose || b.depth || b.other || (b.last && b.last >= b.since) || !begins_as_code(text, n) || !(out = malloc(2 * n + 1)))
		return 0;
	rows = flatten(text, n, 0, out);
	free(out);
	return rows == 0;
}
