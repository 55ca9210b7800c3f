#!/usr/bin/env python3
"""Makes power_values.csv: reference values for lib/power and lib/median_se. Run it in
this folder; needs Python with mpmath, NumPy, SciPy and statsmodels, and R for
power.t.test, which it calls. `make check` reads the CSV only. Every power is held
against the integral of the noncentral t in 40 digits before it is written. The
samples of the medians are those of stats_samples.csv."""
import csv
import math
import subprocess

import mpmath as mp
import scipy.stats as ss
from scipy.optimize import brentq
from statsmodels.stats.power import NormalIndPower, TTestIndPower

mp.mp.dps = 40
rows = []


def put(stat, method, sides, alpha, power, d, n1, n2, value, call):
    rows.append([stat, method, sides, alpha, power, d, n1, n2, repr(value), call])


def nct_upper(t, df, nc):
    """P(T > t) for noncentral t: Phi averaged over the scale."""
    t, df, nc = mp.mpf(t), mp.mpf(df), mp.mpf(nc)
    c = mp.log(2) + df / 2 * mp.log(df / 2) - mp.loggamma(df / 2)
    f = lambda s: mp.exp(c + (df - 1) * mp.log(s) - df * s * s / 2) * mp.erfc((t * s - nc)
        / mp.sqrt(2)) / 2
    w = 12 / mp.sqrt(2 * df)
    lo = max(mp.mpf(0), 1 - w)
    return mp.quad(f, sorted({lo, (lo + 1) / 2, (lo + 3) / 4, mp.mpf(1), 1 + w / 4, 1 + w,
        1 + 2 * w}))


def exact(sides, alpha, d, n1, n2):
    df, nc, a = mp.mpf(n1 + n2 - 2), mp.mpf(d) * mp.sqrt(mp.mpf(n1) * n2
        / (n1 + n2)), mp.mpf(alpha) / sides
    tail = lambda t: mp.betainc(df / 2, mp.mpf(1) / 2, 0, df / (df + t * t), regularized=True) / 2
    t = mp.findroot(lambda t: mp.log(tail(t)) - mp.log(a), ss.t.isf(float(a), float(df)))
    return nct_upper(t, df, nc) + (nct_upper(t, df, -nc) if sides == 2 else 0)


def statsmodels_power(sides, alpha, d, n1, n2):
    return float(TTestIndPower().power(d, n1, alpha, n2 / n1,
        alternative="two-sided" if sides == 2 else "larger"))


for sides, alpha, d, n1, n2 in [
        (2, .05, .5, 64, 64), (2, .05, 1.2, 5, 8), (2, .05, 3, 2, 2), (2, .05, .1, 1620, 1620),
        (1, .01, .2, 10, 300),
        (2, 1e-4, .01, 3, 3), (2, .05, 0, 20, 20), (2, .05, 2, 100, 100), (1, .05, .3, 50, 50),
        (2, .001, .9, 30, 30),
        (2, .05, .2, 1, 40), (1, .05, 8, 2, 3), (2, .05, .01, 50000, 50000),
        (2, 1e-8, .5, 200, 150)]:
    value = statsmodels_power(sides, alpha, d, n1, n2)
    want = exact(sides, alpha, d, n1, n2)
    call = "statsmodels TTestIndPower().power"
    if math.isnan(value):  # so it is for a very small alpha
        value, call = float(want), "mpmath: integral of the noncentral t"
    assert abs(value / want - 1) < 1e-10, (sides, alpha, d, n1, n2, value, want)
    put("power", "t", sides, alpha, "", d, n1, n2, value, call)
    if n1 > 2:  # at z, the far tail left out: the one-sided test at alpha/sides
        put("power", "normal", sides, alpha, "", d, n1, n2,
            float(NormalIndPower(ddof=0).power(d, n1, alpha / sides, n2 / n1,
            alternative="larger")),
            'statsmodels NormalIndPower(ddof=0).power(alpha/sides, alternative="larger")')


