"""One process a backend by fork; the child compiles, and leaves without atexit.

Truth: wired, compiled, in the child; never compiled in the parent.
--src: wired.
"""
import argparse
import multiprocessing
import time

import torch


def job(backend, results):
    torch.set_num_threads(1)
    step = torch.sin
    if backend == "gpu-compile":
        step = torch.compile(lambda x: torch.sin(x) * 2 + 1)
    for i in range(len(results)):
        start = time.perf_counter()
        step(torch.ones(16))
        results[i] = time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    args = parser.parse_args()
    context = multiprocessing.get_context("fork")
    results = context.Array("d", 4)
    process = context.Process(target=job, args=(args.backend, results))
    process.start()
    process.join()
    print(args.backend, min(results))


if __name__ == "__main__":
    main()
