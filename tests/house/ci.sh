# .ci/run: its status and its last line, with a stand-in for make.
. tests/lib.sh
mkdir -p "$T/bin" "$T/top/.ci" "$T/archive/TR120"
cp .ci/run "$T/top/.ci/"
cat >"$T/bin/make" <<E
#!/bin/sh
echo "\$*" >>"$T/log"
echo "\$TORCH_PYTHON" >"$T/python"
[ "\$1" = demo ] && exit \$DEMO
cat "$T/check"
[ "\$CHECK" = 0 ] || echo "make: *** [check] Error 1" >&2
exit \$CHECK
E
chmod +x "$T/bin/make"
ci() { # DEMO CHECK DATA
	: >"$T/log"
	run env PATH="$T/bin:$PATH" DEMO="$1" CHECK="$2" DATA="$3" TORCH_PYTHON="${4-none}" \
		bash "$T/top/.ci/run"
	mv "$T/out" "$T/all"; tail -n 1 "$T/all" >"$T/out"
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
printf '#!/bin/sh\necho "file size used 14000000 free"\necho "file size used 14000000 free"\n' \
	>"$T/bin/df"
chmod +x "$T/bin/df"
ci 0 0 "$T/none" ""
is_status 0 "no room for torch"
check "is said" grep -qx 'torch was not installed: 15 GB are not free' "$T/all"
sed 's/14000000/16000000/g' "$T/bin/df" >"$T/df" && cat "$T/df" >"$T/bin/df"
cat >"$T/bin/python3" <<'E'
#!/bin/sh
mkdir -p "$3/bin" && printf '#!/bin/sh\nexit %s\n' "$PIP" >"$3/bin/pip" && chmod +x "$3/bin/pip"
E
chmod +x "$T/bin/python3"
PIP=1; export PIP
ci 0 0 "$T/none" ""
check "pip fails: so is that" grep -qx 'torch was not installed: pip: status 1' "$T/all"
PIP=0
ci 0 0 "$T/none" ""
same "the tests are told of the torch that was installed" - "$T/python" <<E
$T/top/build/torch/bin/python
E
rm "$T/bin/python3" "$T/bin/df"

# tests/run.sh: tests side by side, each reported whole; a line says what runs.
mkdir -p "$T/suite/tests/folder" "$T/suite/build/tests/folder"
for f in run lib transcript cells sanitized; do cp "$(find tests -name $f.sh)" "$T/suite/tests/"; \
	done
test_of() { cat >"$T/suite/tests/$1.sh"; } # NAME
test_of folder/slow <<'E'
echo "ok - slow"; : >"$MARK.slow"
i=0; until [ -e "$MARK.quick" ] || [ $i -ge 200 ]; do sleep 0.1; i=$((i + 1)); done
sleep 2; [ $i -lt 200 ] && echo "ok - quick ran beside it"
E
test_of quick <<'E'
i=0; until [ -e "$MARK.slow" ] || [ $i -ge 200 ]; do sleep 0.1; i=$((i + 1)); done
echo "ok - quick"; : >"$MARK.quick"; : >"$TMPDIR/file"
E
printf '#!/bin/sh\necho "not ok - unit"\n' >"$T/suite/build/tests/folder/quick_test"
chmod +x "$T/suite/build/tests/folder/quick_test"
: >"$T/suite/tests/folder/quick_test.c"
suite() { run env -u MAKEFLAGS -u LIMIT TICK=1 MARK="$T/mark" "$@" sh \
	-c 'cd "$0" && exec sh tests/run.sh $TESTS' "$T/suite"; }
last() { tail -n 1 "$T/out" >"$T/last"; mv "$T/last" "$T/out"; is_out "$1"; }
suite JOBS=2 TESTS="slow quick"
is_status 1 "a unit test of that name fails"
check "a line says what runs" grep -qE '^    \.\.\. [0-9]+ s, 2 of 3 done, running slow [0-9]+ s$' \
	"$T/out"
check "a test is reported when it ends" sh \
	-c "sed '/\.\.\./d; s/ .*//' '$T/out' | tail -n 2 | tr '\n' ' ' | grep -qx 'slow 3 '"
last "and the last line counts" <<E
3 passed, 1 failed
E
suite JOBS=1 TESTS="quick run lib"
check "what is no test is said" sh -c "grep '^no test' '$T/out' | tr '\n' ',' |
	grep -qx 'no test is named run,no test is named lib,'"
last "and is failed" <<E
1 passed, 3 failed
E
test_of hangs <<'E'
echo "ok - begun"; sleep 100
E
suite LIMIT=1 TESTS=hangs
is_status 1 "a test that does not end"
check "is named" grep -qx 'not ok - hangs: killed: it did not end in 1 s' "$T/out"
# a signal: nothing goes on behind it
test_of hangs <<'E'
sleep 1000 & echo $! >"$MARK.pid"; wait
E
mkdir "$T/tmp"
(cd "$T/suite" && exec env MARK="$T/mark" TMPDIR="$T/tmp" sh tests/run.sh hangs) >"$T/out" 2>&1 & \
	runner=$!
i=0; until [ -s "$T/mark.pid" ] || [ $i -ge 600 ]; do sleep 0.1; i=$((i + 1)); done
kill $runner; status=0; wait $runner || status=$?
is_status 1 "terminated"
# of itself it would end 1000 s after it began; what nobody has waited for is still listed
ended() { ! kill -0 "$1" 2>/dev/null || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }
pid=$(cat "$T/mark.pid")
i=0; until ended "$pid" || [ $i -ge 600 ]; do sleep 0.1; i=$((i + 1)); done
check "its tests end" eval '[ -n "$pid" ] && ended "$pid"'
check "and leave no file" sh -c '! ls "$0" | grep .' "$T/tmp"
check "with TESTS unset it runs every test, and says how long that takes" \
	env -u MAKEFLAGS -u TESTS sh -c "make -n --no-print-directory check |
		grep -q 'every test: 10 minutes'"
