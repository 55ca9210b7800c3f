# sanitized.sh - tests again, with programs that are built with AddressSanitizer and UBSan in
# build/asan (`make sanitized`, which `make check` does before). A test sources it after lib.sh:
#
#   sanitized WHAT COMMAND...   # COMMAND passes, and no sanitizer has something to say
#   sanitized_tools FOLDER      # the tests of each tool whose source lies in FOLDER
#
# A report goes to a file, so that no exit status or message of a tool can be taken for it, and
# none is missed.
asan=build/asan
export SLOW=1
compile_once -O0 # generated code is not what the sanitizers look at
export ASAN_OPTIONS="log_path=$T/report:exitcode=99"
export UBSAN_OPTIONS="log_path=$T/report:exitcode=99:print_stacktrace=1"
sanitized() { # WHAT COMMAND...
	what=$1; shift
	rc=0
	BUILD=$asan "$@" >"$T/log" 2>&1 || rc=$?
	if [ -n "$(find "$T" -maxdepth 1 -name 'report.*')" ]; then
		not_ok "$what: no report of the sanitizers"
		cat "$T"/report.* | head -30 | sed 's/^/# /'
		rm -f "$T"/report.*
	elif [ "$rc" -ne 0 ] || grep -q '^not ok' "$T/log"; then
		not_ok "$what under the sanitizers (status $rc)"
		grep -A5 '^not ok' "$T/log" | head -20 | sed 's/^/# /'
	else
		ok "$what under the sanitizers ($(grep -c '^ok' "$T/log") checks)"
	fi
}
sanitized_tools() {
	for source in "$1"/*.c; do
		t=$(basename "$source" .c)
		if [ ! -x "$BIN/$t" ]; then continue; fi
		# a tool of several modes has a test for each: TOOL_MODE.sh
		find tests -name "$t.sh" -o -name "${t}_*.sh" | sort >"$T/own"
		check "$t has a test of its own" test -s "$T/own"
		while read -r own; do sanitized "$(basename "$own" .sh)" sh "$own" </dev/null; done <"$T/own"
	done
}
