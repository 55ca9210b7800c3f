/* explore.c - see explore.h. */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PATH_STEPS = 2000000,      /* of one path */
	FIND_PATHS = 48,           /* of an entry, while the label is looked for */
	RUN_PATHS = 384,
	FAULT_PATHS = 96,
	MAX_SITES = 8,             /* compile calls that are made to fail alone */
	MAX_ENTRIES = 60
};
#define FIND_STEPS (x->limit / 16)
#define RUN_STEPS (x->limit / 2)

typedef struct {
	vm m;
	exploration *out;
	uint64_t steps, limit;
	uint32_t want;             /* strings: the label */
	int tests;                 /* paths that ask nothing of the label are none of its own */
	int handed;                /* the function that ran gave or changed what may do more elsewhere */
} explorer;

/* ---- one path ---- */

static void
reset(vm *m)
{
	while (m->arena) {
		struct block *b = m->arena;
		m->arena = b->next;
		b->next = m->spare;
		m->spare = b;
	}
	memset(&m->modules, 0, sizeof m->modules);
	memset(&m->ext, 0, sizeof m->ext);
	memset(&m->entered, 0, sizeof m->entered);
	m->ndec = m->nfixed = m->neq = m->ngiven = m->nev = m->nframe = m->top = m->nsite = m->nedge = 0;
	m->shared = NULL;
	m->closure = NULL;
	m->preproc = 0;
	m->trace = 0;
	m->ncommands = 0;
	m->capturing = m->probing = m->entered_label = m->tested = 0;
	m->complete = 1;
	m->depth = m->calls = 0;
	m->steps = 0;
	m->serial = 0;
	m->ret = v_none();
	m->exc = v_none();
	m->exc_name = 0;
	m->exc_fault = 0;
	m->exit_status = 0;
	m->ntrail = 0;
	m->trailing = 0;
	m->branch = 0;
	m->hook = NULL;
	m->web = NULL;
	m->web_app = v_none();
	m->pending = X_NORMAL;
	m->loop_reads = m->loop_end = 0;
}

/* The compile call that what v holds was made by; 0 if none. */
static uint32_t
holds(vm *m, value v, int depth)
{
	v = vm_resolve(m, v, 0);
	if (comp_of(v) || depth > 2 || v.kind != V_OBJ)
		return comp_of(v);
	for (uint32_t i = 0; i < v.o->m.n && i < 64; i++) {
		uint32_t c = holds(m, v.o->m.slot[i].c->v, depth + 1);
		if (c)
			return c;
	}
	return 0;
}

