/* cone_text.c - see cone_impl.h: what the reader of C could not take apart. Its words are
 * taken from the text: all of them may be named there, what looks like a call of
 * a function may be its definition, and what starts programs, loads or makes code or runs text
 * hides something, but where the facts have it: there it is weighed as any other. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../read/cread.h"
#include "input.h"
#include "../read/walk.h"
#include "words.h"

static int
id_char(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch & 0x80;
}

/* Does a ' open a letter, L'"' too, and is none within a number? */
static int
begins_char(const char *s, size_t i)
{
	size_t n = i;

	while (n > 0 && id_char(s[n - 1]))
		n--;
	return n == i || (i - n == 1 && strchr("LuU", s[n])) || (i - n == 2 && strncmp(s + n, "u8", 2) == 0);
}

/* Comments become blanks, and so do parentheses in strings that end on their line. */
static void
strip(char *s, size_t n)
{
	int in = 0; /* 1 a line, 2 a block, else the quote of a string */
	int raw = 0;
	size_t from = 0; /* where that began */

	for (size_t i = 0; i < n; i++) {
		char ch = s[i];
		if (!in && ch == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*')) {
			in = s[i + 1] == '/' ? 1 : 2;
		} else if (!in && (ch == '"' || (ch == '\'' && begins_char(s, i)))) {
			in = ch;
			from = i;
			raw |= ch == '"' && i && s[i - 1] == 'R'; /* which may end anywhere */
		} else if (in > 2 && ch == '\\') {
			i++;
		} else if ((in > 2 && (ch == in || ch == '\n')) || (in == 1 && ch == '\n' && s[i - 1] != '\\')) {
			for (size_t k = from; !raw && in == '"' && ch == in && k < i; k++)
				s[k] = s[k] == '(' || s[k] == ')' ? ' ' : s[k];
			in = 0;
		} else if (in == 2 && ch == '*' && i + 1 < n && s[i + 1] == '/') {
			s[i] = s[i + 1] = ' ';
			in = 0;
		}
		if ((in == 1 || in == 2) && s[i] != '\n')
			s[i] = ' ';
	}
}

/* Does what stands from the parenthesis on look like a definition: parameters, and a body or words before one? */
static int
defines(const char *s, const char *end)
{
	int depth = 0;

	for (; s < end; s++) {
		depth += (*s == '(') - (*s == ')');
		if (depth == 0)
			break;
	}
	for (s++; s < end && (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r' || *s == '\\'); s++)
		;
	return s >= end || *s == '{' || (*s == ':' && s + 1 < end && s[1] != ':') || *s == '#' || id_char(*s) || (*s == '-' && s + 1 < end && s[1] == '>') || *s == '&';
}

/* Does a body follow the parameters that stand from the parenthesis on, but for words such as const? */
static int
has_body(const char *s, const char *end)
{
	int depth = 0;

	do
		depth += (*s == '(') - (*s == ')');
	while (depth && ++s < end);
	for (s++; s < end && (id_char(*s) || strchr(" \t\r\n", *s)); s++)
		;
	return s < end && *s == '{';
}

/* K::f(...) {, where that was not read: what K has is what the unit leads to. */
static void
define_outside(cone *c, uint32_t u, uint32_t node, const char *text, const char *word, uint32_t id)
{
	const char *end = word, *k;
	uint32_t of;

	if (word - text < 3 || word[-1] != ':' || word[-2] != ':')
		return;
	for (k = end -= 2; k > text && id_char(k[-1]); k--)
		;
	of = as_intern_find(&c->t->text, k, (size_t)(end - k));
	if (of >= c->nname)
		return;
	cone_late(c, &c->outside_class, node, id, u);
	if (!c->nomem)
		c->outside_class.u[c->outside_class.n - 1].of = of;
}

/* What the word is of a symbol that compiles: SYM_ bits. Of text that was read they are known already. */
static uint8_t
meant(const cone *c, uint32_t id, const char *word)
{
	const symbol *y;
	uint8_t bits = 0;

	if (id < c->nname)
		return c->sym[id];
	for (size_t k = 0; (y = cone_symbol(c, k)); k++) {
		const char *dot = strrchr(y->name, '.');
		if (cone_compiles_as(y) && strcmp(dot ? dot + 1 : y->name, word) == 0)
			bits |= !dot ? SYM_EXACT : dot == y->name ? SYM_METHOD : SYM_LAST;
	}
	return bits;
}

/* May what has that name start a program, load or make code, or run text? used: it is called, or held as a value. */
static int
tells(const char *word, int used)
{
	return (used && (is_process(word) || cone_gets_code(word) || cone_protects(word))) || runs_memory(word) || loud_name(word);
}

/* Past blanks, and ends of lines that go on. */
static const char *
past_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r' || (*s == '\\' && s + 1 < end && (s[1] == '\n' || s[1] == '\r'))))
		s++;
	return s;
}

/* Does a word stand as a value does, before q: fn = system; (*system)(s)? */
static int
is_held(const char *text, const char *word, const char *q, const char *end)
{
	while (word > text && strchr(" \t\r\n\\", word[-1]))
		word--;
	if (q >= end || !strchr(";),}:]>|", *q) || word == text)
		return 0;
	return strchr("=(,{&)?:*[<!|", word[-1]) || (word - text >= 6 && strncmp(word - 6, "return", 6) == 0);
}

/* Do the facts of a unit's file have a word, which stands once on that line, as they would if all was read: called, or named? Then what
 * could not be read leads to where they have it. */
static int
was_read(cone *c, uint32_t u, uint32_t line, uint32_t id, int called)
{
	const fact_tree *t = c->t;
	uint32_t file = c->p->file[c->unit[u].file];
	int any = 0;

	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_ERROR && strcmp(fact_str(t, i), C_UNPAIRED) == 0)
			return 0;
	for (uint32_t i = file + 1; i < t->node[file].end; i++) {
		fact_kind k = t->node[i].kind;
		if (t->node[i].line != line)
			continue;
		any |= !called && k == FACT_INCLUDE;
		if (t->node[i].str != id || c->owner[i] == UINT32_MAX)
			continue;
		if (((k == FACT_NAME || k == FACT_ATTR) && t->node[i - 1].kind == FACT_CALL) || (!called && (k == FACT_NAME || k == FACT_ATTR || k == FACT_TYPE))) {
			cone_edge(c, u, c->owner[i]);
			any = 1;
		}
	}
	return any;
}

