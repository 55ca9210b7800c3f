/* label_wiring.h - classes, decorators, files and objects by name; see label_engine.h. */
#ifndef LABEL_WIRING_H
#define LABEL_WIRING_H

#include "label_engine.h"

typedef struct { const event **ev; uint32_t n; } events;

/* One for a program; made when it is first asked for. */
typedef struct wiring {
	multimap *line; /* of classes: by name */
	multimap *entry; /* entry_kind: by the address of a function (label_ways.c) */
} wiring;

wiring *wiring_of(program *p);
bool class_related(program *p, const char *a, const char *b); /* one derives from the other */
const klass *func_class(const func *f); /* of it or of what it stands in */
bool func_within(const func *f, const func *outer);
/* The last part of n bytes is the name of the file; or of its folder. */
bool file_named(const source *f, const char *dotted, size_t n);
bool file_is_module(const source *f, const char *dotted, size_t n);
const char *deco_name(program *p, const expr *deco); /* dotted, without arguments; "": none */
const char *deco_key(const expr *deco); /* the first text that it is given; NULL */

/* Class that base is an object of; NULL: not known. *foreign: it is no object of the files. */
const char *receiver_class(program *p, const func *fn, const expr *base, bool *foreign);
bool is_variable(const func *f, const char *name); /* a parameter or local of f itself */
/* What makes objects of c and of those that inherit the method: calls and names of the class. */
events makers_of(program *p, const klass *c, const char *method);

#endif
