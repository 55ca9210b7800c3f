#!/usr/bin/env python3
"""Makes stats_samples.csv and stats_values.csv: reference values for lib/moments,
quantile, robust and interval. Run it in this folder; needs Python with mpmath,
NumPy and SciPy, and R for stats.R, which it calls. `make check` needs none of
them: it reads the two CSV files.

Values are exact (rational arithmetic, rounded once) unless the call beside them
says R or SciPy. Where SciPy or NumPy define the same statistic, the exact value is
held against theirs on the samples that their arithmetic can take."""
import csv
import math
import subprocess
from fractions import Fraction

import mpmath
import numpy as np
import scipy.stats as ss
from scipy.stats import mstats

mpmath.mp.prec = 300
rng = np.random.default_rng(20251221)
lognormal = lambda n: [float(v) for v in np.exp(rng.normal(3, 0.8, n))]
latency = [round(v, 4) for v in lognormal(273)]
SAMPLES = {
    "one": [3.25],
    "two": [1.1, 7.3],
    "three": [2.5, 1.0, 9.75],
    "four": [0.3, 0.1, 0.2, 0.7],
    "lognormal": latency,
    "cold": [388.0 + v / 100 for v in lognormal(40)] + [3104.7],
    "normal": [float(v) for v in rng.normal(-2, 5, 200)],
    "ties": [float(v) for v in rng.integers(1, 8, 150)],
    "two_values": [1.5] * 30 + [2.5] * 11,
    "equal": [0.1] * 37,
    "zeros": [0.0] * 5,
    "sorted": sorted(lognormal(60)),
    "reversed": sorted(lognormal(61), reverse=True),
    "offset": [1e15 + float(v) / 8 for v in rng.integers(0, 64, 64)],
    "offset_small": [1e9 + float(v) for v in rng.normal(0, 1e-3, 80)],
    "tiny": [v * 1e-300 for v in lognormal(25)],
    "subnormal": [float(v) * 5e-324 for v in rng.integers(1, 5000, 21)],
    "huge": [v * 1e300 / 1e3 for v in lognormal(25)],
    "huge_signs": [1e300, -1e300, 7e299, 3e299, -2e299],
    "all_scales": [10.0 ** e for e in range(-300, 301, 15)],
    "cancel": [1e16, 1.0, -1e16, 2.0, 3.0],
}
ORDINARY = ("two three four lognormal cold normal ties two_values sorted reversed").split()
LEVELS = (0.5, 0.9, 0.95, 0.99, 0.9999)


def to_float(x):
    """The nearest double of a Fraction or mpf; past the range, infinity."""
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def mpf(x):
    return mpmath.mpf(x.numerator) / x.denominator


def t_upper(a, df):
    a, df = mpmath.mpf(a), mpmath.mpf(df)
    tail = lambda t: mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + t * t),
        regularized=True) / 2
    return mpmath.findroot(lambda t: tail(t) - a, mpmath.mpf(float(ss.t.isf(float(a), float(df)))))


def z_upper(a):
    return mpmath.findroot(lambda t: mpmath.erfc(t / mpmath.sqrt(2)) / 2 - a,
        mpmath.mpf(float(ss.norm.isf(float(a)))))


def same(exact, other, call, name):
    if not (math.isnan(exact) and math.isnan(other)) and abs(exact
            - other) > 1e-9 * max(abs(exact), abs(other), 1):
        raise SystemExit(f"{name}: {call} is {other!r}, exact arithmetic gives {exact!r}")


