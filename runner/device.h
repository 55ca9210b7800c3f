/* device.h - the one interface behind which the CPU and the GPU stand.
 *
 * Pointers that a device hands out are its own: only put and get move bytes
 * between it and the host. Work is queued in order; sync waits for it. Every
 * function returns 0, or -1 with *e filled. */
#ifndef RR_DEVICE_H
#define RR_DEVICE_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "plan.h"
#include "step.h"

typedef struct rr_device rr_device;
typedef struct rr_code rr_code;   /* a loaded product of the run-time compiler */
typedef struct rr_graph rr_graph; /* a captured sequence of nodes at fixed addresses */

/* One step of compiled code. */
typedef struct {
	rr_op op;        /* fused operation, dimensions still symbolic */
	char name[80];   /* as_KIND_HASH; of an external call, the library's function */
	int external;    /* 1: the BLAS serves it, nothing was generated */
	int early;       /* may start before the node in front of it ends */
	int tile[3];     /* 0, or as the device's choose says */
	const rr_step *step; /* of RR_OP_STEP; the artifact's */
} rr_node;

/* What a node's pointers refer to, in order; *n of them. */
const rr_ref *rr_node_refs(const rr_node *node, int *n);

/* What a build leaves behind, for the artifact. The caller frees object, log. */
typedef struct {
	unsigned char *object; size_t nobject;
	char *log;
	char compiler[256];
	char options[512];
	int cached;     /* 1: the object is of an earlier process, nothing was compiled */
	char unkept[512]; /* why the cache could not take the object; "": it did, or there is none */
	double ms;
} rr_build;

/* Device health at one moment; NaN where the device has no such reading. */
typedef struct { double sm_mhz, mem_mhz, temp_c, power_w; } rr_health;

struct rr_device {
	const char *name;       /* "cpu" or "cuda" */
	char model[128];        /* of the processor */
	rr_dtype dtype;         /* of weights and activations */
	const char *accumulate; /* type that products are summed in */
	int by_out;             /* weight() leaves every matrix as (out, in) */
	int joins;              /* most rows of a call that is compiled with its products joined */
	int cluster;            /* most blocks of a kernel that share memory */
	int blocks;             /* that a persistent kernel can have, one a multiprocessor; 0: none */
	size_t shared;          /* bytes of shared memory of one */
	void *stood;            /* (blocks) words, seen by both sides: where a block gave up; or NULL */
	const char *suffix;     /* of generated source: "c", "cu" */
	const char *object;     /* of what it compiles to: "so", "cubin" */
	const char *capture;    /* what a captured graph is here */

	/* Refuses, before anything is allocated, what cannot fit; what passes may still fail in alloc. */
	int (*fits)(rr_device *, int64_t bytes, as_err *e);
	int (*alloc)(rr_device *, size_t bytes, void **out, as_err *e);
	void (*release)(rr_device *, void *p);
	int (*put)(rr_device *, void *dst, const void *src, size_t n, as_err *e);
	int (*get)(rr_device *, void *dst, const void *src, size_t n, as_err *e); /* waits */
	int (*sync)(rr_device *, as_err *e);
	/* Weight w of the model in the device's dtype: into *out, or, where that is NULL, to memory
	 * of its own; may be the mapping itself. */
	int (*weight)(rr_device *, const rr_model *m, int w, void **out, as_err *e);

	/* Brackets device time; stop gives NaN where the device has no clock. */
	int (*mark)(rr_device *, int which, as_err *e);
	int (*elapsed)(rr_device *, double *ms, as_err *e);

	/* Eager: one operation by its ahead-of-time kernel or the BLAS. */
	int (*launch)(rr_device *, rr_opkind, void *const *p, const long *d, const float *f, as_err *e);

	/* Compile: the kernels' text, then wrappers; see emit.c. */
	const char *(*prologue)(rr_device *);
	void (*preamble)(rr_device *, FILE *fp, const rr_node *n); /* what n needs besides; NULL: none */
	void (*wrapper)(rr_device *, FILE *fp, const rr_node *n, const char *name, const long *sym);
	/* Chooses external or generated, and a tile. candidate counts from 0;
	 * returns how many choices there are for this node, 0 if it cannot run here. */
	int (*choose)(rr_device *, rr_node *n, const long *sym, int candidate);
	int (*build)(rr_device *, const char *source, const char *id, rr_build *out, rr_code **code,
	    as_err *e);
	int (*bind)(rr_device *, rr_code *, const rr_node *node, size_t n, as_err *e);
	int (*run)(rr_device *, rr_code *, size_t node, void *const *p, const long *sym, as_err *e);
	void (*unload)(rr_device *, rr_code *);

	int (*capture_begin)(rr_device *, as_err *e);
	int (*capture_end)(rr_device *, rr_graph **out, as_err *e); /* *out NULL: discard */
	int (*replay)(rr_device *, rr_graph *, as_err *e);
	void (*graph_free)(rr_device *, rr_graph *);

	int (*flush)(rr_device *, as_err *e); /* evicts the last-level cache */
	int (*copy_rate)(rr_device *, double *bytes_per_s, as_err *e); /* read + written */
	void (*health)(rr_device *, rr_health *out);
	void (*describe)(rr_device *, cJSON *env); /* library and driver versions */
	void (*close)(rr_device *);
};

int64_t rr_now_ns(void); /* CLOCK_MONOTONIC */
double rr_now_ms(void);

/* spec: "cpu", "cuda" or "cuda:N". */
int rr_device_open(rr_device **out, const char *spec, rr_dtype dtype, int tf32, as_err *e);
int rr_device_cpu(rr_device **out, rr_dtype dtype, as_err *e);
int rr_device_cuda(rr_device **out, int ordinal, rr_dtype dtype, int tf32, as_err *e);

#endif
