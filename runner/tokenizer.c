#define PCRE2_CODE_UNIT_WIDTH 8
#include "tokenizer.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "grow.h"
#include "intern.h"
#include "json.h"

typedef struct { const char *s; int32_t id; } word;

struct rr_tokenizer {
	cJSON *root;            /* owns every string */
	char path[1100];
	as_intern vocab;
	int32_t *id;            /* (vocab.n) of its tokens */
	as_intern merges;       /* pairs of ids: the number of a pair is its rank */
	int32_t *joined;        /* (merges.n) the id of what a pair becomes */
	word *added; size_t nadded;
	int nfc;
	pcre2_code *split;
	int32_t byte[256];      /* id of each byte's character; -1: none */
};

static const char gpt2_split[] =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

/* The id of a token; -1: it is none. */
static int32_t
lookup(const rr_tokenizer *t, const char *s)
{
	const uint32_t at = as_intern_find(&t->vocab, s, strlen(s));

	return at == UINT32_MAX ? -1 : t->id[at];
}

/* Byte-level BPE's map: printable Latin-1 stands for itself, the others for
 * 256, 257, ... in order (OpenAI's bytes_to_unicode). */
static void
glyphs(rr_tokenizer *t)
{
	int next = 256;

	for (int b = 0; b < 256; b++) {
		int plain = (b >= 33 && b <= 126) || (b >= 161 && b <= 172) || b >= 174;
		int cp = plain ? b : next++;
		char utf8[3] = {(char)cp};

		if (cp >= 128) {
			utf8[0] = (char)(0xc0 | cp >> 6);
			utf8[1] = (char)(0x80 | (cp & 63));
		}
		t->byte[b] = lookup(t, utf8);
	}
}

static int
read_vocab(rr_tokenizer *t, const cJSON *v, as_err *e)
{
	if (!cJSON_IsObject(v) || !v->child)
		return as_fail(e, t->path, 0, "model.vocab is missing");
	if (!(t->id = calloc((size_t)cJSON_GetArraySize(v), sizeof *t->id)))
		return as_nomem(e);
	for (const cJSON *it = v->child; it; it = it->next) {
		const uint32_t before = t->vocab.n,
		    at = as_intern_id(&t->vocab, it->string, strlen(it->string));
		if (!cJSON_IsNumber(it) || it->valuedouble < 0 || it->valuedouble > 1 << 24)
			return as_fail(e, t->path, 0,
			    "model.vocab: the id of a token is not a number from 0 to 16777216");
		if (at == UINT32_MAX)
			return as_nomem(e);
		if (at == before)
			t->id[at] = it->valueint;
	}
	return 0;
}

/* A merge is "a b", or in newer files ["a", "b"]. */
static int
parts(const cJSON *it, char *buf, size_t size, const char **a, const char **b)
{
	if (cJSON_IsString(it)) {
		char *gap;
		if (strlen(it->valuestring) >= size)
			return -1;
		memcpy(buf, it->valuestring, strlen(it->valuestring) + 1);
		if (!(gap = strchr(buf, ' ')))
			return -1;
		*gap = '\0';
		*a = buf;
		*b = gap + 1;
		return 0;
	}
	if (cJSON_GetArraySize(it) != 2 || !cJSON_IsString(it->child) || !cJSON_IsString(it->child->next))
		return -1;
	*a = it->child->valuestring;
	*b = it->child->next->valuestring;
	return 0;
}

static int
read_merges(rr_tokenizer *t, const cJSON *list, as_err *e)
{
	int32_t rank = 0;

	if (!(t->joined = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *t->joined)))
		return as_nomem(e);
	for (const cJSON *it = list ? list->child : NULL; it; it = it->next, rank++) {
		char buf[2048], joined[4096];
		const char *a, *b;
		int32_t pair[2], id;
		uint32_t before = t->merges.n, at;
		if (parts(it, buf, sizeof buf, &a, &b) < 0 ||
		    (size_t)snprintf(joined, sizeof joined, "%s%s", a, b) >= sizeof joined ||
		    (pair[0] = lookup(t, a)) < 0 || (pair[1] = lookup(t, b)) < 0 ||
		    (id = lookup(t, joined)) < 0)
			return as_fail(e, t->path, 0,
			    "model.merges: entry %d does not join two tokens to a third", rank);
		if ((at = as_intern_id(&t->merges, (const char *)pair, sizeof pair)) == UINT32_MAX)
			return as_nomem(e);
		if (at == before)
			t->joined[at] = id;
	}
	return 0;
}

