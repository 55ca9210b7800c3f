# labelaudit --src: which methods run because their class is named (audit/label/cone/cone_class.c).
. tests/lib.sh
. tests/says.sh
# A part of a library that makes an object of a class; standard input: what it does with it.
tree() { # NAME BASES METHOD
	mkdir -p "$T/$1"
	printf 'import torch\nimport requests\nclass Work%s:\n    def plain(self, m):\n        return torch.relu(m)\n    def %s(self, m=None, *rest):\n        return torch.compile(m)\n' "$2" "$3" >"$T/$1/work.py"
	{
		printf 'import requests\nfrom work import Work\ndef make(kind, m, how):\n    if kind == "fast":\n        w = Work()\n'
		sed 's/^/        /'
		printf '    return m\n'
	} >"$T/$1/core.py"
	# another part of the tree calls it by its name
	printf 'from work import Work\ndef tune(m):\n    return Work().%s(m)\n' "$3" >"$T/$1/tune.py"
}

tree named '' quicken <<'P'
m = w.plain(m)
P
says unreachable fast named
tree called '' quicken <<'P'
m = how(w).quicken(m)
P
leaves_open called
tree by_text '' quicken <<'P'
m = getattr(w, how.name)(m)
P
leaves_open by_text
tree special '' __call__ <<'P'
m = w.plain(m)
P
leaves_open special
tree protocol '' write <<'P'
m = w.plain(m)
P
leaves_open protocol
tree foreign '(requests.Base)' quicken <<'P'
m = w.plain(m)
P
leaves_open foreign
tree foreign_made '(requests.make("Base"))' quicken <<'P'
m = w.plain(m)
P
leaves_open foreign_made
tree error '(ValueError)' quicken <<'P'
m = w.plain(m)
P
says unreachable fast error
tree handed '' quicken <<'P'
requests.run(Work)
P
leaves_open handed
tree object_handed '' quicken <<'P'
requests.run(how, [Work()])
P
leaves_open object_handed
tree put '' quicken <<'P'
requests.hook = Work()
P
leaves_open put
tree nobody '' quicken <<'P'
m = w.plain(m)
P
rm "$T/nobody/tune.py"
leaves_open nobody
tree derived '(Base)' quicken <<'P'
m = w.plain(m)
P
sed -i 's/^class Work/class Base(requests.Base):\n    pass\nclass Work/' "$T/derived/work.py"
leaves_open derived
