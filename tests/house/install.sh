# make install, uninstall, clean and help.
. tests/lib.sh
top=$PWD D="$T/a dest"
# as a user would call it: not as a part of the make that runs the tests
mk() { env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u DATA make -s --no-print-directory "$@"; }

run mk install DESTDIR="$D" PREFIX=/opt/assay BUILD="$BUILD"
is_status 0 "make install"
ls "$BIN" >"$T/want"; ls "$D/opt/assay/bin" >"$T/got"
same "every tool is installed" "$T/want" "$T/got"
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	check "$t runs from there" "$D/opt/assay/bin/$t" --version
done
(cd man && ls -- *.[157]) | sort >"$T/want"
(cd "$D/opt/assay/share/man" && ls man1 man5 man7) | grep '\.[157]$' | sort >"$T/got"
same "every man page is installed" "$T/want" "$T/got"
for page in man/*.[157]; do
	s=${page##*.} n=$(basename "$page")
	check "man finds $n in section $s" test -s "$D/opt/assay/share/man/man$s/$n"
done
check "tools may be run by all, pages read" sh -c \
	"! find '$D' -type f \\( -path '*/bin/*' ! -perm 755 -o -path '*/man/*' ! -perm 644 \\) | grep ."
for t in $(cd "$BIN" && ls); do
	printf '%s\n' "bash-completion/completions/$t" "fish/vendor_completions.d/$t.fish" \
		"zsh/site-functions/_$t"
done | LC_ALL=C sort >"$T/want"
(cd "$D/opt/assay/share" && find bash-completion fish zsh -type f -perm 644 -size +0) |
	LC_ALL=C sort >"$T/got"
same "every tool has a completion for three shells" "$T/want" "$T/got"
check "nothing else is installed" sh -c "! find '$D' -type f | grep -v '^$D/opt/assay/bin/' |
	grep -v '^$D/opt/assay/share/\\(man/man[157]\\|bash-completion\\|zsh\\|fish\\)/'"

: >"$D/opt/assay/bin/other"
run mk uninstall DESTDIR="$D" PREFIX=/opt/assay BUILD="$BUILD"
is_status 0 "make uninstall"
(cd "$D" && find . -type f) >"$T/out"
is_out "uninstall leaves what is not its own, and nothing else" <<E
./opt/assay/bin/other
E
run mk -n install BUILD="$BUILD"
check "without PREFIX and DESTDIR it is /usr/local" grep -q " '/usr/local/bin'\$" "$T/out"
run mk install DESTDIR=/dev/null/no BUILD="$BUILD"
check "an install that fails says so" test "$status" -ne 0

# A copy of the tracked files: what is built there is ignored by git and gone after make clean
git ls-files -z --cached --others --exclude-standard >"$T/files"
mkdir "$T/tree"
xargs -0 cp -P --parents -t "$T/tree" <"$T/files"
cd "$T/tree" || exit 1
(git init -q && git add -A && git -c user.name=test -c user.email=test@example.org commit \
	-qm copy) >/dev/null
unit=$(find tests -name '*_test.c' | sort | head -n 1)
run mk CFLAGS=-O0 all "build/${unit%.c}"
is_status 0 "a fresh copy builds"
git status --porcelain >"$T/out"
is_out "git sees nothing of the build" </dev/null
run mk clean
git status --porcelain --ignored >"$T/out"
is_out "make clean leaves nothing" </dev/null
cd "$top" || exit 1

run mk help
is_status 0 "make help"
check "it fits 80 columns" sh -c "! awk 'length > 80' '$T/out' | grep ."
cp "$T/out" "$T/help"
sed -n 's/^make \([a-z][a-z]*\).*/\1/p' "$T/help" | sort -u >"$T/targets"
for t in demo check install uninstall clean; do
	check "it has make $t" grep -qx "$t" "$T/targets"
done
while read -r t; do
	check "make $t is a target" mk -n "$t" BUILD="$BUILD"
done <"$T/targets"
