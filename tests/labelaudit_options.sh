#!/bin/sh
# labelaudit --src: what a program of C asks beside its label does not use up the paths: options of
# getopt_long by numbers above the letters, bounds of counts, sums over tables of numbers.
. tests/lib.sh
. tests/says.sh
cd "$T" || exit 1

mkdir opts
cat >opts/sum.c <<'E'
#include <cuda.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum { OPT_EXTRA = 256, OPT_LIST };
static const struct option longs[] = {
	{ "kind", required_argument, NULL, 'k' }, { "bytes", required_argument, NULL, 'n' }, { "rounds", required_argument, NULL, 'r' },
	{ "extra", required_argument, NULL, OPT_EXTRA }, { "list", no_argument, NULL, OPT_LIST }, { "verbose", no_argument, NULL, 'v' },
	{ "help", no_argument, NULL, 'h' }, { 0 }
};
static long table[256];
static void fill(void)
{
	if (table[1]) return;
	for (int i = 0; i < 256; i++) {
		long c = i;
		for (int k = 0; k < 8; k++) c = c & 1 ? (c >> 1) ^ 77 : c >> 1;
		table[i] = c;
	}
}
static long plain(const unsigned char *p, long n, long s)
{
	fill();
	while (n--) s = (s >> 8) ^ table[(s ^ *p++) & 255];
	return s;
}
struct kind { const char *name; int image, soft; };
static const struct kind kinds[] = { { "bitwise", 0, 0 }, { "table", 0, 0 }, { "old", 0, 0 }, { "image", 1, 0 }, { "image-soft", 1, 1 }, { 0 } };
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec; }
static int usage(FILE *out) { fputs("usage", out); return out == stderr ? 2 : 0; }
int main(int argc, char **argv)
{
	const char *name = "table", *extra = NULL;
	long bytes = 64;
	int c, rounds = 4, verbose = 0;
	const struct kind *k;
	CUmodule mod;
	CUfunction fn = NULL;
	while ((c = getopt_long(argc, argv, "k:n:r:vh", longs, NULL)) != -1)
		switch (c) {
		case 'k': name = optarg; break;
		case 'n': bytes = atol(optarg); break;
		case 'r': rounds = atoi(optarg); break;
		case 'v': verbose = 1; break;
		case OPT_EXTRA: extra = optarg; break;
		case OPT_LIST: for (k = kinds; k->name; k++) puts(k->name); return 0;
		case 'h': return usage(stdout);
		default: return usage(stderr);
		}
	if (optind != argc || bytes < 1 || rounds < 1 || rounds > 64) return usage(stderr);
	for (k = kinds; k->name; k++) if (!strcmp(k->name, name)) break;
	if (!k->name) return 2;
	if (k->image && (cuModuleLoadData(&mod, extra) != CUDA_SUCCESS || cuModuleGetFunction(&fn, mod, "sum") != CUDA_SUCCESS)) {
		if (!k->soft) return 1;
		fn = NULL;
	}
	unsigned char *data = malloc(bytes);
	double begin = now();
	long sum = 0;
	for (int i = 0; i < rounds; i++)
		if (fn) { if (cuLaunchKernel(fn, 1, 1, 1, 64, 1, 1, 0, 0, 0, 0) != CUDA_SUCCESS) return 1; }
		else sum = plain(data, bytes, sum);
	printf("%g %ld\n", now() - begin, sum);
	if (verbose) puts(name);
	return 0;
}
E
says unreachable table opts
says unreachable old opts
says wired image opts
says fallback image-soft opts
check "beside the label options with values are given, and no switch" grep -q "open getopt_long.*taken as true and false in turn" out

