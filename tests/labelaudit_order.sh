# labelaudit --src on what a list or a dict of Python holds and in which order, where functions of other modules
# change it (bisect, heapq, random, operator, list.append), where a key is taken out and put back, and where the
# members of an object are a dict that it was given.
. tests/lib.sh
. tests/says.sh
n=0
program() { # STATEMENTS: on is "jit" under the label, g compiles where it is told so
	n=$((n + 1))
	mkdir -p "$T/o$n"
	printf '%s\n' 'import bisect, heapq, operator, random, sys, time, torch' 'from collections import OrderedDict' 'net = torch.nn.Linear(2, 2)' 'x = torch.zeros(2)' \
		'on = "jit" if sys.argv[1] == "fast" else "plain"' 'def g(n, backend="plain"):' '    return torch.compile(n) if backend == "jit" else n' \
		"$1" 't = time.time()' 'm(x)' 'print(time.time() - t)' >"$T/o$n/b.py"
}
open_() { # by STATEMENTS
	program "$1"
	leaves_open "o$n"
}
is() { # VERDICT STATEMENTS
	program "$2"
	says "$1" fast "o$n"
}
Q='q = ["plain"]
'
for s in 'bisect.insort(q, on)' 'bisect.insort_left(q, on)' 'heapq.heappush(q, on)' 'heapq.heapreplace(q, on)' 'heapq.heappushpop(q, on)' 'operator.setitem(q, 0, on)' \
	'q.append(on); heapq.heapify(q)' 'q.append(on); random.shuffle(q)' 'list.insert(q, 0, on)' 'list.__setitem__(q, 0, on)' 'q.append(on); list.reverse(q)' 'q.append(on); heapq.heappop(q)'; do
	open_ "$Q$s
m = g(net, q[0])"
done
for s in 'bisect.insort(q, "plain")' 'heapq.heappush(q, "plain")' 'list.append(q, on)' 'list.insert(q, 1, on)'; do
	is unreachable "$Q$s
m = g(net, q[0])"
done
D='d = OrderedDict(a="plain", b=on)
'
for s in 'd.move_to_end("a")' 'd.move_to_end("b", last=False)' 'd.popitem(last=False)' 'd["a"] = d.pop("a")' 'v = d["a"]; del d["a"]; d.setdefault("a", v)' 'v = d.pop("a"); d.update(a=v)'; do
	is wired "$D$s
m = g(net, next(iter(d.values())))"
done
for s in 'd.move_to_end("b")' 'd.popitem()' 'd["a"] = d["a"]' 'd["b"] = d.pop("b")'; do
	is unreachable "$D$s
m = g(net, next(iter(d.values())))"
done
is wired "${D}m = g(net, d.popitem()[1])"
is unreachable "${D}m = g(net, d.popitem(last=False)[1])"
K='class K:
    backend = "plain"
'
is wired "$K    def __init__(self, **kw):
        self.__dict__ = {**kw}
m = g(net, K(backend=on).backend)"
is unreachable "$K    def __init__(self, **kw):
        self.__dict__ = {**kw}
m = g(net, K(other=on).backend)"
open_ "$K    S = {}
    def __init__(self):
        self.__dict__ = K.S
a = K(); b = K()
a.backend = on
m = g(net, b.backend)"
A='class A(dict):
    def __init__(self, **kw):
        super().__init__(**kw)
        self.__dict__ = self
a = A(backend="plain")
'
is wired "${A}a.backend = on
m = g(net, a['backend'])"
open_ "${A}a['backend'] = on
m = g(net, a.backend)"
is unreachable "${A}a.other = on
m = g(net, a['backend'])"
F='def mk(n, *, backend="plain"):
    return g(n, backend)
'
open_ "${F}mk.__kwdefaults__['backend'] = on
m = mk(net)"
is unreachable "${F}mk(net, backend='plain')
m = mk(net)"
