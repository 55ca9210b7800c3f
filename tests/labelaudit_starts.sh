# labelaudit --src: other programs that are started by other hands than a plain call (audit/label/cone/cone_start.c,
# process.c), and what makes a harmless name another program.
. tests/lib.sh
. tests/says.sh
# prog NAME LINE [BEFORE]: a program that does LINE where --fast is given
prog() {
	mkdir -p "$T/$1"
	printf '%s\n' 'import argparse, asyncio, atexit, concurrent.futures, functools, os, pty, subprocess, sys, threading' "${3:-}" \
		'parser = argparse.ArgumentParser()' 'parser.add_argument("--fast", action="store_true")' 'args = parser.parse_args()' \
		'if args.fast:' "    $2" 'print(args.fast)' >"$T/$1/main.py"
}
prog plain 'print("fast")'
says label-only fast plain
prog call 'subprocess.call(["go", "k.c"])'
leaves_open call
prog thread 't = threading.Thread(target=subprocess.call, args=(["cc", "k.c"],)); t.start(); t.join()'
leaves_open thread
check "and it is said who is handed what" grep -q "threading.Thread is handed subprocess.call, which runs what it is given" "$T/out"
prog pool 'concurrent.futures.ThreadPoolExecutor().submit(subprocess.call, ["cc", "k.c"]).result()'
leaves_open pool
prog atexit 'atexit.register(os.system, "cc k.c")'
leaves_open atexit
prog partial 'threading.Timer(1, functools.partial(subprocess.call, ["cc", "k.c"])).start()'
leaves_open partial
prog alias 'run(["cc", "k.c"])' 'run = subprocess.run'
leaves_open alias
prog table 'TABLE[0](["cc", "k.c"])' 'TABLE = [subprocess.run, print]'
leaves_open table
prog gives 'f()(["cc", "k.c"])' 'def f(): return subprocess.run'
leaves_open gives
prog text 'atexit.register(eval, "1")'
prog looked 'print(isinstance(args, subprocess.Popen), callable(subprocess.run))'
says label-only fast looked
prog other 'threading.Thread(target=print, args=("fast",)).start()'
says label-only fast other
prog pty 'pty.spawn(["cc", "k.c"])'
leaves_open pty

# what the name of a program means, and what its words say
prog uname 'subprocess.run(["uname", "-a"])'
says label-only fast uname
prog path 'os.environ["PATH"] = "tools:" + os.environ["PATH"]; subprocess.run(["uname", "-a"])'
leaves_open path
prog putenv 'os.putenv("PATH", "tools"); subprocess.run(["uname", "-a"])'
leaves_open putenv
prog home 'os.environ["HOME"] = "tools"; subprocess.run(["uname", "-a"])'
says label-only fast home
prog fake 'subprocess.run(["ls"])' 'real = subprocess.run
def fake(c): return real(["cc", "k.c"])
subprocess.run = fake'
leaves_open fake
prog awk 'subprocess.run(["awk", "{ print $1 }"])'
prog awks 'subprocess.run(["awk", "BEGIN { system(\"cc k.c\") }"])'
leaves_open awks
prog tarx 'subprocess.run(["tar", "cf", "/dev/null", "k.c", "--checkpoint=1", "--checkpoint-action=exec=cc"])'
leaves_open tarx
prog sede 'subprocess.run(["sed", "s/.*/cc k.c/e", "k.txt"])'
leaves_open sede
