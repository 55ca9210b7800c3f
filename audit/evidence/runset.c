#include "runset.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

const char *
ev_path(ev_run *r, const char *below)
{
	return ev_text(&r->keep, "%s/%s", r->dir, below);
}

const ev_cell *
ev_eager_of(const ev_run *r, const ev_cell *c)
{
	return &r->cell[c->eager] == c ? NULL : &r->cell[c->eager];
}

const char *
ev_str(const cJSON *o, const char *key)
{
	const cJSON *v = o ? cJSON_GetObjectItemCaseSensitive(o, key) : NULL;

	return cJSON_IsString(v) ? v->valuestring : "";
}

int
ev_is_code(const char *served)
{
	return strcmp(served, "compiled") == 0 || strcmp(served, "replay") == 0;
}

double
ev_compile_ms(const ev_cell *c)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(c->compile, "compile_wrapper_ms");

	if (!v)
		v = cJSON_GetObjectItemCaseSensitive(c->compile, "compile_time_ms");
	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}

double
ev_last_ns(const ev_cell *c)
{
	const cJSON *s = c->doc ? cJSON_GetObjectItemCaseSensitive(c->doc, "samples") : NULL;

	/* cJSON's first item points at the last */
	s = cJSON_IsArray(s) && s->child ? s->child->prev : NULL;
	s = s ? cJSON_GetObjectItemCaseSensitive(s, "end_ns") : NULL;
	return cJSON_IsNumber(s) ? s->valuedouble : -1;
}

int
ev_same_family(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	return n && m && strncmp(a, b, n < m ? n : m) == 0;
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
