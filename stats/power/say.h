/* say.h - plans as a table, and as sentences for people. */
#ifndef POWER_SAY_H
#define POWER_SAY_H

#include "detectable.h"

typedef struct {
	const plan_how *how;
	const char *unit;  /* --unit, or NULL */
} say_how;

/* Declares the columns and what they rest on. */
void say_declare(as_table *t, const power_data *d, const say_how *s);

/* One row and its sentence; cell names it: its stratum, and its group if how->each. */
void say_plan(as_table *t, const power_data *d, size_t cell, const plan *p, const say_how *s);

#endif
