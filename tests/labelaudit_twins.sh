# labelaudit --src: labels that take exactly the same path, and such that only look so.
. tests/lib.sh

# twins WHAT PROGRAM: what is said of the labels fast and turbo
twins() {
	run labelaudit --src --label fast --label turbo "$T/$2"
	grep exactly "$T/out" >"$T/said" || :
	check "$2: $1" grep -qx '`turbo` takes exactly the path of `fast`' "$T/said"
}
none() {
	run labelaudit --src --label fast --label turbo "$T/$1"
	check "$1 has verdicts" grep -q "^turbo: " "$T/out"
	check "$1: no twins" sh -c '! grep -q exactly "$1"' - "$T/out"
}

# program NAME TABLE WORK: WORK is timed, with the number that TABLE has for the label as n
program() {
	cat >"$T/$1.c" <<C
#include <stdio.h>
#include <string.h>
#include <time.h>
static float x[32];
static const struct { const char *name; int n; } table[] = {$2};
static void work(int n) { $3 }
int main(int argc, char **argv)
{
	int n = -1;
	if (argc < 2)
		return 2;
	for (int i = 0; i < 3; i++)
		if (strcmp(table[i].name, argv[1]) == 0)
			n = table[i].n;
	if (n < 0)
		return 2;
	clock_t c = clock();
	work(n);
	printf("%s %ld\n", argv[1], (long)(clock() - c));
	return 0;
}
C
}
program step '{"slow", 1}, {"fast", 4}, {"turbo", 8}' 'for (int i = 0; i < 32; i += n) for (int j = 0; j < n; j++) x[i + j] *= 2;'
none step.c
program stride '{"slow", 1}, {"fast", 4}, {"turbo", 8}' 'for (int i = 0; i < 4096; i += n) x[i % 32] *= 2;'
none stride.c
program rows '{"slow", 1}, {"fast", 4}, {"turbo", 4}' 'for (int i = 0; i < 32; i += n) x[i] *= 2;'
twins "another row of the table with the same number is the same path" rows.c
program unused '{"slow", 1}, {"fast", 4}, {"turbo", 8}' '(void)n; for (int i = 0; i < 32; i++) x[i] *= 2;'
twins "a number that nothing asks changes nothing" unused.c

cat >"$T/rounds.py" <<'P'
import argparse, time
def run(x, n):
    for i in range(0, 32, n):
        x[i] *= 2
ap = argparse.ArgumentParser()
ap.add_argument("--mode")
a = ap.parse_args()
x = [1] * 32
n = {"slow": 1, "fast": 4, "turbo": 8}[a.mode]
t = time.perf_counter()
run(x, n)
print(a.mode, time.perf_counter() - t)
P
none rounds.py
sed 's/"turbo": 8/"turbo": 4/' "$T/rounds.py" >"$T/same.py"
twins "the same number is the same path" same.py

# of a thousand compile calls and more, it is one result or the other that is timed
{
	printf 'import sys, time\nimport torch\nnet = torch.nn.Linear(4, 4)\n'
	awk 'BEGIN { for (i = 0; i < 1100; i++) print "torch.compile(net)" }'
	cat <<'P'
m = {"fast": torch.compile(net), "turbo": torch.compile(net), "slow": net}[sys.argv[1]]
t = time.perf_counter()
m(t)
print(time.perf_counter() - t)
P
} >"$T/thousand.py"
none thousand.py
