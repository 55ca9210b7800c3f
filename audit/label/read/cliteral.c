/* cliteral.c - the values of numbers, characters and strings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

#include "cread_impl.h"

static int
hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* Undoes the escape whose '\' is at s[i]; *used is what it took of s. */
static size_t
escape(const char *s, size_t n, size_t *used, char *out)
{
	static const char from[] = "abfnrtve", to[] = "\a\b\f\n\r\t\v\033";
	unsigned long v = 0;
	size_t i = 2, digits;
	const char *f;

	if (n < 2) {
		*used = n;
		return 0;
	}
	if (s[1] == 'x' || s[1] == 'u' || s[1] == 'U') {
		digits = s[1] == 'u' ? 4 : 8;
		for (; i < n && i < 2 + digits && hex(s[i]) >= 0; i++)
			v = v << 4 | (unsigned)hex(s[i]);
		*used = i;
		return as_utf8_put(out, (uint32_t)(s[1] == 'x' ? v & 0xff : v));
	}
	if (s[1] >= '0' && s[1] <= '7') {
		for (i = 1; i < n && i < 4 && s[i] >= '0' && s[i] <= '7'; i++)
			v = v << 3 | (unsigned)(s[i] - '0');
		*used = i;
		return as_utf8_put(out, (uint32_t)(v & 0xff));
	}
	*used = 2;
	*out = (f = strchr(from, s[1])) && s[1] ? to[f - from] : s[1];
	return 1;
}

/* What a string or character literal means, into out of at least n bytes and one more
 * (escapes undone, valid UTF-8); its length. Prefixes and quotes are part of s. */
static size_t
clex_literal(const char *s, size_t n, char *out)
{
	size_t i = 0, m = 0, used;

	while (i < n && s[i] != '"' && s[i] != '\'')
		i++;
	if (i > 0 && i < n && s[i - 1] == 'R' && s[i] == '"') {
		const char *open = memchr(s + i, '(', n - i);
		size_t tag = open ? (size_t)(open - s) - i - 1 : 0;

		if (open && n >= (size_t)(open - s) + 1 + tag + 2) {
			m = n - (size_t)(open - s) - 1 - tag - 2;
			memcpy(out, open + 1, m);
			return m;
		}
	}
	if (i < n) {
		char quote = s[i++];
		if (n > i && s[n - 1] == quote)
			n--;
	}
	while (i < n) {
		if (s[i] == '\\') {
			m += escape(s + i, n - i, &used, out + m);
			i += used;
		} else {
			out[m++] = s[i++];
		}
	}
	return m;
}

static void
c_number(cparse *p)
{
	const ctok *t = &p->tok[p->pos];
	const char *s = p->x->s + t->at;
	char buf[80], *end;
	size_t m = 0;
	int isfloat = 0, base = 10, ishex = t->n > 1 && s[0] == '0' && (s[1] | 32) == 'x';

	for (uint32_t i = 0; i < t->n && m < sizeof buf - 1; i++) {
		if (s[i] == '\'')
			continue;
		buf[m++] = s[i];
		if (s[i] == '.' || (!ishex && (s[i] | 32) == 'e') || (ishex && (s[i] | 32) == 'p'))
			isfloat = 1;
	}
	buf[m] = '\0';
	if (isfloat) {
		strtod(buf, &end);
		if (end == buf || strspn(end, "fFlL1268") != strlen(end))
			c_leaf_text(p, FACT_UNKNOWN, p->pos, p->pos + 1);
		else {
			*end = '\0';
			c_leaf(p, FACT_FLOAT, t->line, buf);
		}
	} else {
		unsigned long long v;

		end = buf;
		if (m > 1 && buf[0] == '0') {
			base = ishex ? 16 : (buf[1] | 32) == 'b' ? 2 : 8;
			end += base == 8 ? 0 : 2;
		}
		errno = 0;
		v = strtoull(end, &end, base);
		if (errno || (strspn(end, "uUlLzZ") != strlen(end) && !(base == 10 && strspn(end, "fF") == strlen(end)))) {
			c_leaf_text(p, FACT_UNKNOWN, p->pos, p->pos + 1);
		} else {
			uint32_t fl = (strpbrk(end, "uU") || (base != 10 && ((v >> 31) == 1 || v >> 63)) ? FACT_UNSIGNED : 0) | (strpbrk(end, "lLzZ") ? FACT_LONG : 0);
			snprintf(buf, sizeof buf, "%llu", v);
			c_node(p, FACT_INT, t->line, fl, buf, strlen(buf));
			c_done(p);
		}
	}
	p->pos++;
}

static int
next_string(cparse *p)
{
	uint16_t k;

	if (c_undecided(p))
		return 0;
	k = c_cur(p);
	if (k == C_STR)
		return 1;
	if (k == C_ID && !(p->tok[p->pos].bits & C_TIGHT)) {
		uint16_t a = c_kind(p, c_after(p, p->pos));
		return a == C_STR || a == ',' || a == ')' || a == ';';
	}
	return 0;
}

/* Strings side by side, and macros between them. */
void
c_literal(cparse *p)
{
	uint32_t at = p->t->n, line = p->tok[p->pos].line;
	unsigned parts = 0;

	if (c_cur(p) == C_NUM) {
		c_number(p);
		return;
	}
	if (c_cur(p) == CW_TRUE || c_cur(p) == CW_FALSE) {
		c_leaf(p, FACT_BOOL, line, c_cur(p) == CW_TRUE ? "1" : "0");
		p->pos++;
		return;
	}
	if (c_cur(p) == C_CHAR) {
		const ctok *t = &p->tok[p->pos];
		char *out = c_scratch(p, t->n + 8);
		size_t n = p->t->nomem ? 0 : clex_literal(p->x->s + t->at, t->n, out);

		if (n == 1 && !*out)
			c_leaf(p, FACT_INT, t->line, "0");
		else {
			c_node(p, FACT_STR, t->line, FACT_UNSIGNED, out, n);
			c_done(p);
		}
		p->pos++;
		return;
	}
	while (next_string(p) || (!parts && !p->stop && c_cur(p) == C_ID && c_kind(p, c_after(p, p->pos)) == C_STR)) {
		size_t m = 0, need = 8;
		char *out;

		parts++;
		if (c_cur(p) == C_ID) {
			c_node_tok(p, FACT_NAME, 0, p->pos);
			c_done(p);
			p->pos++;
			continue;
		}
		for (uint32_t i = p->pos; c_kind(p, i) == C_STR; i = c_after(p, i))
			need += p->tok[i].n;
		out = c_scratch(p, need);
		if (p->t->nomem)
			return;
		for (line = p->tok[p->pos].line; !c_undecided(p) && c_cur(p) == C_STR; p->pos++) {
			const ctok *t = &p->tok[p->pos];
			m += clex_literal(p->x->s + t->at, t->n, out + m);
		}
		if (memchr(out, 0, m))
			m = (size_t)((char *)memchr(out, 0, m) - out); /* as a C string is read */
		c_node(p, FACT_STR, line, 0, out, m);
		c_done(p);
		if (c_kind(p, p->pos) == C_ID && (p->tok[p->pos].bits & C_TIGHT))
			p->pos++; /* the suffix of a literal of the user's */
	}
	if (parts > 1 && !p->stop)
		c_wrap(p, at, FACT_JOIN, line, "", 0);
}
