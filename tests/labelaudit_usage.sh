# labelaudit: its three modes, the options of each, and what is refused.
. tests/lib.sh
cd "$T" || exit 1
echo 'x = 1' >a.py
fails 2 "labelaudit: one of --src, --runs and --log must be given" labelaudit a.py
fails 2 "labelaudit: one of --src, --runs and --log must be given" labelaudit --src --runs --label x a.py
fails 2 "labelaudit: --src wants files or folders" labelaudit --src --label x
fails 2 "labelaudit: --src wants a --label, or --labels-from" labelaudit --src a.py
fails 2 "labelaudit: --labels-from and --symbol go with --src" labelaudit --runs --symbol x a.py
fails 2 "labelaudit: --labels-from and --symbol go with --src" labelaudit --log --labels-from x a.py
fails 2 "labelaudit: --label goes with --src and --runs" labelaudit --log --label x a.py
fails 2 "labelaudit: --where goes with --runs" labelaudit --src --label x --where a=b a.py
fails 2 "labelaudit: --rules, --all, --recompile and --recompile-limit go with --runs" labelaudit --log --rules a.py
fails 2 "labelaudit: --max-recompiles, --max-graph-breaks and --max-cudagraph-skips go with --log" labelaudit --runs --max-recompiles 1 .
fails 2 "labelaudit: -o wants one of text, json, sarif, not 'csv'" labelaudit --src --label x -o csv a.py
fails 2 "labelaudit: --src is being written anew; this build does not have it" labelaudit --src --label x -O result a.py
check "and no file is written" [ ! -e result ]
