# Lines of at most 100 columns, in all that is written by hand. In a test a here-document is data:
# what a tool is to print, or a log, which another break would change.
. tests/lib.sh

# sources: of the working folder, without those that are data: programs in fixtures/, which tests
# look into, and what a run compiled
sources() {
	ls .ci/run Makefile setup.sh
	find audit examples kernels lib plot reports runner stats tests -path '*/compiled/*' -prune -o \
		-type f -name '*.[ch]' -print -o -name '*.cu' -print -o -name '*.cuh' -print \
		-o -name '*.py' -print
	find audit examples fixtures kernels lib plot reports runner stats tests -type f \
		-name '*.sh' -o -name '*.mk' -o -name '*.awk' -o -name '*.yml'
}
# wide FILE...: their lines that are too long, and here-documents without an end
wide() {
	awk '
	FNR == 1 { if (here) print opened ": has no end"; here = last = 0; split("", end) }
	here {
		line = $0
		if (dash[here]) sub(/^\t+/, "", line)
		sub(/"$/, "", line) # the quote that closes what sh -c runs
		if (line == end[here]) here = here < last ? here + 1 : last = 0
		else if (FILENAME ~ /^tests\//) next
	}
	{ line = $0; gsub(/[\200-\277]/, "", line) } # a character of UTF-8 is one column
	length(line) > 100 { print FILENAME ":" FNR ": " length(line) }
	!here && FILENAME ~ /\.sh$/ && !/^[ \t]*#/ {
		for (s = $0; match(s, /<<-?["'\''\\]?[A-Za-z_][A-Za-z_0-9]*/); s = substr(s, RSTART + RLENGTH)) {
			if (substr(s, RSTART - 1, 1) == "<") continue
			word = substr(s, RSTART + 2, RLENGTH - 2)
			dash[++last] = sub(/^-/, "", word)
			gsub(/[^A-Za-z_0-9]/, "", word); end[last] = word
			opened = FILENAME ":" FNR
		}
		if (last) here = 1
	}
	END { if (here) print opened ": has no end" }' "$@"
}
wide $(sources) >"$T/wide"
same "no line is longer than 100 columns" /dev/null "$T/wide"

# what it would find
mkdir -p "$T/house/tests"
cd "$T/house" || exit 1
long=$(printf '%0101d' 0) most=$(printf '%099dé' 0) here='<<'
printf '%s\n' "$most" "$long" "cat $here'A' $here-B # two" "$long" A "$long" "	B" "$long" \
	"x $here<y" "$long" | tee tests/a.sh >a.sh
printf '%s\n' "$long" "cat ${here}E" "$long" >Makefile
echo "cat ${here}E" >b.sh
wide tests/a.sh a.sh Makefile b.sh >"$T/found"
same "data of a test may be longer, and nothing else" - "$T/found" <<'E'
tests/a.sh:2: 101
tests/a.sh:8: 101
tests/a.sh:10: 101
a.sh:2: 101
a.sh:4: 101
a.sh:6: 101
a.sh:8: 101
a.sh:10: 101
Makefile:1: 101
Makefile:3: 101
b.sh:1: has no end
E
