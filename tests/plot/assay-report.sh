# assay-report: one page from samples, runs or a report's tables. It is well formed and escaped,
# loads nothing, and reads well; where Chromium is there, in it too.
. tests/lib.sh
R=assay-report
E=examples
H=fixtures/h200

# page FILE: what must hold of every page
page() {
	status=0
	python3 tests/plot/page.py "$1" >"$T/page" 2>&1 || status=$?
	if [ $status = 0 ]; then ok "$2: well formed, named, loads nothing"; else
		not_ok "$2: well formed, named, loads nothing"; sed 's/^/# /' "$T/page"; fi
}
has() { check "$1" grep -qF -e "$2" "$3"; }
hasnt() { check "$1" sh -c "! grep -F -e '$2' '$3'"; }

run $R $E/old.json $E/new.json -O "$T/two.html"
is_status 0 "two files of hyperfine"
page "$T/two.html" "two files"
abtest -o text $E/old.json $E/new.json | sed 2q | tr -s '\n ' ' ' | cut -c1-60 >"$T/first"
has "the verdict is abtest's first sentence" "$(cat "$T/first")" "$T/two.html"
check "the verdict stands before all else" sh \
	-c "grep -n 'h2 id\|<nav' '$T/two.html' | head -n 1 | grep -q Verdict"
for part in Comparison 'Statistics by group' Distributions 'Over time' 'How to run it again'; do
	has "it has: $part" ">$part</h2>" "$T/two.html"
done
check "three pictures" test "$(grep -c '<svg' "$T/two.html")" -eq 3
cp "$T/two.html" "$T/before"
run $R $E/old.json $E/new.json -O "$T/two.html"
same "the same input gives the same bytes" "$T/before" "$T/two.html"
# each command that the page lists gives what the page shows
commands() { # FILE TOOLS: into listed
	sed -n '/>How to run it again<.h2>/,$p' "$1" | sed -n "s/^\(<pre[^>]*><code>\)*\($2\) /\2 /p" |
		sed "s/&#39;/'/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g" >"$T/listed"
}
commands "$T/two.html" 'abtest\|latstats'
check "it lists its commands" test "$(wc -l <"$T/listed")" -eq 2
while read -r c; do check "listed: $c" sh -c "$c"; done <"$T/listed"

# statuses, and the verdict in words
has "the unit, once a table" "with intervals at 95%; times in ms</caption>" "$T/two.html"
has "whose order the samples have" "samples in the order of the input" "$T/two.html"
printf 'group,started,timestamp,latency_ms\na,x,3,1\na,x,1,2\nb,x,2,3\nb,x,4,3\n' >"$T/time.csv"
run $R -g group "$T/time.csv" -O "$T/time.html"
has "over time" "latency (ms): samples over time, by timestamp." "$T/time.html"
run $R -g group -v timestamp "$T/time.csv" -O "$T/p.html"
hasnt "no unit where none is known" "times in" "$T/p.html"
run $R $E/old.json $E/new.json --claim 'p99: test <= base + 5%' -O "$T/p.html"
is_status 3 "a claim that is open"
has "and the page says so" '<strong class="open">open</strong>' "$T/p.html"
run $R $E/old.json $E/new.json --claim 'p50: test <= base' -O "$T/p.html"
is_status 0 "a claim that holds"
has "and the page says so" '<strong class="good">holds</strong>' "$T/p.html"
run $R $E/new.json $E/old.json --claim 'p50: test <= base' -O "$T/p.html"
is_status 1 "a claim that fails"
has "and the page says so" '<strong class="bad">fails</strong>' "$T/p.html"
cp "$T/p.html" "$T/before"
fails 2 "assay-report: $T/none.json: No such file or directory" $R "$T/none.json" -O "$T/p.html"
same "an error leaves the page as it was" "$T/before" "$T/p.html"
fails 2 - $R $E/both.json -g command --base x -O "$T/p.html" <<'E'
assay-report: abtest: --base: no group 'x'; there are: gzip -6 -c numbers, gzip -4 -c numbers
E
same "an error of a tool too" "$T/before" "$T/p.html"
fails 2 "assay-report: -o takes html or md" $R -o csv $E/both.json
fails 2 "assay-report: --runs takes the folders of runs" $R --runs
fails 2 "assay-report: --report takes no files; --runs adds the folders of runs" $R \
	--report reports/tr117 $E/old.json
fails 2 "assay-report: $E/old.json: is no folder: --runs takes the folders of runs" $R \
	--runs $E/old.json
fails 2 "assay-report: $T/p.html: the output is also an input" $R "$T/p.html" -O "$T/p.html"

