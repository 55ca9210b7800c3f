/* session.h - one model on one device: weights, buffers, cache, and a forward. */
#ifndef RR_SESSION_H
#define RR_SESSION_H

#include "device.h"

typedef enum { RR_EAGER, RR_COMPILED, RR_REPLAY, RR_TRACE, RR_NPATHS } rr_path;

/* What served one forward. */
typedef struct {
	rr_path path;
	const char *artifact; /* id; NULL: none */
	const char *reason;   /* why not compiled, or why not replayed; NULL: nothing to say */
} rr_served;

typedef struct {
	rr_device *dev;
	const rr_model *m;
	rr_plan plan;            /* as built */
	/* of each sequence of plan.batch: */
	long capacity;           /* key slots a head of a fixed cache; most tokens of a growing one */
	long max_rows;           /* most rows of one forward */
	int max_new;             /* most greedy tokens */
	void **weight;           /* (m->nweight) */
	void *arena, *cache;     /* what weights, and keys and values, lie in; NULL: each by itself */
	void *buf[RR_NBUF];
	void *rotary;            /* (positions, head_dim): cos | sin */
	void *state, *ids, *tokens;
	void *net;               /* packets of steps that are one kernel, or NULL */
	void **k, **v;           /* (layer) what the next forward leaves: (B, KV, S, hd) each */
	void **oldk, **oldv;     /* (layer) what it finds, while growing */
	/* (layer) storage: of the fixed cache, or of a growing one's first rows */
	void **firstk, **firstv;
	long len, slots;         /* growing and sliced: valid tokens, slots of oldk */
	long valid;              /* rows a sequence had in the last forward, padding not counted */
	long sym[RR_NSYM];       /* of the forward under way */
	int hold;                /* the caller still reads the last outputs */
} rr_session;

/* capacity 0: as many as prompt and new tokens need. batch: sequences, decoded in lock step. */
typedef int rr_session_opener(rr_session *s, rr_device *dev, const rr_model *m, rr_cache_kind cache,
    long capacity, int batch, long max_rows, int max_new, int scope_last, as_err *e);
rr_session_opener rr_session_open;
rr_session_opener rr_session_plan; /* nothing on the device: it may not fit */
int64_t rr_session_bytes(const rr_session *s); /* of device memory, at most */
void rr_session_close(rr_session *s); /* one of all zeros holds nothing */

/* Empties the cache and hands over prompts (batch, n), each padded on the right
 * to rows. Not part of any timed region. */
int rr_session_prompt(rr_session *s, const int32_t *ids, long n, long rows, as_err *e);

/* A forward (rr_session_forward of compile.h has all of it): storage and symbols of the next,
 * the plan as built, operation by operation, and the cache with valid more tokens. */
int rr_session_prepare(rr_session *s, long rows, as_err *e);
int rr_session_eager(rr_session *s, as_err *e);
void rr_session_advance(rr_session *s, long valid);

/* Greedy tokens of the first n steps into out (n, batch); the last forward's logits of a
 * sequence's last valid row, as fp32. These wait for the device. */
int rr_session_tokens(rr_session *s, int32_t *out, int n, as_err *e);
int rr_session_logits(rr_session *s, int sequence, float *out, as_err *e);

/* What step n since the prompt chose, into chose (batch); the next step reads token (batch)
 * instead. Waits. */
int rr_session_teach(rr_session *s, int n, const int32_t *token, int32_t *chose, as_err *e);

/* Address of an argument for the forward under way. */
void *rr_session_at(const rr_session *s, rr_ref r);

#endif
