# Called by twosample.py: t.test, wilcox.test and ks.test of the pairs in
# twosample_data.csv, and p.adjust, one "pair statistic argument value call" a
# line, by tabs. A p of 0 is left out: R has no logarithm of it.
d <- read.csv("twosample_data.csv", colClasses = "character")
d$value <- as.numeric(d$value)
put <- function(s, stat, arg, value, call)
	cat(s, stat, arg, paste0(sprintf("%.17g", value), "\tR ", call, "\n"), sep = "\t")
for (s in unique(d$pair)) {
	b <- d$value[d$pair == s & d$group == "base"]
	t <- d$value[d$pair == s & d$group == "test"]
	for (equal in c(FALSE, TRUE)) {
		name <- if (equal) "student" else "welch"
		r <- t.test(t, b, var.equal = equal)
		call <- paste0("t.test(test, base, var.equal=", equal, ")")
		put(s, paste0("t_", name), "", r$statistic, call)
		put(s, paste0("df_", name), "", r$parameter, call)
		put(s, paste0("log_p_", name), "", min(pt(-abs(r$statistic), r$parameter, log.p = TRUE) + log(2), 0),
		    paste0("pt(-|t|, df, log.p=TRUE) + log(2) of ", call))
	}
	w <- suppressWarnings(wilcox.test(t, b))
	put(s, "u", "", w$statistic, "wilcox.test(test, base)$statistic")
	# exact with ties: paired.py
	if (w$p.value > 0 && (anyDuplicated(c(b, t)) == 0 || max(length(b), length(t)) >= 50))
		put(s, "log_p_rank", "", log(w$p.value), "log(wilcox.test(test, base)$p.value)")
	k <- suppressWarnings(ks.test(b, t))
	put(s, "ks_d", "", k$statistic, "ks.test(base, test)$statistic")
	if (anyDuplicated(c(b, t)) == 0 && k$p.value > 0)
		put(s, "log_p_ks", "", log(k$p.value), "log(ks.test(base, test)$p.value)")
}
p <- c(0.04, 0.01, 0.03, 0.8, 0.01, 1e-12, 0.5)
for (m in c("bonferroni", "holm", "BH")) {
	a <- p.adjust(p, m)
	for (i in seq_along(p))
		put("adjust", paste0("log_", tolower(m)), sprintf("%d", i - 1), log(a[i]),
		    paste0("log(p.adjust(c(", paste(p, collapse = " "), "), '", m, "')[", i, "])"))
}
