# cdfplot: the program it writes, the formats, names that try to break out.
. tests/lib.sh

cat >"$T/a.csv" <<E
backend,index,latency_ms,status
eager,0,4,ok
eager,1,1,ok
eager,2,2,ok
eager,3,2,ok
compile,0,8,ok
compile,1,0.5,ok
compile,2,0,error
E
run cdfplot -g backend --log --script -q 0.5 "$T/a.csv"
is_status 0 "--script"
is_out "the gnuplot program of a CDF" <<'E'
set terminal svg noenhanced size 800,480 font 'DejaVu Sans,13' background rgb 'white'
set encoding utf8
set key tmargin left horizontal Left reverse samplen 4 maxcols 3
set grid lc rgb '#dddddd' lt 1 lw 0.5
set border 3
set tics nomirror
$g0 << EOD
1 0
1 0.25
2 0.75
4 1
EOD
$q0 << EOD
2 0.5
EOD
$g1 << EOD
0.5 0
0.5 0.5
8 1
EOD
$q1 << EOD
4.25 0.5
EOD
set xlabel "latency (ms)"
set ylabel 'share of samples'
set yrange [0:1.02]
set logscale x
set xrange [0.4999999995:10.00000001]
set xtics ('0.5' 0.5, '1' 1, '2' 2, '5' 5, '10' 10)
set ytics 0,0.25,1
set y2range [0:1.02]
set y2tics ('p50' 0.5)
set border 11
set y2tics font ',9'
plot $g0 using 1:2 with steps lc rgb '#0072B2' dt 1 lw 2 title "eager (n=4)", \
  $g1 using 1:2 with steps lc rgb '#D55E00' dt 1 lw 2 title "compile (n=2)", \
  $q0 using 1:2 with points pt 7 ps 0.7 lc rgb '#0072B2' notitle, \
  $q1 using 1:2 with points pt 5 ps 0.7 lc rgb '#D55E00' notitle
E

for kind in "" --quantiles --series; do
	for ext in svg png pdf; do
		run cdfplot -g backend $kind -O "$T/p.$ext" "$T/a.csv"
		is_status 0 "cdfplot $kind to .$ext"
		case $ext in
		svg) check "it is SVG" grep -q '<svg' "$T/p.svg" ;;
		png) check "it is PNG" sh -c "head -c 4 '$T/p.png' | grep -q PNG" ;;
		pdf) check "it is PDF" sh -c "head -c 5 '$T/p.pdf' | grep -q %PDF" ;;
		esac
	done
	run cdfplot -g backend $kind --terminal "$T/a.csv"
	is_status 0 "cdfplot $kind --terminal"
	check "it fits 80 columns" sh -c "! grep -q '.\{81\}' '$T/out'"
	check "it names the group" grep -q eager "$T/out"
done
run cdfplot -g backend -O "$T/p1.svg" "$T/a.csv"
run cdfplot -g backend -O "$T/p2.svg" "$T/a.csv"
check "the same input gives the same SVG" cmp "$T/p1.svg" "$T/p2.svg"

# a series is in the order of the index, and the first of a file is cold
printf 'backend,file,index,latency_ms\na,f,2,3\na,g,1,7\na,f,0,1\na,g,0,6\na,f,1,2\n' >"$T/shuffled.csv"
run cdfplot -g backend --series --script "$T/shuffled.csv"
sed -n '/^\$[gc]0/,/^EOD/p' "$T/out" | tr '\n' ' ' | sed 's| *$||' >"$T/cut"; echo >>"$T/cut"; mv "$T/cut" "$T/out"
is_out "a series in the order of the index" <<'E'
$g0 << EOD 2 2 3 7 4 3 EOD $c0 << EOD 0 1 1 6 EOD
E
printf 'backend,index,latency_ms,cold\na,1,2,1\na,0,1,0\n' >"$T/said.csv"
run cdfplot -g backend --series --script "$T/said.csv"
sed -n '/^\$[gc]0/,/^EOD/p' "$T/out" | tr '\n' ' ' | sed 's| *$||' >"$T/cut"; echo >>"$T/cut"; mv "$T/cut" "$T/out"
is_out "cold is what its column says" <<'E'
$g0 << EOD 0 1 EOD $c0 << EOD 1 2 EOD
E

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
for kind in "" --quantiles --series; do
	mkdir "$T/cwd"
	abs=$(cd "$BIN" && pwd)
	(cd "$T/cwd" && "$abs/cdfplot" -g backend $kind --title "'; system 'touch EVIL'; '" -O p.svg "$T/evil.csv") >"$T/out" 2>"$T/err"
	status=$?
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
titles() { run cdfplot -g backend -q 0.5 --script "$@"; grep -ao 'title "[^"]*"' "$T/out" >"$T/titles"; mv "$T/titles" "$T/out"; }
titles -O x.png "$T/odd.csv"
grep -v '"e' "$T/out" >"$T/cut"; mv "$T/cut" "$T/out"
is_out "in a PNG: the middle of a long name is left out, what no font has is '?'" <<'E'
title "00000000000000000000000000000\342\200\24600000000000000000000000000000 (n=1)"
title "\077x (n=1)"
title "\077y (n=1)"
title "z\077 (n=1)"
E
titles -O x.svg "$T/odd.csv"
check "an SVG leaves the font to its reader" grep -q '^title "\\363\\260\\200\\200x (n=1)"$' "$T/out"
check "marks without width do not make a name endless" test "$(awk '{ if (length > n) n = length } END { print n }' "$T/out")" -lt 1200
run cdfplot -g backend --terminal "$T/odd.csv"
check "in the terminal a long name leaves room for the others" grep -q '?y (n=1)' "$T/out"

