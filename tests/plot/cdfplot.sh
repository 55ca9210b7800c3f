# cdfplot: the program it writes, the formats, names that try to break out.
. tests/lib.sh

printf '%s\n' backend,index,latency_ms,status eager,0,4,ok eager,1,1,ok eager,2,2,ok \
	eager,3,2,ok compile,0,8,ok compile,1,0.5,ok compile,2,0,error >"$T/a.csv"
run cdfplot -g backend --log --script -q 0.5 "$T/a.csv"
is_status 0 "--script"
is_out "the gnuplot program of a CDF" <<'E'
set terminal svg noenhanced size 800,479 font 'DejaVu Sans,13' background rgb '#ffffff'
set encoding utf8
set key tmargin left horizontal Left reverse samplen 4 maxcols 3 textcolor rgb '#000000'
set grid lc rgb '#dddddd' lt 1 lw 0.5
set border 3 lc rgb '#000000'
set tics nomirror textcolor rgb '#000000'
$g0 << EOD
1 0
1 0.25
2 0.25
2 0.75
4 0.75
4 1
EOD
$q0 << EOD
2 0.5
EOD
$g1 << EOD
0.5 0
0.5 0.5
8 0.5
8 1
EOD
$q1 << EOD
0.5 0.5
EOD
set xlabel "latency (ms)" textcolor rgb '#000000'
set logscale x
set xrange [0.460093825312438:8.69387890020846]
set xtics ('0.5' 0.5, '1' 1, '2' 2, '5' 5)
set ylabel 'share of samples' textcolor rgb '#000000'
set yrange [-0.02:1.02]
set ytics 0,0.25,1
set y2range [-0.02:1.02]
set y2tics ('p50' 0.5)
set border 11
set y2tics font ',11'
plot $g0 using 1:2 with lines lc rgb '#0072B2' dt 1 lw 2 title "eager (n=4)", \
  $g1 using 1:2 with lines lc rgb '#D55E00' dt 1 lw 2 title "compile (n=2)", \
  $q0 using 1:2 with points ps 0.7 pt 7 lc rgb '#0072B2' notitle, \
  $q1 using 1:2 with points ps 0.7 pt 5 lc rgb '#D55E00' notitle
E

for kind in "" --quantiles --series; do
	for ext in svg png pdf; do
		run cdfplot -g backend $kind -O "$T/p.$ext" "$T/a.csv"
		is_status 0 "cdfplot $kind to .$ext"
		check "it is $ext" sh -c "head -c 400 '$T/p.$ext' | grep -aqi '^.\?[%P<]*$ext'"
	done
	run cdfplot -g backend $kind --terminal "$T/a.csv"
	is_status 0 "cdfplot $kind --terminal"
	check "it fits 80 columns" sh -c "! grep -q '.\{81\}' '$T/out'"
	check "it names the group" grep -q eager "$T/out"
done
run cdfplot -g backend --series -O "$T/p2.svg" "$T/a.csv"
check "the same input gives the same SVG" cmp "$T/p.svg" "$T/p2.svg"

# a series is in the order of the index, and the first of a file is cold
blocks() { sed -n "/^[$]$1/,/^EOD/p" "$T/out" | tr '\n' ' '; }
printf '%s\n' backend,file,index,latency_ms a,f,2,3 a,g,1,7 a,f,0,1 a,g,0,6 a,f,1,2 \
	>"$T/shuffled.csv"
run cdfplot -g backend --series --script "$T/shuffled.csv"
check "a series in the order of the index" \
	test "$(blocks '[gc]0')" = '$g0 << EOD 2 2 3 7 4 3 EOD $c0 << EOD 0 1 1 6 EOD '
printf 'backend,index,latency_ms,cold\na,1,2,1\na,0,1,0\n' >"$T/said.csv"
run cdfplot -g backend --series --script "$T/said.csv"
check "cold is what its column says" \
	test "$(blocks '[gc]0')" = '$g0 << EOD 0 1 EOD $c0 << EOD 1 2 EOD '

