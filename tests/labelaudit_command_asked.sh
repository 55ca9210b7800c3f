# labelaudit --src: who may call a function that runs a command by a name that does not stand there, and who not
# (audit/label/cone_asked.c).
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
asks capitals 'getattr(kept, args.x.upper())()'
asks other_name 'getattr(kept, "do_" + args.x)()'
asks other_end 'getattr(kept, f"{args.x}_low")()'
asks other_format 'getattr(kept, "on_%s" % args.x)()'
asks no_text 'show(args.x)' 'def show(key): return getattr(kept, key, None)'
asks no_text_replaced 'getattr(kept, args.x.replace("-", "_"))()'
asks compared 'print(getattr(kept, args.x) == 1, isinstance(getattr(kept, args.x), int))' 'print(dir(args))'
asks counted 'show(args.x)' 'print(dir(args))
def show(key):
    n = getattr(kept, key)
    if n > 3: print(n)'
asks looped 'for x in getattr(kept, args.x): print(x)' 'print(dir(args))'
asks told 'print("{x}".format(**locals()), "%(x)s" % vars(), kept.__dict__ == args.__dict__)'
asks put 'kept.__dict__[args.x] = 1; print(kept.__dict__.get("low"))'
asks own_names 'show(1)' 'def show(n):
    vars, locals = 1, [n]
    print(vars, locals)'
asks of_model 'print(args.model.eval(), args.model.modules(), args.model.exec())'
# what calls it
m='sys.modules[__name__]'
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
