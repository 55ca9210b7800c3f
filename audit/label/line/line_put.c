/* line_put.c - see line_impl.h: what one node puts in a variable that holds text, or behind what it has; and what only reads it. */
#include "line_impl.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

const line_by *
line_writer(const lines *l, uint32_t call)
{
	static const line_by list[] = {{"sprintf", LINE_PRINTS, 1}, {"vsprintf", LINE_LISTS, 1}, {"snprintf", LINE_PRINTS, 2}, {"_snprintf", LINE_PRINTS, 2}, {"g_snprintf", LINE_PRINTS, 2},
		{"vsnprintf", LINE_LISTS, 2}, {"_vsnprintf", LINE_LISTS, 2}, {"g_vsnprintf", LINE_LISTS, 2}, {"strcpy", LINE_COPIES, 1}, {"stpcpy", LINE_COPIES, 1}, {"strncpy", LINE_COPIES, 1}, {"strlcpy", LINE_COPIES, 1},
		{"g_strlcpy", LINE_COPIES, 1}, {"strcat", LINE_ADDS, 1}, {"strncat", LINE_ADDS, 1}, {"strlcat", LINE_ADDS, 1}, {"g_strlcat", LINE_ADDS, 1}};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (line_is(l, call + 1, list[i].name))
			return &list[i];
	return NULL;
}

/* Is what it writes longer than the number of bytes that it is told? */
static int
is_cut(const lines *l, uint32_t call, const line_by *w, const line_set *a)
{
	const fact_tree *t = l->t;
	uint32_t n = strchr(w->name, 'n') && w->how != LINE_ADDS && (w->how != LINE_COPIES || strncmp(w->name, "strn", 4) == 0) ? line_arg(t, call, w->how == LINE_COPIES ? 2 : 1) : 0;
	long most = n && t->node[n].kind == FACT_INT ? strtol(fact_str(t, n), NULL, 10) : 0;

	for (uint32_t i = 0; most && i < a->n; i++)
		if ((long)strlen(a->s[i]) >= most)
			return 1;
	return 0;
}

void
line_put(lines *l, uint32_t call, const line_by *w, const line_at *at, int depth, line_set *out)
{
	if (w->how == LINE_PRINTS || w->how == LINE_LISTS)
		line_format(l, call, w->at, w->how == LINE_LISTS, at, depth, out);
	else
		line_eval(l, line_arg(l->t, call, w->at), at, depth + 1, out);
	if (is_cut(l, call, w, out))
		line_any(l, out);
}

/* Is it x + strlen(x)? */
int
line_is_end(const lines *l, uint32_t e, uint32_t name)
{
	const fact_tree *t = l->t;
	uint32_t r = t->node[e + 1].end, arg;

	return t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "+") == 0 && t->node[e + 1].kind == FACT_NAME && t->node[e + 1].str == name &&
	    t->node[r].kind == FACT_CALL && line_is(l, r + 1, "strlen") && (arg = line_arg(t, r, 0)) && t->node[arg].kind == FACT_NAME && t->node[arg].str == name;
}

/* The leftmost operand of a << b << c. */
uint32_t
line_leftmost(const fact_tree *t, uint32_t e)
{
	while (t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "<<") == 0)
		e++;
	return e;
}

/* All but the leftmost operand. */
static void
streamed(lines *l, uint32_t e, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set a = {0};

	if (t->node[e].kind != FACT_BIN || strcmp(fact_str(t, e), "<<") != 0) {
		line_add(l, out, "", 0);
		return;
	}
	streamed(l, e + 1, at, depth, out);
	line_eval(l, t->node[e + 1].end, at, depth + 1, &a);
	line_join(l, out, &a);
}

uint32_t
line_appended(const fact_tree *t, uint32_t e)
{
	static const char *const methods[] = {"append", "operator+="};

	while (t->node[e].kind == FACT_CALL && t->node[e + 1].kind == FACT_ATTR && AS_AMONG(fact_str(t, e + 1), methods) && line_arg(t, e, 0))
		e += 2;
	return e;
}

/* c.append("a").append(b, 3): of one that gets more than a text, any. */
static int
appended(lines *l, uint32_t e, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	line_set a = {0};

	if (t->node[e].kind != FACT_CALL) {
		line_add(l, out, "", 0);
		return 1;
	}
	appended(l, e + 2, at, depth, out);
	if (line_arg(t, e, 1))
		line_any(l, &a);
	else
		line_eval(l, line_arg(t, e, 0), at, depth + 1, &a);
	line_join(l, out, &a);
	return 1;
}

