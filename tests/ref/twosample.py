#!/usr/bin/env python3
"""Makes twosample_data.csv and twosample_values.csv: reference values for the tests of
two samples in lib/. Run it in this folder; needs Python with mpmath, NumPy,
SciPy and statsmodels, and R for twosample.R, which it calls. `make check` reads the CSV
files only. Every p is a natural logarithm."""
import csv
import math
import subprocess

import mpmath as mp
import numpy as np
import scipy.stats as ss
from scipy.optimize import brentq
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

mp.mp.dps = 50
rng = np.random.default_rng(4)
ln = lambda m, s, n: [float(v) for v in np.exp(rng.normal(m, s, n))]
PAIRS = {
    "lognormal": (ln(3, 0.5, 60), ln(3.1, 0.6, 50)),
    "unbalanced": (ln(1, 0.8, 5), ln(1.4, 0.3, 400)),
    "tiny": ([1.25, 2.5], [2.75, 4.0]),
    "small": ([1.1, 2.2, 3.5], [0.9, 4.1, 5.2, 6.3]),
    "ties": ([float(v) for v in rng.integers(1, 6, 80)],
    [float(v) for v in rng.integers(2, 7, 70)]),
    "two_values": ([1.5] * 30 + [2.5] * 11, [1.5] * 9 + [2.5] * 22),
    "separate": ([float(v) for v in range(1, 46)], [100 + float(v) * 1.5 for v in range(1, 50)]),
    "p200": (ln(3, 0.2, 540), ln(3.9, 0.25, 540)),
    "p400": (ln(3, 0.1, 900), ln(4.2, 0.1, 700)),
    "equal_variance": ([float(v) for v in rng.normal(10, 2, 25)],
    [float(v) for v in rng.normal(10.4, 2, 25)]),
    "one_constant": ([5.0] * 12, [float(v) for v in rng.normal(5.5, 1, 15)]),
    "ks80": (ln(2, 0.4, 99), ln(2.2, 0.4, 100)),
}


def log_t_upper(t, df):
    t, df = mp.mpf(float(t)), mp.mpf(float(df))
    p = mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return float(mp.log(p if t > 0 else 1 - p))


def contrast(b, t, r, shift):
    """Welch's t and df of mean(t) - r mean(b) - shift."""
    vb, vt = r * r * np.var(b, ddof=1) / len(b), np.var(t, ddof=1) / len(t)
    return (np.mean(t) - r * np.mean(b) - shift) / math.sqrt(vb + vt), (vb + vt) ** 2 / (vb**2
        / (len(b) - 1) + vt**2 / (len(t) - 1))


def fieller(b, t, level):
    f = lambda r: (lambda x: abs(x[0]) - ss.t.ppf((1 + level) / 2, x[1]))(contrast(b, t, r, 0))
    r = np.mean(t) / np.mean(b)
    ends = []
    for step in (1 / 1.02, 1.02):  # with few values one beyond a ratio that is rejected may not be
        k = next((k for k in range(1, 1200) if f(r * step**k) > 0), None)
        ends.append(k and brentq(f, r * step**(k - 1), r * step**k, xtol=1e-15, rtol=1e-14))
    return ends[0] or 0.0, ends[1] or math.nan


def price_bonett(x):
    x, n = sorted(x), len(x)
    c = max(round((n + 1) / 2 - math.sqrt(n)), 1)
    z = ss.norm.isf(ss.binom.cdf(c - 1, n, 0.5))
    return ((math.log(x[n - c]) - math.log(x[c - 1])) / (2 * z)) ** 2