/* A function that is an entry: its parameters come from outside. */
static void
run_function(explorer *x, uint32_t node)
{
	vm *m = &x->m;
	args a = {.node = node};
	value self = (value){0}, r, f = (value){0};
	int is_main = strcmp(fact_str(m->t, node), "main") == 0 && m->c, has_self = 0;
	const char *name = fact_str(m->t, node);
	uint32_t n = 0;
	scope *in = NULL;
	obj *cls = NULL;

	if (m->c) {
		cell *c = map_find(&m->modules, key_int(program_file(m->p, node)));
		in = c && c->v.kind == V_OBJ ? c->v.o->scope : m->shared;
	} else {
		in = vm_module(m, program_file(m->p, node), 0)->scope;
		m->pending = X_NORMAL;
	}
	/* a method: of an object that nobody has made */
	for (uint32_t i = program_file(m->p, node); i < node; i++)
		if (m->t->node[i].kind == FACT_CLASS && m->t->node[i].end > node) {
			cell *c = scope_find(m, in, m->t->node[i].str);
			if (c && is_obj(c->v, O_CLASS))
				cls = c->v.o;
		}
	if (cls && m->t->node[node].flags & (FACT_RECEIVER | FACT_SELF)) {
		obj *o = vm_obj(m, O_INST, cls->name, node);
		o->cls = cls;
		o->loose = 1;
		self = v_obj(o);
		has_self = 1;
	} else if (cls && m->t->node[node].flags & FACT_CLASSWIDE) {
		self = v_obj(cls);
		has_self = 1;
	}
	FACT_EACH_KID(m->t, node, p) {
		char text[160];
		value v;
		uint32_t type = fact_find(m->t, p, FACT_TYPE);
		if (m->t->node[p].kind != FACT_PARAM || m->t->node[p].flags & (FACT_STAR | FACT_STARSTAR))
			continue;
		if (has_self && m->t->node[node].flags & (FACT_RECEIVER | FACT_CLASSWIDE) && n++ == 0)
			continue;
		if (is_main) {
			if (a.n == 0) {
				v = v_unk(vm_id(m, "number of arguments"));
				v.flags = VF_NUMBER;
			} else {
				v = thing(m, vm_id(m, "sys.argv"), p);
			}
		} else {
			const char *tn = type ? fact_str(m->t, type) : "";
			snprintf(text, sizeof text, "parameter %.60s of %.60s", fact_str(m->t, p), name);
			if (strcmp(tn, "int") == 0 || strcmp(tn, "float") == 0 || strcmp(tn, "bool") == 0)
				v = v_unk(vm_id(m, text));
			else
				v = vm_input(m, text, p);
		}
		if (a.n < 24) {
			a.v[a.n] = v;
			a.kw[a.n] = 0;
			a.n++;
		}
	}
	f = v_obj(vm_declare_func(m, in, node, cls));
	r = func_call(m, f.o, self, has_self, &a);
	if (m->pending == X_NORMAL) {
		r = vm_resolve(m, r, node);
		if (is_main && r.kind == V_INT)
			m->exit_status = (int)r.i;
		else if (is_main && is_obj(r, O_EXT) && strstr(vm_text(m, r.o->name), "FAIL"))
			m->exit_status = 1;
		x->handed = !is_main && (has_self || (r.kind == V_OBJ && r.o->kind != O_THING && r.o->kind != O_EXT));
		/* compiled things that are handed back, or kept in the object */
		if (holds(m, r, 0))
			vm_event(m, E_RETURNED, node, 0, holds(m, r, 0), 0);
		else if (has_self && holds(m, self, 0))
			vm_event(m, E_RETURNED, node, 0, holds(m, self, 0), 0);
	}
}

/* Runs one path; -1 if out of memory. */
static int
run(explorer *x, uint32_t entry, uint32_t bound, int loops, const uint8_t *prefix, uint32_t nprefix, fault fl, uint32_t site)
{
	vm *m = &x->m;

	reset(m);
	x->handed = 0;
	m->bound = bound;
	m->unbound_loops = loops;
	m->prefix = prefix;
	m->nprefix = nprefix;
	m->fault = fl;
	m->fault_site = site;
	m->max_steps = PATH_STEPS;
	if (setjmp(m->nomem))
		return -1;
	m->shared = scope_new(m, S_SHARED, NULL, 0);
	if (m->t->node[entry].kind == FACT_FILE) {
		m->c = 0;
		vm_module(m, entry, 1);
		if (m->web && !m->pending)
			web_run(m, entry);
	} else {
		m->c = !is_python(m->t, program_file(m->p, entry));
		if (m->c)
			vm_setup(m);
		if (m->pending != X_EXIT)
			run_function(x, entry);
	}
	x->steps += m->steps;
	return 0;
}

/* Did the path end without an error? */
static int
ended_well(const vm *m)
{
	if (m->pending == X_RAISE || m->pending == X_STOP)
		return 0;
	return m->exit_status == 0 || m->exit_status == -1;
}

/* ---- what a path shows ---- */

