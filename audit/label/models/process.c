/* process.c - see vm.h: other programs that are started. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

/* Does system() run a compiler that makes a library or a kernel? */
static int
is_status_of_build(const char *name, const char *command)
{
	static const char *const list[] = {" -shared", " -cubin", " --cubin", " -ptx", " --ptx", " -fatbin", " --fatbin"};

	if (!command || (strcmp(name, "system") != 0 && strcmp(name, "std.system") != 0))
		return 0;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strstr(command, list[i]))
			return 1;
	return 0;
}

/* Does a word of the command name a file of code of the tree? */
static int
of_tree(const vm *m, const char *command)
{
	for (const char *s = command; *s;) {
		size_t n = strcspn(s, " \t\n\"'=;&|()`$"), b = n;
		while (b > 0 && s[b - 1] != '/')
			b--;
		for (uint32_t i = 0; n - b > 3 && i < m->p->nfile; i++) {
			const char *path = as_base_name(fact_str(m->t, m->p->file[i]));
			if (!(m->t->node[m->p->file[i]].flags & FACT_DATA) && strlen(path) == n - b && strncmp(path, s + b, n - b) == 0)
				return 1;
		}
		s += n;
		s += *s != '\0';
	}
	return 0;
}

/* Is it said which program, or in which environment? */
static int
placed(vm *m, const char *name, const args *a)
{
	static const char *const how[] = {"executable", "env", "preexec_fn"};
	static const char *const given[] = {"execle", "execve", "execvpe", "fexecve", "posix_spawn", "posix_spawnp", "spawnve", "spawnvpe"};

	for (uint32_t i = 0; i < a->n; i++)
		if (a->kw[i] && AS_AMONG(vm_text(m, a->kw[i]), how))
			return 1;
	if (AS_AMONG(as_last_part(name), given))
		return 1;
	return a->rest || (strncmp(name, "subprocess.", 11) == 0 && arg_get(a, 2, NULL, m).kind != V_UNDEF); /* Popen(args, bufsize, executable) */
}

/* Does a command say something, and change and start nothing? sub: the word behind its first, or NULL; from: the first of its words in m->commands. */
static int
only_tells(const vm *m, const char *cmd, const char *sub, uint32_t from)
{
	size_t n = strcspn(cmd, " \t");
	char word[32];

	if (!is_telling_program(cmd) || (m->cone && cone_own_path(m->cone)) || strchr(cmd, '>') || n >= sizeof word)
		return 0;
	memcpy(word, cmd, n);
	word[n] = '\0';
	for (uint32_t i = from; i < m->ncommands; i++)
		if (of_tree(m, vm_text(m, m->commands[i])) || program_runs_word(cmd, vm_text(m, m->commands[i])))
			return 0;
	return !is_git(word) || git_tells(cmd, sub);
}

/* A command that puts other files in the place of those of a tree: git apply, patch. */
static int
puts_files(const vm *m, const char *cmd, uint32_t from)
{
	static const char *const does[] = {"apply", "am", "checkout", "switch", "restore", "reset", "stash", "merge", "rebase", "pull", "cherry-pick", "revert",
		"import", "update", "up", "graft"};
	size_t n;
	const char *s = program_name(cmd, &n);
	char word[32];

	if (n == 5 && strncmp(s, "patch", 5) == 0)
		return 1;
	if (!(n == 3 && strncmp(s, "git", 3) == 0) && !(n == 2 && strncmp(s, "hg", 2) == 0))
		return 0;
	for (uint32_t i = from; i < m->ncommands; i++)
		for (s = vm_text(m, m->commands[i]); *s; s += n, s += strspn(s, " \t")) {
			n = strcspn(s, " \t");
			if (n < sizeof word) {
				memcpy(word, s, n);
				word[n] = '\0';
				if (AS_AMONG(word, does))
					return 1;
			}
		}
	return 0;
}

/* Is it a name by which programs are started, text is run or code is loaded, or one with its arguments? */
static const char *
starts(vm *m, value v, int depth)
{
	const char *s;

	if (depth < 4 && is_obj(v, O_PARTIAL))
		return starts(m, v.o->a, depth + 1);
	if (depth < 4 && is_obj(v, O_PHI))
		return (s = starts(m, v.o->a, depth + 1)) ? s : starts(m, v.o->b, depth + 1);
	for (int64_t i = 0; depth < 4 && (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) && i < list_len(v.o) && i < 16; i++)
		if ((s = starts(m, list_at(v.o, i), depth + 1)))
			return s;
	for (uint32_t i = 0; depth < 4 && is_obj(v, O_DICT) && i < v.o->m.n && i < 16; i++)
		if ((s = starts(m, v.o->m.slot[i].c->v, depth + 1)))
			return s;
	if (!is_obj(v, O_EXT))
		return NULL;
	s = vm_text(m, v.o->name);
	return (strchr(s, '.') || AS_AMONG(s, ((const char *const[]){"exec", "eval", "execfile", "__import__"}))) && is_starting(s) ? s : NULL;
}

