# The folders of audit/label: each includes only what is beneath it in the table of its README.md.
. tests/lib.sh

# Includes of the sources under DIR that run upwards by the table of DIR/README.md, and folders that it lacks.
upwards() { # DIR
	(cd "$1" && find . -name '*.[ch]' | sort | xargs awk '
		FILENAME == "README.md" {
			if (match($0, /^\| `[a-z.]+\/?` \| .* \| .* \|$/)) {
				split($0, cell, "`"); sub(/\/$/, "", cell[2]); rank[cell[2]] = ++n
			}
			next
		}
		FNR == 1 {
			folder = FILENAME; sub(/^\.\//, "", folder)
			if (!sub(/\/[^\/]*$/, "", folder)) folder = "."
			if (!(folder in rank)) print FILENAME ": its folder is not in README.md"
		}
		/^#include ".*\/.*"/ {
			split($0, part, "\""); to = part[2]
			if (folder == "." && to ~ /^\.\.\//) next # of another folder of audit/
			if (folder != "." && !sub(/^\.\.\//, "", to)) { print FILENAME ": " part[2]; next }
			if (!sub(/\/[^\/]*$/, "", to)) to = "."
			one = folder == "vm" && to == "models"
			if (!(to in rank) || (rank[to] <= rank[folder] && !one)) print FILENAME ": " part[2]
		}' README.md)
}

upwards audit/label >"$T/up"
check "no folder of audit/label includes what is above it" sh -c 'cat "$1"; test ! -s "$1"' - "$T/up"
check "there are folders" sh -c 'test "$(ls -d audit/label/*/ | wc -l)" -ge 10'

# what it would find
mkdir -p "$T/label"
cp -R audit/label/. "$T/label"
chmod -R u+w "$T/label"
echo '#include "../cone/cone.h"' >>"$T/label/read/clex.c"
echo '#include "../judge.h"' >>"$T/label/vm/call.c"
mkdir "$T/label/attic" && echo 'int a;' >"$T/label/attic/a.c"
cat >"$T/want" <<'E'
./attic/a.c: its folder is not in README.md
./read/clex.c: ../cone/cone.h
./vm/call.c: ../judge.h
E
upwards "$T/label" >"$T/up"
same "an include that runs upwards, one of the top, and a folder that is not in the table are found" "$T/want" "$T/up"

# each source is on the map
find audit/label -name '*.c' | sort | awk -F'|' '
	FILENAME == "audit/label/README.md" && /^\| `/ {
		n = split($2, word, "`")
		for (i = 2; i <= n; i += 2) { p = word[i]; sub(/\.c$/, "", p); gsub(/\*/, ".*", p); named[p] }
	}
	FILENAME == "-" {
		b = $1; sub(/.*\//, "", b); sub(/\.c$/, "", b); found = 0
		for (p in named) if (b ~ "^" p "$") found = 1
		if (!found) print $1
	}' audit/label/README.md - >"$T/unnamed"
check "each source is named in README.md" sh -c 'cat "$1"; test ! -s "$1"' - "$T/unnamed"