static outcome
judge(const vm *m, int *timed)
{
	int ticks = 0, used = 0, worked = 0, opaque = 0, failed = 0, all;
	struct { int use, work, opaque, fail; } w = {0};

	for (uint32_t i = 0; i < m->nev; i++)
		ticks += m->ev[i].kind == E_TICK;
	*timed = ticks > 1;
	all = ticks < 2;
	ticks = 0;
	for (uint32_t i = 0; i <= m->nev; i++) {
		if (i == m->nev || m->ev[i].kind == E_TICK) {
			if ((all && i == m->nev) || (!all && i < m->nev && ticks > 0)) {
				if (w.use && !w.opaque)
					used++;
				else if (w.use)
					used++;
				else if (w.opaque)
					opaque++;
				else if (w.work)
					worked++;
				else if (w.fail)
					failed++;
			}
			ticks++;
			memset(&w, 0, sizeof w);
			continue;
		}
		switch (m->ev[i].kind) {
		case E_USE: case E_RETURNED: w.use = 1; break;
		case E_WORK: w.work = 1; break;
		case E_FAILED: w.fail = 1; break;
		case E_OPAQUE:
			w.opaque = 1;
			if (m->ev[i].bit == 1)
				opaque++; /* may have changed anything */
			break;
		default: break;
		}
	}
	if (m->pending == X_STOP || (!m->complete && used == 0))
		return P_OPAQUE;
	if (!ended_well(m))
		return P_ERROR;
	if (used && used >= worked)
		return P_COMPILED;
	if (opaque)
		return P_OPAQUE;
	if (failed && !worked)
		return P_ERROR;
	return P_EAGER;
}

static int
keep(explorer *x, uint32_t entry, int must_enter)
{
	vm *m = &x->m;
	exploration *o = x->out;
	path p = {.fault = m->fault, .entry = entry, .trace = m->trace};
	uint32_t same = 0;

	/* the label must come in, and where it was seen to be tested it must be tested here */
	p.outcome = must_enter && (!m->entered_label || (x->tests && !m->tested)) ? P_NOT_ENTERED : judge(m, &p.timed);
	for (uint32_t i = 0; i < m->nev; i++) {
		p.called |= m->ev[i].kind == E_COMPILE;
		p.tried |= m->ev[i].kind == E_FAILED || m->ev[i].kind == E_HANDLER;
	}
	/* a part of a program that compiles and times nothing: who calls it may use it */
	if (p.outcome == P_EAGER && p.called && !p.timed && m->t->node[entry].kind == FACT_FUNC && !(m->c && strcmp(fact_str(m->t, entry), "main") == 0))
		p.outcome = P_OPAQUE;
	if (p.outcome == P_EAGER && !p.timed && x->handed)
		p.outcome = P_HANDED;
	for (uint32_t i = 0; i < m->ndec; i++)
		if (!m->dec[i].choice && !(m->dec[i].sym >> 31)) {
			/* a module that compiles, missing */
			const char *s = vm_text(m, m->dec[i].sym);
			if (strncmp(s, "module ", 7) == 0)
				for (size_t k = 0; symbol_at(k); k++) {
					size_t n = strcspn(s + 7, " ");
					if (strncmp(symbol_at(k)->name, s + 7, n) == 0 && symbol_at(k)->name[n] == '.' && symbol_at(k)->kind == SYM_COMPILE)
						p.tried |= strncmp(s + 7, "torch ", 6) != 0;
				}
		}
	if (p.called)
		o->compile_seen = 1;
	if (m->entered_label)
		o->found = 1;
	for (uint32_t i = 0; i < m->entered.n; i++)
		p.entered += (m->entered.slot[i].key + 1) * 0x9e3779b97f4a7c15u;
	if (!m->complete)
		o->complete = 0;
	for (uint32_t i = 0; i < o->npath; i++)
		same += o->path[i].outcome == p.outcome && o->path[i].fault == p.fault;
	if (o->npath == o->cap) {
		uint32_t cap = o->cap ? o->cap * 2 : 32;
		path *q = realloc(o->path, cap * sizeof *q);
		if (!q)
			return -1;
		o->path = q;
		o->cap = cap;
	}
	if (m->ndec) {
		if (!(p.dec = malloc(m->ndec * sizeof *p.dec)))
			return -1;
		memcpy(p.dec, m->dec, m->ndec * sizeof *p.dec);
		p.ndec = m->ndec;
	}
	if (same < 2 && m->nev) {
		p.ev = malloc(m->nev * sizeof *p.ev);
		p.frame = malloc((m->nframe + 2) * sizeof *p.frame);
		if (!p.ev || !p.frame) {
			free(p.dec);
			free(p.ev);
			free(p.frame);
			return -1;
		}
		memcpy(p.ev, m->ev, m->nev * sizeof *p.ev);
		p.nev = m->nev;
		if (m->nframe)
			memcpy(p.frame, m->frame, m->nframe * sizeof *p.frame);
		p.nframe = m->nframe;
	}
	o->path[o->npath++] = p;
	return 0;
}

