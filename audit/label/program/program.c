/* program.c - see program.h. */
#include "program.h"
#include "assembly.h"
#include "cdefs.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "words.h"

int
is_python(const fact_tree *t, uint32_t file)
{
	return (t->node[file].flags & (FACT_MODULE | FACT_DATA)) == FACT_MODULE;
}

uint32_t
program_file_number(const program *p, uint32_t node)
{
	uint32_t n = fact_before(p->file, p->nfile, node + 1);

	return n ? n - 1 : 0;
}

uint32_t
program_file(const program *p, uint32_t node)
{
	return p->nfile ? p->file[program_file_number(p, node)] : 0;
}

/* Methods and functions that do no work worth timing, by their last name. */
static int
tame(const char *s)
{
	static const char *const list[] = {
		"append", "extend", "insert", "pop", "remove", "clear", "get", "items", "keys", "values", "update", "setdefault",
		"join", "format", "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines", "replace", "lower", "upper",
		"startswith", "endswith", "partition", "rpartition", "encode", "decode", "info", "debug", "warning", "error",
		"exception", "critical", "write", "flush", "print", "len", "str", "int", "float", "bool", "range", "list",
		"dict", "set", "tuple", "sorted", "min", "max", "sum", "abs", "round", "repr", "isinstance", "enumerate", "zip",
		"size", "shape", "dim", "numel", "item", "tolist", "exists", "is_file", "is_dir", "mkdir", "unlink", "read",
		"readline", "readlines", "close", "add_argument", "sort", "reverse", "count", "index", "copy", "add", "printf",
		"fprintf", "snprintf", "puts", "fputs", "strcmp", "strncmp", "strlen", "strcpy", "memcpy", "memset", "malloc",
		"calloc", "free", "push_back", "emplace_back", "c_str", "data", "empty", "begin", "end", "str", "to_string",
		"isdigit", "title", "capitalize", "group", "match", "search", "findall", "sub", "getLogger", "basicConfig",
		"synchronize", "manual_seed", "empty_cache", "is_available", "device_count", "dumps", "dump", "warn", "issubset",
		"ValueError", "RuntimeError", "KeyError", "TypeError", "Exception", "NotImplementedError", "SystemExit", "exit",
		"hasattr", "type", "id", "hash", "any", "all", "fclose", "fopen", "getenv", "abort", "cudaGetErrorString", "slice",
		"cudaDeviceSynchronize", "cudaStreamSynchronize", "cudaGetLastError", "defined", "sizeof", "perror", "fflush",
	};

	return AS_AMONG(s, list);
}

static const char *
callee_name(const fact_tree *t, uint32_t call)
{
	uint32_t c = call + 1;

	if (c >= t->node[call].end)
		return "";
	while (t->node[c].kind == FACT_INDEX)
		c++;
	return t->node[c].kind == FACT_NAME || t->node[c].kind == FACT_ATTR ? fact_str(t, c) : "?";
}

static void
mark(program *p, uint32_t i)
{
	p->rel[i / 8] |= (uint8_t)(1 << i % 8);
}

/* "a.b.c" of a chain of ATTR and NAME; 0 if it is none or too long. */
static int
dotted(const fact_tree *t, uint32_t i, char *out, size_t n)
{
	size_t k, l = strlen(fact_str(t, i));

	if (t->node[i].kind == FACT_NAME) {
		if (l + 1 > n)
			return 0;
		memcpy(out, fact_str(t, i), l + 1);
		return 1;
	}
	if (t->node[i].kind != FACT_ATTR || !dotted(t, i + 1, out, n))
		return 0;
	k = strlen(out);
	if (k + l + 2 > n)
		return 0;
	out[k] = '.';
	memcpy(out + k + 1, fact_str(t, i), l + 1);
	return 1;
}

/* What a name of a Python file was imported as: alias string id -> dotted name. */
typedef struct { uint32_t as, is; } alias;
typedef struct { alias *a; uint32_t n, cap; } aliases;

static int
alias_add(aliases *a, uint32_t as, uint32_t is)
{
	if (as_grow32(&a->a, a->n, &a->cap, sizeof *a->a) != 0)
		return -1;
	a->a[a->n++] = (alias){as, is};
	return 0;
}

