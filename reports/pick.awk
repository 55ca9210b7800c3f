# Makes the table that a list of published cells asks for out of the tables of
# several tools, one after the other with an empty line between them:
#   ( TOOL ...; echo; TOOL ... ) | awk -f reports/csv.awk -f reports/pick.awk LIST -
# A row of the list means the row of a table that has the same value of each key;
# a key that the table has not is empty there, and a mode, model, scenario,
# backend, base or test that the list has not must be empty in the table. The key
# "statement" only tells
# rows of the list apart. Rows that combine strata are passed over. Two values for
# one cell are an error.
FNR == 1 { file++ }
file == 1 && FNR == 1 {
	csv($0, f)
	for (nkey = 0; f[nkey + 1] != "column"; nkey++) key[nkey + 1] = f[nkey + 1]
	next
}
file == 1 {
	csv($0, f)
	row = meant = ""
	for (i = 1; i <= nkey; i++) {
		row = row quoted(f[i]) ","
		if (key[i] != "statement") meant = meant quoted(f[i]) ","
	}
	if (!(row in means)) { means[row] = meant; rows[++nrows] = row; wanted[meant] = 1 }
	c = f[nkey + 1]
	if (!(c in column)) { column[c] = 1; columns[++ncolumns] = c }
	next
}
$0 == "" { head = 0; next }
!head {
	head = csv($0, name)
	kind = nother = 0
	for (i = 1; i <= nkey; i++) at[i] = 0
	for (j = 1; j <= head; j++) {
		if (name[j] == "kind") kind = j
		if (name[j] ~ /^(mode|model|scenario|backend|base|test)$/) other[++nother] = j
		for (i = 1; i <= nkey; i++) if (name[j] == key[i]) {
			at[i] = j
			if (nother && other[nother] == j) nother--
		}
	}
	next
}
{
	csv($0, f)
	if (kind && f[kind] == "combined") next
	for (i = 1; i <= nother; i++) if (f[other[i]] != "") next
	meant = ""
	for (i = 1; i <= nkey; i++)
		if (key[i] != "statement") meant = meant (at[i] ? quoted(f[at[i]]) : "") ","
	if (!(meant in wanted)) next
	for (j = 1; j <= head; j++) {
		if (!(name[j] in column) || f[j] == "") continue
		if ((meant, name[j]) in value && value[meant, name[j]] != f[j]) {
			print "pick: two values for " meant name[j] ": " \
			    value[meant, name[j]] " and " f[j] >"/dev/stderr"
			exit bad = 2
		}
		value[meant, name[j]] = f[j]
	}
}
END {
	if (bad) exit bad
	for (i = 1; i <= nkey; i++) printf "%s,", key[i]
	for (j = 1; j <= ncolumns; j++) printf "%s%s", quoted(columns[j]), j < ncolumns ? "," : "\n"
	for (i = 1; i <= nrows; i++) {
		printf "%s", rows[i]
		for (j = 1; j <= ncolumns; j++)
			printf "%s%s", quoted(value[means[rows[i]], columns[j]]), j < ncolumns ? "," : "\n"
	}
}
