/* class_text.c - see class_text.h. */
#include "class_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "grow.h"
#include "input.h"
#include "tree_words.h"
#include "walk.h"
#include "words.h"

enum { MOST_INSIDE = 16 };

typedef struct {
	const cone *c;
	class_texts *t;
	char *s; size_t n;      /* the text, with blanks for comments and what stands in strings */
	size_t line_end;        /* of the directive that is read; 0: of none */
	uint32_t defines;       /* the macro that this defines, a string; UINT32_MAX */
	size_t unevaluated;     /* where an operand ends that is not evaluated */
	struct { uint32_t cls; uint32_t depth; } in[MOST_INSIDE]; uint32_t nin; /* bodies around it */
	struct { uint32_t cls; size_t at; } next; /* a body that begins at that { */
	uint32_t depth;
	int failed;
} reading;

static int
is_part(char ch)
{
	return isalnum((unsigned char)ch) || ch == '_' || ch == '$' || (unsigned char)ch >= 128;
}

static void
blank(char *s, size_t from, size_t to)
{
	for (; from < to; from++)
		if (s[from] != '\n')
			s[from] = ' ';
}

/* The end of the string or character whose quote is at i. */
static size_t
past_quoted(const char *s, size_t n, size_t i)
{
	char q = s[i];

	for (i++; i < n && s[i] != q && s[i] != '\n'; i++)
		i += s[i] == '\\';
	return i < n ? i + 1 : n;
}

/* The same of a raw string, R"x(...)x", whose quote is at i. */
static size_t
past_raw(const char *s, size_t n, size_t i)
{
	char close[24];
	size_t k = 0, j = i + 1;
	const char *end;

	close[k++] = ')';
	while (j < n && s[j] != '(' && k < 18)
		close[k++] = s[j++];
	close[k++] = '"';
	end = j < n ? memmem(s + j, n - j, close, k) : NULL;
	return end ? (size_t)(end - s) + k : n;
}

/* Joins lines that go on: how long it is then. */
static size_t
joined(char *s, size_t n)
{
	size_t to = 0;

	for (size_t i = 0; i < n; i++) {
		size_t end = i + 1 + (i + 1 < n && s[i + 1] == '\r');
		if (s[i] == '\\' && end < n && s[end] == '\n')
			i = end;
		else
			s[to++] = s[i];
	}
	return to;
}

/* Where the word or number begins that ends before i. */
static size_t
begin_of(const char *s, size_t i)
{
	while (i > 0 && (is_part(s[i - 1]) || s[i - 1] == '\''))
		i--;
	return i;
}

/* Is the quote at i that of a raw string? */
static int
is_raw(const char *s, size_t i)
{
	size_t from = begin_of(s, i), n = i - from;

	return s[i] == '"' && n && s[i - 1] == 'R' && (n == 1 || (n == 2 && strchr("uUL", s[from])) || (n == 3 && s[from] == 'u' && s[from + 1] == '8'));
}

/* Leaves of comments and strings nothing but blanks and their quotes. */
static void
bare(char *s, size_t n)
{
	for (size_t i = 0, to; i < n; i = to) {
		to = i + 1;
		if (s[i] == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*')) {
			const char *end = s[i + 1] == '/' ? memchr(s + i, '\n', n - i) : memmem(s + i + 2, n - i - 2, "*/", 2);
			to = !end ? n : (size_t)(end - s) + (s[i + 1] == '*' ? 2 : 0);
			blank(s, i, to);
		} else if (s[i] == '"' || (s[i] == '\'' && !isdigit((unsigned char)s[begin_of(s, i)]))) { /* 1'000 is a number */
			to = is_raw(s, i) ? past_raw(s, n, i) : past_quoted(s, n, i);
			blank(s, i + 1, to - (s[to - 1] == s[i] && to > i + 1));
		}
	}
}

static size_t
limit(const reading *r)
{
	return r->line_end ? r->line_end : r->n;
}

static size_t
past_space(const reading *r, size_t i)
{
	while (i < limit(r) && isspace((unsigned char)r->s[i]))
		i++;
	return i;
}

static char
at(const reading *r, size_t i)
{
	return i < limit(r) ? r->s[i] : '\0';
}

static size_t
past_word(const reading *r, size_t i)
{
	while (i < limit(r) && is_part(r->s[i]))
		i++;
	return i;
}

static int
is_word(const reading *r, size_t i, const char *word)
{
	size_t n = strlen(word);

	return past_word(r, i) - i == n && memcmp(r->s + i, word, n) == 0;
}

