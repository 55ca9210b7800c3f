/* cone_line.c - see cone_impl.h: programs that code of C starts, by all texts that its command lines may come to. */
#include "cone_command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "line.h"
#include "tree_words.h"
#include "words.h"

/* own: a program of the tree is called; told: one that may be told to run another, and the tree has a text that does. */
typedef struct { cone *c; int own, told; } asking;

/* Does the preprocessor leave a node of a file out, or may it? */
static int
asked_for(const fact_tree *t, uint32_t file, uint32_t node)
{
	for (uint32_t at = file, in; at != node && (in = fact_kid_over(t, at, node)) != 0; at = in)
		if (t->node[at].kind == FACT_IF && t->node[at].flags & FACT_PREPROC)
			return 1;
	return 0;
}

/* Is there a file of the name of a program beside its source? */
static int
is_file(const char *path, const char *base)
{
	char full[1024];
	struct stat st;
	int n = snprintf(full, sizeof full, "%.*s%s", (int)(as_base_name(path) - path), path, base);

	return n < 0 || n >= (int)sizeof full || stat(full, &st) == 0;
}

/* Has a file a main that is not a macro's? */
static int
has_main(const fact_tree *t, uint32_t file)
{
	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_FUNC && !(t->node[i].flags & FACT_MACRO) && strcmp(fact_str(t, i), "main") == 0 && fact_find(t, i, FACT_BLOCK) && !asked_for(t, file, i))
			return 1;
	return 0;
}

/* The length of the name of a file without what says its kind and version: tool of "tool-1.2.c". */
static size_t
stem(const char *base)
{
	const char *dot = strrchr(base, '.');
	size_t n = dot ? (size_t)(dot - base) : strlen(base), k = n;

	while (k > 0 && (isdigit((unsigned char)base[k - 1]) || base[k - 1] == '.'))
		k--;
	return k > 1 && k < n && base[k - 1] == '-' ? k - 1 : n;
}

/* Is a program called as a file of C with a main, and as none of another kind that may be run? */
static int
is_own(void *arg, const char *name)
{
	asking *q = arg;
	const cone *c = q->c;
	const char *base = as_base_name(name);
	int is = *name == LINE_SELF && !name[1];

	if (!is && !is_harmless_program(name) && !is_compiler_program(name) && *base && (base == name || *name == '/' || strncmp(name, "./", 2) == 0) && strcmp(base, "main") != 0 && strcmp(base, "test") != 0)
		for (uint32_t f = 0; f < c->p->nfile; f++) {
			const char *path = as_base_name(fact_str(c->t, c->p->file[f]));
			if (stem(path) != strlen(base) || strncmp(path, base, strlen(base)) != 0)
				continue;
			if (is_python(c->t, c->p->file[f]) || is_file(fact_str(c->t, c->p->file[f]), base))
				return 0;
			is |= !(c->t->node[c->p->file[f]].flags & FACT_DATA) && has_main(c->t, c->p->file[f]);
		}
	if (is && *name != LINE_SELF && tree_has_word(c->t, base, 0)) /* a build may make it of something else */
		is = 0;
	q->own |= is;
	q->told |= cone_tells(q->c, name);
	return is ? 1 : -command_own(q->c, name);
}

/* May one of the words of a program tell it to run another? */
static int
may_tell(cone *c, const char *program, const line_set *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (program_runs_word(program, a->s[i]) || (strpbrk(a->s[i], SHELL_HOLES) && (program_runs_script(program) || cone_tells(c, program))))
			return 1;
	return 0;
}

/* The words that a program gets by exec: from operand `from` on, or those of an array. 0: it may be told to run others. */
static int
words_tell(cone *c, uint32_t call, uint32_t from, int listed, const char *program)
{
	line_set a;
	uint32_t arg;

	if (listed) {
		if (!(arg = fact_arg(c->t, call, from)) || !lines_elements(c->lines, arg, &a))
			return !program_may_run(program);
		return !may_tell(c, program, &a);
	}
	for (; (arg = fact_arg(c->t, call, from)); from++) {
		lines_of(c->lines, arg, &a);
		if (may_tell(c, program, &a))
			return 0;
	}
	return 1;
}

/* The environment of a program: that of the one that starts it? */
static int
environment(const cone *c, uint32_t call, uint32_t k)
{
	uint32_t e = fact_arg(c->t, call, k);

	return e && (c->t->node[e].kind == FACT_NONE || (c->t->node[e].kind == FACT_NAME && (strcmp(fact_str(c->t, e), "environ") == 0 || strcmp(fact_str(c->t, e), "envp") == 0 || strcmp(fact_str(c->t, e), "__environ") == 0)));
}

int
cone_line(cone *c, uint32_t u, uint32_t call, const char *name)
{
	static const char *const shell[] = {"system", "popen", "_popen"};
	static const char *const list[] = {"execv", "execvp", "execve", "execvpe"};
	static const char *const words[] = {"execl", "execlp"};
	static const char *const spawn[] = {"posix_spawn", "posix_spawnp"};
	const char *last = as_last_part(name);
	asking q = {c, 0, 0};
	int spawned = AS_AMONG(last, spawn), listed = AS_AMONG(last, list), by_words = AS_AMONG(last, words), by_shell = AS_AMONG(last, shell);
	uint32_t e = fact_arg(c->t, call, spawned ? 1 : 0);
	line_set a;
	int is;

	if (!(by_shell || spawned || listed || by_words))
		return strcmp(last, "execle") != 0 && cone_harmless(c, call, e); /* whose environment stands behind its words */
	if (!e || c->own_path || (!c->lines && !(c->lines = lines_new(c->t))))
		return 0;
	if ((spawned && !environment(c, call, 5)) || (listed && as_ends_with(last, "e") && !environment(c, call, 2)))
		return 0;
	lines_of(c->lines, e, &a);
	for (uint32_t i = 0; i < a.n; i++) {
		if (by_shell) {
			q.told = 0;
			if (!is_harmless_command(a.s[i], is_own, &q) || (strchr(a.s[i], LINE_HOLE) && (cone_has_sign(c, 0) || q.told)))
				return 0;
			continue;
		}
		if (strpbrk(a.s[i], SHELL_HOLES " \t") && strcmp(a.s[i], (const char[]){LINE_SELF, '\0'}) != 0)
			return 0;
		if ((is = is_own(&q, a.s[i])) > 0)
			continue;
		if (is < 0 || !is_harmless_program(a.s[i]) || is_git(a.s[i]) || !words_tell(c, call, spawned ? 4 : 1, spawned || listed, a.s[i]))
			return 0;
	}
	if (q.own && cone_grow(c, &c->again, c->nagain, &c->again_cap, sizeof *c->again) == 0)
		c->again[c->nagain++] = u;
	return 1;
}

void
cone_starts_own(cone *c)
{
	for (uint32_t i = 0; i < c->nagain; i++)
		for (uint32_t u = 0; u < c->nunit; u++)
			if (c->unit[u].flags & UNIT_MAIN)
				cone_edge(c, c->again[i], u);
}
