/* json_path.h: what a path stands for, what is no path, and the path that each
 * value is reported under. */
#include "json_path.h"

#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_check.h"

static void
at(const cJSON *root, const char *path, const char *want)
{
	const cJSON *v = as_json_at(root, path);
	char *text = v ? cJSON_PrintUnformatted(v) : NULL;
	char what[200];
	int holds = want ? text && strcmp(text, want) == 0 : !v;

	snprintf(what, sizeof what, "path %s is %s", path, want ? want : "nothing");
	if (!unit_ok(holds, what))
		printf("# %s\n", text ? text : "(nothing)");
	free(text);
}

static void
at_paths(void)
{
	cJSON *v = parse("{\"a\":{\"b\":[10,[20,21],{\"c\":30}],\"x.y\":1,\"B\":2},"
	    "\"p\\\"q\\\\\":3,\"e\":\"\",\"\":4,\"d[0]\":5,\"n\":null}");

	at(v, "a.B", "2");
	at(v, "a.b[0]", "10");
	at(v, "a.b[1][1]", "21");
	at(v, "a.b[2].c", "30");
	at(v, "a.\"x.y\"", "1");
	at(v, "a[\"x.y\"]", "1");
	at(v, "\"a\"[\"b\"][0]", "10");
	at(v, "[\"a\"].B", "2");
	at(v, "\"p\\\"q\\\\\"", "3");
	at(v, "\"d[0]\"", "5");
	at(v, "\"\"", "4");
	at(v, "e", "\"\"");
	at(v, "n", "null");
	at(v, "A", NULL);
	at(v, "a.z", NULL);
	at(v, "a.b[3]", NULL);
	at(v, "a.b[-1]", NULL);
	at(v, "a.b[4294967296]", NULL);
	at(v, "a[0]", NULL);
	at(v, "a.b.c", NULL);
	at(v, "e.f", NULL);
	at(v, "a.", NULL);
	at(v, ".a", NULL);
	at(v, "a..B", NULL);
	at(v, "a.b[", NULL);
	at(v, "a.b[]", NULL);
	at(v, "a.b[0", NULL);
	at(v, "a.b[0]x", NULL);
	at(v, "a.b[ 0]", NULL);
	at(v, "a[\"B\"", NULL);
	at(v, "\"a", NULL);
	at(v, "\"a\\", NULL);
	unit_ok(as_json_at(v, "") == v, "the empty path is the root");
	cJSON_Delete(v);
}

/* Writes "where=value" of each value, blank between. */
static int
note(void *arg, const cJSON *v, const char *where, as_err *e)
{
	char *out = arg, *text = cJSON_PrintUnformatted(v);

	(void)e;
	sprintf(out + strlen(out), "%s%s=%s", *out ? " " : "", where, text);
	free(text);
	return 0;
}

static void
found(const cJSON *root, const char *path, const char *want)
{
	char out[1000] = "", what[1200];
	as_err e = {0};
	as_path *p;
	int rc = as_path_parse(&p, path, &e);

	if (rc == 0)
		rc = as_path_each(p, root, note, out, &e);
	as_path_free(p);
	snprintf(what, sizeof what, "%s finds %s", path, want);
	if (!unit_ok(rc == 0 && strcmp(out, want) == 0, what))
		printf("# rc %d: %s %s\n", rc, out, e.msg);
}

static void
malformed(const char *path)
{
	char want[200];
	as_err e = {0};
	as_path *p;

	snprintf(want, sizeof want, "malformed path '%s'", path);
	unit_ok(as_path_parse(&p, path, &e) == -1 && !p && strcmp(e.msg, want) == 0, want);
}

/* Counts, and ends the walk at the third. */
static int
three(void *arg, const cJSON *v, const char *where, as_err *e)
{
	(void)v;
	(void)where;
	(void)e;
	return ++*(int *)arg == 3 ? 42 : 0;
}

static void
walks(void)
{
	cJSON *v = parse("{\"m\":{\"a/b.c\":{\"g\":1},\"q\\\"\\\\\":{\"g\":2},\"z\":{\"h\":3}},"
	    "\"l\":[{\"p\":\"x\"},{\"p\":\"y\"},{}],\"s\":[1,[2]],\"e\":[],\"o\":{},\"f\":[1,null,\"t\"],"
	    "\"\":0,\"a,b\":1,\"*\":2}");
	char out[1000] = "";
	as_err e = {0};
	as_path *p;
	int n = 0;

	found(v, "m[*].g", "m[\"a/b.c\"].g=1 m[\"q\\\"\\\\\"].g=2");
	found(v, "m[\"a/b.c\"].g", "m[\"a/b.c\"].g=1");
	found(v, "m.\"q\\\"\\\\\".g", "m[\"q\\\"\\\\\"].g=2");
	found(v, "l[*].p", "l[0].p=\"x\" l[1].p=\"y\"");
	found(v, "l[1]", "l[1]={\"p\":\"y\"}");
	found(v, "s[*]", "s[0]=1 s[1]=[2]");
	found(v, "s[*][*]", "s[1][0]=2");
	found(v, "e[*]", "");
	found(v, "e", "e=[]");
	found(v, "*", "[\"*\"]=2");
	found(v, "\"\"", "[\"\"]=0");
	found(v, "\"a,b\"", "[\"a,b\"]=1");
	malformed("a.");
	malformed(".a");
	malformed("a..b");
	malformed("a[");
	malformed("a[]");
	malformed("a[*");
	malformed("a[**]");
	malformed("a[-1]");
	malformed("a[1.5]");
	malformed("a[99999999999999999999]");
	malformed("a[0]b");
	malformed("a]");
	malformed("a\"b\"");
	malformed("\"a");
	malformed("a[\"b\\\"]");
	unit_ok(as_path_each(NULL, v, note, out, &e) == 0 && strcmp(out,
	    "m[\"a/b.c\"].g=1 m[\"q\\\"\\\\\"].g=2 m.z.h=3 l[0].p=\"x\" l[1].p=\"y\" l[2]={} "
	    "s[0]=1 s[1]=[2] e=[] o={} f=[1,null,\"t\"] [\"\"]=0 [\"a,b\"]=1 [\"*\"]=2") == 0, "leaves");
	unit_ok(as_path_each(NULL, v, three, &n, &e) == 42 && n == 3, "a walk over leaves can be ended");
	n = 0;
	unit_ok(as_path_parse(&p, "[*]", &e) == 0 && as_path_each(p, v, three, &n, &e) == 42 && n == 3,
	    "a walk can be ended");
	as_path_free(p);
	cJSON_Delete(v);
	v = parse("7");
	*out = '\0';
	unit_ok(as_path_each(NULL, v, note, out, &e) == 0 && strcmp(out, "=7") == 0,
	    "a scalar is its own leaf");
	found(v, "a", "");
	found(v, "[*]", "");
	cJSON_Delete(v);
}

int
main(void)
{
	at_paths();
	walks();
	return 0;
}
