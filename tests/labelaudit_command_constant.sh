# labelaudit --src: the first word of a command of Python, or the name of a library, that stands in another module, and other
# ways to give a command (audit/label/cone/cone_sites.c, cone_command.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh
with() { # WHICH NAME CONSTANTS LINE [BEFORE [THEN]]: names.py beside the program
	mkdir -p "$T/$2" && echo "CP = 'cc'" >"$T/$2/others.py"
	printf '%b\n' "$3" >"$T/$2/names.py"
	"$1" "$2" "$4" "import names, ctypes
from names import CP
${5:-}" "${6:-}"
}
cp="CP = 'cp'"
with knows imported "$cp" 'subprocess.run([CP, "a", args.x])'
with knows member "$cp" 'subprocess.run([names.CP, "a", args.x])'
with knows chosen "CP = 'cp.exe' if 1 else 'cp'" 'subprocess.run([names.CP] + ["a", args.x])'
with knows named "import sys\nCP = 'cp'\nif sys.platform == 'win32': CP = 'cp.exe'" 'c = [CP, "a"]; c.append(args.x); subprocess.run(c)'
with knows read "$cp" 'subprocess.run([CP, "a", args.x])' 'print(names.CP + "!", len(names.CP))'
with opens compiler "CP = 'cc'" 'subprocess.run([CP, "a", args.x])'
with opens either "CP = 'cp'\nif len(CP) > 3: CP = 'cc'" 'subprocess.run([names.CP, args.x])'
with opens environment "import os\nCP = os.environ.get('CP', 'cp')" 'subprocess.run([CP, args.x])'
with opens set_there "$cp" 'subprocess.run([names.CP, args.x])' 'names.CP = "cc"'
with opens set_in_pair "$cp" 'subprocess.run([names.CP, args.x])' 'names.CP, b = "cc", 1'
with opens set_by_text "$cp" 'subprocess.run([names.CP, args.x])' 'setattr(names, "CP", "cc")'
with opens grown "$cp" 'subprocess.run([names.CP, args.x])' 'names.CP += args.x'
with opens removed "$cp" 'subprocess.run([names.CP, args.x])' 'del names.CP'
with opens handed_on "from other import CP" 'subprocess.run([CP, args.x])'
with opens own_here "$cp" 'subprocess.run([CP, args.x])' 'CP = "cc"'
with opens of_object "$cp" 'f(argparse.Namespace(CP=args.x))' 'def f(names): subprocess.run([names.CP])'
with opens star "CP = 'cp'\nfrom others import *" 'subprocess.run([names.CP, args.x])'
with opens star_here "CP = 'cc'" 'subprocess.run([CP, args.x])' 'CP = "cp"
from names import *'
with opens runs_word "CP = 'env'" 'subprocess.run([CP, "cc", args.x])'
# the same of a list, which others may change
with opens list "CP = ['cp']" 'subprocess.run(CP + [args.x])' 'CP.insert(0, "cc")'
# of a library
with knows library "CP = 'libz.so.1'" 'ctypes.CDLL(names.CP).zlibVersion(); ctypes.CDLL(CP).zlibVersion()'
with opens library_local "CP = 'libz.so.1'" 'f(args.x)' 'def f(CP): print(CP); ctypes.CDLL(names.PATH).go()'
with opens library_other "CP = 'libk.so'" 'ctypes.CDLL(names.CP).go()'

# by a keyword
knows keyword 'subprocess.run(args=["cp", "a", args.x])'
knows keyword_text 'subprocess.call(args="cp a b", shell=True)'
opens keyword_other 'subprocess.run(args=["cc", args.x])'
opens keyword_more 'subprocess.run(args=["cp", args.x], executable="cc")'

# a module is asked for a function of it by a text that is not known
run='def run(c): subprocess.run(c)'
knows asks_options 'print(vars(args)[args.x]); run(["cp", "a"])' "$run"
opens asks_module 'vars(sys.modules[__name__])[args.x](["cc"]); run(["cp", "a"])' "$run"
opens asks_any 'f(sys.modules[__name__]); run(["cp", "a"])' "$run
def f(o): vars(o)[args.x](['cc'])"
