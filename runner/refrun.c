/* refrun - the reference runner; see refrun(1). */
#define TOOL "refrun"

#include <getopt.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cross.h"
#include "gate.h"
#include "json.h"
#include "run.h"
#include "server/server.h"
#include "sha256.h"
#include "tool.h"
#include "verify.h"

static volatile sig_atomic_t stop;

static void
on_signal(int sig)
{
	(void)sig;
	stop = 1;
}

static void
usage(FILE *fp)
{
	fputs("usage: refrun [-O DIR] [--resume] [--device D] [--model M] [--dtype T]\n"
	      "              [--repetitions N] CONFIG\n"
	      "       refrun --list [-O DIR] CONFIG\n"
	      "       refrun -O DIR [--cells I/N] CONFIG\n"
	      "       refrun --gate [--device D] [--dtype T]\n"
	      "       refrun --parity [--device D] [--dtype T] [--compare FILE] [--logits FILE]\n"
	      "                       --model M\n"
	      "       refrun --verify [--device D] [--dtype T] --model M\n"
	      "       refrun --export DIR --model M\n"
	      "Measure a model's prefill and decode, eager and compiled, and record what ran\n"
	      "every sample.\n"
	      "\n"
	      "  -O, --output DIR   the run's directory (default: the time in UTC)\n"
	      "      --resume       continue the incomplete run in DIR: whole modes are kept\n"
	      "      --list         the cells of a sweep, and of those in DIR the status\n"
	      "      --cells I/N    of a sweep, the I-th part of N\n"
	      "      --device D     cpu, cuda, cuda:N\n"
	      "      --model M      model directory or named size, instead of the config's\n"
	      "      --dtype T      fp32, fp16, bf16 (default fp32, or the config's)\n"
	      "      --repetitions N  timed samples a cell, instead of the config's\n"
	      "      --seed N       of seeded weights, with --model (default 42)\n"
	      "      --gate         check device, run-time compiler and a tiny compile; JSON\n"
	      "      --parity       greedy tokens and logit statistics of fixed prompts; JSON\n"
	      "      --compare FILE with --parity: exit 1 unless FILE holds the same\n"
	      "      --logits FILE  with --parity: all logits, fp32 (prompt, step, vocab)\n"
	      "      --verify       compare caches and compilers with a float64 reference\n"
	      "      --export DIR   write the model as config.json and model.safetensors\n"
	      "      --help         print this and exit\n"
	      "      --version      print the version and exit\n", fp);
}

typedef enum { RUN, GATE, PARITY, VERIFY, EXPORT } action;

typedef struct {
	action act;
	const char *out, *device, *model, *compare, *logits, *dir, *config;
	rr_dtype dtype;
	int has_dtype, resume, repetitions, list, part, parts; /* repetitions 0: the configuration's */
	uint64_t seed;
} options;

static _Noreturn void
wrong(const char *msg)
{
	fprintf(stderr, TOOL ": %s\n", msg);
	tool_bad_usage();
}

