#!/usr/bin/env python3
"""Makes outlier_samples.csv and outlier_values.csv: reference values for lib/outlier and
lib/cluster. Run it in this folder; needs Python with mpmath, NumPy, SciPy, and R for
quantile(). `make check` reads the two CSV files only.

esd: every step in 50 digits from the definition (Rosner 1983), its critical values by
SciPy's t; the sample "rosner" is that of the NIST/SEMATECH e-Handbook 1.3.5.17.3,
whose published table is held against the result here. fence: quantile() of R.
hypergeometric and adjacent: exact fractions; where few, every placement counted."""
import csv
import itertools
import math
import subprocess
from fractions import Fraction

import mpmath as mp
import numpy as np
import scipy.stats as ss

mp.mp.dps = 50
rng = np.random.default_rng(1983)
SAMPLES = {
    "rosner": [-0.25, 0.68, 0.94, 1.15, 1.20, 1.26, 1.26, 1.34, 1.38, 1.43, 1.49, 1.49, 1.55, 1.56,
    1.58, 1.65, 1.69,
               1.70, 1.76, 1.77, 1.81, 1.91, 1.94, 1.96, 1.99, 2.06, 2.09, 2.10, 2.14, 2.15, 2.23,
               2.24, 2.26, 2.35,
               2.37, 2.40, 2.47, 2.54, 2.62, 2.64, 2.90, 2.92, 2.92, 2.93, 3.21, 3.26, 3.30, 3.59,
               3.68, 4.30, 4.64,
               5.34, 5.42, 6.01],
    "lognormal": list(map(float, np.exp(rng.normal(2, 0.6, 120)))),
    "cold": [1061.9, 700.25] + list(map(float, rng.normal(290, 2, 40))),
    "huge_outlier": [1e15] + list(map(float, rng.normal(1, 0.1, 30))),
    "offset": list(map(float, 1e9 + rng.normal(0, 1e-3, 50))) + [1e9 + 1],
    "three": [1.0, 2.0, 9.0],
    "ties": [5.0] * 20 + [6.0] * 10 + [50.0, 50.0, -20.0],
    "scales": [1e300, 1e250, 2e250, 3.0] + list(map(float, rng.normal(0, 1e-5, 20))),
    "wide": [1e300, -1e300, 3e300] + list(map(float, rng.normal(0, 1e298, 20))),
}
MAX = {"rosner": 10, "lognormal": 12, "cold": 4, "huge_outlier": 3, "offset": 5, "three": 1,
    "ties": 6, "scales": 6, "wide": 4}
rows = []


def esd(name, max_out, alpha):
    x = sorted(mp.mpf(v) for v in SAMPLES[name])
    n, count, steps = len(x), 0, []
    for i in range(1, max_out + 1):
        mean = mp.fsum(x) / len(x)
        sd = mp.sqrt(mp.fsum((v - mean) ** 2 for v in x) / (len(x) - 1))
        j = max(range(len(x)), key=lambda j: (abs(x[j] - mean), x[j]))
        r = abs(x[j] - mean) / sd
        t = mp.mpf(ss.t.isf(alpha / (2 * (n - i + 1)), n - i - 1))
        lam = (n - i) * t / mp.sqrt((n - i - 1 + t * t) * (n - i + 1))
        if r > lam:
            count = i
        steps.append((float(r), float(lam), float(x.pop(j))))
    for i, (r, lam, v) in enumerate(steps):
        rows.append([name, "esd_r", i, alpha, repr(r), "Rosner (1983) in 50 digits"])
        rows.append([name, "esd_critical", i, alpha, repr(lam),
            "lambda of scipy.stats.t.isf(alpha/(2(n-i+1)), n-i-1)"])
        rows.append([name, "esd_value", i, alpha, repr(v), "the value taken out"])
    rows.append([name, "esd_count", max_out, alpha, count, "outliers found"])
    return count, steps


count, steps = esd("rosner", 10, 0.05)
# the handbook's table
assert count == 3
assert [round(s[0], 3) for s in steps] == [3.119, 2.943, 3.179, 2.810, 2.816, 2.848, 2.279, 2.310,
    2.102, 2.067]
