# ways.sh - for tests of the way from a label to a compile call that is looked for backwards, by
# names and guards (audit/label/chain/chain.h). A test sources it after lib.sh; it works in $T.
WAYS=$(cd "$BUILD/tests" && pwd)/facts_ways
cd "$T" || exit 1

# way TREE LABEL: the way is on standard input; files are named without their folder
way() {
	cat >want
	run "$WAYS" "$2" "$1"
	sed "s|^$1/||" out >got
	same "$2 of $1" want got
}
no_way() { echo none | way "$1" "$2"; }

# py TREE: app.py is on standard input
py() { mkdir -p "$1"; { echo "import torch, plan"; cat; } >"$1/app.py"; }