/* The end of what the ( at i opens; 0. */
static size_t
past_brackets(const reading *r, size_t i)
{
	size_t depth = 0;

	for (; i < limit(r); i++) {
		depth += r->s[i] == '(';
		if (r->s[i] == ')' && --depth == 0)
			return i + 1;
	}
	return 0;
}

/* The end of the arguments of a template that the < at i opens; 0: there seem to be none. */
static size_t
past_angles(const reading *r, size_t i)
{
	size_t depth = 0;

	for (; i < limit(r) && !strchr(";{}#", r->s[i]); i++) {
		if (r->s[i] == '(') {
			if (!(i = past_brackets(r, i)))
				return 0;
			i--;
			continue;
		}
		depth += r->s[i] == '<';
		if (r->s[i] == '>' && r->s[i - 1] != '-' && --depth == 0)
			return i + 1;
	}
	return 0;
}

/* The last character before i that is no blank, on the line of a directive where that is one. */
static size_t
before(const reading *r, size_t i)
{
	while (i > 0 && isspace((unsigned char)r->s[i - 1]) && !(r->line_end && r->s[i - 1] == '\n'))
		i--;
	return i;
}

/* Where the word that ends before i begins; i: there is none. */
static size_t
word_before(const reading *r, size_t i)
{
	size_t end = before(r, i);

	for (i = end; i > 0 && is_part(r->s[i - 1]); i--) {}
	return i;
}

static int
among(const reading *r, size_t i, const char *const *list, size_t n)
{
	for (size_t k = 0; k < n; k++)
		if (is_word(r, i, list[k]))
			return 1;
	return 0;
}
#define AMONG(r, i, ...) among(r, i, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* Does class or struct stand before the word at i, with a macro between them if one is allowed? */
static int
is_head(const reading *r, size_t i, int macro)
{
	size_t k = word_before(r, i), before_it;

	if (macro && k < before(r, i) && !AMONG(r, k, "class", "struct", "union"))
		k = word_before(r, k);
	before_it = word_before(r, k);
	return AMONG(r, k, "class", "struct", "union") && !AMONG(r, before_it, "enum", "typedef");
}

/* Where the body of the class begins whose head goes on at i; 0: it is no body. */
static size_t
body_at(const reading *r, size_t i)
{
	if (AMONG(r, i, "final"))
		i = past_space(r, past_word(r, i));
	if (at(r, i) == ':' && at(r, i + 1) != ':')
		while (i < limit(r) && !strchr("{;}#", r->s[i]))
			i = r->s[i] == '(' && past_brackets(r, i) ? past_brackets(r, i) : i + 1;
	return at(r, i) == '{' ? i : 0;
}

static int
is_inside(const reading *r, uint32_t cls)
{
	for (uint32_t k = 0; k < r->nin; k++)
		if (r->in[k].cls == cls)
			return 1;
	return 0;
}

/* x of C::x, where i is behind the ::; head: class or struct stands before it */
static void
part(reading *r, class_text *k, size_t i, int head)
{
	size_t end = past_word(r, i = past_space(r, i)), next = past_space(r, end);

	k->flags |= TEXT_PARTS;
	if (end == i || AMONG(r, i, "template", "operator")) {
		k->flags |= TEXT_NAMED | TEXT_CODE;
		return;
	}
	if (at(r, next) == '<')
		next = past_angles(r, next) ? past_space(r, past_angles(r, next)) : next;
	if (strchr("({[#", at(r, next)) || (at(r, next) == '=' && at(r, next + 1) != '=') || (at(r, next) == ':' && (head || at(r, next + 1) == ':')))
		k->flags |= TEXT_CODE;
	if (as_grow32(&k->part, k->npart, &k->part_cap, sizeof *k->part) != 0)
		r->failed = 1;
	else
		k->part[k->npart++] = as_intern_find(&r->c->t->text, r->s + i, end - i);
}

/* Does the name at i, behind which something stands at next, seem to be that of a base? */
static int
is_base(const reading *r, size_t i, size_t next)
{
	size_t last = before(r, i);
	char ch = last ? r->s[last - 1] : '\0';

	return !r->line_end && (at(r, next) == '{' || at(r, next) == ',') && (AMONG(r, word_before(r, i), "public", "private", "protected", "virtual") ||
		ch == ',' || (ch == ':' && last > 1 && r->s[last - 2] != ':'));
}