/* What a library is that a module of the tree imports under that name, for others to take it from there; UINT32_MAX. */
static uint32_t
handed_on(program *p, uint32_t file, const char *module, const char *name, int depth)
{
	const fact_tree *t = p->t;
	uint32_t m = program_module(p, module, file);

	for (uint32_t i = m; m != UINT32_MAX && m != file && i < t->node[m].end; i++) {
		if (t->node[i].kind != FACT_IMPORT && t->node[i].kind != FACT_FROM)
			continue;
		if (t->node[i].kind == FACT_IMPORT && i + 1 == t->node[i].end && strcmp(fact_str(t, i), name) == 0)
			return t->node[i].str;
		FACT_EACH_KID(t, i, k) {
			uint32_t what = fact_find(t, k, FACT_NAME);
			char full[300];
			if (t->node[k].kind != FACT_ALIAS || strcmp(fact_str(t, k), name) != 0)
				continue;
			if (t->node[i].kind == FACT_IMPORT)
				return t->node[i].str;
			if (program_module(p, fact_str(t, i), m) != UINT32_MAX)
				return depth < 3 ? handed_on(p, m, fact_str(t, i), what ? fact_str(t, what) : name, depth + 1) : UINT32_MAX;
			if (snprintf(full, sizeof full, "%s.%s", fact_str(t, i), what ? fact_str(t, what) : name) >= (int)sizeof full)
				return UINT32_MAX;
			return as_intern_id(&p->t->text, full, strlen(full));
		}
	}
	return UINT32_MAX;
}

static int
read_aliases(program *p, uint32_t file, aliases *a)
{
	fact_tree *t = p->t;

	a->n = 0;
	for (uint32_t i = file; i < t->node[file].end; i++) {
		char buf[300];
		if (t->node[i].kind != FACT_IMPORT && t->node[i].kind != FACT_FROM)
			continue;
		FACT_EACH_KID(t, i, k) {
			const char *mod = fact_str(t, i), *what = fact_find(t, k, FACT_NAME) ? fact_str(t, fact_find(t, k, FACT_NAME)) : fact_str(t, k);
			uint32_t id;
			if (t->node[k].kind != FACT_ALIAS || strlen(mod) + strlen(what) > 290)
				continue;
			strcpy(buf, mod);
			if (t->node[i].kind == FACT_FROM) {
				strcat(buf, ".");
				strcat(buf, what);
				if ((id = handed_on(p, file, mod, what, 0)) != UINT32_MAX)
					strcpy(buf, t->text.len[id] < sizeof buf ? t->text.str[id] : "");
			}
			if ((id = as_intern_id(&t->text, buf, strlen(buf))) == UINT32_MAX || alias_add(a, t->node[k].str, id) != 0)
				return -1;
		}
	}
	return 0;
}

/* clBuildProgram, cuModuleLoadData, nvrtcCompileProgram: the name of a function of a device's library, which nobody else gives. */
static int
of_device(const char *s)
{
	static const char *const list[] = {"cl", "cu", "cuda", "nvrtc", "hip", "hiprtc"};
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz");
	char head[16];

	if (n >= sizeof head || !(s[n] >= 'A' && s[n] <= 'Z'))
		return 0;
	memcpy(head, s, n);
	head[n] = '\0';
	return AS_AMONG(head, list);
}

/* Does a chain of names mean a compile symbol, by the file's imports? */
static int
names_symbol(const program *p, const symbols *s, const aliases *a, uint32_t i, int python)
{
	const fact_tree *t = p->t;
	char full[300], seen[300];
	const symbol *y;
	char *dot;
	size_t n;

	if (!dotted(t, i, seen, sizeof seen))
		return 0;
	if (!python) {
		const char *name = strncmp(seen, "std.", 4) == 0 ? seen + 4 : seen;
		if (t->node[i].kind == FACT_ATTR && of_device(fact_str(t, i))) /* a member that is called as the function that it holds */
			name = fact_str(t, i);
		return (y = symbol_find(s, name)) && (y->kind == SYM_COMPILE || y->kind == SYM_BEGIN);
	}
	dot = strchr(seen, '.');
	n = dot ? (size_t)(dot - seen) : strlen(seen);
	strcpy(full, seen);
	for (uint32_t k = 0; k < a->n; k++)
		if (strlen(t->text.str[a->a[k].as]) == n && memcmp(t->text.str[a->a[k].as], seen, n) == 0 &&
		    strlen(t->text.str[a->a[k].is]) + strlen(seen + n) < sizeof full) {
			strcpy(full, t->text.str[a->a[k].is]);
			strcat(full, seen + n);
		}
	return (y = symbol_find(s, full)) && y->kind != SYM_PASS && y->kind != SYM_USE;
}

