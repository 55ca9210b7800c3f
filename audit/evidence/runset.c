#include "runset.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#include "grow.h"

const char *
ev_path(ev_run *r, const char *below)
{
	return as_text(&r->keep, "%s/%s", r->dir, below);
}

uint32_t
ev_intern(ev_run *r, as_intern *t, const char *s, size_t n)
{
	uint32_t id = as_intern_id(t, s, n);

	r->keep.nomem |= id == UINT32_MAX;
	return id;
}

const ev_cell *
ev_eager_of(const ev_run *r, const ev_cell *c)
{
	return &r->cell[c->eager] == c ? NULL : &r->cell[c->eager];
}

double
ev_num(const cJSON *o, const char *key)
{
	const cJSON *v = ev_get(o, key);

	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

double
ev_count(const cJSON *o, const char *path)
{
	double n = as_json_number(o, path);

	return isnan(n) ? 0 : n;
}

double
ev_total(const cJSON *list, const char *path)
{
	const cJSON *v;
	double sum = 0;

	cJSON_ArrayForEach(v, list)
		sum += ev_count(v, path);
	return sum;
}

double
ev_counts_text(const cJSON *counts, char *text, size_t size)
{
	const cJSON *v;
	double sum = 0;
	size_t len = 0;

	text[0] = '\0';
	cJSON_ArrayForEach(v, counts)
		if (cJSON_IsNumber(v) && len + 70 < size) {
			len += (size_t)snprintf(text + len, size - len, "%s%.50s %.0f", len ? ", " : "", v->string,
			    v->valuedouble);
			sum += v->valuedouble;
		}
	return sum;
}

const char *
ev_source(const ev_cell *c)
{
	return c->file ? c->file : c->csv;
}

const cJSON *
ev_prompts(const ev_cell *c)
{
	const cJSON *v = ev_get(ev_get(c->doc, "spec"), "prompts");

	return cJSON_IsArray(v) && v->child ? v : NULL;
}

double
ev_compile_ms(const ev_cell *c)
{
	return ev_num(c->compile, ev_get(c->compile, "compile_wrapper_ms") ? "compile_wrapper_ms" :
	    "compile_time_ms");
}

double
ev_last_ns(const ev_cell *c)
{
	const cJSON *list = ev_get(c->doc, "samples");
	/* cJSON's first item points at the last */
	const cJSON *s = cJSON_IsArray(list) && list->child ? list->child->prev : NULL;

	while (s && s != list->child && ev_num(s, "process") > 1) /* another process checked later */
		s = s->prev;
	s = ev_get(s, "end_ns");
	return cJSON_IsNumber(s) ? s->valuedouble : -1;
}

int
ev_same_family(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	return n && m && strncmp(a, b, n < m ? n : m) == 0;
}

/* Whether the word of letters before end, or before one sign that is none, denies what follows. */
static int
is_denied(const char *name, const char *end)
{
	static const char *const no[] = {"un", "no", "non", "not"};
	const char *from;

	end -= end > name && !isalnum((unsigned char)end[-1]);
	for (from = end; from > name && isalpha((unsigned char)from[-1]); from--)
		;
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (strlen(no[i]) == (size_t)(end - from) && strncasecmp(from, no[i], strlen(no[i])) == 0)
			return 1;
	return 0;
}

int
ev_names_compile(const char *backend)
{
	for (const char *p = backend; (p = strcasestr(p, "compile")); p++) {
		const char *next = p + strlen("compile");

		next += *next == 'd' || *next == 'D';
		next += *next && !isalnum((unsigned char)*next);
		if (!is_denied(backend, p) &&
		    (strncasecmp(next, "off", 3) != 0 || isalnum((unsigned char)next[3])))
			return 1;
	}
	return 0;
}

const ev_mode *
ev_mode_of(const ev_run *r, const char *mode)
{
	for (size_t i = 0; i < r->nmode; i++)
		if (strcmp(r->mode[i].name, mode) == 0)
			return &r->mode[i];
	return NULL;
}

ev_cell *
ev_new_cell(ev_run *r, as_err *e)
{
	ev_cell *c;

	if (as_grow(&r->cell, r->ncell, &r->cellcap, sizeof *r->cell) != 0) {
		as_nomem(e);
		return NULL;
	}
	c = &r->cell[r->ncell++];
	*c = (ev_cell){.mode = "", .model = "", .scenario = "", .backend = "", .dtype = "",
	    .started = NAN, .ended = NAN};
	return c;
}