# a map of `--key=value` texts: one key is one word, and text that is no number is none
mkdir pairs
cat >pairs/run.cpp <<'E'
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <unordered_map>
static std::unordered_map<std::string, std::string> options(int argc, char **argv)
{
	std::unordered_map<std::string, std::string> out{{"policy", "first"}, {"length", "65536"}, {"reps", "3"}};
	for (int i = 1; i < argc; ++i) {
		const std::string word = argv[i];
		if (word.rfind("--", 0) != 0) throw std::invalid_argument(word);
		const auto eq = word.find('=');
		out[word.substr(2, eq == std::string::npos ? eq : eq - 2)] = eq == std::string::npos ? "1" : word.substr(eq + 1);
	}
	return out;
}
int main(int argc, char **argv)
{
	auto opts = options(argc, argv);
	const std::string policy = opts["policy"];
	const int length = std::stoi(opts["length"]), reps = std::stoi(opts["reps"]);
	CUmodule mod;
	CUfunction fn = nullptr;
	cudaEvent_t a, b;
	if (policy == "image") {
		if (cuModuleLoad(&mod, "k.ptx") != CUDA_SUCCESS || cuModuleGetFunction(&fn, mod, "k") != CUDA_SUCCESS) return 1;
	} else if (policy != "first" && policy != "second") {
		return 2;
	}
	cudaEventCreate(&a);
	cudaEventCreate(&b);
	for (int i = 0; i < reps; ++i) {
		cudaEventRecord(a);
		if (fn) cuLaunchKernel(fn, length, 1, 1, 64, 1, 1, 0, 0, 0, 0);
		else cudaLaunchKernel("k");
		cudaEventRecord(b);
	}
	return 0;
}
E
says unreachable first pairs
says unreachable second pairs
says wired image pairs

# the label is the name of a variable of the environment, which is set to something
n=0
variable() { # VERDICT STATEMENTS [NOT]
	n=$((n + 1))
	mkdir -p "$T/variable$n"
	printf '%s\n' 'import os, sys, time, torch' 'net = torch.nn.Linear(2, 2)' 'def lazy(f):' "    if ${3:-} os.environ.get('NOJIT'): return f" '    return torch.compile(f)' \
		"$2" 't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/variable$n/b.py"
	says "$1" NOJIT "variable$n"
}
variable unreachable 'm = lazy(net)'
variable wired 'm = lazy(net)' not
variable conditional 'm = torch.compile(net) if os.getenv("NOJIT") == "2" else net'
# something sets it, or may
for s in 'os.environ["NOJIT"] = ""' 'os.environ.pop("NOJIT", None)' 'os.environ.update(dict(a.split("=") for a in sys.argv[1:]))' \
	'for a in sys.argv[1:]: os.environ[a] = ""' 'os.environ.clear()' 'os.putenv("NOJIT", "")'; do
	n=$((n + 1))
	mkdir -p "$T/set$n"
	printf '%s\n' 'import os, sys, time, torch' "$s" 'net = torch.nn.Linear(2, 2)' 'm = net if os.environ.get("NOJIT") else torch.compile(net)' \
		't = time.time()' 'm(torch.zeros(2))' 'print(time.time() - t)' >"$T/set$n/b.py"
	run labelaudit --src --label NOJIT "$T/set$n"
	check "$s: has a verdict" grep -q '^NOJIT: ' "$T/out"
	check "$s: NOJIT is not out of reach" sh -c '! grep -qE "^NOJIT: (label-only|unreachable)$" "$1"' - "$T/out"
done

