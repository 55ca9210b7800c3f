/* comparison_claim.h - a claim about two groups, and what the data say to it.
 *
 *   claim   = [ statistic ":" ] relation
 *   statistic = "mean" | "median" | "p" number   a quantile in percent; by default the mean
 *   relation = side "<" side [ "by" amount ]     left is smaller (by that much)
 *           | side ">" side [ "by" amount ]
 *           | side "<=" side [ "+" amount ]      left is not larger (by more than that)
 *           | side ">=" side [ "-" amount ]
 *           | [ side "=" side ] "equal"? "within" amount
 *   side    = "test" | "base" | the name of a group
 *   amount  = number [ "%" | "ns" | "us" | "ms" | "s" ]
 *
 * "equal within 1ms" is of test and base. A percentage is of the statistic of the
 * right side. */
#ifndef AS_CLAIM_H
#define AS_CLAIM_H

#include "compare.h"

typedef enum { AS_CLAIM_LESS, AS_CLAIM_GREATER, AS_CLAIM_EQUAL, AS_CLAIM_AT_MOST,
    AS_CLAIM_AT_LEAST } as_claim_kind;

typedef struct {
	as_claim_kind kind;
	as_margin by;      /* 0 where the claim has none; the margin of AS_CLAIM_EQUAL */
	char *left, *right; /* names as written */
	char *text;        /* the claim as written */
	double p;          /* the quantile, in (0,1); NaN: the mean */
} as_claim;

/* Reads an amount for a column of that name: a column whose name ends in a unit
 * of time (unit.h) takes any unit of time, others none; without a unit it is in
 * that of the column. what names the option in messages. The value is above 0,
 * and a percentage below 100. */
int as_amount_parse(as_margin *m, const char *text, const char *column, const char *what,
    as_err *e);

/* Names may hold signs and words of the grammar ("batch=8", "2 by 4"): of the ways
 * to read the text the first is taken in which known says of both sides that they
 * are one, else, or if known is NULL, the first of all. what names the option in messages. */
int as_claim_parse(as_claim *c, const char *text, const char *column,
    int (*known)(const void *data, const char *side), const void *data, const char *what,
    as_err *e);
void as_claim_free(as_claim *c);

/* Has it an amount that is no percentage? */
int as_claim_of_amount(const as_claim *c);

/* Of strata: is it judged in each, and not by their combined ratio? So is a claim with such an
 * amount, or of a quantile. */
int as_claim_in_each(const as_claim *c);

typedef enum { AS_HOLDS, AS_FAILS, AS_OPEN } as_verdict;

/* "holds", "does not hold", "inconclusive". */
const char *as_verdict_name(as_verdict v);

typedef struct {
	as_verdict verdict;
	/* the smallest effect that these data could have shown, with a power of 80%:
	 * beyond the claim's own margin for < and >, the margin for equality; in the
	 * unit of the data (NaN for strata combined) and in percent of the right side.
	 * NaN of a quantile */
	double detectable, detectable_pct;
	int in_unit;           /* the estimate is in the unit of the data,
	    else a share of the right side */
	double estimate;       /* left - right */
	as_interval ci;        /* its two-sided interval; an end that does not exist is NaN */
	double times;  /* of an open one: how many times as many samples decide it with a power of 80%
	                  if the difference stays; infinite: none do; NaN: not known */
	double least;  /* the fewest values of a side that can show it, or refute it; 0: they are there */
	size_t least_of_unit; /* the same of each unit, where the units' quantiles are compared */
} as_ruling;

/* Judges means by Welch's t (ttest.h), quantiles by order statistics
 * (quantile_contrast.h). With L the level: < and > hold where the
 * two-sided interval of level L lies wholly on the claimed side, fail where it
 * lies wholly on the other, and are open otherwise. Equality holds by two
 * one-sided tests at 1-L each, <= and >= by one, and they fail where the interval lies
 * wholly outside.
 *
 * noise is the noise floor, a share of the right side: what runs of the
 * same thing differ by. The interval is widened by it at both ends, so no verdict
 * rests on a difference within it. */
as_ruling as_claim_judge(const as_claim *c, const as_sample *left, const as_sample *right,
    double level, double noise);

/* The same of n pairs, left[i] with right[i]: a claim with an amount that is no
 * percentage by the paired t test (paired.h), any other by the ratio of pairs. -1: out
 * of memory. */
int as_claim_judge_pairs(as_ruling *r, const as_claim *c, const double *left, const double *right,
    size_t n, double level, double noise);

/* The same for the combined ratio of left to right (as_compare_strata, with
 * right as base); a claim that is judged in each stratum is not for it: open. */
as_ruling as_claim_judge_ratio(const as_claim *c, const as_log_ratio *r, double level,
    double noise);

/* Of several rulings that must all hold: fails if one fails, else open if one is. */
as_verdict as_verdict_and(as_verdict a, as_verdict b);

#endif
