"""A decorator of functools.wraps around what is compiled: its graph breaks in a loop.

Dynamo gives up the decorator's frame, and compiles the function in it alone.
Survey: unknown; it does not see the decorator's operations. Truth: mixed. --src: wired.
"""
import argparse
import functools
import time

import torch


def retried(step):
    @functools.wraps(step)
    def run(x):
        x = torch.sigmoid(x)
        for _ in range(1):
            with open("/dev/null"):
                torch._dynamo.graph_break()
                x = step(x)
        return x
    return run


@retried
def step(x):
    return torch.relu(x) + 1


def build(backend):
    """What is timed, and its input."""
    return torch.compile(step) if backend == "compile" else step, torch.ones(8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["eager", "compile"], default="eager")
    args = parser.parse_args()
    torch.set_num_threads(1)
    fn, x = build(args.backend)
    for i in range(4):
        start = time.perf_counter()
        fn(x)
        print(args.backend, i, time.perf_counter() - start)


if __name__ == "__main__":
    main()
