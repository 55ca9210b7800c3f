#include "quantile_arg.h"

#include <stdio.h>
#include <string.h>

/* A decimal number times a power of ten ("e2"), correctly rounded: 99.9 percent
 * is 0.999 and not 99.9/100. No exponent in text, where it would be the second. */
static int
shifted(const char *text, const char *power, double *x)
{
	char buf[AS_QUANTILE_NAME + 4];

	if (strspn(text, "0123456789.") != strlen(text) || strlen(text) >= AS_QUANTILE_NAME)
		return -1;
	snprintf(buf, sizeof buf, "%s%s", text, power);
	return as_num_parse(buf, strlen(buf), x) == AS_NUM_OK ? 0 : -1;
}

int
as_quantile_arg(const char *text, double *p, char name[AS_QUANTILE_NAME], as_err *e)
{
	int is_name = *text == 'p';
	double percent, share;
	char buf[AS_NUM_BUF];

	if (shifted(text + is_name, is_name ? "" : "e2", &percent) != 0 ||
	    shifted(text + is_name, is_name ? "e-2" : "", &share) != 0 || share > 1)
		return as_fail(e, NULL, 0,
		    "'%s' is not a quantile: write a share from 0 to 1 (0.999) or a percentile "
		    "(p99.9)", text);
	as_num_format(buf, percent);
	if (strchr(buf, 'e'))
		return as_fail(e, NULL, 0, "quantile '%s' is too close to 0", text);
	*p = share;
	snprintf(name, AS_QUANTILE_NAME, "p%s", buf);
	return 0;
}

int
as_quantile_type_arg(const char *text, int *type, as_err *e)
{
	if (strlen(text) != 1 || *text < '1' || *text > '9')
		return as_fail(e, NULL, 0, "-Q needs a quantile type from 1 to 9, not '%s'", text);
	*type = *text - '0';
	return 0;
}
