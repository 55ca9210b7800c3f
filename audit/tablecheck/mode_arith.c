#include "mode_arith.h"

#include <stdio.h>
#include <string.h>

#include "arith.h"

/* --as: a name, = and a column. */
static int
check_as(const mode_arith *m, as_err *e)
{
	for (size_t i = 0; i < m->nas; i++) {
		const char *eq = strchr(m->as[i], '=');

		if (eq == NULL || eq == m->as[i] || !eq[1])
			return as_fail(e, NULL, 0, "--as needs NAME=COLUMN, not '%s'", m->as[i]);
	}
	return 0;
}

static int
read_relations(const mode_arith *m, relations *r, as_err *e)
{
	r->level = m->level;
	for (size_t i = 0; i < m->nrel; i++)
		if (relations_add(r, m->rel[i], NULL, 0, e) != 0)
			return -1;
	for (size_t i = 0; i < m->whole.n; i++)
		if (relations_add_whole(r, m->whole.v[i], e) != 0)
			return -1;
	if (m->rels && relations_read(r, m->rels, e) != 0)
		return -1;
	for (size_t i = 0; i < m->nas; i++) /* the user's relations may use either name */
		if (relations_rename(r, m->as[i], e) != 0)
			return -1;
	if (relations_add_builtin(r, e) != 0)
		return -1;
	if (m->only.n && relations_keep(r, m->only.v, m->only.n, 0, "--only", e) != 0)
		return -1;
	return m->except.n ? relations_keep(r, m->except.v, m->except.n, 1, "--except", e) : 0;
}

/* A relation of the command line that no row has all cells of is a slip. */
static int
check_used(const mode_arith *m, const relations *r, const findings *out, const facts *f, as_err *e)
{
	size_t asked = m->only.n || m->except.n ? 0 : m->nrel + m->whole.n;

	for (size_t k = 0; k < asked; k++) {
		const relation *rel = &r->v[k];
		size_t i = 0;

		while (i < out->n && !relation_is_variant(out->v[i].relation, rel))
			i++;
		if (i < out->n)
			continue;
		for (int c = 0; c < rel->refs.n; c++)
			if (as_intern_find(&f->text, rel->refs.v[c].column, strlen(rel->refs.v[c].column)) == UINT32_MAX)
				return as_fail(e, NULL, 0, "relation '%s': there is no column '%s'", rel->text,
				    rel->refs.v[c].column);
		return as_fail(e, NULL, 0, "relation '%s': no row has all of its columns", rel->text);
	}
	return 0;
}

int
mode_arith_fill(const mode_arith *m, as_table *t, as_format format, int *status, as_err *e)
{
	facts_options o = {m->key.v, m->key.n, m->exact.v, m->exact.n, m->as, m->nas};
	facts f = {.pair = m->pair};
	relations r = {0};
	findings out = {0};
	int bad = check_as(m, e) != 0 || read_relations(m, &r, e) != 0;

	for (size_t i = 0; i < m->nfile && !bad; i++)
		bad = facts_read(&f, m->file[i], &o, e) != 0;
	bad = bad || arith_judge(&out, &f, &r, e) != 0 || check_used(m, &r, &out, &f, e) != 0;
	if (!bad) {
		if (m->summary)
			arith_summary(t, &out);
		else
			arith_report(t, &f, &out, m->findings, format);
		*status = out.count[INCONSISTENT] ? 1 : out.count[UNDECIDED] || out.n == 0 ? 3 : 0;
	}
	findings_free(&out);
	relations_free(&r);
	facts_free(&f);
	return bad ? -1 : 0;
}

void
mode_arith_relations(void)
{
	for (size_t i = 0; relations_builtin[i]; i++)
		puts(relations_builtin[i]);
}
