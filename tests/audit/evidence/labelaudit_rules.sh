# The rules of labelaudit --runs: each has an id in the source, an entry in the
# man page that begins with its statement, and a test that sees it hold and one
# that sees it fail.
. tests/lib.sh
sed -z 's/ \\\n\t    / /g' audit/evidence/rules.h |
	sed -n 's/^\tR([A-Z_]*, "\([a-z-]*\)", "\(.*\)", .*/\1:\2/p' >"$T/source"
check "every rule of rules.h is read here" test "$(wc -l <"$T/source")" \
	-eq "$(grep -c '^	R(' audit/evidence/rules.h)"
# what follows .It is the id, the first sentence the statement
awk '/^\.Sh /{ rules = /^\.Sh RULES/ } rules && /^\.Ss /{ rules = 0 }
	rules && /^\.It Sy /{ id = $3; next }
	rules && id != "" { sub(/\.$/, ""); print id ":" tolower(substr($0, 1, 1)) substr($0, 2);
	id = "" }' man/labelaudit.1 >"$T/page"
awk -F: '{ print $1 ":" tolower(substr($2, 1, 1)) substr($2, 2) }' "$T/source" >"$T/want"
same "the man page has every rule and its statement, in the same order" "$T/want" "$T/page"
cut -d: -f1 "$T/source" | sort >"$T/ids"
# is STATE RULE ..., in the tests of labelaudit --runs
seen=$(echo tests/audit/evidence/labelaudit_runs.sh tests/audit/evidence/labelaudit_own.sh \
	tests/audit/evidence/labelaudit_torch.sh)
sed -n 's/^[^#]*\(is\|found\) "\{0,1\}holds"\{0,1\} \([a-z-]*\) .*/\2/p' \
	$seen >"$T/holds"
sed -n 's/^[^#]*\(is\|found\) "\{0,1\}fails\( alarm\)\{0,1\}"\{0,1\} \([a-z-]*\) .*/\3/p' \
	$seen >"$T/fails"
# environment is tested across two runs
grep -q 'environment: equal: holds' tests/audit/evidence/labelaudit_runs.sh &&
	echo environment >>"$T/holds"
grep -q 'environment: another version: fails' tests/audit/evidence/labelaudit_runs.sh &&
	echo environment >>"$T/fails"
sort -u "$T/holds" >"$T/out"
same "every rule has a test in which it holds" "$T/ids" "$T/out"
sort -u "$T/fails" >"$T/out"
same "every rule has a test in which it fails" "$T/ids" "$T/out"
