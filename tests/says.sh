# says.sh - for tests of labelaudit --src on programs of their own. A test sources it after lib.sh.

# says VERDICT LABEL PROGRAM: that is the verdict on a label of a folder or file of $T
says() {
	run labelaudit --src --label "$2" "$T/$3"
	check "$2 of $3 is $1" grep -qx "$2: $1" "$T/out"
}
