# What every tool does alike: help, version, usage errors, and a result that
# cannot be written is never taken for one.
. tests/lib.sh
. tests/transcript.sh
version=$(sed -n 's/.*AS_VERSION "\(.*\)".*/\1/p' lib/base/version.h)

for tool in "$BIN"/*; do
	t=$(basename "$tool")
	run "$t" --help
	is_status 0 "$t --help"
	is_err "$t --help: no message" </dev/null
	check "$t --help starts with its usage" sh -c "head -n 1 '$T/out' | grep -q '^usage: $t '"
	check "$t --help fits 80 columns" sh -c "! awk 'length > 80' '$T/out' | grep ."
	run "$t" --version
	is_status 0 "$t --version"
	is_out "$t --version" <<-E
	$t (assay) $version
	E
	fails 2 "$t: unrecognized option '--no-such'
Try '$t --help'." "$t" --no-such
	fails 2 "$t: unrecognized option '--hlep'
Did you mean '--help'? Try '$t --help'." "$t" --hlep
	"$t" --help >"$T/help"
	run "$t" -h
	is_status 0 "$t -h"
	same "$t -h is --help" "$T/help" "$T/out"
	for word in --help --version; do
		status=0
		"$t" $word >/dev/full 2>"$T/err" || status=$?
		is_status 2 "$t $word on a full disk"
		is_err "and its message" <<-E
		$t: cannot write standard output
		E
	done
	status=0
	"$t" --help >&- 2>"$T/err" || status=$?
	is_status 2 "$t --help without standard output"
	# a reader that is gone, where the shell ignores the signal as some callers do
	(trap '' PIPE; sleep 0.1; "$t" --help 2>"$T/err"; echo $? >"$T/status") | :
	status=$(cat "$T/status")
	is_status 2 "$t --help into a closed pipe"
	is_err "and its message" <<-E
	$t: cannot write standard output
	E

	# the examples of its page that run the tool alone and write to standard output
	examples "man/$t.1" | sed -n 's/^\$ //p' | grep -v '[|;>]\| -O\|--output' |
		grep "^$t " >"$T/commands"
	check "$t has an example that runs it alone" test -s "$T/commands"
	while IFS= read -r command; do
		case $command in *'$DATA'*) have_data || { no_data "on a full disk: $command"; continue; } ;; esac
		make_room
		status=0
		(cd "$T/room" && sh -c "${command%'# exit status'*}") >/dev/full 2>"$T/err" </dev/null ||
			status=$?
		is_status 2 "on a full disk: $command"
		is_err "and its message" <<-E
		$t: cannot write standard output
		E
	done <"$T/commands"
done
