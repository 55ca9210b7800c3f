# labelaudit --src: a command of Python is harmless only where the tree does not say which program its name means, what is
# loaded into it, or what starts it (audit/label/cone_path.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
# sets NAME LINE [THEN]: what a LINE before cp is started, or a THEN that starts it, leaves open, or not
sets() { opens "$1" "$2" '' "${3:-subprocess.run([\"cp\", args.x, \"y\"])}"; }
leaves() { knows "$1" "$2" '' 'subprocess.run(["cp", args.x, "y"])'; }
sets set 'os.environ["PATH"] = "tools"'
sets default 'os.environ.setdefault("LD_PRELOAD", "./k.so")'
sets update 'os.environ.update(PATH="tools")'
sets update_dict 'os.environ.update({"PATH": "tools"})'
sets update_pairs 'os.environ.update([("PATH", "tools")])'
sets merged 'os.environ |= {"PATH": "tools"}'
sets renamed 'e = os.environ; e["PATH"] = "tools"'
sets put 'os.putenv("PATH", "tools")'
sets patched 'subprocess.Popen.__init__ = args.x'
sets replaced 'subprocess.run = args.x'
sets given pass 'os.execve("/bin/cp", ["cp", args.x, "y"], {"LD_PRELOAD": "./k.so"})'
sets spawned pass 'os.spawnve(os.P_WAIT, "/bin/cp", ["cp", args.x, "y"], {"LD_PRELOAD": "./k.so"})'
leaves read 'print(os.environ.get("PATH"), os.environ["HOME"], dict(os.environ))'
leaves other_set 'os.environ["OMP_NUM_THREADS"] = "1"'
leaves other_default 'os.environ.setdefault("OMP_NUM_THREADS", "1")'
leaves other_update 'os.environ.update({"OMP_NUM_THREADS": "1"}, LANG="C")'
leaves other_merged 'os.environ |= {"LANG": "C"}'
leaves other_renamed 'e = os.environ; e["LANG"] = "C"'
leaves other_member 'subprocess.seen = args.x'
