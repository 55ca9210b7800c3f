"""A backend of one's own that cannot compile the model, and suppress_errors: nothing is seen.

Truth: fallback; the compile fails at the first call, and eager code serves every call.
--src: wired; the source cannot show that the backend fails.
"""
import argparse
import time

import torch
import torch._dynamo


def engine(graph, inputs):
    raise NotImplementedError("this engine has no operator tanh")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-engine"], default="gpu")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch._dynamo.config.suppress_errors = True
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Tanh()).eval()
    if args.backend == "gpu-engine":
        model = torch.compile(model, backend=engine)
    inputs = torch.ones(2, 8)
    with torch.no_grad():
        for i in range(4):
            start = time.perf_counter()
            model(inputs)
            stop = time.perf_counter()
            print(args.backend, i, (stop - start) * 1e3)


if __name__ == "__main__":
    main()
