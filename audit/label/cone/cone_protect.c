/* cone_protect.c - see cone.h: what mmap and its kin are given, as system calls too: may the memory be run? */
#include "cone.h"

#include <stdlib.h>
#include <string.h>

#include "../program/tree_words.h"
#include "words.h"

enum { MOST_DEEP = 8 };

static int opens(const fact_tree *t, uint32_t node, int depth);

int
cone_protects(const char *name)
{
	static const char *const list[] = {"mmap", "mmap64", "mprotect", "pkey_mprotect", "VirtualAlloc", "VirtualProtect", "syscall"};

	return AS_AMONG(name, list);
}

/* What a node stands in, within a function. */
static uint32_t
within(const fact_tree *t, uint32_t fn, uint32_t node)
{
	uint32_t up = fn, in;

	while ((in = fact_kid_over(t, up, node)) != 0 && in != node)
		up = in;
	return up;
}

/* Does a CALL hand the value of an operand, an ARG, and no more, to a function of the tree? */
static int
by_value(const fact_tree *t, uint32_t call, uint32_t arg)
{
	uint32_t name = t->node[call + 1].str, k = 0, any = 0;

	if (t->node[call].kind != FACT_CALL || t->node[call + 1].kind != FACT_NAME)
		return 0;
	FACT_EACH_KID(t, call, i)
		k += t->node[i].kind == FACT_ARG && i < arg;
	for (uint32_t i = 1; i < t->n; i++) {
		uint32_t at = 0, type;
		if (t->node[i].kind == FACT_DECL && t->node[i].flags & FACT_MACRO && t->node[i + 1].str == name)
			return 0;
		if (t->node[i].kind != FACT_FUNC || strcmp(as_last_part(fact_str(t, i)), t->text.str[name]) != 0)
			continue;
		FACT_EACH_KID(t, i, p)
			if (t->node[p].kind == FACT_PARAM && at++ == k) {
				type = fact_find(t, p, FACT_TYPE);
				if (!type || t->node[type].flags & FACT_REF || strchr(fact_str(t, type), '&'))
					return 0;
			}
		if (t->node[i].flags & FACT_MACRO || at <= k)
			return 0;
		any = 1;
	}
	return any != 0;
}

/* The occurrence of a variable in its function: is it only asked for, or set to what is no permission to run? */
static int
harmless(const fact_tree *t, uint32_t fn, uint32_t node, int depth)
{
	uint32_t up = within(t, fn, node);
	const char *text = fact_str(t, up);

	switch (t->node[up].kind) {
	case FACT_DECL: {
		uint32_t def = fact_find(t, up, FACT_DEFAULT), type = fact_find(t, up, FACT_TYPE);
		return node == up + 1 && !(type && t->node[type].flags & (FACT_POINTER | FACT_REF)) && (!def || !opens(t, def + 1, depth));
	}
	case FACT_ASSIGN:
		if (node != up + 1 || strcmp(text, "&") == 0)
			return 1;
		return (!*text || strcmp(text, "|") == 0) && !opens(t, t->node[node].end, depth);
	case FACT_BIN: return strcmp(text, "&") == 0 || strcmp(text, "|") == 0 || strcmp(text, "==") == 0 || strcmp(text, "!=") == 0;
	case FACT_IF: case FACT_COND: return 1;
	case FACT_ARG: {
		uint32_t call = within(t, fn, up);
		return t->node[call].kind == FACT_CALL && t->node[call + 1].kind == FACT_NAME && (cone_protects(fact_str(t, call + 1)) || by_value(t, call, up));
	}
	default: return 0;
	}
}

/* May any who calls a function, or hands it on, give it the permission to run as operand k? */
static int
given(const fact_tree *t, uint32_t fn, uint32_t k, int depth)
{
	const char *name = as_last_part(fact_str(t, fn));
	int called = 0;

	if (strcmp(name, "main") == 0 || unread_has_word(t, name))
		return 1;
	for (uint32_t i = 1; i < t->n; i++) {
		const char *s = fact_str(t, i);
		uint32_t arg;
		switch (t->node[i].kind) {
		case FACT_UNKNOWN: if (strstr(s, name)) return 1; break;
		case FACT_STR: if (strcmp(s, name) == 0) return 1; break;
		case FACT_NAME: case FACT_ATTR:
			if (strcmp(as_last_part(s), name) != 0)
				break;
			if (t->node[i - 1].kind != FACT_CALL || !(arg = fact_arg(t, i - 1, k)) || t->node[arg - 1].flags & (FACT_STAR | FACT_STARSTAR) || opens(t, arg, depth + 1))
				return 1;
			called = 1;
			break;
		default: break;
		}
	}
	return !called;
}

/* Is a node text that was not taken apart, in which a name may stand? */
static int
untold(const fact_tree *t, uint32_t node, uint32_t name)
{
	const char *s = fact_str(t, node);

	return t->node[node].kind == FACT_UNKNOWN && (!*s || strstr(s, t->text.str[name]));
}

/* Does a function name a macro in which a variable of that name stands, whatever is done with it there? */
static int
in_macro(const fact_tree *t, uint32_t fn, uint32_t name)
{
	for (uint32_t m = 1; m < t->n; m++) {
		uint32_t has = 0, called = t->node[m].kind == FACT_FUNC ? t->node[m].str : t->node[m + 1].str;
		if (!(t->node[m].flags & FACT_MACRO) || (t->node[m].kind != FACT_FUNC && t->node[m].kind != FACT_DECL))
			continue;
		for (uint32_t i = m + 1; i < t->node[m].end && !has; i++)
			has = (t->node[i].kind == FACT_NAME && t->node[i].str == name) || untold(t, i, name);
		for (uint32_t i = fn; has && m != fn && i < t->node[fn].end; i++)
			if ((t->node[i].kind == FACT_NAME && t->node[i].str == called) || untold(t, i, called))
				return 1;
	}
	return 0;
}

