"""The table of recorded samples: what each cell took, its share of the floor, and what is asked."""
import json
import math
import statistics

import shapes

COLUMNS = [("refrun", "eager", "refrun eager"),
           ("refrun", "reduce-overhead", "refrun reduce-overhead"),
           ("refrun", "max-autotune", "refrun max-autotune"),
           ("fast", "lean", "lean torch.compile"),
           ("torch", "eager", "transformers eager"),
           ("torch", "compiled", "transformers compiled")]
SHORT = {"timeout": "timeout", "failed": "failed", "missing": "", "budget": "not reached",
         "impossible": "none"}
TITLE = {"decode": "decode, prompt of {size}, batch {batch}",
         "context": "decode, context {size:,}, batch {batch}",
         "prefill": "prefill of {size}, batch {batch}"}


class Bad(Exception):
    pass


def is_number(v, least=1e-9, kind=(int, float)):
    """Of a size that something measured or counted may have; true and false are none."""
    return isinstance(v, kind) and not isinstance(v, bool) and least <= v <= 1e18


def is_text(v):
    return isinstance(v, str)


def is_versions(v):
    return isinstance(v, dict) and all(is_text(t) or t is None for t in v.values())


# what a run or a record may have besides, or leave open
FIELDS = {"driver": is_text, "synthetic": lambda v: isinstance(v, bool), "words": is_text,
          "dtype": is_text, "served": is_text, "versions": is_versions,
          "tokens_differ": lambda v: is_number(v, 0, int),
          "gap_over_max": lambda v: is_number(v, 0),
          "stated_share": is_number}


def read(path):
    """The runs of a file of samples: [(heading, records)]."""
    runs = []
    try:
        with open(path) as f:
            for n, line in enumerate(f, 1):
                where = f"{path}:{n}: "
                try:
                    r = json.loads(line)
                except (ValueError, RecursionError) as e:
                    raise Bad(where + f"no JSON: {getattr(e, 'msg', e)}") from None
                if not isinstance(r, dict):
                    raise Bad(where + "a record must be an object")
                for name, holds in FIELDS.items():
                    if r.get(name) is not None and not holds(r[name]):
                        raise Bad(where + f"{name} is of another type, or no such number")
                if r.get("kind") == "run":
                    if not is_text(r.get("card")) or not is_number(r.get("new"), 1, int):
                        raise Bad(where + "a run must name its card and its new tokens, 1 or more")
                    runs.append((r, []))
                elif not runs:
                    raise Bad(where + "the first record must be a run")
                else:
                    runs[-1][1].append(checked(r, runs[-1][0]["new"], where))
    except OSError as e:
        raise Bad(f"{path}: {e.strerror}") from None
    except UnicodeDecodeError as e:
        raise Bad(f"{path}: {e}") from None
    if not runs:
        raise Bad(f"{path}: no run")
    return runs


def checked(r, new, where):
    try:
        cell = shapes.cell_of(r["cell"])
        known = cell.part in shapes.PARTS and cell.model in shapes.MODELS
        known = known and 0 < min(cell.size, cell.batch) and max(cell.size, cell.batch) < 1 << 20
        known = known and shapes.text_of(cell) == r["cell"]
        known = known and any((r["tool"], r["way"]) == c[:2] for c in COLUMNS)
    except (KeyError, ValueError, AttributeError, TypeError):
        known = False
    status = r.get("status")
    if not known or not is_text(status) or status not in ("ok", *SHORT):
        raise Bad(where + "the cell, tool, way or status is not known")
    if status in ("missing", "impossible") and not r.get("words"):
        raise Bad(where + "words must say why there is no figure")
    if status == "ok":
        if shapes.impossible(cell, new):
            raise Bad(where + f"the cell has a figure, but {shapes.impossible(cell, new)}")
        numbers = r.get("samples_ms")
        if not isinstance(numbers, list) or not numbers:
            raise Bad(where + "samples_ms must be a list that is not empty")
        if not is_number(r.get("steps"), 1, int):
            raise Bad(where + "steps must be a whole number from 1")
        for v in numbers + [r.get(k) for k in ("copy_bytes_per_s", "weight_bytes")]:
            if not is_number(v):
                raise Bad(where + f"{v} is no number from 1e-9 to 1e18")
    return r


