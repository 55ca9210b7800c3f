/* The nodes of an artifact against its kept source: names, operations, the graph, and what the
 * record says of a kernel that is a whole step. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "sha256.h"
#include "shelf.h"

/* Of the part before the first wrapper, without its first line: its hash, in hex; "": there is no
 * such part. */
static void
hash_head(const char *src, size_t n, char head[AS_SHA256_HEX])
{
	const char *nl = memchr(src, '\n', n), *first;

	head[0] = '\0';
	/* wrappers are the functions whose names end in _ and 12 hex digits */
	for (first = src; (first = strstr(first, "as_")); first++) {
		const char *p = first;
		while (isalnum((unsigned char)*p) || *p == '_')
			p++;
		if (*p == '(' && p - first > 13 && p[-13] == '_' && strspn(p - 12, "0123456789abcdef") >= 12)
			break;
	}
	/* an empty line parts a wrapper from what is before it */
	while (first && first > src + 1 && !(first[-1] == '\n' && first[-2] == '\n'))
		first--;
	if (nl && first && first - 1 > nl)
		as_sha256_of(nl + 1, (size_t)(first - nl - 2), head);
}

/* The kernel's name must end in the hash of its text, as assay-run(5) has it. -1: that cannot be
 * told. */
static int
kernel_named(const char *src, const char *head, const char *name)
{
	const char *hash = strrchr(name, '_'), *w, *at, *end;
	char hex[AS_SHA256_HEX], key[160];
	as_sha256 s;
	size_t klen;

	if (!hash || strlen(hash + 1) != 12)
		return -1;
	snprintf(key, sizeof key, "%.140s(", name);
	if (strlen(name) > 140 || !(at = w = strstr(src, key)))
		return 0;
	while (w > src + 1 && !(w[-1] == '\n' && w[-2] == '\n'))
		w--;
	if (!*head || !(end = strstr(at, "\n}\n")))
		return -1;
	end += 3;
	as_sha256_init(&s);
	as_sha256_add(&s, head, 64);
	as_sha256_add(&s, "\n", 1);
	klen = (size_t)(at - w);
	as_sha256_add(&s, w, klen);
	as_sha256_add(&s, name, (size_t)(hash - name));
	as_sha256_add(&s, w + klen + strlen(name), (size_t)(end - w) - klen - strlen(name));
	as_sha256_hex(&s, hex);
	return strncmp(hex, hash + 1, 12) == 0;
}

/* Of a generated source's enum; NaN: it has no such constant. */
static double
constant(const char *src, const char *name)
{
	char key[64];
	const char *at;

	snprintf(key, sizeof key, "\tST_%s = ", name);
	at = strstr(src, key);
	return at ? strtod(at + strlen(key), NULL) : NAN;
}

/* Phases are functions that the source calls in this order; that of "output" is phase_o. */
static int
phases_called(const char *src, const cJSON *phases)
{
	const cJSON *v = cJSON_GetArrayItem(phases, 0);

	for (; (src = strstr(src, "\tphase_")); src++, v = v->next) {
		char key[64];

		if (!cJSON_IsString(v) || strcmp(v->valuestring, "o") == 0)
			return 0;
		snprintf(key, sizeof key, "\tphase_%.40s(", strcmp(v->valuestring, "output") == 0 ? "o" :
		    v->valuestring);
		if (strncmp(src, key, strlen(key)) != 0)
			return 0;
	}
	return cJSON_IsArray(phases) && !v;
}

/* What the record says of a kernel that is a whole step, against its source. */
static const char *
step_misfit(ev_run *r, const char *id, const char *src, const cJSON *node)
{
#define ST(name) constant(src, #name)
	const double ring = ST(SLOT) * ST(DEPTH);
	const struct { const char *field; double has; } is[] = {
		{"layers", ST(L)}, {"blocks", ST(G)}, {"warps", ST(WARPS)}, {"rows_a_copy", ST(CHUNK)},
		{"copies_in_flight", ST(WINDOW)}, {"evict_first", ST(EVICT_FIRST)}, {"ring_bytes", ring},
		/* residual, vector, partial sums, count, barriers; the ring and what aligning it takes */
		{"shared_bytes", 4 * ST(H) + ST(SH_X) + 1024 + 16 + 16 * ST(DEPTH) + 128 + ring},
	};
	const char *op = as_text(&r->keep, "step[%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f]", ST(L), ST(H),
	    ST(NH), ST(NKV), ST(HD), ST(F), ST(V), ST(S));
#undef ST

	for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
		const cJSON *v = ev_get(ev_get(node, "step"), is[i].field);
		const double says = cJSON_IsNumber(v) ? v->valuedouble : cJSON_IsTrue(v);

		if (!(says == is[i].has))
			return as_text(&r->keep, "%.40s says %s %g, its source %g", id, is[i].field, says, is[i].has);
	}
	if (strcmp(ev_str(node, "op"), op) != 0 || !phases_called(src, as_json_at(node, "step.phases")))
		return as_text(&r->keep, "%.40s says another operation or other phases than its source", id);
	return NULL;
}

const char *
ev_nodes_misfit(ev_run *r, const cJSON *a, const char *src, size_t n)
{
	const char *id = ev_str(a, "id"), *why;
	const cJSON *graph = ev_get(a, "graph"), *node;
	const cJSON *in = cJSON_GetArrayItem(ev_get(graph, "nodes"), 0); /* the graph's, in order */
	const int drawn = in || cJSON_IsTrue(ev_get(graph, "captured"));
	char head[AS_SHA256_HEX];

	hash_head(src, n, head);
	cJSON_ArrayForEach(node, ev_get(a, "nodes")) {
		const char *name = ev_str(node, "name"), *op = ev_str(node, "op");
		const int external = cJSON_IsTrue(ev_get(node, "external")), kind = (int)strcspn(op, "[");
		const char *want = as_text(&r->keep, external ? "blas_%.*s" : "as_%.*s_", kind, op);

		if ((ev_get(node, "step") || strncmp(name, "as_step_", 8) == 0) &&
		    (why = step_misfit(r, id, src, node)))
			return why;
		if (!external && kernel_named(src, head, name) == 0)
			return as_text(&r->keep, "kernel %.100s of %.40s is not in its source, or not named by its "
			    "text", name, id);
		if (strncmp(name, want, strlen(want)) != 0 ||
		    strlen(name) != strlen(want) + (external ? 0 : 12))
			return as_text(&r->keep, "%.40s says that %.100s is %.100s", id, name, op);
		if (drawn && (!cJSON_IsString(in) || strcmp(in->valuestring, name) != 0))
			break;
		in = in ? in->next : NULL;
	}
	return node || in ? as_text(&r->keep, "the graph of %.40s has other nodes than it", id) : NULL;
}
