# labelaudit --src where a program changes sys.argv, replaces parts of lists, and parses
# arguments of its own. The truth is what Python makes of each.
. tests/lib.sh
. tests/says.sh
program() { # NAME STATEMENTS
	mkdir -p "$T/$1"
	{
		printf '%s\n' 'import sys, time, torch, argparse' 'label = sys.argv[1]' 'm = torch.nn.Linear(2, 2)' "$2"
		printf '%s\n' 't = time.time()' 'm(torch.zeros(2))' 'print(label, time.time() - t)'
	} >"$T/$1/b.py"
}
is() { # VERDICT NAME STATEMENTS
	program "$2" "$3"
	says "$1" fast "$2"
}
never() { # VERDICT NAME STATEMENTS
	program "$2" "$3"
	run labelaudit --src --label fast "$T/$2"
	check "$2 has a verdict" grep -q "^fast: " "$T/out"
	check "$2 is not $1" sh -c '! grep -qx "fast: $2" "$1"' - "$T/out" "$1"
}
C='m = torch.compile(m)'

is wired plain "if sys.argv[1] == 'fast': $C"
is wired popped "mode = sys.argv.pop(1)
if mode == 'fast': $C"
is wired popped_name "sys.argv.pop(0)
if sys.argv[0] == 'fast': $C"
is wired appended "sys.argv.append('--go')
if '--go' in sys.argv and label == 'fast': $C"
is wired last "sys.argv.append('--go')
if sys.argv[-1] == '--go' and label == 'fast': $C"
is wired added "sys.argv += ['--go']
if sys.argv[-1] == '--go' and label == 'fast': $C"
is wired spliced "sys.argv[2:] = ['--go']
if sys.argv[2] == '--go' and label == 'fast': $C"
is wired beside "sys.argv[2] = 'x'
if sys.argv[1] == 'fast': $C"
# the argument is another by now
for n in "set:sys.argv[1] = 'slow'" "slice:sys.argv[1:] = ['slow']" "insert:sys.argv.insert(1, 'slow')" "new:sys.argv = ['b.py', 'slow']" "clear:sys.argv.clear()
sys.argv += ['b', 'slow']"; do
	never wired "other_${n%%:*}" "${n#*:}
if sys.argv[1] == 'fast': $C"
done
# and what it becomes may compile
for n in "set:sys.argv[1] = 'go'" "slice:sys.argv[1:] = ['go']" "insert:sys.argv.insert(1, 'go')" "new:sys.argv = ['b.py', 'go']"; do
	program "is_${n%%:*}" "${n#*:}
if sys.argv[1] == 'go': $C"
	leaves_open "is_${n%%:*}"
done

# parts of other lists
is wired all_of "ms = q = [m]
ms[:] = [torch.compile(k) for k in ms]
if label == 'fast': m = q[0]"
is label-only none_of "ms = [torch.compile(m), m]
ms[:1] = []
if label == 'fast': m = ms[0]
k = 0"
is wired deleted "ms = [m, torch.compile(m)]
del ms[:1]
if label == 'fast': m = ms[0]"

# arguments that a program gives itself
P="p = argparse.ArgumentParser()
p.add_argument('mode')
p.add_argument('--go', action='store_true')
p.add_argument('--kind', default='none')"
is wired given "$P
a = p.parse_args(['x', '--go'])
if a.go and label == 'fast': $C"
is wired valued "$P
a = p.parse_args(['--kind=jit', 'x'])
if a.kind == 'jit' and a.mode == 'x' and label == 'fast': $C"
is wired apart "$P
a = p.parse_args(['--kind', 'jit', 'x'])
if a.kind == 'jit' and a.mode == 'x' and label == 'fast': $C"
is unreachable not_given "$P
a = p.parse_args(['x'])
if a.go and label == 'fast': $C
if label == 'fast': k = torch.zeros(1)"
is unreachable defaulted "$P
a = p.parse_args(['fast'])
if a.kind == 'jit' and label == 'fast': $C
if label == 'fast': k = torch.zeros(1)"
is wired through "$P
sys.argv.append('--go')
a = p.parse_args()
if a.go and label == 'fast': $C"
is conditional from_outside "$P
a = p.parse_args(sys.argv[1:])
if a.go and label == 'fast': $C"
# words that are parsed otherwise than as they stand are no options that are not given
for n in "short:'-vc'" "abbreviated:'--comp'" "file:'@args'" "end:'--', '--compile'"; do
	program "words_${n%%:*}" "p = argparse.ArgumentParser(fromfile_prefix_chars='@')
p.add_argument('-v', action='store_true')
p.add_argument('-c', '--compile', action='store_true')
p.add_argument('rest', nargs='*')
if p.parse_args([${n#*:}]).compile and label == 'fast': $C"
	leaves_open "words_${n%%:*}"
done
is wired last_counts "$P
a = p.parse_args(['x', '--kind', 'none', '--kind', 'jit'])
if a.kind == 'jit' and label == 'fast': $C"
is unreachable last_counts_not "$P
a = p.parse_args(['x', '--kind', 'jit', '--kind', 'none'])
if a.kind == 'jit' and label == 'fast': $C
if label == 'fast': k = torch.zeros(1)"
program one_place "p = argparse.ArgumentParser()
p.add_argument('--jit', dest='kind', action='store_const', const='jit')
p.add_argument('--plain', dest='kind', action='store_const', const='plain')
if p.parse_args(['--jit']).kind == 'jit' and label == 'fast': $C"
leaves_open one_place
program namespace "$P
a = p.parse_args(['x'], namespace=argparse.Namespace(kind='jit'))
if a.kind == 'jit' and label == 'fast': $C"
leaves_open namespace
