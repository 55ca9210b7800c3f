# setup.sh: each branch, with a PATH that holds stand-ins for the compiler and
# apt-get. What the stand-in apt-get was asked to do is in $S/log.
. tests/lib.sh
S=$T/machine

# A machine with only what a minimal Debian has; apt-get knows its package lists if $S/lists exists.
machine() {
	rm -rf "$S"; mkdir -p "$S/bin" "$S/usr/include" "$S/usr/share/i18n/locales"
	: >"$S/log"
	for p in sh cat env mkdir touch dirname ln rm; do ln -s "$(command -v $p)" "$S/bin/$p"; done
	stand_in id 'echo ${FAKE_UID:-0}'
	# the packages it installs become programs and headers of the machine
	stand_in apt-get '
		echo "$DEBIAN_FRONTEND: $*" >>"$S/log"
		case $* in
		*update*) [ ! -e "$S/offline" ] || exit 100; touch "$S/lists"; rm -f "$S/stale"; exit 0 ;;
		*"-s install"*) [ -e "$S/lists" ]; exit ;;
		esac
		[ ! -e "$S/stale" ] || exit 100
		for p; do case $p in
		gcc) cp_cc ;;
		libcjson-dev) header cjson/cJSON.h ;;
		libcsv-dev) header csv.h ;;
		libgsl-dev) header gsl/gsl_version.h ;;
		zlib1g-dev) header zlib.h ;;
		libzstd-dev) header zstd.h ;;
		libyaml-dev) header yaml.h ;;
		libcurl4-openssl-dev) header curl/curl.h ;;
		libopenblas-dev) header arch/openblas-any/cblas.h ;;
		libpcre2-dev) header pcre2posix.h ;;
		libutf8proc-dev) header utf8proc.h ;;
		libc6-dev) header stdio.h ;;
		binutils) program ar ;;
		mandoc|valgrind|python3) program $p ;;
		gnuplot-nox) program gnuplot ;;
		locales) touch "$S/usr/share/i18n/locales/de_DE" ;;
		esac; done'
}
stand_in() { # NAME BODY
	cat >"$S/bin/$1" <<-END
	#!$S/bin/sh
	S=$S
	header() { mkdir -p "\$(dirname "\$S/usr/include/\$1")"; touch "\$S/usr/include/\$1"; }
	program() { ln -s "\$S/bin/true" "\$S/bin/\$1"; }
	cp_cc() { ln -s "\$S/cc" "\$S/bin/cc"; }
	$2
	END
	chmod +x "$S/bin/$1"
}
# cc -E: fails on an #include of a header that the machine lacks
compiler() {
	stand_in compiler 'read -r _ h; h=${h#<}; [ -e "$S/usr/include/${h%>}" ]'
	mv "$S/bin/compiler" "$S/cc"
	stand_in true ':'
}
# everything that is looked for
complete() {
	ln -s "$S/cc" "$S/bin/cc"
	touch "$S/usr/share/i18n/locales/de_DE"
	for p in ar python3 mandoc gnuplot valgrind; do ln -s "$S/bin/true" "$S/bin/$p"; done
	for h in stdio.h cjson/cJSON.h csv.h gsl/gsl_version.h zlib.h zstd.h yaml.h \
		arch/openblas-any/cblas.h pcre2posix.h utf8proc.h curl/curl.h; do
		mkdir -p "$(dirname "$S/usr/include/$h")"; touch "$S/usr/include/$h"
	done
}
setup() { run env -i PATH="$S/bin" ROOT="$S" "$@" "$S/bin/sh" ./setup.sh; }
is_log() { cat >"$T/want"; same "$1" "$T/want" "$S/log"; }
by_hand() { # WHY PACKAGES
	printf 'setup: %s. As root, run:\napt-get install -y --no-install-recommends %s\n' "$1" "$2"
}

machine; compiler; complete
setup
is_status 0 "nothing is missing"
is_out "it prints nothing" </dev/null
is_err "and no message" </dev/null
is_log "and asks apt for nothing" </dev/null

rm "$S/usr/include/csv.h" "$S/bin/mandoc"
setup DEPS=0
is_status 2 "DEPS=0"
is_out "DEPS=0: the list" <<E
setup: these packages are missing: libcsv-dev mandoc
E
by_hand "DEPS=0, so nothing is installed" "libcsv-dev mandoc" | is_err "DEPS=0: the line"
is_log "DEPS=0 installs nothing" </dev/null

setup FAKE_UID=1000
is_status 2 "no root, no sudo"
by_hand "installing takes root, and there is no sudo" "libcsv-dev mandoc" |
	is_err "no root: the line"
