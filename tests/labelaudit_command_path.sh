# labelaudit --src: a command of Python is harmless only where the tree does not say which program its name means, what is
# loaded into it, or what starts it (audit/label/cone_path.c).
. tests/lib.sh
. tests/says.sh
# prog NAME LINE: a program that does LINE, and then starts cp, where --fast is given
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import argparse, os, subprocess' 'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' \
		'parser.add_argument("x")' 'args = parser.parse_args()' 'if args.fast:' "    $2" "    ${3:-subprocess.run([\"cp\", args.x, \"y\"])}" 'print(args.fast)' >"$T/$1/main.py"
}
knows() { prog "$@" && says label-only fast "$1"; }
opens() { prog "$@" && leaves_open "$1"; }
opens set 'os.environ["PATH"] = "tools"'
opens default 'os.environ.setdefault("LD_PRELOAD", "./k.so")'
opens update 'os.environ.update(PATH="tools")'
opens update_dict 'os.environ.update({"PATH": "tools"})'
opens update_pairs 'os.environ.update([("PATH", "tools")])'
opens merged 'os.environ |= {"PATH": "tools"}'
opens renamed 'e = os.environ; e["PATH"] = "tools"'
opens put 'os.putenv("PATH", "tools")'
opens patched 'subprocess.Popen.__init__ = args.x'
opens replaced 'subprocess.run = args.x'
opens given pass 'os.execve("/bin/cp", ["cp", args.x, "y"], {"LD_PRELOAD": "./k.so"})'
opens spawned pass 'os.spawnve(os.P_WAIT, "/bin/cp", ["cp", args.x, "y"], {"LD_PRELOAD": "./k.so"})'
knows read 'print(os.environ.get("PATH"), os.environ["HOME"], dict(os.environ))'
knows other_set 'os.environ["OMP_NUM_THREADS"] = "1"'
knows other_default 'os.environ.setdefault("OMP_NUM_THREADS", "1")'
knows other_update 'os.environ.update({"OMP_NUM_THREADS": "1"}, LANG="C")'
knows other_merged 'os.environ |= {"LANG": "C"}'
knows other_renamed 'e = os.environ; e["LANG"] = "C"'
knows other_member 'subprocess.seen = args.x'
