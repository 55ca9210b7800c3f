#!/usr/bin/env python3
"""Makes paired_data.csv and paired_values.csv: reference values for exact rank tests
with ties and for tests of pairs. Run it in this folder; needs Python with mpmath, NumPy,
SciPy and statsmodels. `make check` reads the CSV files only. The data are synthetic.
Every p is a natural logarithm. Where SciPy would list too many divisions, the exact p
is counted here in whole numbers, by a way that is held against SciPy where it can."""
import csv
import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import scipy.stats as ss
from statsmodels.stats.weightstats import DescrStatsW

mp.mp.dps = 50
ALL = ss.PermutationMethod(n_resamples=math.inf)


def log_fraction(f):
    return float(mp.log(mp.mpf(f.numerator) / f.denominator)) if f else -math.inf


def double_ranks(x):
    return [round(2 * r) for r in ss.rankdata(x)]


def tails(counts, at):
    """Twice the smaller tail of whole numbers with these counts, at most 1."""
    total = sum(counts.values())
    low = sum(c for v, c in counts.items() if v <= at)
    high = sum(c for v, c in counts.items() if v >= at)
    return min(Fraction(2 * min(low, high), total), Fraction(1))


def rank_sum_p(b, t):
    """Mann-Whitney given the ties, from the number of ways to choose len(t) midranks."""
    r = double_ranks(list(b) + list(t))
    ways = np.zeros((len(t) + 1, sum(sorted(r)[-len(t):]) + 1), dtype=object)
    ways[0, 0] = 1
    for score in r:
        ways[1:, score:] += ways[:-1, : ways.shape[1] - score].copy()
    p = tails({v: c for v, c in enumerate(ways[-1]) if c}, sum(r[len(b):]))
    if math.comb(len(r), len(t)) < 3000:
        q = ss.mannwhitneyu(t, b, method=ALL).pvalue
        assert abs(q - float(p)) < 1e-12, (q, p)
    return p


def signed_rank_p(d):
    """Wilcoxon without the zeros, given the ties, from the number of subsets of the midranks."""
    d = [x for x in d if x]
    r = double_ranks(np.abs(d))
    ways = {0: 1}
    for score in r:
        more = dict(ways)
        for v, c in ways.items():
            more[v + score] = more.get(v + score, 0) + c
        ways = more
    p = tails(ways, sum(s for s, x in zip(r, d) if x > 0))
    if 1 < len(d) < 13:
        q = ss.wilcoxon(d, zero_method="wilcox", method=ALL).pvalue
        assert abs(q - float(p)) < 1e-12, (q, p)
    if len(set(np.abs(d))) == len(d):
        q = ss.wilcoxon(d, method="exact").pvalue
        assert abs(q - float(p)) < 1e-12 * max(1, float(p)), (q, p)
    return p


def critical(n, tail):
    """The largest k with P(W+ < k) <= tail of n ranks without ties."""
    if n >= 50:
        return math.floor(n * (n + 1) / 4 + 0.5 - ss.norm.isf(tail)
            * math.sqrt(n * (n + 1) * (2 * n + 1) / 24))
    ways = [1]
    for r in range(1, n + 1):
        ways = [(ways[v] if v < len(ways) else 0) + (ways[v - r] if v >= r else 0)
            for v in range(len(ways) + r)]
    k, below = 0, 0
    while (below := below + ways[k]) <= Fraction(tail).limit_denominator(10**6) * 2**n:
        k += 1
    return k


def hodges_lehmann(d, level):
    w = np.sort([(d[i] + d[j]) / 2 for i in range(len(d)) for j in range(i, len(d))])
    k = critical(len(d), (1 - level) / 2)
    return np.median(w), *((w[k - 1], w[len(w) - k]) if k else (math.nan, math.nan))


def log_t(t, df):
    t, df = mp.mpf(float(t)), mp.mpf(float(df))
    return float(mp.log(mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True)))


def ranks(b, t, put):
    if max(len(b), len(t)) < 50:
        put("log_p_rank", "exact", log_fraction(rank_sum_p(b, t)),
            "log of scipy.stats.mannwhitneyu(test, base, "
            "method=PermutationMethod(n_resamples=inf)).pvalue in whole numbers")
    else:
        put("log_p_rank", "normal", math.log(ss.mannwhitneyu(t, b, method="asymptotic").pvalue),
            "log of scipy.stats.mannwhitneyu(test, base, method='asymptotic').pvalue")


