/* text_mentions.h: which lines name a label. */
#include "../audit/label/program/text_mentions.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "unit.h"

static int
named(const char *line, const char *label)
{
	return names_label(line, strlen(line), label);
}

int
main(void)
{
	static const char *const label[] = {"gpu", "gpu-compile"};
	char path[] = "/tmp/assay-notes-XXXXXX", *s = NULL;
	walk_file file[2] = {{.path = path, .kind = WALK_TEXT}, {.path = path, .kind = WALK_TEXT, .skip = "binary"}};
	walk w = {.file = file, .n = 2};
	size_t n = 0;
	fact_tree t;
	as_err e;
	FILE *f;
	int fd;

	unit_ok(named("gpu", "gpu") && named("`gpu`, x", "gpu") && named("x/gpu.", "gpu"), "alone, and beside signs");
	unit_ok(!named("gpu-compile", "gpu") && !named("xgpu", "gpu") && !named("gpu_2", "gpu"), "not as part of a word");
	unit_ok(named("gpu-compile and gpu", "gpu"), "a later place counts");
	unit_ok(!named("", "gpu") && !named("x", ""), "nothing names nothing");
	if ((fd = mkstemp(path)) < 0 || !(f = fdopen(fd, "w")) || fputs("none\n# gpu-compile\n\nthe gpu", f) < 0 ||
	    fclose(f) != 0 || fact_tree_init(&t) != 0)
		return 1;
	unit_ok(text_mentions(&w, label, 2, &t, &e) == 0 && text_mentions(&w, label + 1, 0, &t, &e) == 0, "read");
	unlink(path);
	if (!(f = open_memstream(&s, &n)))
		return 1;
	fact_write(&t, f);
	fclose(f);
	unit_ok(strncmp(s, "0 file 1 d /tmp/assay-notes-", 28) == 0 && strcmp(strchr(s, '\n'), "\n1 comment 2 - # gpu-compile\n1 comment 4 - the gpu\n") == 0,
	    "the lines, and of what is to be read only");
	free(s);
	fact_tree_free(&t);
	return 0;
}
