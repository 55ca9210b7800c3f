/* points.h - the samples of audited runs by shape: what each way took at each point. */
#ifndef ROUTE_POINTS_H
#define ROUTE_POINTS_H

#include "../evidence/runs.h"

/* What served a point: a backend, with the settings that tell ways apart (ways.h). */
typedef struct {
	const char *name;
	int eager;             /* does not claim to be compiled */
	const char *refused;   /* why its samples do not count; NULL: its evidence holds */
	double *x; size_t n, cap; /* latencies in ms, sorted */
	double median;
	double compile_ms;     /* of all that was compiled for its mode and model; NaN: not recorded */
	const ev_run *run;     /* the first that it is of */
} route_way;

typedef struct {
	const char *mode, *model, *dtype, *scenario;
	long batch;
	double made;           /* new tokens a sequence; 0: of a prefill, or not recorded */
	double size;           /* tokens of the prompt, a sequence; NaN: not recorded, then scenario is */
	route_way *way; size_t nway;
	const char *lacks;     /* a way of another size that is not measured here, or too rarely; NULL */
} route_point;

typedef struct {
	route_point *v; size_t n, cap;
	as_intern source;      /* of every artifact that was compiled, not read from a cache: its hash */
	double *source_ms;     /* (source.n) and what that took */
	as_keep keep;
} route_points;

enum { ROUTE_LEAST = 5 }; /* samples of a way, for an interval of its median */

/* The points of all runs, by mode, model, dtype, batch and new tokens, then by size. by: what tells
 * ways apart. -1: out of memory, or a way pools runs that differ. */
int route_read(route_points *p, ev_run *runs, size_t nruns, const char *by, as_err *e);
void route_points_free(route_points *p);

/* Whether two points differ in nothing but the size. */
int route_alike(const route_point *a, const route_point *b);

/* A way by its name, if its evidence holds; NULL, as where the point lacks a way: sizes decide only
 * where all ways were measured. */
const route_way *route_way_at(const route_point *p, const char *name);

#endif