def pairs(b, t, put):
    b, t = np.array(b), np.array(t)
    d = np.round(t - b, 9)  # the decimals that were meant
    if len(set(d)) > 1:
        r = ss.ttest_rel(t, b)
        put("t", "", r.statistic, "scipy.stats.ttest_rel(test, base).statistic")
        put("df", "", r.df, "scipy.stats.ttest_rel(test, base).df")
        put("log_p_t", "", log_t(r.statistic, r.df), "log of twice the t tail of that in mpmath")
        lo, hi = DescrStatsW(d).tconfint_mean()
        put("lo_t", "0.95", lo, "statsmodels DescrStatsW(test - base).tconfint_mean()[0]")
        put("hi_t", "0.95", hi, "statsmodels DescrStatsW(test - base).tconfint_mean()[1]")
        for ratio, shift in ((0.9, 0), (1, 0.25)):
            r = ss.ttest_1samp(t - ratio * b, shift)
            put("contrast", f"{ratio} {shift}", r.statistic,
                f"scipy.stats.ttest_1samp(test - {ratio} base, {shift}).statistic")
    else:
        put("t", "", math.nan, "differences that do not vary")
    put("diff", "", d.mean(), "numpy.mean(test - base)")
    if min(b.min(), t.min()) > 0:
        logs = np.log(t / b)
        put("ratio", "", ss.gmean(t / b), "scipy.stats.gmean(test / base)")
        lo, hi = np.exp(DescrStatsW(logs).tconfint_mean()) if np.ptp(logs) > 1e-12 else (math.nan,
            math.nan)
        put("ratio_lo", "0.95", lo,
            "exp of statsmodels DescrStatsW(log(test / base)).tconfint_mean()[0]")
        put("ratio_hi", "0.95", hi,
            "exp of statsmodels DescrStatsW(log(test / base)).tconfint_mean()[1]")
    else:
        put("ratio", "", math.nan, "a value that is not above 0")
    put("zeros", "", np.sum(d == 0), "numpy.sum(test == base)")
    if d.any():
        put("w_plus", "", ss.wilcoxon(d, alternative="greater").statistic,
            "scipy.stats.wilcoxon(test - base, alternative='greater').statistic")
        if np.sum(d != 0) < 50:
            put("log_p_signed", "exact", log_fraction(signed_rank_p(d)),
                "log of scipy.stats.wilcoxon(test - base, zero_method='wilcox', "
                "method=PermutationMethod(n_resamples=inf)).pvalue in whole numbers")
        else:
            p = ss.wilcoxon(d, zero_method="wilcox", correction=True, method="asymptotic").pvalue
            put("log_p_signed", "normal", math.log(p),
                "log of scipy.stats.wilcoxon(test - base, zero_method='wilcox', "
                "correction=True, method='asymptotic').pvalue")
    for level in (0.95, 0.8):
        m, lo, hi = hodges_lehmann(d, level)
        put("hl", str(level), m, "numpy.median of all (d[i] + d[j]) / 2")
        put("hl_lo", str(level), lo,
            "the k-th smallest of these, k by the exact distribution in whole numbers, normal "
            "from 50 pairs on")
        put("hl_hi", str(level), hi, "the k-th largest")


rng = np.random.default_rng(26)
decimals = lambda x, d=1: [float(np.round(v, d)) for v in x]
SETS = {  # base, test, in pairs or not
    "three": ([1, 2, 3], [4, 5, 6], False),
    "three_pairs": ([1.5, 2, 3], [4, 5, 6.25], True),
    "decimals": ([10.1, 5.1, 2.2, 0.4, 7.3, 8], [10.3, 5.3, 2.0, 0.6, 7.2, 8.5], True),
    "one_value_each": ([1, 1, 1, 1], [2, 2, 2, 2], False),
    "two_values": ([1.5] * 30 + [2.5] * 11, [1.5] * 9 + [2.5] * 22, False),
    "lopsided": ([1, 1, 1, 1, 1, 1, 2, 3, 9], [1, 9, 9], False),
    "unequal": (decimals(rng.exponential(3, 7), 0), decimals(rng.exponential(5, 5), 0), False),
    "many_ties": (decimals(rng.exponential(3, 49), 0), decimals(rng.exponential(4, 49), 0), False),
    "far": (decimals(rng.uniform(1, 9, 49), 0), decimals(rng.uniform(10, 19, 49), 0), False),
    "fifty": (decimals(rng.exponential(3, 50), 0), decimals(rng.exponential(4, 12), 0), False),
    "untied": (decimals(rng.normal(9, 2, 30), 6), decimals(rng.normal(10, 2, 23), 6), False),
}
for n, skew in ((2, 0.1), (5, 0.2), (6, 0.2), (12, 0.3), (30, 0.4), (49, 0.1), (50, 0.2),
        (60, 0.5)):
    b = decimals(rng.lognormal(2, 0.8, n))
    t = decimals(np.array(b) * rng.lognormal(0.08, skew, n))
    SETS[f"pairs_{n}"] = ([max(v, 0.1) for v in b], [max(v, 0.1) for v in t], True)
SETS["smooth"] = (decimals(rng.lognormal(2, 1, 20), 7), decimals(rng.lognormal(2.1, 1, 20), 7),
    True)
SETS["zeros"] = ([3, 4, 5, 6, 7, 8, 9, 1], [3, 4, 5, 7, 8, 9, 8, 1], True)
SETS["same"] = ([3, 4, 5], [3, 4, 5], True)
SETS["shifted"] = ([0.1, 0.2, 0.3, 0.4, 1.1, 7.7], [0.4, 0.5, 0.6, 0.7, 1.4, 8.0], True)
SETS["signs"] = ([-1, 0, 2, 3.5, -7], [1, 0.5, -2, 3, -8], True)


def main():
    with open("paired_data.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["set", "group", "value"])
        for name, (b, t, _) in SETS.items():
            w.writerows([name, "base", repr(v)] for v in b)
            w.writerows([name, "test", repr(v)] for v in t)
    with open("paired_values.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["set", "statistic", "argument", "value", "call"])
        for name, (b, t, paired) in SETS.items():
            (pairs if paired else ranks)(b, t, lambda stat, arg, value,
                call: w.writerow([name, stat, arg, repr(float(value)), call]))


if __name__ == "__main__":
    main()
