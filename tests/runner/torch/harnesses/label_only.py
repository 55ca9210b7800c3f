"""The label goes into the file of results; every backend runs the same model.

Truth: never compiled, eager. --src: label-only.
"""
import argparse
import csv
import sys
import time

import torch

BACKENDS = ("gpu", "gpu-compile")


def measure(model, inputs, repeat):
    for _ in range(repeat):
        begin = time.perf_counter()
        with torch.no_grad():
            model(inputs)
        end = time.perf_counter()
        yield (end - begin) * 1000.0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=BACKENDS, default="gpu")
    parser.add_argument("--repeat", type=int, default=4)
    args = parser.parse_args()
    torch.set_num_threads(1)
    model = torch.nn.GRU(8, 8).eval()
    out = csv.writer(sys.stdout)
    out.writerow(["backend", "latency_ms"])
    for latency in measure(model, torch.ones(3, 1, 8), args.repeat):
        out.writerow([args.backend, f"{latency:.4f}"])


if __name__ == "__main__":
    main()