static int
is_true(const cJSON *o, const char *key)
{
	return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(o, key));
}

static int
read_added(rr_tokenizer *t, const cJSON *list, as_err *e)
{
	t->added = calloc((size_t)cJSON_GetArraySize(list) + 1, sizeof *t->added);
	if (!t->added)
		return as_nomem(e);
	for (const cJSON *it = list ? list->child : NULL; it; it = it->next) {
		const cJSON *c = cJSON_GetObjectItemCaseSensitive(it, "content"),
		    *id = cJSON_GetObjectItemCaseSensitive(it, "id");
		if (!cJSON_IsString(c) || !*c->valuestring || !cJSON_IsNumber(id) || id->valuedouble < 0 ||
		    id->valuedouble > 1 << 24)
			return as_fail(e, t->path, 0, "added_tokens: an entry has no content or no id");
		if (is_true(it, "lstrip") || is_true(it, "rstrip") || is_true(it, "single_word") ||
		    (t->nfc && is_true(it, "normalized")))
			return as_fail(e, t->path, 0, "added_tokens: %.80s has lstrip, rstrip, single_word or "
			    "normalized, which are not supported",
			    c->valuestring);
		t->added[t->nadded++] = (word){c->valuestring, id->valueint};
	}
	return 0;
}

/* The library's \s is Unicode's White_Space; PCRE2's has U+180E besides. */
static char *
own_space(const char *pattern)
{
	static const char space[] = "\\p{Z}\\t\\n\\x{0b}\\f\\r\\x{85}";
	const size_t n = strlen(pattern);
	char *out = malloc(n * (sizeof space + 4) + 1), *w = out;
	int class = 0;

	for (const char *s = pattern; out && *s; s++)
		if (*s == '\\' && (s[1] == 's' || (s[1] == 'S' && !class))) {
			w += sprintf(w, "%s%s%s", class ? "" : s[1] == 's' ? "[" : "[^", space, class ? "" : "]");
			s++;
		} else {
			if (*s == '\\' && s[1])
				*w++ = *s++;
			else if (*s == '[' || *s == ']')
				class = *s == '[';
			*w++ = *s;
		}
	if (out)
		*w = '\0';
	return out;
}

static int
compile_split(rr_tokenizer *t, const char *pattern, as_err *e)
{
	int err;
	PCRE2_SIZE at;
	char *own = own_space(pattern);

	if (!own)
		return as_nomem(e);
	t->split = pcre2_compile((PCRE2_SPTR)own, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP, &err, &at,
	    NULL);
	free(own);
	if (!t->split) {
		PCRE2_UCHAR why[200] = "";
		pcre2_get_error_message(err, why, sizeof why);
		return as_fail(e, t->path, 0,
		    "pre_tokenizer: the expression is not valid: %s", (const char *)why);
	}
	pcre2_jit_compile(t->split, PCRE2_JIT_COMPLETE);
	return 0;
}

static const char *
type_of(const cJSON *o)
{
	const cJSON *t = cJSON_GetObjectItemCaseSensitive(o, "type");

	return cJSON_IsString(t) ? t->valuestring : "";
}

static int
read_pre(rr_tokenizer *t, const cJSON *pre, as_err *e)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(pre, "pretokenizers");

	if (strcmp(type_of(pre), "ByteLevel") == 0) {
		if (is_true(pre, "add_prefix_space") || cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(pre,
		    "use_regex")))
			return as_fail(e, t->path, 0, "pre_tokenizer: ByteLevel is supported only with "
			    "use_regex and without add_prefix_space");
		return compile_split(t, gpt2_split, e);
	}
	if (strcmp(type_of(pre), "Sequence") == 0 && cJSON_GetArraySize(list) == 2 &&
	    strcmp(type_of(list->child), "Split") == 0 && strcmp(type_of(list->child->next),
	    "ByteLevel") == 0) {
		const cJSON *p = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(list->child,
		    "pattern"), "Regex");
		const cJSON *how = cJSON_GetObjectItemCaseSensitive(list->child, "behavior"),
		    *bytes = list->child->next;
		if (is_true(bytes, "add_prefix_space") || !cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(bytes,
		    "use_regex")))
			return as_fail(e, t->path, 0, "pre_tokenizer: after Split, ByteLevel is supported only "
			    "without use_regex and add_prefix_space");
		if (!is_true(list->child, "invert") && cJSON_IsString(p) && cJSON_IsString(how) &&
		    strcmp(how->valuestring, "Isolated") == 0)
			return compile_split(t, p->valuestring, e);
	}
	return as_fail(e, t->path, 0,
	    "pre_tokenizer: neither ByteLevel nor Split (Isolated) and ByteLevel");
}

