# README.md: its commands give the output it shows, and what it names is there.
. tests/lib.sh
. tests/transcript.sh

sed '/^```/,/^```$/d' README.md | transcripts 4 >"$T/commands"
check "it has commands" test -s "$T/commands"
if ! command -v hyperfine >/dev/null; then
	skip "README.md: the commands that measure" "hyperfine is not installed"
	sed '/^\$ hyperfine/d' "$T/commands" >"$T/without"; mv "$T/without" "$T/commands"
fi
run_commands README.md
check "it has under 130 lines" sh -c "test \$(wc -l <README.md) -lt 130"
# The picture is what its command draws; another gnuplot draws it in other bytes.
picture=fixtures/tr117/samples.svg
cdfplot --series -g backend -O "$T/samples.svg" fixtures/tr117/runs/*/*/*/*
if grep -qxF "$(grep 'Produced by' $picture)" "$T/samples.svg"; then
	same "$picture is what cdfplot draws" $picture "$T/samples.svg"
else
	skip "$picture is what cdfplot draws" "another gnuplot made it"
fi
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	check "$t is in its list of tools" grep -q "^| \[$t\](man/$t\.1) | " README.md
done
sed -n 's/^| \[\([a-z]*\)\](.*/\1/p' README.md | while read -r t; do
	check "$t is a tool" test -x "$BIN/$t"
done
grep -oE '`[a-zA-Z0-9_.-]+(/[a-zA-Z0-9_./-]*)`|\]\([a-zA-Z0-9_./-]+\)' README.md | tr -d '`]()' |
	grep -v '^data/\|^\.\.\|^build/' | sort -u |
while read -r f; do
	check "$f is there" test -e "$f"
done
# Every target of make that it names is there.
grep -oE 'make [a-z]+' README.md | sort -u | sed 's/^make //' | while read -r t; do
	check "make $t is a target" sh -c "make -s --no-print-directory help | grep -q '^make $t '"
done
for t in demo check; do
	check "make $t stands in it" grep -q "^make $t " README.md
	check "and .ci/run calls it" grep -q "^[^#]*make $t" .ci/run
done