/* Is a word the only one of its kind on its line, strings aside? text: where what is looked through begins. */
static int
alone(const char *text, const char *word, size_t n, const char *end)
{
	const char *at = word;
	int quoted = 0;

	while (at > text && at[-1] != '\n')
		at--;
	while (at < end && *at != '\n') {
		const char *w = at;
		while (at < end && id_char(*at))
			at++;
		if (w != word && !quoted && (size_t)(at - w) == n && memcmp(w, word, n) == 0)
			return 0;
		if (at == w && !quoted && *at == '\'' && end - at > 3 && at[at[1] == '\\' ? 3 : 2] == '\'') /* a letter */
			at += at[1] == '\\' ? 4 : 3;
		else if (at == w)
			quoted ^= *at++ == '"' && (at - 1 == text || at[-2] != '\\');
	}
	return 1;
}

enum { MACRO, PARTS, NOTHING }; /* what a text is of: a macro, a file that was read in part, or one of which nothing was */

/* line: where s begins. */
static void
take_words(cone *c, uint32_t u, uint32_t node, const char *s, const char *end, uint32_t line, int of)
{
	const char *text = s;
	static const char *const keywords[] = {"sizeof", "if", "while", "for", "switch", "return", "catch", "throw", "defined", "alignof", "decltype", "typeof",
		"static_assert", "alignas", "noexcept", "typeid", "explicit", "__attribute__", "__declspec"};

	while (s < end) {
		const char *w = s, *q;
		char word[80];
		uint32_t id;
		uint8_t bits;
		int called;
		while (s < end && id_char(*s))
			s++;
		if (s == w) {
			if (*s == '\\' && s > text && id_char(s[-1]) && end - s > 2 && s[1] == '\n' && id_char(s[2])) /* a word goes on */
				cone_hides(c, u, node, "it could not be read, and runs what is not in the tree");
			line += *s++ == '\n';
			continue;
		}
		if ((size_t)(s - w) >= sizeof word)
			continue;
		memcpy(word, w, (size_t)(s - w));
		word[s - w] = '\0';
		id = as_intern_find(&c->t->text, w, (size_t)(s - w));
		q = past_blanks(s, end);
		called = q < end && *q == '(';
		cone_names(c, u, id);
		if (of != MACRO && id < c->nname && called && !AS_AMONG(word, keywords) && defines(q, end)) {
			cone_edge(c, VX_NAME | id, u);
			c->name[id] |= NAME_BODY;
			if (has_body(q, end))
				define_outside(c, u, node, text, w, id);
		}
		bits = meant(c, id, word);
		if ((bits & (SYM_EXACT | SYM_METHOD) || (bits & SYM_LAST && (*w < 'a' || memchr(w, '_', (size_t)(s - w))))) && !c->unit[u].site)
			c->unit[u].site = node;
		if (tells(word, called || of == NOTHING || is_held(text, w, q, end)) &&
		    !(alone(text, w, (size_t)(s - w), end) && was_read(c, u, line, id, called && !loud_name(word) && !runs_memory(word))))
			cone_hides(c, u, node, "it could not be read, and runs what is not in the tree");
	}
}

