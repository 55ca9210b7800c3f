# -O FILE: an output that is one of the inputs is refused, in every tool, and the input stays.
. tests/lib.sh
E=fixtures/cells

printf 'g,latency_ms\na,1\na,2\na,4\nb,2\nb,3\nb,5\n' >"$T/a.csv"
cp "$T/a.csv" "$T/safe.csv"
ln -s a.csv "$T/soft.csv"
ln "$T/a.csv" "$T/hard.csv"
# refused OUTPUT COMMAND...: status 2, one line, and a.csv as before
refused() {
	out=$1; shift
	fails 2 "$(basename "$1"): $out: the output is also an input" "$@" -O "$out"
	check "and it stays: $*" cmp "$T/a.csv" "$T/safe.csv"
}
for command in "latstats -g g" "coldstart --all" coldstart "coldstart --by-file" "trimmean -g g" \
	"outliers -g g" \
    "anova -g g" "power -g g" "abtest -g g --base a --test b" "tablecheck $E/published.csv" \
    "tablecheck --arith" \
    runinfo "labelaudit --log"; do
	refused "$T/a.csv" $command "$T/a.csv"
done
for name in ./a.csv soft.csv hard.csv; do
	refused "$T/$name" latstats "$T/a.csv"
	refused "$T/a.csv" latstats "$T/$name"
done
refused "$T/a.csv" latstats "$E/table.csv" -v mean "$T/a.csv"
refused "$T/a.csv" abtest -g g --claim 'b<a' --noise "$T/a.csv" "$T/hard2.csv"
refused "$T/a.csv" tablecheck --arith --rels "$T/a.csv" "$E/anova.csv"
printf 'from,to\na,x\n' >"$T/map.csv"
fails 2 "latstats: $T/map.csv: the output is also an input" latstats --map g="$T/map.csv" \
	-O "$T/map.csv" "$T/a.csv"
cp "$T/a.csv" "$T/p.svg"
fails 2 "cdfplot: $T/p.svg: the output is also an input" cdfplot -O "$T/p.svg" "$T/p.svg"
check "and it stays" cmp "$T/a.csv" "$T/p.svg"
run_in "$T/a.csv" latstats -O "$T/a.csv"
is_status 2 "standard input that is the output"
run_in "$T/a.csv" latstats -O "$T/a.csv" -
is_status 2 "and as -"
printf 'claims: []\n' >"$T/list.yaml"
fails 2 "claims: $T/list.yaml: the output is also an input" claims -O "$T/list.yaml" "$T/list.yaml"

# folders: of a run every file that is there, of a program what is read
mkdir -p "$T/run/sub" "$T/src"
echo '{}' >"$T/run/sub/manifest.json"
for command in "labelaudit --runs" runinfo "claims $T/list.yaml --runs"; do
	f=$T/run/sub/manifest.json
	fails 2 "${command%% *}: $f: the output exists in $T/run, which is an input" \
	    $command "$T/run" -O "$f"
done
check "and it stays" test "$(cat "$T/run/sub/manifest.json")" = '{}'
printf 'import torch\nf = torch.compile(g)\n' >"$T/src/a.py"
cp "$T/src/a.py" "$T/a.py"
fails 2 "labelaudit: $T/src/a.py: the output is also an input" labelaudit --src -O "$T/src/a.py" \
	"$T/src"
check "and it stays" cmp "$T/a.py" "$T/src/a.py"
for i in 1 2; do
	run labelaudit --src -O "$T/src/report.txt" "$T/src"
	check "a report beside the source, time $i" grep -q torch.compile "$T/src/report.txt"
done

# no output that is a file of its own is refused
for out in - /dev/stdout /dev/null "$T/new.csv" "$T/new.csv"; do
	run latstats -O "$out" "$T/a.csv"
	is_status 0 "-O $out"
done
cat "$T/a.csv" >"$T/both.csv"
(latstats -O /dev/stdout "$T/both.csv" >>"$T/both.csv") 2>"$T/err"
check "what the shell opened is the shell's" test ! -s "$T/err"
