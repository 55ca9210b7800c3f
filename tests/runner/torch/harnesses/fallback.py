"""A service that compiles if it can: the backend is not installed, and eager code serves.

Truth: fallback; torch.compile raises, and no graph is ever made. --src: fallback.
"""
import argparse
import logging
import time

import torch

log = logging.getLogger("bench")


class Backend:
    def __init__(self, label):
        self.label = label
        self.model = torch.nn.Linear(16, 16).eval()
        if label == "gpu-compile":
            try:
                self.model = torch.compile(self.model, backend="tensor_engine")
            except Exception as error:
                log.warning("compile failed, eager is used: %s", type(error).__name__)

    def prefill(self, inputs):
        with torch.inference_mode():
            return self.model(inputs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", default="gpu", choices=["gpu", "gpu-compile"])
    args = parser.parse_args()
    torch.set_num_threads(1)
    backend = Backend(args.backend)
    inputs = torch.ones(2, 16)
    for i in range(4):
        t0 = time.perf_counter_ns()
        backend.prefill(inputs)
        t1 = time.perf_counter_ns()
        print(f"{args.backend},{i},{(t1 - t0) / 1e6:.4f}")


if __name__ == "__main__":
    main()
