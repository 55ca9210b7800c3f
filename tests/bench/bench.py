"""Times latstats against its peers: the same tables of the same files, which must agree, in turns.

bench.py ROWS RUNS: prints the table that README.md shows, and puts it there. Peers that are not
installed are left out, and said to be. Slow ones (datamash, Miller) run once. All files are
synthetic.
"""
import csv, math, os, shutil, statistics, subprocess, sys, time

BUILD = os.environ.get("BUILD", "build")
ROWS, RUNS = int(sys.argv[1]), int(sys.argv[2])
DIR = f"{BUILD}/bench"
VENV = f"{BUILD}/venv/bin/python"
PYTHON = VENV if os.path.exists(VENV) else "python3"
STATS = "mean,median,p95,p99,max"
FILES = {"plain": "", "users": "users", "quoted": "quoted", "models": "models"}
CASES = [("5 groups", "plain.csv", "scenario", "latency_ms"),
         ("two value columns", "plain.csv", "scenario", "latency_ms,event_ms"),
         ("100,000 groups", "users.csv", "user", "latency_ms"),
         ("quoted fields", "quoted.csv", "scenario", "latency_ms"),
         ("gzip", "plain.csv.gz", "scenario", "latency_ms")]


def library(name):
    def command(file, group, values):
        return f"{PYTHON} tests/bench/peers.py {name} {file} {group} {values}"
    return command


def latstats(file, group, values):
    return f"{BUILD}/bin/latstats -g {group} -v {values} --stats {STATS} {file}"


def datamash(file, group, values):
    if "quoted" in file:  # it splits at every comma
        return None
    columns = " ".join(f"mean {c} median {c} perc:95 {c} perc:99 {c} max {c}"
                       for c in (("latency_ms", "event_ms").index(v) + 3
                       for v in values.split(",")))
    cat = "zcat <" if file.endswith(".gz") else "cat"
    # the first column is the group
    return f"{cat} {file} | datamash -t, --header-in -s -g 1 {columns}"


def miller(file, group, values):
    gz = "--gzin " if file.endswith(".gz") else ""
    return f"mlr {gz}--icsv --ocsv stats1 -i -a mean,p50,p95,p99,max -f {values} -g {group} {file}"


def output(command):
    return subprocess.run(command, shell=True, check=True, stdout=subprocess.PIPE, text=True).stdout


def version(name):
    code = f"import {name}; print({name}.__version__)"
    return subprocess.run([PYTHON, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True).stdout.strip()


def programs():
    """(name, its command for a case, runs)"""
    yield "latstats", latstats, RUNS
    for name, title in (("duckdb", "DuckDB"), ("polars", "polars"), ("pandas", "pandas")):
        if v := version(name):
            yield f"{title} {v}", library(name), RUNS
        else:
            print(f"left out: {name} is not installed ({PYTHON} -m pip install {name})",
                file=sys.stderr)
    for name, title, command in (("datamash", "datamash", datamash), ("mlr", "Miller", miller)):
        if shutil.which(name):
            words = output(f"{name} --version | head -1").split()
            v = next(w for w in words[::-1] if w[0].isdigit())
            yield f"{title} {v}", command, 1
        else:
            print(f"left out: {name} is not installed", file=sys.stderr)


def table(lines, group, values):
    """{group: numbers}, of whatever layout the program has"""
    out = {}
    for row in csv.reader(lines):
        if row[0] != group:  # a header
            numbers = row[2:] if row[1] in values.split(",") else row[1:]
            out.setdefault(row[0], []).extend(map(float, numbers))
    return out


def same(a, b):
    return a.keys() == b.keys() and all(len(a[k]) == len(b[k]) and all(
        math.isclose(x, y, rel_tol=1e-9) for x, y in zip(a[k], b[k])) for k in a)


def timed(command, result):
    """(CPU seconds, wall seconds), of the command and what it started"""
    with open(result, "w") as out:
        start = time.monotonic()
        p = subprocess.Popen(command, shell=True, stdout=out)
        _, status, usage = os.wait4(p.pid, 0)
    if status != 0:
        sys.exit(f"failed: {command}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start


def measured(commands):
    """Median of each, run in turns: {name: (CPU, wall)}"""
    times = {name: [] for name, _, _ in commands}
    for k in range(RUNS):
        for name, command, runs in commands[::-1] if k % 2 else commands:
            if k < runs:
                times[name].append(timed(command, f"{DIR}/{name.split()[0]}.out"))
    return {name: tuple(map(statistics.median, zip(*t))) for name, t in times.items()}


def main():
    os.makedirs(DIR, exist_ok=True)
    for name, kind in FILES.items():
        rows = 100000 if name == "models" else ROWS
        subprocess.run(f"{DIR}/rows {rows} {kind} >{DIR}/{name}.csv", shell=True, check=True)
    subprocess.run(f"gzip -kf {DIR}/plain.csv", shell=True, check=True)
    all_programs = list(programs())
    lines = [f"| {ROWS:,} rows: CPU s / wall s | " + " | ".join(p[0] for p in all_programs) + " |",
             "|---|" + "---:|" * len(all_programs)]
    for title, file, group, values in CASES:
        commands = [(name, make(f"{DIR}/{file}", group, values), runs)
                    for name, make, runs in all_programs]
        commands = [c for c in commands if c[1]]
        t = measured(commands)
        tables = {}
        for name, _, _ in commands:
            with open(f"{DIR}/{name.split()[0]}.out") as out:
                tables[name] = table(out, group, values)
            if not same(tables["latstats"], tables[name]):
                sys.exit(f"{title}: {name} gives another table")
        lines.append(f"| {title} | " + " | ".join(
            f"{t[n][0]:.2f} / {t[n][1]:.2f}" if n in t else "" for n, _, _ in all_programs) + " |")
        print(lines[-1], file=sys.stderr)
    a = measured([("abtest", f"{BUILD}/bin/abtest -g model {DIR}/models.csv", RUNS)])["abtest"]
    lines.append(f"| abtest: all 4,950 pairs of 100 groups of 1,000 | {a[0]:.2f} / {a[1]:.2f} |" +
                 " |" * (len(all_programs) - 1))
    text = "\n".join(lines) + "\n"
    print(text, end="")
    first, last = "<!-- bench -->\n", "<!-- /bench -->"
    before, rest = open("README.md").read().split(first)
    with open("README.md", "w") as readme:
        readme.write(before + first + text + last + rest.split(last)[1])


main()