/* The words of a file that a unit includes. */
static void
by_include(cone *c, const use *x, const char *from)
{
	const char *name = fact_str(c->t, x->node) + (c->t->node[x->node].kind == FACT_INCLUDE ? 0 : sizeof C_INCLUDED - 1);
	size_t n;
	char path[1024], *text = *name ? c_find_header(c->t, from, name, strlen(name), WALK_MAX_C, path, sizeof path, &n) : NULL;

	c->included = 1;
	if (!text) {
		cone_hides(c, x->unit, x->node, "a file is included that is not there");
		return;
	}
	if (c->t->node[x->node].kind == FACT_INCLUDE) /* what stands at file level may run wherever that is linked */
		cone_edge(c, VX_LINK, x->unit);
	strip(text, n);
	take_words(c, x->unit, x->node, text, text + n, 1, MACRO);
	free(text);
}

/* Does a node name a file that is included, and is no file by itself? */
static int
included(const fact_tree *t, uint32_t node)
{
	return t->node[node].kind == FACT_INCLUDE || strncmp(fact_str(t, node), C_INCLUDED, sizeof C_INCLUDED - 1) == 0;
}

void
cone_unread(cone *c)
{
	const fact_tree *t = c->t;
	uint32_t have = UINT32_MAX, whole = UINT32_MAX, line = 0;
	char *text = NULL, *at = NULL;
	size_t n = 0;
	int nothing = 0;
	as_err e;

	for (uint32_t i = 0; i < c->unread.n && !c->nomem; i++) {
		use x = c->unread.u[i];
		uint32_t f = c->unit[x.unit].file, file = c->p->file[f], want = t->node[x.node].line;
		if (f != have) {
			free(text);
			text = NULL;
			have = f;
			whole = UINT32_MAX;
			line = 1;
			nothing = t->node[file].end == file + 2 && !included(t, x.node);
			if (nothing) /* what it holds may run wherever it is linked */
				cone_edge(c, VX_LINK, x.unit);
			if ((nothing && strncmp(fact_str(t, x.node), C_STUCK, sizeof C_STUCK - 1) != 0) || as_slurp(fact_str(t, file), WALK_MAX_C, &text, &n, &e) != 0) {
				cone_hides(c, x.unit, x.node, "it could not be read");
				cone_edge(c, VX_LINK, x.unit);
				text = NULL;
			} else {
				strip(text, n);
			}
			at = text;
		}
		if (!text)
			continue;
		if (included(t, x.node)) {
			by_include(c, &x, fact_str(t, file));
			continue;
		}
		if (strcmp(fact_str(t, x.node), "a macro of pieces of code") == 0) {
			char *end, *p;
			if (want < line) {
				line = 1;
				at = text;
			}
			for (; line < want && (p = memchr(at, '\n', (size_t)(text + n - at))); line++)
				at = p + 1;
			for (end = at; (p = memchr(end, '\n', (size_t)(text + n - end))); end = p + 1)
				if (p == text || (p[-1] != '\\' && !(p[-1] == '\r' && p > text + 1 && p[-2] == '\\')))
					break;
			take_words(c, x.unit, x.node, at, p ? p : text + n, want, MACRO);
		} else if (whole == UINT32_MAX) {
			whole = c->file_unit[f];
			take_words(c, whole, x.node, text, text + n, 1, nothing ? NOTHING : PARTS);
		}
	}
	free(text);
}
