/* cclass.c - classes, structs, unions and enums. */
#include <string.h>

#include "cread_impl.h"

static void
class_member(cparse *p)
{
	uint16_t k = c_cur(p);
	uint32_t at = p->t->n;
	int section = k == C_ID && c_is(p, p->pos, "Q_SIGNAL") ? SECTION_SIGNALS : 0; /* of this member alone */

	if (k == CW_PUBLIC || k == CW_PRIVATE || k == CW_PROTECTED) {
		p->section = k == CW_PRIVATE ? SECTION_PRIVATE : k == CW_PROTECTED ? SECTION_PROTECTED : SECTION_OTHER;
		p->pos++;
		while (c_cur(p) == C_ID) /* slots */
			p->pos++;
		c_expect(p, ':');
	} else if (k == C_ID && c_kind(p, c_after(p, p->pos)) == ':' && (c_kind(p, c_after(p, p->pos)) != C_NUM)) {
		p->section = c_is(p, p->pos, "signals") || c_is(p, p->pos, "Q_SIGNALS") ? SECTION_SIGNALS : SECTION_OTHER;
		p->pos += 2;
	} else if (c_alone(p) && c_expand(p, class_member, C_PASTES | C_DEFINES | C_LISTS)) {
		c_accept_here(p, ';');
	} else if (!c_common_declaration(p, AT_CLASS)) {
		c_odd(p, NULL);
	}
	if (!section)
		section = p->section;
	for (; section && at < p->t->n && !p->t->nomem && p->t->node[at].kind == FACT_COMMENT; at++) {}
	if (section && at < p->t->n && !p->t->nomem && p->t->node[at].kind == FACT_FUNC && !fact_find(p->t, at, FACT_BLOCK))
		p->t->node[at].flags |= section == SECTION_SIGNALS ? FACT_SIGNAL : section == SECTION_PRIVATE ? FACT_PRIVATE : FACT_PROTECTED;
	if (p->err)
		c_recover(p);
}

static void
enumerator(cparse *p)
{
	uint32_t name = p->pos, line = c_line_here(p);
	char num[32];

	if (c_accept(p, ','))
		return;
	if (c_cur(p) != C_ID) {
		c_odd(p, NULL);
		while (c_cur(p) != C_EOF && c_cur(p) != ',' && c_cur(p) != '}')
			p->pos++;
		return;
	}
	if (c_expand(p, enumerator, C_ROWS | C_SPELLS | C_PASTES)) {
		c_accept_here(p, ',');
		return;
	}
	name = p->pos++;
	if (c_cur(p) == '(' && c_closed(p, p->pos)) { /* X(name) of a macro */
		p->pos = name;
		p->enum_lost = 1;
		c_expr(p, PREC_ASSIGN);
		c_accept_here(p, ',');
		return;
	}
	p->pos = c_skip_attributes(p, p->pos);
	if (!c_undecided(p) && c_cur(p) == C_ID) { /* a macro of attributes */
		p->pos++;
		if (!c_undecided(p) && c_cur(p) == '(' && c_closed(p, p->pos))
			p->pos = c_past(p, p->pos);
	}
	c_node(p, FACT_DECL, line, p->enum_flags, "", 0);
	c_node_tok(p, FACT_NAME, 0, name);
	c_done(p);
	c_node(p, FACT_DEFAULT, line, 0, "", 0);
	if (c_accept(p, '=')) {
		uint32_t at = p->t->n;
		const fact_node *v;

		c_expr(p, PREC_ASSIGN);
		p->enum_lost = 0;
		v = p->t->nomem || at >= p->t->n ? NULL : &p->t->node[at];
		p->enum_prev = p->tok[name].n < sizeof p->enum_name ? p->tok[name].n : 0;
		memcpy(p->enum_name, p->x->s + p->tok[name].at, p->enum_prev);
		p->enum_next = 0;
		if (v && v->kind == FACT_INT && strlen(fact_str(p->t, at)) < 18) {
			p->enum_prev = C_NONE;
			for (const char *s = fact_str(p->t, at); *s; s++)
				p->enum_next = p->enum_next * 10 + (*s - '0');
		} else if (v && v->kind == FACT_UN && p->t->n == at + 2 && p->t->node[at + 1].kind == FACT_INT && *fact_str(p->t, at) == '-' && strlen(fact_str(p->t, at + 1)) < 18) {
			p->enum_prev = C_NONE;
			for (const char *s = fact_str(p->t, at + 1); *s; s++)
				p->enum_next = p->enum_next * 10 - (*s - '0');
		}
	} else if (p->enum_lost) {
		c_leaf(p, FACT_UNKNOWN, line, "");
	} else if (p->enum_prev != C_NONE) {
		snprintf(num, sizeof num, "%lld", (long long)p->enum_next);
		c_node(p, FACT_BIN, line, 0, "+", 1);
		c_node(p, FACT_NAME, line, 0, p->enum_name, p->enum_prev);
		c_done(p);
		c_leaf(p, FACT_INT, line, num);
		c_done(p);
	} else {
		snprintf(num, sizeof num, "%lld", (long long)(p->enum_next < 0 ? -p->enum_next : p->enum_next));
		if (p->enum_next < 0)
			c_node(p, FACT_UN, line, 0, "-", 1);
		c_leaf(p, FACT_INT, line, num);
		if (p->enum_next < 0)
			c_done(p);
	}
	p->enum_next++;
	c_done(p);
	c_done(p);
	if (!p->err && !c_undecided(p) && c_cur(p) != '}' && c_cur(p) != C_EOF)
		c_expect(p, ',');
	if (p->err) {
		p->err = 0;
		while (c_cur(p) != C_EOF && c_cur(p) != ',' && c_cur(p) != '}')
			p->pos++;
	}
}

