"""The compiled module is kept in the service, and the request path calls the original one.

Truth: built but never called; eager served. --src: label-only.
"""
import argparse
import time

import torch


class Service:
    def __init__(self, backend):
        self.model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Tanh())
        self.fast_model = None
        if backend == "gpu-compile":
            self.fast_model = torch.compile(self.model)

    def request(self, inputs):
        with torch.no_grad():
            return self.model(inputs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    service = Service(args.backend)
    inputs = torch.ones(1, 8)
    total = 0.0
    for _ in range(6):
        start = time.time()
        service.request(inputs)
        total += time.time() - start
    print(f"{args.backend}: {total / 6 * 1e3:.4f} ms")


if __name__ == "__main__":
    main()