awk 'BEGIN { print "backend,latency_ms"; for (i = 0; i < 28; i++) printf "g%02d,%d\ng%02d,%d\n", i, i + 1, i, i + 2 }' >"$T/28.csv"
for kind in "" --quantiles --series; do
	run cdfplot -g backend $kind --script "$T/28.csv"
	sed -n 's/.* \(with.*\) title "g.*(n=2).*/\1/p' "$T/out" | sort | uniq -c | awk '{ n++; if ($1 > 1) twice = 1 } END { exit !(n == 28 && !twice) }'
	check "28 groups look all different ($kind)" test $? = 0
done

awk 'BEGIN { print "backend,latency_ms"; srand(1); for (i = 0; i < 300000; i++) printf "%s,%.6f\n", i % 2 ? "a" : "b", exp(rand() * 3) }' >"$T/large.csv"
for kind in "" --quantiles --series; do
	run cdfplot -g backend $kind -O "$T/large.svg" "$T/large.csv"
	check "300,000 points stay under 1 MB ($kind)" test "$(wc -c <"$T/large.svg")" -lt 1000000
done

sed 's/backend,index/backend,synthetic/; s/,[0-3],/,true,/' "$T/a.csv" >"$T/syn.csv"
run cdfplot -g backend --script "$T/syn.csv"
check "synthetic data is named in the picture" grep -q 'set title "\[synthetic data\]"' "$T/out"

printf 'backend,latency_ms\nx,0\nx,1\n' >"$T/zero.csv"
fails 2 "cdfplot: a logarithmic axis cannot show the value 0 of group 'x'" cdfplot -g backend --log --script "$T/zero.csv"
printf 'backend,change\nx,-5\nx,1\n' >"$T/minus.csv"
fails 2 "cdfplot: a logarithmic axis cannot show the value -5 of group 'x'" cdfplot -g backend -v change --log --script "$T/minus.csv"
fails 2 "cdfplot: name the output: -O FILE.svg, .png or .pdf, --terminal, or --script" cdfplot "$T/a.csv"
fails 2 "cdfplot: the name must end in .svg, .png or .pdf: 'x.gif'" cdfplot -O x.gif "$T/a.csv"
fails 2 "cdfplot: --quantiles and --series exclude each other" cdfplot --quantiles --series --script "$T/a.csv"
fails 2 "cdfplot: '1.5' is no quantile: write a share from 0 to 1 (0.999) or a percentile (p99.9)" cdfplot -q 1.5 --script "$T/a.csv"
fails 2 "cdfplot: -Q wants a quantile type from 1 to 9, not '10'" cdfplot -Q 10 --script "$T/a.csv"
fails 2 "cdfplot: --terminal excludes -O and --script" cdfplot --terminal --script "$T/a.csv"
printf 'backend,latency_ms,status\nx,1,error\n' >"$T/none.csv"
run cdfplot -g backend --script "$T/none.csv"
is_status 2 "no ok sample"
is_err "no ok sample is named" <<E
cdfplot: rows: none of 1 is ok; --ok COLUMN=VALUE says which rows are ok
cdfplot: group 'x' has no ok sample: it is not drawn
cdfplot: no ok sample to draw
E
mkdir "$T/empty"
abs=$(cd "$BIN" && pwd)
status=0; PATH="$T/empty" "$abs/cdfplot" -O "$T/no.svg" "$T/a.csv" >"$T/out" 2>"$T/err" || status=$?
is_status 2 "gnuplot is missing"
is_err "its absence is named" <<E
cdfplot: cannot run gnuplot: it is not installed (Debian: gnuplot-nox)
E
check "and no half picture is left" sh -c "! ls '$T'/no.svg* 2>/dev/null"
run sh -c "cdfplot --script '$T/a.csv' >/dev/full"; is_status 2 "a full disk"
run sh -c "cdfplot --terminal '$T/a.csv' >/dev/full"; is_status 2 "a full disk, gnuplot writing"

# a gnuplot that takes long, and a user who does not wait
mkdir "$T/slow" "$T/gone"
printf '#!/bin/sh\n: >"%s"\nsleep 2\n' "$T/slow/began" >"$T/slow/gnuplot"; chmod +x "$T/slow/gnuplot"
PATH="$T/slow:$PATH" "$abs/cdfplot" -O "$T/gone/p.svg" "$T/a.csv" >"$T/out" 2>"$T/err" & drawing=$!
i=0; while [ ! -e "$T/slow/began" ] && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
kill $drawing; wait $drawing 2>/dev/null
check "nothing is left of a picture that was not waited for" sh -c "test -e '$T/slow/began' && ! ls '$T'/gone/* 2>/dev/null"
