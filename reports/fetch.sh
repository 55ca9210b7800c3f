#!/bin/sh
# Fetches the published artifacts with git and checks each file against
# SHA256SUMS. `make data` runs it.
#
#   sh reports/fetch.sh [FOLDER]      (default: data)
#
# Only the files that SHA256SUMS lists are taken, as the very bytes that were
# committed (no line-end conversion). They are put together in a folder beside
# FOLDER, which gets its name only when every sum holds: FOLDER is whole or not
# there. A FOLDER that exists is checked and never changed.
#
# REPO=URL       another repository, or a copy of it on this machine
# SUMS=FILE      another list of sums          (reports/SHA256SUMS)
# ARTIFACTS=FILE another list of commits       (reports/artifacts.txt)
#
# Exit status: 0 whole and checked, 1 a file is missing or differs, 2 usage, or
# the repository or the commit cannot be had.
set -eu
LC_ALL=C; export LC_ALL
here=$(dirname "$0")
REPO=${REPO:-https://github.com/Sahil170595/Chimeraforge}
SUMS=${SUMS:-$here/SHA256SUMS}
ARTIFACTS=${ARTIFACTS:-$here/artifacts.txt}

say() { printf 'fetch: %s\n' "$*" >&2; }
die() { status=$1; shift; say "$@"; exit "$status"; }

[ $# -le 1 ] || die 2 "one folder at most; got $*"
to=${1:-data}
case $to in -*) die 2 "usage: fetch.sh [FOLDER]" ;; esac
for f in "$SUMS" "$ARTIFACTS"; do [ -r "$f" ] || die 2 "$f: cannot read"; done
command -v git >/dev/null || die 2 "git is not installed"

# Prints each listed file of folder $1 that is not there or differs.
wrong() (
	sums=$(cd "$(dirname "$SUMS")" && pwd)/$(basename "$SUMS")
	cd "$1" 2>/dev/null || { echo "$1: cannot be entered"; exit; }
	sha256sum --check --strict --quiet "$sums" 2>&1 | grep -v '^sha256sum: WARNING' || :
)

if [ -e "$to" ] || [ -L "$to" ]; then
	[ -d "$to" ] || die 2 "$to: not a folder"
	bad=$(wrong "$to")
	[ -z "$bad" ] || {
		printf '%s\n' "$bad" | head -n 5 >&2
		other='it is left alone: remove it, or name another folder'
		die 1 "$to exists and is not what $SUMS lists; $other"
	}
	echo "$to: $(grep -c . "$SUMS") files, all as $SUMS lists them"
	exit 0
fi

part=$(mktemp -d "$to.part.XXXXXX") || die 2 "$to: cannot make a folder beside it"
trap 'rm -rf "$part"' EXIT
trap 'exit 2' HUP INT TERM
mkdir "$part/out"
GIT_DIR=$part/git GIT_TERMINAL_PROMPT=0 # a repository that is gone must not ask for a password
export GIT_DIR GIT_TERMINAL_PROMPT
git init -q --bare "$GIT_DIR"
git remote add origin "$REPO"
# A partial clone: the commit's folders first, then only the files wanted.
git config remote.origin.promisor true
git config remote.origin.partialCloneFilter blob:none

# Takes from commit $3 the files below $2 that the list has below $1.
take() {
	say "$1: commit $3 of $REPO"
	git fetch -q --depth 1 --no-tags --filter=blob:none origin "$3" 2>"$part/err" || {
		cat "$part/err" >&2; die 2 "cannot fetch commit $3 from $REPO"; }
	# MODE TYPE OBJECT<tab>PATH; only plain files count
	git -c core.quotePath=false ls-tree -r "$3" -- "$2/" >"$part/tree"
	awk -v here="$1/" -v there="$2/" -v missing="$part/missing" '
		FILENAME == ARGV[1] {
			if (/^100/) { split($0, f, "\t"); split(f[1], m, " ")
				object[here substr(f[2], length(there) + 1)] = m[3] }
			next
		}
		{ path = substr($0, 67) }
		index(path, here) == 1 {
			if (path in object) print object[path], path; else print path >missing }
	' "$part/tree" "$SUMS" >"$part/take"
	[ ! -s "$part/missing" ] || {
		head -n 5 "$part/missing" >&2
		die 1 "$(grep -c . "$part/missing") files of $1 are not in commit $3"; }
	cut -d' ' -f1 "$part/take" | sort -u |
		git -c fetch.negotiationAlgorithm=noop fetch -q --no-tags --no-write-fetch-head \
			--filter=blob:none --stdin origin 2>"$part/err" || {
		cat "$part/err" >&2; die 2 "cannot fetch the files of $1 from $REPO"; }
	while read -r object path; do
		mkdir -p "$part/out/$(dirname "$path")"
		git cat-file blob "$object" >"$part/out/$path" || die 2 "cannot write $path"
	done <"$part/take"
}

grep -v '^#' "$ARTIFACTS" >"$part/artifacts"
while read -r folder there commit; do
	take "$folder" "$there" "$commit"
done <"$part/artifacts"

bad=$(wrong "$part/out")
[ -z "$bad" ] || {
	printf '%s\n' "$bad" | head -n 5 >&2
	die 1 "what was fetched is not what $SUMS lists; nothing is kept"
}
mv -T "$part/out" "$to" || die 2 "$to: cannot name it so"
echo "$to: $(grep -c . "$SUMS") files, all as $SUMS lists them"