# names from the data are text, whatever they hold
cat >"$T/evil.csv" <<'E'
backend,latency_ms
"'; system ""touch EVIL""; '",1
`touch EVIL`,2
$(touch EVIL),3
"a ""quoted"" \n name",4
"two
lines",5
@macro _{sub} ^{sup} {/Bold x} %s %d,6
EOD,7
E
abs=$(cd "$BIN" && pwd)
for kind in "" --quantiles --series; do
	mkdir "$T/cwd"
	status=0
	(cd "$T/cwd" && "$abs/cdfplot" -g backend $kind --title "'; system 'touch EVIL'; '" \
		-O p.svg "$T/evil.csv") >"$T/out" 2>"$T/err" || status=$?
	is_status 0 "hostile names draw ($kind)"
	check "and nothing ran ($kind)" test ! -e "$T/cwd/EVIL"
	check "and the name is in the picture as it is ($kind)" grep -q 'system' "$T/cwd/p.svg"
	rm -r "$T/cwd"
done

# a name that is long, one that no font has, one that turns the direction of writing
{
	printf 'backend,latency_ms\n'
	printf '%0300d,1\n' 0
	printf '\363\260\200\200x,2\n\342\200\256y,3\nz\302\233,4\n'
	printf 'e%s,5\n' "$(awk 'BEGIN { for (i = 0; i < 2000; i++) printf "\314\201" }')"
} >"$T/odd.csv"
titles() {
	run cdfplot -g backend -q 0.5 --script "$@"
	grep -ao 'title "[^"]*"' "$T/out" >"$T/titles"; mv "$T/titles" "$T/out"
}
titles -O x.png "$T/odd.csv"
grep -v '"e' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "in a PNG: the middle of a long name is left out, what no font has is '?'" <<'E'
title "000000000000000000000000000000\342\200\246000000000000000000000000000000 (n=1)"
title "\077x (n=1)"
title "\077y (n=1)"
title "z\077 (n=1)"
E
titles -O x.svg "$T/odd.csv"
check "an SVG leaves the font to its reader" \
	grep -q '^title "\\363\\260\\200\\200x (n=1)"$' "$T/out"
check "marks without width do not make a name endless" awk \
	'length > 1199 { bad = 1 } END { exit bad }' "$T/out"
run cdfplot -g backend --terminal "$T/odd.csv"
check "in the terminal a long name leaves room for the others" grep -q '?y (n=1)' "$T/out"

awk 'BEGIN { print "backend,latency_ms"
	for (i = 0; i < 28; i++) printf "g%02d,%d\ng%02d,%d\n", i, i + 1, i, i + 2 }' >"$T/28.csv"
for kind in "" --quantiles --series; do
	run cdfplot -g backend $kind --script "$T/28.csv"
	sed -n 's/.* \(with.*\) title "g[0-9]* (n=[12]).*/\1/p' "$T/out" | sort | uniq -c |
		awk '{ n++; if ($1 > 1) twice = 1 } END { exit !(n == 28 && !twice) }'
	check "28 groups look all different ($kind)" test $? = 0
done

awk 'BEGIN { print "backend,latency_ms"; srand(1)
	for (i = 0; i < 300000; i++) printf "%s,%.6f\n", i % 2 ? "a" : "b", exp(rand() * 3) }' \
	>"$T/large.csv"
for kind in "" --quantiles --series; do
	run cdfplot -g backend $kind -O "$T/large.svg" "$T/large.csv"
	check "300,000 points stay under 1 MB ($kind)" test "$(wc -c <"$T/large.svg")" -lt 1000000
done

sed 's/backend,index/backend,synthetic/; s/,[0-3],/,true,/' "$T/a.csv" >"$T/syn.csv"
run cdfplot -g backend --script "$T/syn.csv"
check "synthetic data is named in the picture" grep -q '^set label 1 "\[synthetic data\]"' "$T/out"