/* The name of a class, the word [i, end). */
static void
class_name(reading *r, class_text *k, size_t i, size_t end)
{
	size_t next = past_space(r, end), body;
	int inside = is_inside(r, k->cls);

	if (at(r, next) == '<' && past_angles(r, next))
		next = past_space(r, past_angles(r, next));
	body = is_head(r, i, 1) ? body_at(r, next) : 0;
	if (inside) {
		k->flags |= TEXT_OWN | (body ? TEXT_ODD : 0);
	} else if (body) {
		k->bodies++;
		k->flags |= r->line_end || r->next.at ? TEXT_ODD : 0;
		r->next.cls = k->cls;
		r->next.at = body;
	} else if (at(r, next) == ':' && at(r, next + 1) == ':') {
		part(r, k, next + 2, is_head(r, i, 1));
	} else if (is_base(r, i, next)) {
		k->bases++;
	} else if (!(is_head(r, i, 0) && at(r, next) == ';')) {
		k->flags |= TEXT_NAMED;
	}
}

static void
member_name(reading *r, uint32_t name, size_t i, size_t end)
{
	size_t k = word_before(r, i), last = before(r, i);
	char ch = last ? r->s[last - 1] : '\0';
	int declared = at(r, past_space(r, end)) == '(' && (k < last ? isalpha((unsigned char)r->s[k]) && !AMONG(r, k, "return", "throw", "case", "goto", "new", "delete", "else", "do", "co_return", "co_yield", "co_await",
		"and", "or", "not", "xor") : ch == '>' || ch == '&' || ch == '*');
	int qualified = last > 2 && ch == ':' && r->s[last - 2] == ':' && is_part(r->s[before(r, last - 2) - (before(r, last - 2) > 0)]);

	for (uint32_t b = 0; b < r->nin; b++) {
		member_text *m = class_texts_member(r->t, r->in[b].cls, name);
		if (!m || i < r->unevaluated)
			continue;
		m->of_other += (uint32_t)qualified;
		m->n += !qualified;
		m->odd |= !qualified && !declared;
	}
}

/* An operand that is not evaluated, if the word [i, end) is before one. Code may stand in a lambda, and how long an array is may be asked of a call. */
static void
operand(reading *r, size_t i, size_t end)
{
	size_t open = past_space(r, end), close;

	if (i < r->unevaluated || at(r, open) != '(' || !AMONG(r, i, "sizeof", "decltype", "noexcept", "alignof") || !(close = past_brackets(r, open)))
		return;
	if (!memchr(r->s + open, '{', close - open) && !memchr(r->s + open, '[', close - open))
		r->unevaluated = close;
}

static void
all_inside(reading *r, uint32_t flag)
{
	for (uint32_t k = 0; k < r->nin; k++)
		r->t->cls[r->t->of[r->in[k].cls] - 1].flags |= flag;
}

static void
says(reading *r, class_texts *t, uint32_t macro, uint32_t word)
{
	if (as_grow32(&t->says, t->nsays, &t->says_cap, sizeof *t->says) != 0)
		r->failed = 1;
	else
		t->says[t->nsays++] = (uint64_t)macro << 32 | word;
}

static void
one_word(reading *r, size_t i, size_t end)
{
	uint32_t id = as_intern_find(&r->c->t->text, r->s + i, end - i);

	if (r->t->pastes && as_intern_id(&r->t->word, r->s + i, end - i) == UINT32_MAX)
		r->failed = 1;
	if (AMONG(r, i, "this"))
		all_inside(r, TEXT_OWN);
	if (AMONG(r, i, "template") && at(r, past_space(r, end)) == '<' && before(r, i) && strchr("<,", r->s[before(r, i) - 1]))
		r->t->deduces = 1;
	operand(r, i, end);
	if (id >= r->c->nname)
		return;
	if (r->line_end && r->defines < r->c->nname)
		says(r, r->t, r->defines, id);
	if (r->t->macro[id] & MACRO_IS)
		for (uint32_t k = 0; k < r->nin; k++) {
			class_text *in = &r->t->cls[r->t->of[r->in[k].cls] - 1];
			r->failed |= as_grow32(&in->macro, in->nmacro, &in->macro_cap, sizeof *in->macro) != 0;
			if (!r->failed)
				in->macro[in->nmacro++] = id;
		}
	if (r->t->of[id])
		class_name(r, &r->t->cls[r->t->of[id] - 1], i, end);
	if (r->nin)
		member_name(r, id, i, end);
}

