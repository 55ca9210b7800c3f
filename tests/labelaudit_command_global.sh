# labelaudit --src: a variable of a module that names a program of Python is known only where no code sets it by a name that is text, or
# put together, or not known (audit/label/cone/cone_global.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
L='for k, v in sys.argv[1].items():'
# here WHICH NAME LINE [BEFORE]: cp is a variable of the program itself; LINE may set it
here() { $1 "$2" "$3" "TOOL = 'cp'
${4:-}" 'subprocess.run([TOOL, args.x])'; }
here knows alone pass
here knows listed 'print(list(globals()), "x" in globals(), {k: v for k, v in globals().items()}, "{x}".format(**globals()))'
here knows read 'd = dict(globals()); print(globals()[args.x])'
here knows another 'globals()["OTHER"] = "cc"; globals().update(OTHER="cc"); globals().update({"MORE": "cc"})'
here knows put_together 'globals()["OTHER_" + args.x] = "cc"'
here knows module_of_library 'setattr(sys, "no", "cc"); setattr(args, args.x, "cc")'
here opens set_any pass "$L globals()[k] = v"
here opens set_pieces 'globals()["TO" + "OL"] = "cc"'
here opens set_pair 'globals()[args.x], b = "cc", 1'
here opens set_update 'globals().update(args.x)'
here opens set_keyword 'globals().update(TOOL="cc")'
here opens set_dict 'globals().update({"TOOL": "cc"})'
here opens set_merged 'globals().update(**args.x)'
here opens set_item 'globals().__setitem__(args.x, "cc")'
here opens set_default 'globals().setdefault(args.x, "cc")'
here opens set_deleted 'del globals()[args.x]'
here opens set_renamed 'g = globals(); g[args.x] = "cc"'
here opens set_held 'g = globals; g()[args.x] = "cc"'
here opens set_handed 'args.x(globals())'
here opens set_builtins 'import builtins; builtins.globals()[args.x] = "cc"'
here opens set_vars 'vars()[args.x] = "cc"'
here opens set_locals 'locals().update(args.x)'
here opens set_frame 'sys._getframe().f_globals[args.x] = "cc"'
here opens set_of_function 'f.__globals__[args.x] = "cc"' 'def f(): pass'
here opens set_module 'setattr(sys.modules[__name__], args.x, "cc")'
here opens set_module_named 'm = sys.modules[__name__]; setattr(m, args.x, "cc")'
here opens set_members 'sys.modules[__name__].__dict__.update(args.x)'

# of another module
other() { # WHICH NAME LINE [BEFORE]
	mkdir -p "$T/$2"
	printf 'import subprocess\nTOOL = "cp"\ndef show(x):\n    subprocess.run([TOOL, x])\n' >"$T/$2/own.py"
	$1 "$2" "$3" "import own
${4:-}" 'own.show(args.x)'
}
other knows of_other pass
other knows of_other_name 'setattr(own, "OTHER", "cc"); vars(own).update(OTHER="cc")'
other knows of_object 'args.k.__dict__[args.x] = "cc"'
other knows own_of_this 'globals()[args.x] = "cc"'
other opens of_attribute 'setattr(own, args.x, "cc")'
other opens of_members 'own.__dict__[args.x] = "cc"'
other opens of_vars 'vars(own).update(args.x)'
other opens of_imported 'import importlib; setattr(importlib.import_module("own"), args.x, "cc")'
other opens of_loop 'for m in [own]: setattr(m, args.x, "cc")'
other opens of_handed 'put(own, args.x)' 'def put(m, k): setattr(m, k, "cc")'
# a file that is run in the place of this one, and one all of whose names it has
beside() { # WHICH NAME LINE: config.py sets any name of its own
	mkdir -p "$T/$2"
	printf 'import json\nfor k, v in json.load(open("c.json")).items():\n    globals()[k] = v\n' >"$T/$2/config.py"
	here "$1" "$2" "$3"
}
beside knows beside_it 'import config'
beside opens all_of_it 'from config import *'
beside opens run_here 'exec(open("config.py").read())'
