/* beside.c - see beside.h. */
#include "beside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "paths/explore_impl.h"
#include "words.h"

/* Does a program by that name read the command line in its own way, or make options of what a function takes? */
static int
reads_itself(const char *s)
{
	static const char *const ways[] = {"argv", "orig_argv", "getopt", "gnu_getopt", "getopt_long", "getopt_long_only", "Fire", "docopt", "tyro", "plac", "HfArgumentParser", "jsonargparse", "simple_parsing", "cyclopts", "defopt", "clize"};

	return AS_AMONG(s, ways);
}

/* Is it handed as it is to a parser, or counted: parse_args(sys.argv[1:]), len(sys.argv)? */
static int
handed_whole(const fact_tree *t, uint32_t file, uint32_t node)
{
	for (uint32_t at = file; at != node && (at = fact_kid_over(t, at, node));)
		if (t->node[at].kind == FACT_CALL && (strcmp(fact_str(t, at + 1), "len") == 0 || strcmp(fact_str(t, at + 1), "parse_args") == 0))
			return 1;
	return 0;
}

static int
reads(const fact_tree *t, uint32_t file)
{
	for (uint32_t i = file; i < t->node[file].end; i++)
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && reads_itself(fact_str(t, i)) && !handed_whole(t, file, i))
			return 1;
	return 0;
}

/* Does s begin with all letters of the label, and go on? */
static int
goes_on(const char *s, const char *label)
{
	while (*label && !isalnum((unsigned char)*label))
		label++;
	while (*s && !isalnum((unsigned char)*s))
		s++;
	for (; *label; label++, s++)
		if ((isalnum((unsigned char)*label) ? tolower((unsigned char)*s) != tolower((unsigned char)*label) : isalnum((unsigned char)*s) || !*s))
			return 0;
	return *s != '\0';
}

/* Does the label begin with a pattern, up to what that leaves open: "--f", "--f*", "^--f.*"? */
static int
begins(const char *pattern, const char *label)
{
	size_t n;

	pattern += *pattern == '^';
	pattern += strspn(pattern, "-");
	label += strspn(label, "-");
	n = strcspn(pattern, "*?[(.\\|+$");
	return n > 0 && n < strlen(label) && strncmp(pattern, label, n) == 0;
}

/* Is a text of C handed to what compares it with the beginning of another, or seeks by a pattern? */
static int
seeks(const fact_tree *t, uint32_t file, uint32_t str)
{
	static const char *const list[] = {"strncmp", "strncasecmp", "strnicmp", "_strnicmp", "memcmp", "fnmatch", "regcomp", "starts_with", "startswith", "StartsWith", "rfind", "find", "compare", "regex", "regex_match", "regex_search"};
	const char *of = "";

	for (uint32_t at = file; at != str && (at = fact_kid_over(t, at, str));)
		if (t->node[at].kind == FACT_CALL)
			of = fact_str(t, at + 1);
	of = as_last_part(of);
	return AS_AMONG(of, list);
}

/* Where a program of C may look for the letter of the label `-c` among those of its arguments, in any way (as a number, between others); 0. */
static uint32_t
takes_letter(const fact_tree *t, uint32_t file, const char *label)
{
	uint32_t argv = as_intern_find(&t->text, "argv", 4), found = 0;

	if (label[0] != '-' || !isalnum((unsigned char)label[1]) || label[2] || is_python(t, file))
		return 0;
	for (uint32_t i = file; i < t->node[file].end; i++) {
		if (t->node[i].kind == FACT_CALL && strncmp(as_last_part(fact_str(t, i + 1)), "getopt", 6) == 0) /* by its list */
			return 0;
		if (!found && t->node[i].kind == FACT_NAME && t->node[i].str == argv)
			found = i;
	}
	return found;
}

/* A node of a program that may be where the label comes in; 0. own: it reads the command line itself. settled: nothing that
 * has the label whole compiles by names. */
static uint32_t
takes(const fact_tree *t, uint32_t file, const char *label, int own, int settled)
{
	for (uint32_t i = file + 1; i < t->node[file].end; i++) {
		const char *s = fact_str(t, i);
		switch (t->node[i].kind) {
		case FACT_STR:
			if (settled && !is_python(t, file) && strcmp(*label == '-' ? s : s + strspn(s, "-"), label) == 0) /* its names were asked */
				break;
			if (own && (as_same_letters(s, label) || ((is_python(t, file) ? t->node[i - 1].kind == FACT_ARG || strlen(s) > 3 : seeks(t, file, i)) && begins(s, label))))
				return i;
			if (*s == '-' && !strchr(s, ' ') && t->node[i - 1].kind == FACT_ARG && goes_on(s, label))
				return i;
			if (own && t->node[i - 1].kind != FACT_ARG && isalnum((unsigned char)*s) && !strchr(s, ' ') && goes_on(s, label)) /* of getopt's list */
				return i;
			break;
		case FACT_PARAM: case FACT_FUNC: case FACT_CLASS: case FACT_ARG:
			if (own && *s && as_same_letters(s, label))
				return i;
			break;
		case FACT_NAME:
			if (own && (t->node[i - 1].kind == FACT_ASSIGN || t->node[i - 1].kind == FACT_DECL) && as_same_letters(s, label)) /* through globals() */
				return i;
			break;
		case FACT_ATTR: /* set by a name that is made of text, and read here */
			if (own && t->node[i - 1].kind != FACT_CALL && as_same_letters(s, label))
				return i;
			break;
		default: break;
		}
	}
	return own ? takes_letter(t, file, label) : 0;
}

/* May a program compile by the names in its file? */
static int
may_compile(const program *p, const cone *c, uint32_t file)
{
	const fact_tree *t = p->t;

	for (uint32_t i = file; i < t->node[file].end; i++)
		if (program_relevant(p, i) || ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && cone_may(c, t->node[i].str, is_python(t, file))))
			return 1;
	return 0;
}

static int
was_asked(const program *p, const exploration *x, uint32_t file)
{
	for (uint32_t i = 0; i < x->npath; i++)
		if (x->path[i].outcome != P_NOT_ENTERED && program_file(p, x->path[i].entry) == file)
			return 1;
	return 0;
}

uint32_t
beside_program(const program *p, const cone *c, const exploration *x, const char *label, int settled)
{
	enum { MOST = 4096 };
	const fact_tree *t = p->t;
	entry *e = malloc(MOST * sizeof *e);
	uint32_t n = e ? entry_programs(p, label, e, MOST) : 0, found = 0;

	for (uint32_t i = 0; i < n && !found; i++) {
		uint32_t file = program_file(p, e[i].node);
		if (!(t->node[file].flags & FACT_DATA) && !was_asked(p, x, file) && (found = takes(t, file, label, reads(t, file), settled)) && !may_compile(p, c, file))
			found = 0;
	}
	free(e);
	return found;
}
