/* cnames.c - names with their scopes and template arguments, as text and as expressions. */
#include <string.h>

#include "cread_impl.h"

void
c_path_text(cparse *p, uint32_t from, uint32_t to, size_t *n)
{
	size_t need = 1;
	char *out;

	for (uint32_t i = from; i < to; i = c_after(p, i))
		need += p->tok[i].n + 1;
	out = c_scratch(p, need);
	*n = 0;
	if (p->t->nomem)
		return;
	for (uint32_t i = from; i < to;) {
		const ctok *t = &p->tok[i];

		if (t->k == '<' && !p->special && *n > 0 && !(*n >= 8 && memcmp(out + *n - 8, "operator", 8) == 0)) {
			uint32_t a = c_scan_angle(p, i);
			if (a && a <= to) {
				i = a;
				continue;
			}
		}
		if (t->k == C_SCOPE) {
			if (*n > 0)
				out[(*n)++] = '.';
		} else if (t->k != CW_TEMPLATE) {
			if (c_is_builtin(t->k) && *n > 0 && !strchr("<,.", out[*n - 1]))
				out[(*n)++] = ' ';
			memcpy(out + *n, p->x->s + t->at, t->n);
			*n += t->n;
		}
		i = c_after(p, i);
	}
}

void
c_angle_key(cparse *p, uint32_t i, uint32_t end)
{
	uint32_t at = p->t->n, line = p->tok[i].line, j = c_after(p, i), stop;
	unsigned n = 0;

	while (j < end && c_kind(p, j) != '>') {
		int depth = 0;

		for (stop = j; stop < end; stop = c_after(p, stop)) {
			uint16_t k = c_kind(p, stop);
			if ((k == '(' || k == '[' || k == '{') && c_past(p, stop) < end) {
				stop = p->tok[stop].match;
				continue;
			}
			if ((k == ',' || k == '>') && depth == 0)
				break;
			depth += k == '<' ? 1 : k == '>' ? -1 : 0;
		}
		if (stop == j)
			break;
		while (c_is_qualifier(c_kind(p, j)) || c_kind(p, j) == CW_TYPENAME || c_is_class_key(c_kind(p, j)))
			j = c_after(p, j);
		n++;
		if (c_scan_path(p, j) > j) {
			uint32_t e = c_scan_path(p, j), flags = 0, arg = p->t->n;

			if (c_scan_pointers(p, e, &flags) == stop) {
				c_path_expr(p, j, e);
				if (!p->t->nomem)
					p->t->node[arg].flags |= flags & (FACT_POINTER | FACT_REF);
			} else {
				c_leaf_text(p, FACT_UNKNOWN, j, stop);
			}
		} else if (c_kind(p, j) == C_NUM || c_kind(p, j) == CW_TRUE || c_kind(p, j) == CW_FALSE) {
			uint32_t pos = p->pos;

			p->pos = j;
			if (c_after(p, j) == stop)
				c_literal(p);
			else
				c_leaf_text(p, FACT_UNKNOWN, j, stop);
			p->pos = pos;
		} else {
			c_leaf_text(p, FACT_UNKNOWN, j, stop);
		}
		j = c_kind(p, stop) == ',' ? c_after(p, stop) : stop;
	}
	if (n == 0)
		c_leaf_text(p, FACT_UNKNOWN, i, i);
	else if (n > 1)
		c_wrap(p, at, FACT_TUPLE, line, "", 0);
}

