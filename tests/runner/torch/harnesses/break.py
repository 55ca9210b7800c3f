"""A compiled function with a print in the middle: graphs before and after, eager code between.

Truth: wired, mixed; two graphs a call. --src: wired; it does not look for graph breaks.
"""
import argparse
import sys
import time

import torch


def layer(x, log):
    x = torch.relu(x) + 1
    print("mean", float(x.mean()), file=log)
    return torch.sigmoid(x) * 2


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["eager", "compile"], default="eager")
    args = parser.parse_args()
    torch.set_num_threads(1)
    fn = torch.compile(layer) if args.backend == "compile" else layer
    for i in range(4):
        start = time.perf_counter()
        fn(torch.ones(8), sys.stderr)
        stop = time.perf_counter()
        print(args.backend, i, stop - start)


if __name__ == "__main__":
    main()
