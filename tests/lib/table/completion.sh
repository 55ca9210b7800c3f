# Completion of the options by bash, zsh and fish, from each tool's own table.
. tests/lib.sh

# reply TOOL WORD...: what bash offers for the last word
reply() {
	bash --norc -c '. "$0"; tool=$1 COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); "_assay_$tool"
	    printf "%s\n" "${COMPREPLY[@]}"' "$T/$1.bash" "$@" | LC_ALL=C sort >"$T/out" 2>"$T/err"
}
for tool in "$BIN"/*; do
	t=$(basename "$tool")
	run "$t" --completion
	is_status 0 "$t --completion"
	cp "$T/out" "$T/table"
	for shell in bash zsh fish; do sh lib/completion.sh "$t" $shell <"$T/table" >"$T/$t.$shell"; done
	reply "$t" --
	cut -d' ' -f1 "$T/table" | LC_ALL=C sort >"$T/want"
	same "$t --: every long option is offered, and nothing else" "$T/want" "$T/out"
	"$t" --help | grep -oE -- '--[a-z][a-z0-9-]*' | sort -u | while read -r o; do
		grep -qx -- "$o" "$T/want" || echo "$o"
	done >"$T/absent"
	same "$t: every option of --help is among them" /dev/null "$T/absent"
done
for shell in zsh fish; do
	if ! command -v $shell >/dev/null; then skip "$shell reads its scripts" "no $shell"; continue; fi
	for f in "$T"/*.$shell; do check "$shell reads ${f##*/}" $shell -n "$f"; done
done
offers() { # WANT TOOL WORD...
	want=$1; shift; reply "$@"; got=$(tr '\n' ' ' <"$T/out")
	if [ "$got" = "$want " ]; then ok "$*: $want"; else not_ok "$*: $got"; fi
}
offers '--where --wide --with' latstats --w
offers '--where' latstats -g backend --wh
offers 'json' latstats -o js
offers 'csv html json md tex text' latstats -o ''
offers 'json' latstats --format = j
offers 'tex text' latstats --format te
offers 'sarif' labelaudit --src -o s
offers '' latstats --sort -m
offers '' latstats fi
offers '--resume' refrun --resu
check "fish takes words for a format" grep \
	-qx 'complete -c latstats -l format -s o -x -a "text csv md tex json html"' "$T/latstats.fish"
check "zsh takes the level of --ci behind = only" grep -qF "'*--ci=-::value:_files'" \
	"$T/latstats.zsh"
run sh lib/completion.sh latstats csh </dev/null
is_status 2 "another shell"
