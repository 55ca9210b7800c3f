"""What served a sample, as a pure function of what was recorded."""
import collections


def label(graphs, step_events, new_graphs, attempts, holds, outside, script=False,
          precompiled=False):
    """What served a step, by the facts of the graphs.

    outside: operations that a check pass saw outside the graphs; None: not checked."""
    called = [graphs[event] for event in step_events if event >= 0]
    bare = [graphs[event] for event, after in zip(step_events, [*step_events[1:], 0])
            if event >= 0 and after >= 0]          # the code of a graph runs right after its call
    if not holds:
        return "unknown"
    if new_graphs or attempts:
        return "compiling"
    if not step_events:
        return "torchscript" if script else "eager"
    if any(graph["backend"] == "inductor" for graph in bare) or not (called or precompiled):
        return "unknown"
    if called and min(step_events) >= 0:
        return "graph"
    if bare or outside or any(graph["resume"] for graph in called):
        return "mixed"
    return "unknown" if outside is None else "compiled"


def split(items):
    """The steps of a list that has None between them."""
    steps = [[]]
    for item in items:
        steps.append([]) if item is None else steps[-1].append(item)
    return steps

def serve(sample, facts):
    """Set steps and served of a sample, by the recorder's facts."""
    if sample["phase"] == "failed":
        return
    steps = split(sample["events"])
    outside = [None] * len(steps)
    if sample["outside"] is not None:
        outside = split(sample["outside"]) + [[]] * len(steps)
    graphs = {graph["graph"]: graph for graph in facts["graphs"]}
    words = collections.Counter(
        label(graphs, step, sample["new_graphs"], sample["attempts"], facts["holds"],
              seen, sample.get("script"), facts["precompiled"])
        for step, seen in zip(steps, outside))
    sample["steps"], sample["served"] = dict(words), "mixed" if len(words) > 1 else min(words)


def cuda_graph(names, codes):
    """State of CUDA graphs, from the calls seen in a sample in which `codes` codes ran."""
    words = {"execute_node": "replay", "record_function": "capture", "run_eager": "warm-up"}
    runs = []
    for name in names:
        if name == "run":
            runs.append("launch")                  # unless a later call says more
        elif runs:
            runs[-1] = words.get(name, runs[-1])
    if names and "run" not in names:
        runs.append("replay")                      # of a graph that the program captured itself
    if codes > names.count("run") or not runs:
        runs.append("launch")
    return next(word for word in ("capture", "warm-up", "launch", "replay") if word in runs)


def compare(pairs, why=None):
    """Give each sample what its check sample saw, where both called the same graphs."""
    count, equal = 0, True
    for sample, seen in pairs:
        if sample["phase"] == "failed" or sample["new_graphs"] or sample["attempts"]:
            continue
        if seen is None or seen["phase"] == "failed":
            reason = "has no check sample"
        elif seen["new_graphs"] or seen["attempts"]:
            reason = "has a check sample in which something compiled"
        elif sample["events"] != seen["events"]:
            reason = "called other graphs than its check sample"
            equal = equal and sample["phase"] != "timed"
        else:
            sample["outside"], reason = seen["outside"], None
            count += seen["outside"] is not None
        why = why or reason and f"the sample that began at {sample['start_ns']} ns {reason}"
    return {"samples": count, "equal": equal, "why": why}
