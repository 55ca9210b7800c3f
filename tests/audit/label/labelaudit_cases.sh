# labelaudit --src on small programs whose answers are known: one check for each question of
# fixtures/labels/cases (its README.md says how the files are written).
. tests/lib.sh

L=fixtures/labels/cases
command -v python3 >/dev/null || { skip "the questions of $L" "no python3"; exit 0; }

cat >"$T/ask.py" <<'P'
# ask.py FOLDER FILE...: unpacks the programs below FOLDER, asks two at a time, prints the checks
import json, os, re, shlex, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

YES, NO = ("wired", "conditional", "fallback"), ("unreachable", "label-only")
VERDICTS = YES + NO + ("outside", "unknown", "not found")
PREFIX = shlex.split(os.environ.get("RUNNER", ""))
LIMIT = 600 if os.environ.get("SLOW") else 60

class Question:
    def __init__(self, where, folder, files, line):
        self.where, self.folder, self.files = where, folder, list(files)
        asked, _, verdicts = line[4:].rpartition(" : ")
        self.asked, self.arguments = asked.strip(), shlex.split(asked)
        self.verdicts = [v.strip() for v in verdicts.split("|")]
        if not self.arguments or not set(self.verdicts) <= set(VERDICTS):
            raise ValueError("no question: " + line.strip())

    def ask(self):
        command = PREFIX + ["labelaudit", "--src"] + self.arguments + ["-o", "json"] + self.files
        try:
            done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return "no answer in %d seconds" % LIMIT
        if done.returncode < 0:
            return "no answer: signal %d" % -done.returncode
        try:
            return str(json.loads(done.stdout)["labels"][0]["verdict"])
        except (ValueError, LookupError, TypeError):
            said = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing said"]
            return "no answer: status %d, %s" % (done.returncode, said[0])

def read(path, top):
    theme, program, files, text, asked = os.path.basename(path), None, [], None, True
    names = set()
    for line in open(path):
        start, rest = line[:4], line[4:].rstrip("\n")
        if start == "=== ":
            program = rest.split(",")[0]
            if not asked or program in names or not re.fullmatch("[a-z0-9-]+", program):
                raise ValueError("two programs of one name, one without a question, or a bad name: "
                                 + line.strip())
            names.add(program)
            folder, files, text, asked = os.path.join(top, theme[:-4], program), [], None, False
        elif start == "--- " and program:
            if rest.startswith("/") or ".." in rest.split("/") or rest in files or asked:
                raise ValueError("a file outside, given twice or after a question: " + line.strip())
            files.append(rest)
            place = os.path.join(folder, rest)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            text = open(place, "w")
        elif start == "??? " and files:
            if text:
                text.close()
            text, asked = None, True
            yield Question(theme + " " + program, folder, files, line.rstrip("\n"))
        elif text:
            text.write(line)
        elif line.strip() and (program or not line.startswith("#")):
            raise ValueError("this belongs to no file: " + line.strip())
    if not asked:
        raise ValueError("the last program has no question: " + path)

questions = [q for path in sys.argv[2:] for q in read(path, sys.argv[1])]
true = accepted = harm = 0
wrong = []
with ThreadPoolExecutor(2) as pool:
    for q, got in zip(questions, pool.map(Question.ask, questions)):
        what = "%s, %s: " % (q.where, q.asked)
        if got in q.verdicts:
            print("ok - " + what + got)
            true, accepted = true + (got == q.verdicts[0]), accepted + (got != q.verdicts[0])
            continue
        mark = ""
        if q.verdicts[0] in YES and got in NO or q.verdicts[0] in NO and got in YES:
            mark, harm = " HARM", harm + 1
        wrong.append("not ok - %sexpected %s, got %s%s" % (what, " | ".join(q.verdicts), got, mark))
for line in wrong: # together: they are what is looked for
    print(line)
count = len({q.where for q in questions})
print("# note: %d questions about %d programs: %d the truth, %d accepted, " % (
    len(questions), count, true, accepted) + "%d wrong, of which HARM %d" % (len(wrong), harm))
P
python3 "$T/ask.py" "$T/programs" $L/*.txt >"$T/checks" || { cat "$T/checks"; exit 1; }
check "at least 224 questions" test "$(grep -c '^ok - \|^not ok - ' "$T/checks")" -ge 224
cat "$T/checks"