def pair(b, t, put):
    nb, nt = len(b), len(t)
    for name, equal in (("welch", False), ("student", True)):
        r = ss.ttest_ind(t, b, equal_var=equal)
        call = f"scipy.stats.ttest_ind(test, base, equal_var={equal})"
        put(f"t_{name}", "", r.statistic, call + ".statistic")
        put(f"df_{name}", "", r.df, call + ".df")
        put(f"log_p_{name}", "", min(log_t_upper(abs(r.statistic), r.df) + math.log(2), 0),
            "log of twice the t tail of that in mpmath")
        put(f"log_p_less_{name}", "", log_t_upper(-r.statistic, r.df),
            "alternative='less', in mpmath")
        lo, hi = CompareMeans(DescrStatsW(t), DescrStatsW(b)).tconfint_diff(usevar="pooled"
            if equal else "unequal")
        put(f"lo_{name}", "0.95", lo, "statsmodels CompareMeans(test, base).tconfint_diff()[0]")
        put(f"hi_{name}", "0.95", hi, "statsmodels CompareMeans(test, base).tconfint_diff()[1]")
    for m in (0.5, 2.0):
        for sign in (-1, 1):
            x, df = contrast(b, t, 1, sign * m)
            put("tost_t", repr(sign * m), x, "(mean(t) - mean(b) - margin)/se in NumPy")
        low, high = contrast(b, t, 1, -m), contrast(b, t, 1, m)
        both = max(log_t_upper(*low), log_t_upper(-high[0], high[1]))
        p = CompareMeans(DescrStatsW(t), DescrStatsW(b)).ttost_ind(-m, m, usevar="unequal")[0]
        assert p < 1e-290 or abs(math.log(p) - both) <= 1e-9 * max(1, abs(both)), (p, both)
        put("tost_p", repr(m), both,
            "log of statsmodels CompareMeans(test, base).ttost_ind(-m, m, usevar='unequal')[0], "
            "its t in mpmath")
    low, high = contrast(b, t, 0.9, 0), contrast(b, t, 1.1, 0)
    put("tost_p", "10%", max(log_t_upper(*low), log_t_upper(-high[0], high[1])),
        "t of mean(t) - 0.9 mean(b) and of mean(t) - 1.1 mean(b), NumPy and mpmath")

    u = ss.mannwhitneyu(t, b, method="asymptotic")
    put("u", "", u.statistic, "scipy.stats.mannwhitneyu(test, base).statistic")
    put("cliff", "", 2 * u.statistic / (nb * nt) - 1, "2u/(n1 n2) - 1")
    if len(set(b + t)) == nb + nt and max(nb, nt) < 50:
        put("log_p_rank", "exact", math.log(ss.mannwhitneyu(t, b, method="exact").pvalue),
            "log of scipy.stats.mannwhitneyu(test, base, method='exact').pvalue")
    elif u.pvalue > 0 and max(nb, nt) >= 50:  # exact with ties: paired.py
        put("log_p_rank", "normal", math.log(u.pvalue),
            "log of scipy.stats.mannwhitneyu(test, base, method='asymptotic').pvalue")

    exact = len(set(b + t)) == nb + nt and nb * nt < 10000
    ks = ss.ks_2samp(b, t, method="exact")
    put("ks_d", "", ks.statistic, "scipy.stats.ks_2samp(base, test).statistic")
    if exact:
        put("log_p_ks", "exact", math.log(ks.pvalue),
            "log of scipy.stats.ks_2samp(base, test, method='exact').pvalue")
    else:
        x = mp.sqrt(mp.mpf(nb) * nt / (nb + nt)) * mp.mpf(float(ks.statistic))
        p = 2 * mp.nsum(lambda k: (-1) ** (int(k) - 1) * mp.exp(-2 * k * k * x * x), [1, 60])
        sp = ss.kstwobign.sf(float(x))
        assert sp < 1e-290 or abs(sp / float(p) - 1) < 1e-9, (sp, p)
        put("log_p_ks", "limit", float(mp.log(p)),
            "log of scipy.stats.kstwobign.sf(sqrt(n1 n2/(n1+n2)) d), in mpmath")

    sd = math.sqrt((np.var(b, ddof=1) * (nb - 1) + np.var(t, ddof=1) * (nt - 1)) / (nb + nt - 2))
    d, df, scale = (np.mean(t) - np.mean(b)) / sd, nb + nt - 2, math.sqrt(1 / nb + 1 / nt)
    j = float(mp.gamma(mp.mpf(df) / 2) / (mp.sqrt(mp.mpf(df) / 2) * mp.gamma(mp.mpf(df - 1) / 2)))
    put("d", "", d, "(mean(t) - mean(b))/pooled sd in NumPy")
    put("g", "", j * d, "gamma(m/2)/(sqrt(m/2) gamma((m-1)/2)) d in mpmath")
    x = d / scale
    near = lambda p: brentq(lambda nc: ss.nct.cdf(x, df, nc) - p, x - 10 - abs(x), x + 10 + abs(x),
        xtol=1e-13, rtol=1e-13)
    if abs(x) < 36:
        put("d_lo", "0.95", near(0.975) * scale, "root of scipy.stats.nct.cdf(t, df, nc) = 0.975")
        put("d_hi", "0.95", near(0.025) * scale, "root of scipy.stats.nct.cdf(t, df, nc) = 0.025")

    lo, hi = fieller(b, t, 0.95)
    put("ratio", "", np.mean(t) / np.mean(b), "mean(t)/mean(b)")
    put("ratio_lo", "0.95", lo,
        "root in r of Welch's |t| of mean(t) - r mean(b) = its critical value, "
        "scipy.optimize.brentq")
    put("ratio_hi", "0.95", hi, "the same above")
    a, c = np.var(b, ddof=1) / nb / np.mean(b) ** 2, np.var(t, ddof=1) / nt / np.mean(t) ** 2
    put("log_ratio_variance", "", a + c, "var/(n mean^2) of both in NumPy")
    put("median_ratio", "", np.median(t) / np.median(b), "numpy.median")
    if min(nb, nt) >= 5:
        half = ss.norm.isf(0.025) * math.sqrt(price_bonett(b) + price_bonett(t))
        put("median_ratio_lo", "0.95", np.median(t) / np.median(b) * math.exp(-half),
            "Price and Bonett's formula with scipy.stats.binom and norm")
        put("median_ratio_hi", "0.95", np.median(t) / np.median(b) * math.exp(half), "the same")


