/* report.h: findings made by hand, as text, JSON and SARIF, byte for byte. */
#include "../audit/label/report.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

static walk_file files[] = {
	{.path = "src/a b.py", .kind = WALK_PYTHON},
	{.path = "/abs/\xc3\xa9.cu", .kind = WALK_C},
	{.path = "src/big.c", .kind = WALK_C, .skip = "larger than 32 MiB", .opaque = 1},
	{.path = "src/.git", .kind = WALK_OTHER, .skip = "version control"},
};
static const walk w = {.file = files, .n = 4};

static void
fill(src_report *r)
{
	static const char *const label[] = {"gpu-\"compile\"", "gpu", "cpu", "odd"};
	src_finding *f;

	if (src_report_init(r, label, 4) != 0)
		abort();
	f = &r->finding[0];
	f->verdict = SRC_CONDITIONAL;
	src_reason(f, "torch.compile is reached where %s", "cuda is there");
	src_add(&f->chain, STEP_ENTRY, "src/a b.py", 3, "argument --backend", NULL);
	src_add(&f->chain, STEP_GUARD, "src/a b.py", 9, "backend.endswith(\"compile\")", "true");
	src_add(&f->chain, STEP_OPEN, "src/a b.py", 10, "torch.cuda.is_available()", "true");
	src_add(&f->chain, STEP_COMPILE, "src/a b.py", 11, "torch.compile", NULL);
	src_add(&f->chain, STEP_TIMED, "/abs/\xc3\xa9.cu", 20, "model(x)", NULL);
	src_add(&f->alias, STEP_ALIAS, "src/a b.py", 1, "tc\nc", "torch.compile");
	src_add(&f->mention, STEP_MENTION, "src/a b.py", 2, "the gpu-\"compile\" backend", NULL);
	f = &r->finding[1];
	f->verdict = SRC_LABEL_ONLY;
	src_reason(f, "nothing on its path compiles");
	f = &r->finding[2];
	f->verdict = SRC_LABEL_ONLY;
	src_add_twin(r, 2, 1);
	f = &r->finding[3];
	src_add(&f->opaque, STEP_OPAQUE, "src/big.c", 0, "larger than 32 MiB", NULL);
}

static const char text[] =
    "gpu-\"compile\": conditional\n"
    "  torch.compile is reached where cuda is there\n"
    "  path\n"
    "    src/a b.py:3: entry argument --backend\n"
    "    src/a b.py:9: guard backend.endswith(\"compile\") is true\n"
    "    src/a b.py:10: open torch.cuda.is_available(), must be true\n"
    "    src/a b.py:11: compile torch.compile\n"
    "    /abs/\xc3\xa9.cu:20: timed model(x)\n"
    "  aliases\n"
    "    src/a b.py:1: alias tc c = torch.compile\n"
    "  mentions, which are no calls\n"
    "    src/a b.py:2: mention: the gpu-\"compile\" backend\n"
    "\n"
    "gpu: label-only\n"
    "  nothing on its path compiles\n"
    "\n"
    "cpu: label-only\n"
    "\n"
    "odd: unknown\n"
    "  not followed\n"
    "    src/big.c: opaque: larger than 32 MiB\n"
    "\n"
    "`cpu` takes exactly the path of `gpu`\n"
    "\n"
    "2 files read, 2 skipped\n"
    "  src/big.c: larger than 32 MiB\n"
    "  src/.git: version control\n";

