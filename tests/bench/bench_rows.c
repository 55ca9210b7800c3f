/* rows N - writes N rows of synthetic measurements as CSV: five columns, three
 * groups, lognormal latencies with all their digits. Seeded: the same N gives
 * the same bytes. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>

#include "num.h"

int
main(int argc, char **argv)
{
	static const char *const scenario[] = {"single_micro", "single_short", "single_medium",
	    "single_long", "stress_single"};
	static const char *const backend[] = {"transformers-gpu", "transformers-gpu-compile", "ollama"};
	long n = argc == 2 ? atol(argv[1]) : 0;
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	char wall[AS_NUM_BUF], event[AS_NUM_BUF];

	if (n <= 0 || !r) {
		fputs("usage: rows N\n", stderr);
		return 2;
	}
	puts("scenario,backend,latency_ms,event_ms,tokens");
	for (long i = 0; i < n; i++) {
		size_t b = gsl_rng_uniform_int(r, 3);
		double x = gsl_ran_lognormal(r, 3 + 0.1 * (double)b, 0.5);
		as_num_format(wall, x);
		as_num_format(event, x * 0.93);
		printf("%s,%s,%s,%s,%lu\n", scenario[gsl_rng_uniform_int(r, 5)], backend[b], wall, event,
		    1 + gsl_rng_uniform_int(r, 51));
	}
	return fflush(stdout) != 0 || ferror(stdout);
}