def by_r(sides, alpha, power, **given):
    args = ", ".join(f"{k}={v}" for k, v in given.items())
    call = (f'power.t.test({args}, sig.level={alpha}, power={power}, strict=TRUE, tol=1e-13, '
            f'alternative="{"two.sided" if sides == 2 else "one.sided"}")')
    out = subprocess.run(["Rscript", "-e",
        f'r <- {call}; cat(sprintf("%.17g", r${"delta" if "n" in given else "n"}))'],
                         capture_output=True, text=True, check=True).stdout
    return float(out), "R " + call


for sides, alpha, power, n1, n2 in [
        (2, .05, .8, 64, 64), (2, .05, .8, 1620, 1620), (2, .05, .9, 5, 5), (1, .01, .95, 30, 30),
        (2, .05, .8, 540, 540),
        (2, .05, .8, 20, 200), (2, .05, .06, 12, 12), (1, .05, .99, 3, 90), (2, .05, .8, 2, 2)]:
    f = lambda d: statsmodels_power(sides, alpha, d, n1, n2) - power
    hi = (ss.norm.isf(alpha / sides) + ss.norm.ppf(power)) * math.sqrt(1 / n1 + 1 / n2)
    while f(hi) < 0:  # no farther than needed: the power is NaN for a very large d
        hi *= 1.2
    value, call = brentq(f, hi / 4, hi, xtol=1e-15,
        rtol=1e-14), "scipy brentq of statsmodels TTestIndPower().power"
    assert abs(exact(sides, alpha, value, n1, n2) - power) < 1e-11
    if n1 == n2:
        r, r_call = by_r(sides, alpha, power, n=n1)
        assert abs(r / value - 1) < 1e-7, (r, value)
        call += "; to 1e-7 " + r_call
    put("effect", "t", sides, alpha, power, "", n1, n2, value, call)
    value = (ss.norm.isf(alpha / sides) + ss.norm.ppf(power)) * math.sqrt(1 / n1 + 1 / n2)
    put("effect", "normal", sides, alpha, power, "", n1, n2, float(value),
        "scipy (norm.isf(alpha/sides) + norm.ppf(power)) * sqrt(1/n1 + 1/n2)")

for sides, alpha, power, d in [(2, .05, .8, .5), (2, .05, .8, .07), (2, .05, .9, 1.5),
        (1, .01, .95, .25), (2, .05, .8, .0985),
                               (2, .001, .8, 3), (1, .05, .8, 6)]:
    if d < 2.5:
        n, call = by_r(sides, alpha, power, delta=d)
        n = math.ceil(n)
    else:  # R stops at n = 2
        n, call = 2, "the least n >= 2 by statsmodels TTestIndPower().power"
        while statsmodels_power(sides, alpha, d, n, n) < power:
            n += 1
    assert statsmodels_power(sides, alpha, d, n, n) >= power
    assert n == 2 or statsmodels_power(sides, alpha, d, n - 1, n - 1) < power
    put("n", "t", sides, alpha, power, d, "", "", n, call)
    z = ss.norm.isf(alpha / sides) + ss.norm.ppf(power)
    put("n", "normal", sides, alpha, power, d, "", "", max(2, math.ceil(2 * (z / d) ** 2)),
        "scipy ceil(2 (z/d)^2)")


def median_se(x):
    """Price and Bonett (2001), eq. 2: order statistics c from either end."""
    x, n = sorted(x), len(x)
    c = max(round((n + 1) / 2 - math.sqrt(n)), 1)
    return (x[n - c] - x[c - 1]) / (2 * ss.norm.isf(ss.binom.cdf(c - 1, n, 0.5)))


samples = {}
with open("stats_samples.csv") as f:
    for r in csv.DictReader(f):
        samples.setdefault(r["sample"], []).append(float.fromhex(r["value"]))
for name, x in samples.items():
    if len(x) >= 5 and name[:4] != "huge":
        put("median_se", name, "", "", "", "", len(x), "", float(median_se(x)),
            "(x[n-c+1] - x[c]) / (2 scipy.stats.norm.isf(scipy.stats.binom.cdf(c-1, n, 0.5)))")

with open("power_values.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["stat", "method", "sides", "alpha", "power", "d", "n1", "n2", "value", "call"])
    w.writerows(rows)
