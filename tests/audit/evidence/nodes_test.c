/* nodes_test.c - sources that no refrun wrote, against audit/evidence/nodes. */
#include <stdio.h>
#include <string.h>

#include "../../../audit/evidence/shelf.h"

#include "unit_check.h"

static int
refused(const char *src, const char *name)
{
	ev_run r = {0};
	char text[400];
	cJSON *a;
	int bad;

	snprintf(text, sizeof text, "{\"nodes\": [{\"name\": \"%s\", \"op\": \"copy[1]\"}]}", name);
	a = cJSON_Parse(text);
	bad = ev_nodes_misfit(&r, a, src, strlen(src)) != NULL;
	cJSON_Delete(a);
	as_keep_free(&r.keep);
	return bad;
}

int
main(void)
{
	char name[201], src[400];

	unit_ok(refused("//\n\nint as_x_123456789abc(int a)\n{\n}\n\nint q(void)\n{\n}\n"
	    "int as_copy_123456789abd(int b)\n{\n}\n", "as_copy_123456789abd"),
	    "another function in the paragraph");
	memset(name, 'y', sizeof name);
	strcpy(name + 187, "_123456789abc");
	snprintf(src, sizeof src,
	    "//\n\nint as_x_123456789abc(int a)\n{\n}\n\nint %.140s(void)\n{\n}\n", name);
	unit_ok(refused(src, name), "a name longer than what is looked for");
	return 0;
}