static int
find_sites(program *p, const symbols *s)
{
	fact_tree *t = p->t;
	aliases a = {0};
	int rc = 0;

	for (uint32_t f = 0; rc == 0 && f < p->nfile; f++) {
		uint32_t file = p->file[f];
		int python = is_python(t, file);
		if (t->node[file].flags & FACT_DATA)
			continue;
		if (python && (rc = read_aliases(p, file, &a)) != 0)
			break;
		for (uint32_t i = file; rc == 0 && i < t->node[file].end; i++) {
			if (t->node[i].kind != FACT_NAME && t->node[i].kind != FACT_ATTR)
				continue;
			if (names_symbol(p, s, &a, i, python)) {
				if ((rc = as_grow32(&p->site, p->nsite, &p->site_cap, sizeof *p->site)) == 0)
					p->site[p->nsite++] = i;
				mark(p, i);
			}
		}
	}
	free(a.a);
	return rc;
}

/* Bits of nodes to the nodes around them, and of function names to their calls, until nothing changes. */
static void
spread(program *p)
{
	fact_tree *t = p->t;
	uint32_t *up = malloc((size_t)FACT_MAX_DEPTH * 4 * sizeof *up);
	int changed = 1;

	for (int round = 0; up && changed && round < 6; round++) {
		uint32_t n = 0;
		changed = 0;
		for (uint32_t i = 0; i < t->n; i++) {
			int rel;
			while (n && t->node[up[n - 1]].end <= i)
				n--;
			rel = program_relevant(p, i);
			if (!rel && t->node[i].kind == FACT_CALL) {
				const char *c = callee_name(t, i);
				uint32_t id = as_intern_find(&t->text, c, strlen(c));
				uint8_t how = id < p->nrelname ? p->relname[id] : 0;
				/* a function of the tree is as its body is; what is called otherwise may be anything */
				rel = how & PROG_BODY ? (how & PROG_RELEVANT) : !tame(c);
			}
			if (rel) {
				mark(p, i);
				for (uint32_t k = n; k-- > 0 && !program_relevant(p, up[k]);)
					mark(p, up[k]);
				for (uint32_t k = n; k-- > 0;)
					if (t->node[up[k]].kind == FACT_FUNC) {
						uint32_t id = fact_last(t, up[k]);
						if (id < p->nrelname && !(p->relname[id] & PROG_RELEVANT)) {
							p->relname[id] |= PROG_RELEVANT;
							changed = 1;
						}
						break;
					}
			}
			if (n < (uint32_t)FACT_MAX_DEPTH * 4)
				up[n++] = i;
		}
	}
	free(up);
}

