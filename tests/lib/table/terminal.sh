# What an input holds never acts on the terminal that a result is shown on, in any format; in a
# pipe its bytes stay as they are.
. tests/lib.sh
. tests/audit/evidence/rules.sh
cat >"$T/screen.py" <<'P'
import os, pty, sys
# runs a command on a terminal and prints what it writes there, without the CR of line ends
out = []
def read(fd):
    b = os.read(fd, 65536)
    out.append(b)
    return b""
devnull = os.open("/dev/null", os.O_WRONLY)
status = 0
pid, fd = pty.fork()
if pid == 0:
    os.dup2(os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
    os.execvp(sys.argv[2], sys.argv[2:])
try:
    while True:
        b = os.read(fd, 65536)
        if not b: break
        out.append(b)
except OSError:
    pass
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.stdout.buffer.write(b"".join(out).replace(b"\r\n", b"\n"))
sys.stdout.flush()
sys.exit(status)
P
cat >"$T/acts.py" <<'P'
import re, sys
text = open(sys.argv[1], "rb").read().decode("utf-8", "surrogateescape")
bad = re.findall("[\0-\x08\x0b-\x1f\x7f-\x9f"
                 "\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]", text)
if bad: sys.exit(f"acts on a terminal: {sorted(set(map(ascii, bad)))}")
P
screen() { status=0; python3 "$T/screen.py" "$T/err" "$@" >"$T/out" </dev/null || status=$?; }
safe() { # WHAT COMMAND...: on a terminal
	what=$1; shift; screen "$@"
	check "$what (status $status)" python3 "$T/acts.py" "$T/out"
	[ -s "$T/out" ] || not_ok "$what: nothing was written"
}
python3 - "$T" <<'P'
import json, sys
name = "a\x1b]0;x\x07\x1b[2J\x9b31m\u202egpu\u2066\x7f\rb\u2028"
T = sys.argv[1]
open(f"{T}/name", "w", newline="").write(name)
with open(f"{T}/a.csv", "w", newline="") as f:
    names = [name, "é漢字 plain"] * 4
    f.write("backend,latency_ms\n" +
            "".join(f'"{b}",{1.5 + i // 2}\n' for i, b in enumerate(names)))
json.dump({"backend": name, "latencies_ms": [1, 2, 3]}, open(f"{T}/a.json", "w"))
json.dump({"run_id": name, name: name}, open(f"{T}/m.json", "w"))
open(f"{T}/log", "w", newline="").write(
    f"W0101 00:00:00.000000 1 torch/_dynamo/x.py:1] [0/0] Graph break: {name} from user code at"
    f"   File \"/srv/{name}.py\", line 3, in f\n")
P
NO_COLOR=1; export NO_COLOR
for f in text csv md tex json html; do
	safe "latstats -o $f" latstats -g backend -o $f "$T/a.csv"
	safe "runinfo -o $f" runinfo -o $f "$T/m.json"
	safe "labelaudit --log -o $f" labelaudit --log -o $f "$T/log"
done
safe "coldstart, a stream" coldstart "$T/a.csv"
safe "a run file" latstats -g backend -o csv "$T/a.json"
fresh
for f in "$(cell "$P" prefill a eager-compile)" "$P/manifest.json"; do
	python3 - "$f" "$T/name" <<'P'
import json, sys
f = sys.argv[1]; j = json.load(open(f)); name = open(sys.argv[2], newline="").read()
if "spec" in j: j["spec"]["model"] = name; j["compile"]["backend"] = name
else: j["run_id"] = name
json.dump(j, open(f, "w"))
P
done
for f in text csv json; do safe "labelaudit --runs -o $f" labelaudit --runs --rules -o $f "$P"; done
unset NO_COLOR; TERM=xterm; export TERM
screen labelaudit --runs --rules -o text "$P"
sed "s/$(printf '\033')\[3[123]m\([a-z -]*\)$(printf '\033')\[0m/\1/g" "$T/out" >"$T/plain"
check "with the colours of verdicts, and no other" python3 "$T/acts.py" "$T/plain"
check "and there are colours" sh -c "! cmp -s '$T/plain' '$T/out'"
screen labelaudit --log -o csv "$T/log" --max-graph-breaks none
check "messages" python3 "$T/acts.py" "$T/err"

# what is shown is the same otherwise, and letters that are no ASCII are shown
screen latstats -g backend -o csv "$T/a.csv"
cut -d, -f1 "$T/out" >"$T/names"
same "the name, with a mark for each character that is not shown" - "$T/names" <<'E'
backend
"a?]0;x??[2J?31m?gpu???b?"
é漢字 plain
E
# JSON says what they were
screen latstats -g backend -o json "$T/a.csv"
check "JSON on a terminal holds the very name" python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["rows"][0]["backend"] == open(sys.argv[2], newline="").read()' \
	"$T/out" "$T/name"
run latstats -g backend -o csv "$T/a.csv"
check "and so does CSV in a pipe" python3 -c 'import csv, sys
table, name = [open(f, newline="") for f in sys.argv[1:]]
assert list(csv.reader(table))[1][0] == name.read()' "$T/out" "$T/name"
cp "$T/out" "$T/piped"; run latstats -g backend -o csv -O "$T/file" "$T/a.csv"
same "and in a file" "$T/piped" "$T/file"
# characters in two halves, and what is none
python3 - >"$T/long.csv" <<'P'
import sys
rows = ["x" * i + "\u6f22\u00e9\U0001f600" * 2000 + ",1\n" for i in range(4)]
sys.stdout.buffer.write(b"backend,latency_ms\n" + "".join(rows).encode())
P
run latstats -g backend -o csv "$T/long.csv"; cp "$T/out" "$T/piped"
screen latstats -g backend -o csv "$T/long.csv"
same "long text is shown as it is" "$T/piped" "$T/out"
printf 'x = 1\n' >"$T/a.py"
screen labelaudit --src --label compile "$T/a.py"
check "the colours of labelaudit --src stay" grep -q "$(printf '\033')" "$T/out"

# a terminal gets aligned columns where no format is asked for, and a note of what was read
printf 'latency_ms\n1\n' >"$T/one.csv"
run python3 "$T/screen.py" "$T/said" latstats --stats n,mean "$T/one.csv"
printf 'n  mean\n1     1\n' | is_out "a terminal gets aligned columns"

# verdicts have colours in text on a terminal, and the columns stay where they are
cat >"$T/c.csv" <<'D'
backend,latency_ms
a,10
a,11
a,12
b,20
b,21
b,22
D
verdicts() { screen abtest -g backend --claim "$1" --stats verdict,n_base,n_test -o text \
	"$T/c.csv"; }
e=$(printf '\033')
verdicts 'a<b'; check "what holds is green" grep -q "$e\[32mholds$e\[0m" "$T/out"
verdicts 'a>b'
check "what does not is red, word by word" grep \
	-q "$e\[31mdoes$e\[0m $e\[31mnot$e\[0m $e\[31mhold$e\[0m" "$T/out"
verdicts 'equal within 85%'
check "what is open is yellow" grep -q "$e\[33minconclusive$e\[0m" "$T/out"
sed "s/$e\[[0-9]*m//g" "$T/out" >"$T/plain"
NO_COLOR=1; export NO_COLOR; verdicts 'equal within 85%'
same "NO_COLOR: the same text without" "$T/plain" "$T/out"
NO_COLOR=; verdicts 'a<b'; check "an empty NO_COLOR is none" grep -q "$e\[32m" "$T/out"
unset NO_COLOR
TERM=dumb; verdicts 'equal within 85%'; same "TERM=dumb: without, too" "$T/plain" "$T/out"
TERM=xterm
run abtest -g backend --claim 'equal within 85%' --stats verdict,n_base,n_test -o text "$T/c.csv"
same "none in a pipe" "$T/plain" "$T/out"
screen abtest -g backend --claim 'a<b' -o csv "$T/c.csv"
check "none in CSV on a terminal" sh -c "! grep -q '$e' '$T/out'"

# progress: a line on standard error that is rewritten and erased, where work takes over a second
cat >"$T/slow.py" <<'P'
import os, pty, subprocess, sys, time
# runs a command with standard error, and with "all" standard output too, on a terminal, fed slowly;
# prints what the terminal got
which, seconds = sys.argv[1], float(sys.argv[2])
there, tty = pty.openpty()
p = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stderr=tty,
                     stdout=tty if which == "all" else subprocess.DEVNULL)
