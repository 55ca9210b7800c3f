# transcript.sh - commands in man pages and in README.md, run by the tests.
#
# The rule. A display is a run of indented lines: .Dl or .Bd -literal -offset
# indent in the section EXAMPLES of a man page, four blanks in README.md. If it
# starts with "$ ", the lines that start so are commands, and what stands below
# each is its exact output; otherwise every line is a command. A command goes on
# after a backslash at the end of its line.
#
# Each is run by sh, in a folder that shows the files of this checkout and copies
# of old.json and new.json in examples/, with the tools in PATH. It must succeed, or end with the
# status that a closing comment
# "# exit status N" names, and write something: to standard output or to a file.
# One that names $DATA is skipped where the published artifacts are not at hand.
DATA=$(cd "$DATA" 2>/dev/null && pwd || echo "$DATA"); export DATA

# plain_page PAGE WIDTH: a man page as text
plain_page() { mandoc -T ascii -O width="$2" "$1" | sed 's/.\x08//g'; }
# transcripts INDENT: the displays of standard input, indented by INDENT or
# more, as lines "$ COMMAND" and "> OUTPUT LINE"
transcripts() {
	awk -v n="$1" '
	BEGIN { margin = sprintf("%" n "s", "") }
	substr($0, 1, n) == margin && NF {
		line = held substr($0, n + 1)
		held = ""
		if (!inside) transcript = line ~ /^\$ /
		inside = 1
		if ((!transcript || line ~ /^\$ /) && sub(/\\$/, "", line)) { held = line; next }
		if (!transcript) print "$ " line
		else if (line ~ /^\$ /) print line
		else { for (; blank > 0; blank--) print ">"; print "> " line }
		blank = 0
		next
	}
	!NF { blank++; inside = inside && transcript; next }
	{ inside = blank = 0 }'
}
# examples PAGE [WIDTH]: those of a man page
examples() { plain_page "$1" "${2:-1000}" | sed -n '/^EXAMPLES$/,/^[A-Z]/p' | transcripts 11; }
# opening PAGE: the commands that DESCRIPTION begins with, which most people need
opening() {
	plain_page "$1" 1000 | awk '/^DESCRIPTION$/ { on = 1; next } on && /^           / { print;
		next } on { exit }' |
		transcripts 11
}
# A folder, $T/room, that shows this checkout; what is written there stays there.
make_room() {
	rm -rf "$T/room"; mkdir "$T/room"; cp examples/*.json "$T/room"
	for f in *; do ln -s "$PWD/$f" "$T/room/$f"; done
}

# run_command WHERE COMMAND: runs it; $T/want has the output that the text shows, if $shown
run_command() {
	want=0
	case $2 in *'# exit status '*) want=${2##*'# exit status '} ;; esac
	case $2 in *'$DATA'*)
		if ! have_data; then no_data "$1: $2"; return; fi ;;
	esac
	make_room
	touch "$T/before"
	status=0
	(cd "$T/room" && sh -c "$2") >"$T/out" 2>"$T/err" </dev/null || status=$?
	if [ "$status" -ne "$want" ]; then
		not_ok "$1: $2 (status $status, expected $want)"; sed 's/^/# /' "$T/err"
	elif [ -n "$shown" ]; then
		same "$1: $2" "$T/shown" "$T/out"
	elif [ -s "$T/out" ] || [ -n "$(find "$T/room" -type f -newer "$T/before" -size +0)" ]; then
		ok "$1: $2"
	else
		not_ok "$1: $2 (it wrote nothing)"
	fi
}
# run_commands WHERE: runs all that $T/commands has
run_commands() {
	command='' shown=''
	: >"$T/shown"
	while IFS= read -r line; do
		case $line in
		'$ '*)
			[ -z "$command" ] || run_command "$1" "$command"
			command=${line#'$ '} shown=''; : >"$T/shown" ;;
		'>'*)
			line=${line#'>'}
			shown=1; printf '%s\n' "${line#' '}" >>"$T/shown" ;;
		esac
	done <"$T/commands"
	[ -z "$command" ] || run_command "$1" "$command"
}
