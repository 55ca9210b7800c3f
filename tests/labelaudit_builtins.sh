# labelaudit --src: functions of Python itself that make one value of another are run, or what they give is not known.
. tests/lib.sh
. tests/says.sh
# asks VERDICT NAME TEST [BEFORE]: a program that compiles under --fast where TEST holds
asks() {
	mkdir -p "$T/$2"
	printf '%s\n' 'import argparse, torch' "${4:-}" 'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' \
		'f = lambda x: x' 'if parser.parse_args().fast:' "    if $3: f = torch.compile(f)" 'print(f(1))' >"$T/$2/main.py"
	says "$1" fast "$2"
}
asks wired chr 'chr(124) == "|"'
asks unreachable chr_other 'f"{chr(124)}" == "124"'
asks conditional bytes 'bytes([97]).decode() == "a"'
asks conditional view 'memoryview(b"ab")[0] == 97'
asks wired slice '"abc"[S] == "ab"' 'S = slice(2)'
asks wired slice_from '"abc"[S] == "bc"' 'S = slice(1, 3)'
asks unreachable slice_other '"abc"[S] == "abc"' 'S = slice(0, 2)'
given='class A: x = 1
delattr(A, "x")'
asks wired gone 'not hasattr(A, "x")' "$given"
asks unreachable gone_other 'hasattr(A, "x")' "$given"
