/* cone_protect.c - see cone.h: what mmap and its kin are given, as system calls too: may the memory be run? */
#include "cone.h"

#include <stdlib.h>
#include <string.h>

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
		return t->node[call].kind == FACT_CALL && t->node[call + 1].kind == FACT_NAME && cone_protects(fact_str(t, call + 1));
	}
	default: return 0;
	}
}

/* May a variable hold the permission to run? Not one of the function's own that gets others alone, wherever it stands. */
static int
variable(const fact_tree *t, uint32_t node, int depth)
{
	uint32_t fn = node, own = 0;

	while (fn > 0 && !(t->node[fn].end > node && (t->node[fn].kind == FACT_FUNC || t->node[fn].kind == FACT_FILE)))
		fn--;
	if (t->node[fn].kind != FACT_FUNC || depth > MOST_DEEP)
		return 1;
	for (uint32_t i = fn + 1; i < t->node[fn].end; i++) {
		if (t->node[i].kind == FACT_PARAM && t->node[i].str == t->node[node].str)
			return 1;
		if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_UNKNOWN)
			return 1;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != t->node[node].str)
			continue;
		own |= t->node[i - 1].kind == FACT_DECL;
		if (!harmless(t, fn, i, depth + 1))
			return 1;
	}
	return !own;
}

/* May what an expression gives permit to run? */
static int
opens(const fact_tree *t, uint32_t node, int depth)
{
	static const char *const plain[] = {"PROT_READ", "PROT_WRITE", "PROT_NONE", "PAGE_READWRITE", "PAGE_READONLY", "PAGE_NOACCESS"};
	uint32_t first = node + 1;

	switch (t->node[node].kind) {
	case FACT_INT: return strtol(fact_str(t, node), NULL, 0) & 4 ? 1 : 0;
	case FACT_NAME: return !AS_AMONG(fact_str(t, node), plain) && variable(t, node, depth);
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