refused() { what=$1; shift; fails 2 "cdfplot: $what" cdfplot --script "$@"; }
printf 'backend,latency_ms\nx,0\nx,1\n' >"$T/zero.csv"
refused "a logarithmic axis cannot show the value 0 of group 'x'" -g backend --log "$T/zero.csv"
printf 'backend,change\nx,-5\nx,1\n' >"$T/minus.csv"
refused "a logarithmic axis cannot show the value -5 of group 'x'" \
	-g backend -v change --log "$T/minus.csv"
fails 2 "cdfplot: name the output: -O FILE.svg, .png or .pdf, --terminal, or --script" \
	cdfplot "$T/a.csv"
fails 2 "cdfplot: the name must end in .svg, .png or .pdf: 'x.gif'" cdfplot -O x.gif "$T/a.csv"
refused "--quantiles and --series cannot be combined" --quantiles --series "$T/a.csv"
refused "'1.5' is not a quantile: write a share from 0 to 1 (0.999) or a percentile (p99.9)" \
	-q 1.5 "$T/a.csv"
refused "-Q needs a quantile type from 1 to 9, not '10'" -Q 10 "$T/a.csv"
refused "--terminal cannot be combined with -O or --script" --terminal "$T/a.csv"
printf 'backend,latency_ms,status\nx,1,error\n' >"$T/none.csv"
run cdfplot -g backend --script "$T/none.csv"
is_status 2 "no ok sample"
is_err "no ok sample is named" <<E
cdfplot: none of the 1 rows is ok; --ok COLUMN=VALUE says which rows are ok
cdfplot: group 'x' has no ok sample: it is not drawn
cdfplot: no ok sample to draw
E
mkdir "$T/empty"
fails 2 "cdfplot: cannot run gnuplot: it is not installed (Debian: gnuplot-nox)" \
	env PATH="$T/empty" "$abs/cdfplot" -O "$T/no.svg" "$T/a.csv"
check "and no half picture is left" sh -c "! ls '$T'/no.svg* 2>/dev/null"
run sh -c "cdfplot --script '$T/a.csv' >/dev/full"; is_status 2 "a full disk"
run sh -c "cdfplot --terminal '$T/a.csv' >/dev/full"; is_status 2 "a full disk, gnuplot writing"

# the measured axis: logarithmic by itself, and a range
says() { # WHAT CAPTION
	check "$1" test "$(sed -n 's/^set label [0-9]* "\(.*\)" at character.*/\1/p' "$T/out" |
		sed 's/\\045/%/g' | tr '\n' ' ')" = "$2 "
}
{ echo latency_ms; yes 2 | head -98; echo 20; echo 20; } >"$T/tail.csv"
sed s/20/19.9/ "$T/tail.csv" >"$T/short.csv"
run cdfplot --script "$T/tail.csv"
check "logarithmic where p99 is 10 times the median" grep -q '^set logscale x' "$T/out"
says "and the caption says so" "Logarithmic axis: p99 is 10 times the median."
for how in "--linear $T/tail.csv" "$T/short.csv" "--series $T/tail.csv" "$T/zero.csv"; do
	run cdfplot --script $how
	check "linear, no caption ($(echo "$how" | sed 's|/.*/||'))" \
		sh -c "! grep -q 'logscale\|at character' '$T/out'"
done
awk 'BEGIN { print "latency_ms"; for (i = 1; i <= 10; i++) print i }' >"$T/ten.csv"
run cdfplot --range 2.5..8 -q 0.5 --script "$T/ten.csv"
check "--range: the axis has these ends" grep -q '^set xrange \[2.5:8\]' "$T/out"
check "shares stay those of all" test "$(blocks g0)" = "\$g0 << EOD 2.5 0.2 3 0.2 3 0.3 4 0.3 \
4 0.4 5 0.4 5 0.5 6 0.5 6 0.6 7 0.6 7 0.7 8 0.7 8 0.8 8 0.8 EOD "
says "and what is outside is counted" \
	"Below the range: 2 of 10 samples. Above the range: 2 of 10 samples."