static const char json[] =
    "  \"labels\": [\n"
    "    {\"label\": \"gpu-\\\"compile\\\"\", \"verdict\": \"conditional\", \"reason\": \"torch.compile is reached where cuda is there\", \"path\": [\n"
    "      {\"kind\": \"entry\", \"file\": \"src/a b.py\", \"line\": 3, \"text\": \"argument --backend\"},\n"
    "      {\"kind\": \"guard\", \"file\": \"src/a b.py\", \"line\": 9, \"text\": \"backend.endswith(\\\"compile\\\")\", \"value\": \"true\"},\n"
    "      {\"kind\": \"open\", \"file\": \"src/a b.py\", \"line\": 10, \"text\": \"torch.cuda.is_available()\", \"value\": \"true\"},\n"
    "      {\"kind\": \"compile\", \"file\": \"src/a b.py\", \"line\": 11, \"text\": \"torch.compile\"},\n"
    "      {\"kind\": \"timed\", \"file\": \"/abs/\xc3\xa9.cu\", \"line\": 20, \"text\": \"model(x)\"}],\n"
    "     \"open_conditions_left_out\": 0, \"opaque\": [],\n"
    "     \"opaque_left_out\": 0, \"aliases\": [\n"
    "      {\"kind\": \"alias\", \"file\": \"src/a b.py\", \"line\": 1, \"text\": \"tc c\", \"value\": \"torch.compile\"}], \"mentions\": [\n"
    "      {\"kind\": \"mention\", \"file\": \"src/a b.py\", \"line\": 2, \"text\": \"the gpu-\\\"compile\\\" backend\"}]},\n"
    "    {\"label\": \"gpu\", \"verdict\": \"label-only\", \"reason\": \"nothing on its path compiles\", \"path\": [],\n"
    "     \"open_conditions_left_out\": 0, \"opaque\": [],\n"
    "     \"opaque_left_out\": 0, \"aliases\": [], \"mentions\": []},\n"
    "    {\"label\": \"cpu\", \"verdict\": \"label-only\", \"reason\": \"\", \"path\": [],\n"
    "     \"open_conditions_left_out\": 0, \"opaque\": [],\n"
    "     \"opaque_left_out\": 0, \"aliases\": [], \"mentions\": []},\n"
    "    {\"label\": \"odd\", \"verdict\": \"unknown\", \"reason\": \"\", \"path\": [],\n"
    "     \"open_conditions_left_out\": 0, \"opaque\": [\n"
    "      {\"kind\": \"opaque\", \"file\": \"src/big.c\", \"text\": \"larger than 32 MiB\"}],\n"
    "     \"opaque_left_out\": 0, \"aliases\": [], \"mentions\": []}\n"
    "  ],\n"
    "  \"twins\": [\n"
    "    {\"label\": \"cpu\", \"takes_exactly_the_path_of\": \"gpu\"}], \"harmless\": [],\n"
    "  \"read\": [\n"
    "    \"src/a b.py\",\n"
    "    \"/abs/\xc3\xa9.cu\"],\n"
    "  \"skipped\": [\n"
    "    {\"file\": \"src/big.c\", \"reason\": \"larger than 32 MiB\"},\n"
    "    {\"file\": \"src/.git\", \"reason\": \"version control\"}]\n"
    "}\n";

