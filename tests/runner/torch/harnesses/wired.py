"""Time a small network by label; gpu-compile passes it through torch.compile, and calls the result.

Truth: wired, compiled. --src: wired.
"""
import argparse
import json
import statistics
import time

import torch


def load(backend):
    model = torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.ReLU(), torch.nn.Linear(64, 8))
    model.eval()
    if backend == "gpu-compile":
        model = torch.compile(model)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    parser.add_argument("--repeat", type=int, default=5)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = load(args.backend)
    inputs = torch.randn(4, 32)
    latencies = []
    with torch.no_grad():
        for _ in range(args.repeat):
            start = time.perf_counter()
            model(inputs)
            latencies.append((time.perf_counter() - start) * 1e3)
    print(json.dumps({"backend": args.backend, "median_ms": statistics.median(latencies)}))


if __name__ == "__main__":
    main()
