# Memory: the tests of the tools outside audit/ again, under the sanitizers.
. tests/lib.sh
. tests/sanitized.sh
for folder in stats plot runner; do sanitized_tools $folder; done
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	check "the tests of $t run under the sanitizers" \
		sh -c "ls audit/$t.c stats/$t.c plot/$t.c runner/$t.c 2>/dev/null | grep -q ."
done
