# labelaudit --src: members that are asked for by a name which is text, made when it runs or
# had from elsewhere (audit/label/cone/cone_get.c): never said to be out of reach, where they may
# be what compiles, and no hindrance where they cannot.
. tests/lib.sh
. tests/says.sh
# One function that takes a label, and knows how a module is got at.
tree() { # NAME: a tree of the statements on standard input, indented into the function
	mkdir -p "$T/$1"
	{
		printf 'import sys, operator, inspect, ctypes, importlib\nimport numpy as np\nimport torch, torch.jit\ndef make(kind, m, name, cfg):\n    if kind == "fast":\n'
		sed 's/^/        /'
		printf '    return m\n'
	} >"$T/$1/core.py"
}
open() { # NAME
	run labelaudit --src --label fast "$T/$1"
	check "$1 is open" grep -qE '^fast: (unknown|conditional|wired)$' "$T/out"
}

tree vars <<'P'
m = vars(torch)["com" + "pile"](m)
P
open vars
tree vars_get <<'P'
m = vars(torch).get("".join(["com", "pile"]))(m)
P
open vars_get
tree vars_there <<'P'
m = vars(torch)["compile"](m)
P
open vars_there
tree dict <<'P'
m = torch.__dict__["compile"[:]](m)
P
open dict
tree dict_string <<'P'
names = ["relu", "compile"]
m = torch.__dict__[name](m)
P
open dict_string
tree getattribute <<'P'
m = torch.__getattribute__("compile")(m)
P
open getattribute
tree of_object <<'P'
m = object.__getattribute__(torch.jit, "script")(m)
P
open of_object
tree static <<'P'
m = inspect.getattr_static(torch.jit, "script")(m)
P
open static
tree attrgetter <<'P'
m = operator.attrgetter("jit.script")(torch)(m)
P
open attrgetter
tree methodcaller <<'P'
m = operator.methodcaller("scr" + "ipt", m)(torch.jit)
P
open methodcaller
tree modules <<'P'
m = sys.modules["torch.jit"].script(m)
P
open modules
tree imported <<'P'
j = importlib.import_module("torch.jit")
m = j.script(m)
P
open imported
tree submodule <<'P'
q = getattr(torch, "jit")
m = q.script(m)
P
open submodule
tree handed_on <<'P'
names = ["compile", "eval"]
m = next(map(getattr, [torch], [name]))(m)
P
open handed_on
tree unknown_base <<'P'
lib = [torch][0]
names = ["compile", "eval"]
m = getattr(lib, name)(m)
P
open unknown_base
tree cdll <<'P'
ctypes.cdll.fastkernels.go(m)
P
open cdll
tree load_source <<'P'
import imp
m = imp.load_source("q", "q.txt").go(m)
P
open load_source

# the same where no such name can come of it
tree pieces <<'P'
m = getattr(torch, f"float{name}")(m)
m = getattr(np, "float" + name)(m)
m = getattr(torch, "relu%s" % name)(m)
P
says label-only fast pieces
tree not_there <<'P'
names = ["relu", "tanh"]
m = torch.__dict__[name](m)
m = vars(torch)["relu"](m)
P
says label-only fast not_there
tree other_module <<'P'
names = ["compile", "eval"]
m = np.__dict__[name](m)
P
says label-only fast other_module
tree no_module <<'P'
names = ["compile", "eval"]
for n in ("weight", "bias"):
    m = getattr(cfg, n)(m)
P
says label-only fast no_module
tree system <<'P'
ctypes.cdll.msvcrt.puts(b"x")
P
says label-only fast system

# pieces around what a format takes, and those that no name has
tree format_end <<'P'
m = getattr(m, "%s_list" % name)()
P
says label-only fast format_end
tree braces_end <<'P'
m = getattr(m, "{}_list".format(name))()
P
says label-only fast braces_end
tree dotted <<'P'
m = getattr(m, name + "." + kind)
P
says label-only fast dotted
tree format_fits <<'P'
m = getattr(torch, "%sile" % name)(m)
P
open format_fits
tree format_wide <<'P'
m = getattr(torch, "com%5sile" % name)(m)
P
open format_wide
tree braces_fit <<'P'
m = getattr(torch, "{}{}ile".format(name, kind))(m)
P
open braces_fit
tree dotted_taken <<'P'
m = operator.attrgetter("jit" + ".sc" + "ript")(torch)(m)
P
open dotted_taken
tree dotted_part <<'P'
m = getattr(torch, (name + "." + kind).split(".")[0])(m)
P
open dotted_part
tree updated <<'P'
vars(cfg).update({k: 1 for k in name})
P
says label-only fast updated
