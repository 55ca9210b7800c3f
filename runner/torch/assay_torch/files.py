"""The files of a run: each is whole or not there, and the manifest has the hash of each."""
import contextlib, csv, fcntl, hashlib, io, json, os, platform, re, subprocess, sys, threading, time

__version__ = "0.1.0"
SCHEMA = "assay-torch/1"
COLUMNS = ("scenario backend model quantization latency_ms cuda_event_ms tokens tokens_per_s "
           "status error served cuda_graph path").split()


class RecordError(Exception):
    """The record cannot be made or written; the text names the path."""


def short_path(path):
    """From the working directory on, else from the package on, else as it is."""
    below = path[len(os.getcwd()) + 1:] if path.startswith(os.getcwd() + os.sep) else path
    return re.sub(r"^/.*/(?:site|dist)-packages/(?=.)", "", below)


def command():
    first, *rest = getattr(sys, "orig_argv", sys.argv)
    return [os.path.basename(first), *map(short_path, rest)]


def write_text(path, text):
    """Write under a temporary name, sync, rename: the file is new and whole, or as it was."""
    folder, name = os.path.split(path)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        os.makedirs(folder or ".", exist_ok=True)
        with open(temporary, "w", encoding="utf-8", newline="", errors="surrogatepass") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise RecordError(f"{path}: cannot write: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


def write_json(path, value):
    write_text(path, json.dumps(value, default=str, allow_nan=False, skipkeys=True) + "\n")


def read_json(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except ValueError as error:
        raise RecordError(f"{path}: is not JSON: {error}") from error


@contextlib.contextmanager
def locked(run):
    """Hold RUN/.lock against other processes and threads. Not to be nested."""
    os.makedirs(run, exist_ok=True)
    with open(os.path.join(run, ".lock"), "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _output(*command):
    """What a command prints, or None where it fails."""
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(command, capture_output=True, text=True, timeout=10,
                              check=True).stdout.strip()


def environment():
    """The environment of the manifest. What is not known is left out."""
    import torch
    commit, clocks = _output("git", "rev-parse", "HEAD"), {}
    facts = {"torch": torch.__version__, "python": platform.python_version(), "device": "cpu",
             "platform_system": platform.system(), "machine": platform.machine(),
             "cuda": torch.version.cuda, "threads": torch.get_num_threads(),
             "git": commit and {"commit": commit,
                                "dirty": _output("git", "diff", "--quiet", "HEAD") is None},
             "variables": {name: value for name, value in sorted(os.environ.items())
                           if name.startswith(("TORCH", "CUDA_", "OMP_", "PYTORCH"))}}
    for name in ("triton", "transformers"):
        facts[name] = getattr(sys.modules.get(name), "__version__", None)
    if torch.cuda.is_initialized():
        names = ("driver_version", "clocks.sm", "clocks.mem", "clocks.max.sm", "clocks.max.mem")
        lines = _output("nvidia-smi", "--query-gpu=" + ",".join(names), "--format=csv,noheader")
        clocks.update(zip(names, (lines or "").split("\n")[0].split(", ")))
        facts.update(device="cuda", gpu_name=torch.cuda.get_device_name(), clocks=clocks,
                     cuda_driver=clocks.pop(names[0]), cudnn=torch.backends.cudnn.version())
    return {name: value for name, value in facts.items() if value}


def dynamo_config():
    """The entries of torch._dynamo.config that differ from their default."""
    config, found = getattr(sys.modules.get("torch._dynamo"), "config", None), {}
    for name, entry in getattr(config, "_config", {}).items():
        default = getattr(config, "_default", {}).get(name, getattr(entry, "default", entry))
        if not (getattr(entry, "alias", None) or getattr(entry, "deprecated", False)):
            if getattr(config, name) != default:
                found[name] = getattr(config, name)
    return found


def read_manifest(run):
    """The manifest of RUN, or a new one. A folder that holds something else is refused."""
    import torch
    path = os.path.join(run, "manifest.json")
    if os.path.exists(path):
        manifest = read_json(path)
        if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
            raise RecordError(f"{run}: holds another kind of run: its manifest is not {SCHEMA}")
        return manifest
    if set(os.listdir(run)) - {".lock", "survey"}:
        raise RecordError(f"{run}: holds files, but no run of assay_torch")
    return {"schema": SCHEMA, "run_id": time.strftime("%Y%m%d_%H%M%S"),
            "tool": f"assay_torch {__version__}", "complete": False, "incomplete": [],
            "started_at": time.time(), "modes": [], "scenarios": [], "backends": [], "models": [],
            "command": command(), "seed": torch.initial_seed(),
            "environment": environment(), "dynamo_config": {}, "files": []}


def write_manifest(run, manifest):
    """Write it with path, bytes and SHA-256 of every file that is there."""
    manifest["files"] = []
    for folder, folders, names in os.walk(run):
        folders.sort()
        for path in (os.path.join(folder, name) for name in sorted(names) if name[0] != "."):
            if (name := os.path.relpath(path, run)) != "manifest.json":
                with open(path, "rb") as file:
                    data = file.read()
                manifest["files"].append({"path": name, "bytes": len(data),
                                          "sha256": hashlib.sha256(data).hexdigest()})
    manifest["complete"] = not manifest["incomplete"]
    manifest["dynamo_config"].update(dynamo_config())
    if sys.modules["torch"].cuda.is_initialized() and manifest["environment"]["device"] == "cpu":
        manifest["environment"] = environment()
    write_json(os.path.join(run, "manifest.json"), manifest)


def update_manifest(run):
    """Make the manifest, or take new and changed files into it."""
    with locked(run):
        write_manifest(run, read_manifest(run))


def update_metrics(path, run_file, rows):
    """Put the rows of one run file into metrics.csv, where its rows were or at the end."""
    kept = [COLUMNS]
    if os.path.exists(path):
        with open(path, encoding="utf-8", newline="") as file:
            kept = list(csv.reader(file))
        if kept[:1] != [COLUMNS]:
            raise RecordError(f"{path}: has other columns than this recorder writes")
    at = next((n for n, row in enumerate(kept) if row[-1] == run_file), len(kept))
    kept = [row for row in kept if row[-1] != run_file]
    kept[at:at] = [[row.get(name) for name in COLUMNS] for row in rows]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(kept)
    write_text(path, text.getvalue())
