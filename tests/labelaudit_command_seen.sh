# labelaudit --src: what a name may mean where Python calls it: variables of other functions are none of what it is, and one of a library's name is the
# library only where a module of that name may have been imported (audit/label/cone/cone_sites.c, cone_full.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh

# variables of another function
uses='def run(rest): text = str(["cp"] + rest); subprocess.run(list(rest))'
knows other_function 'run(["cp", args.x])' "$uses
def other(line):
    list = line[1:]
    str: int = 2
    return list + [str]"
knows other_method 'run(["cp", args.x])' "$uses
class A:
    def list(self): return ['cc']"
opens own_function 'run(["cp", args.x])' 'def run(rest):
    list = other
    subprocess.run(list(rest))
def other(x): return ["cc", "k.c"]'
opens around 'run(["cp", args.x])' 'def run(rest):
    list = other
    def f(): subprocess.run(list(rest))
    f()
def other(x): return ["cc", "k.c"]'
opens own_parameter 'run(["cp", args.x], other)' 'def run(rest, list): subprocess.run(list(rest))
def other(x): return ["cc", "k.c"]'
opens of_file 'run(["cp", args.x])' "$uses
def list(x): return [\"cc\", \"k.c\"]"
opens of_file_value 'run(["cp", args.x])' "$uses
list = lambda x: [\"cc\", \"k.c\"]"
opens said_global 'change(); run(["cp", args.x])' "$uses
def change():
    global list
    list = other
def other(x): return [\"cc\", \"k.c\"]"
opens bound_by_partial 'git(["cp"])' 'def run(c, env): subprocess.run(c, env=env)
def git(c, runner=run):
    runner = functools.partial(runner, env={"PATH": "/tmp"})
    runner(c)'
keep='def run(c, env=None): subprocess.run(c, env=env)
def git(c, runner=run):
    env = os.environ.copy()
    env.pop("GIT_DIR", None)
    runner = functools.partial(runner, env=env)
    runner(c)'
knows partial 'git(["cp", "a"])' "$keep
def line(s): partial = s[1:]; return partial"
opens partial_own 'git(["cp", "a"])' "$keep
class functools:
    def partial(f, env): return lambda c: os.system(\"cc k.c\")"

# an object that is called as a library is
knows sh_file 'sh = open(args.x, "w"); sh.write("a"); sh.close()'
knows commands_dict 'print(commands.get(args.x), commands.getone())' 'class Kept(dict):
    def getone(self): return 1
commands = Kept(a=1)'
knows profile_parameter 'show(args.x)' 'def show(profile): profile.run()'
opens sh_imported 'sh.gcc("k.c")' 'import sh'
opens sh_elsewhere 'build(tools.sh)' 'import tools
def build(sh): sh.gcc("k.c")'
echo 'import sh' >"$T/sh_elsewhere/tools.py"
leaves_open sh_elsewhere
printf 'sh\n' >"$T/requirements.txt"
for by in '__import__("sh")' 'importlib.import_module("sh")' 'sys.modules["sh"]' 'find("sh")'; do
	n=$((n + 1))
	mkdir "$T/by$n" && cp "$T/requirements.txt" "$T/by$n"
	opens "by$n" "sh = $by; sh.gcc('k.c')" 'import importlib
def find(name): return __import__(name)'
done
opens by_text 'sh.gcc("k.c")' 'exec("import sh")'
opens by_star 'sh.gcc("k.c")' 'from tools import *'
opens kept_name 'sh = load()
    sh.gcc("k.c")' 'NAME = "sh"
def load(): return __import__(NAME)'

# a module may be had without being imported by that name
for by in webbrowser.subprocess 'getattr(webbrowser, "subprocess")' 'vars(webbrowser)["subprocess"]' 'sys.modules.get("subprocess")' 'sys.modules[args.x]'; do
	n=$((n + 1))
	opens "held$n" "subprocess = $by; subprocess.run([\"cc\", \"k.c\"])" 'import webbrowser'
	sed -i.b '/^import.*subprocess/s/, *subprocess//' "$T/held$n"/*.py && rm "$T/held$n"/*.b
	leaves_open "held$n"
done

# what may have a name of Python's own, in other ways than by an assignment
other='def other(x): return ["cc", "k.c"]'
run='subprocess.run(list(("ls", "-l")))'
knows list_own "$run" "$other"
opens list_two "$run" "$other
a, list = 1, other"
opens list_for "$run" "$other
for list in [other]: pass"
opens list_comp "[$run for list in [other]]" "$other"
opens list_put "$run" "$other
globals()[\"list\"] = other"
opens list_builtins "$run" "$other
import builtins
builtins.list = other"
opens list_imported "$run" 'from tools import other as list'
opens shlex_other 'subprocess.run(shlex.split("ls -l"))' 'import tools as shlex'
knows shlex_own 'subprocess.run(shlex.split("ls -l"))' 'import shlex'