run cdfplot --series --range ..8 --script "$T/ten.csv"
says "--range of a series, open below" "Above the range: 2 of 10 samples."
printf 'backend,latency_ms,status\na,1,ok\na,,error\nb,5,ok\n' >"$T/few.csv"
for how in "" "--range 2.."; do
	run cdfplot -g backend --series --terminal $how "$T/few.csv"
	is_status 0 "a series whose kinds are not all there ($how)"
done
for range in 5 .. 1..x; do
	refused "--range needs LO..HI, as 0..50 or ..50, not '$range'" --range $range "$T/ten.csv"
done
refused "--range 5..5: it begins where it ends or after" --range 5..5 "$T/ten.csv"
refused "no sample lies in the --range" --range 20..30 "$T/ten.csv"
refused "a logarithmic axis cannot begin at 0" --log --range 0..5 "$T/ten.csv"
refused "--range and --quantiles cannot be combined: a bar shows its whole length" \
	--quantiles --range 1..5 "$T/ten.csv"
refused "--log and --linear cannot be combined" --log --linear "$T/ten.csv"
refused "-Q is for --quantiles: a curve is marked where it reaches the share" -Q 6 "$T/ten.csv"
printf 'latency_ms\n1\n1e308\n' >"$T/vast.csv"
refused "gnuplot cannot draw 1e+308: it takes values up to 1e307" "$T/vast.csv"
run cdfplot --range ..10 --script "$T/vast.csv"
says "a range leaves such a value out" "Above the range: 1 of 2 samples."

# the lowest samples, and crosses of failed ones below them
picture() { sed -n 's/^ *[0-9.]* |\(.*\)|$/\1/p' "$T/out"; } # rows within the frame
awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 300; i++)
	print "a," 1 + i % 3 "\nb," 400 + i % 20; print "a,500" }' >"$T/low.csv"
for how in "" "--log" "--size 40x16" "--range 1..500"; do
	run cdfplot -g backend --series --terminal $how "$T/low.csv"
	check "the terminal shows the lowest samples ($how)" \
		test "$(picture | grep -v b | tr -dc a | wc -c)" -gt 20
done
awk 'BEGIN { print "latency_ms,status"; for (i = 0; i < 100; i++)
	print 1 + i % 50 * 10 "," (i % 7 == 3 ? "error" : "ok") }' >"$T/crosses.csv"
for how in "" "--log" "--size 40x16" "--size 60x18 --log" "--range 1..600"; do
	run cdfplot --series --terminal $how "$T/crosses.csv"
	check "failed samples have a row of their own ($how)" \
		test "$(picture | grep x | tr -d ' x|+-' | wc -w) $(picture | grep -c x)" = "0 1"
done
run cdfplot --series --script --log "$T/crosses.csv"
check "in a picture they lie well below the lowest, which is 1" awk '
	/^\$/ { on = $1 == "$f0"; next }
	on && NF == 2 { cross = $2 } /^set yrange/ { gsub(/[^-0-9.e]/, " "); lo = $(NF - 1); hi = $NF }
	END { exit !(cross > 0.01 && log(1 / lo) / log(hi / lo) > cross + 0.02) }' "$T/out"