void
vm_process_handed(vm *m, const char *name, const args *a)
{
	static const char *const looks[] = {"isinstance", "issubclass", "callable", "hasattr", "getattr", "type", "id", "print", "cast", "repr", "str", "signature", "getsource", "partial"};
	const char *s;

	if (AS_AMONG(as_last_part(name), looks))
		return;
	for (uint32_t i = 0; i < a->n; i++)
		if ((s = starts(m, a->v[i], 0))) {
			vm_edge_to(m, EDGE_ANY, a->node, "%.60s is handed %.60s, which runs what it is given", *name ? name : "what is called", s);
			return;
		}
}

/* Is a command of C text that nothing writes to: a string, or a pointer or a macro that is set to one? */
static int
constant(const vm *m, const args *a)
{
	const fact_tree *t = m->t;
	uint32_t at = a->n ? a->at[0] : 0;

	if (!m->c)
		return 1;
	for (uint32_t i = 0; at && t->node[at].kind == FACT_NAME && i + 1 < t->n; i++) {
		if (t->node[i].kind == FACT_ADDR && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == t->node[at].str)
			return 0;
		if ((t->node[i].kind == FACT_DECL || t->node[i].kind == FACT_PARAM) && t->node[i + 1].kind == FACT_NAME && t->node[i + 1].str == t->node[at].str) {
			uint32_t type = fact_find(t, i, FACT_TYPE), first = fact_find(t, i, FACT_DEFAULT);
			if ((type ? !(t->node[type].flags & FACT_POINTER) : !(t->node[i].flags & FACT_MACRO)) || !first || t->node[first + 1].kind != FACT_STR)
				return 0;
		}
	}
	return at && (t->node[at].kind == FACT_NAME || t->node[at].kind == FACT_STR);
}

value
vm_process(vm *m, const char *name, args *a)
{
	value cmd = arg_get(a, 0, "args", m), v, sub = (value){0};
	uint32_t e, from = m->ncommands;
	edge_reach reach = EDGE_HERE;
	char text[100] = "";
	for (uint32_t i = 0; i < a->n && m->ncommands < 64; i++) {
		value s = vm_resolve(m, a->v[i], a->node);
		if (vm_partial_text(m, s))
			m->commands[m->ncommands++] = vm_id(m, vm_partial_text(m, s));
		if (is_obj(s, O_LIST))
			for (int64_t k = 0; k < list_len(s.o) && m->ncommands < 64; k++)
				if (vm_partial_text(m, list_at(s.o, k)))
					m->commands[m->ncommands++] = vm_id(m, vm_partial_text(m, list_at(s.o, k)));
	}
	if (is_obj(cmd, O_LIST) && list_len(cmd.o) > 1)
		sub = vm_resolve(m, list_at(cmd.o, 1), a->node);
	if (is_obj(cmd, O_LIST) && list_len(cmd.o))
		cmd = vm_resolve(m, list_at(cmd.o, 0), a->node);
	if (vm_partial_text(m, cmd))
		snprintf(text, sizeof text, ": %.60s", vm_partial_text(m, cmd));
	vm_trace(m, a->node, name, a);
	if (cmd.kind == V_STR && vm_cstr(m, cmd, NULL) && !placed(m, name, a) && constant(m, a) &&
	    only_tells(m, vm_cstr(m, cmd, NULL), sub.kind == V_STR ? vm_cstr(m, sub, NULL) : NULL, from)) {
		v = m->c ? v_unk(0) : thing(m, vm_idf(m, "%.80s()", name), a->node);
		if (v.kind == V_OBJ)
			v.o->loose = 1;
		return v;
	}
	for (uint32_t i = from; i < m->ncommands; i++)
		if (of_tree(m, vm_text(m, m->commands[i]))) /* what it does is the project's own */
			reach = EDGE_ANY;
	if (vm_partial_text(m, cmd) && puts_files(m, vm_partial_text(m, cmd), from))
		reach = EDGE_ANY;
	if (text[0] && (placed(m, name, a) || strncmp(text + 2, "./", 2) == 0 || strncmp(text + 2, "../", 3) == 0 || /* it may be any */
	    (is_git(text + 2) && sub.kind != V_STR && sub.kind != V_UNDEF)))
		reach = EDGE_ANY;
	e = vm_edge_to(m, reach, a->node, "another program runs (%s)%s", name, text);
	if (m->c && is_status_of_build(name, vm_partial_text(m, cmd))) /* a part of what compiles, and fails as that does */
		return m->fault == FAULT_CALL && !m->fault_site ? vm_fail(m, a->node, name, 1) : v_int(0);
	v = m->c ? v_unk(0) : thing(m, vm_idf(m, "%.80s()", name), a->node);
	if (v.kind == V_OBJ)
		v.o->opq = (uint16_t)e;
	return v;
}
