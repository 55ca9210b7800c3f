# labelaudit --src: which commands Python starts a program by, through variables and functions of the tree (audit/label/cone/cone_command.c,
# cone_sites.c). cp writes files, so a path across it decides nothing: what names alone say does.
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh

# what stands at the call
knows list 'subprocess.run(["cp", args.x, "y"])'
knows split 'subprocess.run("cp a b".split() + [args.x])'
knows text 'os.system("cp a %s" % args.x)'
knows format 'subprocess.check_output("cp a {}".format(args.x), shell=True)'
knows joined 'os.system(" ".join(["cp", "a", args.x]))'
knows one_of_two 'subprocess.run(["cp", "a", "b"] if args.x else shlex.split("cp a c"))'
knows words 'asyncio.run(asyncio.create_subprocess_exec("cp", "a", "b"))'
opens other 'subprocess.run(["make"])'
opens glued 'os.system("cp%s a" % args.x)'
opens pipe 'subprocess.run(f"cat {args.x} | cc -x c -", shell=True)'
opens behind 'os.system(f"cp {args.x} b; cc k.c")'
opens sign_held 'os.system(f"cat k.c {S} cc")' 'S = bytes([59]).decode()'
opens sign_of_list 'os.system(f"cat k.c {S} cc")' 'import string; S = string.punctuation[18]'
opens sign_line 'os.system(f"cat k.c {os.linesep} cc")'
knows sign_none 'os.system(f"cat k.c {S} cc")' 'S = bytes_of = os.sep'
opens sign 'os.system(f"cat k.c {chr(124)} cc")'
opens held 'pipe = "|"; os.system(f"cat k.c {pipe} cc")'
opens third 'subprocess.run(["cp"], -1, "/usr/bin/cc")'
opens spread 'subprocess.run(["cp"], *[-1, "cc"])'
opens or_else 'subprocess.run(args.x or ["cp"])'
opens tar 'os.execlp("tar", "tar", "--to-command=cc")'
opens awaited 'asyncio.run(asyncio.create_subprocess_exec("tar", "--to-command=cc"))'
opens quoted "os.system(\"sed 's/.*/cc k.c/e' f\")"
opens convert 'os.system("convert a.png \"|cc k.c\"")'
opens tool_behind 'os.system("convert a.png b.png; cc -shared k.c -o k.so")'
opens tool_within 'os.system("samtools view `./k`")'
opens tool_of_folder 'os.system("./convert a.png b.png")'
knows tool_by_path 'os.system("/usr/bin/convert a.png b.png")'
knows image 'subprocess.run(["convert", args.x, "b.png"])'
opens plugin 'subprocess.run(["protoc", "--cc_out=.", args.x])'
knows proto 'subprocess.run(["protoc", "--python_out=.", args.x])'
for c in '"awk", "-f", "run.awk"' '"tar", "-xf", "x", "--to-com=./k"' '"sort", "--comp=./k"' '"sed", "1e cc", "x"' '"hg", "id", "--config", "hooks.pre-id=./k"' '"git", "ls-remote", "."' \
	'"pandoc", args.x' '"awk", args.x' '"sed", args.x' '"awk", "BEGIN { sys" + "tem(0) }"'; do
	opens "told_$(echo "$c" | tr -c 'a-z0-9\n' _)" "subprocess.run([$c])"
done
knows user 'subprocess.run(["tar", "-xf", args.x])'
opens option 'subprocess.run(["tar", "-xf", args.x, OPTION])' 'OPTION = "--to-command=./k"'
opens options 'subprocess.run(["sort", *OPTIONS])' 'OPTIONS = ["--compress-program=./k", "x"]'
opens script 'subprocess.run(["awk", SCRIPT, "x"])' 'SCRIPT = "BEGIN { system(0) }"'
opens pieces "os.system(\"awk 'BEGIN { sys\" + \"tem(0) }'\")"
# what is put into a line for a shell may be any text of the tree
for c in '"cp a %s" % TAIL' '"cp a " + TAIL' '"cp a {}".format(TAIL)' '" ".join(["cp", "a", TAIL])' 'f"cp a {TAIL}"'; do
	prog elsewhere "os.system($c)" 'from tail import TAIL'
	echo 'TAIL = "; cc -shared k.c"' >"$T/elsewhere/tail.py"
	leaves_open elsewhere
	echo 'TAIL = "; ./k"' >"$T/elsewhere/tail.py"
	leaves_open elsewhere
	echo 'TAIL = "k.c"' >"$T/elsewhere/tail.py"
	says label-only fast elsewhere
done
opens spawned 'os.posix_spawnp("awk", ["awk", "BEGIN { system(0) }"], os.environ)'
opens octets 'os.system(f"cp a {bytes([59]).decode()} cc k.c")'
# one of a field may be what the tree builds
prog aligner 'subprocess.run(["samtools", "view", args.x])'
says label-only fast aligner
mkdir "$T/aligner/samtools" && echo 'x = 1' >"$T/aligner/samtools/view.py"
leaves_open aligner

