/* model_impl.h - between model.c, model_config.c, model_spec.c and model_export.c. */
#ifndef RR_MODEL_IMPL_H
#define RR_MODEL_IMPL_H

#include "model.h"

int rr_model_named(rr_model *m, const char *name); /* -1: no named size */
int rr_model_config(rr_model *m, const char *dir, as_err *e);
const char *rr_arch_name(rr_arch a); /* "gpt2" ..., as model_type */
const char *rr_arch_class(rr_arch a); /* "GPT2LMHeadModel" ... */
int rr_model_weights(rr_model *m, as_err *e); /* fills m->weight */

#endif
