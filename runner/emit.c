#include "emit.h"

#include <stdlib.h>
#include <string.h>

#include "memory_text.h"
#include "sha256.h"

static int
seen(const rr_node *node, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (!node[k].external && strcmp(node[k].name, node[i].name) == 0)
			return 1;
	return 0;
}

size_t
rr_emit_distinct(const rr_node *node, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < n; i++)
		count += !node[i].external && !seen(node, i);
	return count;
}

/* Names node i after its own text. */
static int
name_node(rr_device *dev, rr_node *node, const char *sum, const long *sym)
{
	char plain[64], hex[AS_SHA256_HEX], *text = NULL;
	size_t n = 0;
	FILE *mem = open_memstream(&text, &n);

	if (!mem)
		return -1;
	snprintf(plain, sizeof plain, "as_%s", rr_op_name(node->op.kind));
	fprintf(mem, "%s\n", sum);
	dev->wrapper(dev, mem, node, plain, sym);
	if (!as_memory_text(mem, &text))
		return -1;
	as_sha256_of(text, n, hex);
	snprintf(node->name, sizeof node->name, "%s_%.12s", plain, hex);
	free(text);
	return 0;
}

int
rr_emit(rr_device *dev, rr_node *node, size_t n, const long *sym, const char *title, char **out,
    as_err *e)
{
	char sum[AS_SHA256_HEX];
	size_t size = 0, first;
	FILE *mem = open_memstream(out, &size);
	int rc;

	if (!mem)
		return as_nomem(e);
	first = (size_t)fprintf(mem, "/* %s */\n", title);
	fputs(dev->prologue(dev), mem);
	for (size_t i = 0; i < n && dev->preamble; i++)
		dev->preamble(dev, mem, &node[i]);
	if ((rc = fflush(mem)) == 0)
		as_sha256_of(*out + first, size - first, sum);
	for (size_t i = 0; i < n && rc == 0; i++) {
		if (node[i].external) {
			snprintf(node[i].name, sizeof node[i].name, "blas_%s", rr_op_name(node[i].op.kind));
			continue;
		}
		if ((rc = name_node(dev, &node[i], sum, sym)) == 0 && !seen(node, i)) {
			fputc('\n', mem);
			dev->wrapper(dev, mem, &node[i], node[i].name, sym);
		}
	}
	if (as_memory_text(mem, out) && rc == 0)
		return 0;
	free(*out);
	*out = NULL;
	return as_nomem(e);
}
