"""same.py EXPECTED FILE VALUE OUT: are the rows of latstats those of the table, figure by figure?"""
import csv
import math
import sys

expected, name, value, out = sys.argv[1:]
rows = [r for r in csv.DictReader(open(expected)) if r["file"] == name and r["value"] == value]
got = list(csv.DictReader(open(out)))
# expected.csv tells benchmarks apart by their parameters, one row each, in the order of the file
if len(rows) != len(got):
    sys.exit(f"{len(got)} rows, not {len(rows)}")
for want, have in zip(rows, got):
    samples = want["holds"] == "samples"
    cold = want["cold"] != "0" and name.startswith("tables/")  # cold rows of a table stay in
    pairs = [("n", want["n"] if samples else want["stated_n"]), ("errors", want["errors"]),
             ("mean", want["mean_with_cold_ms"] if cold else want["mean_ms"])]
    if not cold:
        pairs += [(k, want[k + "_ms"]) for k in ("median", "min", "max")]
    for column, w in pairs:
        h = have[column]
        if cold and column == "n":
            w = str(int(w) + int(want["cold"]))
        if not samples and (column == "errors" or not w or not h):
            continue  # a summary need not state it
        if (w == "") != (h == "") or (w and not math.isclose(float(w), float(h), rel_tol=1e-12)):
            sys.exit(f"{want['group']}: {column} is {h}, not {w}")
