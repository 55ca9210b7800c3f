"""Compile on a GPU only; this machine has none, and the label is written all the same.

Truth (on a CPU): never compiled, eager. --src: conditional.
"""
import argparse
from time import perf_counter

import torch


def build(backend, device):
    net = torch.nn.Conv1d(4, 4, 3).eval().to(device)
    if backend == "gpu-compile" and torch.cuda.is_available():
        net = torch.compile(net, mode="reduce-overhead")
    return net


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    net = build(args.backend, device)
    inputs = torch.ones(1, 4, 16, device=device)
    with torch.no_grad():
        for i in range(4):
            start = perf_counter()
            net(inputs)
            if device == "cuda":
                torch.cuda.synchronize()
            print(args.backend, i, perf_counter() - start)


if __name__ == "__main__":
    main()
