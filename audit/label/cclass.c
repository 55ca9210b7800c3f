/* cclass.c - classes, structs, unions and enums. */
#include <string.h>

#include "cread_impl.h"

static void
class_member(cparse *p)
{
	uint16_t k = cur(p);

	if (k == CW_PUBLIC || k == CW_PRIVATE || k == CW_PROTECTED) {
		p->pos++;
		while (cur(p) == C_ID) /* slots */
			p->pos++;
		expect(p, ':');
	} else if (k == C_ID && kind(p, after(p, p->pos)) == ':' && (kind(p, after(p, p->pos)) != C_NUM)) {
		p->pos += 2; /* signals: */
	} else if (!common_declaration(p, AT_CLASS)) {
		odd(p, NULL);
	}
	if (p->err)
		recover(p);
}

static void
enumerator(cparse *p)
{
	uint32_t name = p->pos, line = line_here(p);
	char num[32];

	if (accept(p, ','))
		return;
	if (cur(p) != C_ID) {
		odd(p, NULL);
		while (cur(p) != C_EOF && cur(p) != ',' && cur(p) != '}')
			p->pos++;
		return;
	}
	name = p->pos++;
	if (cur(p) == '(' && closed(p, p->pos)) { /* X(name) of a macro */
		p->pos = name;
		expr(p, PREC_ASSIGN);
		accept_here(p, ',');
		return;
	}
	p->pos = skip_attributes(p, p->pos);
	if (!undecided(p) && cur(p) == C_ID) { /* a macro of attributes */
		p->pos++;
		if (!undecided(p) && cur(p) == '(' && closed(p, p->pos))
			p->pos = past(p, p->pos);
	}
	node(p, FACT_DECL, line, p->enum_flags, "", 0);
	node_tok(p, FACT_NAME, 0, name);
	done(p);
	node(p, FACT_DEFAULT, line, 0, "", 0);
	if (accept(p, '=')) {
		uint32_t at = p->t->n;
		const fact_node *v;

		expr(p, PREC_ASSIGN);
		v = p->t->nomem || at >= p->t->n ? NULL : &p->t->node[at];
		p->enum_prev = name;
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
	} else if (p->enum_prev != C_NONE) {
		snprintf(num, sizeof num, "%lld", (long long)p->enum_next);
		node(p, FACT_BIN, line, 0, "+", 1);
		node_tok(p, FACT_NAME, 0, p->enum_prev);
		done(p);
		leaf(p, FACT_INT, line, num);
		done(p);
	} else {
		snprintf(num, sizeof num, "%lld", (long long)(p->enum_next < 0 ? -p->enum_next : p->enum_next));
		if (p->enum_next < 0)
			node(p, FACT_UN, line, 0, "-", 1);
		leaf(p, FACT_INT, line, num);
		if (p->enum_next < 0)
			done(p);
	}
	p->enum_next++;
	done(p);
	done(p);
	if (!p->err && !undecided(p) && cur(p) != '}' && cur(p) != C_EOF)
		expect(p, ',');
	if (p->err) {
		p->err = 0;
		while (cur(p) != C_EOF && cur(p) != ',' && cur(p) != '}')
			p->pos++;
	}
}

static void
enumerators(cparse *p, uint32_t flags)
{
	p->enum_next = 0;
	p->enum_prev = C_NONE;
	p->enum_flags = flags;
	if (expect(p, '{')) {
		sequence(p, enumerator, '}');
		expect(p, '}');
	}
}

static void
enum_body(cparse *p, const cspec *d)
{
	uint32_t open = p->pos, line = p->tok[d->def].line;
	int scoped = kind(p, after(p, d->def)) == CW_CLASS || kind(p, after(p, d->def)) == CW_STRUCT;
	size_t n;

	if (!scoped)
		enumerators(p, 0);
	if (p->err || p->stop || !p->x->cpp || d->from == d->to)
		return;
	p->pos = open;
	path_text(p, d->from, d->to, &n);
	node(p, FACT_CLASS, line, 0, p->buf ? p->buf : "", n);
	node(p, FACT_BLOCK, line, 0, "", 0);
	enumerators(p, FACT_STATIC);
	done(p);
	done(p);
}

/* : public A, virtual B<C> */
static void
bases(cparse *p)
{
	p->pos++;
	while (cur(p) != '{' && cur(p) != C_EOF && cur(p) != ';') {
		uint32_t j = scan_path(p, p->pos);

		if (j == p->pos) {
			p->pos += cur(p) == CW_DECLTYPE ? 1 : 0;
			p->pos = cur(p) == '(' ? past(p, p->pos) : cur(p) == '[' ? past(p, p->pos) : p->pos + 1; /* public, virtual, commas, dots */
			if (p->pos > p->end)
				return;
			continue;
		}
		node(p, FACT_BASE, line_here(p), 0, "", 0);
		path_expr(p, p->pos, j);
		done(p);
		p->pos = j;
		if (cur(p) == '(')
			p->pos = past(p, p->pos);
	}
}

void
class_body(cparse *p, const cspec *d, int unnamed)
{
	uint32_t line = p->tok[d->def].line, n_cls = p->n_cls;
	int is_enum = kind(p, d->def) == CW_ENUM, in_launch = p->in_launch;
	const char *cls = p->cls;
	char anonymous[32];
	size_t n;

	if (p->t->nopen > FACT_MAX_DEPTH - 10) {
		odd(p, "nested too deep");
		return;
	}
	p->in_launch = 0;
	/* on to the ':' of the bases or the '{' */
	p->pos++;
	for (;;) {
		uint16_t k = cur(p);
		uint32_t j;

		if (k == '{' || k == ':' || k == C_EOF || k == ';')
			break;
		if ((j = scan_path(p, p->pos)) > p->pos || (j = skip_attributes(p, p->pos)) > p->pos || (k == '(' && closed(p, p->pos) && (j = past(p, p->pos)) > p->pos))
			p->pos = j;
		else
			p->pos++;
	}
	if (is_enum) {
		while (cur(p) != '{' && cur(p) != C_EOF && cur(p) != ';')
			p->pos++;
		enum_body(p, d);
		p->in_launch = in_launch;
		return;
	}
	if (unnamed) {
		if (cur(p) == ':')
			bases(p);
	} else {
		if (d->from < d->to) {
			uint32_t last = d->to - 1;

			path_text(p, d->from, d->to, &n);
			node(p, FACT_CLASS, line, 0, p->buf ? p->buf : "", n);
			for (last = d->from; after(p, last) < d->to && kind(p, after(p, last)) != '<'; last = after(p, last)) {}
			p->cls = p->x->s + p->tok[last].at;
			p->n_cls = p->tok[last].n;
			learn_type(p, last);
		} else {
			snprintf(anonymous, sizeof anonymous, "struct %u", line);
			node(p, FACT_CLASS, line, 0, anonymous, strlen(anonymous));
			p->n_cls = 0;
		}
		if (cur(p) == ':')
			bases(p);
		node(p, FACT_BLOCK, line, 0, "", 0);
	}
	if (expect(p, '{')) {
		sequence(p, class_member, '}');
		p->err = 0;
		expect(p, '}');
	}
	if (!unnamed) {
		done(p);
		done(p);
	}
	p->cls = cls;
	p->n_cls = n_cls;
	p->in_launch = in_launch;
}
