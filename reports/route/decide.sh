#!/bin/sh
# The decision from the sweep of sweep.yaml in DIR, its regret and its picture, into OUT:
#
#   mkdir build/sweep && tar xJf fixtures/route/h100.tar.xz -C build/sweep --strip-components=1
#   reports/route/decide.sh build/sweep build/route
#
# any_length is the decision without code that is compiled for each length.
set -eu
BUILD=${BUILD:-build}
PATH=$(cd "$BUILD/bin" && pwd):$PATH; export PATH
dir=$1 out=$2
mkdir -p "$out"

# any: cells of requests that eager, padded or dynamic code serves, whatever their length
any() {
	refrun --list -O "$dir" reports/route/sweep.yaml |
		awk -F, -v dir="$dir" '$9 == "done" && $3 != "kv_decode" && ($5 == "refrun-cuda" ||
			$7 == "true" || $8 > 1) { print dir "/" $1 }'
}
decide() { route --by mode,dynamic,pad_to_multiple_of --margin 3 -o csv "$@"; }

# all NAME CELL...: the decision, its regret on every second size, and the picture
all() {
	name=$1; shift
	decide -O "$out/$name.csv" --gnuplot "$out/$name.gp" "$@"
	gnuplot "$out/$name.gp" >"$out/$name.svg"
	decide -O "$out/${name}_held_out.csv" --hold-out 2 "$@"
	rm "$out/$name.gp"
}

all decision "$dir"/[0-9]*/
# shellcheck disable=SC2046 # names of cells have no blanks
all any_length $(any)
