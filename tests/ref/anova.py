#!/usr/bin/env python3
"""Makes anova_samples.csv and anova_values.csv: reference values for lib/anova. Run
it in this folder; needs NumPy, SciPy, statsmodels, pandas, mpmath, and R for the
designs with empty cells. `make check` reads the two CSV files only. The samples
are synthetic."""
import csv
import subprocess

import mpmath
import numpy as np
import pandas as pd
import scipy.stats as ss
import statsmodels.api as sm
from statsmodels.formula.api import ols
from statsmodels.stats.oneway import anova_oneway

mpmath.mp.prec = 300
rng = np.random.default_rng(126)


def design(na, nb, sizes, effect, ties=False):
    rows = []
    for a in range(na):
        for b in range(nb):
            n = sizes(a, b)
            x = np.exp(rng.normal(1 + effect * (a + 0.5 * b + 0.7 * a * b), 0.4, n))
            rows += [(f"a{a}", f"b{b}", round(float(v), 1) if ties else float(v)) for v in x]
    return pd.DataFrame(rows, columns=["A", "B", "x"])


DESIGNS = {
    "balanced": design(3, 2, lambda a, b: 10, 0.1),
    "unbalanced": design(3, 4, lambda a, b: 3 + (5 * a + 7 * b) % 9, 0.15),
    "tiny": design(2, 2, lambda a, b: 1 + (a == b), 0.2),
    "ties": design(2, 3, lambda a, b: 20 + a, 0.05, ties=True),
    "huge_effect": design(4, 3, lambda a, b: 60 + a, 1.5),
    "empty": design(3, 4, lambda a, b: 0 if (a, b) in ((0, 3), (2, 1)) else 6 + a + b, 0.2),
    "oneway": design(5, 1, lambda a, b: 4 + 3 * a, 0.1),
}


def log_f(f, d1, d2):
    f, d1, d2 = mpmath.mpf(float(f)), mpmath.mpf(float(d1)), mpmath.mpf(float(d2))
    return float(mpmath.log(mpmath.betainc(d2 / 2, d1 / 2, 0, d2 / (d2 + d1 * f),
        regularized=True)))


def log_chi(x, df):
    return float(mpmath.log(mpmath.gammainc(mpmath.mpf(float(df)) / 2, mpmath.mpf(float(x)) / 2,
        regularized=True)))


values = []


def put(name, kind, term, stat, value, call):
    values.append([name, kind, term, stat, repr(float(value)), call])


def put_table(name, kind, rows, call):
    res_ss, res_df = rows["residual"]
    for term, (s, df) in rows.items():
        put(name, kind, term, "ss", s, call)
        put(name, kind, term, "df", df, call)
        if term != "residual":
            f = (s / df) / (res_ss / res_df)
            put(name, kind, term, "f", f, call)
            put(name, kind, term, "log_p", log_f(f, df, res_df), "mpmath.betainc of that F")
            put(name, kind, term, "partial_eta_sq", s / (s + res_ss), call)


def typed(name, d, typ):
    m = ols("x ~ C(A, Sum) * C(B, Sum)", data=d).fit()
    t = sm.stats.anova_lm(m, typ=typ)
    names = {"C(A, Sum)": "A", "C(B, Sum)": "B", "C(A, Sum):C(B, Sum)": "A:B",
        "Residual": "residual"}
    rows = {names[k]: (t.loc[k, "sum_sq"], t.loc[k, "df"]) for k in t.index if k in names}
    put_table(name, str(typ), rows,
        f"statsmodels anova_lm(ols('x ~ C(A, Sum) * C(B, Sum)').fit(), typ={typ})")


def by_r(name, d, formula):
    d.to_csv("/tmp/anova_ref.csv", index=False)
    out = subprocess.run(["Rscript", "-e",
        'd <- read.csv("/tmp/anova_ref.csv", stringsAsFactors=TRUE); '
                          f'a <- anova(lm({formula}, d)); for (i in 1:nrow(a)) '
                          f'cat(rownames(a)[i], sprintf("%.17g %.17g\\n", a[i, "Sum Sq"], a[i, '
                          f'"Df"]))'],
                         capture_output=True, text=True, check=True).stdout
    rows = {}
    for line in out.splitlines():
        k, s, df = line.split()
        rows["residual" if k == "Residuals" else k] = (float(s), float(df))
    put_table(name, "1", rows, f"R: anova(lm({formula}))")


for name, d in DESIGNS.items():
    if name == "oneway":
        by_r(name, d, "x ~ A")
    elif name == "empty":
        by_r(name, d, "x ~ A * B")
    else:
        for typ in (1, 2, 3):
            typed(name, d, typ)
    groups = [g.x.to_numpy() for _, g in d.groupby(["A", "B"], sort=False)]
    if name == "tiny":
        continue
    k = len(groups)
    r = anova_oneway(groups, use_var="unequal", welch_correction=True)
    put(name, "tests", "welch", "statistic", r.statistic,
        'statsmodels anova_oneway(use_var="unequal")')
    put(name, "tests", "welch", "df2", r.df_denom, 'statsmodels anova_oneway(use_var="unequal")')
    put(name, "tests", "welch", "log_p", log_f(r.statistic, r.df_num, r.df_denom),
        "mpmath.betainc of that F")
    r = ss.kruskal(*groups)
    put(name, "tests", "kruskal", "statistic", r.statistic, "scipy.stats.kruskal")
    put(name, "tests", "kruskal", "log_p", log_chi(r.statistic, k - 1), "mpmath.gammainc of that H")
    n = sum(map(len, groups))
    for test, center in (("levene", "mean"), ("brown-forsythe", "median")):
        r = ss.levene(*groups, center=center)
        put(name, "tests", test, "statistic", r.statistic, f'scipy.stats.levene(center="{center}")')
        put(name, "tests", test, "log_p", log_f(r.statistic, k - 1, n - k),
            "mpmath.betainc of that F")

with open("anova_samples.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["design", "A", "B", "x"])
    for name, d in DESIGNS.items():
        for a, b, x in d.itertuples(index=False):
            w.writerow([name, a[1:], b[1:], repr(x)])
with open("anova_values.csv", "w", newline="") as f:
    w = csv.writer(f, lineterminator="\n")
    w.writerow(["design", "kind", "term", "stat", "value", "call"])
    w.writerows(values)