def ms(r):
    """Median time of a step."""
    return statistics.median(r["samples_ms"]) / r["steps"]


def share(r, cell, new):
    return shapes.floor_bytes(cell, new) / r["copy_bytes_per_s"] * 1e3 / ms(r)


def rows(records):
    """{cell: {(tool, way): record}}, in the order of parts, models, batches and sizes"""
    out = {}
    for r in records:
        out.setdefault(shapes.cell_of(r["cell"]), {})[r["tool"], r["way"]] = r
    parts, models = list(shapes.PARTS), list(shapes.MODELS)
    return dict(sorted(out.items(), key=lambda i: (
        parts.index(i[0].part), i[0].batch, i[0].size, models.index(i[0].model))))


def best(row, tools, ways=None):
    """The fastest record of some tools; None where no figure is there."""
    some = [r for (tool, way), r in row.items()
            if tool in tools and r["status"] == "ok" and (not ways or way in ways)]
    return min(some, key=ms) if some else None


def verdict(cell, row, run):
    """The last column: what is asked, and whether the better compiled way of refrun reaches it."""
    want, times = shapes.asked(cell, run["card"])
    ours = best(row, ("refrun",), ("reduce-overhead", "max-autotune"))
    torch = best(row, ("fast", "torch"))
    words = []
    if all(r["status"] == "impossible" for r in row.values()):
        return ""
    if want:
        reached = ours and share(ours, cell, run["new"]) >= want
        words.append(f"{want:.2f}: {'yes' if reached else 'no' if ours else 'open'}")
    if times:
        reached = ours and torch and ms(torch) / ms(ours) >= times
        said = "open" if not (ours and torch) else "yes" if reached else "no"
        words.append(f"{times:g}x: {said}")
    return "; ".join(words)


def entry(r, cell, new, torch):
    if r is None:
        return ""
    if r["status"] != "ok":
        return SHORT[r["status"]]
    text = f"{ms(r):.4f} {share(r, cell, new):.3f}"
    return text + (f" {ms(torch) / ms(r):.2f}x" if torch else "")


def disagreements(records, new):
    """What refrun states against what its samples say, and weights counted otherwise."""
    out = []
    for r in records:
        if r["status"] != "ok":
            continue
        cell, name = shapes.cell_of(r["cell"]), f"{r['cell']} {r['tool']} {r['way']}"
        ours = r["weight_bytes"] / r["copy_bytes_per_s"] * 1e3 / ms(r)
        if "stated_share" in r and not same(r["stated_share"], ours):
            out.append(f"{name}: refrun states a share of {r['stated_share']}, "
                       f"its samples give {ours:.6f}")
        if r["steps"] != shapes.steps(cell, new):
            out.append(f"{name}: {r['steps']} steps a sample instead of {shapes.steps(cell, new)}")
        # the shapes are counted in the dtype of the model; a trial on the CPU is in another
        if r.get("dtype") == shapes.MODELS[cell.model].dtype and \
                r["weight_bytes"] != shapes.weight_bytes(cell.model):
            out.append(f"{name}: {r['weight_bytes']:.0f} bytes of weights, "
                       f"its shape has {shapes.weight_bytes(cell.model)}")
    return out


def same(a, b):
    return isinstance(a, (int, float)) and math.isclose(a, b, rel_tol=1e-9)


def versions(records):
    """{name: value} of what the tools said of themselves"""
    out = {}
    for r in records:
        out.update({k: v for k, v in (r.get("versions") or {}).items() if v})
    return out


