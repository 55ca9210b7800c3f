"""same.py EXPECTED CASES FOLDER: are the tables of latstats, FOLDER/0 for the first of CASES and
so on, those of
EXPECTED, figure by figure? A case is FILE|VALUE|ARGUMENTS."""
import csv
import math
import sys

expected, cases, folder = sys.argv[1:]
published = list(csv.DictReader(open(expected)))


def differs(name, value, got):
    """What is wrong; None: nothing. Rows of expected.csv stand in the order of the file."""
    rows = [r for r in published if r["file"] == name and r["value"] == value]
    if len(rows) != len(got) or not rows:
        return f"{len(got)} rows, not {len(rows)}"
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
            if (w == "") != (h == "") or (w and not math.isclose(float(w), float(h),
                    rel_tol=1e-12)):
                return f"{want['group']}: {column} is {h}, not {w}"
    return None


for i, case in enumerate(open(cases)):
    name, value, arguments = case.rstrip("\n").split("|")
    wrong = differs(name, value, list(csv.DictReader(open(f"{folder}/{i}"))))
    print(f"{'not ok' if wrong else 'ok'} - {name}: {value} {arguments}".rstrip())
    if wrong:
        print("#", wrong)