def exact(name, xs, put):
    x = [Fraction(v) for v in xs]
    n = len(x)
    mean = sum(x) / n
    m2, m3 = (sum((v - mean) ** k for v in x) / n for k in (2, 3))
    put("mean", "", to_float(mean), "sum(x)/n in Fraction")
    for ddof in (0, 1):
        var = m2 * n / (n - ddof) if n > ddof else None
        put("variance", ddof, to_float(var) if var is not None else math.nan,
            f"sum((x-mean)^2)/(n-{ddof}) in Fraction")
        put("sd", ddof, to_float(mpmath.sqrt(mpf(var))) if var is not None else math.nan,
            "mpmath.sqrt of that")
    g1 = mpf(m3) / mpf(m2) ** mpmath.mpf("1.5") if m2 else mpmath.nan
    big_g1 = g1 * mpmath.sqrt(n * (n - 1)) / (n - 2) if n > 2 else mpmath.nan
    b1 = g1 * (mpmath.mpf(n - 1) / n) ** mpmath.mpf("1.5")
    put("skew", "g1", float(g1), "m3/m2^1.5 in mpmath; scipy.stats.skew(x)")
    put("skew", "G1", float(big_g1),
        "g1 sqrt(n(n-1))/(n-2) in mpmath; scipy.stats.skew(x, bias=False)")
    put("skew", "b1", float(b1), "g1 ((n-1)/n)^1.5 in mpmath")
    if name in ORDINARY:
        same(float(g1), float(ss.skew(xs)), "scipy.stats.skew(x)", name)
        if n > 2:
            same(float(big_g1), float(ss.skew(xs, bias=False)), "scipy.stats.skew(x, bias=False)",
                name)

    x.sort()
    for p in (0.0, 0.01, 0.05, 0.1, 0.25, 0.45):
        k = int(p * n)
        trimmed = sum(x[k:n - k]) / (n - 2 * k)
        top = sum(x[:n - k]) / (n - k)
        winsorized = (sum(x[k:n - k]) + k * (x[k] + x[n - 1 - k])) / n
        put("trimmed", p, to_float(trimmed),
            "mean of sorted(x)[k:n-k], k=int(p*n), in Fraction; scipy.stats.trim_mean(x, p)")
        put("trimmed_top", p, to_float(top),
            "mean of sorted(x)[:n-k], k=int(p*n), in Fraction; scipy.stats.trim1(x, p).mean()")
        put("winsorized", p, to_float(winsorized),
            "Fraction; scipy.stats.mstats.winsorize(x, limits=(p, p)).mean()")
        if name in ORDINARY:
            same(to_float(trimmed), float(ss.trim_mean(xs, p)), "trim_mean", name)
            same(to_float(top), float(np.mean(ss.trim1(np.array(xs), p))), "trim1", name)
            same(to_float(winsorized), float(mstats.winsorize(np.array(xs), limits=(p, p)).mean()),
                "winsorize", name)
    median = lambda v: (v[(n - 1) // 2] + v[n // 2]) / 2
    put("median", "", to_float(median(x)), "Fraction; numpy.median(x)")
    put("mad", "", to_float(median(sorted(abs(v - median(x)) for v in x))),
        "Fraction; scipy.stats.median_abs_deviation(x)")
    if name in ORDINARY:
        same(to_float(median(sorted(abs(v - median(x)) for v in x))),
            float(ss.median_abs_deviation(xs)), "MAD", name)

    if name == "subnormal":
        return  # an interval is made from mean and sd, which have few digits there
    for level in LEVELS:
        a = (1 - Fraction(level)) / 2
        for method, c in (("t", t_upper(mpf(a), n - 1) if n > 1 else None), ("z", z_upper(mpf(a)))):
            half = c * mpmath.sqrt(mpf(m2 * n / (n - 1)) / n) if n > 1 else mpmath.nan
            for end, v in (("lo", mpf(mean) - half), ("hi", mpf(mean) + half)):
                put(f"ci_{method}_{end}", level, to_float(v),
                    "mean -+ quantile * sd/sqrt(n) in mpmath")


def main():
    with open("stats_samples.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["sample", "value"])
        for name, xs in SAMPLES.items():
            w.writerows([name, v.hex()] for v in xs)  # hexadecimal: exact in C, Python and R
    with open("stats_values.csv", "w", newline="") as f:
        w = csv.writer(f, lineterminator="\n")
        w.writerow(["sample", "statistic", "argument", "value", "call"])
        for name, xs in SAMPLES.items():
            exact(name, xs, lambda stat, arg, value,
                call: w.writerow([name, stat, arg, repr(value), call]))
        for line in subprocess.run(["Rscript", "stats.R"], check=True, capture_output=True,
                text=True).stdout.splitlines():
            w.writerow(line.split("\t"))


main()
