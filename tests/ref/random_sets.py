#!/usr/bin/env python3
"""Runs random data sets through abtest, latstats and anova, and holds what they print
against SciPy and statsmodels; see `make random`. The data are synthetic: sizes 2 to 60,
smooth, skewed, tied, with zeros, and of a few values; every second set is in pairs.

    random_sets.py BIN [SETS [SEED]]

Prints a line a statistic: how many values, the worst difference, where, the reference.
A difference is relative to the value; of what has a zero of its own (means, differences,
ends of intervals, t, skewness) to its scale where that is larger. Fails if one is above
1e-9, or if a value is there for one of the two only."""
import csv
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import scipy.stats as ss
from statsmodels.stats.oneway import anova_oneway
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from paired import hodges_lehmann, rank_sum_p, signed_rank_p
from twosample import fieller, price_bonett

warnings.simplefilter("ignore")
BIN = sys.argv[1]
SETS = int(sys.argv[2]) if len(sys.argv) > 2 else 600
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 26
MARGIN, LIMIT, NAN = 0.5, 1e-9, math.nan
QUANTILES = {4: "interpolated_inverted_cdf", 5: "hazen", 6: "weibull", 7: "linear",
    8: "median_unbiased", 9: "normal_unbiased"}
worst = {}


def run(tool, path, number, *options):
    """The rows that a tool prints, every second time as JSON."""
    form = "json" if number // 2 % 2 else "csv"
    r = subprocess.run([os.path.join(BIN, tool), *options, "-v", "x", "-o", form, path],
        capture_output=True, text=True)
    if r.returncode not in (0, 3) or not r.stdout:
        sys.exit(f"set {number}: {tool} {' '.join(options)}: status {r.returncode}: {r.stderr}")
    return json.loads(r.stdout)["rows"] if form == "json" else list(
        csv.DictReader(io.StringIO(r.stdout)))


def hold(number, tool, row, column, want, call, scale=0.0):
    got, want = row[column], float(want)
    got = NAN if got in ("", None) else float(got)
    if math.isnan(got) or math.isnan(want):
        off = 0.0 if math.isnan(got) and math.isnan(want) else math.inf
    else:
        off = 0.0 if got == want else abs(got - want) / max(abs(want), scale)
    w = worst.setdefault((tool, column), [0, 0, -1.0, "", call])
    w[0] += 1
    w[1] += math.isnan(want)
    if off > w[2]:
        w[2:4] = off, f"set {number}: {got!r}, {want!r}"


def values(rng, n, shape, effect=1.0):
    x = {
        "normal": lambda: rng.normal(10, 2, n),
        "lognormal": lambda: rng.lognormal(2, 0.5, n),
        "skewed": lambda: rng.lognormal(1, 1.6, n),
        "decimals": lambda: np.round(rng.lognormal(1.5, 0.6, n), 1),
        "whole": lambda: rng.poisson(4, n),
        "zeros": lambda: np.where(rng.random(n) < 0.4, 0, np.round(rng.exponential(3, n), 2)),
        "few": lambda: rng.choice([1.5, 2.5, 7], n),
    }[shape]()
    x = x * effect
    return [float(v) for v in (np.round(x, 2)
        if shape in ("decimals", "zeros") else np.round(x, 9))]


SHAPES = ["normal", "lognormal", "skewed", "decimals", "whole", "zeros", "few"]


def flat(*groups):
    return all(len(set(g)) == 1 for g in groups)


def size(rng):
    return int(rng.integers(2, 9) if rng.random() < 0.4 else rng.integers(2, 61))


def describe(put, side, x, scale):
    put(f"mean_{side}", np.mean(x), "numpy.mean", scale)
    put(f"median_{side}", np.median(x), "numpy.median", scale)
    put(f"sd_{side}", np.std(x, ddof=1) if not flat(x) else 0, "numpy.std(ddof=1)", scale * 1e-6)