assert [round(s[1], 3) for s in steps] == [3.159, 3.151, 3.144, 3.136, 3.128, 3.120, 3.112, 3.103,
    3.094, 3.085]
for name in SAMPLES:
    if name != "rosner":
        esd(name, MAX[name], 0.05)
esd("lognormal", 12, 0.001)

for name, x in SAMPLES.items():
    for typ in (7, 6, 2):
        out = subprocess.run(["Rscript", "-e",
            f'q <- quantile(c({",".join(map(repr, x))}), c(.25, .75), type={typ}); '
                              'cat(sprintf("%.17g", c(q[1] - 1.5*(q[2]-q[1]), q[2] + '
                              '1.5*(q[2]-q[1]))))'],
                             capture_output=True, text=True, check=True).stdout.split()
        for stat, v in zip(("fence_lo", "fence_hi"), out):
            rows.append([name, stat, typ, "", v,
                f"R quantile(x, c(.25, .75), type={typ}), 1.5 IQR beyond"])


def log(f):
    return float(mp.log(mp.mpf(f.numerator) / f.denominator)) if f else -math.inf


def hypergeometric(k, N, K, n):
    return Fraction(sum(math.comb(K, i) * math.comb(N - K, n - i)
        for i in range(k, min(K, n) + 1)), math.comb(N, n))


def adjacent(k, N, K):
    """Subsets of K of N in a line with k neighbours or more."""
    if N <= 14:  # every one of them
        hits = [sum(b == a + 1 for a, b in zip(c, c[1:])) >= k
            for c in itertools.combinations(range(N), K)]
        return Fraction(sum(hits), len(hits))
    return Fraction(sum(math.comb(K - 1, r - 1) * math.comb(N - K + 1, r)
        for r in range(1, K - k + 1)), math.comb(N, K))


for k, N, K, n in [(1, 54, 3, 5), (5, 1620, 5, 54), (3, 10, 3, 3), (0, 9, 2, 4), (2, 9, 8, 3),
        (40, 20000, 300, 900),
                   (200, 5000, 250, 1000), (3, 3240, 6, 108), (1, 100, 99, 50), (7, 30, 10, 12)]:
    rows.append([k, "hypergeometric", N, f"{K} {n}", repr(log(hypergeometric(k, N, K, n))),
        "exact fraction; = scipy.stats.hypergeom.logsf(k-1, N, K, n)"])
    s = float(ss.hypergeom.logsf(k - 1, N, K, n))
    assert abs(s - log(hypergeometric(k, N, K, n))) < 1e-6 * max(1, abs(s))
for k, N, K in [(1, 8, 3), (2, 8, 3), (4, 14, 6), (0, 10, 4), (3, 12, 4), (4, 1620, 5),
        (30, 20000, 300), (240, 5000, 250), (1, 200, 20)]:
    rows.append([k, "adjacent", N, K, repr(log(adjacent(k, N, K))),
        "exact fraction; every placement where N <= 14"])

# of millions, where logarithms of factorials lose digits
choose = lambda n, k: mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
for k, N, K, n in [(5, 10**6, 1000, 1000), (60, 10**7, 50000, 10000), (60, 10**7, 5 * 10**6, 110),
        (500, 10**8, 10**5, 400000)]:
    p = mp.log(mp.fsum(mp.exp(choose(K, i) + choose(N - K, n - i) - choose(N, n))
        for i in range(k, min(K, n, k + 3000) + 1)))
    rows.append([k, "hypergeometric", N, f"{K} {n}", repr(float(p)), "mpmath loggamma, 50 digits"])
for k, N, K in [(400, 10**6, 20000), (30, 10**7, 20000)]:
    p = mp.log(mp.fsum(mp.exp(choose(K - 1, r - 1) + choose(N - K + 1, r) - choose(N, K))
        for r in range(max(1, K - k - 6000), K - k + 1)))
    rows.append([k, "adjacent", N, K, repr(float(p)), "mpmath loggamma, 50 digits"])

with open("outlier_samples.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["sample", "value"])
    w.writerows([name, repr(v)] for name, x in SAMPLES.items() for v in x)
with open("outlier_values.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["sample", "stat", "arg", "alpha", "value", "call"])
    w.writerows(rows)
