# Compiled less eager, with all samples and without the first of each run file;
# reads a CSV table that has the columns backend, mean and mean_steady.
BEGIN { FS = OFS = ","; CONVFMT = OFMT = "%.17g" }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{ all[$at["backend"]] = $at["mean"]; steady[$at["backend"]] = $at["mean_steady"] }
"synthetic" in at && $at["synthetic"] { synthetic = 1 }
END {
	e = "transformers-gpu"; c = "transformers-gpu-compile"
	print "samples", "base", "test", "delta", "synthetic"
	print "all", all[e], all[c], all[c] - all[e], synthetic
	print "excluding first", steady[e], steady[c], steady[c] - steady[e], synthetic
}
