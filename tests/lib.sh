# lib.sh - what a shell test of a tool needs. A test sources it:
#
#   . tests/lib.sh
#   run TOOL ARGS...            # fills $status, $T/out, $T/err
#   is_status 2 "what"          # the status of the last run
#   is_out "what" <<E           # standard output, byte for byte
#   is_err "what" <<E           # standard error, byte for byte
#   check "what" COMMAND...     # holds if COMMAND exits 0
#   skip "what" "why"           # counted, never silent
#   no_data "what"              # skip, for want of the published artifacts
#   own_build                   # $BUILD is the test's own from here, for make to write in
#   compile_once [OPTION...]    # refrun compiles equal sources once from here, with OPTION more
#
# Each check prints "ok - what" or "not ok - what"; tests/run.sh counts them.
# Where $SLOW is set the tools run under a sanitizer: limits of time do not hold.
# Tools are found in $BIN; tests run in the top folder of the checkout.
set -u
LC_ALL=C; export LC_ALL
unset COLUMNS # the width of text is 80
BUILD=${BUILD:-build}
BIN=$BUILD/bin
PATH=$(cd "$BIN" && pwd):$PATH; export PATH
DATA=${DATA:-../shared/archive}
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
trap 'exit 1' HUP INT TERM

# RUNNER may hold a prefix such as valgrind; where a test needs one
run() { status=0; ${RUNNER:-} "$@" >"$T/out" 2>"$T/err" </dev/null || status=$?; }
run_in() { in=$1; shift; status=0; ${RUNNER:-} "$@" <"$in" >"$T/out" 2>"$T/err" || status=$?; }
ok() { printf 'ok - %s\n' "$1"; }
not_ok() { printf 'not ok - %s\n' "$1"; }
skip() { printf 'skip - %s: %s\n' "$1" "$2"; }
is_status() {
	if [ "$status" -eq "$1" ]; then ok "$2 (status $1)"; else
		not_ok "$2 (status $status, expected $1)"; sed 's/^/# /' "$T/err"; fi
}
same() { # WHAT EXPECTED GOT
	if cmp -s "$2" "$3"; then ok "$1"; else
		not_ok "$1"; diff -u "$2" "$3" | sed 's/^/# /'; fi
}
is_out() { cat >"$T/want"; same "$1" "$T/want" "$T/out"; }
is_err() { cat >"$T/want"; same "$1" "$T/want" "$T/err"; }
check() { what=$1; shift; if "$@" >"$T/check" 2>&1; then ok "$what"; else
	not_ok "$what"; sed 's/^/# /' "$T/check"; fi; }
# fails STATUS MESSAGE ARGS...: exits STATUS with exactly MESSAGE on standard error and nothing on
# standard output; where MESSAGE is -, it stands on standard input
fails() {
	want=$1; msg=$2; shift 2
	[ "$msg" != - ] || msg=$(cat)
	run "$@"
	printf '%s\n' "$msg" >"$T/want"
	if [ "$status" -ne "$want" ]; then not_ok "$msg (status $status, expected $want)"; \
		sed 's/^/# /' "$T/err"
	elif [ -s "$T/out" ]; then not_ok "$msg (it wrote to standard output)"
	else same "$msg" "$T/want" "$T/err"; fi
}
# runs a command as run does, and sets seconds of processor time, user and system
run_timed() {
	(run "$@"; echo "$status" >"$T/status"; times >"$T/times")
	status=$(cat "$T/status")
	# the second line of times is of the children: user and system, as 0m3.730000s
	seconds=$(sed -n 2p "$T/times" | tr 'ms' '  ' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }')
}
# The programs in it are those of the build that is tested: links, so that make finds nothing to do.
own_build() {
	mkdir "$T/build"
	for f in bin gen obj libassay.a librefrun.a; do
		ln -s "$(cd "$BUILD" && pwd)/$f" "$T/build/$f"
	done
	BUILD=$T/build
}
# The compiler of generated code, which compiles a source once and then copies what came of it.
# refrun cannot tell: it asks for each compile, and records it.
compile_once() {
	mkdir "$T/objects"
	cat >"$T/compile_once" <<-E
	#!/bin/sh
	case \$* in *.c*) ;; *) exec cc "\$@" ;; esac
	for f; do case \$f in *.c) source=\$f ;; *.so) object=\$f ;; esac; done
	key=\$({ echo "\$*"; cat "\$source"; } | sha256sum)
	kept='$T/objects/'\${key%% *}
	[ -e "\$kept" ] || {
		cc "\$@" $* && cp "\$object" "\$kept.\$\$" && mv "\$kept.\$\$" "\$kept"
	} || exit
	exec cp "\$kept" "\$object"
	E
	chmod +x "$T/compile_once"
	ASSAY_CC=$T/compile_once; export ASSAY_CC
}
have_data() { [ -d "$DATA/TR120" ]; }
no_data() { skip "$1" "no artifacts in $DATA (make data)"; }
