#include "page_samples.h"

#include "memory_text.h"

static int
has_several(const samples *s, size_t col)
{
	const as_col *c = &s->f.col[col];

	for (size_t i = 1; c->present && i < s->f.n; i++)
		if (c->id[i] != c->id[0])
			return 1;
	return 0;
}

static void
default_groups(samples *s, size_t nfile, samples_kind kind)
{
	enum { FILE_NAME, RUN };

	for (size_t i = RUN; kind == SAMPLES_CELLS && i < AS_SEQUENCE_KEYS; i++)
		if (s->f.col[i].present)
			s->col[s->nby++] = i;
	if (kind != SAMPLES_FILES)
		return;
	if (nfile > 1)
		s->col[s->nby++] = FILE_NAME;
	/* two files of one command each differ in both: the file says all */
	if (nfile < 2 && has_several(s, SAMPLES_COMMAND))
		s->col[s->nby++] = SAMPLES_COMMAND;
	if (has_several(s, SAMPLES_BENCHMARK))
		s->col[s->nby++] = SAMPLES_BENCHMARK;
}

int
samples_read(samples *s, char *const *path, size_t n, const as_opts *o, samples_kind kind,
    as_err *e)
{
	as_want want[SAMPLES_NWANT + AS_OPTS_MAX] = {AS_SEQUENCE_WANTS};
	size_t nwant = SAMPLES_NWANT;

	*s = (samples){.nby = 0};
	want[SAMPLES_SERVED] = (as_want){"served", AS_KEY, 1};
	want[SAMPLES_COMMAND] = (as_want){"command", AS_KEY, 1};
	want[SAMPLES_BENCHMARK] = (as_want){"benchmark", AS_KEY, 1};
	want[SAMPLES_VALUE] = (as_want){o->value.n ? o->value.v[0] : "latency_ms", AS_VAL, 0};
	for (size_t i = 0; i < o->group.n; i++)
		want[nwant++] = (as_want){o->group.v[i], AS_KEY, 0};
	const as_read read = as_opts_read(o, want, nwant);
	if (as_frame_read(&s->f, path, n, &read, e) != 0)
		return -1;
	for (size_t i = 0; i < o->group.n; i++)
		s->col[s->nby++] = SAMPLES_NWANT + i;
	if (o->group.n == 0)
		default_groups(s, n, kind);
	if (as_group(&s->g, &s->f, s->col, s->nby, e) == 0)
		return 0;
	as_frame_free(&s->f);
	return -1;
}

void
samples_free(samples *s)
{
	as_group_free(&s->g);
	as_frame_free(&s->f);
}

char *
samples_by(const samples *s)
{
	char *by = NULL;
	size_t n;
	FILE *fp = open_memstream(&by, &n);

	for (size_t i = 0; fp && i < s->nby; i++)
		fprintf(fp, "%s%s", i ? "," : "", s->f.col[s->col[i]].name);
	return fp ? as_memory_text(fp, &by) : NULL;
}
