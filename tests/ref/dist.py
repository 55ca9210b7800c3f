#!/usr/bin/env python3
"""Makes dist.csv: logarithms of tails for lib/dist and lib/nct, by mpmath in 40
digits, but for those of the noncentral t, which are SciPy's. Run it in this
folder; needs Python with mpmath and SciPy. `make check` reads the CSV only."""
import csv

import mpmath as mp
import scipy.stats as ss

mp.mp.dps = 40
T = [(0.001, 1), (0.5, 1), (2, 1), (1e100, 1), (1e200, 3), (1.3, 2.5), (0.1, 50), (1.9, 50),
    (-1.9, 50), (40, 50),
     (2, 3238), (33, 3238), (80, 3238), (5, 1e6), (50, 1e6), (0.9, 12.3), (1.1, 12.3), (1e-8, 7),
     (300, 4000),
     (-3, 1), (-30, 8), (0.73, 146.7), (37.2, 1077.9)]
Z = [0.1, 1, -1, -6, 5, 20, 29.9, 30.1, 38, 100, 1e5]
BETA = [(0.5, 0.5, 0.3), (2, 3, 0.99), (800, 4, 0.999), (4, 800, 0.2), (1e4, 0.5, 0.9),
    (1, 1, 0.25), (3, 1e4, 1e-3)]
NCT = [(0.5, 8, 0.2), (2, 18, 1), (-2, 18, 1), (5, 98, 3), (12, 98, 14), (90, 3238, 88),
    (-33, 3238, -31), (1, 1, 0.5), (3, 2, 0.1)]


def log_t(t, df):
    t, df = mp.mpf(t), mp.mpf(df)
    p = mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    return mp.log(p if t > 0 else 1 - p)


with open("dist.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["function", "a", "b", "c", "value", "call"])
    for t, df in T:
        w.writerow(["t", repr(float(t)), repr(float(df)), "", mp.nstr(log_t(t, df), 18),
            "log(betainc(df/2, 1/2, 0, df/(df+t^2), regularized=True)/2) in mpmath"])
    for z in Z:
        w.writerow(["z", repr(float(z)), "", "",
            mp.nstr(mp.log(mp.erfc(mp.mpf(z) / mp.sqrt(2)) / 2), 18),
            "log(erfc(z/sqrt(2))/2) in mpmath"])
    for a, b, x in BETA:
        w.writerow(["beta", repr(float(a)), repr(float(b)), repr(x),
            mp.nstr(mp.log(mp.betainc(a, b, 0, mp.mpf(x), regularized=True)), 18),
            "log(betainc(a, b, 0, x, regularized=True)) in mpmath"])
    for t, df, nc in NCT:
        w.writerow(["nct", repr(float(t)), repr(float(df)), repr(float(nc)),
            repr(float(ss.nct.cdf(t, df, nc))), "scipy.stats.nct.cdf(t, df, nc)"])
