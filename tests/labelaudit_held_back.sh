# labelaudit --src on Python: what a container of a library gives back is not known, nor what a list or a module holds that was changed by a
# name which is no plain one; a function may be called by its __call__ (audit/label/vm/ext_method.c, lib_box.c, lib_member.c, lib_func.c).
. tests/lib.sh
. tests/says.sh
n=0
is() { # VERDICT LINE [BEFORE]: LINE runs under fast; g() compiles what is timed
	n=$((n + 1))
	mkdir -p "$T/p$n"
	printf '%s\n' 'import sys, time, torch, collections, subprocess' 'm = torch.nn.Linear(2, 2)' 'def g():' '    global m' '    m = torch.compile(m)' \
		'class K:' '    def go(self): g()' "${3:-}" 'if sys.argv[1] == "fast":' "    $2" 't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/p$n/b.py"
	if [ "$1" = opens ]; then leaves_open p$n; else says "$1" fast p$n; fi
}
is opens 'collections.deque([g]).pop()()'
is opens 'd.popleft()()' 'd = collections.deque(); d.append(g)'
is opens 'd.popleft().go()' 'd = collections.deque([K()])'
is opens 'collections.UserList([g]).pop()()'
is unreachable 'print(d.pop())' 'd = collections.deque(["a"])'
is wired 'd.pop()(); g()' 'd = collections.deque([len])'
is wired 'g.__call__()'
is unreachable 'len.__call__("a")'

# what a list names is started before the clock; no list is changed by what only reads it
cc() { # VERDICT LINE [BEFORE]: LINE runs under fast
	n=$((n + 1))
	mkdir -p "$T/p$n"
	printf 'import subprocess\nC = ["ls"]\ndef go(): subprocess.run(C)\n' >"$T/p$n/k.py"
	printf '%s\n' 'import sys, time, subprocess, k' 'C = ["ls"]' 'def run(c): subprocess.run(c)' 'run(["ls"])' "${3:-}" 't = time.time()' 'if sys.argv[1] == "fast":' "    $2" 'print(time.time() - t)' >"$T/p$n/b.py"
	says "$1" fast p$n
}
cc label-only 'subprocess.run(C)'
cc label-only 'C.__getitem__(0); subprocess.run(C)'
cc unknown 'C.__setitem__(0, "cc"); subprocess.run(C)'
cc unknown 'C.__iadd__(["-l"]); C.__delitem__(0); subprocess.run(C)'
cc label-only 'run.__call__(["ls"])'
cc unknown 'run.__call__(["cc"])'
cc label-only 'k.go()' 'setattr(k, "OTHER", ["cc"])'
cc unknown 'k.go()' 'setattr(k, sys.argv[2], ["cc"])'