void
c_path_expr(cparse *p, uint32_t from, uint32_t to)
{
	uint32_t at = p->t->n, i = from;
	int first = 1;

	if (p->t->nopen > FACT_MAX_DEPTH - 8 || p->rec > 300) {
		c_leaf_text(p, FACT_UNKNOWN, from, to);
		return;
	}
	p->rec++;
	while (i < to) {
		const ctok *t = &p->tok[i];
		uint32_t e = c_after(p, i);

		if (t->k == C_SCOPE || t->k == CW_TEMPLATE) {
			i = e;
			continue;
		}
		if (t->k == '<' && !first && (e = c_scan_angle(p, i)) != 0) {
			c_angle_key(p, i, e);
			c_wrap(p, at, FACT_INDEX, t->line, "", 0);
			i = e;
			continue;
		}
		if (t->k == CW_OPERATOR || t->k == '~') { /* the rest is its name */
			size_t n;
			c_path_text(p, i, to, &n);
			if (first) {
				c_node(p, FACT_NAME, t->line, 0, p->buf ? p->buf : "", n);
				c_done(p);
			} else {
				char name[64];
				n = n < sizeof name ? n : sizeof name;
				memcpy(name, p->buf, n);
				c_wrap(p, at, FACT_ATTR, t->line, name, n);
			}
			break;
		}
		if (first) {
			c_node_tok(p, FACT_NAME, 0, i);
			c_done(p);
		} else {
			c_wrap(p, at, FACT_ATTR, t->line, p->x->s + t->at, t->n);
		}
		first = 0;
		i = e;
	}
	p->rec--;
}

void
c_type_node(cparse *p, const cspec *d, uint32_t flags)
{
	size_t n;
	uint32_t line = p->tok[d->from < p->x->ntok ? d->from : 0].line;

	if (d->from == d->to) {
		char name[32];

		if (d->def == C_NONE)
			return;
		line = p->tok[d->def].line;
		snprintf(name, sizeof name, "struct %u", line);
		c_node(p, FACT_TYPE, line, flags, name, strlen(name));
		c_done(p);
		return;
	}
	c_path_text(p, d->from, d->to, &n);
	c_node(p, FACT_TYPE, line, flags, p->buf ? p->buf : "", n);
	for (uint32_t i = d->from; i < d->to && !p->special; i = c_after(p, i)) {
		uint32_t e = c_kind(p, i) == '<' ? c_scan_angle(p, i) : 0;

		if (e && e >= d->to) /* of the last name */
			c_angle_key(p, i, e);
		if (e)
			i = e - 1;
	}
	c_done(p);
}

void
c_template_params(cparse *p)
{
	uint32_t i = p->of, end = p->of_end;

	p->of = p->of_end = 0;
	while (i < end && c_kind(p, i) != '>') {
		uint32_t name = C_NONE, def = C_NONE, stop = i;

		for (int depth = 0; stop < end; stop = c_after(p, stop)) {
			uint16_t k = c_kind(p, stop);

			if ((k == ',' || k == '>') && depth == 0)
				break;
			depth += k == '<' ? 1 : k == '>' ? -1 : 0;
			if (k == C_ID && def == C_NONE && depth == 0)
				name = stop;
			if (k == '=' && depth == 0 && def == C_NONE)
				def = c_after(p, stop);
			if ((k == '(' || k == '[' || k == '{') && c_closed(p, stop))
				stop = p->tok[stop].match;
		}
		if (name != C_NONE && name > i) { /* with its kind before it */
			c_node_tok(p, FACT_TPARAM, 0, name);
			if (def != C_NONE && c_scan_path(p, def) == stop) {
				c_node(p, FACT_DEFAULT, p->tok[def].line, 0, "", 0);
				c_path_expr(p, def, stop);
				c_done(p);
			} else if (def != C_NONE && c_after(p, def) == stop && (c_kind(p, def) == C_NUM || c_kind(p, def) == CW_TRUE || c_kind(p, def) == CW_FALSE)) {
				uint32_t pos = p->pos;

				c_node(p, FACT_DEFAULT, p->tok[def].line, 0, "", 0);
				p->pos = def;
				c_literal(p);
				p->pos = pos;
				c_done(p);
			}
			c_done(p);
		}
		i = c_kind(p, stop) == ',' ? c_after(p, stop) : end;
	}
}