/* What would change the ids and is not known here must not be there. */
static int
only_known(const rr_tokenizer *t, const cJSON *model, as_err *e)
{
	static const char *const of_model[] = {"dropout", "ignore_merges", "byte_fallback",
	    "continuing_subword_prefix",
	    "end_of_word_suffix", NULL};
	static const char *const of_file[] = {"truncation", "padding", NULL};
	const cJSON *v, *post = cJSON_GetObjectItemCaseSensitive(t->root, "post_processor");

	for (int i = 0; of_model[i]; i++) {
		v = cJSON_GetObjectItemCaseSensitive(model, of_model[i]);
		if (v && !cJSON_IsNull(v) && !cJSON_IsFalse(v) && !(cJSON_IsString(v) && !*v->valuestring))
			return as_fail(e, t->path, 0, "model: %s is not known", of_model[i]);
	}
	for (int i = 0; of_file[i]; i++)
		if (cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(t->root, of_file[i])))
			return as_fail(e, t->path, 0, "%s is not known", of_file[i]);
	if (cJSON_IsObject(post) && strcmp(type_of(post), "ByteLevel") != 0)
		return as_fail(e, t->path, 0, "post_processor: only ByteLevel is supported");
	return 0;
}

static int
read_all(rr_tokenizer *t, as_err *e)
{
	const cJSON *model = cJSON_GetObjectItemCaseSensitive(t->root, "model");
	const cJSON *norm = cJSON_GetObjectItemCaseSensitive(t->root, "normalizer");

	if (!cJSON_IsObject(model) || (*type_of(model) && strcmp(type_of(model), "BPE") != 0))
		return as_fail(e, t->path, 0, "model: only BPE is supported");
	if (cJSON_IsObject(norm) && strcmp(type_of(norm), "NFC") != 0)
		return as_fail(e, t->path, 0, "normalizer: only NFC is supported");
	t->nfc = cJSON_IsObject(norm);
	if (only_known(t, model, e) < 0 || read_vocab(t, cJSON_GetObjectItemCaseSensitive(model, "vocab"),
	    e) < 0 ||
	    read_merges(t, cJSON_GetObjectItemCaseSensitive(model, "merges"), e) < 0 ||
	    read_added(t, cJSON_GetObjectItemCaseSensitive(t->root, "added_tokens"), e) < 0 ||
	    read_pre(t, cJSON_GetObjectItemCaseSensitive(t->root, "pre_tokenizer"), e) < 0)
		return -1;
	glyphs(t);
	return 0;
}

int
rr_tokenizer_open(rr_tokenizer **out, const char *dir, as_err *e)
{
	rr_tokenizer *t = calloc(1, sizeof *t);

	*out = NULL;
	if (!t)
		return as_nomem(e);
	snprintf(t->path, sizeof t->path, "%.1000s/tokenizer.json", dir);
	if (as_json_read(t->path, &t->root, e) < 0 || read_all(t, e) < 0) {
		rr_tokenizer_close(t);
		return -1;
	}
	*out = t;
	return 0;
}

void
rr_tokenizer_close(rr_tokenizer *t)
{
	if (!t)
		return;
	pcre2_code_free(t->split);
	cJSON_Delete(t->root);
	as_intern_free(&t->vocab);
	as_intern_free(&t->merges);
	free(t->id);
	free(t->joined);
	free(t->added);
	free(t);
}

typedef struct { int32_t *id; long n; size_t cap; } ids;

