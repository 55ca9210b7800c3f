/* symbols_blas.c - see symbols.h: numerical routines by their names in Fortran. */
#include "symbols.h"

#include <string.h>

#include "words.h"

int
is_blas(const char *name)
{
	static const char *const routines[] = {"axpy", "scal", "copy", "swap", "dot", "dotu", "dotc", "nrm2", "asum", "rot", "rotg", "rotm", "rotmg", "gemv", "gbmv",
		"symv", "hemv", "sbmv", "spmv", "trmv", "tbmv", "tpmv", "trsv", "tbsv", "tpsv", "ger", "geru", "gerc", "syr", "syr2", "her", "her2", "spr", "spr2",
		"gemm", "symm", "hemm", "syrk", "syr2k", "herk", "her2k", "trmm", "trsm", "gesv", "getrf", "getrs", "getri", "potrf", "potrs", "potri", "geqrf",
		"orgqr", "ormqr", "syev", "syevd", "heev", "gesvd", "gesdd", "geev", "gels"};
	char plain[16];
	size_t n = strlen(name);

	if (n > 0 && name[n - 1] == '_')
		n--;
	if (n < 4 || n >= sizeof plain)
		return 0;
	memcpy(plain, name, n);
	plain[n] = '\0';
	if (plain[0] == 'i' && strcmp(plain + 2, "amax") == 0)
		return strchr("sdcz", plain[1]) != NULL;
	return strchr("sdcz", plain[0]) && AS_AMONG(plain + 1, routines);
}
