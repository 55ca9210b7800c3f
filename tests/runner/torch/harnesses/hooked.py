"""A hook on the compiled module, as a harness has that keeps what each layer gives.

Survey: unknown; it does not see what the hook does. Truth: mixed. --src: wired.
"""
import argparse
import time

import torch


def build(backend):
    """What is timed, and its input."""
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()).eval()
    if backend == "gpu-compile":
        model = torch.compile(model)
    model.register_forward_hook(lambda module, inputs, output: torch.softmax(output, -1))
    return model, torch.ones(2, 8)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    model, x = build(args.backend)
    with torch.no_grad():
        for i in range(4):
            start = time.perf_counter()
            model(x)
            print(args.backend, i, time.perf_counter() - start)


if __name__ == "__main__":
    main()
