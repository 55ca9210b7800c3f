# Called by stats.py: quantiles of all types, mad and t.test of the samples in
# stats_samples.csv, one "sample statistic argument value call" a line, by tabs.
d <- read.csv("stats_samples.csv", colClasses = "character")
d$value <- as.numeric(d$value)
put <- function(s, stat, arg, value, call)
	cat(s, stat, arg, sprintf("%.17g", value), paste("R", call), sep = "\t", fill = FALSE)
probs <- c(0, 1e-3, 0.01, 0.05, 0.1, 0.25, 1/3, 0.5, 0.58, 0.7, 0.75, 0.9, 0.95, 0.99, 0.999, 1)
for (s in unique(d$sample)) {
	x <- d$value[d$sample == s]
	for (type in 1:9) for (p in probs) {
		at <- length(x) * p # R takes this product as it is; where n p is whole, see quantile.py
		if (type <= 2 && at != round(at) && abs(at - round(at)) < 1e-9) next
		put(s, paste0("quantile", type), sprintf("%.17g", p),
		    quantile(x, p, type = type, names = FALSE), paste0("quantile(x, p, type=", type, ")"))
		cat("\n")
	}
	put(s, "mad_normal", "", mad(x), "mad(x)"); cat("\n")
	if (length(x) > 1 && sd(x) > 1e-10 && is.finite(sd(x)) && sd(x) > 1e-10 * abs(mean(x)))
		for (level in c(0.9, 0.95, 0.99)) {
			ci <- t.test(x, conf.level = level)$conf.int
			put(s, "ci_t_lo", level, ci[1], "t.test(x, conf.level)$conf.int[1]"); cat("\n")
			put(s, "ci_t_hi", level, ci[2], "t.test(x, conf.level)$conf.int[2]"); cat("\n")
		}
}