os.close(tty)
p.stdin.write(b"status,latency_ms\n" + b"passed,1\n" * (1000000 if seconds > 1 else 10))
p.stdin.flush()
time.sleep(seconds)
p.stdin.write(b"ok,2\n"); p.stdin.close()
out = b""
try:
    while b := os.read(there, 65536): out += b
except OSError: pass
sys.stdout.buffer.write(out.replace(b"\r\n", b"\n"))
sys.exit(p.wait())
P
slow() { run env TERM=xterm python3 "$T/slow.py" "$@"; }
slow error 1.7 latstats
is_status 0 "a slow input"
python3 - "$T/out" >"$T/check" <<'P'
import re, sys
out = open(sys.argv[1], newline="").read()
line = r"\rlatstats: (\d+ rows read, )?\d+ s\x1b\[K"
whole = re.fullmatch(rf"(({line})+\r\x1b\[K(latstats: [^\n]*\n)*)+", out)
right = whole and out.count(" rows read, ") > 1 and "as ok (1000000)" in out
print("rewritten, erased, then what there is to say" if right else ascii(out))
P
echo "rewritten, erased, then what there is to say" >"$T/want"
same "a line shows the rows that were read" "$T/want" "$T/check"
slow all 1.7 latstats --stats n
check "it is gone before the result" sh -c "tail -n 2 '$T/out' | tr -d '\r' | grep -qx 1000001"
slow error 0.3 latstats
check "nothing in under a second" sh -c "! grep -q 'rows read\|\[K' '$T/out'"
run env TERM=dumb python3 "$T/slow.py" error 1.5 latstats
check "nothing on a terminal that cannot rewrite a line" sh -c "! grep -q 'rows read\|\[K' '$T/out'"
run sh -c '(echo latency_ms; sleep 1.5; echo 1) | TERM=xterm latstats --cell n'
is_err "nothing in a file" </dev/null
run python3 "$T/screen.py" /dev/tty latstats --stats n fixtures/formats/hyperfine/params.json
is_out "and says what was read" <<E
latstats: fixtures/formats/hyperfine/params.json: hyperfine JSON: 2 commands, 24 times, s -> ms
 n
24
E
