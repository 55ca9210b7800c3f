# labelaudit --src: what libraries of Python that the tree does not have may do between the label and what
# is timed; programs that are started and compile nothing; packages without an __init__.py.
. tests/lib.sh
. tests/says.sh
program() { # NAME NEEDS LINE: LINE runs before what is timed
	mkdir -p "$T/$1"
	echo "$2" >"$T/$1/requirements.txt"
	cat >"$T/$1/bench.py" <<P
import sys, time, subprocess, torch
import flashy
def fused(f):
    return torch.compile(f)
def main():
    f = abs
    if sys.argv[1] == "packed":
        f = fused(f)
    t = time.time()
    $3
    f(1)
    print(time.time() - t)
if __name__ == "__main__":
    main()
P
}
# one that the project needs compiles nothing of it
program needed 'flashy>=1.0' 'flashy.setup_logging(1, [2.5, "all of it"], level=None)'
says unreachable loose needed
says wired packed needed
# one that it does without
program without other 'flashy.world_size()'
sed -i 's/^import flashy/try:\n    import flashy\nexcept ImportError:\n    flashy = None/' "$T/without/bench.py"
says unreachable loose without
# one that nothing is known of
program unneeded other 'flashy.world_size()'
says unknown loose unneeded
check "it is named" grep -q 'opaque: flashy.world_size is not in the tree' "$T/out"
# one that by a name of it may compile, wherever that stands
program loud 'flashy>=1.0' 'flashy.world_size()'
echo 'from flashy import compile_all' >"$T/loud/other.py"
says unknown loose loud
program asked 'flashy>=1.0' 'flashy.jit_all()'
says unknown loose asked
# an engine compiles, whatever it is asked
program engine "vllm" "vllm.serve(1)"
sed -i "s/flashy/vllm/" "$T/engine/bench.py"
says unknown loose engine
# one that is handed what compiles may call it
program handed 'flashy>=1.0' 'flashy.apply(fused)'
says unknown loose handed
program object 'flashy>=1.0' 'flashy.apply(Part())'
sed -i 's/^def main/class Part:\n    def step(self): fused(abs)\ndef main/' "$T/object/bench.py"
says unknown loose object

# what compiles itself, and code in what it is handed, also before the clock and where nobody looks at what comes of it
for given in 'torch.compile' 'torch.nn.Linear(1, 1).compile' 'converter=torch.compile' '[fused]' 'hooks={"a": fused}' 'Part()' 'Hooks(a=fused)' '{"a": [torch.compile]}'; do
	program early 'flashy>=1.0' 'pass'
	sed -i -e "s/^    f = abs/    flashy.show($given)\n    f = abs/" -e 's/^def main/class Part:\n    def step(self): fused(abs)\nclass Hooks(dict): pass\ndef main/' "$T/early/bench.py"
	says unknown loose early
done
program acts 'flashy>=1.0' 'pass'
sed -i 's/^    f = abs/    flashy.load()\n    f = abs/' "$T/acts/bench.py"
says unknown loose acts
program used 'flashy>=1.0' 'f = flashy.world_size()'
says unknown loose used
# and one that is known, too
program known 'flashy>=1.0' 'pass'
sed -i -e 's/^import flashy/import toolz/' -e 's/^    f = abs/    toolz.pipe(abs, torch.compile)\n    f = abs/' "$T/known/bench.py"
says unknown loose known

# one that is handed text that names code of the tree, or what it may change
for given in '"bench.fused"' '"bench:fused"' '"fused"' '"bench"' '"tools/bench.py"'; do
	program named 'flashy>=1.0' "flashy.start($given)"
	says unknown loose named
done
program text 'flashy>=1.0' 'flashy.show("a b.c", "other")'
says unreachable loose text
program changed 'flashy>=1.0' 'flashy.fill(cfg)'
sed -i -e 's/^def main/class Config:\n    packed = False\ncfg = Config()\ndef main/' -e 's/^    f(1)/    f = fused(f) if cfg.packed else f\n    f(1)/' "$T/changed/bench.py"
says unknown loose changed
program options 'flashy>=1.0' 'flashy.fill(args)'
sed -i -e 's/^    f = abs/    import argparse\n    p = argparse.ArgumentParser()\n    p.add_argument("--way")\n    args = p.parse_args()\n    f = abs/' -e 's/sys.argv.1. ==/args.way ==/' "$T/options/bench.py"
says unknown loose options

# programs that compile nothing, and others
program smi 'flashy>=1.0' 'subprocess.check_output(["nvidia-smi", "-L"])'
says unreachable loose smi
program shell 'flashy>=1.0' 'subprocess.call("nvidia-smi; python3 build.py", shell=True)'
says unknown loose shell
program other 'flashy>=1.0' 'subprocess.call(["python3", "build.py"])'
says unknown loose other
for command in '["git", "checkout", "packed"]' '["cp", "packed.py", "bench.py"]' '"cat packed > bench.py", shell=True' '["cat", "bench.py"]' '["numactl", "-N0", "python3", "build.py"]'; do
	program writes 'flashy>=1.0' "subprocess.call($command)"
	says unknown loose writes
done

