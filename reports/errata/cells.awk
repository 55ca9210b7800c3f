# The errata among the verdicts of tablecheck (CSV), a line each, tab-separated:
# id, section, list, keys, column, published, computed; and with the id "-" the cells
# that no artifact holds, with the reason in the place of computed.
NR == 1 { header($0, at); next }
{ csv($0, f) }
f[at["verdict"]] == "erratum" {
	keys = ""
	for (i = 1; i < at["column"]; i++) if (f[i] != "") keys = keys (keys == "" ? "" : " ") f[i]
	gsub(/transformers-gpu-compile/, "compiled", keys); gsub(/transformers-gpu/, "eager", keys); gsub(/models\//, "", keys)
	x = f[at["computed"]]
	if (x ~ /^-?[0-9.]+([eE][-+]?[0-9]+)?$/ && x !~ /^-?[0-9]+$/) x = sprintf("%.5g", x)
	print f[at["id"]] "\t" section "\t" list "\t" keys "\t" f[at["column"]] "\t" f[at["published"]] "\t" x
}
f[at["verdict"]] == "not-reproducible" { print "-\t" section "\t" list "\t\t\t\t" f[at["note"]] }
