# labelaudit --src where a program of Python gets what it calls by a text or from a file: names in
# data, tags of YAML, pickles, code in texts; and where a file that nothing imports puts another function
# in the place of a module's. The truth is what running each shows.
. tests/lib.sh
. tests/says.sh
program() { # NAME STATEMENTS [IMPORTS]: engine.py beside it
	mkdir -p "$T/$1"
	printf '%s\n' 'import torch' 'def build(m): return torch.compile(m)' 'def plain(m): return m' 'class Fast:' '    def __init__(self, n=1): self.n = n' \
		'    def prepare(self, m): return torch.compile(m)' 'class Slow:' '    def __init__(self, n=1): self.n = n' '    def prepare(self, m): return m' >"$T/$1/engine.py"
	{
		printf '%s\n' 'import sys, time, torch, engine, json, yaml, pickle' "${3-}" 'label = sys.argv[1]' 'm = torch.nn.Linear(2, 2)' "$2"
		printf '%s\n' 't = time.time()' 'm(torch.zeros(2))' 'print(label, time.time() - t)'
	} >"$T/$1/b.py"
}
is() { # VERDICT NAME STATEMENTS [IMPORTS]; other files are there already
	program "$2" "$3" "${4-}"
	says "$1" fast "$2"
}
with() { # NAME FILE TEXT
	mkdir -p "$T/$1"
	printf '%s\n' "$3" >"$T/$1/$2"
}