def two_groups(number, path, b, t):
    row = run("abtest", path, number, "-g", "g", "--base", "b", "--test", "t", "--ks",
        "--permutations", "0", "--margin", str(MARGIN))[0]
    scale, nb, nt = max(map(abs, b + t)), len(b), len(t)

    def put(column, want, call, scale=0.0):
        hold(number, "abtest", row, column, want, call, scale)

    describe(put, "base", b, scale)
    describe(put, "test", t, scale)
    put("diff", np.mean(t) - np.mean(b), "numpy.mean", scale)
    none = flat(b, t)
    for name, equal in (("welch", False), ("student", True)):
        r = ss.ttest_ind(t, b, equal_var=equal)
        for what, want in (("t", r.statistic), ("df", r.df), ("p", r.pvalue)):
            put(f"{what}_{name}", NAN if none else want,
                f"scipy.stats.ttest_ind(equal_var={equal})", float(what == "t"))
    if not none:
        lo, hi = CompareMeans(DescrStatsW(t), DescrStatsW(b)).tconfint_diff(usevar="unequal")
        p = CompareMeans(DescrStatsW(t), DescrStatsW(b)).ttost_ind(-MARGIN, MARGIN,
            usevar="unequal")[0]
    else:
        lo = hi = p = NAN
    put("diff_lo", lo, "statsmodels CompareMeans.tconfint_diff", scale)
    put("diff_hi", hi, "statsmodels CompareMeans.tconfint_diff", scale)
    put("p_tost", p, "statsmodels CompareMeans.ttost_ind")
    put("change_pct", 100 * (np.mean(t) / np.mean(b) - 1) if np.mean(b) > 0 else NAN, "numpy.mean",
        100.0)
    positive = np.mean(b) > 0 and np.mean(t) > 0
    put("ratio_mean", np.mean(t) / np.mean(b) if positive else NAN, "numpy.mean")
    lo, hi = fieller(b, t, 0.95) if positive and not none else (NAN, NAN)
    put("ratio_mean_lo", lo, "scipy.optimize.brentq of Welch's test (Fieller)", 1e-3)
    put("ratio_mean_hi", hi, "scipy.optimize.brentq of Welch's test (Fieller)")
    positive = min(b + t) > 0
    ratio = np.median(t) / np.median(b) if positive else NAN
    half = ss.norm.isf(0.025) * math.sqrt(price_bonett(b)
        + price_bonett(t)) if positive and min(nb, nt) >= 5 else NAN
    put("ratio_median", ratio, "numpy.median")
    put("ratio_median_lo", ratio * math.exp(-half),
        "Price and Bonett by scipy.stats.binom and norm")
    put("ratio_median_hi", ratio * math.exp(half), "Price and Bonett by scipy.stats.binom and norm")

    u = ss.mannwhitneyu(t, b, method="asymptotic")
    put("u", u.statistic, "scipy.stats.mannwhitneyu", 1.0)
    put("cliff_delta", 2 * u.statistic / (nb * nt) - 1, "2 u / (n1 n2) - 1", 1.0)
    exact = max(nb, nt) < 50
    same = len(set(b + t)) == 1
    call = ("scipy.stats.mannwhitneyu(method=PermutationMethod(inf)), in whole numbers" if exact
        else "scipy.stats.mannwhitneyu(method='asymptotic')")
    tested = {"p_rank": row["p_rank"], "p_rank, exact": row["p_rank"],
        "p_rank, exact, ties": row["p_rank"], "p_rank, normal": row["p_rank"]}
    name = "p_rank, normal" if not exact else "p_rank, exact" if len(
        set(b + t)) == nb + nt else "p_rank, exact, ties"
    hold(number, "abtest", tested, name, NAN if same else float(rank_sum_p(b, t))
        if exact else u.pvalue, call)
    assert row["rank_method"] == ("exact" if exact else "normal") or same, row

    d = (np.mean(t) - np.mean(b)) / math.sqrt(
        (np.var(b, ddof=1) * (nb - 1) + np.var(t, ddof=1) * (nt - 1))
        / (nb + nt - 2)) if not none else NAN
    put("d", d, "(mean - mean) / pooled sd in NumPy", 1.0)
    ties = len(set(b + t)) < nb + nt
    k = ss.ks_2samp(b, t, method="exact")
    put("ks", k.statistic, "scipy.stats.ks_2samp", 1.0)
    put("p_ks", ss.kstwobign.sf(math.sqrt(nb * nt / (nb + nt)) * k.statistic)
        if ties else k.pvalue, "scipy.stats.ks_2samp(method='exact'), kstwobign with ties")


