#!/usr/bin/env python3
"""Makes rank_ci.csv: intervals of a quantile by order statistics, for
lib/interval. Up to n = 1000 in exact rational arithmetic and held against
scipy.stats.quantile_test(x, q=0, p=p).confidence_interval(level), which only
differs (and prints so) where a tail equals its limit exactly; above 1000 in
mpmath, summing binomial probabilities from loggamma outward."""
import csv
import math
from fractions import Fraction

import mpmath
import scipy.stats as ss

mpmath.mp.prec = 150


def pmf_exact(n, p):
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def pmf_window(n, p):
    """{k: P(B = k)} for every k that matters at 1e-40."""
    p = mpmath.mpf(p.numerator) / p.denominator
    mode = int((n + 1) * p)
    lg = mpmath.loggamma
    w = mpmath.exp(lg(n + 1) - lg(mode + 1) - lg(n - mode + 1) + mode * mpmath.log(p) + (n - mode)
        * mpmath.log1p(-p))
    out = {mode: w}
    for step in (-1, 1):
        k, t = mode, w
        while 0 <= k + step <= n and t > mpmath.mpf(10) ** -40:
            t *= k * (1 - p) / ((n - k + 1) * p) if step < 0 else (n - k) * p / ((k + 1) * (1 - p))
            k += step
            out[k] = t
    return out


def interval(n, p, level):
    """Ranks from 0 and coverage, or None: definition as in lib/interval.h."""
    pf = Fraction(p)
    pmf = dict(enumerate(pmf_exact(n, pf))) if n <= 1000 else pmf_window(n, pf)
    a = (1 - Fraction(level)) / 2
    if n > 1000:
        a = mpmath.mpf(a.numerator) / a.denominator
    def tail(ks):
        s, best = 0, None
        for k in ks:
            s += pmf[k]
            if s > a:
                break
            best = (k, s)
        return best
    low, high = tail(sorted(pmf)), tail(sorted(pmf, reverse=True))
    if low is None or high is None:
        return None
    return low[0], high[0] - 1, float(1 - low[1] - high[1])


def main():
    with open("rank_ci.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["n", "p", "level", "lo", "hi", "coverage"])
        for n in (1, 2, 3, 5, 6, 7, 10, 14, 29, 50, 73, 100, 273, 299, 1000, 100000, 4000000):
            for p in (0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999):
                for level in (0.5, 0.75, 0.8, 0.9, 0.95, 0.99, 0.999):
                    r = interval(n, p, level)
                    if n <= 1000:
                        s = ss.quantile_test(range(n), q=0,
                            p=p).confidence_interval(confidence_level=level)
                        theirs = None if math.isnan(s.low) or math.isnan(s.high) else (int(s.low),
                            int(s.high))
                        if theirs != (r and r[:2]):
                            print(f"n={n} p={p} level={level}: scipy {theirs}, exact {r}")
                    w.writerow([n, p, level] + (list(map(repr, r)) if r else ["", "", ""]))


main()