# each mark lies on a riser of its curve as drawn, also where the curve is thinned
on_curve() {
	awk '/^\$/ { name = substr($1, 1, 2); n = 0; next } /^EOD/ { name = ""; next }
	name == "$g" { x[++m] = $1; f[m] = $2; if (!n++) m = 1; x[m] = $1; f[m] = $2; next }
	name == "$q" { all++; for (i = 2; i <= m; i++)
		if (x[i] == $1 && f[i - 1] <= $2 && $2 <= f[i]) { on++; break } }
	END { print on + 0, all + 0 }' "$T/out"
}
run cdfplot -g backend -q 0.07,0.5,0.9,0.99,0.999 --script "$T/large.csv"
check "marks on the curves of 300,000 samples" test "$(on_curve)" = "10 10"
run cdfplot -q 0,0.3,0.5,0.95,1 --script "$T/ten.csv"
check "marks on the curve of 10 samples" test "$(on_curve)" = "5 5"
inside() { # the frame ends beyond the data on every side
	awk '/^\$g/ { on = 1; next } /^EOD/ { on = 0 }
	on { if (!n++ || $1 < lo) lo = $1; if ($1 > hi) hi = $1 }
	/^set (xrange|yrange)/ { gsub(/[^-0-9.e:]/, " ", $3); split($3, r, ":")
		if ($2 == "xrange") { a = r[1]; b = r[2] } else { c = r[1]; d = r[2] } }
	END { exit !(a + 0 < lo && b + 0 > hi && c + 0 < 0 && d + 0 > 1) }' "$T/out"
}
printf 'latency_ms\n1000\n1\n' >"$T/decades.csv"
printf 'latency_ms\n5\n5\n' >"$T/same.csv"
for how in "ten.csv" "ten.csv --log" "decades.csv --log" "same.csv" "same.csv --log" "zero.csv"; do
	run cdfplot --script "$T"/$how
	check "the frame hides no end of a curve ($how)" inside
done

# a long series is thinned by time (synthetic, as all here)
awk 'BEGIN { print "file,index,latency_ms,status"; srand(2); for (i = 0; i < 80000; i++) {
	v = 10 + (rand() + rand() + rand() - 1.5)
	printf "f%d,%d,%.6f,%s\n", i / 20000, i % 20000, v, i % 8000 == 7 ? "error" : "ok" } }' \
	>"$T/long.csv"
run cdfplot --series --script "$T/long.csv"
says "the caption says how many are drawn" "3189 of 80000 samples are drawn: of each stretch \
of time the extremes and a few by chance, and all cold and failed ones."
sed -n '/^\$g0/,/^EOD/p' "$T/out" | grep '^[0-9]' >"$T/drawn"
check "each tenth of the time has its share of the points" awk '{ k[int($1 / 8000)]++; n++ }
	END { for (i = 0; i < 10; i++) if (k[i] < 0.095 * n || k[i] > 0.105 * n) exit 1 }' "$T/drawn"
middle() {
	awk -F"$1" -v f="$2" '$f + 0 > 0 { n++; m += $f > 9.75 && $f < 10.25 } END { print m / n }'
}
all=$(middle , 3 <"$T/long.csv") some=$(middle ' ' 2 <"$T/drawn")
check "the middle of the values has near its share ($some, of all $all)" \
	awk "BEGIN { exit !($some > 0.7 * $all && $some < $all) }"
check "every cold sample is drawn" \
	test "$(sed -n '/^\$c0/,/^EOD/p' "$T/out" | grep -c '^[0-9]')" = 4
check "every failed sample is drawn" \
	test "$(sed -n '/^\$f0/,/^EOD/p' "$T/out" | cut -d' ' -f1 | tr '\n' ' ')" = \
	'$f0 7 8007 16007 24007 32007 40007 48007 56007 64007 72007 EOD '
extremes() { awk '{ printf "%.6f\n", $1 }' | sort -g | sed -n '1p;$p' | tr '\n' ' '; }
check "the extremes are drawn" \
	test "$(cut -d' ' -f2 "$T/drawn" | extremes)" = \
	"$(awk -F, 'NR > 1 && $2 > 0 && $4 == "ok" { print $3 }' "$T/long.csv" | extremes)"
for n in 120 121; do # of the terminal, 3 for 2 characters
	seq $n | sed '1i latency_ms\n0' >"$T/n.csv" # the first is cold
	run cdfplot --series --terminal "$T/n.csv"
	check "the terminal thins $n steady samples as the page says" \
		test "$(grep -c 'samples are drawn' "$T/out")" = $((n - 120))
done

# more groups than can be told apart
awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 200; i++)
	for (k = 0; k < 2 + (i % 25 == 3); k++) printf "g%03d,%d\n", i, i + k }' >"$T/200.csv"
run cdfplot -g backend --script "$T/200.csv"
says "the caption says which groups are in colour" \
	"In colour: the largest 7 of 200 groups. Grey: 100. Left out: 93."