def elteren(names):
    """Rank sums in each stratum by scipy.stats.rankdata, and the variance of a
    sum of n2 of N scores drawn without replacement."""
    total = variance = 0.0
    for name in names:
        b, t = PAIRS[name]
        n = len(b) + len(t)
        r = ss.rankdata(b + t)
        w = 1 / (n + 1)
        total += w * (r[len(b):].sum() - len(t) * (n + 1) / 2)
        variance += w * w * len(b) * len(t) / n * r.var(ddof=1)
    z = total / math.sqrt(variance)
    return z, float(mp.log(mp.erfc(abs(mp.mpf(z)) / mp.sqrt(2))))


def main():
    with open("twosample_data.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["pair", "group", "value"])
        for name, (b, t) in PAIRS.items():
            w.writerows([name, "base", v.hex()] for v in b)
            w.writerows([name, "test", v.hex()] for v in t)
    with open("twosample_values.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["pair", "statistic", "argument", "value", "call"])
        for name, (b, t) in PAIRS.items():
            pair(b, t, lambda stat, arg, value,
                call: w.writerow([name, stat, arg, repr(float(value)), call]))
        z, p = elteren(["lognormal", "ties", "small"])
        w.writerow(["lognormal+ties+small", "elteren_z", "", repr(float(z)),
            "rank sums by scipy.stats.rankdata, weight 1/(N+1), permutation variance"])
        w.writerow(["lognormal+ties+small", "log_p_elteren", "", repr(p),
            "log(erfc(|z|/sqrt(2))) in mpmath"])
        for line in subprocess.run(["Rscript", "twosample.R"], check=True, capture_output=True,
                text=True).stdout.splitlines():
            w.writerow(line.split("\t"))


if __name__ == "__main__":
    main()
