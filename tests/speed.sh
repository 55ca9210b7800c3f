# speed.sh - for tests of labelaudit --src on programs of Python in which the label `fast` makes
# something run, which may call speed(): that compiles what is timed. A test sources it after says.sh.

tree() { # NAME DEFINITIONS STATEMENTS: what `fast` runs
	mkdir -p "$T/$1"
	{
		printf '%s\n' 'import sys, time, torch' 'm = torch.nn.Linear(2, 2)' 'def speed(*a, **k):' '    global m' '    m = torch.compile(m)'
		printf '%s\n' "$2" 'if sys.argv[1] == "fast":'
		printf '%s\n' "$3" | sed 's/^/    /'
		printf '%s\n' 't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)'
	} >"$T/$1/b.py"
}

# unsure NAME: compiled, and never said to compile nothing
unsure() {
	run labelaudit --src --label fast "$T/$1"
	check "$1 is left open" grep -Eqx "fast: (unknown|conditional)" "$T/out"
}
