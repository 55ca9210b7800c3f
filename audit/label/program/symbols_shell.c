/* symbols_shell.c - see symbols.h: command lines as a shell takes them apart. */
#include "symbols.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

enum { LONGEST = 2000 };

/* One word: its text without quotes, and how it was written. */
typedef struct { char s[LONGEST]; size_t n; int quoted, expands; } word;

/* Reads a word, to the next blank or operator outside of quotes; NULL where a command stands in it, or a quote is not closed. */
static const char *
read_word(const char *p, word *w)
{
	char in = '\0';

	w->n = 0;
	w->quoted = w->expands = 0;
	for (; *p && (in || !strchr(" \t\n;|&<>()", *p)); p++) {
		if (*p == in) {
			in = '\0';
			continue;
		}
		if (!in && (*p == '"' || *p == '\'')) {
			in = *p;
			w->quoted = 1;
			continue;
		}
		if (in != '\'' && (*p == '`' || (*p == '$' && (p[1] == '(' || p[1] == '`'))))
			return NULL;
		w->expands |= in != '\'' && *p == '$';
		if (in != '\'' && *p == '\\') {
			w->quoted = 1;
			if (!*++p)
				return NULL;
		}
		if (w->n + 1 < sizeof w->s)
			w->s[w->n++] = *p;
	}
	w->s[w->n] = '\0';
	return in || w->n + 1 >= sizeof w->s ? NULL : p;
}

/* LC_ALL=C before a program: what says in which language it speaks. */
static int
is_language(const word *w)
{
	return (strncmp(w->s, "LC_", 3) == 0 || strncmp(w->s, "LANG", 4) == 0 || strncmp(w->s, "TZ=", 3) == 0) && strchr(w->s, '=') && !w->expands;
}

/* Programs that run the one whose name follows, and the letters that their options begin with: none of which has its value in the next
 * word, but for numbers. */
static const char *
prefix_of(const char *name, const char **letters)
{
	static const struct { const char *name, *letters; } list[] = {{"exec", ""}, {"env", ""}, {"nohup", ""}, {"command", ""}, {"setsid", "wcf"}, {"time", "pv"}, {"nice", "n0123456789"},
		{"ionice", "cnt"}, {"stdbuf", "ioe"}, {"timeout", "v"}, {"xargs", ""}};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strcmp(as_base_name(name), list[i].name) == 0 && (name == as_base_name(name) || *name == '/')) {
			*letters = list[i].letters;
			return list[i].name;
		}
	return NULL;
}

/* Is a word behind such a program an option of it, or a number? */
static int
is_of_prefix(const word *w, const char *letters)
{
	if (w->s[0] == '-')
		return w->s[1] && strchr(letters, w->s[1]);
	return *letters && w->n > 0 && strspn(w->s, "0123456789.") == w->n;
}

enum { XARGS_NO, XARGS_OPTION, XARGS_NUMBER, XARGS_MARK };

/* Is a word behind xargs an option of it, and has that its value in the next word? -I and what else takes a text are none, but for marks
 * that no program is called. */
static int
xargs_option(const word *w)
{
	size_t n = w->n > 1 && w->s[0] == '-' ? strspn(w->s + 1, "0rtx") : 0;

	if (n > 0 && n + 1 == w->n)
		return XARGS_OPTION;
	if (w->n > 1 && w->s[0] == '-' && strchr("nPL", w->s[1]) && strspn(w->s + 2, "0123456789") + 2 == w->n)
		return w->n == 2 ? XARGS_NUMBER : XARGS_OPTION;
	if (strncmp(w->s, "-I", 2) == 0 && strspn(w->s + 2, "{}%@_") + 2 == w->n)
		return w->n == 2 ? XARGS_MARK : XARGS_OPTION;
	return XARGS_NO;
}

/* Is a word the value of such an option? */
static int
is_value(const word *w, int of)
{
	return w->n > 0 && strspn(w->s, of == XARGS_MARK ? "{}%@_" : "0123456789") == w->n;
}

/* command -v NAME, type NAME: is the program only looked for? by_shell: it is the first word, where a shell has its own. */
static int
only_looks(const char *prefix, const word *w, int by_shell)
{
	if (by_shell && (strcmp(w->s, "type") == 0 || strcmp(w->s, "hash") == 0))
		return 1;
	return prefix && strcmp(prefix, "command") == 0 && w->s[0] == '-' && w->n > 1 && strspn(w->s + 1, "pvV") == w->n - 1 && strpbrk(w->s, "vV");
}

