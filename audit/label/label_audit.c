/* label_audit.c - the files of a question, read and judged; see src_audit(). */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

#include "label_engine.h"
#include "label_report.h"
#include "label_verdict.h"
#include "label_walk.h"

enum { STACK = 256 << 20, MOST_BYTES = 16 << 20 }; /* of the stack only what is used is taken */

typedef struct {
	const src_question *q;
	const walk *w;
	src_report *r;
	as_err *e;
	int rc;
} job;

static source *add_source(program *p, const walk_file *f, as_err *e) {
	char *text = NULL;
	size_t n = 0;
	source *s;
	lang lang = f->kind == WALK_PYTHON ? LANG_PYTHON : f->kind == WALK_C ? LANG_C : 0;
	const char *why = f->why;

	if (!why && as_slurp(f->path, MOST_BYTES, &text, &n, e) != 0) why = e->msg;
	s = source_add(p, f->path, why ? "" : text, why ? 0 : n, lang);
	if (why) s->unread = name_of(p, why);
	free(text);
	return s;
}

static int read_all(program *p, const walk *w, as_err *e) {
	source **python = take(p, (w->n + 1) * sizeof *python);
	uint32_t npython = 0;

	for (size_t i = 0; i < w->n; i++) {
		source *f = add_source(p, &w->file[i], e);

		if (w->file[i].kind != WALK_C && !f->unread) python[npython++] = f;
	}
	if (npython && read_python(p, python, npython, e) != 0) return -1;
	for (size_t i = 0; i < w->n; i++)
		if (w->file[i].kind == WALK_C && !p->file[i]->unread) read_c(p, p->file[i]);
	program_index(p);
	program_options(p);
	return 0;
}

/* NAME=VALUE of --set. */
static int settings(program *p, const src_question *q, setopt **set, as_err *e) {
	*set = take(p, (q->nset + 1) * sizeof **set);
	for (size_t i = 0; i < q->nset; i++) {
		const char *s = q->set[i] + strspn(q->set[i], "-"), *eq = strchr(s, '=');

		if (!eq || eq == s)
			return as_fail(e, NULL, 0, "--set wants OPTION=VALUE, not '%s'", q->set[i]);
		(*set)[i].name = dashes_to_underscores(p, name_n(p, s, (size_t)(eq - s)));
		(*set)[i].value = k_literal(p, eq + 1);
	}
	return 0;
}

static int what_was_read(const program *p, src_report *r) {
	r->file = calloc(p->nfile + 1, sizeof *r->file);
	r->unread = calloc(p->nfile + 1, sizeof *r->unread);
	if (!r->file || !r->unread) return -1;
	for (uint32_t i = 0; i < p->nfile; i++) {
		const source *f = p->file[i];

		if (!f->unread) {
			r->lines += f->lines;
			if (!(r->file[r->nfile++] = strdup(f->path))) return -1;
			continue;
		}
		r->unread[r->nunread].file = strdup(f->path);
		r->unread[r->nunread].why = strdup(f->unread);
		if (!r->unread[r->nunread].file || !r->unread[r->nunread].why) return -1;
		r->nunread++;
	}
	return 0;
}

/* A label after the first that takes the same ways says so. */
static int twins(src_report *r) {
	for (uint32_t i = 1; i < r->nf; i++)
		for (uint32_t k = 0; k < i && !r->f[i].twin; k++)
			if (r->f[i].ways && r->f[i].ways == r->f[k].ways && !r->f[k].twin && !(r->f[i].twin = strdup(r->f[k].label)))
				return -1;
	return 0;
}

static int judge_all(program *p, const src_question *q, const setopt *set, src_report *r, as_err *e)
{
	site *s;
	uint32_t n = find_sites(p, q->symbol, (uint32_t)q->nsymbol, &s), nlabel = q->labels ? q->labels->n : 0;

	for (uint32_t i = 0; i < n; i++)
		r->nsites += s[i].use != USE_SUSPECT && s[i].use != USE_LIB;
	if (nlabel + q->is_default == 0) return list_sites(p, s, n, r) != 0 ? as_nomem(e) : 0;
	if (!(r->f = calloc(nlabel + 1, sizeof *r->f))) return as_nomem(e);
	for (uint32_t i = 0; i < nlabel + q->is_default; i++) {
		bool is_default = i == nlabel;

		if (!(r->f[r->nf++].label = strdup(is_default ? "(default)" : q->labels->str[i])))
			return as_nomem(e);
		audit_label(p, is_default ? "" : q->labels->str[i], is_default, set, (uint32_t)q->nset, s, n, &r->f[i]);
		if (!r->f[i].reason) return as_nomem(e);
	}
	return twins(r) != 0 ? as_nomem(e) : 0;
}

static int answer(const job *j, program *p) {
	setopt *set;

	if (settings(p, j->q, &set, j->e) != 0 || read_all(p, j->w, j->e) != 0) return -1;
	if (what_was_read(p, j->r) != 0) return as_nomem(j->e);
	return judge_all(p, j->q, set, j->r, j->e);
}

static void *work(void *arg) {
	job *j = arg;
	program *p = program_new();
	jmp_buf nomem;

	j->rc = -1;
	if (!p) {
		as_nomem(j->e);
		return NULL;
	}
	p->nomem = &nomem;
	if (setjmp(nomem) == 0) j->rc = answer(j, p);
	else as_nomem(j->e);
	program_free(p);
	return NULL;
}

int src_audit(const src_question *q, src_report *r, as_err *e) {
	walk w;
	job j = {q, &w, r, e, -1};
	pthread_attr_t attr;
	pthread_t thread;
	int made = 0;

	*r = (src_report){0};
	if (walk_paths(&w, q->path, q->npath, e) == 0) {
		/* expressions within expressions would not be safe on the stack that the program got */
		if (pthread_attr_init(&attr) == 0) {
			made = pthread_attr_setstacksize(&attr, (size_t)STACK) == 0 && pthread_create(&thread, &attr, work, &j) == 0;
			pthread_attr_destroy(&attr);
		}
		if (made) pthread_join(thread, NULL);
		else as_nomem(e);
	}
	walk_free(&w);
	return j.rc;
}