static void
parse(int argc, char *argv[], options *o)
{
	enum { RESUME = 256, DEVICE, MODEL, DTYPE, SEED, REPETITIONS, DO_GATE, DO_PARITY, COMPARE, LOGITS,
	    DO_VERIFY, DO_EXPORT, LIST, CELLS, VERSION };
	static const struct option opts[] = {
		{"output", required_argument, NULL, 'O'}, {"resume", no_argument, NULL, RESUME},
		{"device", required_argument, NULL, DEVICE}, {"model", required_argument, NULL, MODEL},
		{"dtype", required_argument, NULL, DTYPE}, {"seed", required_argument, NULL, SEED},
		{"repetitions", required_argument, NULL, REPETITIONS},
		{"gate", no_argument, NULL, DO_GATE}, {"parity", no_argument, NULL, DO_PARITY},
		{"compare", required_argument, NULL, COMPARE}, {"logits", required_argument, NULL, LOGITS},
		    {"verify", no_argument, NULL, DO_VERIFY},
		{"export", required_argument, NULL, DO_EXPORT}, {"help", no_argument, NULL, 'h'},
		{"list", no_argument, NULL, LIST}, {"cells", required_argument, NULL, CELLS},
		{"version", no_argument, NULL, VERSION}, {NULL, 0, NULL, 0},
	};
	int c, actions = 0;

	unsetenv("POSIXLY_CORRECT"); /* operands stand anywhere, as in all tools */
	while ((c = tool_getopt(argc, argv, "hO:", opts)) != -1)
		switch (c) {
		case 'O': o->out = optarg; break;
		case RESUME: o->resume = 1; break;
		case DEVICE: o->device = optarg; break;
		case MODEL: o->model = optarg; break;
		case DTYPE:
			if (rr_dtype_parse(optarg, &o->dtype) < 0)
				wrong("--dtype must be fp32, fp16 or bf16");
			o->has_dtype = 1;
			break;
		case SEED: o->seed = (uint64_t)tool_whole(optarg, "--seed", 0, 1LL << 53); break;
		case REPETITIONS:
			o->repetitions = (int)tool_whole(optarg, "--repetitions", 1, RR_MAX_REPETITIONS);
			break;
		case CELLS:
			if (sscanf(optarg, "%d/%d%n", &o->part, &o->parts, &c) < 2 || optarg[c] || o->part < 1 ||
			    o->part > o->parts || o->parts > RR_MAX_CELLS)
				wrong("--cells must be I/N, I from 1 to N, N at most 9999");
			break;
		case LIST: o->list = 1; break;
		case DO_GATE: o->act = GATE; actions++; break;
		case DO_PARITY: o->act = PARITY; actions++; break;
		case DO_VERIFY: o->act = VERIFY; actions++; break;
		case DO_EXPORT: o->act = EXPORT; o->dir = optarg; actions++; break;
		case COMPARE: o->compare = optarg; break;
		case LOGITS: o->logits = optarg; break;
		case 'h': usage(stdout); tool_exit(TOOL_OK);
		case VERSION: tool_version();
		default: tool_bad_usage();
		}
	const int run = o->act == RUN;
	const struct { int odd; const char *why; } rule[] = {
		{actions > 1, "--gate, --parity, --verify and --export cannot be combined"},
		{run && optind != argc - 1, "one configuration is expected"},
		{!run && optind != argc, "no operand is expected"},
		{!run && o->act != GATE && !o->model, "--model is missing"},
		{(o->compare || o->logits) && o->act != PARITY, "--compare and --logits need --parity"},
		{o->repetitions && !run, "--repetitions is for a run only"},
		{(o->list || o->parts > 1) && !run, "--list and --cells are for a configuration"},
		{o->resume && (!run || !o->out), "--resume needs a run and -O"},
	};
	for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
		if (rule[i].odd)
			wrong(rule[i].why);
	o->config = run ? argv[optind] : NULL;
}

static int
print_json(const cJSON *j, as_err *e)
{
	char *text = cJSON_Print(j);

	if (!text)
		return as_nomem(e);
	puts(text);
	cJSON_free(text);
	return 0;
}

/* 1: the record is another than that of --compare. */
static int
parity(const options *o, rr_device *dev, const rr_model *m, as_err *e)
{
	cJSON *j = NULL;
	char why[512];
	int same = 1, rc = rr_parity(dev, m, o->device, o->logits, &j, e);

	if (rc == 0 && o->compare)
		rc = same = rr_parity_compare(j, o->compare, 10 * rr_tolerance(o->dtype), why, sizeof why, e);
	if (rc >= 0)
		rc = print_json(j, e);
	if (rc == 0 && !same)
		fprintf(stderr, TOOL ": %s: %s\n", o->compare, why);
	cJSON_Delete(j);
	return rc < 0 ? -1 : !same;
}

/* What asks for one model, and is no run. */
static int
do_model(const options *o, as_err *e)
{
	rr_device *dev = NULL;
	rr_model m;
	int bad;

	if (o->act != EXPORT && rr_device_open(&dev, o->device, o->dtype, 0, e) < 0)
		return -1;
	bad = rr_model_open(&m, o->model, o->seed, e);
	if (bad == 0) {
		bad = o->act == EXPORT ? rr_model_export(&m, o->dir, e) : o->act == VERIFY ?
		    rr_verify_all(dev, &m, stdout, e) : parity(o, dev, &m, e);
		rr_model_close(&m);
	}
	if (dev)
		dev->close(dev);
	return bad < 0 ? -1 : bad ? TOOL_FAILED : TOOL_OK;
}

/* A new run wants a directory of its own; a resumed one its own configuration. */
static int
check_dir(rr_run *r, int resume, as_err *e)
{
	if (resume)
		return rr_manifest_same(r, e);
	return access(r->dir, F_OK) == 0 && rmdir(r->dir) != 0 ? as_fail(e, r->dir, 0,
	    "already exists (--resume continues a run)") : 0;
}

