/* Facts of a run: how its prompts were padded, and how many were in a call. */
#include "facts.h"

enum { MOST_PROMPTS = 1024 }; /* in a call */

/* Sizes of the prompts of prefill that claim to be compiled: each prompt's own or,
 * with pad, what the longest of its cell is padded to. */
static size_t
prompt_sizes(const ev_run *r, long pad, long *v, size_t max)
{
	size_t n = 0;

	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		if (!c->claims || strcmp(c->mode, "prefill") != 0)
			continue;
		for (size_t k = 0; k < c->n; k++) {
			long t = pad ? ((long)c->longest + pad - 1) / pad * pad : (long)c->v[k].tokens;

			if (c->v[k].ok && c->v[k].tokens > 0)
				ev_add(v, &n, max, t);
		}
	}
	return n;
}

/* Whether each of v is by times one of in. */
static int
all_among(const long *v, size_t n, const long *in, size_t nin, long by)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] % by || !ev_has(in, nin, v[i] / by))
			return 0;
	return 1;
}

/* Of two numbers that are not negative, by Euclid; of 0 and another: that. */
static long
gcd(long a, long b)
{
	while (b) {
		long r = a % b;

		a = b;
		b = r;
	}
	return a;
}

/* Padding by the manifest. Where that does not speak of it, and a size was compiled that is
 * no prompt's own, or one of a prompt was not though no limit was reached: the smallest power
 * of two that divides all compiled sizes and to whose multiples padded prompts have all of
 * them. (A size that it serves, any larger one that does as well serves too.) Else,
 * and where the manifest does speak of padding, of two compiled sizes or more the
 * number of prompts in a call that makes all of them those of prompts. */
void
ev_find_padding(const ev_run *r, ev_common *all)
{
	const cJSON *on = as_json_at(r->manifest, "tokenization.pad_to_max_length");
	const cJSON *to = as_json_at(r->manifest, "tokenization.pad_to_multiple_of");
	const ev_mode *m = ev_mode_of(r, "prefill");
	long g = 0, own[EV_MAX_DIMS], padded[EV_MAX_DIMS];
	size_t n, k;
	int own_only, unseen = 0;
	const ev_counters *c;

	all->batch = 1;
	all->pad_recorded = r->manifest && ev_get(r->manifest, "tokenization") != NULL;
	if (cJSON_IsTrue(on))
		all->pad = cJSON_IsNumber(to) && to->valuedouble >= 1 && to->valuedouble <= EV_MAX_TOKENS ?
		    (long)to->valuedouble : 1;
	if (!m || !m->doc ||
	    (all->pad && cJSON_IsString(as_json_at(r->manifest, "tokenization.pad_scope"))))
		return;
	c = &m->of->counters;
	for (size_t i = 0; i < c->ntokens; i++)
		g = gcd(c->tokens[i], g);
	n = prompt_sizes(r, all->pad, own, EV_MAX_DIMS);
	own_only = all_among(c->tokens, c->ntokens, own, n, 1);
	if (g <= 1 || (own_only && (c->limit_hits > 0 || all_among(own, n, c->tokens, c->ntokens, 1))))
		return;
	for (long d = 2; d <= g && !all->pad && !all->pad_recorded; d *= 2) {
		k = prompt_sizes(r, d, padded, EV_MAX_DIMS);
		if (g % d == 0 && all_among(c->tokens, c->ntokens, padded, k, 1) &&
		    (!own_only || all_among(padded, k, c->tokens, c->ntokens, 1)))
			all->pad = d;
	}
	for (long d = 2; d <= g && d <= MOST_PROMPTS && !own_only && (!all->pad || all->pad_recorded) &&
	    all->batch == 1 && c->ntokens > 1; d++)
		if (g % d == 0 && all_among(c->tokens, c->ntokens, own, n, d))
			all->batch = d;
	for (size_t i = 0; i < r->ncell; i++)
		unseen |= r->cell[i].claims && strcmp(r->cell[i].mode, "prefill") == 0 &&
		    r->cell[i].nok < r->cell[i].n;
	all->sizes_odd = unseen && !own_only && all->batch == 1 && (!all->pad || all->pad_recorded);
}
