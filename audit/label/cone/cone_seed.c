/* cone_seed.c - see cone_impl.h: what of the tree names a label. */
#include "cone_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* Letters and digits of s, small. */
static size_t
plain(const char *s, size_t n, char *out, size_t room)
{
	size_t k = 0;

	for (size_t i = 0; i < n && k + 1 < room; i++)
		if (isalnum((unsigned char)s[i]) || s[i] & 0x80)
			out[k++] = (char)tolower((unsigned char)s[i]);
	out[k] = '\0';
	return k;
}

/* What a string says of a label: 2 it is the label, or a word of it is; 1 they have a part in common; 0. */
static int
says(const char *s, size_t n, const char *label, size_t len, const char *small, size_t nsmall)
{
	const char *p;
	char q[256];
	size_t k;

	if (n == len && memcmp(s, label, n) == 0)
		return 2;
	if (n == 0)
		return 0;
	if (n < 400 && n > len)
		for (p = s; (p = strstr(p, label)); p++)
			if ((p == s || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) && !(isalnum((unsigned char)p[len]) || p[len] == '_') &&
			    !strpbrk(s, " \t\n"))
				return 2;
	if (n < len && strstr(label, s))
		return 1;
	if (n > 200 || !nsmall)
		return 0;
	k = plain(s, n, q, sizeof q);
	if (k == 0)
		return 0;
	return k >= nsmall ? strstr(q, small) != NULL : k > 2 && strstr(small, q) != NULL;
}

/* The label but for what is between its letters. */
static int
alike(const char *s, size_t n, const char *small)
{
	char q[256];

	return n < 200 && plain(s, n, q, sizeof q) && strcmp(q, small) == 0;
}

/* Is s the label with the dashes of an option? */
static int
is_option(const char *s, const char *label)
{
	return *s == '-' && strcmp(s + strspn(s, "-"), label + strspn(label, "-")) == 0;
}

/* The node that the kid i of the file f stands in. */
static uint32_t
around(const fact_tree *t, uint32_t f, uint32_t i)
{
	uint32_t up = i;

	while (up > f && !(t->node[up - 1].end > i))
		up--;
	return up > f ? up - 1 : f;
}

/* Is a STR looked for in other text? */
static int
searched_for(const fact_tree *t, uint32_t f, uint32_t i)
{
	static const char *const of[] = {"startswith", "endswith", "find", "rfind", "index", "count", "split", "rsplit", "partition", "rpartition", "removeprefix",
		"removesuffix", "replace", "match", "search", "fullmatch", "strstr", "strcasestr", "strncmp", "strncasecmp", "memcmp", "memmem", "starts_with",
		"ends_with", "contains", "compare", "substr", "regex_search", "regex_match", "fnmatch", "g_str_has_prefix", "g_str_has_suffix"};
	uint32_t up = around(t, f, i);

	if (t->node[up].kind == FACT_BIN)
		return strcmp(fact_str(t, up), "in") == 0 || strcmp(fact_str(t, up), "not in") == 0;
	while (t->node[up].kind == FACT_ARG || t->node[up].kind == FACT_TUPLE || t->node[up].kind == FACT_LIST)
		up = around(t, f, up);
	return t->node[up].kind == FACT_CALL && AS_AMONG(as_last_part(fact_str(t, up + 1)), of);
}

/* Has s the letter by itself, or, if that may be, among others of which none stands twice, as in a list of options? */
static int
has_letter(const char *s, char letter, int list)
{
	uint8_t seen[256] = {0};

	for (const char *p = s; *p; p++)
		if (tolower((unsigned char)*p) == tolower((unsigned char)letter) && (p == s || (!isalnum((unsigned char)p[-1]) && p[-1] != '%')) && !isalnum((unsigned char)p[1]))
			return 1;
	if (!list || !strchr(s, letter))
		return 0;
	for (const char *p = s; *p; p++)
		if (isspace((unsigned char)*p) || (isalnum((unsigned char)*p) && seen[(uint8_t)*p]++))
			return 0;
	return 1;
}

/* Is the STR i of file f taken whole: compared, or all that is given to what is not called after options? */
static int
taken_whole(const fact_tree *t, uint32_t f, uint32_t i)
{
	uint32_t up = around(t, f, i), n = 0;
	const char *s;

	if (t->node[up].kind == FACT_BIN)
		return strcmp(fact_str(t, up), "==") == 0 || strcmp(fact_str(t, up), "!=") == 0;
	if (t->node[up].kind != FACT_ARG || t->node[up = around(t, f, up)].kind != FACT_CALL)
		return 0;
	FACT_EACH_KID(t, up, k)
		n += t->node[k].kind == FACT_ARG;
	s = as_last_part(fact_str(t, up + 1));
	return n == 1 && (t->node[up + 1].kind == FACT_NAME || t->node[up + 1].kind == FACT_ATTR) && !strcasestr(s, "opt") && !strcasestr(s, "arg");
}

/* The list of getopt's letters in a CALL, if it has that of the label `-c`; 0. */
static uint32_t
letter_in(const fact_tree *t, uint32_t call, const char *label)
{
	if (label[0] != '-' || !isalnum((unsigned char)label[1]) || label[2] || strncmp(as_last_part(fact_str(t, call + 1)), "getopt", 6) != 0)
		return 0;
	FACT_EACH_KID(t, call, k)
		if (t->node[k].kind == FACT_ARG && t->node[k + 1].kind == FACT_STR && strchr(fact_str(t, k + 1), label[1]))
			return k + 1;
	return 0;
}

static void
named_at(cone_answer *a, uint32_t node)
{
	if (a->nplace < sizeof a->place / sizeof *a->place)
		a->place[a->nplace++] = node;
	a->nplaces++;
}