/* ---- all paths of an entry ---- */

typedef struct { uint8_t *choice; uint32_t n; } prefix;

/* record: keep what each path shows. Returns -1 if out of memory. */
static int
all_paths(explorer *x, uint32_t entry, uint32_t bound, int loops, fault fl, uint32_t site, uint32_t most, uint64_t steps, int record)
{
	prefix *queue = malloc((most * 60 + 2) * sizeof *queue);
	uint32_t head = 0, tail = 1, done = 0, room = most * 60 + 2;
	uint64_t end = x->steps + steps;
	int rc = 0;

	if (!queue)
		return -1;
	queue[0] = (prefix){NULL, 0};
	for (; head < tail && rc == 0; head++) {
		vm *m = &x->m;
		if (done >= most || x->steps >= end) {
			if (record)
				x->out->complete = 0;
			break;
		}
		if (run(x, entry, bound, loops, queue[head].choice, queue[head].n, fl, site) != 0) {
			rc = -1;
			break;
		}
		done++;
		for (uint32_t i = 0; i < m->nev && !x->out->compile_seen; i++)
			x->out->compile_seen = m->ev[i].kind == E_COMPILE;
		if (record && keep(x, entry, bound || loops == 1) != 0)
			rc = -1;
		for (uint32_t k = queue[head].n; k < m->ndec && tail < room && rc == 0; k++) {
			uint8_t *c = malloc(k + 1);
			if (!c) {
				rc = -1;
				break;
			}
			for (uint32_t i = 0; i < k; i++)
				c[i] = m->dec[i].choice;
			c[k] = !m->dec[k].choice;
			queue[tail++] = (prefix){c, k + 1};
		}
		free(queue[head].choice);
		queue[head].choice = NULL;
	}
	for (; head < tail; head++)
		free(queue[head].choice);
	free(queue);
	return rc;
}

/* ---- entries ---- */

/* @app.post(...): called by requests. */
static int
is_handler(const fact_tree *t, uint32_t fn)
{
	static const char *const verbs[] = {"get", "post", "put", "route", "api_route", "websocket"};

	FACT_EACH_KID(t, fn, d)
		if (t->node[d].kind == FACT_DECOR && t->node[d + 1].kind == FACT_CALL && t->node[d + 2].kind == FACT_ATTR)
			for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
				if (strcmp(fact_str(t, d + 2), verbs[i]) == 0)
					return 1;
	return 0;
}

static int
top_level_runs(const fact_tree *t, uint32_t file)
{
	FACT_EACH_KID(t, file, k)
		switch (t->node[k].kind) {
		case FACT_FOR: case FACT_WITH: case FACT_WHILE: case FACT_CALL:
			return 1;
		case FACT_FUNC:
			if (is_handler(t, k))
				return 2;
			break;
		case FACT_IF:
			for (uint32_t i = k + 1; i < t->node[k + 1].end; i++)
				if (t->node[i].kind == FACT_NAME && strcmp(fact_str(t, i), "__name__") == 0)
					return 2;
			break;
		default: break;
		}
	return 0;
}

static int
imported(const program *p, uint32_t file)
{
	const fact_tree *t = p->t;
	const char *path = fact_str(t, file), *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	size_t n = strlen(base);

	n = n > 3 ? n - 3 : n;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_IMPORT || t->node[i].kind == FACT_FROM) {
			const char *s = fact_str(t, i), *dot = strrchr(s, '.');
			s = dot ? dot + 1 : s;
			if (strlen(s) == n && strncmp(s, base, n) == 0)
				return 1;
			for (uint32_t k = i + 1; k < t->node[i].end; k++)
				if (t->node[k].kind == FACT_NAME && strlen(fact_str(t, k)) == n && strncmp(fact_str(t, k), base, n) == 0)
					return 1;
		}
	return 0;
}