/* May a variable hold the permission to run? Not one of the function's own that gets others alone, wherever it stands. */
static int
variable(const fact_tree *t, uint32_t node, int depth)
{
	uint32_t fn = node, param, k;
	int own = 0;

	while (fn > 0 && !(t->node[fn].end > node && (t->node[fn].kind == FACT_FUNC || t->node[fn].kind == FACT_FILE)))
		fn--;
	if (t->node[fn].kind != FACT_FUNC || depth > MOST_DEEP || in_macro(t, fn, t->node[node].str))
		return 1;
	if ((param = fact_param_at(t, fn, t->node[node].str, &k)) && given(t, fn, k, depth))
		return 1;
	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if (t->node[i].kind == FACT_PARAM && t->node[i].str == t->node[node].str && i != param) /* of another in it */
			return 1;
		if (t->node[i].kind == FACT_ERROR || untold(t, i, t->node[node].str))
			return 1;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != t->node[node].str)
			continue;
		own |= t->node[i - 1].kind == FACT_DECL;
		if (!harmless(t, fn, i, depth + 1))
			return 1;
	}
	return !own && !param;
}

/* Is a name that permits no more than to read and write another thing in the tree? */
static int
redefined(const fact_tree *t, uint32_t name, int depth)
{
	for (uint32_t m = 1; m < t->n; m++)
		if (t->node[m].kind == FACT_DECL && t->node[m].flags & FACT_MACRO && t->node[m + 1].str == name) {
			uint32_t def = fact_find(t, m, FACT_DEFAULT);
			if (!def || depth > MOST_DEEP || opens(t, def + 1, depth + 1))
				return 1;
		}
	return 0;
}

/* Bits of a number by which memory may be run: PROT_EXEC, and of Windows PAGE_EXECUTE and its kin. */
enum { RUNS = 0xf4 };

/* May what an expression gives permit to run? */
static int
opens(const fact_tree *t, uint32_t node, int depth)
{
	static const char *const plain[] = {"PROT_READ", "PROT_WRITE", "PROT_NONE", "PAGE_READWRITE", "PAGE_READONLY", "PAGE_NOACCESS"};
	uint32_t first = node + 1;

	switch (t->node[node].kind) {
	case FACT_INT: return strtol(fact_str(t, node), NULL, 0) & RUNS ? 1 : 0;
	case FACT_NAME: return AS_AMONG(fact_str(t, node), plain) ? redefined(t, t->node[node].str, depth) : variable(t, node, depth);
	case FACT_COND: first = t->node[first].end; break;
	case FACT_BIN:
		if (strcmp(fact_str(t, node), "&") == 0)
			return opens(t, first, depth) && opens(t, t->node[first].end, depth);
		if (strcmp(fact_str(t, node), "|") != 0) /* reckoned */
			return 1;
		break;
	default: return 1;
	}
	for (uint32_t k = first; k < t->node[node].end; k = t->node[k].end)
		if (opens(t, k, depth))
			return 1;
	return 0;
}

int
cone_protects_kept(const fact_tree *t, uint32_t node)
{
	uint32_t fn = node, set = t->node[node - 1].kind == FACT_NAME ? node - 2 : 0, name = t->node[node - 1].str, declared = 0, file;

	while (fn > 0 && !(t->node[fn].end > node && (t->node[fn].kind == FACT_FUNC || t->node[fn].kind == FACT_FILE)))
		fn--;
	for (file = fn; t->node[file].kind != FACT_FILE;)
		file--;
	if (!as_ends_with(fact_str(t, file), ".c")) /* objects of C++ do more than be kept */
		return 0;
	if (!set || t->node[set].kind != FACT_ASSIGN || *fact_str(t, set) || t->node[fn].kind != FACT_FUNC || in_macro(t, fn, name))
		return 0;
	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if (t->node[i].kind == FACT_ERROR || untold(t, i, name))
			return 0;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != name)
			continue;
		if (t->node[i - 1].kind == FACT_DECL) {
			uint32_t type = fact_find(t, i - 1, FACT_TYPE), block = within(t, fn, i - 1);
			if (declared || !type || t->node[type].flags & FACT_REF || fact_find(t, i - 1, FACT_DEFAULT) || t->node[block].kind != FACT_BLOCK || t->node[block].end <= node)
				return 0;
			declared = i;
		} else if (t->node[i - 1].kind != FACT_ASSIGN || *fact_str(t, i - 1) || t->node[within(t, fn, i - 1)].kind != FACT_BLOCK) {
			return 0;
		}
	}
	return declared && declared < node;
}

/* Is a system call one that permits to run what it is told to? *open, if not: any may be meant. */
static int
system_call(const fact_tree *t, uint32_t node, int *open)
{
	const char *s = t->node[node].kind == FACT_NAME ? fact_str(t, node) : "";
	int named = strncmp(s, "SYS_", 4) == 0 || strncmp(s, "__NR_", 5) == 0;

	*open = !named;
	return named && (strstr(s, "mmap") || strstr(s, "mprotect"));
}

int
cone_protects_openly(const fact_tree *t, uint32_t node, const char *name)
{
	int n = 0, call = strcmp(name, "syscall") == 0, at = call || strcmp(name, "VirtualAlloc") == 0 ? 3 : 2, open;

	if (call && !system_call(t, fact_find(t, node, FACT_ARG) + 1, &open))
		return open;

	FACT_EACH_KID(t, node, k)
		if (t->node[k].kind == FACT_ARG && n++ == at)
			return opens(t, k + 1, 0);
	return call;
}
