# labelaudit --src: texts that are formed, cut, read as numbers and changed: what comes of them is what
# the program would have, or is not known; never what it was before.
. tests/lib.sh
. tests/says.sh
# py NAME VERDICT LABEL EXPRESSION: of Python; the expression compiles where it is true
py() {
	mkdir "$T/$1"
	cat >"$T/$1/main.py" <<P
import argparse, sys, time, torch
p = argparse.ArgumentParser()
${5:-}
label = sys.argv[1] if len(sys.argv) > 1 else ""
if label == "fast" or label == "1f" or label == "31":
    print("known")
m = torch.nn.Linear(2, 2)
if $4:
    m = torch.compile(m)
t = time.time()
m(torch.zeros(2))
print(time.time() - t)
P
	labelaudit --src --label "$3" "$T/$1" >"$T/out"
	case $(head -n 1 "$T/out") in "$3: "$2) ok "$1: $2" ;; *) not_ok "$1: $2, not $(head -n 1 "$T/out")" ;; esac
}
# a value that is not known leaves both ways open
py spec conditional fast 'f"{label:>6}" == "  fast"'
py spec_of_call conditional fast 'format(label, ">6") == "  fast"'
py no_spec wired fast 'f"{label}" == "fast"'
py from conditional fast 'label.startswith("st", 2)'
py from_end conditional fast 'label.endswith("as", 0, 3)'
py from_start wired fast 'label.startswith("fa")'
py base_16 wired 1f 'int(label, 16) == 31'
py base_10 wired 31 'int(label) == 31'
py upper conditional fast 'a.mode == "FAST"' 'p.add_argument("--mode", type=str.upper); a = p.parse_args(); print(a.mode == "fast")'
py as_it_is wired fast 'a.mode == "fast"' 'p.add_argument("--mode", type=str); a = p.parse_args(); print(a.mode == "fast")'
py rest wired fast 'a.mode[0] == "fast"' 'p.add_argument("mode", nargs=argparse.REMAINDER); a = p.parse_args(); print(a.mode == "fast")'
py one_key wired fast 'sorted([label], key=lambda s: s) == ["fast"]'

# c NAME VERDICT STATEMENTS CONDITION: of C; the condition compiles
c() {
	mkdir "$T/$1"
	cat >"$T/$1/main.c" <<C
#include <nvrtc.h>
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static CUfunction build(void)
{
	nvrtcProgram p; CUmodule m; CUfunction k; static char ptx[65536];
	if (nvrtcCreateProgram(&p, "k", "k", 0, 0, 0) || nvrtcCompileProgram(p, 0, 0) || nvrtcGetPTX(p, ptx) ||
	    cuModuleLoadData(&m, ptx) || cuModuleGetFunction(&k, m, "k"))
		abort();
	return k;
}
static void plain(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
int main(int argc, char **argv)
{
	float x[32] = {0};
	if (argc < 2)
		return 2;
	int jit = !strcmp(argv[1], "fast");
	$3
	clock_t t = clock();
	CUfunction f = jit && $4 ? build() : 0;
	if (!f)
		plain(x);
	else if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0))
		abort();
	return (int)(clock() - t);
}
C
	labelaudit --src --label fast "$T/$1" >"$T/out"
	case $(head -n 1 "$T/out") in "fast: "$2) ok "$1: $2" ;; *) not_ok "$1: $2, not $(head -n 1 "$T/out")" ;; esac
}
c whole wired 'char b[8] = "fast";' '!strcmp(b, argv[1])'
c set_first unreachable 'char b[8] = "fast"; b[0] = 108;' '!strcmp(b, argv[1])'
c set_other wired "char b[8] = \"last\"; b[0] = 'f';" '!strcmp(b, argv[1])'
c set_end wired 'char b[8] = "fasten"; b[4] = 0;' '!strcmp(b, argv[1])'
c set_through conditional 'char b[8] = "fast"; char *q = b; *q = 0;' '*q'
c copied_part wired 'char b[9] = "xxxx"; strncpy(b, argv[1], 2);' '!strcmp(b, "faxx")'
c added_part wired 'char b[9] = ""; strncat(b, argv[1], 2);' '!strcmp(b, "fa")'
c token wired 'char b[] = "fast,slow"; strtok(b, ",");' '!strcmp(b, argv[1])'
c printed_part wired 'char b[4]; snprintf(b, 4, "%s", argv[1]);' '!strcmp(b, "fas")'
c printed_few conditional 'char b[9]; snprintf(b, 9, "%.3s", argv[1]);' '!strcmp(b, "fas")'
c base wired 'int n = strtol("0x1f", 0, 16);' 'n == 31'
c no_base unreachable 'int n = strtol("0x1f", 0, 10);' 'n == 31'