# dotted names
J='{"fast": "engine.build", "slow": "engine.plain"}'
for n in 'locate:import pydoc:pydoc.locate' 'import_string:from werkzeug.utils import import_string:import_string' 'django:from django.utils import module_loading:module_loading.import_string' \
	'class:import hydra.utils:hydra.utils.get_method'; do
	name=${n%%:*} n=${n#*:}
	with "$name" ops.json "$J"
	is wired "$name" "m = ${n#*:}(json.load(open('ops.json'))[label])(m)" "${n%%:*}"
	with "${name}_not" ops.json '{"fast": "engine.plain", "slow": "engine.build"}'
	is unreachable "${name}_not" "m = ${n#*:}(json.load(open('ops.json'))[label])(m)" "${n%%:*}"
done
with colon ops.json '{"fast": "engine:build", "slow": "engine:plain"}'
is wired colon "m = pkgutil.resolve_name(json.load(open('ops.json'))[label])(m)" 'import pkgutil'
program not_known "m = pydoc.locate(open('/etc/op').read())(m)" 'import pydoc'
leaves_open not_known
with made ops.yaml 'fast: {_target_: engine.Fast, n: 3}
slow: {_target_: engine.Slow}'
is wired made "m = instantiate(yaml.safe_load(open('ops.yaml'))[label]).prepare(m)" 'from hydra.utils import instantiate'
with made_not ops.yaml 'fast: {_target_: engine.Slow, n: 3}
slow: {_target_: engine.Fast}'
is unreachable made_not "m = instantiate(yaml.safe_load(open('ops.yaml'))[label]).prepare(m)" 'from hydra.utils import instantiate'
with made_partly ops.yaml 'fast: {_target_: engine.Slow, _args_: [3]}
slow: {_target_: engine.Fast}'
program made_partly "m = instantiate(yaml.safe_load(open('ops.yaml'))[label]).prepare(m)" 'from hydra.utils import instantiate'
leaves_open made_partly
program handed "if label == 'fast': logging.config.dictConfig({'version': 1, 'handlers': {'h': {'()': 'engine.Fast.prepare'}, 'k': {'()': 'engine.build'}}})" 'import logging.config'
leaves_open handed
is unreachable handed_other "if label == 'fast': logging.config.dictConfig({'version': 1, 'handlers': {'h': {'()': 'engine.plain'}}})" 'import logging.config'

# tags of YAML
with tag ops.yaml 'fast: !!python/name:engine.build
slow: !!python/name:engine.plain'
is wired tag "m = yaml.unsafe_load(open('ops.yaml'))[label](m)"
with tag_not ops.yaml 'fast: !!python/name:engine.plain
slow: !!python/name:engine.build'
is unreachable tag_not "m = yaml.unsafe_load(open('ops.yaml'))[label](m)"
for n in 'object:engine.Fast {n: 1}' 'object/apply:engine.build [1]' 'object/new:engine.Fast [1]'; do
	k=$((${k:-0} + 1))
	with tag$k ops.yaml "fast: !!python/$n
slow: 1"
	program tag$k "c = yaml.unsafe_load(open('ops.yaml'))[label]"
	leaves_open tag$k
done
with tag_plain ops.yaml 'fast: !!python/tuple [engine.build]
slow: !!python/str x'
is unreachable tag_plain "c = yaml.unsafe_load(open('ops.yaml'))[label]"

# pickles
P="if label == 'fast': "
is wired copied "$P m = pickle.loads(pickle.dumps(engine.Fast())).prepare(m)"
is unreachable copied_not "$P m = pickle.loads(pickle.dumps(engine.Slow())).prepare(m)"
for n in 'pickle.load:pickle' 'dill.load:dill' 'joblib.load:joblib'; do
	k=$((k + 1))
	program stored$k "$P m = ${n%%:*}(open('f', 'rb'))(m)" "import ${n#*:}"
	leaves_open stored$k
	program stored_method$k "$P m = ${n%%:*}(open('f', 'rb')).prepare(m)" "import ${n#*:}"
	leaves_open stored_method$k
done
program stored_model "$P m = torch.load('f').prepare(m)"
leaves_open stored_model
is unreachable weights "$P m.load_state_dict(torch.load('f'))"
is unreachable model "m = torch.load(label + '.pt')"
program reduced "class K:
    def __reduce__(self): return (engine.build, (m,))
$P m = pickle.loads(pickle.dumps(K()))"
leaves_open reduced

# text that is run
for n in 'code:code.InteractiveInterpreter(globals()).runsource("m = torch.compile(m)")' 'doctest:doctest.testmod()' 'cProfile:cProfile.run("engine.build(m)")' \
	'ctypes:ctypes.pythonapi.PyRun_SimpleString(b"import torch")'; do
	program "run_${n%%:*}" "$P ${n#*:}" "import ${n%%:*}"
	leaves_open "run_${n%%:*}"
done

# what stands in the place of a module's member, by a file that nothing imports
tested() { # NAME CONFTEST
	mkdir -p "$T/$1"
	printf '%s\n' 'def prepare(label, m):' '    if label == "fast": return make(m)' '    return m' 'def make(m): return m.half()' >"$T/$1/engine.py"
	printf '%s\n' 'import torch, time, pytest, engine' '@pytest.mark.parametrize("label", ["fast", "slow"])' 'def test_speed(label):' \
		'    m = engine.prepare(label, torch.nn.Linear(2, 2))' '    t = time.time()' '    m(torch.zeros(2))' '    print(time.time() - t)' >"$T/$1/test_speed.py"
	printf '%s\n' 'import pytest, torch, engine' 'from unittest import mock' "$2" >"$T/$1/conftest.py"
}
X='@pytest.fixture(autouse=True)
def speedup(monkeypatch, mocker):
    '
for n in "${X}monkeypatch.setattr(engine, 'make', torch.compile)" "${X}monkeypatch.setattr('engine.make', torch.compile)" "${X}mocker.patch('engine.make', new=torch.compile)" \
	"${X}with mock.patch('engine.make', torch.compile): yield" "${X}with mock.patch.object(engine, 'make', torch.compile): yield" \
	"${X}monkeypatch.setitem(engine.__dict__, 'make', torch.compile)" 'def pytest_configure(config): engine.make = torch.compile' \
	"def pytest_configure(config): setattr(engine, 'make', torch.compile)" "def pytest_configure(config): vars(engine)['make'] = torch.compile" \
	"def pytest_configure(config): engine.make = lambda m: torch.compile(m)" 'def fast(m): return torch.compile(m)
def pytest_configure(config): engine.make = fast'; do
	k=$((k + 1))
	tested patched$k "$n"
	leaves_open patched$k
done
for n in "${X}monkeypatch.setattr(engine, 'other', torch.compile)" "${X}monkeypatch.setattr(engine, 'make', lambda m: m)" 'other = torch.compile(torch.nn.Linear(2, 2))' \
	"def pytest_configure(config): engine.make = None"; do
	k=$((k + 1))
	tested patched_not$k "$n"
	run labelaudit --src --label fast "$T/patched_not$k"
	check "patched_not$k is out of reach" grep -qEx 'fast: (unreachable|label-only)' "$T/out"
done

# a package that hands on a module of another: the name is there, and what the module does counts
hands() { # hands FOLDER BODY
	mkdir -p "$T/$1/pkg/sub" "$T/$1/pkg/way"
	: >"$T/$1/pkg/__init__.py"
	: >"$T/$1/pkg/sub/__init__.py"
	printf '%s\n' "$2" >"$T/$1/pkg/sub/one.py"
	echo "${3:-from pkg.sub import one as first}" >"$T/$1/pkg/way/__init__.py"
	printf '%s\n' 'from pkg.way import first' 'def make(kind):' '    assert kind in ("fast", "slow")' '    first.go(kind)' '    return kind' >"$T/$1/pkg/make.py"
}
hands passed 'def go(kind): return kind'
says label-only fast passed
hands passed_beside 'def go(kind): return kind' 'from ..sub import one as first'
says label-only fast passed_beside
hands passed_two 'import torch
def go(kind): return torch.compile(go)'
leaves_open passed_two
hands passed_load 'import os
os.system(os.environ["X"])
def go(kind): return kind'
leaves_open passed_load
hands passed_none 'def go(kind): return kind' 'from pkg.sub import one as second'
leaves_open passed_none
hands passed_gone 'def go(kind): return kind' 'from pkg.sub import _one as first'
leaves_open passed_gone
