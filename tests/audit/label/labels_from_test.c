/* labels_from.c: labels of a run's folder, of a folder of runs, of one stream. */
#include "../../../audit/label/mode_src.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit_check.h"

static char dir[] = "/tmp/assay-labels-XXXXXX";

static const char *
in(const char *below)
{
	static char path[256];

	snprintf(path, sizeof path, "%s/%s", dir, below);
	return path;
}

static void
put(const char *below, const char *text)
{
	FILE *f = fopen(in(below), "w");

	if (!f || fputs(text, f) < 0 || fclose(f) != 0)
		abort();
}

static void
folder(const char *below)
{
	if (mkdir(in(below), 0700) != 0)
		abort();
}

static void
gives(const char *below, const char *want, const char *what)
{
	char got[256] = "";
	as_intern labels = {0};
	as_err e = {0};

	int rc = labels_from(in(below), &labels, &e);

	if (rc != 0)
		snprintf(got, sizeof got, "%.200s", rc > 0 ? "no row" : e.msg);
	for (uint32_t i = 0; i < labels.n && !e.msg[0]; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s;", labels.str[i]);
	if (!unit_ok(strcmp(got, want) == 0, what))
		printf("# got %s\n", got);
	as_intern_free(&labels);
}

#define HEAD "scenario,backend,quantization,model,latency_ms,status\n"

int
main(void)
{
	if (!mkdtemp(dir))
		abort();
	folder("runs");
	folder("runs/b");
	folder("runs/b/prefill");
	put("runs/b/prefill/metrics.csv",
	    HEAD "s,gpu-compile,fp32,m,1.5,ok\ns,gpu,fp32,m,1,ok\ns,gpu-compile,fp32,m,2,ok\n");
	folder("runs/a");
	folder("runs/a/prefill");
	put("runs/a/prefill/metrics.csv", HEAD "s,onnx,fp32,m,1,ok\ns,gpu,fp32,m,1,error\n");
	put("rows.csv", "backend,latency_ms\nx,1\n,2\ny,3\nx,4\n");
	put("none.csv", "mode,latency_ms\nx,1\n");
	put("blank.csv", "backend,latency_ms\n,1\n");
	folder("empty");
	gives("runs/b", "gpu-compile;gpu;", "a run");
	gives("runs", "onnx;gpu;gpu-compile;", "a folder of runs, by name");
	gives("rows.csv", "x;y;", "one stream");
	gives("none.csv", "no column 'backend'; there are: mode, latency_ms, run, file, index",
	    "no such column");
	gives("blank.csv", "no row names a backend", "no label");
	gives("empty", "not a run's folder, and contains none", "no run");
	put("runs/b/manifest.json", "{}");
	folder("runs/c");
	put("runs/c/manifest.json", "{}");
	gives("runs/c", "no row", "a run that never began");
	gives("runs", "onnx;gpu;gpu-compile;", "it is passed over in a folder of runs");
	gives("nowhere", "No such file or directory", "nothing there");
	fflush(stdout);
	if (chdir("/tmp") != 0 || execlp("rm", "rm", "-r", dir, (char *)NULL) != 0)
		abort();
}
