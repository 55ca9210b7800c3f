# labelaudit --src: files that are damaged, and files that are made to hurt. Never a crash or a
# hang,
# and never a status but 0, 1, 2 and 3.
. tests/lib.sh
C=$PWD/fixtures/labels/cases
cd "$T" || exit 1
survives() { # WHAT ARGS...
	what=$1; shift
	run timeout 120 "$BIN_LABELAUDIT" --src "$@"
	if [ "$status" -le 3 ]; then ok "$what"; else not_ok "$what (status $status)"; head -3 err |
		sed 's/^/# /'; fi
}
BIN_LABELAUDIT=$(command -v labelaudit)

# what cases hold, cut and with bytes that are changed, by a fixed seed
cat >damage.py <<'P'
import os, random, re, sys
rnd = random.Random(20261127)
n = int(sys.argv[2])
files = []
for name in sorted(os.listdir(sys.argv[1])):
    if name.endswith(".txt"):
        text = open(os.path.join(sys.argv[1], name)).read()
        files += re.findall(r"^--- (\S+)\n(.*?)(?=^--- |^\?\?\? |^=== |\Z)", text, re.M | re.S)
for i in range(n):
    os.makedirs(f"damaged/{i // 25:02}", exist_ok=True)
    name, text = rnd.choice(files)
    b = bytearray(text.encode())
    for _ in range(rnd.randrange(1, 9)):
        at = rnd.randrange(len(b) + 1)
        kind = rnd.randrange(5)
        if kind == 0:
            del b[at:]
        elif kind == 1:
            b[at:at + 1] = bytes([rnd.randrange(256)])
        elif kind == 2:
            what = [b"(", b"{", b"[", b"\"", b"'", b"\\", b"#if 1\n", b"*/", b"/*", b"<<<", b"\0",
                    b"\xff"]
            b[at:at] = rnd.choice(what) * rnd.randrange(1, 40)
        elif kind == 3:
            del b[at:at + rnd.randrange(1, 30)]
        else:
            b[at:at] = b[max(0, at - 60):at] * rnd.randrange(1, 6)
    open(f"damaged/{i // 25:02}/{i:03}_{os.path.basename(name)}", "wb").write(b)
P
n=100; [ -z "${SLOW:-}" ] || n=25
python3 damage.py "$C" $n
for d in damaged/*; do
	for l in compile --graph --mode=max GRAPH=1; do
		survives "$d, $l" --label "$l" -o json "$d"
	done
	survives "$d, listed" "$d"
done

# depth and size
mkdir deep
python3 - <<'P'
n = 20000
open("deep/a.py", "w").write("x = " + "(" * n + "1" + ")" * n + "\n")
open("deep/b.py", "w").write("".join(" " * i + "if a:\n" for i in range(90)) + " " * 90 + "pass\n")
open("deep/c.c", "w").write("int x = " + "(" * n + "1" + ")" * n + ";\n" +
                            "int f(void) {" + "{" * n + "}" * n + "}\n")
open("deep/d.c", "w").write("#if A\n" * n + "int y;\n" + "#endif\n" * n)
open("deep/e.cpp", "w").write("int g(int a) { return " + "a ? " * n + "1" + " : 0" * n + "; }\n")
open("deep/f.yaml", "w").write("".join(" " * i + "a:\n" for i in range(2000)))
open("deep/g.json", "w").write("[" * n + "]" * n)
open("deep/h.c", "w").write("".join(f"#define M{i} M{i + 1} M{i + 1}\n" for i in range(40)) +
                            "int z = M0;\n")
open("deep/i.py", "w").write("def f(a):\n" + "".join(
    f"    {'el' if i else ''}if a == {i}:\n        return {i}\n" for i in range(3000)))
open("deep/j.toml", "w").write("[" + "a." * 5000 + "b]\nc = 1\n")
P
for f in deep/*; do survives "$f" --label compile "$f"; done
survives "all of them" deep

# functions and values in circles
mkdir round
cat >round/a.py <<'P'
import torch
class A:
    def f(self, x): return self.g(x) if x else torch.compile(x)
    def g(self, x): return self.f(self.h)
    @property
    def h(self): return self.h
mode = lambda: mode()
a = b = c = None
a, b, c = b, c, a
def even(n): return odd(n - 1)
def odd(n): return even(n - 1)
if even(a): A().f(mode)
P
survives "circles" --label mode round
