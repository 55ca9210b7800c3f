/* cone_start.c - see cone_impl.h: other programs that are started: by which commands nothing is hidden. */
#include "cone_command.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* Are the keywords that a function hands on, with ** and a NAME, those that it is called with, and do they not say what runs? */
static int
hands_keywords(cone *c, uint32_t call, uint32_t name)
{
	const fact_tree *t = c->t;
	uint32_t fn = call, param = 0, *site, n;

	while ((fn = command_around(t, fn)) != 0 && t->node[fn].kind != FACT_FUNC)
		;
	if (t->node[name].kind != FACT_NAME || t->node[fn].kind != FACT_FUNC)
		return 0;
	FACT_EACH_KID(t, fn, k)
		if (t->node[k].kind == FACT_PARAM && t->node[k].flags & FACT_STARSTAR && t->node[k].str == t->node[name].str)
			param = k;
	for (uint32_t i = fn; param && i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[name].str && !(t->node[i - 1].kind == FACT_ARG && t->node[i - 1].flags & FACT_STARSTAR))
			return 0;
	n = param ? command_sites(c, fn, param, &site) : 0;
	for (uint32_t k = 0; k < n; k++)
		if (t->node[site[k]].kind != FACT_CALL && !command_may_give(c, site[k]))
			n = 0;
	if (param)
		command_sites_free(site);
	return n > 0;
}

/* Is an environment among the operands, but that of the program itself? */
static int
gives_environment(const fact_tree *t, uint32_t call)
{
	static const char *const third[] = {"execve", "execvpe", "posix_spawn", "posix_spawnp"}, *const fourth[] = {"spawnve", "spawnvpe"};
	const char *name = fact_str(t, call + 1);
	uint32_t env = AS_AMONG(name, third) ? fact_arg(t, call, 2) : AS_AMONG(name, fourth) ? fact_arg(t, call, 3) : 0;

	return strcmp(name, "execle") == 0 || (env && !(t->node[env].kind == FACT_ATTR && strcmp(fact_str(t, env), "environ") == 0));
}

/* Does a CALL of Python say by more than its command which program runs? Popen(args, bufsize, executable) */
static int
says_more(cone *c, uint32_t call)
{
	const fact_tree *t = c->t;

	FACT_EACH_KID(t, call, a)
		if (t->node[a].kind == FACT_ARG && (t->node[a].flags & FACT_STARSTAR ? !hands_keywords(c, call, a + 1) && !command_keywords(c, a + 1) : t->node[a].flags & FACT_STAR || command_says(c, a)))
			return 1;
	if (gives_environment(t, call))
		return 1;
	return fact_arg(t, call, 2) && strncmp(fact_str(t, call + 1), "create_subprocess", 17) != 0 && strncmp(fact_str(t, call + 1), "exec", 4) != 0;
}

int
cone_harmless(cone *c, uint32_t call, uint32_t cmd)
{
	const fact_tree *t = c->t;
	const char *s = cmd && t->node[cmd].kind == FACT_STR ? fact_str(t, cmd) : "";

	if (c->own_path)
		return 0;
	if (t->node[command_file(t, call)].flags & FACT_MODULE) {
		c->may_give.n = 0;
		if (says_more(c, call) || !cone_command(c, call, cmd))
			return 0;
		for (uint32_t k = 0; k < c->may_give.n; k++)
			cone_hides(c, c->may_give.u[k].unit, c->may_give.u[k].node, CONE_PROGRAM);
		return 1;
	}
	if (!is_harmless_program(s) || (is_git(s) && !git_tells(s, NULL)) || command_own(c, s))
		return 0;
	for (uint32_t i = cmd; i < t->node[call].end; i++) /* of execlp(), too */
		if (t->node[i].kind == FACT_STR && program_runs_word(s, fact_str(t, i)))
			return 0;
	return 1;
}
