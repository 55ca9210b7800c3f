# Prints ERRATA.md. Its operands are for each report report=NAME, for each list
# list=NAME and what tablecheck says of it, then list= and errata.csv. out is the
# folder with ID.command.
function md(s) { gsub(/\|/, "\\|", s); gsub(/~/, "\\~", s); gsub(/ x 10\^/, "e", s); return s }
function lines_of(file,    s, all) {
	while ((getline s <file) > 0) all = all s "\n"
	close(file); return all
}
function heading(kind) {
	print "\n### " title[kind] "\n"
	print "| id | section | what | published | artifacts | method | cause |"
	print "|---|---|---|---|---|---|---|"
}
function finish(    k, i, id, name, f) {
	name = toupper(current)
	print "\n## " name "\n"
	printf "%s: %d wrong figures (%d cells), %d by another definition, " \
	    "%d that do not mean what is said, %d not shown\n",
	    name, count["figure"], cells, count["definition"], count["meaning"], count["not-shown"]
	for (k = 1; k <= 4; k++) if (count[kinds[k]]) {
		heading(kinds[k])
		for (i = 1; i <= errata; i++) {
			id = ids[i]
			if (kind[id] != kinds[k]) continue
			if (command[id] == "") {
				if (!(id in first)) { print "page.awk: " id " marks no cell" >"/dev/stderr"; exit failed = 2 }
				split(cell[first[id]], f, "\t")
				what[id] = marked[id] (marked[id] == 1 ? " cell, in " : " cells, the first in ") f[2]
				published[id] = f[4]; figure[id] = f[5]
			}
			print "| " id " | " section[id] " | " md(what[id]) " | " md(published[id]) " | " \
			    md(figure[id]) " | " md(method[id]) " | " md(cause[id]) " |"
		}
	}
	if (cells) {
		fold("Every wrong cell of " name " (" cells ")")
		print "| id | list | cell | published | computed |"
		print "|---|---|---|---|---|"
		for (i = 1; i <= cells; i++) {
			split(cell[i], f, "\t")
			print "| " f[1] " | " f[2] " | " md(f[3]) " | " md(f[4]) " | " md(f[5]) " |"
		}
		print "\n</details>"
	}
	if (reasons) {
		fold("Cells of " name " that no artifact holds")
		print "| cells | lists | reason |"
		print "|---:|---|---|"
		for (i = 1; i <= reasons; i++)
			print "| " absent[reason[i]] " | " where[reason[i]] " | " md(reason[i]) " |"
		print "\n</details>"
	}
	fold("Commands of " name)
	print "Each prints the figure in the column *artifacts*; `make erratum ID=" ids[errata] \
	    "` runs one.\n"
	print "```sh"
	for (i = 1; i <= errata; i++) if (command[ids[i]] != "")
		printf "# %s\n%s", ids[i], lines_of(out "/" ids[i] ".command")
	print "```\n\n</details>"
}
# A cell that is an erratum: id, list, keys and column, published, computed.
function take_cell(    keys, i, x, id) {
	for (i = 1; i < at["column"]; i++) if (f[i] != "") keys = keys f[i] " "
	gsub(/transformers-gpu-compile/, "compiled", keys)
	gsub(/transformers-gpu/, "eager", keys)
	gsub(/models\//, "", keys)
	x = f[at["computed"]]; id = f[at["id"]]
	if (x ~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ && x !~ /^-?[0-9]+$/) x = sprintf("%.5g", x)
	cell[++cells] = id "\t" list "\t" keys f[at["column"]] "\t" f[at["published"]] "\t" x
	marked[id]++
	if (!(id in first)) first[id] = cells
}
# A cell that no artifact holds.
function take_reason(note) {
	if (!(note in absent)) reason[++reasons] = note
	absent[note]++
	if ((note, list) in seen) return
	seen[note, list] = 1
	where[note] = where[note] (where[note] == "" ? "" : ", ") list
}
# What is long stands folded away.
function fold(title) { print "\n<details><summary>" title "</summary>\n" }
function start() {
	errata = cells = reasons = 0
	split("", count); split("", first); split("", marked)
	split("", absent); split("", where); split("", seen)
}
BEGIN {
	split("figure definition meaning not-shown", kinds, " ")
	title["figure"] = "Wrong figures"
	title["definition"] = "By another definition than the one named"
	title["meaning"] = "Figures and statements that do not mean what is said"
	title["not-shown"] = "Not shown by the artifacts"
	while ((getline s <"reports/errata/preface.md") > 0) print s
	close("reports/errata/preface.md")
}
FNR == 1 && report != current {
	if (current != "") finish()
	start()
	current = report
}
list != "" && FNR == 1 { header($0, at); next }
list != "" {
	csv($0, f)
	if (f[at["verdict"]] == "erratum") take_cell()
	else if (f[at["verdict"]] == "not-reproducible") take_reason(f[at["note"]])
	next
}
FNR == 1 { next }
{
	csv($0, f)
	ids[++errata] = f[1]
	section[f[1]] = f[2]; kind[f[1]] = f[3]; what[f[1]] = f[4]; published[f[1]] = f[5]
	figure[f[1]] = f[6]; method[f[1]] = f[7]; cause[f[1]] = f[8]; command[f[1]] = f[9]
	count[f[3]]++
}
END { if (!failed) finish(); if (failed) exit failed }
