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
#include "cbraces.h"
#include "cread_impl.h"
#include "ctext.h"
#include "words.h"

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

int
c_is_declarations(const char *name, size_t n)
{
	static const char *const ends[] = {".h", ".hh", ".hpp", ".hxx", ".cuh"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (n > strlen(ends[i]) && memcmp(name + n - strlen(ends[i]), ends[i], strlen(ends[i])) == 0)
			return 1;
	return 0;
}

char *
c_splice(const fact_tree *t, const char *path, const char *text, size_t n, size_t *all)
{
	ctext out = {.most = SIZE_MAX};
	size_t done = 0;
	unsigned count = 0;
	cbraces b = {0};

	for (size_t i = 0; i < n && count < MAX_SPLICES;) {
		cinclusion in;
		size_t m;
		char *rows = NULL;

		if (c_included(text, n, i, &in) && !in.angle && !in.macro) {
			size_t len = strlen(in.name);
			c_follow(&b, text, i);
			rows = b.comment ? NULL : table(t, path, in.name, len, c_unfinished(&b, text) || (b.is.depth > 0 && !c_is_declarations(in.name, len)), &m);
		}
		if (rows) {
			ctext_put(&out, text + done, i - done);
			ctext_put(&out, rows, m);
			done = in.end;
			count++;
			free(rows);
		}
		i = in.end + 1;
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

/* Calls found() for each file that a macro of the text names. */
static int
each_named(const char *text, size_t n, const char *macro, c_found *found, void *with)
{
	size_t len = strlen(macro);
	int rc = 0;

	for (const char *p = text, *end = text + n; rc == 0 && (p = memmem(p, (size_t)(end - p), "define", 6)); p++) {
		char line[600];
		const char *s, *q;
		size_t to;
		c_directive_line(text, n, (size_t)(p - text), line, sizeof line, &to);
		s = line + 6 + strspn(line + 6, " \t");
		if (s == line + 6 || strncmp(s, macro, len) != 0 || as_is_name_char(s[len]))
			continue;
		s += len + strspn(s + len, " \t");
		if ((*s == '"' || *s == '<') && (q = strchr(s + 1, *s == '<' ? '>' : '"')) != NULL) {
			line[q - line] = '\0';
			rc = found(with, s + 1, *s == '<');
		}
	}
	return rc;
}

int
c_each_include(const char *text, size_t n, c_found *found, void *with)
{
	cbraces b = {0};
	cinclusion in;
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i = in.end + 1)
		if (c_included(text, n, i, &in)) {
			c_follow(&b, text, i);
			if (b.comment || b.is.depth || b.is.members || c_unfinished(&b, text))
				continue;
			rc = in.macro ? each_named(text, n, in.name, found, with) : found(with, in.name, in.angle);
		}
	return rc;
}

/* Does a text begin, comments aside, as a declaration or a directive does? */
static int
begins_as_code(const char *s, size_t n)
{
	static const char *const directive[] = {"if", "define", "undef", "include", "pragma", "error", "warning", "line", "import"};
	size_t i = n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

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
	cbraces b = {0};
	char *out;
	size_t rows;

	c_follow(&b, text, n);
	if (b.comment || b.loose || b.is.depth || b.is.other || (b.is.last && b.is.last >= b.is.since) || !begins_as_code(text, n) || !(out = malloc(2 * n + 1)))
		return 0;
	rows = flatten(text, n, 0, out);
	free(out);
	return rows == 0;
}
