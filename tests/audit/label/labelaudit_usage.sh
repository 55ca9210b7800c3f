# labelaudit: its three modes, the options of each, and what is refused.
. tests/lib.sh
cd "$T" || exit 1
echo 'x = 1' >a.py
fails 2 "labelaudit: one of --src, --runs, --survey and --log must be given" labelaudit a.py
fails 2 "labelaudit: one of --src, --runs, --survey and --log must be given" \
	labelaudit --src --runs \
	--label x a.py
fails 2 "labelaudit: --src needs files or folders" labelaudit --src --label x
src='--labels-from, --default, --set and --symbol need --src'
fails 2 "labelaudit: $src" labelaudit --runs --symbol x a.py
fails 2 "labelaudit: $src" labelaudit --log --labels-from x a.py
fails 2 "labelaudit: $src" labelaudit --runs --default a.py
fails 2 "labelaudit: $src" labelaudit --log --set a=b a.py
fails 2 "labelaudit: --label needs --src or --runs" labelaudit --log --label x a.py
fails 2 "labelaudit: --where needs --runs" labelaudit --src --label x --where a=b a.py
fails 2 "labelaudit: --rules, --all, --recompile and --recompile-limit need --runs" labelaudit \
	--log --rules a.py
fails 2 "labelaudit: --max-recompiles, --max-graph-breaks and --max-cudagraph-skips need --log" \
	labelaudit --runs --max-recompiles 1 .
fails 2 "labelaudit: -o needs one of text, json, sarif, not 'csv'" labelaudit --src --label x \
	-o csv a.py
fails 2 "labelaudit: --label needs a label, not ''" labelaudit --src --label '' a.py
fails 2 "labelaudit: --set needs OPTION=VALUE, not 'a'" labelaudit --src --set a --label x a.py
fails 2 "labelaudit: --set needs OPTION=VALUE, not '=b'" labelaudit --src --set =b --label x a.py
fails 2 "labelaudit: --set nosuch: the files have no such option" labelaudit --src --set nosuch=1 \
	--label x a.py
fails 2 "labelaudit: nowhere/out: cannot create: No such file or directory" labelaudit --src \
	--label x -O nowhere/out a.py

# operands
mkdir empty; printf 'x\0y' >nul.c; echo x >a.xyz; mkfifo pipe.py
fails 2 "labelaudit: nowhere.py: No such file or directory" labelaudit --src --label x a.py \
	nowhere.py
fails 2 "labelaudit: nowhere: No such file or directory" labelaudit --src --labels-from nowhere a.py
kinds='Python, C, C++, CUDA, CMake, YAML, TOML or JSON'
fails 2 "labelaudit: empty: there is no source file to read: $kinds" \
	labelaudit --src --label x empty
fails 2 "labelaudit: nul.c: nothing to read: binary" labelaudit --src --label x nul.c
fails 2 "labelaudit: a.xyz: not a source file that can be read: $kinds" \
	labelaudit --src --label x a.xyz
fails 2 "labelaudit: pipe.py: neither a file nor a folder" labelaudit --src --label x pipe.py
