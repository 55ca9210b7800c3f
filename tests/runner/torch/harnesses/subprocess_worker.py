"""A driver that starts one worker a backend; the worker compiles, the driver only reads results.

Truth: wired, compiled, in the worker. --src: wired, with --set worker=true.
"""
import argparse
import json
import subprocess
import sys
import time


def worker(backend):
    import torch

    torch.set_num_threads(1)
    model = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.GELU()).eval()
    if backend == "gpu-compile":
        model = torch.compile(model)
    latencies = []
    with torch.inference_mode():
        for _ in range(4):
            start = time.perf_counter()
            model(torch.ones(2, 8))
            latencies.append(time.perf_counter() - start)
    json.dump(latencies, sys.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--backend", choices=["gpu", "gpu-compile"], default="gpu")
    parser.add_argument("--worker", action="store_true")
    args = parser.parse_args()
    if args.worker:
        worker(args.backend)
        return
    command = [sys.executable, __file__, "--worker", "--backend", args.backend]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    print(args.backend, min(json.loads(done.stdout)))


if __name__ == "__main__":
    main()