check "they are the largest" \
	test "$(grep -o '"g[0-9]* (n=' "$T/out" | tr -dc '0-9\n' | tr '\n' ' ')" = \
	"003 028 053 078 103 128 153 "
check "and 100 curves are grey" \
	test "$(sed -n '/^\$grey/,/^EOD/p' "$T/out" | grep -c ' 0$')" = 100
for kind in --quantiles --series --terminal; do
	run cdfplot -g backend $kind $([ $kind = --terminal ] || echo --script) "$T/200.csv"
	check "others leave the rest out ($kind)" \
		sh -c "tr '\n' ' ' <'$T/out' | grep -q 'largest 7 of 200 groups. Left out: 193'"
done
awk 'BEGIN { print "key,latency_ms"; for (i = 0; i < 300000; i++)
	printf "k%d,%d\n", i % 100000, i % 997 + 1 }' >"$T/groups.csv"
run_timed cdfplot -g key -O "$T/groups.svg" "$T/groups.csv"
is_status 0 "100,000 groups"
[ -n "${SLOW:-}" ] || check "take seconds ($seconds)" awk "BEGIN { exit !($seconds < 10) }"

# size, letters and colours
run cdfplot -g backend --size 500x300 --font-size 11 --theme dark --title T -O "$T/p.svg" "$T/a.csv"
check "--size" grep -q 'viewBox="0 0 500 300"' "$T/p.svg"
check "--font-size" grep -q 'font-size="11.00"' "$T/p.svg"
check "--theme dark" \
	grep -q '<rect x="0" y="0" width="500" height="300" fill="#16191d"/>' "$T/p.svg"
check "no black letters on dark paper" \
	sh -c "! grep -A1 'fill=\"black\" font-family' '$T/p.svg' | grep '<text>.*[^ ].*</text>'"
y_of() {
	sed -n "/translate/{N;/<text>[^<]*$1/s/.*translate([0-9.]*,\([0-9]*\).*/\1/p}" "$T/p.svg"
}
check "the title stands above the legend" test "$(y_of T)" -lt "$(y_of eager)"
run cdfplot --size 640x400 -O "$T/p.png" "$T/a.csv"
check "a PNG has that size" \
	test "$(od -An -tu1 -j16 -N8 "$T/p.png" | tr -s ' ')" = " 0 0 2 128 0 0 1 144"
limits() { what=$1; shift
	fails 2 "cdfplot: --size needs WIDTHxHEIGHT from $what to 10000x10000, not '$2'" cdfplot "$@"; }
for size in 800 10x10 239x160 240x159 10001x160; do
	limits 240x160 --size $size -O "$T/no.svg" "$T/a.csv"
done
limits 400x240 --size 399x240 --font-size 20 --script "$T/a.csv"
limits 40x16 --size 40x15 --terminal "$T/a.csv"
refused "--font-size needs 5 to 40, not '41'" --font-size 41 "$T/a.csv"
run cdfplot -g backend --size 40x16 --terminal "$T/a.csv"
check "the smallest terminal names both groups" \
	test "$(grep -c 'eager (n=4)\|compile (n=2)' "$T/out")" = 2
run cdfplot --font-size 20 --linear --script "$T/ten.csv"
check "large letters: a share without a name has no tick" \
	grep -q "^set y2tics ('p50' 0.5, 'p90' 0.9, 'p99' 0.99)" "$T/out"
run cdfplot --font-size 40 --script "$T/ten.csv"
check "and fewer ticks" grep -q '^set xtics 5$' "$T/out"
fails 2 "cdfplot: --font-size and --theme are not for --terminal" \
	cdfplot --theme dark --terminal "$T/a.csv"

