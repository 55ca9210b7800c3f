# .ci/run: its status and its last line, with a stand-in for make.
. tests/lib.sh
mkdir -p "$T/bin" "$T/top/.ci" "$T/archive/TR120"
cp .ci/run "$T/top/.ci/"
cat >"$T/bin/make" <<E
#!/bin/sh
echo "\$*" >>"$T/log"
[ "\$1" = demo ] && exit \$DEMO
cat "$T/check"
[ "\$CHECK" = 0 ] || echo "make: *** [check] Error 1" >&2
exit \$CHECK
E
chmod +x "$T/bin/make"
ci() { # DEMO CHECK DATA
	: >"$T/log"
	run env PATH="$T/bin:$PATH" DEMO="$1" CHECK="$2" DATA="$3" bash "$T/top/.ci/run"
	tail -n 1 "$T/out" >"$T/last"; mv "$T/last" "$T/out"
}
printf 'one 3 passed\nskipped 1 this: no locale\n3 passed, 0 failed\n' >"$T/check"
ci 0 0 "$T/archive"
is_status 0 "all passed"
is_out "the last line counts" <<E
3 passed, 0 failed
E
same "it calls these two" - "$T/log" <<E
demo
check
E
printf 'one 3 passed\n2 passed, 1 failed\n' >"$T/check"
ci 0 2 "$T/archive"
is_status 2 "a test failed"
is_out "the last line counts then too" <<E
2 passed, 1 failed
E
ci 2 0 "$T/archive"
is_status 2 "the demo failed"
printf 'skipped 1 that: no artifacts in x (make data)\n3 passed, 0 failed\n' >"$T/check"
ci 0 0 "$T/archive"
is_status 1 "a skip for want of DATA that is there"
is_out "and the last line counts" <<E
3 passed, 0 failed
E
ci 0 0 "$T/none"
is_status 0 "a skip for want of DATA that is not there"

# tests/run.sh: a long test prints nothing, so a line says what runs.
mkdir -p "$T/suite/tests"
cp tests/run.sh "$T/suite/tests/"
echo 'sleep 3; echo "ok - slow"' >"$T/suite/tests/slow.sh"
echo 'echo "ok - quick"' >"$T/suite/tests/quick.sh"
run env TICK=1 sh -c 'cd "$1" && sh tests/run.sh slow quick' - "$T/suite"
is_status 0 "two tests pass"
check "a line while the first runs" grep -qE '^    \.\.\. [0-9]+ s, running: slow \(test 1 of 2\)$' "$T/out"
tail -n 1 "$T/out" >"$T/last"; mv "$T/last" "$T/out"
is_out "and the last line counts" <<E
2 passed, 0 failed
E
check "with TESTS unset it runs every test, and says how long that takes" \
	env -u MAKEFLAGS -u TESTS sh -c "make -n --no-print-directory check | grep -q 'every test: 15 minutes'"
