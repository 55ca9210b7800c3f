# Memory: every unit test, and the generator of fixtures/tr117, under the sanitizers.
. tests/lib.sh
. tests/sanitized.sh
for unit in $(find tests -name '*_test.c' | sort); do
	sanitized "$(basename "$unit" .c)" "$asan/${unit%.c}"
done
sanitized "the generator of fixtures/tr117" sh "$(find tests -name fixture_tr117.sh)"