/* Pieces of the SARIF. */
static const char *const sarif[] = {
	"\"version\": \"2.1.0\",",
	"\"ruleId\": \"conditional\", \"ruleIndex\": 2, \"kind\": \"open\", \"level\": \"none\",\n"
	"          \"message\": {\"text\": \"gpu-\\\"compile\\\": conditional. torch.compile is reached where cuda is there\"},\n"
	"          \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"src/a%20b.py\", \"uriBaseId\": \"SRCROOT\"}, "
	"\"region\": {\"startLine\": 11}}, \"message\": {\"text\": \"compile: torch.compile\"}}],\n"
	"          \"codeFlows\": [{\"threadFlows\": [{\"locations\": [\n"
	"            {\"location\": {\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"src/a%20b.py\", \"uriBaseId\": \"SRCROOT\"}, "
	"\"region\": {\"startLine\": 3}}, \"message\": {\"text\": \"entry: argument --backend\"}}},\n",
	"{\"uri\": \"abs/%C3%A9.cu\", \"uriBaseId\": \"ROOT\"}, \"region\": {\"startLine\": 20}}, \"message\": {\"text\": \"timed: model(x)\"}}}]}]}],\n"
	"          \"relatedLocations\": [\n"
	"            {\"id\": 0, \"physicalLocation\":",
	"\"ruleId\": \"label-only\", \"ruleIndex\": 4, \"kind\": \"fail\", \"level\": \"error\",\n"
	"          \"message\": {\"text\": \"gpu: label-only. nothing on its path compiles\"},\n"
	"          \"properties\": {\"label\": \"gpu\"}\n        },\n",
	"\"ruleId\": \"unknown\", \"ruleIndex\": 5, \"kind\": \"open\", \"level\": \"none\",",
	"\"ruleId\": \"twins\", \"ruleIndex\": 6, \"kind\": \"informational\", \"level\": \"none\",\n"
	"          \"message\": {\"text\": \"cpu: takes exactly the path of gpu\"}\n        }\n      ]\n    }\n  ]\n}\n",
	"{\"level\": \"warning\", \"message\": {\"text\": \"larger than 32 MiB\"}, \"locations\": [{\"physicalLocation\": {\"artifactLocation\": "
	"{\"uri\": \"src/big.c\", \"uriBaseId\": \"SRCROOT\"}}}]}",
};

/* What one of the writers writes, to be freed. */
static char *
written(const src_report *r, int how)
{
	char *s = NULL;
	size_t n;
	FILE *fp = open_memstream(&s, &n);

	if (!fp)
		abort();
	switch (how) {
	case 0: src_write_text(r, &w, fp); break;
	case 1: src_write_json(r, &w, "V", fp); break;
	default: src_write_sarif(r, &w, "V", fp);
	}
	if (fclose(fp) != 0)
		abort();
	return s;
}

int
main(void)
{
	static const struct { src_verdict v[2]; int status; const char *what; } status[] = {
		{{SRC_WIRED, SRC_WIRED}, 0, "all wired: 0"}, {{SRC_WIRED, SRC_FALLBACK}, 1, "a fallback: 1"},
		{{SRC_UNREACHABLE, SRC_WIRED}, 1, "unreachable: 1"}, {{SRC_LABEL_ONLY, SRC_UNKNOWN}, 1, "label-only and unknown: 1"},
		{{SRC_CONDITIONAL, SRC_WIRED}, 3, "conditional: 3"}, {{SRC_UNKNOWN, SRC_WIRED}, 3, "unknown: 3"},
	};
	static const char *const two[] = {"a", "b"};
	src_report r;
	char *s, *at;

	fill(&r);
	s = written(&r, 0);
	if (!unit_ok(strcmp(s, text) == 0, "text"))
		printf("# got:\n%s", s);
	free(s);
	s = written(&r, 1);
	at = strstr(s, "  \"labels\": [\n");
	if (!unit_ok(at && strcmp(at, json) == 0, "JSON"))
		printf("# got:\n%s", s);
	unit_ok(strstr(s, "{\n  \"tool\": \"labelaudit\",\n  \"version\": \"V\",\n  \"definitions\": {\n    \"wired\": \"the label reaches") == s,
	    "JSON names its definitions");
	free(s);
	s = written(&r, 2);
	for (size_t i = 0; i < sizeof sarif / sizeof *sarif; i++)
		if (!unit_ok(strstr(s, sarif[i]) != NULL, "SARIF"))
			printf("# not in it:\n%s\n", sarif[i]);
	free(s);
	src_report_free(&r);
	for (size_t i = 0; i < sizeof status / sizeof *status; i++) {
		if (src_report_init(&r, two, 2) != 0)
			abort();
		r.finding[0].verdict = status[i].v[0];
		r.finding[1].verdict = status[i].v[1];
		unit_ok(src_status(&r) == status[i].status, status[i].what);
		src_report_free(&r);
	}
	return 0;
}
