# reports/ERRATA.md is what make errata writes; every erratum has its command and
# every command its erratum.
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
fields() { awk -v names="$1" -f reports/csv.awk -f reports/fields.awk "$2"; }

for r in tr120 tr126; do
	fields id,kind "reports/$r/errata.csv" | awk -F'\t' '$2 != "figure" { print $1 }' | sort >"$T/errata"
	grep -o '^E1[0-9]*-[0-9]*' "reports/$r/errata.mk" | sort >"$T/commands"
	same "$r: each erratum that is no single cell has a command, and each command its erratum" "$T/errata" "$T/commands"
	fields id,section,kind,what,published,cause "reports/$r/errata.csv" | awk -F'\t' '
	$2 == "" || $6 == "" || $3 !~ /^(figure|definition|meaning|not-shown)$/ || ($3 != "figure") != ($4 != "" && $5 != "")' >"$T/bad"
	same "$r: each has its section, its kind and its cause, and what it is about" /dev/null "$T/bad"
	fields id "reports/$r/errata.csv" | while read -r id; do
		grep -q "^| $id |" reports/ERRATA.md || echo "$id"
	done >"$T/absent"
	same "$r: each is in ERRATA.md" /dev/null "$T/absent"
done

# value.awk
table() { printf '%s\n' "$@" >"$T/t.csv"; }
value() { run awk -f reports/csv.awk -f reports/errata/value.awk "$@" "$T/t.csv"; }
table k,v,w 'a,1.23456,x' 'b,2,"y, z"' 'c,1234.56,x'
is() { want=$1; shift; value "$@"; if [ "$status $(cat "$T/out")" = "0 $want" ]; then ok "value.awk $*: $want"; else not_ok "value.awk $*: $status $(cat "$T/out" "$T/err")"; fi; }
is 1.235 -v column=v -v where=k=a
is 2 -v column=v -v 'where=w=y, z'
is 1235 -v column=v -v how=max
is 1.235 -v column=v -v how=min
is c -v column=v -v how=at_max -v key=k
is 2 -v how=count -v where=w=x
is 2 -v how=distinct -v column=w
is 1236 -v how=sum -v column=v -v where=w=x
is '1.235 2 1235' -v how=list -v column=v
is none -v column=v -v where=k=d
is 1 -v how=count -v 'where=w=x;k!=a'
for bad in column=v "column=u where=k=a" "column=v where=u=a"; do
	set --; for word in $bad; do set -- "$@" -v "$word"; done
	value "$@"
	is_status 2 "value.awk $bad"
done

if ! have_data; then
	skip "ERRATA.md against the artifacts" "no artifacts in $DATA (make data)"
	exit 0
fi
run make --no-print-directory -s errata ERRATA="$T/ERRATA.md" BUILD="$BUILD" DATA="$DATA"
is_status 0 "make errata"
same "reports/ERRATA.md is what it writes" reports/ERRATA.md "$T/ERRATA.md"
run make --no-print-directory -s erratum ID=E126-42 BUILD="$BUILD" DATA="$DATA"
check "the command of one gives its figure" grep -qx '4.571e-10' "$T/out"
# An erratum that is none stops it.
rm -rf "$T/copy"; mkdir -p "$T/copy"; cp -R reports "$T/copy/"
tools=$(cd "$BUILD" && pwd) data=$(cd "$DATA" && pwd)
mkdir -p "$T/copy/build"; cp -R "$tools/errata" "$tools/reports" "$T/copy/build/"; ln -s "$tools/bin" "$T/copy/build/bin"
cd "$T/copy" || exit 1
sed -i '/^E126-46,/s/,6,/,7,/' reports/tr126/errata.csv
BUILD=build DATA=$data; export BUILD DATA
fails 2 "errata: E126-46: the artifacts have what was published, 7" sh reports/errata/errata.sh write tr120 tr126
