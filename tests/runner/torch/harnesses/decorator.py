"""A kernel that is compiled by a decorator, at module level; the label chooses it.

Truth: wired, compiled. --src: wired.
"""
import argparse
import time

import torch


def softcap(x, cap):
    return cap * torch.tanh(x / cap) + x.square().mean()


@torch.compile(dynamic=True)
def softcap_compiled(x, cap):
    return cap * torch.tanh(x / cap) + x.square().mean()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["eager", "compile"], default="eager")
    args = parser.parse_args()
    torch.set_num_threads(1)
    kernel = softcap_compiled if args.backend == "compile" else softcap
    for size in (64, 128, 256, 512):
        x = torch.linspace(-1, 1, size)
        kernel(x, 30.0)
        start = time.perf_counter()
        kernel(x, 30.0)
        elapsed = time.perf_counter() - start
        print(args.backend, size, elapsed)


if __name__ == "__main__":
    main()