# a letter of getopt's, with its dash: the switch itself, not the value of another
letters() { # NAME STATEMENTS: after the command line was read, before what is timed
	mkdir -p "$T/$1"
	cat >"$T/$1/main.c" <<E
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static cudaGraphExec_t ready;
static void build(void) { cudaGraph_t g; cudaGraphInstantiate(&ready, g, 0); }
int main(int argc, char **argv)
{
	int c, fast = 0, n = 1;
	clock_t t;
	while ((c = getopt(argc, argv, "n:fFb:h")) != -1)
		switch (c) {
		case 'n': n = atoi(optarg); break;
		case 'f': fast = 1; break;
		case 'F': n = 2; break;
		case 'b': fast = 2; n = atoi(optarg); break;
		case 'h': exit(0);
		default: exit(2);
		}
	$2
	t = clock();
	for (int i = 0; i < n; i++)
		if (ready) cudaGraphLaunch(ready, 0); else puts(".");
	return clock() - t > 9;
}
E
}
letters flag 'if (fast) build();'
says fallback -f flag
check "by its own name" grep -q "main.c:13: entry option -f = -f" out
says unreachable -h flag
says conditional -F flag
says conditional -n flag
says unknown -z flag
letters value 'if (fast == 2) build();'
says fallback -b value
check "an option with a value, too" grep -q "main.c:13: entry option -b = -b" out
says conditional -f value
# nothing compiles: the list of letters is where the label stands, whatever paths come there
letters none 'puts("plain");'
sed -i -e 's/^static void build.*//' -e '/^	int c/a\	for (int i = 0; i < 99; i++) if (getenv("A") && getenv(argv[i])) exit(rand());' none/main.c
says label-only -F none
# the same of the names of getopt_long
long_names() { # VERDICT LABEL: of switches, where an option with a value makes it compile
	mkdir -p "$T/long"
	cat >"$T/long/main.c" <<'E'
#include <cuda.h>
#include <cuda_runtime.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static cudaGraphExec_t ready;
static const struct option longs[] = { { "quiet", no_argument, NULL, 1 }, { "cache", required_argument, NULL, 2 }, { "count", required_argument, NULL, 3 }, { 0 } };
int main(int argc, char **argv)
{
	int c, fast = 0, n = 1;
	clock_t t;
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1)
		switch (c) {
		case 1: freopen("/dev/null", "w", stderr); break;
		case 2: fast = 1; break;
		case 3: n = atoi(optarg); break;
		default: exit(2);
		}
	if (fast) { cudaGraph_t g; cudaGraphInstantiate(&ready, g, 0); }
	t = clock();
	for (int i = 0; i < n; i++)
		if (ready) cudaGraphLaunch(ready, 0); else puts(".");
	return clock() - t > 9;
}
E
	says "$1" "$2" long
}
long_names conditional quiet
# however many paths there are before the command line is read, the list of letters is where the label stands
mkdir "$T/many"
cat >"$T/many/main.c" <<'E'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	int c, n = 1;
#ifdef OTHER
	return scanf("%d", &n);
#else
	for (int i = 0; i < 200; i++)
		if (rand() == i)
			n += i;
	if (n % 2)
		return 1;
	while ((c = getopt(argc, argv, "n:f")) != -1)
		switch (c) {
		case 'n': n = atoi(optarg); break;
		case 'f': n = 7; break;
		}
	printf("%d\n", n);
	return 0;
#endif
}
E
says label-only -f many
check "where it stands" grep -q 'main.c:15: entry named here = -f' out
# another program of the tree looks at the letters of its arguments in a way of its own
other() { # VERDICT NAME STATEMENT
	mkdir "$T/$2"
	printf '%s\n' '#include <stdio.h>' '#include <unistd.h>' 'int main(int argc, char **argv)' '{' '	int c, n = 1;' \
		'	while ((c = getopt(argc, argv, "n:f")) != -1) n += c;' '	return printf("%d\n", n) < 0;' '}' >"$T/$2/main.c"
	cat >"$T/$2/other.c" <<E
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
static cudaGraphExec_t ready;
static void build(void) { cudaGraph_t g; cudaGraphInstantiate(&ready, g, 0); }
int main(int argc, char **argv)
{
	clock_t t;
	int fast = 0;
	if (argc < 2)
		return 1;
	$3
	t = clock();
	if (ready) cudaGraphLaunch(ready, 0); else puts(".");
	return clock() - t > 9 + fast;
}
E
	says "$1" -f "$2"
}
other unknown number 'if (argv[1][1] == 102) build();'
other unknown between "if (argv[1][1] >= 'e' && argv[1][1] <= 'g') build();"
other unreachable another 'for (int c; (c = getopt(argc, argv, "s")) != -1;) if (c == 115) build();'

# each program has its own spelling of an option that the label is the name of
spelled() { # VERDICT NAME A-PROGRAM'S-OPTION ANOTHER'S
	mkdir "$T/$2"
	cat >"$T/$2/a.c" <<E
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(int argc, char **argv)
{
	cudaGraphExec_t ready = NULL;
	cudaGraph_t g;
	clock_t t;
	if (argc < 2)
		return 1;
	if (strcmp(argv[1], "$3") == 0)
		cudaGraphInstantiate(&ready, g, 0);
	t = clock();
	if (ready) cudaGraphLaunch(ready, 0); else puts(".");
	return clock() - t > 9;
}
E
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' 'int main(int argc, char **argv)' '{' '	if (argc > 1)' \
		"		if (strcmp(argv[1], \"$4\") == 0) puts(\"another\");" '	return 0;' '}' >"$T/$2/z.c"
	says "$1" graph "$2"
}
spelled conditional two_spellings -graph --graph
spelled conditional spelled_alike --graph --graph
spelled fallback spelled_plain -graph graphs