/* find -exec NAME: does the program whose name follows run? */
static int
is_run_by_find(const word *w)
{
	static const char *const list[] = {"-exec", "-execdir", "-ok", "-okdir"};

	return AS_AMONG(w->s, list);
}

int
is_shell(const char *name)
{
	static const char *const list[] = {"sh", "bash", "dash", "ksh", "zsh", "ash"};
	const char *base = as_base_name(name);

	return AS_AMONG(base, list) && (base == name || strncmp(name, "/bin/", 5) == 0 || strncmp(name, "/usr/bin/", 9) == 0);
}

/* Reads what stands behind the name of a shell: options by which it reads no file, and one harmless line behind -c. NULL if it is not that. */
static const char *
read_script(const char *p, int (*own)(void *arg, const char *name), void *arg)
{
	static const char *const options[] = {"--noprofile", "--norc", "-e", "-u", "-x"};
	const char *from;
	word w;

	do {
		p += strspn(p, " \t");
		if (!*p || strchr(";|&\n()<>", *p) || !(p = read_word(p, &w)) || w.quoted)
			return NULL;
	} while (AS_AMONG(w.s, options));
	if (strcmp(w.s, "-c") != 0)
		return NULL;
	from = p += strspn(p, " \t");
	if (!*p || strchr(";|&\n()<>", *p) || !(p = read_word(p, &w)) || w.expands || !w.n || memchr(from, '\\', (size_t)(p - from)) || !is_harmless_command(w.s, own, arg))
		return NULL;
	p += strspn(p, " \t");
	return !*p || strchr(";|&\n)<>", *p) || (isdigit((unsigned char)*p) && (p[1] == '>' || p[1] == '<')) ? p : NULL; /* a word more is an operand of the line */
}

/* Reads one command, to the operator behind it; NULL if it is none that is harmless. own: that program is the tree's, which is found to run. */
static const char *
read_command(const char *p, int (*own)(void *arg, const char *name), void *arg)
{
	word w, first = {0};
	char line[LONGEST + 40];
	int program = 0, sub = 0, script = 0, shell = 0, found = 0, braces = 0, reads = 0, value = XARGS_NO, is; /* found: by find; braces: behind {}; reads: xargs reads more words; value: of an option of it */
	const char *letters = NULL, *prefix = NULL, *by;

	for (;;) {
		p += strspn(p, " \t");
		if (!*p || strchr(";|\n", *p) || (*p == '&' && p[1] != '>') || (*p == ')' && program))
			break;
		if (*p == '(' || *p == ')' || (*p == '<' && (p[1] == '<' || p[1] == '(')) || (*p == '>' && p[1] == '('))
			return NULL;
		if (*p == '<' || *p == '>' || *p == '&') { /* where it reads or writes */
			p += strspn(p, "<>&|");
			p += strspn(p, " \t");
			if (!*p) /* nowhere: a shell runs nothing of such a line */
				return p;
			if (!(p = read_word(p, &w)) || !w.n)
				return NULL;
			continue;
		}
		if (!(p = read_word(p, &w)))
			return NULL;
		if ((*p == '<' || *p == '>') && !w.quoted && w.n == 1 && isdigit((unsigned char)w.s[0])) /* 2> */
			continue;
		if (!program) {
			if (!w.quoted && is_language(&w))
				continue;
			if (!w.quoted && only_looks(prefix, &w, !prefix && !found && (!own || own(arg, w.s) == 0))) {
				program = 1;
				strcpy(first.s, "which");
				continue;
			}
			if (value > XARGS_OPTION) {
				if (!is_value(&w, value))
					return NULL;
				value = XARGS_OPTION;
				continue;
			}
			if (prefix && strcmp(prefix, "xargs") == 0 && (value = xargs_option(&w)) != XARGS_NO)
				continue;
			if (!w.quoted && prefix && is_of_prefix(&w, letters))
				continue;
			if (!w.quoted && (!own || own(arg, w.s) == 0) && (by = prefix_of(w.s, &letters))) {
				prefix = by;
				reads |= strcmp(by, "xargs") == 0;
				continue;
			}
			if (w.expands || !w.n || strpbrk(w.s, SHELL_HOLES " \t\n=~*?[{"))
				if (strcmp(w.s, "[") != 0 && !(own && w.s[0] == SHELL_HOLES[1] && !w.s[1]))
					return NULL;
			program = 1;
			first = w;
			is = own ? own(arg, w.s) : 0;
			if (is == 0 && is_shell(w.s)) {
				if (reads || !(p = read_script(p, own, arg)))
					return NULL;
				sub = 2;
				shell = 1;
				continue;
			}
			if (is < 0 || (is == 0 && !is_harmless_program(w.s)) || (reads && program_may_run(w.s)))
				return NULL;
			found |= strcmp(as_base_name(w.s), "find") == 0;
			sub = is > 0 ? 2 : 0;
			continue;
		}
		if (shell)
			return NULL;
		if (found && (strcmp(w.s, ";") == 0 || (braces && strcmp(w.s, "+") == 0))) { /* what stands behind it find reads again */
			strcpy(first.s, "find");
			sub = script = 0;
			continue;
		}
		braces = strcmp(w.s, "{}") == 0;
		if (found && is_run_by_find(&w) && strcmp(as_base_name(first.s), "find") == 0) {
			program = sub = script = 0;
			prefix = NULL;
			continue;
		}
		if (sub == 2)
			continue;
		if (program_runs_word(first.s, w.s) || (found && w.expands))
			return NULL;
		if (program_runs_script(first.s) && (!script || !program_ends_options(first.s)) && (strpbrk(w.s, SHELL_HOLES) || w.expands)) /* text or an option that it runs */
			return NULL;
		script |= *w.s != '-' || w.quoted;
		if (sub == 0 && is_git(first.s) && (snprintf(line, sizeof line, "%.40s %s", as_base_name(first.s), w.s) < 0 || !git_tells(line, NULL)))
			return NULL;
		sub = 1;
	}
	if (reads && !program && strcmp(prefix, "xargs") != 0) /* the word that is read says which */
		return NULL;
	return program && sub == 0 && is_git(first.s) ? NULL : p;
}

