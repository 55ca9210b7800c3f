"""Module.compile() in place: the same object serves, compiled.

Truth: wired, compiled. --src: wired.
"""
import argparse
import time

import torch


class Block(torch.nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = torch.nn.LayerNorm(width)
        self.up = torch.nn.Linear(width, 2 * width)
        self.down = torch.nn.Linear(2 * width, width)

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


class Timer:
    def __enter__(self):
        self.start = time.perf_counter()
        return self

    def __exit__(self, *error):
        self.stop = time.perf_counter()
        self.ms = (self.stop - self.start) * 1e3


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["cpu", "cpu-compile"], default="cpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    block = Block(16).eval()
    if args.backend == "cpu-compile":
        block.compile()
    with torch.no_grad():
        for i in range(5):
            with Timer() as timer:
                block(torch.ones(2, 16))
            print(args.backend, i, round(timer.ms, 4))


if __name__ == "__main__":
    main()
