# A field of the evidence files of one run (runinfo, which takes them in the order
# of their names as numbers), with the model that the file's name has; of a number
# also how much it is more than that of the model before:
#   runinfo -f 'triton_evidence_*:FIELD' RUN | awk -v as=FIELD -f reports/csv.awk -f reports/tr126/kernels.awk
NR == 1 { print "run,model," as "," as "_delta"; next }
{
	csv($0, f)
	model = f[2]; gsub(/^triton_evidence_|\.json$/, "", model)
	print f[1] "," model "," f[4] "," f[4] - before
	before = f[4]
}
