# README.md: its commands give the output it shows, and what it names is there.
. tests/lib.sh
. tests/transcript.sh

transcripts 4 <README.md >"$T/commands"
check "it has commands" test -s "$T/commands"
run_commands README.md
check "it has under 150 lines" sh -c "test \$(wc -l <README.md) -lt 150"
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	check "$t is in its list of tools" grep -q "^| \[$t\](man/$t\.1) | " README.md
done
sed -n 's/^| \[\([a-z]*\)\](.*/\1/p' README.md | while read -r t; do
	check "$t is a tool" test -x "$BIN/$t"
done
grep -oE '`[a-zA-Z0-9_.-]+(/[a-zA-Z0-9_./-]*)`|\]\([a-zA-Z0-9_./-]+\)' README.md | tr -d '`]()' | grep -v '^data/\|^\.\.\|^build/' | sort -u |
while read -r f; do
	check "$f is there" test -e "$f"
done
for t in demo check; do
	check "make $t stands in it" grep -q "^make $t " README.md
	check "and .ci/run calls it" grep -q "^[^#]*make $t" .ci/run
done