is_log "without root nothing is installed" </dev/null

stand_in sudo '[ "$1" = -n ] && exit 1; exec "$@"'
setup FAKE_UID=1000
is_status 2 "no root, sudo with a password, no terminal"
by_hand "installing takes root, and sudo would ask for a password" "libcsv-dev mandoc" |
	is_err "sudo: the line"

stand_in sudo '[ "$1" = -n ] && shift; echo "sudo $*" >>"$S/log"; exec "$@"'
touch "$S/lists"
setup FAKE_UID=1000
is_status 0 "no root, but sudo"
apt='DEBIAN_FRONTEND=noninteractive apt-get -q'
is_log "sudo runs apt-get" <<E
sudo true
sudo env $apt -s install libcsv-dev mandoc
noninteractive: -q -s install libcsv-dev mandoc
sudo env $apt install -y --no-install-recommends libcsv-dev mandoc
noninteractive: -q install -y --no-install-recommends libcsv-dev mandoc
E
setup
is_out "then nothing is missing" </dev/null

machine; compiler; complete
mv "$S/usr/include/arch/openblas-any/cblas.h" "$S/usr/include/cblas.h"
setup DEPS=0
by_hand "DEPS=0, so nothing is installed" libopenblas-dev |
	is_err "the cblas.h of another library is not OpenBLAS"

machine; compiler; complete
rm "$S/usr/include/zlib.h"
setup
is_status 0 "root on a fresh machine"
is_log "package lists are fetched once" <<E
noninteractive: -q -s install zlib1g-dev
noninteractive: -q update
noninteractive: -q install -y --no-install-recommends zlib1g-dev
E

machine; compiler; complete
rm "$S/usr/include/zlib.h"; touch "$S/lists" "$S/stale"
setup
is_status 0 "stale package lists"
is_log "are fetched anew" <<E
noninteractive: -q -s install zlib1g-dev
noninteractive: -q install -y --no-install-recommends zlib1g-dev
noninteractive: -q update
noninteractive: -q install -y --no-install-recommends zlib1g-dev
E

machine; compiler; complete
rm "$S/usr/include/zlib.h"; touch "$S/offline"
setup
is_status 2 "no network"
by_hand "apt-get update failed" zlib1g-dev | is_err "no network: the line"

machine; compiler; complete
rm "$S/usr/include/zlib.h" "$S/bin/apt-get"
setup
is_status 2 "no apt-get"
by_hand "there is no apt-get here; the names are Debian's" zlib1g-dev |
	is_err "no apt-get: the line"

machine; compiler; complete
rm "$S/usr/include/zlib.h"; touch "$S/lists"; stand_in apt-get ':'
setup
is_status 2 "an apt-get that installs nothing"
by_hand "after installing, some are still not found" zlib1g-dev | is_err "it is noticed"

machine; compiler; touch "$S/lists"
setup
is_status 0 "a machine without a compiler"
check "it says how much it downloads" grep \
	-qx 'setup: apt-get downloads them now: about 135 MB where all of them are missing' "$T/out"
packages='gcc binutils libc6-dev libcjson-dev libcsv-dev libgsl-dev zlib1g-dev libzstd-dev'
packages="$packages libyaml-dev libcurl4-openssl-dev libopenblas-dev libpcre2-dev libutf8proc-dev"
packages="$packages python3 mandoc gnuplot-nox valgrind locales"
check "it gets all" grep -qx \
	"noninteractive: -q install -y --no-install-recommends $packages" "$S/log"

machine; compiler; complete; touch "$S/lists"; rm "$S/bin/cc"
setup
check "headers are seen without a compiler" grep \
	-qx 'noninteractive: -q install -y --no-install-recommends gcc' "$S/log"

machine; compiler; complete
ln -s "$S/cc" "$S/bin/clang"; rm "$S/bin/cc"
setup CC=clang
is_status 0 "another compiler"
is_log "CC=clang: cc is not missed" </dev/null

# With a terminal on standard input it asks. terminal ANSWER: fills $status and $T/out
terminal() {
	status=0
	printf '%s\n' "$1" | script -qec "env -i PATH='$S/bin' ROOT='$S' '$S/bin/sh' ./setup.sh" \
		/dev/null >"$T/out" 2>&1 || status=$?
}
machine; compiler; complete
rm "$S/usr/include/zlib.h"; touch "$S/lists"
terminal n
is_status 2 "the answer no"
check "it asked" grep -q 'Install them with apt-get? \[Y/n\]' "$T/out"
is_log "no: nothing is installed" </dev/null
terminal y
is_status 0 "the answer yes"
check "yes: it is installed" grep -q '^noninteractive: -q install -y' "$S/log"
