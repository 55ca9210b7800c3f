# says.sh - for tests of labelaudit --src on programs of their own. A test sources it after lib.sh.

# says VERDICT LABEL PROGRAM: that is the verdict on a label of a folder or file of $T
says() {
	run labelaudit --src --label="$2" "$T/$3"
	check "$2 of $3 is $1" grep -qx -e "$2: $1" "$T/out"
}

# leaves_open PROGRAM: something of it may compile under `fast`, and it is never said to be out of reach
leaves_open() {
	run labelaudit --src --label fast "$T/$1"
	check "$1 has a verdict" grep -q "^fast: " "$T/out"
	check "$1 is not out of reach" sh -c '! grep -qE "^fast: (label-only|unreachable)$" "$1"' - "$T/out"
}
