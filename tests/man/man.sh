# The man pages: clean by mandoc, 80 columns, at most 350 lines, one for each tool. They begin with
# two commands; these and those of EXAMPLES are run (tests/transcript.sh has the rule).
. tests/lib.sh
. tests/transcript.sh

# Manuals of other programs need not be on this machine.
others='gnuplot|duckdb'

for page in man/*.[157]; do
	name=$(basename "$page")
	# in man/, where mandoc finds the pages that refer to each other
	(cd man && mandoc -T lint "$name") 2>&1 | grep -vE \
		"referenced manual not found: Xr ($others) |outdated mandoc.db lacks ($others)\(" >"$T/lint"
	same "$name: lint" /dev/null "$T/lint"
	plain_page "$page" 78 | awk 'length > 80' >"$T/wide"
	same "$name: no line over 80 columns" /dev/null "$T/wide"
	check "$name: at most 350 lines" sh -c "test \$(mandoc -T ascii -O width=78 '$page' |
		wc -l) -le 350"
	opening "$page" >"$T/commands"
	check "$name: begins with two commands" test "$(wc -l <"$T/commands")" -eq 2
	run_commands "$name"
	for section in NAME DESCRIPTION 'SEE ALSO'; do
		check "$name: has $section" grep -qx "\.Sh $section" "$page"
	done
	examples "$page" >"$T/commands"
	examples "$page" 80 >"$T/at80"
	same "$name: no example is broken at 80 columns" "$T/commands" "$T/at80"
	case $name in *.1)
		for section in SYNOPSIS 'EXIT STATUS'; do
			check "$name: has $section" grep -qx "\.Sh $section" "$page"
		done
		check "$name: has examples" test -s "$T/commands"
		check "$name: is of a tool" test -x "$BIN/${name%.1}" ;;
	esac
	run_commands "$name"
done
plain_page man/assay.7 1000 >"$T/overview"
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	check "$t: has a page" test -f "man/$t.1"
	check "$t: is in the list of assay(7)" grep -qx "\.It Xr $t 1" man/assay.7
	# every long option that --help names is on the page
	"$tool" --help | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u | while read -r o; do
		plain_page "man/$t.1" 1000 | grep -qF -- "$o" || echo "$o"
	done >"$T/absent"
	same "$t: its page has every option of --help" /dev/null "$T/absent"
	# "-g, --group": a letter and its name are those of assay(7)
	"$tool" --help | grep -oE -- '-[a-zA-Z], --[a-z-]+' | while IFS=', ' read -r letter name; do
		grep -qE -- "^     $letter [A-Z]+, $name " "$T/overview" || echo "$letter, $name"
	done >"$T/absent"
	same "$t: its letters mean what assay(7) says" /dev/null "$T/absent"
done
