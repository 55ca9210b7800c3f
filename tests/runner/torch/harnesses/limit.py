"""Prompts of twelve lengths, dynamic=False: the ninth reaches the recompile limit.

Truth: fallback; eight graphs are compiled, and eager code serves the other lengths.
--src: wired; the source cannot show how many lengths come.
"""
import argparse
import time

import torch

LENGTHS = range(2, 14)


class Head(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(8, 8))

    def forward(self, tokens):
        return torch.relu(tokens @ self.weight).sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model = Head().eval()
    if args.backend == "gpu-compile":
        model = torch.compile(model, dynamic=False)
    prompts = [torch.ones(length, 8) for length in LENGTHS]
    with torch.no_grad():
        for prompt in prompts:              # warm-up
            model(prompt)
        for prompt in prompts:
            t0 = time.perf_counter()
            model(prompt)
            t1 = time.perf_counter()
            print(args.backend, len(prompt), f"{(t1 - t0) * 1e6:.1f} us")


if __name__ == "__main__":
    main()
