/* claim_sentence.h - a difference, and what data say to a claim about it, in words. */
#ifndef AS_CLAIM_SENTENCE_H
#define AS_CLAIM_SENTENCE_H

#include <stdio.h>

#include "comparison_claim.h"
#include "num.h"

/* What is compared. */
typedef struct {
	const char *unit;  /* of time, that the values are in; NULL: they are no time */
	const char *thing; /* what is counted: "sample", "run" */
	size_t n_base, n_test;
	int paired;        /* they are pairs, as many on both sides */
	int combined;      /* of strata; like pairs they are judged by the mean of ratios */
	double level;      /* of intervals */
	double noise;      /* the noise floor, a share */
} as_compared;

/* How a change is said: as a factor from 1 up, in percent, in the unit of the values. */
typedef enum { AS_FACTOR, AS_PERCENT, AS_AMOUNT } as_scale;

/* Lower is faster for a time; what is no time is larger or smaller. */
const char *as_change_word(const as_compared *w, double change);

/* "1.17x"; "95% interval 1.12x to 1.22x", in the direction of the change; "30 and 30 samples)". */
void as_put_change(const as_compared *w, double change, as_scale in, FILE *fp);
void as_put_interval(const as_compared *w, as_interval ci, double change, as_scale in, FILE *fp);
void as_put_sizes(const as_compared *w, FILE *fp);

/* "; about 84 more samples of each would show it": what is that many times as many. */
void as_put_more(const as_compared *w, double times, const char *what, FILE *fp);

/* "mean", "median", "p99". Lies in buf. */
enum { AS_STATISTIC_NAME = AS_NUM_BUF + 2 };
const char *as_claim_statistic(const as_claim *c, char buf[AS_STATISTIC_NAME]);

/* "test is slower than base by 7.1% (p99; 95% interval ...), which is not shown to be at most the
 * 5% that was allowed; about 84 more samples of each would ...": a ruling that has an estimate. */
void as_put_ruling(const as_compared *w, const as_claim *c, const as_ruling *v, const char *left,
    const char *right, FILE *fp);

#endif