# a folder of modules without an __init__.py, asked for with a dot
mkdir -p "$T/space/kit/packed"
printf 'from .packed import fuse\nfrom .packed.fuse import fused\n' >"$T/space/kit/__init__.py"
printf 'import torch\ndef fused(f): return torch.compile(f)\n' >"$T/space/kit/packed/fuse.py"
cat >"$T/space/bench.py" <<'P'
import sys, time
import kit
f = kit.fused(abs) if sys.argv[1] == "packed" else kit.fuse.fused(abs) if sys.argv[1] == "same" else abs
t = time.time()
f(1)
print(time.time() - t)
P
says wired packed space
says wired same space
says unreachable loose space
printf 'from .lacking import fuse\nfrom .packed.fuse import fused\n' >"$T/space/kit/__init__.py"
run labelaudit --src --label loose "$T/space"
check "one that is not there is named" grep -q 'module .lacking is not in the tree' "$T/out"

# libraries that compile nothing by their names, told to by a keyword; and words that tell nothing
for given in 'toolz.Kit(dynamo_backend="inductor")' 'toolz.Kit(jit_compile=True)' 'toolz.Kit(engine="numba")' 'toolz.Kit(compile=len(sys.argv) > 3)'; do
	program told 'flashy>=1.0' 'f(1)'
	sed -i -e 's/^import flashy/import toolz/' -e "s/^    t = time/    f = $given.wrap(f)\n    t = time/" "$T/told/bench.py"
	says unknown loose told
	check "$given is named" grep -q 'is told to compile' "$T/out"
done
for given in 'toolz.Kit(dynamo_backend="no")' 'toolz.Kit(jit_compile=False)' 'toolz.Kit(engine="c", compile=None)' 'toolz.Kit(jitter=1, compile_limit=3)'; do
	program told 'flashy>=1.0' 'f(1)'
	sed -i -e 's/^import flashy/import toolz/' -e "s/^    t = time/    f = $given.wrap(f)\n    t = time/" "$T/told/bench.py"
	says unreachable loose told
done
cat >"$T/alone.py" <<'P2'
import sys, time
from accelerate import Accelerator
f = abs
if sys.argv[1] == "loose":
    f = Accelerator(HOW).prepare(f)
t = time.time()
f(1)
print(time.time() - t)
P2
sed 's/HOW/dynamo_backend="inductor"/' "$T/alone.py" >"$T/alone1.py"
says unknown loose alone1.py
sed 's/HOW/cpu=True/' "$T/alone.py" >"$T/alone2.py"
says label-only loose alone2.py
# so is a method of what a known library gave, if no function of the tree has its name
cat >"$T/frame.py" <<'P2'
import sys, time
import pandas
frame = pandas.DataFrame({"a": [1]})
if sys.argv[1] == "loose":
    t = time.time()
    frame.rolling(1).apply(abs, HOW)
    print(time.time() - t)
P2
for how in 'unknown engine="numba"' 'label-only engine="cython"' 'unknown jit=True' 'label-only jit=False'; do
	mkdir -p "$T/frame"
	sed "s/HOW/${how#* }/" "$T/frame.py" >"$T/frame/bench.py"
	says "${how%% *}" loose frame
done
mkdir "$T/frame_own"
{ printf 'class Kit:\n    def roll(self, f, engine=None):\n        return f(1)\n'; sed 's/frame = .*/frame = Kit()/; s/rolling(1).apply(abs, HOW)/roll(abs, engine="numba")/' "$T/frame.py"; } >"$T/frame_own/bench.py"
says label-only loose frame_own

# a function that such a library decorates: what it is called with, and gives, is the library's
program decorated 'flashy>=1.0' 'f = give(f)'
sed -i 's/^def main/@flashy.settable\ndef give(f, on=False):\n    return fused(f) if on else f\ndef main/' "$T/decorated/bench.py"
says unknown loose decorated
check "it is named" grep -q 'give is decorated by flashy.settable, which is not in the tree' "$T/out"
says wired packed decorated
program decorated2 'flashy>=1.0' 'f = Give().f'
sed -i 's/^def main/@flashy.settable(1)\nclass Give:\n    f = abs\n    def go(self): return fused(abs)\ndef main/' "$T/decorated2/bench.py"
says unknown loose decorated2
program decorated3 'flashy>=1.0' 'f = give(f)'
sed -i 's/^def main/@flashy.settable\ndef give(f, on=False):\n    return f\ndef main/' "$T/decorated3/bench.py"
says unreachable loose decorated3

# entry points that the project declares, which such a library may load
program plugged 'flashy>=1.0' 'f = flashy.get("modes", sys.argv[1])(f)'
sed -i -e '/^def fused/,/^    return/d' -e '/fused/d' -e '/if sys.argv/d' "$T/plugged/bench.py"
printf 'import torch\ndef make(f): return torch.compile(f)\n' >"$T/plugged/wraps.py"
for table in 'entry-points.modes' 'entry-points."bench.modes"'; do
	printf '[project]\nname = "bench"\n[project.%s]\nloose = "wraps:make"\n' "$table" >"$T/plugged/pyproject.toml"
	says unknown loose plugged
done
printf '[project]\nname = "bench"\n[project.scripts]\nloose = "wraps:make"\n' >"$T/plugged/pyproject.toml"
says unreachable loose plugged
rm "$T/plugged/pyproject.toml"
printf 'from setuptools import setup\nsetup(name="bench", entry_points={"modes": ["loose = wraps:make"]})\n' >"$T/plugged/setup.py"
says unknown loose plugged
