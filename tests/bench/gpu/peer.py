"""What the two PyTorch peers share: the protocol, the clock and the rate of a copy.

    PEER.py [--device cuda] [--new 64] PART:MODEL:SIZE:BATCH ...

Prints JSON, a line each: first what runs here, then for each cell `begin`, one line for each way
with its samples, and `end`. A sample is the wall time of a request of --new steps (a prefill: of
one), from an idle device to an idle device, as refrun times it. --device cpu is for trying it.
"""
import argparse
import contextlib
import gc
import json
import sys
import time

import shapes


def out(**line):
    print(json.dumps(line), flush=True)


def missing(name):
    """A peer that cannot run says why, and that is no failure."""
    out(missing=name)
    sys.exit(0)


class Bench:
    def __init__(self, torch, **versions):
        p = argparse.ArgumentParser()
        p.add_argument("--device", default="cuda")
        p.add_argument("--new", type=int, default=64)
        p.add_argument("cells", nargs="*", type=shapes.cell_of)
        a = p.parse_args()
        self.torch, self.device, self.new, self.cells = torch, a.device, a.new, a.cells
        self.cuda = a.device == "cuda"
        name = "cpu"
        if self.cuda:
            if not torch.cuda.is_available():
                missing("a GPU that torch can use")
            name = torch.cuda.get_device_name()
        out(torch=torch.__version__, cuda=torch.version.cuda, device=name,
            copy_bytes_per_s=self.copy_rate(), **versions)

    def idle(self):
        if self.cuda:
            self.torch.cuda.synchronize()

    def timed(self, work, repeat, warm):
        """[(wall ms, device ms or None)] of `repeat` calls, after `warm` more."""
        for _ in range(warm):
            work()
        samples = []
        for _ in range(repeat):
            if self.cuda:
                first, last = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            self.idle()
            start = time.perf_counter()
            if self.cuda:
                first.record()
            work()
            if self.cuda:
                last.record()
            self.idle()
            wall = (time.perf_counter() - start) * 1e3
            samples.append((wall, first.elapsed_time(last) if self.cuda else None))
        return samples

    def copy_rate(self):
        """Bytes read and written a second, by copies of 1 GiB on the device."""
        size = 1 << 30 if self.cuda else 1 << 26
        a = self.torch.empty(size, dtype=self.torch.uint8, device=self.device)
        b = self.torch.empty_like(a)
        ms = sorted(d or w for w, d in self.timed(lambda: b.copy_(a), 20, 5))
        return 2 * size / ((ms[9] + ms[10]) / 2 * 1e-3)

    def first(self, work):
        """Seconds of the first call, which compiles."""
        start = time.time()
        work()
        self.idle()
        return time.time() - start

    @contextlib.contextmanager
    def way(self, cell, way, about):
        """Collects samples into the list that it hands out; an error is a line too."""
        line = dict(cell=shapes.text_of(cell), way=way, about=about)
        got = {}
        try:
            yield got
        except Exception as e:  # one way that fails does not stop the others
            out(error=f"{type(e).__name__}: {e}"[:300], **line)
        else:
            wall, event = zip(*got["samples"])
            out(samples_ms=wall, event_ms=event, first_s=got.get("first_s"),
                steps=shapes.steps(cell, self.new), weight_bytes=got["weight_bytes"], **line)

    def run(self, measure):
        """Calls measure(cell) for each cell, between its begin and its end."""
        for cell in self.cells:
            out(begin=shapes.text_of(cell))
            self.torch._dynamo.reset()  # and what the last cell compiled and captured
            gc.collect()
            if self.cuda:
                self.torch.cuda.empty_cache()
            try:
                measure(cell)
            except Exception as e:  # a model too large for the card, say
                out(cell=shapes.text_of(cell), error=f"{type(e).__name__}: {e}"[:300])
            out(end=shapes.text_of(cell))


def weight_bytes(model):
    return sum(p.numel() * p.element_size() for p in model.parameters())