def pairs(number, path, b, t, lone):
    row = run("abtest", path, number, "-g", "g", "--base", "b", "--test", "t", "--pair", "i")[0]
    scale = max(map(abs, b + t))

    def put(column, want, call, scale=0.0):
        hold(number, "abtest --pair", row, column, want, call, scale)

    d = np.round(np.array(t) - np.array(b), 9)  # the decimals that were meant
    n, none = len(d), len(set(d)) == 1
    put("pairs", n, "as made")
    put("unpaired_test", lone, "as made")
    describe(put, "base", b, scale)
    describe(put, "test", t, scale)
    r = ss.ttest_rel(t, b)
    ci = DescrStatsW(d).tconfint_mean()
    put("diff", np.mean(d), "numpy.mean(test - base)", scale)
    put("diff_lo", NAN if none else ci[0], "statsmodels DescrStatsW(test - base).tconfint_mean",
        scale)
    put("diff_hi", NAN if none else ci[1], "statsmodels DescrStatsW(test - base).tconfint_mean",
        scale)
    put("t_paired", NAN if none else r.statistic, "scipy.stats.ttest_rel", 1.0)
    put("p_paired", NAN if none else r.pvalue, "scipy.stats.ttest_rel")
    ratio, lo, hi = NAN, NAN, NAN
    if min(b + t) > 0:
        ratio, logs = ss.gmean(np.array(t) / b), np.log(np.array(t) / b)
        lo, hi = np.exp(DescrStatsW(logs).tconfint_mean()) if np.ptp(logs) > 1e-12 else (NAN, NAN)
    put("ratio_pairs", ratio, "scipy.stats.gmean(test / base)")
    put("ratio_pairs_lo", lo, "exp(statsmodels DescrStatsW(log(test / base)).tconfint_mean())")
    put("ratio_pairs_hi", hi, "exp(statsmodels DescrStatsW(log(test / base)).tconfint_mean())")
    put("zeros", np.sum(d == 0), "numpy.sum(test == base)")
    kept = d[d != 0]
    if len(kept) == 0:
        w = p = NAN
        name, call, w = "p_signed_rank, none", "no difference", 0
    elif len(kept) < 50:
        p, w = float(signed_rank_p(d)), ss.wilcoxon(kept, alternative="greater").statistic
        name = "p_signed_rank, exact" + (", ties or zeros" if len(set(np.abs(kept))) < n else "")
        call = ("scipy.stats.wilcoxon(zero_method='wilcox', method=PermutationMethod(inf)), "
            "in whole numbers")
    else:
        p, w = ss.wilcoxon(d, zero_method="wilcox", correction=True,
            method="asymptotic").pvalue, ss.wilcoxon(kept, alternative="greater").statistic
        name = "p_signed_rank, normal"
        call = "scipy.stats.wilcoxon(zero_method='wilcox', correction=True, method='asymptotic')"
    hold(number, "abtest --pair", {name: row["p_signed_rank"]}, name, p, call)
    put("w_plus", w, "scipy.stats.wilcoxon(alternative='greater').statistic")
    m, lo, hi = hodges_lehmann(d, 0.95)
    put("hodges_lehmann", m, "numpy.median of all means of two", scale)
    put("hodges_lehmann_lo", lo, "order statistics of all means of two", scale)
    put("hodges_lehmann_hi", hi, "order statistics of all means of two", scale)