def text(run, records):
    """(the table of a run, in Markdown with its words around it; what disagrees)"""
    found, new = versions(records), run["new"]
    out = [f"{run['card']}, driver {run.get('driver') or 'unknown'}, CUDA "
           f"{found.get('cuda_driver') or found.get('cuda') or 'unknown'}, torch "
           f"{found.get('torch', 'not measured')}, transformers "
           f"{found.get('transformers', 'not measured')}, refrun "
           f"{found.get('refrun', 'not measured')} ({found.get('compiler', 'no compiler')})"]
    if run.get("synthetic"):
        out.append("Synthetic: these figures are made up, not measured.")
    rates = sorted({r["copy_bytes_per_s"] for r in records if r["status"] == "ok"})
    if rates:
        out.append(f"Copy: {rates[0] / 1e12:.3g} to {rates[-1] / 1e12:.3g} TB/s, by process.")
    out += ["A cell: ms a step (median; a step of batch B gives B tokens), share of the floor, "
            f"and times the best torch figure. {new} steps a sample of decode.",
            "Floor: bytes of the weights over the rate of a copy in the same process; in contexts "
            "the mean bytes of the cache too. Prefill: the logits of all rows.", ""]
    lines = [["cell", "model", *(c[2] for c in COLUMNS), "asked"]]
    for cell, row in rows(records).items():
        torch = best(row, ("fast", "torch"))
        title = TITLE[cell.part].format(**cell._asdict())
        kind = next((r["dtype"] for r in row.values() if "dtype" in r),
                    shapes.MODELS[cell.model].dtype)
        lines.append([title, f"{cell.model} {kind}"] + [
            entry(row.get(c[:2]), cell, new, torch) for c in COLUMNS] + [verdict(cell, row, run)])
    out += aligned(lines) + [""] + notes(run, records)
    wrong = disagreements(records, new)
    stated = sum("stated_share" in r for r in records)
    out += ["Does not agree: " + w for w in wrong]
    if stated and not wrong:
        out.append(f"refrun's own share_of_floor agrees with its samples in all {stated} cells.")
    return "\n".join(out) + "\n", wrong


def aligned(lines):
    width = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    out = ["| " + " | ".join(f"{v:<{w}}" for v, w in zip(line, width)) + " |" for line in lines]
    rule = "|" + "|".join("-" * (w + 1) + (":" if 2 <= i < len(width) - 1 else "-")
                          for i, w in enumerate(width)) + "|"
    return [out[0], rule] + out[1:]


def near(r):
    gap = r.get("gap_over_max")
    return "no number" if gap is None else f"within {gap:.2g}"


def notes(run, records):
    """In words: columns that are not filled, cells that have no figure, cards not measured."""
    out = []
    for tool, way, title in COLUMNS:
        mine = [r for r in records if (r["tool"], r["way"]) == (tool, way)]
        why = sorted({r["words"] for r in mine if r["status"] == "missing"})
        if why:
            out.append(f"Column {title} is not filled: missing {why[0]}.")
        elif not mine:
            out.append(f"Column {title} is not filled: not asked for in this run.")
    groups = {}
    for r in records:
        if r["status"] not in ("ok", "missing"):
            who = next(c[2] for c in COLUMNS if c[:2] == (r["tool"], r["way"]))
            who = "none" if r["status"] == "impossible" else who
            groups.setdefault((r.get("words", "no reason given"), who), []).append(r["cell"])
    for (words, who), cells in groups.items():
        cells = ", ".join(dict.fromkeys(cells))
        out.append(f"Left out, {cells}: {words}." if who == "none" else f"{who}, {cells}: {words}.")
    out += [f"{r['cell']} refrun {r['way']}: served by {r['served'] or 'nothing'}, no replay."
            for r in records if r.get("served", "eager") not in ("eager", "replay") or
            r["way"] != "eager" and r.get("served") == "eager"]
    differ = [f"{r['cell']} {r['way']} {r['tokens_differ']} ({near(r)})"
              for r in records if r.get("tokens_differ")]
    if differ:
        out.append("Tokens other than eager's, and how near their logits are over the largest: "
                   f"{', '.join(differ)}.")
    for kind in ("H100", "H200"):
        if kind not in run["card"]:
            out.append(f"{kind}: not measured in this run; its figures stay open.")
    if not any(k in run["card"] for k in ("H100", "H200")):
        out.append("Nothing is asked of the share on this card.")
    return out