/* A directive begins at i, behind #. */
static void
directive(reading *r, size_t i)
{
	const char *nl = memchr(r->s + i, '\n', r->n - i);

	r->line_end = nl ? (size_t)(nl - r->s) : r->n;
	r->defines = UINT32_MAX;
	i = past_space(r, i);
	if (AMONG(r, i, "include", "include_next", "import")) {
		all_inside(r, TEXT_ODD);
		blank(r->s, i, r->line_end);
	} else if (AMONG(r, i, "define")) {
		i = past_space(r, past_word(r, i));
		r->t->renames |= AMONG(r, i, "class", "struct", "union", "this", "template", "sizeof", "decltype", "noexcept", "alignof");
		r->defines = as_intern_find(&r->c->t->text, r->s + i, past_word(r, i) - i);
		if (r->defines < r->c->nname && memmem(r->s + i, r->line_end - i, "##", 2))
			r->t->macro[r->defines] |= MACRO_PASTES;
	}
}

static void
brace(reading *r, size_t i)
{
	if (r->s[i] == '{') {
		r->depth++;
		if (r->next.at == i) {
			if (r->nin < MOST_INSIDE) {
				r->in[r->nin].cls = r->next.cls;
				r->in[r->nin++].depth = r->depth;
			} else {
				r->t->cls[r->t->of[r->next.cls] - 1].flags |= TEXT_ODD;
			}
			r->next.at = 0;
		}
		return;
	}
	if (r->nin && r->in[r->nin - 1].depth == r->depth) {
		if (at(r, past_space(r, i + 1)) != ';')
			r->t->cls[r->t->of[r->in[r->nin - 1].cls] - 1].flags |= TEXT_ODD;
		r->nin--;
	}
	r->depth -= r->depth > 0;
}

static void
one_text(reading *r)
{
	int fresh = 1; /* nothing stands before it on the line */

	r->n = joined(r->s, r->n);
	bare(r->s, r->n);
	for (size_t i = 0, end; i < r->n; i = end) {
		end = i + 1;
		if (r->line_end && i >= r->line_end)
			r->line_end = 0;
		if (is_part(r->s[i])) {
			end = past_word(r, i);
			end += end == i;
			one_word(r, i, end);
		} else if (r->s[i] == '#' && fresh && !r->line_end) {
			directive(r, end);
		} else if ((r->s[i] == '{' || r->s[i] == '}') && !r->line_end) {
			brace(r, i);
		} else if (r->line_end && r->s[i] == '}') {
			r->next.at = 0;
		}
		fresh = r->s[i] == '\n' || (fresh && isspace((unsigned char)r->s[i]));
	}
	all_inside(r, TEXT_ODD);
	if (r->next.at)
		r->t->cls[r->t->of[r->next.cls] - 1].flags |= TEXT_ODD;
}

/* Of a text that is no source of C: all of its words. */
static int
other_text(void *arg, const char *file, const char *text, const char *end)
{
	reading *r = arg;

	(void)file;
	for (const char *s = text, *q; s < end; s = q) {
		for (q = s; q < end && is_part(*q); q++) {}
		uint32_t id = q > s ? as_intern_find(&r->c->t->text, s, (size_t)(q - s)) : UINT32_MAX;
		if (id < r->c->nname && r->t->of[id])
			r->t->cls[r->t->of[id] - 1].flags |= TEXT_NAMED | TEXT_ODD;
		q += q == s;
	}
	return 0;
}

/* Reads all source of C++; first: only whether it puts words together. */
static int
read_files(const cone *c, class_texts *t, int first)
{
	for (uint32_t f = 0; f < c->p->nfile; f++) {
		uint32_t file = c->p->file[f];
		reading r = {.c = c, .t = t};
		as_err ignored;
		if (is_python(c->t, file) || c->t->node[file].flags & (FACT_DATA | FACT_ASSEMBLY))
			continue;
		if (as_slurp(fact_str(c->t, file), WALK_MAX_C, &r.s, &r.n, &ignored) != 0)
			return -1;
		if (first)
			t->pastes |= memmem(r.s, r.n, "##", 2) != NULL;
		else
			one_text(&r);
		free(r.s);
		if (r.failed)
			return -1;
	}
	return 0;
}