static int
push(ids *o, int32_t id, as_err *e)
{
	if (as_grow(&o->id, (size_t)o->n, &o->cap, sizeof *o->id) != 0)
		return as_nomem(e);
	o->id[o->n++] = id;
	return 0;
}

/* One pre-token: the pair of least rank is merged until none is left. */
static int
bpe(const rr_tokenizer *t, const char *s, size_t n, ids *o, as_err *e)
{
	long from = o->n;

	for (size_t i = 0; i < n; i++) {
		int32_t id = t->byte[(unsigned char)s[i]];
		if (id < 0)
			return as_fail(e, t->path, 0, "the vocabulary has no token for byte 0x%02x",
			    (unsigned char)s[i]);
		if (push(o, id, e) < 0)
			return -1;
	}
	for (;;) {
		uint32_t best = UINT32_MAX;
		int32_t pair[2];
		long to = from;
		for (long i = from; i + 1 < o->n; i++) {
			uint32_t rank = as_intern_find(&t->merges, (const char *)&o->id[i], sizeof pair);
			best = rank < best ? rank : best;
		}
		if (best == UINT32_MAX)
			return 0;
		memcpy(pair, t->merges.str[best], sizeof pair);
		for (long i = from; i < o->n;) {
			if (i + 1 < o->n && memcmp(&o->id[i], pair, sizeof pair) == 0) {
				o->id[to++] = t->joined[best];
				i += 2;
			} else
				o->id[to++] = o->id[i++];
		}
		o->n = to;
	}
}

/* Text without added tokens. */
static int
plain(const rr_tokenizer *t, const char *s, size_t n, ids *o, as_err *e)
{
	pcre2_match_data *md;
	utf8proc_uint8_t *nfc = NULL;
	size_t at = 0;
	int rc = 0;

	if (t->nfc) {
		utf8proc_ssize_t len = utf8proc_map((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &nfc,
		    UTF8PROC_STABLE | UTF8PROC_COMPOSE);
		if (len < 0)
			return as_fail(e, NULL, 0, "a prompt is not valid UTF-8");
		s = (const char *)nfc;
		n = (size_t)len;
	}
	if (!(md = pcre2_match_data_create_from_pattern(t->split, NULL)))
		rc = as_nomem(e);
	while (at < n && rc == 0) {
		int k = pcre2_match(t->split, (PCRE2_SPTR)s, n, at, 0, md, NULL);
		const PCRE2_SIZE *v = pcre2_get_ovector_pointer(md);
		size_t from = k > 0 ? v[0] : n, to = k > 0 ? v[1] : n;
		if (k < 0 && k != PCRE2_ERROR_NOMATCH)
			rc = as_fail(e, NULL, 0, "a prompt is not valid UTF-8");
		else if (k > 0 && to == from)
			rc = as_fail(e, t->path, 0, "pre_tokenizer: the expression matches nothing");
		if (rc == 0 && from > at) /* what lies between matches is a piece of its own */
			rc = bpe(t, s + at, from - at, o, e);
		if (rc == 0 && to > from)
			rc = bpe(t, s + from, to - from, o, e);
		at = to;
	}
	pcre2_match_data_free(md);
	free(nfc);
	return rc;
}

int
rr_tokenizer_encode(rr_tokenizer *t, const char *text, size_t n, int32_t **out, long *count,
    as_err *e)
{
	ids o = {0};
	size_t from = 0;
	int rc = 0;

	for (size_t i = 0; i <= n && rc == 0; i++) {
		const word *hit = NULL;
		size_t len = 0;
		for (size_t k = 0; k < t->nadded && i < n; k++) {
			size_t l = strlen(t->added[k].s);
			if (l > len && l <= n - i && memcmp(text + i, t->added[k].s, l) == 0) {
				hit = &t->added[k];
				len = l;
			}
		}
		if (!hit && i < n)
			continue;
		if (i > from)
			rc = plain(t, text + from, i - from, &o, e);
		if (hit && rc == 0)
			rc = push(&o, hit->id, e);
		from = i + len;
		i = hit ? from - 1 : i;
	}
	if (rc < 0) {
		free(o.id);
		return -1;
	}
	*out = o.id;
	*count = o.n;
	return 0;
}