# standard input, read by each tool from its start
run_in $E/both.json $R -O "$T/p.html"
is_status 0 "standard input"
page "$T/p.html" "standard input"
has "its two commands are compared" "(abtest)" "$T/p.html"
run sh -c "cat $E/both.json | $R -O '$T/q.html'"
grep -v '<code>assay-report' "$T/p.html" >"$T/want"
grep -v '<code>assay-report' "$T/q.html" >"$T/out"
same "a pipe gives the same page" "$T/want" "$T/out"

# text from inputs is never markup (synthetic)
{
	echo 'group,latency_ms,status'
	for i in 1 2 3 4 5 6; do
		echo "<script>alert(1)</script>,$i,ok"
		echo "a' id='gpPt5' onload=x | \`b\` & @team,$((i + 1)),ok"
	done
	echo "<script>alert(1)</script>,,failed"
} >"$T/<b>&.csv"
run $R -g group "$T/<b>&.csv" --title '</title><script>alert(2)</script>' -O "$T/p.html"
is_status 0 "names that are markup"
page "$T/p.html" "names that are markup"
hasnt "no script of theirs" "<script" "$T/p.html"
has "they are shown" "&lt;script&gt;alert(1)&lt;/script&gt;" "$T/p.html"
has "the failed sample is counted" '<td class="right">1</td>' "$T/p.html"
run $R -g group "$T/<b>&.csv" -o md
check "no markup in Markdown" sh -c "! sed 's/^    .*//' '$T/out' | grep '[^\\\\]<script'"
has "a bar ends no cell" '\| \`b\`' "$T/out"
hasnt "nobody is called" "@team" "$T/out"
printf 'group,latency_ms\na\033[31m,1\nb\342\200\256,2\na\033[31m,3\nb\342\200\256,4\n' \
	>"$T/control.csv"
run $R -g group "$T/control.csv" -O "$T/p.html"
check "no control character" sh -c "! LC_ALL=C grep -q '[[:cntrl:]]' <<-E
	$(tr -d '\n\t' <"$T/p.html")
	E"

# runs
run $R --runs $H/tiny_variable $H/tiny_limit -O "$T/runs.html"
is_status 1 "runs, of which a cell was not compiled"
page "$T/runs.html" "runs"
labelaudit --runs -o json $H/tiny_variable $H/tiny_limit |
	sed -n 's/^ "notes": \["\([^"]*\)".*/\1/p' >"$T/first"
has "the verdict is labelaudit's" "$(cat "$T/first")" "$T/runs.html"
check "a picture shows equal work: 5 scenarios a folder" test \
	"$(grep -c 'The share .*metrics.csv, [a-z]*_[a-z]*,tiny-gpt2,fp32[.]<' "$T/runs.html")" -eq 10
commands "$T/runs.html" cdfplot
mkdir "$T/pasted"
ln -s "$PWD/fixtures" "$T/pasted"
check "pasted, its commands draw each picture in a file of its own" \
	sh -c "cd '$T/pasted' && . ../listed && test \$(ls *.svg | wc -l) -eq 30"
check "named after what it shows" test -s "$T/pasted/1-distribution-single_micro-tiny-gpt2-fp32.svg"
check "that of one scenario alone" grep -qF ". refrun-cuda-compile: 60 samples, median" \
	"$T/pasted/1-distribution-single_micro-tiny-gpt2-fp32.svg"
# each sample by what served it
check "those of one cell were not compiled" test \
	"$(grep -o 'refrun-cuda-compile: 60 samples, [^.]*[.]' "$T/runs.html" |
		grep -c ' 59 not compiled, 1 cold, not compiled[.]')" -eq 1
has "and it says by what" \
	"Triangles: no compiled code is known to have served the sample." "$T/runs.html"
has "differences of the manifests" "recompile_limit" "$T/runs.html"
run $R --runs $H/tiny_grow -O "$T/p.html"
has "samples compiled in part" "59 not compiled, 1 cold, not compiled" "$T/p.html"
# without it, the verdict on the cell
mkdir -p "$T/unserved"
cp -r $H/tiny_grow "$T/unserved"
cut -d, -f1-12,14- $H/tiny_grow/kv_decode/metrics.csv \
	>"$T/unserved/tiny_grow/kv_decode/metrics.csv"
run $R --runs "$T/unserved/tiny_grow" -O "$T/p.html"
has "by the verdict on its cell" \
	"unknown: refrun-cuda-compile&#39; --where=scenario=single_short" "$T/p.html"
has "and it says by what" "The title has verdicts on cells that are not known to be compiled." \
	"$T/p.html"
hasnt "no sample of its own" "not compiled (n=" "$T/p.html"
run $R --runs $H/tiny_variable $H/tiny_limit --claims reports/fresh/claims.yaml -o md
is_status 1 "claims, in Markdown"
has "each has its status" "| proven |" "$T/out"