/* How much a file has to do with the label: it names it, or tests for a part of it. */
static int
related(const fact_tree *t, uint32_t file, const char *label)
{
	int best = 0;
	size_t n = strlen(label);

	for (uint32_t i = file; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_STR) {
			const char *s = fact_str(t, i);
			size_t k = t->text.len[t->node[i].str];
			if (k == n && strcmp(s, label) == 0)
				return 2;
			if (k >= 3 && k < n && strstr(label, s))
				best = 1;
		}
	return best;
}

/* Does the label stand in code, as a string of its own? */
static int
in_code(const fact_tree *t, uint32_t label)
{
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end && !(t->node[f].flags & FACT_DATA); i++)
			if (t->node[i].kind == FACT_STR && t->node[i].str == label)
				return 1;
	return 0;
}

typedef struct { uint32_t node; int rank; } entry;

static int
by_rank(const void *a, const void *b)
{
	const entry *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank > y->rank ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

static uint32_t
programs(const program *p, const char *label, entry *e, uint32_t most)
{
	const fact_tree *t = p->t;
	uint32_t n = 0;

	for (uint32_t f = 0; f < p->nfile; f++) {
		uint32_t file = p->file[f];
		int rank;
		if (t->node[file].flags & FACT_DATA)
			continue;
		if (is_python(t, file)) {
			int runs = top_level_runs(t, file);
			const char *slash = strrchr(fact_str(t, file), '/');
			if (!runs || (runs == 1 && imported(p, file)) || (slash && strcmp(slash, "/setup.py") == 0))
				continue;
			rank = related(t, file, label) * 4 + (program_relevant(p, file) ? 2 : 0) + (runs == 2);
			if (n < most)
				e[n++] = (entry){file, rank};
			continue;
		}
		for (uint32_t i = file + 1; i < t->node[file].end;) {
			if (t->node[i].kind == FACT_FUNC) {
				if (strcmp(fact_str(t, i), "main") == 0 && fact_find(t, i, FACT_BLOCK) && !(t->node[i].flags & FACT_MACRO) && n < most)
					e[n++] = (entry){i, related(t, file, label) * 4 + (program_relevant(p, i) ? 2 : 0)};
				i = t->node[i].end;
			} else if (t->node[i].kind == FACT_SPACE || t->node[i].kind == FACT_BLOCK || t->node[i].kind == FACT_IF) {
				i++;
			} else {
				i = t->node[i].end;
			}
		}
	}
	qsort(e, n, sizeof *e, by_rank);
	return n;
}

/* Functions that name the label or test for a part of it, and take something that may be it. */
static uint32_t
functions(const program *p, const char *label, entry *e, uint32_t most)
{
	const fact_tree *t = p->t;
	uint32_t n = 0, fn = 0;
	size_t len = strlen(label);

	for (uint32_t i = 0; i < t->n; i++) {
		if (t->node[i].kind == FACT_FUNC && fact_find(t, i, FACT_BLOCK) && fact_find(t, i, FACT_PARAM) && (!fn || t->node[fn].end <= i))
			fn = i;
		if (t->node[i].kind == FACT_STR && fn && i < t->node[fn].end) {
			const char *s = fact_str(t, i);
			size_t k = t->text.len[t->node[i].str];
			int rank = k == len && strcmp(s, label) == 0 ? 4 : k >= 4 && k < len && strstr(label, s) ? 2 : 0;
			if (!rank)
				continue;
			rank += program_relevant(p, fn);
			if (n && e[n - 1].node == fn) {
				if (e[n - 1].rank < rank)
					e[n - 1].rank = rank;
			} else if (n < most) {
				e[n++] = (entry){fn, rank};
			}
		}
	}
	qsort(e, n, sizeof *e, by_rank);
	return n;
}

/* ---- where the label enters ---- */

/* What the name of an input says: that it may be a label. */
static int
sounds(const char *name)
{
	static const char *const words[] = {"label", "backend", "variant", "engine", "mode", "impl", "preset", "profile", "kind", "config", "name",
		"method", "runtime", "executor", "path", "how", "plan", "type", "which"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(name, words[i]))
			return (int)(40 - i);
	return strcmp(name, "argument 1") == 0 ? 10 : strncmp(name, "argument", 8) == 0 ? 5 : strncmp(name, "variable", 8) == 0 ? 0 : 1;
}

typedef struct { uint32_t entry, name, node; int score; } seed;

/* The input of entry that most speaks for. */
static int
find_seed(explorer *x, uint32_t entry, seed *out)
{
	vm *m = &x->m;
	int best = -1;

	m->nsource = 0;
	if (all_paths(x, entry, 0, 0, FAULT_NONE, 0, FIND_PATHS, FIND_STEPS, 0) != 0)
		return -1;
	*out = (seed){.entry = entry};
	for (uint32_t i = 0; i < m->nsource; i++) {
		int s = m->source[i].score * 100 + sounds(vm_text(m, m->source[i].name));
		if (m->source[i].root && m->source[i].score < 50)
			continue; /* a part, and nothing speaks for it */
		if (s > best) {
			best = s;
			*out = (seed){entry, m->source[i].name, m->source[i].node, m->source[i].score};
		}
	}
	return 0;
}

/* All runs of one entry under the label: without failure, then with each. */
static int
run_seed(explorer *x, uint32_t entry, uint32_t bound, int loops)
{
	exploration *o = x->out;
	uint32_t from = o->npath, sites[MAX_SITES], n = 0;
	int compiled = 0;

	o->nentry++;
	if (all_paths(x, entry, bound, loops, FAULT_NONE, 0, RUN_PATHS, RUN_STEPS, 1) != 0)
		return -1;
	for (uint32_t i = from; i < o->npath; i++) {
		compiled |= o->path[i].outcome == P_COMPILED;
		for (uint32_t k = 0; o->path[i].ev && k < o->path[i].nev; k++)
			if (o->path[i].ev[k].kind == E_COMPILE && n < MAX_SITES) {
				uint32_t s = 0;
				while (s < n && sites[s] != o->path[i].ev[k].node)
					s++;
				if (s == n)
					sites[n++] = o->path[i].ev[k].node;
			}
	}
	if (!compiled)
		return 0;
	if (all_paths(x, entry, bound, loops, FAULT_CALL, 0, FAULT_PATHS, RUN_STEPS / 4, 1) != 0 ||
	    all_paths(x, entry, bound, loops, FAULT_USE, 0, FAULT_PATHS, RUN_STEPS / 4, 1) != 0)
		return -1;
	for (uint32_t s = 0; s < n && n > 1; s++)
		if (all_paths(x, entry, bound, loops, FAULT_CALL, sites[s], FAULT_PATHS / 4, RUN_STEPS / 16, 1) != 0)
			return -1;
	return 0;
}

static int
seeds(explorer *x, const program *p, const char *label)
{
	exploration *o = x->out;
	entry *e = malloc(2 * MAX_ENTRIES * 64 * sizeof *e);
	seed best[MAX_ENTRIES], s;
	uint32_t n, nbest = 0;
	int top = 0, rc = 0;

	if (!e)
		return -1;
	n = programs(p, label, e, MAX_ENTRIES * 64);
	if (n > MAX_ENTRIES) {
		/* those that have nothing to do with the label are left out */
		while (n > MAX_ENTRIES && e[n - 1].rank < 4)
			n--;
		if (n > MAX_ENTRIES)
			n = MAX_ENTRIES;
	}
	for (uint32_t i = 0; i < n && rc == 0 && x->steps < x->limit / 2; i++) {
		if ((rc = find_seed(x, e[i].node, &s)) != 0)
			break;
		best[nbest++] = s;
		if (s.score > top)
			top = s.score;
	}
	/* where something is tested against the label */
	for (uint32_t i = 0; i < nbest && rc == 0 && top >= 50; i++)
		if (best[i].score >= 50) {
			if (!o->source) {
				o->source = best[i].name;
				o->source_node = best[i].node;
			}
			o->strong = 1;
			x->tests = 1;
			rc = run_seed(x, best[i].entry, best[i].name, 0);
			x->tests = 0;
		}
	/* a loop over labels */
	if (!o->found)
		for (uint32_t i = 0; i < n && rc == 0 && x->steps < x->limit; i++) {
			uint32_t had = o->npath;
			int complete = o->complete;
			if (e[i].rank < 4 && n > 8)
				continue;
			if ((rc = all_paths(x, e[i].node, 0, 1, FAULT_NONE, 0, FIND_PATHS / 4, FIND_STEPS / 2, 1)) != 0)
				break;
			int entered = 0;
			for (uint32_t k = had; k < o->npath; k++)
				entered |= o->path[k].outcome != P_NOT_ENTERED;
			for (uint32_t k = had; k < o->npath; k++) {
				free(o->path[k].dec);
				free(o->path[k].ev);
				free(o->path[k].frame);
			}
			o->npath = had;
			o->complete = complete;
			if (entered)
				rc = run_seed(x, e[i].node, 0, 1);
		}
	/* a function that takes it */
	if (!o->found && rc == 0) {
		uint32_t k = functions(p, label, e, MAX_ENTRIES * 64), tried = 0;
		int hits = 0;
		for (uint32_t i = 0; i < k && rc == 0 && tried < 24 && x->steps < x->limit; i++) {
			tried++;
			if ((rc = find_seed(x, e[i].node, &s)) != 0)
				break;
			if (s.score < 50 || (hits && s.score < 90))
				continue;
			hits++;
			if (!o->source) {
				o->source = s.name;
				o->source_node = s.node;
			}
			o->strong = 1;
			x->tests = 1;
			rc = run_seed(x, s.entry, s.name, 0);
			x->tests = 0;
		}
	}
	/* what sounds like it, in a program that takes any text; not where the code names the
	 * label somewhere and it was not seen how it gets there */
	if (!o->found && rc == 0 && !in_code(p->t, o->label))
		for (uint32_t i = 0; i < nbest && rc == 0; i++)
			if (best[i].name && (nbest == 1 || best[i].score > 0) && (strncmp(p->t->text.str[best[i].name], "variable", 8) != 0 || sounds(p->t->text.str[best[i].name]) > 33)) {
				if (!o->source) {
					o->source = best[i].name;
					o->source_node = best[i].node;
				}
				rc = run_seed(x, best[i].entry, best[i].name, 0);
			}
	/* a label that the program only writes: the whole of it is its path */
	if (!o->found && rc == 0)
		for (uint32_t i = 0; i < nbest && rc == 0; i++)
			if (n == 1 && related(p->t, program_file(p, best[i].entry), label) == 2 && !best[i].name) {
				o->found = 1;
				rc = run_seed(x, best[i].entry, 0, 0);
			}
	free(e);
	return rc;
}

int
explore(fact_tree *t, const program *p, const symbols *s, const char *label, uint64_t steps, exploration *out)
{
	explorer *x = calloc(1, sizeof *x);
	int rc = -1;

	memset(out, 0, sizeof *out);
	if (!x)
		return -1;
	out->complete = 1;
	x->out = out;
	x->m.t = t;
	x->m.p = p;
	x->m.symbols = s;
	x->limit = steps;
	if ((x->want = as_intern_id(&t->text, label, strlen(label))) != UINT32_MAX) {
		x->m.label = x->want;
		out->label = x->want;
		rc = seeds(x, p, label);
	}
	for (struct block *b = x->m.arena, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	for (struct block *b = x->m.spare, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	free(x->m.dec);
	free(x->m.ev);
	free(x->m.frame);
	free(x->m.trail);
	free(x->m.source);
	free(x->m.info);
	free(x->m.imports);
	free(x);
	return rc;
}

void
exploration_free(exploration *x)
{
	for (uint32_t i = 0; i < x->npath; i++) {
		free(x->path[i].dec);
		free(x->path[i].ev);
		free(x->path[i].frame);
	}
	free(x->path);
	memset(x, 0, sizeof *x);
}
