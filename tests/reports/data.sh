# reports/fetch.sh against repositories that are built here: no network.
. tests/lib.sh
git() { command git -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false \
	-c core.autocrlf=false "$@"; }
HOME=$T; export HOME
unset GIT_DIR GIT_WORK_TREE REPO SUMS ARTIFACTS

# A repository with two commits: the second prunes what the first published.
repo=$T/repo
mkdir -p "$repo/experiments/A/results/run one" "$repo/experiments/B/results"
printf 'x,y\r\n1,2\r\n' >"$repo/experiments/A/results/metrics.csv" # CRLF must come through
printf '{"a": 1}\n' >"$repo/experiments/A/results/run one/manifest.json"
printf 'not listed\n' >"$repo/experiments/A/results/plot.png"
printf '* text eol=lf\n*.csv text eol=lf\n' >"$repo/.gitattributes"
git -C "$repo" init -q -b main
git -C "$repo" add experiments
git -C "$repo" add .gitattributes
git -C "$repo" commit -qm one
first=$(git -C "$repo" rev-parse HEAD)
git -C "$repo" rm -rq experiments/A
printf 'b\n' >"$repo/experiments/B/results/b.csv"
git -C "$repo" add experiments
git -C "$repo" commit -qm two
second=$(git -C "$repo" rev-parse HEAD)

# The list of sums is made from what git holds, not from what fetch.sh made.
sum() { git -C "$repo" cat-file blob "$1" | sha256sum | cut -d' ' -f1; }
{
	printf '%s  A/metrics.csv\n' "$(sum "$first:experiments/A/results/metrics.csv")"
	printf '%s  A/run one/manifest.json\n' "$(sum \
		"$first:experiments/A/results/run one/manifest.json")"
	printf '%s  B/b.csv\n' "$(sum "$second:experiments/B/results/b.csv")"
} >"$T/sums"
printf '# a comment\nA experiments/A/results %s\nB experiments/B/results %s\n' "$first" "$second" \
	>"$T/artifacts"
export REPO="$repo" SUMS="$T/sums" ARTIFACTS="$T/artifacts"
fetch() { run sh reports/fetch.sh "$@"; }
no_rest() { # WHAT: neither the folder nor its parts are left
	rest=$(ls -d "$T"/data* 2>/dev/null)
	if [ -z "$rest" ]; then ok "$1"; else not_ok "$1"; echo "# left: $rest"; rm -rf "$T"/data*; fi
}

fetch "$T/data"
is_status 0 "fetch from two commits"
is_out "it says what it has" <<OUT
$T/data: 3 files, all as $T/sums lists them
OUT
(cd "$T/data" && find . -type f | sort) >"$T/out"
is_out "only the listed files are there" <<OUT
./A/metrics.csv
./A/run one/manifest.json
./B/b.csv
OUT
git -C "$repo" cat-file blob "$first:experiments/A/results/metrics.csv" >"$T/raw"
check "bytes are the committed ones, whatever .gitattributes says" cmp "$T/raw" \
	"$T/data/A/metrics.csv"
check "no part is left" sh -c '! ls -d "$1".part.*' - "$T/data"

fetch "$T/data"
is_status 0 "a whole folder is checked and kept"
REPO=$T/nowhere fetch "$T/data"
is_status 0 "a whole folder needs no repository"

printf 'b!\n' >"$T/data/B/b.csv"
fetch "$T/data"
is_status 1 "a folder that differs is refused"
is_err "a folder that differs is named" <<ERR
B/b.csv: FAILED
fetch: $T/data exists and is not what $T/sums lists; it is left alone: remove it, or name another folder
ERR
check "a folder that differs is not touched" grep -q 'b!' "$T/data/B/b.csv"
rm "$T/data/B/b.csv"
fetch "$T/data"
is_status 1 "a folder that lacks a file is refused"
check "a folder that lacks a file is not touched" test ! -e "$T/data/B/b.csv"
rm -rf "$T/data"
mkdir "$T/data"
fetch "$T/data"
is_status 1 "an empty folder is refused"
rm -rf "$T/data"
echo x >"$T/data"
fails 2 "fetch: $T/data: not a folder" sh reports/fetch.sh "$T/data"
rm "$T/data"

awk 'NR == 2 { c = substr($0, 1, 1); sub(/^./, c == "0" ? "1" : "0") } { print }' "$T/sums" \
	>"$T/tampered"
SUMS=$T/tampered fetch "$T/data"
is_status 1 "a sum that does not hold"
is_err "a sum that does not hold is named" <<ERR
fetch: A: commit $first of $repo
fetch: B: commit $second of $repo
A/run one/manifest.json: FAILED
fetch: what was fetched is not what $T/tampered lists; nothing is kept
ERR
no_rest "nothing is kept of it"