int
program_init(program *p, fact_tree *t, const symbols *s)
{
	memset(p, 0, sizeof *p);
	p->t = t;
	for (uint32_t i = 0; i < t->n; i = t->node[i].end)
		p->nfile++;
	if (!(p->file = malloc((p->nfile + 1) * sizeof *p->file)) || !(p->startup = malloc((p->nfile + 1) * sizeof *p->startup)) || !(p->rel = calloc(t->n / 8 + 1, 1)))
		return -1;
	p->nfile = 0;
	for (uint32_t i = 0; i < t->n; i = t->node[i].end)
		p->file[p->nfile++] = i;
	for (uint32_t k = 0; k < p->nfile; k++)
		if (AS_AMONG(as_base_name(fact_str(t, p->file[k])), ((const char *const[]){"sitecustomize.py", "usercustomize.py"})))
			p->startup[p->nstartup++] = p->file[k];
	p->nrelname = t->text.n;
	if (!(p->relname = calloc(p->nrelname + 1, 1)) || !(p->by_path = calloc(p->nrelname + 1, sizeof *p->by_path)) ||
	    !(p->by_tail = calloc(p->nrelname + 1, sizeof *p->by_tail)))
		return -1;
	for (uint32_t k = p->nfile; k-- > 0;) /* the first of a name counts */
		if (is_python(t, p->file[k]))
			p->by_path[t->node[p->file[k]].str] = p->file[k] + 1;
	if (find_sites(p, s) != 0)
		return -1;
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind == FACT_FUNC || t->node[i].kind == FACT_CLASS) {
			uint32_t id = fact_last(t, i);
			if (id < p->nrelname && *fact_str(t, i))
				p->relname[id] |= t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK) ? PROG_BODY : t->node[i].kind == FACT_CLASS ? PROG_RELEVANT : 0;
		}
		if ((t->node[i].kind == FACT_ATTR || t->node[i].kind == FACT_ALIAS || t->node[i].kind == FACT_STR) && t->node[i].str < p->nrelname)
			p->relname[t->node[i].str] |= PROG_MEMBER;
		if (t->node[i].kind == FACT_DECL && t->node[i].flags & FACT_FIELD && i + 1 < t->node[i].end && t->node[i + 1].str < p->nrelname)
			p->relname[t->node[i + 1].str] |= PROG_FIELD;
		if (t->node[i].kind == FACT_IMPORT || t->node[i].kind == FACT_FROM) {
			uint32_t id = fact_last(t, i);
			if (id < p->nrelname)
				p->relname[id] |= PROG_IMPORTED;
			for (uint32_t k = i + 1; k < t->node[i].end; k++)
				if (t->node[k].kind == FACT_NAME && t->node[k].str < p->nrelname)
					p->relname[t->node[k].str] |= PROG_IMPORTED;
		}
		if (t->node[i].kind == FACT_CALL) {
			const char *c = callee_name(t, i);
			if (is_clock(c) || strncmp(c, "perf_counter", 12) == 0 || strncmp(c, "monotonic", 9) == 0 || strcmp(c, "now") == 0 ||
			    strcmp(c, "record") == 0 || strcmp(c, "timeit") == 0 || strcmp(c, "do_bench") == 0 || strcmp(c, "process_time") == 0)
				p->has_clock = 1;
		}
		if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_YIELD)
			mark(p, i);
	}
	spread(p);
	if (!(p->c = malloc(sizeof *p->c)) || cdefs_init(p->c, p) != 0)
		return -1;
	p->nassembly = t->text.n;
	return (p->assembly = assembly_plain(t, p->c)) ? 0 : -1;
}

void
program_free(program *p)
{
	free(p->file);
	free(p->rel);
	free(p->site);
	free(p->startup);
	free(p->relname);
	free(p->by_path);
	free(p->near);
	if (p->c)
		cdefs_free(p->c);
	free(p->c);
	free(p->by_tail);
	free(p->assembly);
	memset(p, 0, sizeof *p);
}

static const char *
path_of(const program *p, uint32_t k)
{
	return fact_str(p->t, p->file[k]);
}

/* Does path end in tail, at the beginning of a part? */
static int
ends(const char *path, const char *tail)
{
	size_t n = strlen(path), k = strlen(tail);

	return n >= k && strcmp(path + n - k, tail) == 0 && (n == k || path[n - k - 1] == '/');
}

uint32_t
program_path(const program *p, const char *path)
{
	uint32_t id = as_intern_find(&p->t->text, path, strlen(path));

	return id < p->nrelname && p->by_path[id] ? p->by_path[id] - 1 : UINT32_MAX;
}

/* dir/module.py or dir/module/__init__.py */
static uint32_t
beside(const program *p, const char *dir, size_t n, const char *module)
{
	char path[4096];
	size_t k = n;
	uint32_t f;

	if (n + strlen(module) + 20 > sizeof path)
		return UINT32_MAX;
	memcpy(path, dir, n);
	if (*module) {
		if (k)
			path[k++] = '/';
		for (const char *s = module; *s; s++)
			path[k++] = *s == '.' ? '/' : *s;
		strcpy(path + k, ".py");
		if ((f = program_path(p, path)) != UINT32_MAX)
			return f;
	}
	strcpy(path + k, k ? "/__init__.py" : "__init__.py");
	return program_path(p, path);
}

