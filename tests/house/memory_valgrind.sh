# Memory: every tool under valgrind, on good and bad input.
. tests/lib.sh
. tests/transcript.sh
plain=$(cd "$BIN" && pwd)

# The tools' names in $T/bin are scripts that run the tools under it,
# so that whole pipelines do.
mkdir "$T/bin"
for tool in "$plain"/*; do
	cat >"$T/bin/$(basename "$tool")" <<-END
	#!/bin/sh
	exec valgrind -q --log-file='$T/vg.%p' --error-exitcode=99 --leak-check=full \\
		--errors-for-leak-kinds=definite,indirect,possible '$tool' "\$@"
	END
done
chmod +x "$T"/bin/*
# valgrinded STATUS COMMAND: the shell runs COMMAND; no error, no leak, and STATUS
valgrinded() {
	want=$1; shift
	status=0
	make_room
	(cd "$T/room" && PATH=$T/bin:$PATH && sh -c "$*") >"$T/out" 2>"$T/err" </dev/null || status=$?
	if [ -n "$(find "$T" -maxdepth 1 -name 'vg.*' -size +0)" ]; then
		not_ok "valgrind: $*"; cat "$T"/vg.* | head -30 | sed 's/^/# /'
	elif [ -z "$(find "$T" -maxdepth 1 -name 'vg.*')" ]; then
		not_ok "valgrind ran: $*"
	elif [ "$status" -ne "$want" ]; then
		not_ok "valgrind: $* (status $status, expected $want)"; sed 's/^/# /' "$T/err"
	else
		ok "valgrind: $*"
	fi
	rm -f "$T"/vg.*
}
printf '{"latencies_ms": [1, 2], "tokens": [1}\n' >"$T/bad.json"
printf 'backend,latency_ms\na,1\nb\n' >"$T/bad.csv"
# What a tool must be given besides its input, so that it gets as far as reading it
needs() { case $1 in *) ;; esac; }
for tool in "$plain"/*; do
	t=$(basename "$tool")
	if [ "$t" = refrun ]; then
		skip "valgrind: $t" \
			"its kernels are compiled for this processor, whose instructions valgrind need not know"
		continue
	fi
	valgrinded 0 "$t --help"
	valgrinded 2 "$t --no-such-option"
	for bad in "$T/bad.json" "$T/bad.csv" /none; do
		valgrinded 2 "$t $(needs "$t") '$bad'"
	done
	# good input: the examples of its page
	examples "man/$t.1" | sed -n 's/^\$ //p' >"$T/commands"
	while IFS= read -r command; do
		want=0
		case $command in 'cat '*) continue ;; esac # it shows an input, and runs no tool
		case $command in 'head '*|'cat '*) continue ;; esac # what an example reads
		case $command in *'# exit status '*) want=${command##*'# exit status '} ;; esac
		case $command in *'$DATA'*) have_data || { no_data "valgrind: $command"; continue; } ;; esac
		valgrinded "$want" "$command"
	done <"$T/commands"
done
