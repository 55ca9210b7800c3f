# completion.sh - what a shell needs to complete the options of a tool.
#
#   TOOL --completion | sh lib/completion.sh TOOL bash|zsh|fish
#
# TOOL --completion prints its table of options, one a line: --NAME, its letter or "-", and whether
# it takes an argument: 0 no, 1 yes, 2 if it likes, behind "=".
tool=$1 formats='text csv md tex json html'
[ "$tool" != labelaudit ] || formats="$formats sarif"

case $2 in
bash)
	awk -v tool="$tool" -v formats="$formats" '
	{ words = words " " $1 ($2 == "-" ? "" : " " $2) }
	$3 == 1 { takes = takes (takes ? "|" : "") $1 ($2 == "-" ? "" : "|" $2) }
	END {
		print "_assay_" tool "() {"
		print "\tlocal cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}"
		print "\tif [ \"$cur\" = = ]; then cur="
		print "\telif [ \"$before\" = = ]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi"
		print "\tCOMPREPLY=()"
		print "\tcase $before in"
		print "\t-o|--format) COMPREPLY=($(compgen -W \"" formats "\" -- \"$cur\")); return ;;"
		print "\t" takes ") return ;;"
		print "\tesac"
		print "\tcase $cur in -*) COMPREPLY=($(compgen -W \"" substr(words, 2) "\" -- \"$cur\")) ;; esac"
		print "}"
		print "complete -o default -F _assay_" tool " " tool
	}' ;;
zsh)
	awk -v tool="$tool" -v formats="$formats" '
	BEGIN { printf "#compdef %s\n_arguments -S", tool }
	{
		value = $1 == "--format" ? ":format:(" formats ")" : ":value:_files"
		if ($3 == 2) printf " \\\n  \047*%s=-:%s\047", $1, value
		else printf " \\\n  \047*%s%s\047", $1, $3 ? "=" value : ""
		if ($2 != "-") printf " \\\n  \047*%s%s\047", $2, $3 ? "+" value : ""
	}
	END { print " \\\n  \047*:file:_files\047" }' ;;
fish)
	awk -v tool="$tool" -v formats="$formats" '
	{
		printf "complete -c %s -l %s", tool, substr($1, 3)
		if ($2 != "-") printf " -s %s", substr($2, 2)
		print $1 == "--format" ? " -x -a \"" formats "\"" : $3 == 1 ? " -r" : ""
	}' ;;
*)
	echo "completion.sh: no shell '$2'; there are: bash, zsh, fish" >&2
	exit 2 ;;
esac
