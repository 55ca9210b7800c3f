# labelaudit --src: a command of Python is harmless only where the tree does not say which program its name means, what is
# loaded into it, or what starts it (audit/label/cone/cone_path.c).
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
sets whole 'os.environ = dict(os.environ, PATH="tools")'
sets bytes_of 'os.environb[b"PATH"] = b"tools"'
sets pieces 'os.environ["PA" + "TH"] = "tools"'
sets pieces_told 'os.environ[f"LD_{args.x}"] = "./k.so"'
sets any_key 'print("PATH"); os.environ[args.x] = "tools"'
sets imported_as 'from os import environ as e; e["PATH"] = "tools"'
sets member 'args.env = os.environ; args.env["PATH"] = "tools"'
sets element 'for e in [os.environ]: e["PATH"] = "tools"'
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
sets split 'shlex.split = args.x' 'subprocess.run(shlex.split("cp a b"))'
leaves other_member 'subprocess.seen = args.x'
leaves other_whole 'os.environ = dict(os.environ, LANG="C")'
leaves other_pieces 'os.environ["LC_" + args.x] = "C"'
leaves other_imported 'from os import environ as e; e["LANG"] = "C"'
leaves other_any 'os.environ[args.x] = "C"'
leaves shown 'print(os.environ["PATH"]); args.f(os.environ)'
handed() { opens "$1" "$2" "$3" 'subprocess.run(["cp", args.x, "y"])'; }
handed handed 'put(os.environ)' 'def put(e): e["PATH"] = "tools"'
handed handed_default 'put()' 'def put(e=os.environ): e["PATH"] = "tools"'
handed handed_back 'get()["PATH"] = "tools"' 'def get(): return os.environ'
# what the environment was is put back; but not what was changed before
leaves put_back 'e = os.environ.copy(); os.environ["LANG"] = "C"; os.environ.clear(); os.environ.update(e); print("PATH")'
leaves put_back_dict 'e = dict(os.environ); os.environ.update(e); print("PATH")'
sets put_other 'e = os.environ.copy(); e["PATH"] = "tools"; os.environ.update(e)'
sets put_changed 'e = dict(os.environ); e.update(PATH="tools"); os.environ.update(e)'
sets put_handed 'e = dict(os.environ); args.f(e); os.environ.update(e); print("PATH")'
sets put_more 'e = dict(os.environ, PATH="tools"); os.environ.update(e)'
sets put_either 'e = dict(os.environ) if args.x else {}; os.environ.update(e); print("PATH")'
sets put_loop 'for e in args.x: os.environ.update(e); print("PATH")'
sets put_own 'e = args.environ.copy(); os.environ.update(e); print("PATH")'
sets put_own_dict 'e = dict(args.environ); os.environ.update(e); print("PATH")'
sets put_two 'e, f = args.x, 1; os.environ.update(e); print("PATH")'
sets put_by_own 'e = dict(os.environ); args.environ.give(e); os.environ.update(e); print("PATH")'
sets put_member 'args.e = os.environ.copy(); os.environ.update(args.e); print("PATH")'
own_environ() { # VALUE: an object has an environment of its own
	opens "own_environ$1" 'Job().go()' "class Job:
    environ = {'PATH': 'tools'}
    def go(self):
        e = $2
        os.environ.update(e)" 'subprocess.run(["cp", args.x, "y"])'
}
own_environ 1 'self.environ.copy()'
own_environ 2 'dict(self.environ)'
sets rooted 'os.chroot("tools")'
# what runs in the new process before the program is known to change nothing that says which that is
runs_before() { $1 "$2" "$3" "${4:-}" "subprocess.run([\"cp\", args.x, \"y\"], preexec_fn=$5)"; }
runs_before knows session pass '' os.setsid
runs_before knows quiet pass '' 'lambda: os.nice(10)'
runs_before opens other_program pass '' 'lambda: os.execvp(args.x, [args.x])'
runs_before opens other_held pass '' 'functools.partial(os.execvp, args.x, [args.x])'
runs_before opens other_function pass 'def before(): os.system(args.x)' before
runs_before opens other_path pass 'def before(): os.environ["PATH"] = "tools"' before
runs_before opens other_root pass '' 'lambda: os.chroot(args.x)'
runs_before opens other_root_name pass 'from os import chroot' 'lambda: chroot(args.x)'
runs_before opens other_root_held pass '' 'functools.partial(os.chroot, args.x)'
runs_before opens other_root_given pass '' 'lambda: os.nice(os.chroot(args.x))'
runs_before opens other_library pass 'import jail' jail.enter
runs_before opens other_module pass 'os = args = sys' os.setsid
