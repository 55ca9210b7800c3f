# labelaudit --src on commands of click and typer, members of enum.Flag, and on what libraries call of a
# class or an object that they are handed. The truth is what running each shows.
. tests/lib.sh
. tests/says.sh
timed='    t = time.time()
    m(torch.zeros(2))
    print(time.time() - t)'
is() { # VERDICT NAME TEXT
	mkdir -p "$T/$2"
	printf '%s\n' 'import sys, time, torch, enum, click, typer' "$3" >"$T/$2/b.py"
	says "$1" fast "$2"
}

# a group tells its commands what it was given
G='@click.group()
@click.option("--mode", type=click.Choice(["slow", "fast"]), default="slow")
@click.pass_context
def cli(ctx, mode): %s
@cli.command()
%s
def run(c):
    m = torch.nn.Linear(2, 2)
    if %s: m = torch.compile(m)
'"$timed"'
if __name__ == "__main__": cli()'
group() { # VERDICT NAME OF_GROUP DECORATOR TEST
	is "$1" "$2" "$(printf "$G" "$3" "$4" "$5")"
}
group wired group_obj 'ctx.obj = mode' '@click.pass_obj' 'c == "fast"'
group wired group_dict 'ctx.obj = {"mode": mode}' '@click.pass_context' 'c.obj["mode"] == "fast"'
group wired group_ensured 'ctx.ensure_object(dict)["mode"] = mode' '@click.pass_obj' 'c["mode"] == "fast"'
group unreachable group_other 'ctx.obj = mode' '@click.pass_obj' 'c == "fast" and c == "slow"'
group unreachable group_slow 'ctx.obj = mode == "slow"' '@click.pass_obj' 'c'
# an option whose type is an enumeration
E='class Mode(str, enum.Enum):
    slow = "slow"
    quick = "fast"
app = typer.Typer()
@app.command()
def main(mode: Mode = Mode.slow):
    m = torch.nn.Linear(2, 2)
    if mode is Mode.%s: m = torch.compile(m)
'"$timed"'
if __name__ == "__main__": app()'
is wired typer_enum "$(printf "$E" quick)"
check "the guard is shown where it stands" grep -q 'b.py:9: guard mode is Mode.quick is true' "$T/out"
is unreachable typer_enum_other "$(printf "$E" slow)"

# bits
F='class F(enum.Flag):
    NONE = 0
    HALF = enum.auto()
    JIT = enum.auto()
    BOTH = 3
f = {"slow": F.NONE, "fast": F.%s}[sys.argv[1]]
m = torch.nn.Linear(2, 2)
if %s: m = torch.compile(m)
t = time.time()
m(torch.zeros(2))
print(time.time() - t)'
flag() { # VERDICT MEMBER TEST
	n=$((${n:-0} + 1))
	is "$1" flag$n "$(printf "$F" "$2" "$3")"
}
for t in 'F.JIT in f' 'f & F.JIT' 'bool(f & F.JIT)' 'f' 'f & F.BOTH' 'f ^ F.HALF' 'f.value == 2' 'F.HALF not in f' 'not f & F.HALF' 'f == F.JIT' 'f | F.HALF == F.BOTH'; do
	flag wired JIT "$t"
done
for t in 'F.JIT in f' 'f & F.JIT' 'f ^ F.HALF' 'f.value == 2' 'F.HALF not in f' 'not f & F.HALF' 'f == F.JIT' 'F.BOTH in f'; do
	flag unreachable HALF "$t"
done
flag wired BOTH 'F.JIT in f and F.HALF in f'
flag wired 'HALF | F.JIT' 'f is F.BOTH'
flag unreachable NONE 'f'
flag unreachable 'HALF & F.JIT' 'f'
flag wired BOTH 'F(3) & F.JIT'
flag wired JIT 'F(3) is F.BOTH'
flag unreachable HALF 'F(1) & F.JIT'
n=$((n + 1))
is wired flag$n "$(printf "$F" HALF 'F.JIT in f' | sed 's/^m = /f |= F.JIT\n&/')"
A='class C(%s):
    A = enum.auto()
    B = enum.auto()
m = torch.nn.Linear(2, 2)
if sys.argv[1] == "fast" and C.B.value == %s: m = torch.compile(m)
t = time.time()
m(torch.zeros(2))
print(time.time() - t)'
is wired auto "$(printf "$A" enum.Enum 2)"
is wired auto_flag "$(printf "$A" enum.Flag 2)"
is wired auto_text "$(printf "$A" enum.StrEnum '"b"')"
is unreachable auto_other "$(printf "$A" enum.Enum 3)"

# what a library calls of what it is handed
L='m = torch.nn.Linear(2, 2)
def speed():
    global m
    m = torch.compile(m)
%s
if sys.argv[1] == "fast": %s
t = time.time()
m(torch.zeros(2))
print(time.time() - t)'
called() { # VERDICT NAME DEFINITIONS STATEMENT
	is "$1" "$2" "$(printf "$L" "$3" "$4")"
}
called wired applied 'class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): speed()' 'F.apply(torch.zeros(2))'
called unreachable applied_not 'class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def other(ctx, x): speed()
def unused(): F.other(None, 1)' 'F.apply(torch.zeros(2))'
mkdir "$T/overrides"
printf "import sys, time, torch\n$L\n" 'class I(torch.fx.Interpreter):
    def call_function(self, target, args, kwargs):
        speed()
        return super().call_function(target, args, kwargs)' 'I(torch.fx.symbolic_trace(m)).run(torch.zeros(2))' >"$T/overrides/b.py"
leaves_open overrides
called wired formatted 'class K:
    @property
    def go(self): speed()' '"{0.go}".format(K())'
called wired formatted_named 'class K:
    @property
    def go(self): speed()' '"{k.go}".format(k=K())'
called unreachable formatted_other 'class K:
    @property
    def go(self): speed()
    no = 1' '"{0.no}".format(K())'
mkdir "$T/of_class"
printf "import sys, time, torch\n$L\n" 'class Ops:
    @staticmethod
    def build(): speed()' '[v.__func__() for v in vars(Ops).values() if isinstance(v, staticmethod)]' >"$T/of_class/b.py"
leaves_open of_class
called unreachable scripting '' 'torch.jit.is_scripting() and speed()'

# TOML of a text
for how in 'open("p.toml").read()' 'Path("p.toml").read_text()' 'Path(__file__).with_name("p.toml").read_text()'; do
	k=$((${k:-0} + 1))
	mkdir "$T/toml$k"
	printf '[fast]\njit = true\n[slow]\njit = false\n' >"$T/toml$k/p.toml"
	is wired toml$k "import tomllib
from pathlib import Path
m = torch.nn.Linear(2, 2)
if tomllib.loads($how)[sys.argv[1]]['jit']: m = torch.compile(m)
t = time.time()
m(torch.zeros(2))
print(time.time() - t)"
	sed -i 's/true/off/; s/false/true/; s/off/false/' "$T/toml$k/p.toml"
	says unreachable fast toml$k
done