# in a page: described, no id twice, whatever the names hold
printf 'latency_ms\n7\n' >"$T/one.csv"
printf 'backend,latency_ms\n<b> & href=#gpPt1,1\n<b> & href=#gpPt1,3\n' >"$T/page.csv"
run cdfplot -g backend --title '</title>' -O "$T/q.svg" "$T/page.csv"
check "a title" grep -q '^<title id="[^"]*">&#60;/title&#62;</title>$' "$T/q.svg"
check "a description" grep -q \
	'">latency (ms): distribution. &#60;b&#62; &#38; href=#gpPt1: 2 samples, median 2. </desc>$' \
	"$T/q.svg"

run cdfplot -O "$T/one.svg" "$T/one.csv"
check "one sample is no samples" grep -q 'distribution. 1 sample, median 7' "$T/one.svg"
check "a name stays as it is" grep -q '<text>.*&lt;b.* &amp; href=#gpPt1 (n=2)</text>' "$T/q.svg"
check "two pictures have no id in common" \
	test -z "$(grep -oh " id=['\"][^'\"]*" "$T/p.svg" "$T/q.svg" | sort | uniq -d)"
grep -oh "href='#[^']*\|url(#[^)]*" "$T/p.svg" "$T/q.svg" | sed 's/.*#//' | sort -u >"$T/used"
check "and every reference has its id" test -s "$T/used"
while read -r id; do
	grep -q " id='$id'" "$T/p.svg" "$T/q.svg" || not_ok "no id $id"
done <"$T/used"

# the bars have the intervals of latstats
run cdfplot -g backend --quantiles -q 0.5,0.99 --script "$T/large.csv"
sed -n '/^\$g0/,/^EOD/p' "$T/out" | awk 'NR == 2 || NR == 3 { print $2, $3, $4 }' >"$T/bars"
latstats -g backend --where backend=b --stats n -q 0.5,0.99 --quantile-ci -o csv "$T/large.csv" |
	tail -1 | awk -F, '{ print $3, $4, $5; print $7, $8, $9 }' >"$T/want"
same "intervals on the bars are those of latstats --quantile-ci" "$T/want" "$T/bars"
says "and the caption names them" "Lines on the bars are 95% intervals."
run cdfplot --quantiles --script "$T/ten.csv"
says "too few samples for an interval" \
	"Lines on the bars are 95% intervals. For 3 of 4 bars the samples are too few for an interval."
run cdfplot -g backend --quantiles --theme dark --script "$T/28.csv"
check "an edge shows intervals on any bar, also on dark paper" test 56 = \
	"$(grep -c "with vectors .*rgb '#\(16191d\|e6e6e6\)' notitle" "$T/out")"
run cdfplot -v change --quantiles -q 0 --script "$T/minus.csv"
check "the figure of a negative bar stands below its end" \
	grep -q '($2<0?$5:NaN):(sprintf([^)]*)) with labels offset 0,-0.6' "$T/out"
check "and the end is the lower one" grep -q '^[^ ]* -5 [^ ]* [^ ]* -5$' "$T/out"

# gnuplot ends with the tool, however that ends, and nothing is left of the picture
mkdir "$T/slow" "$T/gone"
printf '#!/bin/sh\necho $$ >"%s"\nexec sleep 60\n' "$T/slow/pid" >"$T/slow/gnuplot"
chmod +x "$T/slow/gnuplot"
alive() { grep -qs '^State:.*[^Z ] (' "/proc/$1/status"; } # a zombie has ended
ended() { ! alive "$1" && ! ls "$T"/gone/* 2>/dev/null; }
for signal in TERM KILL; do
	rm -f "$T/slow/pid"
	PATH="$T/slow:$PATH" "$abs/cdfplot" -O "$T/gone/p.svg" "$T/a.csv" >"$T/out" 2>"$T/err" &
	drawing=$! i=0
	while [ ! -s "$T/slow/pid" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
	pid=$(cat "$T/slow/pid")
	check "gnuplot is at work" alive "$pid"
	kill -s $signal $drawing; wait $drawing 2>/dev/null
	i=0; while alive "$pid" && [ $i -lt 50 ]; do sleep 0.1; i=$((i + 1)); done
	check "gnuplot ends with the tool ($signal)" ended "$pid"
done
