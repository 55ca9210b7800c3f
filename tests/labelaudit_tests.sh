# labelaudit --src: tests of unittest that are run by their names (audit/label/cone/cone_tests.c).
. tests/lib.sh
. tests/says.sh
tree() { # tree FOLDER [BODY [TOP]]: what tests it runs is told by standard input; BODY of a test of tests/work.py, TOP of its file
	mkdir -p "$T/$1/tests"
	: >"$T/$1/tests/__init__.py"
	printf '%s\n' 'import unittest' "${3:-}" 'def helper():' '    return 1' 'class Work(unittest.TestCase):' '    def test_it(self):' "        ${2:-pass}" \
		>"$T/$1/tests/work.py"
	printf '%s\n' 'def helper(): return 2' >"$T/$1/tests/plain.py"
	{
		printf '%s\n' 'import sys' 'import unittest'
		cat
		printf '%s\n' 'if "--fast" in sys.argv:' '    unittest.TextTestRunner().run(suite())'
	} >"$T/$1/run.py"
}
both() { # both FOLDER: is it decided, unless a test, or its file, compiles?
	cat >"$T/both.py"
	tree "$1" <"$T/both.py"
	tree "$1_body" '__import__("torch").compile(helper)()' <"$T/both.py"
	tree "$1_top" pass 'import torch; torch.compile(print)' <"$T/both.py"
	says label-only fast "$1"
	leaves_open "$1_body"
	leaves_open "$1_top"
}
open() {
	tree "$1"
	leaves_open "$1"
}
both module <<'P'
def suite():
    tests = unittest.TestSuite()
    tests.addTest(unittest.defaultTestLoader.loadTestsFromName("tests.work"))
    return tests
P
both class <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("tests.work.Work")
P
both method <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("tests.work.Work.test_it")
P
both several <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromNames(["tests.plain", "tests.work"])
P

# near misses
open unknown <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])
P
open missing <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("jitter.tests")
P
open member <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("tests.work.unittest.mock.patch")
P
open given <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("work", sys.modules[sys.argv[1]])
P
open one_unknown <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromNames(["tests.plain", sys.argv[1]])
P
open handed <<'P'
def suite(): return list(map(unittest.defaultTestLoader.loadTestsFromName, sys.argv))
P

# a module may say itself which tests it has
tree says_itself <<'P'
def suite(): return unittest.defaultTestLoader.loadTestsFromName("tests.work")
P
printf 'import torch\ndef load_tests(loader, tests, pattern): return loader.discover("more")\n' >>"$T/says_itself/tests/work.py"
mkdir -p "$T/says_itself/more"
printf 'import unittest, torch\nclass More(unittest.TestCase):\n    def test_it(self): torch.compile(print)()\n' >"$T/says_itself/more/test_more.py"
leaves_open says_itself
