"""torch.compile with backend="eager": dynamo traces, and torch's own operations run.

Truth: wired, graph; no code was generated.
--src: wired; it does not know backends.
"""
import argparse
import time

import torch


def attention(q, k, v):
    scores = torch.softmax(q @ k.transpose(-1, -2) / 4.0, -1)
    return scores @ v


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["eager", "compile"], default="eager")
    args = parser.parse_args()
    torch.set_num_threads(1)
    fn = torch.compile(attention, backend="eager") if args.backend == "compile" else attention
    q = k = v = torch.ones(1, 4, 16)
    for i in range(4):
        t0 = time.perf_counter()
        fn(q, k, v)
        print(args.backend, i, (time.perf_counter() - t0) * 1e3)


if __name__ == "__main__":
    main()
