"""The points of the roofline picture, of recorded samples, for roofline.gp.

Blocks that gnuplot calls by index, with a comment of their names: the roofs, then for refrun
(the better compiled way) and torch (the best figure) a block a part. A point is the arithmetic
intensity (flops a byte of weights and cache), the rate that was reached (flops a second) and what
it is. Flops and bytes follow from the shape, the time from the samples.
"""
import statistics

import shapes
import table

BLOCKS = [(who, part) for who in ("refrun", "torch") for part in shapes.PARTS]


def points(runs):
    card = runs[-1][0]["card"]
    runs = [r for r in runs if r[0]["card"] == card]
    rows, rates = {}, []
    for run, records in runs:  # a later figure of a cell takes the place of an earlier one
        for cell, row in table.rows(records).items():
            rows.setdefault((cell, run["new"]), {}).update(
                {k: r for k, r in row.items() if r["status"] == "ok"})
        rates += [r["copy_bytes_per_s"] for r in records if r["status"] == "ok"]
    if not rates:
        raise table.Bad("no cell of this card has a figure")
    peak = next((v for k, v in shapes.PEAKS.items() if k in card), {})
    synthetic = any(run.get("synthetic") for run, _ in runs)
    title = card + (" [synthetic data]" if synthetic else "")
    print("# roofs: copy, fp32, fp16")
    print(statistics.median(rates), peak.get("fp32", 0), peak.get("fp16", 0), f'"{title}"')
    for who, part in BLOCKS:
        print(f"\n\n# {who} {part}")
        some = 0
        for (cell, new), row in rows.items():
            r = table.best(row, ("refrun",), ("reduce-overhead", "max-autotune")) \
                if who == "refrun" else table.best(row, ("fast", "torch"))
            if cell.part == part and r:
                work = shapes.flops(cell, new)
                moved = shapes.weight_bytes(cell.model) + shapes.cache_bytes(cell, new)
                print(f'{work / moved:.4g} {work / table.ms(r) * 1e3:.4g} "{r["cell"]}"')
                some += 1
        if not some:
            print("NaN NaN none")
    return 0
