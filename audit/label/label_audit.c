/* label_audit.c - the files of a question, read and judged; see src_audit(). */
#include <pthread.h>

#include "label_engine.h"

enum { STACK = 256 << 20 }; /* only what is used of it is taken */

typedef struct {
	const src_question *q;
	src_report *r;
	as_err *e;
	int rc;
} job;

static int read_all(program *p, as_err *e) {
	source **python = take(p, (p->nfile + 1) * sizeof *python);
	uint32_t npython = 0;
	for (uint32_t i = 0; i < p->nfile; i++) {
		source *f = p->file[i];
		if (f->lang != LANG_C && !f->unread) python[npython++] = f;
	}
	if (npython && read_python(p, python, npython, e) != 0) return -1;
	for (uint32_t i = 0; i < p->nfile; i++)
		if (p->file[i]->lang == LANG_C && !p->file[i]->unread) read_c(p, p->file[i]);
	program_index(p);
	program_options(p);
	return 0;
}

/* Does some file have the word, as it is given or with '_' for '-'? */
static bool in_files(program *p, const char *word) {
	char *s = strcpy(take(p, strlen(word) + 1), word);
	bool have = name_have(p, s) != NULL;
	for (char *c = s; *c; c++) *c = *c == '-' ? '_' : *c;
	return have || name_have(p, s);
}

/* OPTION=VALUE of --set. */
static int settings(program *p, const src_question *q, setopt *set, as_err *e) {
	for (size_t i = 0; i < q->nset; i++) {
		const char *s = q->set[i] + strspn(q->set[i], "-"), *eq = strchr(s, '=');
		if (!eq || eq == s)
			return as_fail(e, NULL, 0, "--set needs OPTION=VALUE, not '%s'", q->set[i]);
		char *name = memcpy(take(p, (size_t)(eq - s) + 1), s, (size_t)(eq - s));
		const char *dot = strrchr(name, '.');
		if (!in_files(p, name) && !in_files(p, dot ? dot + 1 : name))
			return as_fail(e, NULL, 0, "--set %s: the files have no such option", name);
		set[i].name = dashes_to_underscores(p, name_n(p, s, (size_t)(eq - s)));
		set[i].value = k_literal(p, eq + 1);
	}
	return 0;
}

static void what_was_read(program *p, src_report *r) {
	for (uint32_t i = 0; i < p->nfile; i++) {
		const source *f = p->file[i];
		if (!f->unread) *PUSH(p, r->file, r->nfile) = f->path;
		else *PUSH(p, r->unread, r->nunread) = (unread_file){f->path, f->unread};
	}
}

/* A label after the first that takes the same ways says so. */
static void twins(src_report *r) {
	for (uint32_t i = 1; i < r->nf; i++)
		for (uint32_t k = 0; k < i && !r->f[i].twin; k++)
			if (r->f[i].ways && r->f[i].ways == r->f[k].ways && !r->f[k].twin)
				r->f[i].twin = r->f[k].label;
}

static int answer(const job *j, program *p) {
	const src_question *q = j->q;
	src_report *r = j->r;
	setopt *set = take(p, (q->nset + 1) * sizeof *set);
	site *s;
	if (walk_paths(p, q->path, q->npath, j->e) != 0 || read_all(p, j->e) != 0 ||
	    settings(p, q, set, j->e) != 0)
		return -1;
	what_was_read(p, r);
	uint32_t n = find_sites(p, q->symbol, (uint32_t)q->nsymbol, &s);
	uint32_t nlabel = q->labels ? q->labels->n : 0;
	for (uint32_t i = 0; i < n; i++)
		r->nsites += s[i].use != USE_SUSPECT && s[i].use != USE_LIB;
	if (nlabel + q->is_default == 0) list_sites(p, s, n, r);
	r->f = take(p, (nlabel + 1) * sizeof *r->f);
	for (uint32_t i = 0; i < nlabel + q->is_default; i++) {
		finding *f = &r->f[r->nf++];
		bool is_default = i == nlabel;
		const char *label = is_default ? "" : q->labels->str[i];
		f->label = is_default ? "(default)" : name_of(p, label);
		audit_label(p, label, is_default, set, (uint32_t)q->nset, s, n, f);
	}
	twins(r);
	return 0;
}

static void *work(void *arg) {
	job *j = arg;
	program *p = j->r->program = program_new();
	jmp_buf nomem;
	if (p && setjmp(nomem) == 0) {
		p->nomem = &nomem;
		j->rc = answer(j, p);
	} else as_nomem(j->e);
	return NULL;
}

int src_audit(const src_question *q, src_report *r, as_err *e) {
	job j = {.q = q, .r = r, .e = e, .rc = -1};
	pthread_attr_t attr;
	pthread_t thread;
	*r = (src_report){0};
	/* expressions within expressions need more than the stack that the program got */
	int made = pthread_attr_init(&attr);
	if (made == 0) {
		made = pthread_attr_setstacksize(&attr, (size_t)STACK);
		if (made == 0) made = pthread_create(&thread, &attr, work, &j);
		pthread_attr_destroy(&attr);
	}
	if (made == 0) pthread_join(thread, NULL);
	else as_nomem(e);
	return j.rc;
}

void src_report_free(src_report *r) {
	if (r->program) program_free(r->program);
	*r = (src_report){0};
}
