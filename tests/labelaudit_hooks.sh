# labelaudit --src on code of Python that runs without being called: hooks of classes and
# metaclasses, special methods, what is handed to libraries, members that are patched. In each
# program one label makes something run that compiles before the clock is read; what does
# not run is a near miss. Their truth is what running them under a stub shows.
. tests/lib.sh
. tests/says.sh
. tests/speed.sh

# metaclasses, and hooks of classes
M='class M(type):
    def %s(c, *a):
        speed()
        return type.%s(c, *a)
'
for f in __new__ __init__ __call__; do
	d=$(printf "$M" $f $f)
	tree "meta$f" "$d" 'class C(metaclass=M): pass
C()'
	says wired fast "meta$f"
done
tree prepare 'class M(type):
    @classmethod
    def __prepare__(c, *a):
        speed()
        return {}' 'class C(metaclass=M): pass'
says wired fast prepare
tree inherited 'class M(type):
    def __new__(c, n, *a):
        if n == "E": speed()
        return type.__new__(c, n, *a)
class C(metaclass=M): pass' 'class E(C): pass'
says wired fast inherited
tree other 'class M(type):
    def __new__(c, n, *a):
        if n == "E": speed()
        return type.__new__(c, n, *a)
class C(metaclass=M): pass' 'class D(C): pass'
says unreachable fast other
tree single 'class One(type):
    kept = {}
    def __call__(c, *a):
        if c not in c.kept: c.kept[c] = super().__call__(*a)
        return c.kept[c]
class C(metaclass=One):
    def __init__(self, f): self.f = f' 'C(speed)
C(int).f()'
says wired fast single
tree member 'class M(type):
    @property
    def x(c): speed()
    def go(c): pass
class C(metaclass=M): pass' 'C.x'
says wired fast member
tree method 'class M(type):
    @property
    def x(c): pass
    def go(c): pass
class C(metaclass=M): pass' 'C.go()'
says unreachable fast method
tree function 'def M(name, bases, d):
    speed()
    return type(name, bases, d)' 'class C(metaclass=M): pass'
says wired fast function
tree checked 'class M(type):
    def __instancecheck__(c, *a):
        speed()
        return True
class C(metaclass=M): pass' 'isinstance(1, C)'
unsure checked
tree derived 'class D:
    def __init_subclass__(c): speed()' 'type("C", (D,), {})'
says wired fast derived
tree only 'class D:
    def __init_subclass__(c): speed()' 'D()'
says unreachable fast only
tree item 'class D:
    def __class_getitem__(c, k): speed()' 'D[int]'
says wired fast item
tree enum 'import enum' 'class E(enum.Enum):
    A = 1
    def __init__(self, v): speed()'
says wired fast enum
tree missing 'import enum
class E(enum.Enum):
    A = 1
    @classmethod
    def _missing_(c, v):
        speed()
        return c.A' 'E(5)'
says wired fast missing
tree found 'import enum
class E(enum.Enum):
    A = 1
    @classmethod
    def _missing_(c, v):
        speed()
        return c.A' 'E(1)'
says unreachable fast found

# special methods that a library or an operation runs
while read -r name method how; do
	tree "$name" "class D:
    def $method(self, *a):
        speed()
        return ''" "$how"
	unsure "$name"
done <<'LIST'
percent __repr__ '%s' % D()
joined __format__ f'{D():>3}'
hashed __hash__ {D(): 1}
bound __contains__ 1 in D()
reflected __gt__ 1 < D()
deep __deepcopy__ __import__("copy").deepcopy(D())
LIST
tree probed 'class D:
    def __getattr__(self, *a):
        speed()
        return ""' 'getattr(D(), "x", None)'
says wired fast probed
tree own 'class D:
    def __hash__(self): return 1
    def quick(self): speed()' 'hash(D())'
says unreachable fast own

# what a library is handed
tree action 'import argparse
class A(argparse.Action):
    def __call__(self, *a): speed()' 'p = argparse.ArgumentParser()
p.add_argument("--x", action=A)
p.parse_args(["--x", "1"])'
unsure action
tree stream 'class W:
    def write(self, s): speed()' 'sys.stdout = W()
print(1)'
unsure stream
tree finder 'class F:
    def find_spec(self, *a): speed()' 'sys.meta_path.insert(0, F())
import colorsys'
unsure finder
tree private 'class W:
    def write(self, s): return 1
    def rebuild(self): speed()' 'sys.stdout = W()
print(1)'
says unreachable fast private

# what a name means is changed
for how in 'globals().update(go=speed)' 'globals()["go"] = speed' 'sys.modules[__name__].go = speed' 'import __main__; __main__.go = speed' \
	'go.__globals__["go"] = speed' 'go.__code__ = speed.__code__' 'vars().update({"go": speed})'; do
	tree renamed 'def go(): pass' "$how
go()"
	says wired fast renamed
done
tree elsewhere 'def go(): pass
class box: pass' 'box.__dict__
vars(box).update(go=speed)
go()'
says unreachable fast elsewhere
tree defaults 'def go(f=int): f()' 'go.__defaults__ = (speed,)
go()'
unsure defaults

# unittest.mock
for how in 'with mock.patch("__main__.go", speed): go()' 'with mock.patch.object(sys.modules[__name__], "go", speed): go()' \
	'mock.patch("__main__.go", new=speed).start(); go()' 'with mock.patch("__main__.go", side_effect=speed): go()' \
	'with mock.patch.dict(globals(), go=speed): go()' 'with mock.patch.multiple(__name__, go=speed): go()'; do
	tree patched 'from unittest import mock
def go(): pass' "$how"
	says wired fast patched
done
tree after 'from unittest import mock
def go(): pass' 'with mock.patch("__main__.go", speed): pass
go()'
says unreachable fast after
tree decorated 'from unittest.mock import patch
def go(): pass
@patch("__main__.go", speed)
def run(): go()' 'run()'
says wired fast decorated
for how in 'mock.patch("torch.compile", lambda m: m)' 'mock.patch.object(torch, "compile", side_effect=lambda m: m)' 'mock.patch.multiple(torch, compile=lambda m: m)' \
	'mock.patch.dict(torch.__dict__, compile=lambda m: m)'; do
	tree nothing 'from unittest import mock' "with $how: speed()"
	says unreachable fast nothing
done
