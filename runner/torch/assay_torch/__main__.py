"""python -m assay_torch -O RUN [--check] -- python bench.py: survey a program as it is."""
import argparse, os, signal, subprocess, sys

STARTUP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "startup")


def run(command, variables, stdout=None):
    """The exit status, as a shell gives it. `python` is the one that runs this; signals pass on."""
    if command[0] in ("python", "python3"):
        command = [sys.executable, *command[1:]]
    signal.signal(signal.SIGINT, lambda *_: None)     # the terminal sends it to the command too
    try:
        program = subprocess.Popen(command, env={**os.environ, **variables}, stdout=stdout)
    except OSError as error:
        print(f"assay_torch: {command[0]}: {error.strerror}", file=sys.stderr)
        return 127 if isinstance(error, FileNotFoundError) else 126
    signal.signal(signal.SIGTERM, lambda *_: program.terminate())
    status = program.wait()
    return status if status >= 0 else 128 - status


def main():
    parser = argparse.ArgumentParser(prog="python -m assay_torch", description=__doc__)
    parser.add_argument("-O", metavar="RUN", required=True, help="folder of the run")
    parser.add_argument("--check", action="store_true", help="run again, as the check pass of a "
                        "program that uses Recorder; what it prints then is dropped")
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    args = parser.parse_args()
    folder = os.path.join(os.path.abspath(args.O), "survey")
    try:
        os.makedirs(folder, exist_ok=True)
        before = set(os.listdir(folder))
    except OSError as error:
        parser.error(f"{folder}: {error.strerror}")
    path = os.pathsep.join(filter(None, [STARTUP, os.environ.get("PYTHONPATH")]))
    status = run(args.command, {"ASSAY_TORCH_SURVEY": os.path.abspath(args.O), "PYTHONPATH": path,
                                "ASSAY_TORCH_PARENT": str(os.getpid())})
    if set(os.listdir(folder)) == before:
        print("assay_torch: no process that used torch could be surveyed", file=sys.stderr)
    if args.check and status == 0:
        status = run(args.command, {"ASSAY_TORCH_CHECK": "1"}, subprocess.DEVNULL)
    return status


if __name__ == "__main__":
    sys.exit(main())