/* A label, and how the tree has it. */
typedef struct {
	const cone *c;
	const char *label; size_t len;
	char small[256]; size_t nsmall; /* its letters and digits */
	uint8_t *about; /* (names) what each says of it */
	char letter;    /* of an option of one letter, -c; 0 */
	int seen;
	int in_code;    /* the code has it whole, as text */
	int option;     /* and as an option, with its dashes */
	int listed;     /* a list of getopt's has its letter */
	int hides;      /* some code of the tree compiles or hides something */
} sought;

static int
is_data(const cone *c, uint32_t u)
{
	return (c->unit[u].flags & UNIT_DATA) != 0;
}

static int
look_for(sought *q, const cone *c, const char *label, int seen)
{
	const fact_tree *t = c->t;
	size_t len = strlen(label);

	*q = (sought){.c = c, .label = label, .len = len, .seen = seen, .about = malloc(c->nname + 1), .letter = len == 2 && label[0] == '-' && isalnum((unsigned char)label[1]) ? label[1] : '\0'};
	if (!q->about)
		return -1;
	q->nsmall = plain(label, len, q->small, sizeof q->small);
	for (uint32_t i = 0; i < c->nname; i++)
		q->about[i] = (uint8_t)says(t->text.str[i], t->text.len[i], label, len, q->small, q->nsmall);
	for (uint32_t u = 0; u < c->nunit; u++)
		q->hides |= c->unit[u].site || c->unit[u].hides;
	for (uint32_t i = 0; q->letter && i < t->n && !q->listed; i++)
		q->listed = t->node[i].kind == FACT_CALL && letter_in(t, i, label) != 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_STR && q->about[t->node[i].str] == 2 && c->owner[i] != UINT32_MAX && !is_data(c, c->owner[i])) {
			q->in_code = 1;
			q->option |= seen && is_option(fact_str(t, i), label);
		}
	return 0;
}

/* Is the node the label but for what is between its letters? */
static int
is_alike(const sought *q, uint32_t i)
{
	const fact_tree *t = q->c->t;

	return alike(fact_str(t, i), t->text.len[t->node[i].str], q->small);
}

/* A node of file f that says a part of the label, or of which the label is one: may it be meant? */
static int
is_part(const sought *q, uint32_t f, uint32_t i)
{
	const fact_tree *t = q->c->t;
	int text = t->node[i].kind == FACT_STR;
	uint32_t u = q->c->owner[i];

	if (q->letter && !has_letter(fact_str(t, i), q->letter, text && !taken_whole(t, f, i)))
		return 0;
	if (q->option && !is_data(q->c, u) && !is_alike(q, i) && !(text && searched_for(t, f, i)))
		return 0;
	if (text)
		return 1;
	if (q->seen && (q->in_code || q->listed) && !(q->c->unit[u].flags & (UNIT_PYTHON | UNIT_DATA)) && !is_alike(q, i))
		return 0;
	return t->text.len[t->node[i].str] >= 3;
}

/* Does a node of file f, which is of a unit, name the label or a part of it? */
static int
names_it(const sought *q, uint32_t f, uint32_t i)
{
	const fact_tree *t = q->c->t;
	uint32_t id = t->node[i].str, n = t->text.len[id], up;

	switch (t->node[i].kind) {
	case FACT_COMMENT: case FACT_FILE: case FACT_INCLUDE: case FACT_INT: case FACT_FLOAT: case FACT_BOOL: return 0;
	default: break;
	}
	if (!q->about[id] || (q->about[id] < 2 && !is_part(q, f, i)))
		return 0;
	if (t->node[i].kind != FACT_STR)
		return 1;
	if (q->in_code && n < 3 && n < q->len) /* who tests for that is led to from where the whole stands */
		return 0;
	if (n != 1 || q->len <= 1 || !t->node[i].line)
		return 1;
	up = around(t, f, i); /* a letter counts where it is compared */
	return t->node[up].kind == FACT_BIN || t->node[up].kind == FACT_CASE || t->node[up].kind == FACT_ARG;
}

int
cone_seeds(const cone *c, const char *label, int seen, cone_answer *a, cone_reach *r, cone_root *whole, uint32_t *nwhole)
{
	const fact_tree *t = c->t;
	sought q;

	if (look_for(&q, c, label, seen) != 0)
		return -1;
	for (uint32_t f = 0; f < t->n; f = t->node[f].end)
		for (uint32_t i = f; i < t->node[f].end; i++) {
			uint32_t u = c->owner[i], list;
			int k = t->node[i].kind, is = q.about[t->node[i].str] == 2;
			if (u == UINT32_MAX)
				continue;
			if (k == FACT_CALL && (list = letter_in(t, i, label)) != 0) {
				named_at(a, list);
				if (!q.hides) /* else others may test for it among others */
					a->known = 1;
				cone_visit(r, u);
			}
			if ((k == FACT_CALL || k == FACT_FUNC) && !is_python(t, f) && cone_registered(c, i, label)) {
				a->known = 1;
				named_at(a, i);
				cone_visit(r, u);
			}
			if (!names_it(&q, f, i))
				continue;
			if (k == FACT_STR && is) {
				a->known = 1;
				named_at(a, i);
			}
			cone_visit(r, u);
			if (!(is || is_alike(&q, i)) || is_data(c, u))
				continue;
			if (*nwhole == 0 || whole[*nwhole - 1].unit != u)
				whole[(*nwhole)++] = (cone_root){u, 0};
			whole[*nwhole - 1].text |= k == FACT_STR;
		}
	free(q.about);
	return 0;
}