# a report
run $R --report reports/tr117 -O "$T/report.html"
is_status 3 "a report without tables made anew"
page "$T/report.html" "report"
mkdir -p "$T/report/published" "$T/made"
printf 'table,document,section\none,1,2.3\ntwo,1,2.4\n' >"$T/report/tables.csv"
printf 'g,column,value\na,mean,1.5\nb,mean,2.5\n' >"$T/report/published/one.csv"
cp "$T/report/published/one.csv" "$T/report/published/two.csv"
printf 'g,mean\na,1.52\nb,2.9\n' >"$T/made/one.table"
run $R --report "$T/report" --tables "$T/made" -O "$T/p.html"
is_status 1 "a report with a mismatch"
has "the sum" "report: 2 published tables and lists, 4 cells: 1 match, 1 mismatch, 2 no-data" \
	"$T/p.html"
has "a table that fails is open" '<td class="bad">mismatch</td>' "$T/p.html"

# many: what is left out is said (synthetic)
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 60000; i++) print "g" i % 3000 "," 1 + i % 97 / 10 }' >"$T/many.csv"
# what cannot be drawn leaves the other sections, and a name is never an option
printf 'g,status,latency_ms\na,500,3\nb,500,4\n' >"$T/bad.csv"
run $R -g g "$T/bad.csv" -O "$T/bad.html"
is_status 3 "no row is ok"
has "the page says why there is no picture" "There is no picture here: " "$T/bad.html"
echo kept >"$T/victim"
cp "$T/bad.csv" "$T/-Ovictim"
(cd "$T" && sh -c 'exec "$0" -o md -- -Ovictim' "$(command -v assay-report)" >page.md 2>err)
check "a file whose name begins with a dash is read" grep -q '^## -Ovictim' "$T/page.md"
check "and no option" grep -qx kept "$T/victim"
run $R -g g "$T/many.csv" -O "$T/many.html"
is_status 0 "3,000 groups"
page "$T/many.html" "3,000 groups"
has "not compared, and why" "3000 groups are too many to compare all with each other" "$T/many.html"
has "200 are shown" "Shown: 200 of 3000 rows, those of the groups with the most samples" \
	"$T/many.html"
has "the pictures too" "In colour: the largest 7 of 3000 groups" "$T/many.html"
check "the page stays small" test "$(wc -c <"$T/many.html")" -lt 500000

# children end with their parent, and nothing is left
mkdir "$T/tmp"
awk 'BEGIN { print "g,latency_ms";
	for (i = 0; i < 1000000; i++) print "g" i % 7 "," 1 + i % 97 / 10 }' >"$T/long.csv"
for signal in TERM HUP KILL; do
	TMPDIR=$T/tmp setsid sh -c "exec $R -g g '$T/long.csv' -O '$T/none.html'" & pid=$!
	for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; [ -z "$(pgrep -P $pid)" ] || break; done
	kill -$signal $pid; wait $pid 2>/dev/null
	sleep 0.3
	check "$signal: no child is left" sh -c "! pgrep -f '$T/[l]ong.csv'"
	check "$signal: no page" test ! -e "$T/none.html"
done
run env TMPDIR="$T/tmp" $R $E/old.json $E/new.json -O "$T/p.html"
is_status 0 "pictures in TMPDIR"
ls "$T/tmp" >"$T/left"
same "no folder is left" /dev/null "$T/left"
fails 2 "assay-report: $T/none: cannot make a folder for pictures: No such file or directory" \
	env TMPDIR="$T/none" $R $E/old.json $E/new.json

# in Chromium: contrast, width and landmarks
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
	skip "pages in a browser" "Chromium is not installed"
else
	for p in two runs report many; do
		python3 tests/plot/browser.py "$browser" "$T/$p.html" >"$T/seen" 2>&1 || true
		check "$p: the browser answers" grep -q '^seen 4$' "$T/seen"
		grep -v '^seen' "$T/seen" >"$T/bad"
		same "$p: contrast, width, landmarks at 390 and 1280, light and dark" /dev/null "$T/bad"
	done
	# on paper the widest table keeps its last column (synthetic)
	awk 'BEGIN { print "mode,scenario,backend,model,dtype,latency_ms"; for (g = 0; g < 4; g++)
		for (i = 0; i < 20; i++) { for (k = 0; k < 5; k++) printf "a_name_of_some_length_%d,", g
		print 1234 + i * g / 7 } }' >"$T/wide.csv"
	run $R -g mode,scenario,backend,model,dtype "$T/wide.csv" -O "$T/wide.html"
	"$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$T/profile" \
		--print-to-pdf="$T/wide.pdf" "file://$T/wide.html" >/dev/null 2>&1
	if command -v pdftotext >/dev/null; then
		pdftotext -layout "$T/wide.pdf" "$T/wide.txt"
		check "on paper, no table is cut off" \
			test "$(grep -cE ' 0[.](4750|6325|3175)$' "$T/wide.txt")" = 3
	else
		skip "on paper, no table is cut off" "pdftotext is not installed"
	fi
fi
