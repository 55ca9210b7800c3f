/* facts_dump PATH... - prints the facts that the readers make of files and trees,
 * and the files that the walk skipped; --count: only how many. Status 2 if the
 * walk fails. What tests of the readers compare. */
#include <stdio.h>
#include <string.h>

#include "../../audit/label/read/read_tree.h"

static void
count(const fact_tree *t)
{
	unsigned long files = 0, errors = 0;

	for (uint32_t i = 0; i < t->n; i++) {
		files += t->node[i].kind == FACT_FILE;
		if (t->node[i].kind != FACT_ERROR)
			continue;
		errors++;
		for (uint32_t f = i; ; f--)
			if (t->node[f].kind == FACT_FILE) {
				printf("error: %s:%u: %s\n", fact_str(t, f), (unsigned)t->node[i].line, fact_str(t, i));
				break;
			}
	}
	printf("%lu files, %lu nodes, %lu errors\n", files, (unsigned long)t->n, errors);
}

int
main(int argc, char **argv)
{
	int counts = argc > 1 && strcmp(argv[1], "--count") == 0, rc = 2;
	fact_tree t;
	as_err e = {0};
	walk w;

	if (fact_tree_init(&t) != 0)
		return 2;
	if (walk_paths(&w, argv + 1 + counts, (size_t)(argc - 1 - counts), &e) != 0 || read_tree(&w, &t, &e) != 0) {
		fprintf(stderr, "facts_dump: %s%s%s\n", e.file, e.file[0] ? ": " : "", e.msg);
		goto done;
	}
	for (size_t i = 0; i < w.n; i++)
		if (w.file[i].skip)
			printf("skip %s: %s%s\n", w.file[i].path, w.file[i].skip, w.file[i].opaque ? ", opaque" : "");
	if (counts)
		count(&t);
	else
		fact_write(&t, stdout);
	rc = fflush(stdout) == 0 ? 0 : 2;
done:
	fact_tree_free(&t);
	walk_free(&w);
	return rc;
}