/* Does a node put text behind what the variable of that name has? *out: which. */
int
line_adds(lines *l, uint32_t e, uint32_t name, const line_at *at, int depth, line_set *out)
{
	const fact_tree *t = l->t;
	const line_by *w;
	uint32_t to, first;

#define IS(n) (t->node[n].kind == FACT_NAME && t->node[n].str == name)
	if (t->node[e].kind == FACT_ASSIGN && strcmp(fact_str(t, e), "+") == 0 && IS(e + 1) && line_is_string(l, e + 1, at) && line_is_joined(l, e, at)) {
		line_eval(l, t->node[e + 1].end, at, depth + 1, out);
		return 1;
	}
	if (t->node[e].kind == FACT_BIN && strcmp(fact_str(t, e), "<<") == 0 && IS(line_leftmost(t, e))) {
		for (uint32_t left = e; left < line_leftmost(t, e); left++)
			if (line_changes_stream(l, t->node[left + 1].end, at))
				return 0;
		streamed(l, e, at, depth, out);
		return 1;
	}
	if (t->node[e].kind != FACT_CALL)
		return 0;
	if (t->node[e + 1].kind == FACT_ATTR && IS(line_appended(t, e)))
		return appended(l, e, at, depth, out);
	if (t->node[e + 1].kind == FACT_ATTR && IS(e + 2) && strcmp(fact_str(t, e + 1), "push_back") == 0 && line_is_string(l, e + 2, at) == 1 && line_arg(t, e, 0)) {
		line_eval(l, line_arg(t, e, 0), at, depth + 1, out);
		return 1;
	}
	if (!(w = line_writer(l, e)) || !(to = line_arg(t, e, 0)))
		return 0;
	first = t->node[to].kind == FACT_UN && *fact_str(t, to) == '(' ? to + 1 : to;
	if (w->how == LINE_ADDS ? !IS(first) : !line_is_end(l, first, name))
		return 0;
#undef IS
	line_put(l, e, w, at, depth, out);
	return 1;
}

/* Has what an expression gives no memory that anybody may write to, but by names that are looked at too? */
int
line_is_constant(const fact_tree *t, uint32_t e)
{
	switch (t->node[e].kind) {
	case FACT_STR: case FACT_NONE: case FACT_NAME: case FACT_INT: case FACT_INDEX: return 1;
	case FACT_JOIN: return 1;
	case FACT_UN: return line_is_constant(t, e + 1);
	case FACT_COND: return line_is_constant(t, t->node[e + 1].end) && line_is_constant(t, t->node[t->node[e + 1].end].end);
	default: return 0;
	}
}

/* Does an expression make memory in which nothing stands yet? */
int
line_is_memory(const lines *l, uint32_t e)
{
	const fact_tree *t = l->t;
	uint32_t fn;

	if (t->node[e].kind == FACT_UN && *fact_str(t, e) == '(')
		e++;
	if (t->node[e].kind == FACT_UNKNOWN)
		return strncmp(fact_str(t, e), "new ", 4) == 0;
	return t->node[e].kind == FACT_CALL && (t->node[e].flags & FACT_ARRAY || ((t->node[e + 1].kind == FACT_NAME || t->node[e + 1].kind == FACT_ATTR) && strstr(fact_str(t, e + 1), "alloc") &&
	    line_bodies(l, t->node[e + 1].str, &fn, 1) == 0)); /* what the tree calls so is looked into */
}

/* Is an expression asked for its truth alone, or compared? */
int
line_asked(const lines *l, uint32_t e)
{
	const fact_tree *t = l->t;
	uint32_t up = l->up[e];

	switch (t->node[up].kind) {
	case FACT_IF: case FACT_WHILE: case FACT_SWITCH: case FACT_BLOCK: return 1;
	case FACT_COND: return e == up + 1;
	case FACT_UN: return strcmp(fact_str(t, up), "not") == 0;
	case FACT_BIN: {
		static const char *const asks[] = {"==", "!=", "<", ">", "<=", ">=", "and", "or"};
		return AS_AMONG(fact_str(t, up), asks);
	}
	default: return 0;
	}
}

/* Calls of libraries that only read the text that they are given. */
int
line_reads(const lines *l, uint32_t call)
{
	static const char *const list[] = {"strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strcspn", "strspn", "memcmp", "printf", "fprintf", "vprintf", "vfprintf", "vsyslog", "vwarn", "vwarnx", "verr", "verrx", "puts", "fputs",
		"perror", "fopen", "freopen", "open", "access", "stat", "lstat", "unlink", "remove", "rename", "free", "xfree", "ckd_free", "g_free", "atoi", "atol", "atof", "fwrite", "write", "syslog",
		"warn", "warnx", "err", "errx", "mkdir", "rmdir", "chdir", "strdup", "g_strdup", "g_print", "g_printerr", "g_message", "g_warning", "g_error", "g_debug", "g_critical",
		"assert", "strerror", "error", "system", "popen", "_popen", "execv", "execvp", "execve", "execl", "execlp", "execle", "execvpe", "posix_spawn", "posix_spawnp", "g_spawn_command_line_sync", "g_spawn_command_line_async", "g_subprocess_new", "sizeof", "time",
		"dlopen", "dlmopen", "dlsym", "LoadLibrary", "LoadLibraryA", "LoadLibraryEx", "LoadLibraryExA", "GetProcAddress", "g_module_open", "SDL_LoadObject",
		"strcoll", "realpath", "string", "QString", "cstr_to_string", "dprintf", "wprintf", "gtk_show_uri", "gtk_show_uri_on_window", "g_app_info_launch_default_for_uri"};
	static const char *const finds[] = {"strchr", "strrchr", "strstr", "strpbrk", "index", "rindex", "strcasestr"};
	const char *s = fact_str(l->t, call + 1);

	return line_is(l, call + 1, s) && (AS_AMONG(s, list) || (AS_AMONG(s, finds) && line_asked(l, call)));
}

int
line_seeks(const lines *l, uint32_t call, uint32_t e)
{
	static const char *const finds[] = {"strstr", "strcasestr", "strpbrk"};
	const char *s = fact_str(l->t, call + 1);

	return line_is(l, call + 1, s) && AS_AMONG(s, finds) && line_arg(l->t, call, 1) == e;
}
