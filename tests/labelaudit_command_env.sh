# labelaudit --src: commands of Python that are given an environment or keywords of their own, and functions that start them which
# others hold by a default or with more bound to them (audit/label/cone/cone_env.c, cone_sites.c). Each of them is cp.
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
env() { # WHICH NAME HOW: cp is started with the environment e, which is made so
	"$1" "$2" 'run()' "def run(e=None):
    $3
    subprocess.run([\"cp\", \"a\", args.x], env=e)"
}
env knows kept 'e = os.environ.copy()'
env knows more 'e = dict(os.environ, LC_ALL="C"); e["LANG"] = "C"; e.pop("HOME", None); e.update({"TZ": "UTC"})'
env knows merged 'e = {**os.environ, "LANG": "C"}'
env knows again 'e = e or os.environ'
env opens path 'e = os.environ.copy(); e["PATH"] = "."'
env opens path_keyword 'e = dict(os.environ, PATH=".")'
env opens path_merged 'e = {**os.environ, "PATH": "."}'
env opens path_updated 'e = os.environ.copy(); e.update({"LD_PRELOAD": "./k.so"})'
env opens path_updated_by 'e = os.environ.copy(); e.update(PATH=".")'
env opens path_default 'e = os.environ.copy(); e.setdefault("PATH", ".")'
env opens key 'e = os.environ.copy(); e[args.x] = "."'
env opens other 'e = os.environ.copy(); f = e; f["PATH"] = "."'
env opens or_other 'f = {}; e = f or os.environ; f["PATH"] = "."'
env opens handed 'e = os.environ.copy(); change(e)'
env opens unknown 'e = load()'
env opens loop 'e = {}
    for e in args.x: pass'
wrap='def run(c, e=None): subprocess.run(c, env=e)'
knows given 'run(["cp", "a", args.x]); run(["cp", "b", args.x], {"LANG": "C"})' "$wrap"
opens given_path 'run(["cp", "a", args.x]); run(["cp", "b", args.x], e={"PATH": "."})' "$wrap"
opens program 'subprocess.run(["cp", "a"], executable="cc")'

# keywords that the function puts together
keys() { # WHICH NAME HOW
	"$1" "$2" 'run()' "def run():
    kw = {}
    $3
    subprocess.run([\"cp\", \"a\", args.x], **kw)"
}
keys knows hidden 'kw["startupinfo"] = 1; kw["cwd"] = args.x'
keys opens other_program 'kw["executable"] = "cc"'
keys opens any_key 'kw[args.x] = "cc"'
keys opens changed 'kw.update(executable="cc")'
keys opens set_again 'kw = {"executable": "cc"}'
keys opens alias 'k = kw; k["executable"] = "cc"'

# who holds the function
run='def run(commands, rest, cwd=None, env=None):
    for command in commands:
        subprocess.Popen([command] + rest, cwd=cwd, env=env)'
held="$run
def copy(x, runner=run):
    env = os.environ.copy()
    env.pop('HOME', None)
    runner = functools.partial(runner, env=env)
    runner(['cp'], ['a', x], cwd='.')"
knows held 'copy(args.x)' "$held"
knows held_plain 'copy(args.x)' "$run
def copy(x, run=run):
    run(['cp'], ['a', x], cwd='.')"
opens held_cc 'copy(args.x)' "$held
    runner(['cc'], [x])"
opens held_env 'copy(args.x)' "$run
def copy(x, runner=run):
    runner = functools.partial(runner, env={'PATH': '.'})
    runner(['cp'], ['a', x])"
opens held_bound 'copy(args.x)' "$run
def copy(x, runner=run):
    runner = functools.partial(runner, ['cc'])
    runner(['a', x])"
opens held_named 'copy(args.x)' "$run
def copy(x, runner=run):
    runner = functools.partial(runner, commands=['cc'])
    runner(rest=['a', x])"
opens held_listed 'copy(args.x)' "$run
def copy(x, runner=run):
    r = [runner]
    r[0](['cc'], ['a', x])"
opens held_given 'copy(args.x)' "$run
def other(r): r(['cc'], ['a'])
def copy(x, runner=run):
    runner(['cp'], ['a', x])
    other(runner)"
opens held_within 'copy(args.x)' "$run
def copy(x, runner=run):
    runner(['cp'], ['a', x])
    def inner(): runner(['cc'], ['a', x])
    inner()"
# a list that it is handed: another that is held may change what it gets
own="$run
def copy(x, runner=run):
    cps = ['cp']
    if sys.platform == 'win32': cps = ['cp.exe', 'cp']
    assert 'COPY' not in globals()
    runner(cps, ['a', x])"
knows held_list 'copy(args.x)' "$own"
opens held_list_put 'copy(args.x)' "$own
    cps.append('cc')
    runner(cps, ['a', x])"
opens held_list_both 'copy(args.x, evil)' "$own
    run(cps, ['a', x])
def evil(c, rest): c.append('cc')"
opens held_list_shared 'copy(args.x, evil); copy(args.x)' "def evil(c, rest): c.append('cc')
CPS = ['cp']
$run
def copy(x, runner=run):
    runner(CPS, ['a', x])"
opens held_asked 'copy(args.x)' "$own
globals()[sys.argv[1]](['cc'], [])"
opens held_module 'copy(args.x)' "$own
sys.modules[__name__].run(['cc'], [])"

# who may ask for the function by its name, which may be with any environment: it is open there, and nowhere else
asks="$wrap
def ask(o, name): return getattr(o, name)"
beside() { # WHICH NAME LINE BEFORE: a script of its own asks its operand for a function
	mkdir -p "$T/$2" && printf 'import sys\ndef ask(o, name): return getattr(o, name)\nprint(ask(sys.argv, sys.argv[1]))\n' >"$T/$2/tool.py"
	"$@"
}
beside knows asked_elsewhere 'run(["cp", "a", args.x])' "$wrap"
beside opens asked_and_given 'run(["cp", "a", args.x], {"PATH": "."})' "$wrap"
opens asked_here 'ask(sys.modules[__name__], args.x)(["cp"], {"PATH": "."}); run(["cp", "a", args.x])' "$asks"
hands='def run(c, **kw): subprocess.run(c, **kw)'
beside knows hands_elsewhere 'run(["cp", "a", args.x], cwd=".")' "$hands"
opens hands_here 'ask(sys.modules[__name__], args.x)(["cp"], executable="cc"); run(["cp", "a", args.x])' "$hands
def ask(o, name): return getattr(o, name)"
opens hands_given 'run(["cp", "a", args.x], executable="cc")' "$hands"
# what an object of options holds, and what is asked for by a text that stands there, is no function of another name
knows own_members 'd = args.__dict__.copy(); run(["cp", "a", args.__dict__["x"]])' "$wrap"
knows own_key 'run(["cp", "a", globals()["args"].x])' "$wrap"
opens key_is_it 'globals()["run"](["cp", "a"], {"PATH": "."}); run(["cp", "a"])' "$wrap"
opens other_members 'sys.modules[__name__].__dict__[args.x](["cp", "a"], {"PATH": "."}); run(["cp", "a"])' "$wrap"
