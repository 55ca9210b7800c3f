/* cone_line.c - see cone_impl.h: programs that code of C starts, by all texts that its command lines may come to. */
#include "cone_command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "../line/line.h"
#include "../program/tree_words.h"
#include "words.h"

/* u: the unit that starts it; own: a program of the tree is called; told: one that may be told to run another, and the tree has a text that does. */
typedef struct { cone *c; int own, told; uint32_t u; } asking;

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

int
cone_builds_program(cone *c, const char *name)
{
	const char *base = as_base_name(name);
	size_t n = sizeof c->of_build / sizeof *c->of_build;

	if (!is_tool(name) || strcmp(base, "install") == 0 /* which is a target, too */ || strpbrk(base, SHELL_HOLES " ") || strlen(base) >= sizeof c->of_build[0].name)
		return 0;
	for (size_t i = 0; i < n && i < c->nof_build; i++)
		if (strcmp(c->of_build[i].name, base) == 0)
			return c->of_build[i].is;
	strcpy(c->of_build[c->nof_build % n].name, base);
	return c->of_build[c->nof_build++ % n].is = tree_builds_program(c->t, base);
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
	return is ? 1 : command_own(q->c, name) || cone_builds_program(q->c, name) ? -1 : 0;
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

/* How a call starts a program: by a line that a shell takes apart, or one that is taken apart without a shell; by its name and words, or its
 * name and a list of them, or by that list alone; by Qt with a line of that kind, or a name and a list. Operands: the line or the program; the words; the environment, 0 where it has none. */
typedef struct { const char *name; enum { SHELL, LINE, WORDS, LIST, FIRST, QT } by; uint32_t program, words, environment; } starter;

static const starter starters[] = {{"system", SHELL, 0, 0, 0}, {"popen", SHELL, 0, 0, 0}, {"_popen", SHELL, 0, 0, 0}, {"g_spawn_command_line_sync", LINE, 0, 0, 0},
	{"g_spawn_command_line_async", LINE, 0, 0, 0}, {"execl", WORDS, 0, 1, 0}, {"execlp", WORDS, 0, 1, 0}, {"execv", LIST, 0, 1, 0}, {"execvp", LIST, 0, 1, 0},
	{"execve", LIST, 0, 1, 2}, {"execvpe", LIST, 0, 1, 2}, {"posix_spawn", LIST, 1, 4, 5}, {"posix_spawnp", LIST, 1, 4, 5}, {"g_spawn_sync", FIRST, 1, 1, 2},
	{"g_spawn_async", FIRST, 1, 1, 2}, {"g_spawn_async_with_pipes", FIRST, 1, 1, 2}, {"g_subprocess_new", WORDS, 2, 2, 0}, {"g_subprocess_newv", FIRST, 0, 0, 0}, {"QProcess.start", QT, 0, 1, 0},
	{"QProcess.startDetached", QT, 0, 1, 0}, {"QProcess.execute", QT, 0, 1, 0}, {"QProcess.startCommand", LINE, 0, 0, 0}, {"QProcess.setProgram", LIST, 0, 1, 0}};

static const starter *
starter_of(const char *name)
{
	for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
		if (strcmp(strncmp(name, "QProcess.", 9) == 0 ? name : as_last_part(name), starters[i].name) == 0)
			return &starters[i];
	return NULL;
}

/* The words that a program gets: may they tell it to run others? */
static int
words_tell(cone *c, uint32_t call, const starter *s, const char *program)
{
	line_set a;
	uint32_t arg = fact_arg(c->t, call, s->words);

	if (s->by != WORDS)
		return arg && lines_elements(c->lines, arg, &a) ? may_tell(c, program, &a) : program_may_run(program);
	for (uint32_t k = s->words; (arg = fact_arg(c->t, call, k)); k++) {
		lines_of(c->lines, arg, &a);
		if (may_tell(c, program, &a))
			return 1;
	}
	return 0;
}

/* The environment of a program: that of the one that starts it? */
static int
environment(const cone *c, uint32_t call, uint32_t k)
{
	uint32_t e = fact_arg(c->t, call, k);

	return e && (c->t->node[e].kind == FACT_NONE || (c->t->node[e].kind == FACT_NAME && (strcmp(fact_str(c->t, e), "environ") == 0 || strcmp(fact_str(c->t, e), "envp") == 0 || strcmp(fact_str(c->t, e), "__environ") == 0)));
}

static int
is_harmless_line(asking *q, const char *s)
{
	q->told = 0;
	return is_harmless_command(s, is_own, q) && !(strchr(s, LINE_HOLE) && (cone_has_sign(q->c, 0) || q->told));
}

/* The same of a line that no shell takes apart: type and hash, which a shell has itself, are programs there, and what
 * says to a shell where it writes is a word like others: "tifftopnm > a". */
static int
is_harmless_split(asking *q, const char *s)
{
	enum { LONGEST = 2000 };
	const char *first = s + strspn(s, " \t");
	char words[LONGEST];
	size_t n = strlen(s), program = (size_t)(first - s) + strcspn(first, " \t");

	if (n >= sizeof words || strncmp(first, "type", 4) == 0 || strncmp(first, "hash", 4) == 0 || strpbrk(s, "|;`$\n") || strcspn(s, "&<>()") < program)
		return 0;
	memcpy(words, s, n + 1);
	for (size_t i = program; i < n; i++)
		if (strchr("&<>()", words[i]))
			words[i] = ','; /* which no script of sed takes for a part of a word */
	return is_harmless_line(q, words);
}

/* Word k of the list that a program gets, its name first. 0: not known. */
static int
word(cone *c, uint32_t call, const starter *s, uint32_t k, line_set *out)
{
	uint32_t arg = fact_arg(c->t, call, s->by == WORDS ? s->words + k : s->words);

	if (s->by == QT) /* whose list has no name of the program */
		k--;
	if (!arg || s->by != WORDS)
		return arg && lines_element(c->lines, arg, (long)k, out) && out->n;
	lines_of(c->lines, arg, out);
	return 1;
}

/* Is it a shell that gets one harmless line by -c, and no more? */
static int
runs_line(asking *q, uint32_t call, const starter *s, const char *program)
{
	static const char *const shells[] = {"sh", "bash", "dash", "ksh", "zsh", "ash"};
	const char *base = as_base_name(program);
	line_set a;

	if (!AS_AMONG(base, shells) || (base != program && *program != '/') || command_own(q->c, program) || !word(q->c, call, s, 1, &a) || a.n != 1 || strcmp(a.s[0], "-c") != 0 || !word(q->c, call, s, 2, &a))
		return 0;
	for (uint32_t i = 0; i < a.n; i++)
		if (!is_harmless_line(q, a.s[i]))
			return 0;
	return a.n > 0;
}

/* Is a program harmless that is started by its name? */
static int
is_harmless_start(asking *q, uint32_t call, const starter *s, const char *program)
{
	int is;

	if (strcmp(program, "/proc/self/exe") == 0 && has_main(q->c->t, q->c->p->file[q->c->unit[q->u].file])) { /* elsewhere it is who has the library; in a shell it is that */
		q->own = 1;
		return 1;
	}
	if (strpbrk(program, SHELL_HOLES " \t") && strcmp(program, (const char[]){LINE_SELF, '\0'}) != 0)
		return 0;
	if (runs_line(q, call, s, program) || (is = is_own(q, program)) > 0)
		return 1;
	return is == 0 && is_harmless_program(program) && !is_git(program) && !words_tell(q->c, call, s, program);
}

/* Qt: start("ls -l"), start("ls -l", QIODevice::ReadOnly), start("ls", {"-l"}); start() runs what setProgram() was given. */
static int
is_harmless_qt(asking *q, uint32_t call, const starter *s, const char *text)
{
	const fact_tree *t = q->c->t;
	uint32_t words = fact_arg(t, call, s->words);

	while (words && t->node[words].kind == FACT_BIN)
		words++;
	if (words && !(t->node[words].kind == FACT_ATTR && strncmp(fact_str(t, words + 1), "QIODevice", 9) == 0))
		return is_harmless_start(q, call, s, text);
	return is_harmless_split(q, text);
}

static int
is_harmless_text(asking *q, uint32_t call, const starter *s, const char *text)
{
	switch (s->by) {
	case SHELL: return is_harmless_line(q, text);
	case LINE: return is_harmless_split(q, text);
	case QT: return is_harmless_qt(q, call, s, text);
	default: return is_harmless_start(q, call, s, text);
	}
}

/* wordexp(s, &w, WRDE_NOCMD): is it told to run nothing? */
static int
is_told_to_run_nothing(const fact_tree *t, uint32_t flags)
{
	uint32_t id = as_intern_find(&t->text, "WRDE_NOCMD", 10);

	for (uint32_t i = 0; flags && id != UINT32_MAX && i < t->n; i++) /* the tree has a macro of that name */
		if ((t->node[i].kind == FACT_DECL && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == id) || (t->node[i].kind == FACT_PARAM && t->node[i].str == id))
			return 0;
	if (flags && t->node[flags].kind == FACT_BIN && strcmp(fact_str(t, flags), "|") == 0)
		return is_told_to_run_nothing(t, flags + 1) || is_told_to_run_nothing(t, t->node[flags + 1].end);
	return flags && t->node[flags].kind == FACT_NAME && t->node[flags].str == id;
}

int
cone_line(cone *c, uint32_t u, uint32_t call, const char *name)
{
	const starter *s = starter_of(name);
	asking q = {c, 0, 0, u};
	uint32_t e = fact_arg(c->t, call, s ? s->program : 0);
	line_set a;

	if (strcmp(as_last_part(name), "QProcess") == 0)
		return cone_object(c, u, call + 1);
	if (strcmp(name, "wordexp") == 0)
		return is_told_to_run_nothing(c->t, fact_arg(c->t, call, 2));
	if (!s)
		return strcmp(as_last_part(name), "execle") != 0 && cone_harmless(c, call, e); /* whose environment stands behind its words */
	if (s && s->by == QT && !e && !c->own_path)
		return 1;
	if (!e || c->own_path || (!c->lines && !(c->lines = lines_new(c->t))) || (s->environment && !environment(c, call, s->environment)))
		return 0;
	if (s->by != FIRST)
		lines_of(c->lines, e, &a);
	else if (!lines_element(c->lines, e, 0, &a) || !a.n)
		return 0;
	for (uint32_t i = 0; i < a.n; i++)
		if (!is_harmless_text(&q, call, s, a.s[i]))
			return 0;
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
