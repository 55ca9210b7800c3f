# fixtures/logs/formats.csv: every form of forms.txt behind every prefix of prefixes.txt: what must
# be found, and what labelaudit --log finds. "sh tests/audit/evidence/log_table.sh make" prints the
# table anew.
. tests/lib.sh
F=fixtures/logs
table() {
	echo version,form,prefix,must,found
	grep -v '^#' "$F/prefixes.txt" | while IFS= read -r line; do
		name=${line%%|*}; rest=${line#*|}; mode=${rest%%|*}; text=${rest#*|}
		rm -rf "$T/logs"; mkdir "$T/logs"
		text=$(printf '%s.' "$text" | sed 's/\\/\\\\/g'); text=${text%.}
		awk -v mode="$mode" -v text="$text" -v dir="$T/logs" -f tests/audit/evidence/log_forms.awk \
			"$F/forms.txt" >"$T/forms"
		(cd "$T/logs" && labelaudit --log -o csv $(ls | sort -n) 2>/dev/null) >"$T/rows"
		awk -v OFS=, -v prefix="$name" -v missed="$T/missed" '
			function quoted(s) { gsub(/"/, "\"\"", s); return "\"" s "\"" }
			FILENAME ~ /rows$/ {
				if (FNR == 1) next
				k = index($0, ","); f = substr($0, 1, k - 1); s = substr($0, k + 1)
				match(s, /^[^,]*,[0-9]*,/); a = substr(s, 1, RLENGTH); s = substr(s, RLENGTH + 1)
				sub(/^[0-9]*,/, "", s)
				if (f in found) found[f] = found[f] "; " a s; else found[f] = a s
				next
			}
			/^@/ { n++; split(substr($0, 3), h, "|"); version[n] = h[1]; form[n] = h[2] }
			/^=/ { s = substr($0, 3); if (n in must) must[n] = must[n] "; " s; else must[n] = s }
			END {
				for (i = 1; i <= n; i++) {
					got = i in found ? found[i] : "none"
					if (must[i] != got) print form[i] ", behind " prefix >>missed
					print quoted(version[i]), quoted(form[i]), quoted(prefix), quoted(must[i]), quoted(got)
				}
			}' "$T/rows" "$F/forms.txt"
	done
}
if [ "${1-}" = make ]; then table; exit; fi
: >"$T/missed"
table >"$T/formats.csv"
check "every form is found behind every prefix" test ! -s "$T/missed"
sed 's/^/# missed: /' "$T/missed"
same "every form behind every prefix, as in formats.csv" "$F/formats.csv" "$T/formats.csv"
