# labelaudit --src: who may call a function that runs a command by a name that does not stand there, and who not
# (audit/label/cone/cone_asked.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
# asks NAME LINE [MORE]: the function runs a harmless command; a LINE beside it asks something for a member
with='import argparse, logging, time
def run_it(line): subprocess.run(line)
class Kept:
    low = 1
    def __getattr__(self, name): return getattr(time, name)
kept = Kept()'
asks() { knows "$1" "$2" "$with
${3:-}" 'run_it(["cp", args.x])'; }
gets() { opens "$1" "$2" "$with
${3:-}" 'run_it(["cp", args.x])'; }
asks of_library 'print(getattr(logging, args.x.upper(), None))'
asks of_library_called 'getattr(time, args.x)()'
asks of_library_handed 'show(args.x)' 'import torch.nn as nn
def show(key): return getattr(nn, key)()'
asks other_name 'getattr(kept, "do_" + args.x)()'
asks other_end 'getattr(kept, f"{args.x}_low")()'
asks other_format 'getattr(kept, "on_%s" % args.x)()'
asks told 'print("{x}".format(**locals()), "%(x)s" % vars(), kept.__dict__ == args.__dict__)'
asks read 'print(kept.__dict__.get("low"))'
asks own_names 'show(1)' 'def show(n):
    vars, locals = 1, [n]
    print(vars, locals)'
asks own_variables 'print(shown)' 'for pair in (("a", [1]), ("b", [2])):
    name, vars = pair
    shown = [(n, name) for n in vars]
    for n in reversed(vars): print(n)'
asks of_model 'print(args.model.eval(), args.model.modules(), args.model.exec())'
# what calls it
m='sys.modules[__name__]'
gets by_variable "vars($m)[args.x](['make'])" 'one, vars = 1, vars'
gets by_later "vars($m)[args.x](['make'])" 'def show():
    one, vars = 1, 2'
gets by_either "vars($m)[args.x](['make'])" 'if args.x:
    vars = 2'
gets by_deleted "vars($m)[args.x](['make'])" 'vars = 2
del vars'
gets by_builtin "vars($m)[args.x](['make'])" 'import builtins
one, vars = 1, getattr(builtins, "vars")'
gets by_user "getattr($m, args.x)(['make'])"
gets by_upper "getattr($m, args.x.upper())(['make'])"
gets by_member "getattr(kept, args.x)(['make'])"
gets by_text "getattr($m, args.x)(['make'])" 'NAMES = ["run_it"]'
gets by_dash "getattr($m, args.x.replace('-', '_'))(['make'])" 'NAMES = ["run-it"]'
gets by_module "getattr(main, args.x)(['make'])" 'import main
NAMES = ["run_it"]'
gets by_sum "getattr($m, 'run_' + args.x)(['make'])"
gets by_end "getattr($m, args.x + '_it')(['make'])"
gets by_format "getattr($m, f'run_{args.x}')(['make'])"
gets by_pieces "getattr($m, name)(['make'])" 'name = "_".join(["run", "it"])'
gets by_split "getattr($m, name)(['make'])" 'name = "make run_it".split()[1]'
gets by_prefix "go('it')" "def go(x): call('run_' + x)
def call(name): getattr($m, name)(['make'])"
gets by_own_format "go('it')" "def go(x): call('run_{}'.format(x))
def call(name): getattr($m, name)(['make'])"
# a name that is a part of a longer text, or is put together, or stands in what is no program
gets by_comma "go(NAMES)" "NAMES = 'show,run_it'
def go(names):
    for n in names.split(','): getattr($m, n)(['make'])"
gets by_words "go(NAMES)" "NAMES = 'show run_it'
def go(names):
    for n in names.split(): getattr($m, n)(['make'])"
gets by_camel "getattr($m, functools.reduce(lambda s, x: s + x, ['_' + x.lower() if x.isupper() else x for x in 'RunIt']).strip('_'))(['make'])"
gets by_enum "for e in Way: getattr($m, e.name.lower())(['make'])" 'import enum
class Way(enum.Enum):
    RUN_IT = enum.auto()'
gets by_join_tail "show(args.x)" "def show(x):
    n = '_'.join(['run', x])
    getattr($m, n)(['make'])"
gets by_parts "show('run', args.x)" "def show(a, b):
    n = f'{a}_{b}'
    getattr($m, n)(['make'])"
mkdir -p "$T/by_script" && printf '%s\n' './main.py --fast run_it' >"$T/by_script/run.sh"
gets by_script "getattr($m, args.x)(['make'])"
mkdir -p "$T/by_list" && printf '%s\n' show run_it >"$T/by_list/names.txt"
gets by_list "for n in open('names.txt'): getattr($m, n.strip())(['make'])"
gets by_dir "for n in dir($m):
        if n[:3] == args.x: getattr($m, n)(['make'])"
gets by_keyword "go(run_it=['make'])" "def go(**how):
    for n, v in how.items(): getattr($m, n)(v)"
gets by_function "getattr($m, Kept.run_it.__name__)(['make'])" 'class Other:
    def run_it(self): pass
Kept.run_it = Other.run_it'
gets kept "f = getattr($m, args.x); f(['make'])" 'NAMES = ["run_it"]'
gets kept_inner "show(args.x)" "NAMES = ['run_it']
def show(key):
    f = getattr($m, key)
    return f(['make'])"
gets kept_closed "show(args.x)" "NAMES = ['run_it']
def show(key):
    f = getattr($m, key)
    def g(): f(['make'])
    g()"
gets given_on "print(list(map(getattr($m, args.x), [['make']])))" 'NAMES = ["run_it"]'
gets put_in_place "import torch; getattr(torch, args.x)(['make'])" 'import torch
sys.modules["torch"] = sys.modules[__name__]'
gets inner_name "call()" "def call():
    def inner(): vars = 1
    return vars($m)[args.x](['make'])"
gets told_by_own "Own() % globals()" 'class Own:
    def __mod__(self, d): d[args.x](["make"])'
gets library_of_own 'go(kept)' 'NAMES = ["run_it"]
def go(time): getattr(time, args.x)(["make"])
class Kept2: pass'
gets by_globals "globals()[args.x](['make'])" 'NAMES = ["run_it"]'
gets by_dict "$m.__dict__.get(args.x)(['make'])" 'NAMES = ["run_it"]'
gets by_default "go()" "def go(globals=globals): globals()[args.x](['make'])"
gets by_global "go()" "def go():
    global vars
    vars = 1
def call(): return vars(kept)[args.x](['make'])"
asks own_eval 'print(eval(1, 2))' 'def eval(x, y): return x + y'
gets other_eval 'print(eval(args.x))'
gets taken_eval 'globals().pop("eval"); print(eval(args.x))' 'def eval(x): return x'

# words of a command line ask for functions of a module, a class or the whole file
fire() { "$1" "$2" "$3; run(['cp', args.x])" 'import fire
def run(c): subprocess.run(c)
def other(x): pass
class Tools:
    def go(self): run(["cp"])'; }
fire opens fire_all 'fire.Fire()'
fire opens fire_module 'fire.Fire(sys.modules[__name__])'
fire opens fire_function 'fire.Fire(run)'
fire knows fire_other 'fire.Fire(other)'
fire knows fire_none 'args.fire(other)'