static void
enumerators(cparse *p, uint32_t flags)
{
	p->enum_next = 0;
	p->enum_prev = C_NONE;
	p->enum_lost = 0;
	p->enum_flags = flags;
	if (c_expect(p, '{')) {
		c_sequence(p, enumerator, '}');
		c_expect(p, '}');
	}
}

static void
enum_body(cparse *p, const cspec *d)
{
	uint32_t open = p->pos, line = p->tok[d->def].line;
	int scoped = c_kind(p, c_after(p, d->def)) == CW_CLASS || c_kind(p, c_after(p, d->def)) == CW_STRUCT;
	size_t n;

	if (!scoped)
		enumerators(p, 0);
	if (p->err || p->stop || !p->x->cpp || d->from == d->to)
		return;
	p->pos = open;
	c_path_text(p, d->from, d->to, &n);
	c_node(p, FACT_CLASS, line, 0, p->buf ? p->buf : "", n);
	c_node(p, FACT_BLOCK, line, 0, "", 0);
	enumerators(p, FACT_STATIC);
	c_done(p);
	c_done(p);
}

/* : public A, virtual B<C> */
static void
bases(cparse *p)
{
	p->pos++;
	while (c_cur(p) != '{' && c_cur(p) != C_EOF && c_cur(p) != ';') {
		uint32_t j = c_scan_path(p, p->pos);

		if (j == p->pos) {
			p->pos += c_cur(p) == CW_DECLTYPE ? 1 : 0;
			p->pos = c_cur(p) == '(' ? c_past(p, p->pos) : c_cur(p) == '[' ? c_past(p, p->pos) : p->pos + 1; /* public, virtual, commas, dots */
			if (p->pos > p->end)
				return;
			continue;
		}
		c_node(p, FACT_BASE, c_line_here(p), 0, "", 0);
		c_path_expr(p, p->pos, j);
		c_done(p);
		p->pos = j;
		if (c_cur(p) == '(')
			p->pos = c_past(p, p->pos);
	}
}

void
c_class_body(cparse *p, const cspec *d, int unnamed)
{
	uint32_t line = p->tok[d->def].line, n_cls = p->n_cls, body;
	int is_enum = c_kind(p, d->def) == CW_ENUM, in_launch = p->in_launch, section = p->section;
	const char *cls = p->cls;
	char anonymous[32];
	size_t n;

	if (p->t->nopen > FACT_MAX_DEPTH - 10) {
		c_odd(p, "nested too deep");
		return;
	}
	p->in_launch = 0;
	p->section = c_kind(p, d->def) == CW_CLASS ? SECTION_PRIVATE : SECTION_OTHER;
	/* on to the ':' of the bases or the '{' */
	p->pos++;
	for (;;) {
		uint16_t k = c_cur(p);
		uint32_t j;

		if (k == '{' || k == ':' || k == C_EOF || k == ';')
			break;
		if ((j = c_scan_path(p, p->pos)) > p->pos || (j = c_skip_attributes(p, p->pos)) > p->pos || (k == '(' && c_closed(p, p->pos) && (j = c_past(p, p->pos)) > p->pos))
			p->pos = j;
		else
			p->pos++;
	}
	if (is_enum) {
		while (c_cur(p) != '{' && c_cur(p) != C_EOF && c_cur(p) != ';')
			p->pos++;
		enum_body(p, d);
		p->in_launch = in_launch;
		p->section = section;
		return;
	}
	if (unnamed) {
		if (c_cur(p) == ':')
			bases(p);
	} else {
		if (d->from < d->to) {
			uint32_t last = d->to - 1;

			p->special = 1; /* struct A<int>: another than A */
			c_path_text(p, d->from, d->to, &n);
			p->special = 0;
			c_node(p, FACT_CLASS, line, 0, p->buf ? p->buf : "", n);
			for (last = d->from; c_after(p, last) < d->to && c_kind(p, c_after(p, last)) != '<'; last = c_after(p, last)) {}
			p->cls = p->x->s + p->tok[last].at;
			p->n_cls = p->tok[last].n;
			c_learn_type(p, last);
		} else {
			snprintf(anonymous, sizeof anonymous, "struct %u", line);
			c_node(p, FACT_CLASS, line, 0, anonymous, strlen(anonymous));
			p->n_cls = 0;
		}
		c_template_params(p);
		if (c_cur(p) == ':')
			bases(p);
		c_node(p, FACT_BLOCK, line, 0, "", 0);
	}
	body = p->t->n;
	if (c_expect(p, '{')) {
		c_sequence(p, class_member, '}');
		p->err = 0;
		c_expect(p, '}');
	}
	for (uint32_t i = body; c_kind(p, d->def) == CW_UNION && !p->t->nomem && i < p->t->n; i = p->t->node[i].end > i ? p->t->node[i].end : p->t->n)
		if (p->t->node[i].kind == FACT_DECL)
			p->t->node[i].flags |= FACT_FIELD;
	if (!unnamed) {
		c_done(p);
		c_done(p);
	}
	p->cls = cls;
	p->n_cls = n_cls;
	p->in_launch = in_launch;
	p->section = section;
}