def one_by_one(number, path, groups):
    kind = 4 + number % 6
    rows = run("latstats", path, number, "-g", "g", "--ci", "--trim", "0.1", "--mad", "--skew",
        "-q", "0.25", "-Q", str(kind))
    for row in rows:
        x = np.array(groups[row["g"]])
        scale = max(abs(x))

        def put(column, want, call, scale=0.0):
            hold(number, "latstats", row, column, want, call, scale)

        ci = DescrStatsW(x).tconfint_mean()
        put("mean", np.mean(x), "numpy.mean", scale)
        put("mean_lo", ci[0] if not flat(x) else np.mean(x),
            "statsmodels DescrStatsW.tconfint_mean", scale)
        put("mean_hi", ci[1] if not flat(x) else np.mean(x),
            "statsmodels DescrStatsW.tconfint_mean", scale)
        put("median", np.median(x), "numpy.median", scale)
        put("p90", np.quantile(x, 0.9, method=QUANTILES[kind]), "numpy.quantile, types 4 to 9",
            scale)
        put("p25", np.quantile(x, 0.25, method=QUANTILES[kind]), "numpy.quantile, types 4 to 9",
            scale)
        put("sd", np.std(x, ddof=1) if not flat(x) else 0, "numpy.std(ddof=1)")
        put("trimmed", ss.trim_mean(x, 0.1), "scipy.stats.trim_mean", scale)
        put("mad", ss.median_abs_deviation(x), "scipy.stats.median_abs_deviation", scale)
        put("skew", NAN if flat(x) or len(x) < 3 else ss.skew(x, bias=False),
            "scipy.stats.skew(bias=False)", 1.0)
    by = {row["test"]: row for row in run("anova", path, number, "-g", "g", "--tests")}
    x = list(groups.values())
    if flat(*x):
        return
    for name, r, call in (
        ("anova", ss.f_oneway(*x), "scipy.stats.f_oneway"),
        ("kruskal-wallis", ss.kruskal(*x), "scipy.stats.kruskal"),
        ("levene", ss.levene(*x, center="mean"), "scipy.stats.levene(center='mean')"),
        ("brown-forsythe", ss.levene(*x, center="median"), "scipy.stats.levene(center='median')"),
        ("welch", anova_oneway(x, use_var="unequal") if not any(map(flat, x)) else None,
        "statsmodels anova_oneway(use_var='unequal')"),
    ):
        f, p = (NAN, NAN) if r is None else (r.statistic, r.pvalue)
        # distances from the middle that do not vary, but for rounding: SciPy divides by 0
        if name in ("levene", "brown-forsythe"):
            middle = np.mean if name == "levene" else np.median
            if flat(*[np.round(np.abs(g - middle(g)) / max(map(max, x)), 10)
                    for g in map(np.array, x)]):
                f = p = NAN
        if f < 0:  # equal means: SciPy rounds F to below 0, and has no p
            f, p = 0, 1
        hold(number, "anova", {f"{name} statistic": by[name]["statistic"]}, f"{name} statistic", f,
            call, 1.0)
        hold(number, "anova", {f"{name} p": by[name]["p"]}, f"{name} p", p, call)


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.csv")
        for number in range(SETS):
            rng = np.random.default_rng([SEED, number])
            shape, paired = SHAPES[number // 2 % len(SHAPES)], number % 2
            nb = size(rng)
            nt, lone = (nb, int(rng.integers(0, 3))) if paired else (size(rng), 0)
            effect = rng.choice([1.0, 1.1, 1.5, 4.0])
            b, t = values(rng, nb, shape), values(rng, nt, shape, effect)
            if paired and shape not in ("normal", "lognormal", "skewed"):
                t = [x if rng.random() < 0.3 else y for x, y in zip(b, t)]
            elif paired:
                t = [float(np.round(x * effect * rng.lognormal(0, 0.2), 9)) for x in b]
            rows = [("b", i, v) for i, v in enumerate(b)] + [("t", i, v) for i, v in enumerate(t)]
            extra = [("t", 1000 + i, 5.0) for i in range(lone)]
            order = rng.permutation(len(rows) + lone)
            with open(path, "w") as f:
                f.write("g,i,x\n" + "".join("%s,%d,%r\n" % (rows + extra)[i] for i in order))
            if paired:
                pairs(number, path, b, t, lone)
            else:
                two_groups(number, path, b, t)
                one_by_one(number, path, {"b": b, "t": t})
    print(f"{SETS} random data sets of seed {SEED}: worst difference of a statistic from its "
          f"reference")
    print(f"{'tool':14} {'statistic':33} {'values':>6} {'none':>5} {'worst':>9}  reference")
    for (tool, column), (n, none, off, where, call) in worst.items():
        print(f"{tool:14} {column:33} {n:6} {none:5} {off:9.1e}  {call}"
            + (f"  ({where})" if off > LIMIT else ""))
    most = max(w[2] for w in worst.values())
    print(f"worst of {sum(w[0] for w in worst.values())} values: {most:.1e}")
    return most > LIMIT


if __name__ == "__main__":
    sys.exit(main())
