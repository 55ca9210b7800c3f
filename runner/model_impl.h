/* model_impl.h - between model.c and model_spec.c. */
#ifndef RR_MODEL_IMPL_H
#define RR_MODEL_IMPL_H

#include "model.h"

int rr_model_named(rr_model *m, const char *name); /* -1: no named size */
int rr_model_config(rr_model *m, const char *dir, as_err *e);
int rr_model_weights(rr_model *m, as_err *e); /* fills m->weight */

#endif
