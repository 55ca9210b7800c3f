"""The table of latstats by another library: peers.py LIBRARY FILE GROUP VALUE[,VALUE] as CSV."""
import sys

THREADS = 2
library, file, group, values = sys.argv[1:]
values = values.split(",")
P = (0.5, 0.95, 0.99)

if library == "duckdb":
    import duckdb
    stats = ",".join(s for v in values for s in
                     [f"avg({v})"] + [f"quantile_cont({v}, {p})" for p in P] + [f"max({v})"])
    duckdb.connect(config={"threads": THREADS}).execute(
        f"copy (select {group}, {stats} from read_csv('{file}') group by 1) "
        "to '/dev/stdout' (format csv)")
elif library == "polars":
    import os
    os.environ["POLARS_MAX_THREADS"] = str(THREADS)
    import polars as pl
    stats = [s.alias(f"{v}{i}") for v in values for i, s in enumerate(
        [pl.col(v).mean()] + [pl.col(v).quantile(p, "linear") for p in P] + [pl.col(v).max()])]
    pl.scan_csv(file).group_by(group).agg(stats).collect(engine="streaming").write_csv(sys.stdout)
else:
    import pandas as pd
    g = pd.read_csv(file, usecols=[group] + values).groupby(group)
    t = {}
    for v in values:
        q = g[v].quantile(list(P)).unstack()
        t.update({v: g[v].mean(), **{f"{v}{p}": q[p] for p in P}, v + "max": g[v].max()})
    pd.DataFrame(t).to_csv(sys.stdout)
