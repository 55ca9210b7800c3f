/* What served a sample: which words are code that was compiled. The words are those of
 * assay-run(5). */
#include "served.h"
#include "unit_check.h"

int
main(void)
{
	static const char *const other[] = {"eager", "trace", "mixed", "graph", "compiling",
	    "torchscript", "unknown", "", "Compiled", "compiled ", "uncompiled"};

	unit_ok(as_served_compiled("compiled"), "compiled is compiled code");
	unit_ok(as_served_compiled("replay"), "so is the replay of a graph");
	for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
		char what[60];

		snprintf(what, sizeof what, "'%s' is not", other[i]);
		unit_ok(!as_served_compiled(other[i]), what);
	}
	return 0;
}
