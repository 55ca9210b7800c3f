"""The label jit traces the model, with torch.jit.trace, and calls what it gives.

Truth: wired, torchscript. --src: wired.
"""
import argparse
import time
import timeit

import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(16, 4)

    def forward(self, x):
        return torch.softmax(self.fc(x), -1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["eager", "jit"], default="eager")
    args = parser.parse_args()
    torch.set_num_threads(1)
    example = torch.ones(2, 16)
    net = Net().eval()
    if args.backend == "jit":
        net = torch.jit.trace(net, example)
    with torch.no_grad():
        net(example)
        start = time.perf_counter()
        net(example)
        print("one call", time.perf_counter() - start)
        print("timeit", timeit.timeit(lambda: net(example), number=10) / 10)


if __name__ == "__main__":
    main()