# a variable
knows var 'c = ["cp", "a"]; c.append(args.x); c += ["b"]; print(" ".join(c)); subprocess.run(c)'
knows var_text 'c = "cp a %s" % args.x; c += " b"; print(c); os.system(c)'
knows file_var 'subprocess.run(COPY + [args.x])' 'COPY = ["cp", "a"]'
opens insert 'c = ["cp"]; c.insert(0, args.x); subprocess.run(c)'
opens first 'c = ["cp", "a"]; c[0] = "cc"; subprocess.run(c)'
opens gone 'c = ["cp", "cc", "a"]; del c[0]; subprocess.run(c)'
opens alias 'c = ["cp"]; d = c; d.insert(0, "cc"); subprocess.run(c)'
opens added 'c = ["tar"]; c += ["--to-command=cc"]; subprocess.run(c)'
opens grown 'c = "c"; c += "c k.c"; os.system(c)'
opens loop 'for c in [["cc"]]: subprocess.run(c)'
opens changed 'COPY.insert(0, "cc"); subprocess.run(COPY)' 'COPY = ["cp"]'
opens twice 'subprocess.run(COPY)' 'COPY = ["cp"]
if os.path.exists("k.c"): COPY = ["cc", "k.c"]'
opens nonlocal 'run(["cp"])' 'def run(c):
    def inner():
        nonlocal c
        c = ["cc"]
    inner()
    subprocess.run(c)'
opens walrus 'run(["cp"])' 'def run(c):
    if (c := ["cc"]): subprocess.run(c)'
opens unpacked 'run(["cp"])' 'def run(c):
    c, x = ["cc"], 1
    subprocess.run(c)'

# a function of the tree
run='def run(c, quiet=False, **kw):
    if not quiet: print(" ".join(c))
    return subprocess.run(c, check=True, **kw)'
knows wrapper 'run(["cp", "a", args.x])' "$run"
opens wrapper_cc 'run(["cp"]); run(["cc"])' "$run"
opens executable 'run(["cp"], executable="cc")' "$run"
opens keyword 'run(["cp"])' 'def run(c, **kw):
    kw["executable"] = "cc"
    subprocess.run(c, **kw)'
run='def run(c): subprocess.run(c.split())
def go(c): run(c)'
knows two 'go("cp a b")' "$run"
opens two_cc 'go("cp a b"); go("cc k.c")' "$run"
opens listed 'go("cp a b"); f = [go]; f[0]("cc k.c")' "$run"
opens globals 'go("cp a b"); globals()[args.x]("cc k.c")' "$run"
opens handed 'go("cp a b"); list(map(go, ["cc k.c"]))' "$run"
opens spread_in 'go("cp a b"); go(*["cc k.c"])' "$run"
opens asked 'go("cp a b"); getattr(shell, "go")("cc k.c")' "$run"
knows star 'run("cp", "a", args.x)' 'def run(*c): subprocess.run(c)'
opens star_cc 'run("cp", "a"); run("cc")' 'def run(*c): subprocess.run(c)'
opens decorated 'run(["cp"])' 'def deco(f): return lambda c: f(["cc"])
@deco
def run(c): subprocess.run(c)'
opens inner 'run("cp a")' 'def run(c):
    c = "cc " + c
    os.system(c)'
opens fixed 'run(["cp"])' 'def fix(c): c.insert(0, "cc")
def run(c):
    fix(c)
    subprocess.run(c)'
opens printed 'run(["cp"])' 'def print(c): c.insert(0, "cc")
def run(c):
    print(c)
    subprocess.run(c)'
run='    def run(self, c): subprocess.run(c.split())'
knows method 'R().run("cp a b")' "class R:
$run"
opens method_cc 'R().run("cp a b"); R.run(R(), "cc k.c")' "class R:
$run"
opens renamed 'R().run("cp a b"); R().go("cc k.c")' "class R:
$run
    go = run"
opens library 'R().run("cp a b"); R().cmdloop()' "class R(shell.Cmd):
$run"
opens derived 'R().run("cp a b"); S().cmdloop()' "class R:
$run
class S(R, shell.Cmd): pass"

# who hands another command to it hides that, and nobody else
prog apart 'util.run(["cp", "a", args.x])' 'import util'
printf '%s\n' 'import subprocess' 'def run(c): subprocess.run(c)' >"$T/apart/util.py"
printf '%s\n' 'from util import run' 'def make_all(): run(["make"])' >"$T/apart/other.py"
says label-only fast apart
sed -i 's/^import util/import util, other\nother.make_all()/' "$T/apart/main.py"
leaves_open apart

# more programs of systems, and by which words they run another
for c in '"dpkg", "-l", args.x' '"systemctl", "status", args.x' '"man", args.x' '"svn", "info"' '"split", "-b", "9", args.x' '"squeue"' '"git", "show", args.x' '"hg", "path", "default"' \
	'"xmllint", args.x' '"hmmscan", "-h"' '"pyuic5", args.x, "-o", "x.py"'; do
	knows "more_$(echo "$c" | tr -c 'a-z0-9\n' _)" "subprocess.run([$c])"
done
for c in '"dpkg", "-i", args.x' '"dpkg", "--install", args.x' '"systemctl", "restart", args.x' '"man", "-P", "cc"' '"svn", "diff", "--diff-cmd=cc"' '"svn", "checkout", args.x' \
	'"split", "--filter=cc k.c"' '"git", "info"' '"git", "clone", args.x' '"git", "grep", "-O", "cc"' '"pyuic5", "-p", args.x' '"srun", "cc"' '"sbatch", args.x' '"apt-get", "install"'; do
	opens "more_$(echo "$c" | tr -c 'a-z0-9\n' _)" "subprocess.run([$c])"
done
prog built 'subprocess.run(["split", "a"])'
mkdir "$T/built/split" && echo 'x = 1' >"$T/built/split/main.py"
leaves_open built
