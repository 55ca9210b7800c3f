/* rows N [users|quoted|models] - writes N rows of synthetic measurements as CSV: five columns, five
 * scenarios and three backends, lognormal latencies with all their digits. users: a column of
 * 100,000 users in place of the scenario. quoted: text in quotes, with a comma in the
 * scenario. models: two columns, one of 100 models in turn and the latency.
 * Seeded: the same arguments give the same bytes. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"

enum { USERS = 100000, MODELS = 100 };

int
main(int argc, char **argv)
{
	static const char *const scenario[] = {"single_micro", "single_short", "single_medium",
	    "single_long", "stress_single"};
	static const char *const quoted[] = {"single, micro", "single, short", "single, medium",
	    "single, long", "stress, single"};
	static const char *const backend[] = {"transformers-gpu", "transformers-gpu-compile", "ollama"};
	long n = argc > 1 ? atol(argv[1]) : 0;
	int users = argc == 3 && strcmp(argv[2], "users") == 0;
	int models = argc == 3 && strcmp(argv[2], "models") == 0;
	int quote = argc == 3 && strcmp(argv[2], "quoted") == 0;
	const char *q = quote ? "\"" : "";
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	char wall[AS_NUM_BUF], event[AS_NUM_BUF];

	if (n <= 0 || argc > 3 || (argc == 3 && !users && !models && !quote) || !r) {
		fputs("usage: rows N [users|quoted|models]\n", stderr);
		return 2;
	}
	if (models)
		puts("model,latency_ms");
	else
		printf("%s%s%s,%sbackend%s,%slatency_ms%s,%sevent_ms%s,%stokens%s\n", q,
		    users ? "user" : "scenario", q, q, q, q, q, q, q, q, q);
	for (long i = 0; i < n; i++) {
		size_t b = gsl_rng_uniform_int(r, 3), s = gsl_rng_uniform_int(r, users ? USERS : 5);
		double x = gsl_ran_lognormal(r, 3 + 0.1 * (double)b, 0.5);
		as_num_format(wall, x);
		as_num_format(event, x * 0.93);
		if (models) {
			printf("model_%02ld,%s\n", i % MODELS, wall);
			continue;
		}
		if (users)
			printf("user_%05zu", s);
		else
			printf("%s%s%s", q, quote ? quoted[s] : scenario[s], q);
		printf(",%s%s%s,%s,%s,%lu\n", q, backend[b], q, wall, event, 1 + gsl_rng_uniform_int(r, 51));
	}
	return fflush(stdout) != 0 || ferror(stdout);
}
