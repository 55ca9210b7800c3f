# A group column may be called as any column of the result: it keeps its name, and the
# result's is result.NAME, in every tool, and the next tool reads it so.
. tests/lib.sh

# samples of two groups and two strata (g, s), and a constant column that is measured too
awk -v OFS=, 'BEGIN {
	print "g,s,latency_ms,other_ms"
	for (i = 0; i < 40; i++)
		print int(i / 20) ? "b" : "a", i % 2 ? "x" : "y",
			10 + int(i / 20) + i * 7 % 10 / 10 + (i == 3) * 30, 2
}' >"$T/samples.csv"

# every NAME of its result in place of the group column: the same result but for names
each_name() { # COLUMN ARGS...
	col=$1; shift
	cp "$T/samples.csv" "$T/named.csv"
	run "$@" "$T/named.csv"
	is_status 0 "$*"
	cp "$T/out" "$T/plain"
	bad=; count=0
	for name in $(head -n 1 "$T/plain" | tr , ' '); do
		# what the record stream itself has (assay-stream(5)) is no name for a group of its own
		case $name in g|s|run|file|index|latency_ms) continue ;; esac
		count=$((count + 1))
		sed "1s/\(^\|,\)$col,/\1$name,/" "$T/samples.csv" >"$T/named.csv"
		sed -e "1s/\(^\|,\)$name\(,\|$\)/\1result.$name\2/" -e "1s/\(^\|,\)$col\(,\|$\)/\1$name\2/" \
			"$T/plain" >"$T/want"
		run $(printf '%s\n' "$@" | sed "s/^$col\$/$name/;s/^\(.*,\)$col\$/\1$name/") "$T/named.csv"
		cmp -s "$T/want" "$T/out" && [ "$status" -eq 0 ] || bad="$bad $name"
	done
	check "$*: $count names of its columns for $col" test -z "$bad" -a "$count" -gt 0
	[ -z "$bad" ] || echo "# $bad"
}
each_name g latstats -g g
each_name g latstats -v latency_ms,other_ms -g g
each_name s latstats --ci -q 0.25 -g g,s
each_name g trimmean -g g
each_name g outliers -g g
each_name g outliers --list -g g
each_name g outliers --clusters -g g
each_name s abtest --base a --test b -g g -s s
each_name g power --each -g g
each_name s power --effect 5% -g g -s s
each_name g coldstart --effect -g g
# here the name stands in cells, not among the columns
for name in term ss df p errors n value kind method mean; do
	sed "1s/^g,/$name,/" "$T/samples.csv" >"$T/named.csv"
	run anova -g g "$T/samples.csv"
	sed "2s/^g,/$name,/" "$T/out" >"$T/want"
	run anova -g $name "$T/named.csv"
	same "anova -g $name" "$T/want" "$T/out"
	run cdfplot --script -g g "$T/samples.csv"
	cp "$T/out" "$T/want"
	run cdfplot --script -g $name "$T/named.csv"
	same "cdfplot -g $name" "$T/want" "$T/out"
done

printf 'n,latency_ms\n128,1\n128,2\n256,3\n256,5\n256,4\n' >"$T/n.csv"
run sh -c "latstats -g n --stats n,mean '$T/n.csv' | latstats -g n -v result.n,mean --stats max"
is_out "piped: the next tool measures the result and groups by the input" <<E
n,value,max
128,result.n,2
128,mean,1.5
256,result.n,3
256,mean,4
E
run sh -c "latstats -g n '$T/n.csv' | trimmean --from-summary --exact --methods mean -g n |
	cut -d, -f2,5,7"
is_out "and a summary's n is the count, not the group" <<E
n,rank,result.n
128,1,2
256,2,3
E
run sh -c "latstats -g n '$T/n.csv' | tablecheck --arith --only sd_range - | cut -d, -f1,10"
is_out "and so is that of tablecheck" <<E
row,from
n=128,max=2 min=1 n=2
n=256,max=5 min=3 n=3
E
run latstats -g n --stats n,mean --having 'result.n>2' "$T/n.csv"
is_out "--having of the result" <<E
n,result.n,mean
256,3,4
E
run latstats -g n --stats n,mean --having n=128 --rename result.n=count,n=batch "$T/n.csv"
is_out "--having of the group, --rename of both" <<E
batch,count,mean
128,2,1.5
E
run latstats -g n --stats n,mean --wide n -o text "$T/n.csv"
is_out "--wide of the group" <<E
result.n:128  result.n:256  mean:128  mean:256
           2             3       1.5         4
E
run trimmean -g n --methods mean,median --wide method -o text --rename method=n,n=method "$T/n.csv"
check "--rename lets the two change places" grep -q '^n ' "$T/out"
printf 'n,result.n,latency_ms\n1,2,3\n' >"$T/both.csv"
run latstats -g n,result.n --stats n "$T/both.csv"
is_out "a group column called result.n too" <<E
n,result.n,result.result.n
1,2,1
E
run latstats -g n --stats n -o json "$T/n.csv"
check "JSON has both names" grep -q '"n": "128", "result.n": 2' "$T/out"
cat >"$T/published.csv" <<E
verdict,column,value
x,mean,1
E
printf 'verdict,mean\nx,1\n' >"$T/table.csv"
run tablecheck "$T/published.csv" "$T/table.csv"
is_out "tablecheck" <<E
verdict,column,published,computed,result.verdict,id,note
x,mean,1,1,match,,
E
