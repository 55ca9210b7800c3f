# labelaudit --src: members of Python that an object says it has itself (__getattr__), asked for by
# text too, and what an import needs to be there. Each program runs one way a label.
. tests/lib.sh
. tests/says.sh
program() { # NAME HOW: k is what decides
	mkdir -p "$T/$1"
	cat >"$T/$1/bench.py" <<P
import sys, time, torch
class Parts:
    def __getattr__(self, name):
        if name == "packed_way":
            return 1
        if name == "loose_way":
            return 2
        raise AttributeError(name)
parts = Parts()
def main():
    way = sys.argv[1].lower()
    k = $2
    f = abs
    if k == 1:
        f = torch.compile(f)
    t = time.time()
    f(1)
    print(time.time() - t)
main()
P
}
program asked 'getattr(parts, f"{way}_way")'
says wired packed asked
says unreachable loose asked
program default 'getattr(parts, f"{way}_way", 1)'
says wired packed default
says unreachable loose default
says wired other default
program has '1 if hasattr(parts, f"{way}_way") else 2'
says wired packed has
says wired loose has
says unreachable other has
# an error that is no AttributeError goes through getattr
program through 'getattr(parts, f"{way}_way", 1)'
sed -i 's/raise AttributeError/raise KeyError/' "$T/through/bench.py"
says unknown other through
# a command whose module cannot be imported without a file: it is there
mkdir -p "$T/import"
cat >"$T/import/bench.py" <<'P'
import time, click, plan, torch
def load(name):
    if not plan.folder().exists():
        raise FileNotFoundError(name)
load("a")
@click.command()
@click.option("--way", type=click.Choice(["packed", "loose"]))
def main(way):
    f = torch.compile(abs) if way == "packed" else abs
    t = time.time()
    f(1)
    print(time.time() - t)
P
says wired packed import
says unreachable loose import
check "the command takes the label" grep -q 'entry option --way = loose' "$T/out"
