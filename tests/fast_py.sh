# For tests of labelaudit --src on Python: small programs that do something where --fast is given (it needs tests/says.sh).
# prog NAME LINE [BEFORE [THEN]]: does LINE, and THEN
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import argparse, asyncio, cmd as shell, functools, os, shlex, subprocess, sys' "${3:-}" \
		'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' 'parser.add_argument("x")' 'args = parser.parse_args()' \
		'if args.fast:' "    $2" "    ${4:-pass}" 'print(args.fast)' >"$T/$1/main.py"
}
knows() { prog "$@" && says label-only fast "$1"; }
opens() { prog "$@" && leaves_open "$1"; }