int
is_harmless_command(const char *line, int (*own)(void *arg, const char *name), void *arg)
{
	const char *p = line;

	if (strlen(line) >= LONGEST)
		return 0;
	for (int in = 0; *p;) {
		for (; *p == '('; p += 1 + strspn(p + 1, " \t")) /* a group */
			in++;
		if (!(p = read_command(p, own, arg)))
			return 0;
		for (; *p && strchr(";|&\n \t)", *p); p++)
			if (*p == ')' && in-- == 0)
				return 0;
	}
	return 1;
}

int
is_compiler_program(const char *name)
{
	static const char *const list[] = {"cc", "gcc", "g++", "c++", "clang", "clang++", "nvcc", "hipcc", "icc", "icx", "tcc", "ld", "make", "gmake", "cmake", "ninja", "ptxas", "llc",
		"rustc", "cargo", "gfortran", "python", "perl", "ruby", "lua", "java", "javac", "sh", "bash", "dash", "zsh", "eval", "xargs", "sudo", "libtool"};
	char s[40];
	size_t n;

	name = as_base_name(name);
	if ((n = strlen(name)) == 0 || n >= sizeof s)
		return 0;
	memcpy(s, name, n + 1);
	if (AS_AMONG(s, list))
		return 1;
	while (n > 0 && strchr("0123456789-.", s[n - 1])) /* gcc-12 */
		s[--n] = '\0';
	return AS_AMONG(s, list);
}

int
has_compiler_behind(const char *text)
{
	char name[100];

	for (const char *p = text; (p = strpbrk(p, ";|&`$"));) {
		size_t n;
		int tick = *p == '`';
		p += strspn(p, ";|&`$( \t\"'");
		n = strcspn(p, " \t\n;|&\"'`()$");
		if (tick && p[-1] == '`' && p[n] == '\'' && !strchr(p + n, '`')) /* `this', in a message: no command ends there */
			continue;
		if (n > 2 && (strncmp(p, "./", 2) == 0 || strncmp(p, "../", 3) == 0))
			return 1;
		if (n >= sizeof name || (p[n] && !strchr(" \t", p[n])))
			continue;
		memcpy(name, p, n);
		name[n] = '\0';
		if (is_compiler_program(name))
			return 1;
	}
	return 0;
}