{ cat "$T/sums"; printf '%064d  A/gone.csv\n' 0; } >"$T/missing"
SUMS=$T/missing fetch "$T/data"
is_status 1 "a file that the commit lacks"
is_err "a file that the commit lacks is named" <<ERR
fetch: A: commit $first of $repo
A/gone.csv
fetch: 1 files of A are not in commit $first
ERR
no_rest "nothing is kept without it"

{ cat "$T/sums"; printf '%064d  C/c.csv\n' 0; } >"$T/missing"
SUMS=$T/missing fetch "$T/data"
is_status 1 "a file of a folder that no commit is named for"
no_rest "nothing is kept without that folder"

sed "s/$first/$second/" "$T/artifacts" >"$T/wrong"
ARTIFACTS=$T/wrong fetch "$T/data"
is_status 1 "the wrong commit"
is_err "what the wrong commit lacks is named" <<ERR
fetch: A: commit $second of $repo
A/metrics.csv
A/run one/manifest.json
fetch: 2 files of A are not in commit $second
ERR
no_rest "nothing is kept of the wrong commit"

sed "s/$first/1111111111111111111111111111111111111111/" "$T/artifacts" >"$T/wrong"
ARTIFACTS=$T/wrong fetch "$T/data"
is_status 2 "a commit that the repository lacks"
check "a commit that the repository lacks is named" \
	grep -qx "fetch: cannot fetch commit 1111111111111111111111111111111111111111 from $repo" "$T/err"
REPO=$T/nowhere fetch "$T/data"
is_status 2 "no repository"
check "the repository is named" grep -qx "fetch: cannot fetch commit $first from $T/nowhere" \
	"$T/err"
no_rest "nothing is kept without a repository"

# A git that stops the script while the second file is written: by a signal
# that it can catch, and by one that it cannot.
mkdir "$T/bin"
cat >"$T/bin/git" <<'FAKE'
#!/bin/sh
case $1 in cat-file)
	echo x >>"$COUNT"
	[ "$(grep -c . "$COUNT")" -lt 2 ] || {
		printf 'half'; kill -"$SIGNAL" $PPID; sleep 0.2; exit 1; } ;;
esac
PATH=${PATH#*:}; exec git "$@"
FAKE
chmod +x "$T/bin/git"
for SIGNAL in TERM KILL; do
	export SIGNAL COUNT="$T/count"
	rm -f "$COUNT"
	PATH=$T/bin:$PATH fetch "$T/data"
	check "stopped by $SIGNAL: it fails" test "$status" -ne 0
	check "stopped by $SIGNAL: no folder" test ! -e "$T/data"
	if [ $SIGNAL = TERM ]; then no_rest "stopped by $SIGNAL: no part is left"; fi
	fetch "$T/data"
	is_status 0 "after $SIGNAL, the next fetch is whole"
	rm -rf "$T"/data*
done
cat >"$T/bin/git" <<'FAKE'
#!/bin/sh
case $1 in cat-file) exit 1 ;; esac
PATH=${PATH#*:}; exec git "$@"
FAKE
PATH=$T/bin:$PATH fetch "$T/data"
is_status 2 "a file that cannot be read"
no_rest "nothing is kept when a file cannot be read"

# A server that can filter (as GitHub) and, above, one that cannot.
git -C "$repo" config uploadpack.allowFilter true
REPO=file://$repo fetch "$T/data"
is_status 0 "fetch from a server that filters"
cp "$T/err" "$T/filtered"
check "a server that filters: no warning" sh -c '! grep -i warning "$1"' - "$T/filtered"
rm -rf "$T/data"

run make -s data DATA="$T/data"
is_status 0 "make data"
check "make data: the folder is there" test -f "$T/data/B/b.csv"
fails 2 "fetch: one folder at most; got a b" sh reports/fetch.sh a b
fails 2 "fetch: usage: fetch.sh [FOLDER]" sh reports/fetch.sh -x
SUMS=$T/none fails 2 "fetch: $T/none: cannot read" sh reports/fetch.sh "$T/other"

# What is committed: each sum is of a folder that a commit is named for.
unset SUMS ARTIFACTS REPO
awk 'NR == FNR { if (!/^#/) known[$1] = 1; next }
	{ split(substr($0, 67), p, "/") }
	!(p[1] in known) || !/^[0-9a-f]+  [^ ]/ || length($1) != 64 { print; bad = 1 }
	END { exit bad }' reports/artifacts.txt reports/SHA256SUMS >"$T/strays" &&
	ok "every committed sum has its commit" || not_ok "every committed sum has its commit"
if have_data; then
	fetch "$DATA"
	is_status 0 "the archive at hand is what the committed list says"
else
	no_data "the archive against the committed list"
fi