/* Every model of the run can be opened: before a folder is made for it. */
static int
check_models(const rr_config *cfg, as_err *e)
{
	rr_model m;

	for (int i = 0; i < cfg->nmodel; i++) {
		if (rr_model_open(&m, cfg->model[i].path, cfg->seed, e) < 0)
			return -1;
		rr_model_close(&m);
	}
	return 0;
}

static int
do_sweep(const options *o, rr_cross *x, as_err *e)
{
	const rr_sweep sw = {o->out, o->list, o->part, o->parts, &stop};
	int rc;

	if (o->device || o->model || o->has_dtype || o->repetitions || o->resume)
		wrong("of a sweep, the configuration has the device, models, dtype and repetitions");
	if (!o->out && !o->list)
		wrong("a sweep needs -O");
	if (o->out && strlen(o->out) > 900)
		wrong("the name of the folder is longer than 900 bytes");
	rc = rr_sweep_run(&sw, x, e);
	rr_cross_close(x);
	if (rc == 2)
		fprintf(stderr, TOOL ": interrupted; the same command continues\n");
	return rc < 0 ? -1 : rc == 2 ? TOOL_ERROR : rc ? TOOL_OPEN : TOOL_OK;
}

static int
do_run(const options *o, as_err *e)
{
	static rr_cross x;
	rr_config *cfg = &x.cfg;
	rr_run r = {.cfg = cfg, .config_path = o->config, .stop = &stop};
	struct sigaction sa = {.sa_handler = on_signal};
	time_t t = time(NULL);
	struct tm tm;
	int rc;

	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	if (rr_cross_open(&x, o->config, e) < 0)
		return -1;
	if (x.naxis || x.again || o->list || o->parts > 1)
		return do_sweep(o, &x, e);
	if (rr_cross_config(&x, 0, e) < 0)
		return -1;
	if (o->device)
		snprintf(cfg->device, sizeof cfg->device, "%s", o->device);
	if (o->model) {
		cfg->nmodel = 1;
		snprintf(cfg->model[0].path, sizeof cfg->model[0].path, "%s", o->model);
	}
	if (o->has_dtype)
		for (int i = 0; i < cfg->nmodel; i++) {
			cfg->model[i].dtype = o->dtype;
			cfg->model[i].has_dtype = 1;
		}
	if (o->repetitions)
		cfg->repetitions = o->repetitions;
	gmtime_r(&t, &tm);
	strftime(r.id, sizeof r.id, "%Y%m%d_%H%M%S", &tm);
	snprintf(r.dir, sizeof r.dir, "%s", o->out ? o->out : r.id);
	if (cfg->serving && (o->device || o->has_dtype))
		rc = as_fail(e, o->config, 0, "--device and --dtype have no meaning for a server");
	else
		rc = cfg->serving ? rr_server_describe(&r, e) : rr_run_device(&r, 0, e);
	if (cfg->serving)
		snprintf(r.label[0], sizeof r.label[0], "%s", cfg->label[0] ? cfg->label :
		    as_json_string(r.server, "backend", ""));
	rc = rc < 0 || check_dir(&r, o->resume, e) < 0 || (r.dev && check_models(cfg, e) < 0) ? -1 :
	    rr_run_all(&r, o->resume, e);
	rr_run_close(&r);
	cJSON_Delete(r.server);
	rr_cross_close(&x);
	if (rc != 1)
		return rc;
	fprintf(stderr, TOOL ": interrupted; `refrun --resume -O %s%s%s%s%s", r.dir,
	    o->device ? " --device " : "", o->device ? o->device : "", o->model ? " --model " : "",
	    o->model ? o->model : "");
	if (o->has_dtype)
		fprintf(stderr, " --dtype %s", rr_dtype_name(o->dtype));
	if (o->repetitions)
		fprintf(stderr, " --repetitions %d", o->repetitions);
	fprintf(stderr, " %s` continues\n", o->config);
	return TOOL_ERROR;
}

int
main(int argc, char *argv[])
{
	options o = {.seed = 42, .part = 1, .parts = 1};
	as_err e = {0};
	cJSON *j = NULL;
	int rc = 0;

	parse(argc, argv, &o);
	if (!o.device && o.act != RUN)
		o.device = "cpu";
	switch (o.act) {
	case RUN: rc = do_run(&o, &e); break;
	case GATE:
		rc = rr_gate(o.device, o.dtype, &j) ? TOOL_OK : TOOL_FAILED;
		if (print_json(j, &e) < 0)
			rc = -1;
		cJSON_Delete(j);
		break;
	default: rc = do_model(&o, &e);
	}
	if (rc < 0)
		tool_die(&e);
	tool_exit(rc);
}
