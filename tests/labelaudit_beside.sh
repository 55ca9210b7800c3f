# labelaudit --src on two programs of Python in one tree: the label is an option of one, which compiles nothing, and
# another that may compile reads the command line by its parts, so that it may take the label too.
. tests/lib.sh
. tests/says.sh
n=0
# beside VERDICT STATEMENTS [IMPORTS]: the other program, STATEMENTS with the module net, run(m) times m
beside() {
	n=$((n + 1))
	mkdir -p "$T/beside$n"
	printf '%s\n' 'import argparse' 'ap = argparse.ArgumentParser()' 'ap.add_argument("--fast", action="store_true")' \
		'a = ap.parse_args()' 'print("quick" if a.fast else "slow")' >"$T/beside$n/a.py"
	printf '%s\n' "import ${3:-sys}, sys, time, torch" 'net = torch.nn.Linear(2, 2)' 'def run(m):' '    t = time.time()' '    m(torch.zeros(2))' \
		'    print(time.time() - t)' "$2" >"$T/beside$n/b.py"
	says "$1" --fast "beside$n"
}
for s in 'run(torch.compile(net) if any("--" + k in sys.argv for k in ("fast", "quick")) else net)' \
	'run({"fast": torch.compile}.get(sys.argv[1].lstrip("-"), abs)(net))' \
	'run(torch.compile(net) if sys.argv[1].startswith("--f") else net)' \
	'def main(fast=False): run(torch.compile(net) if fast else net)
main(**{k[2:]: True for k in sys.argv[1:]})' \
	'fast = False
globals()[sys.argv[1][2:]] = True
run(torch.compile(net) if fast else net)' \
	'class C: fast = False
for k in sys.argv[1:]: setattr(C, k[2:], True)
run(torch.compile(net) if C.fast else net)' \
	'def fast(): run(torch.compile(net))
def slow(): run(net)
getattr(sys.modules[__name__], sys.argv[1][2:])()'; do
	beside unknown "$s"
done
beside unknown 'run(torch.compile(net) if fnmatch.fnmatch(sys.argv[1], "--f*") else net)' fnmatch
beside unknown 'p = argparse.ArgumentParser()
p.add_argument("--fast-mode", action="store_true")
run(torch.compile(net) if p.parse_args().fast_mode else net)' argparse
beside unknown 'run(torch.compile(net) if getopt.getopt(sys.argv[1:], "", ["fastest"])[0] else net)' getopt
beside conditional 'def main(fast=False): run(torch.compile(net) if fast else net)
fire.Fire(main)' fire
# other letters; no command line; arguments that only a parser gets; nothing that compiles; another option that does not begin so
beside unreachable 'run(torch.compile(net) if any("--" + k in sys.argv for k in ("quick", "slow")) else net)'
beside unreachable 'run(torch.compile(net) if sys.argv[1].startswith("--q") else net)'
beside unreachable 'print("fast")
run(torch.compile(net))'
beside unreachable 'p = argparse.ArgumentParser()
p.add_argument("--mode")
print("fast")
run(torch.compile(net) if p.parse_args(sys.argv[1:]).mode else net)' argparse
beside label-only 'if "fast" in {k[2:] for k in sys.argv}: run(net)'
beside unreachable 'p = argparse.ArgumentParser()
p.add_argument("--not-fast", action="store_true")
run(torch.compile(net) if p.parse_args().not_fast else net)' argparse

# the same of two programs of C
in_c() { # in_c VERDICT STATEMENTS: the other program, STATEMENTS with on, which build() is asked for by
	n=$((n + 1))
	mkdir -p "$T/beside$n"
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' 'int main(int argc, char **argv) { puts(argc > 1 && !strcmp(argv[1], "--fast") ? "quick" : "slow"); return 0; }' >"$T/beside$n/a.c"
	{ printf '%s\n' '#include <cuda.h>' '#include <nvrtc.h>' '#include <getopt.h>' '#include <stdlib.h>' '#include <string.h>' '#include <strings.h>' '#include <time.h>'
		rtc_build ""
		rtc_serve ""
		printf '%s\n' 'static struct option lo[] = {{"fast-mode", no_argument, 0, 1}, {0, 0, 0, 0}};' 'int main(int argc, char **argv) {' 'float x[32] = {0}; int on = 0;' "$2" \
			'CUfunction f = on ? build() : 0;' 'clock_t t = clock();' 'serve(f, x);' 'return (int)(clock() - t); }'; } >"$T/beside$n/b.c"
	says "$1" --fast "beside$n"
}
. tests/rtc.sh
in_c unknown 'const char *k = argc > 1 ? argv[1] : ""; while (*k == 45) k++; on = !strcmp(k, "fast");'
in_c unknown 'on = argc > 1 && !strncmp(argv[1], "--f", 3);'
in_c unknown 'for (int c; (c = getopt_long(argc, argv, "", lo, 0)) != -1;) on |= c == 1;'

# an option that is called like the label is what it means, and not only the text that another may be given
switched() { # switched VERDICT TEST [STATEMENTS]: --https compiles where TEST holds
	n=$((n + 1))
	mkdir -p "$T/beside$n"
	printf '%s\n' 'import argparse, sys, time, torch' 'p = argparse.ArgumentParser()' "p.add_argument('--https', action='store_true')" \
		"p.add_argument('--url', default='http://localhost')" 'a = p.parse_args()' "${3-}" 'net = torch.nn.Linear(2, 2)' "if $2: net = torch.compile(net)" \
		't = time.time()' 'net(torch.ones(2, 2))' 'print(time.time() - t)' >"$T/beside$n/a.py"
	says "$1" https "beside$n"
}
parts='if "://" not in a.url: raise ValueError(a.url)
port = {"http": 80, "https": 443}[a.url.split("://")[0]]'
switched unreachable 'not a.https' "$parts"
switched wired a.https "$parts"
switched wired a.https 'if a.url == "https": raise ValueError(a.url)'
switched wired a.https 'if a.url == "https": print("over TLS"); sys.exit(0)'
switched conditional 'a.url == "https"'
switched wired 'a.https or a.url == "https"'

# two programs that take the label, one with its parameters declared behind their names
mkdir "$T/declared_behind"
printf '%s\n' '#include <stdio.h>' '#include <string.h>' 'int main(int argc, char **argv)' '{' '	if (argc > 1 && !strcmp(argv[1], "fast"))' '		puts("k");' '	return 0;' '}' >"$T/declared_behind/a.c"
printf '%s\n' '#include <stdlib.h>' '#include <string.h>' 'int main(argc, argv)' 'int argc;' 'char **argv;' '{' '	if (argc > 1 && !strcmp(argv[1], "fast"))' '		system("cc k.c");' '	return 0;' '}' >"$T/declared_behind/b.c"
says unknown fast declared_behind
sed -i 's/system/puts/' "$T/declared_behind/b.c"
says label-only fast declared_behind
