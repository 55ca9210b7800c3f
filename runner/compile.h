/* compile.h - shapes to compiled code: guards, the recompile limit, fallback,
 * graph capture, and the record of all of it. */
#ifndef RR_COMPILE_H
#define RR_COMPILE_H

#include "session.h"

typedef enum { RR_CODEGEN, RR_TRACEONLY, RR_NOCOMPILE,
    RR_NBACKENDS } rr_backend; /* "codegen" "trace" "eager" */
typedef enum { RR_DEFAULT, RR_REDUCE, RR_AUTOTUNE } rr_mode;       /* as torch.compile names them */

typedef struct {
	rr_backend backend;   /* also spelled "inductor" and "aot_eager" in a configuration */
	rr_backend fallback;  /* RR_NOCOMPILE: eager */
	int has_fallback;     /* 0: a failing compiler is an error */
	rr_mode mode;
	int dynamic, fullgraph, no_graphs;
	int limit;            /* most shapes */
} rr_compile_cfg;

enum { RR_MAX_LIMIT = 256 };

/* Why a forward was not replayed from a graph. */
typedef enum {
	RR_SKIP_ADDRESS, RR_SKIP_HOSTREAD, RR_SKIP_SHAPE, RR_SKIP_HELD, RR_NSKIPS
} rr_skip;

typedef struct {
	char id[17];             /* first 16 hex digits of source_sha */
	char guard[192];
	long sym[RR_NSYM];
	int traced;              /* captured and guarded, no code */
	char *source;
	char source_sha[65], object_sha[65];
	rr_build build;
	rr_node *node;
	size_t n;
	rr_step step;            /* of a node that is a whole step */
	size_t kernels;          /* distinct generated */
	rr_code *code;
	rr_graph *graph;
	size_t nptr;             /* addresses that the nodes take, in order */
	void **captured, **args; /* (nptr) at capture; of a call */
	double capture_ms;
	cJSON *autotune;         /* NULL: none */
	int64_t calls, replays;
} rr_artifact;

typedef struct {
	rr_compile_cfg cfg;
	rr_backend serving;      /* backend, or the fallback once it was needed */
	rr_device *dev;
	rr_plan fused, joined;   /* products alone, or with their neighbours (few rows) */
	rr_artifact **art;
	size_t n;
	int broken;              /* 1: compilation failed and the fallback serves */
	char error[2100];        /* why */
	int64_t frames, ok;      /* shapes met for the first time; compiled */
	int64_t over_limit;      /* forwards served uncompiled because of the limit */
	int64_t captured_ops;    /* operations of all captured plans */
	int64_t graphs, replays, skips[RR_NSKIPS];
	long refused[RR_MAX_LIMIT][RR_NSYM]; /* first shapes over the limit */
	size_t nrefused;
} rr_compiler;

int rr_compiler_open(rr_compiler *c, rr_device *dev, const rr_plan *plan,
    const rr_compile_cfg *cfg, as_err *e);
void rr_compiler_close(rr_compiler *c); /* one of all zeros holds nothing */

/* One forward: the prompt (rows tokens), or with rows 1 the next decode step.
 * c NULL: eager. */
int rr_session_forward(rr_session *s, rr_compiler *c, long rows, long valid, rr_served *served,
    as_err *e);

const char *rr_skip_name(rr_skip k);
const char *rr_backend_name(rr_backend b);
int rr_backend_parse(const char *s, rr_backend *out);

/* How a shape is to be served: by all zeros, as one kernel where it is a step of one row. */
typedef struct {
	int nodes;          /* 1: by nodes, also where one kernel could */
	rr_step_tune tune;  /* of that kernel; warps 0: the usual */
} rr_recipe;

/* Compiles the forward that s has prepared. The caller frees *out. */
int rr_artifact_make(rr_compiler *c, rr_session *s, const rr_recipe *recipe, rr_artifact **out,
    as_err *e);
void rr_artifact_free(rr_device *dev, rr_artifact *a);
/* Addresses of the nodes' pointers, one after another, into p (or NULL). Returns how many. */
size_t rr_nodes_resolve(const rr_session *s, const rr_node *node, size_t n, void **p);
/* Queues the nodes of an artifact, for the forward that s has prepared. */
int rr_artifact_run(rr_compiler *c, rr_session *s, rr_artifact *a, as_err *e);

/* Ends a capture. rc: of what was captured; where it is -1, nothing is kept and e is left alone. */
int rr_capture_end(rr_device *dev, int rc, rr_graph **graph, as_err *e);

/* A node's tile as text: "4x8". */
void rr_tile_text(const rr_node *n, char *buf, size_t size);

/* Times the choices of every distinct node that has some and keeps the best (autotune.c). */
int rr_autotune(rr_device *dev, rr_session *s, rr_node *node, size_t n, const long *sym,
    cJSON **record, as_err *e);
/* Microseconds of one of `times` replays in a row: as steps follow each other, with no wait. */
int rr_replay_time(rr_device *dev, rr_graph *graph, int times, double *us, as_err *e);
/* Times the step *a as one kernel with other choices, and as nodes. *a becomes the fastest, with a
 * record of all. */
int rr_autotune_step(rr_compiler *c, rr_session *s, rr_artifact **a, as_err *e);

#endif
