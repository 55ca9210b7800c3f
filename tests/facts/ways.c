/* facts_ways LABEL PATH... - prints the way that audit/label/chain/chain.h finds from a label to a
 * compile call, whatever paths would say: "guarded", "beside" or "none", then its links.
 * Status 2 if the walk fails. */
#include <stdio.h>
#include <string.h>

#include "../../audit/label/chain/chain.h"
#include "../../audit/label/read/read_tree.h"
#include "../../audit/label/vm/vm.h"

static void
print(const fact_tree *t, const program *p, const chain_answer *a)
{
	static const char *const kind[] = {"none", "guarded", "beside"}, *const link[] = {"label", "guard", "open", "call", "handler", "compile", "set"};

	puts(kind[a->kind]);
	for (uint32_t i = 0; i < a->nlink; i++) {
		const chain_link *l = &a->link[i];
		char text[120];
		fact_unparse(t, l->node, text, sizeof text);
		printf("%s:%u %s %s", fact_str(t, program_file(p, l->node)), (unsigned)t->node[l->node].line, link[l->kind], text);
		if (l->kind == LINK_GUARD || l->kind == LINK_OPEN)
			fputs(l->value ? ": true" : ": false", stdout);
		putchar('\n');
	}
	if (a->left_open)
		printf("%u more open\n", (unsigned)a->left_open);
}

int
main(int argc, char **argv)
{
	fact_tree t;
	as_err e = {0};
	walk w = {0};
	program p = {0};
	symbols own = {0};
	chain *c = NULL;
	chain_answer a;
	int rc = 2;

	if (argc < 3 || fact_tree_init(&t) != 0)
		return 2;
	if (walk_paths(&w, argv + 2, (size_t)(argc - 2), &e) != 0 || read_tree(&w, &t, &e) != 0)
		fprintf(stderr, "facts_ways: %s%s%s\n", e.file, e.file[0] ? ": " : "", e.msg);
	else if (as_intern_id(&t.text, argv[1], strlen(argv[1])) != UINT32_MAX && program_init(&p, &t, &own) == 0 && (c = chain_new(&p, &own)) &&
	    chain_ask(c, argv[1], &a) == 0) {
		print(&t, &p, &a);
		rc = fflush(stdout) == 0 ? 0 : 2;
	}
	chain_free(c);
	program_free(&p);
	fact_tree_free(&t);
	walk_free(&w);
	return rc;
}
