# Mean of each backend, with and without its largest samples, and median; reads
# lines BACKEND,LATENCY,SYNTHETIC in order of backend, then from the largest latency down.
BEGIN { FS = OFS = ","; OFMT = "%.17g"; print "backend", "mean", "mean_drop1", "mean_drop5", "median", "synthetic" }
function put(    i, sum, one, five) {
	for (i = n; i > 5; i--) five += x[i]
	one = five; for (i = 5; i > 1; i--) one += x[i]
	sum = one + x[1]
	print name, sum / n, one / (n - 1), five / (n - 5), (x[int((n + 1) / 2)] + x[int((n + 2) / 2)]) / 2, synthetic
}
$1 != name { if (n > 5) put(); n = 0; name = $1 }
{ x[++n] = $2; synthetic = $3 }
END { if (n > 5) put() }