/* Macros that the nodes have; those of flags of the build are in no text. */
static void
macros(reading *r)
{
	const cone *c = r->c;

	for (uint32_t k = 0; k < c->ndefine; k++) {
		uint32_t node = c->define[k].node, as = fact_renames(c->t, node) ? c->t->node[fact_find(c->t, node, FACT_DEFAULT) + 1].str : UINT32_MAX;
		if (c->define[k].name < c->nname)
			r->t->macro[c->define[k].name] |= MACRO_IS;
		if (c->define[k].name < c->nname && as < c->nname)
			says(r, r->t, c->define[k].name, as);
	}
}

int
class_texts_read(const cone *c, class_texts *t)
{
	reading r = {.c = c, .t = t};

	t->macro = calloc((size_t)c->nname + 1, 1);
	t->of = calloc((size_t)c->nname + 1, sizeof *t->of);
	if (!t->macro || !t->of)
		return -1;
	for (uint32_t i = 0; i < t->ncls; i++)
		t->of[t->cls[i].cls] = 1 + i;
	macros(&r);
	if (r.failed || read_files(c, t, 1) != 0 || read_files(c, t, 0) != 0 || tree_any_text(c->t, other_text, &r) != 0)
		return -1;
	if (t->nsays)
		qsort(t->says, t->nsays, sizeof *t->says, cone_by_number);
	return 0;
}

void
class_texts_clear(class_texts *t)
{
	for (uint32_t i = 0; i < t->ncls; i++) {
		free(t->cls[i].part);
		free(t->cls[i].macro);
	}
	free(t->cls);
	free(t->member);
	free(t->macro);
	free(t->says);
	free(t->of);
	as_intern_free(&t->word);
}

static int
by_class(const void *a, const void *b)
{
	const class_text *x = a, *y = b;

	return (x->cls > y->cls) - (x->cls < y->cls);
}

static int
by_member(const void *a, const void *b)
{
	const member_text *x = a, *y = b;

	return x->cls != y->cls ? (x->cls > y->cls) - (x->cls < y->cls) : (x->name > y->name) - (x->name < y->name);
}

class_text *
class_texts_class(const class_texts *t, uint32_t cls)
{
	return bsearch(&(class_text){.cls = cls}, t->cls, t->ncls, sizeof *t->cls, by_class);
}

member_text *
class_texts_member(const class_texts *t, uint32_t cls, uint32_t name)
{
	return bsearch(&(member_text){.cls = cls, .name = name}, t->member, t->nmember, sizeof *t->member, by_member);
}

/* Is [s, s + n) a word, or, with more, words one behind the other? */
static int
made_of(const class_texts *t, const char *s, size_t n, int more)
{
	if (as_intern_find(&t->word, s, n) != UINT32_MAX)
		return 1;
	for (size_t k = 1; more && k < n; k++)
		if (as_intern_find(&t->word, s, k) != UINT32_MAX && made_of(t, s + k, n - k, more - 1))
			return 1;
	return 0;
}

int
class_texts_pasted(const class_texts *t, const char *name)
{
	size_t n = strlen(name);

	if (!t->pastes)
		return 0;
	for (size_t k = 1; k < n; k++)
		if (as_intern_find(&t->word, name, k) != UINT32_MAX && made_of(t, name + k, n - k, 1))
			return 1;
	return 0;
}

int
class_texts_brings(const cone *c, const class_texts *t, const class_text *k, uint32_t name)
{
	uint32_t *todo = malloc(((size_t)c->nname + k->nmacro + 1) * sizeof *todo), n = 0;
	uint8_t *seen = calloc((size_t)c->nname + 1, 1);
	int brings = !todo || !seen, pastes = 0;

	for (uint32_t i = 0; !brings && i < k->nmacro; i++)
		todo[n++] = k->macro[i];
	while (!brings && n) {
		uint32_t macro = todo[--n];
		uint64_t from = (uint64_t)macro << 32;
		if (seen[macro] == 1)
			continue;
		seen[macro] = 1;
		pastes |= t->macro[macro] & MACRO_PASTES;
		for (size_t i = as_before(&from, t->says, t->nsays, sizeof *t->says, cone_by_number); i < t->nsays && t->says[i] >> 32 == macro; i++) {
			uint32_t word = (uint32_t)t->says[i];
			brings |= word == name;
			if (t->macro[word] & MACRO_IS && seen[word] == 0 && n < c->nname) {
				seen[word] = 2;
				todo[n++] = word;
			}
		}
	}
	free(todo);
	free(seen);
	return brings || (pastes && class_texts_pasted(t, c->t->text.str[name]));
}