uint32_t
program_called(const program *p, const char *module, uint32_t *i)
{
	char tail[2][1024];
	size_t k = 0;

	for (const char *s = module; *s && k + 14 < sizeof *tail; s++)
		tail[0][k++] = *s == '.' ? '/' : *s;
	memcpy(tail[1], tail[0], k);
	strcpy(tail[0] + k, ".py");
	strcpy(tail[1] + k, "/__init__.py");
	while (*i < p->nfile) {
		uint32_t f = (*i)++;
		if (is_python(p->t, p->file[f]) && (ends(path_of(p, f), tail[0]) || ends(path_of(p, f), tail[1])))
			return p->file[f];
	}
	return UINT32_MAX;
}

/* The one file whose path ends with what the module's name makes. */
static uint32_t
by_tail(const program *p, const char *module)
{
	char tail[1024];
	uint32_t i = 0, found = program_called(p, module, &i);

	if (found == UINT32_MAX || program_called(p, module, &i) != UINT32_MAX)
		return UINT32_MAX;
	/* a library of that name is meant rather than a file somewhere below */
	snprintf(tail, sizeof tail, "%s.", module);
	return !strchr(module, '.') && is_known(tail, 0) ? UINT32_MAX : found;
}

/* The folder above the one that the first n bytes of a path are. */
static size_t
above(const char *path, size_t n)
{
	while (n && path[n - 1] != '/')
		n--;
	return n ? n - 1 : 0;
}

uint32_t
program_module(const program *p, const char *module, uint32_t from)
{
	const char *path = fact_str(p->t, from), *slash = strrchr(path, '/');
	size_t n = slash ? (size_t)(slash - path) : 0, first = strcspn(module, ".");
	char name[64];
	uint32_t found, f, id;
	int known = 0;

	if (first && first + 2 < sizeof name) {
		memcpy(name, module, first);
		strcpy(name + first, ".");
		known = is_known(name, 0);
	}

	if (*module != '.' && is_standard(module)) { /* the library's, unless it lies beside a script */
		if (strchr(module, '.') || beside(p, path, n, "") != UINT32_MAX)
			return UINT32_MAX;
		return beside(p, path, n, module);
	}
	if (*module == '.') {
		while (*++module == '.')
			n = above(path, n);
		return beside(p, path, n, module);
	}
	for (int up = 0;; up = 1) {
		/* within a package the folders above are not searched: what a library's name means there is the library */
		if (!(up && known && beside(p, path, n, "") != UINT32_MAX) && (f = beside(p, path, n, module)) != UINT32_MAX && f != from)
			return f;
		if (n == 0)
			break;
		n = above(path, n);
	}
	if (is_known(module, 0) && strchr(module, '.'))
		return UINT32_MAX;
	if (strlen(module) > 1000)
		return UINT32_MAX;
	id = as_intern_find(&p->t->text, module, strlen(module));
	if (id < p->nrelname && p->by_tail[id])
		return p->by_tail[id] == 1 ? UINT32_MAX : p->by_tail[id] - 2;
	found = by_tail(p, module);
	if (id < p->nrelname)
		p->by_tail[id] = found == UINT32_MAX ? 1 : found + 2;
	return found;
}

uint32_t
program_data(const program *p, const char *path)
{
	uint32_t best = UINT32_MAX;
	size_t most = 0;

	for (uint32_t i = 0; i < p->nfile; i++)
		if (p->t->node[p->file[i]].flags & FACT_DATA && strcmp(path_of(p, i), path) == 0)
			return p->file[i];
	while (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0)
		path = strchr(path, '/') + 1;
	for (uint32_t i = 0; i < p->nfile; i++) {
		const char *have = path_of(p, i);
		if (!(p->t->node[p->file[i]].flags & FACT_DATA))
			continue;
		if (ends(have, path) || ends(path, have))
			return p->file[i];
		/* by the base name alone */
		const char *a = as_base_name(have), *b = as_base_name(path);
		if (*b && strcmp(a, b) == 0 && most < strlen(b)) {
			most = strlen(b);
			best = p->file[i];
		}
	}
	return best;
}
