/* symbols_blas.c - see symbols.h: numerical routines by their names in Fortran, and those of SuperLU. */
#include "symbols.h"

#include <string.h>

#include "words.h"

int
is_blas(const char *name)
{
	static const char *const routines[] = {"axpy", "scal", "copy", "swap", "dot", "dotu", "dotc", "nrm2", "asum", "rot", "rotg", "rotm", "rotmg", "gemv", "gbmv",
		"symv", "hemv", "sbmv", "spmv", "trmv", "tbmv", "tpmv", "trsv", "tbsv", "tpsv", "ger", "geru", "gerc", "syr", "syr2", "her", "her2", "spr", "spr2",
		"gemm", "symm", "hemm", "syrk", "syr2k", "herk", "her2k", "trmm", "trsm",
		/* LAPACK, but those that are given a function: gees, gges and their kin */
		"gesv", "getrf", "getrs", "getri", "getf2", "gecon", "potrf", "potrs", "potri", "potf2", "pocon", "posv", "pbtrf", "pbtrs", "pbsv", "gbtrf", "gbtrs", "gbsv", "gtsv", "ptsv",
		"pttrf", "pttrs", "sysv", "sytrf", "sytf2", "sytrs", "sytri", "hesv", "hetrf", "hetf2", "hetrs", "hetri", "trtri", "trti2", "trtrs", "trcon", "lauum", "laswp", "lasyf", "lahef",
		"geqrf", "geqr2", "geqlf", "geql2", "gelqf", "gelq2", "gerqf", "gerq2", "geqp3", "orgqr", "org2r", "orglq", "orgl2", "orgql", "org2l", "orgbr", "orgtr", "orghr", "ormqr", "orm2r",
		"ormlq", "orml2", "ormql", "orm2l", "ormbr", "ormtr", "ormhr", "ungqr", "ung2r", "unglq", "ungl2", "ungql", "ung2l", "ungbr", "ungtr", "unghr", "unmqr", "unm2r", "unmlq", "unml2",
		"unmql", "unm2l", "unmbr", "unmtr", "unmhr", "gebrd", "gebd2", "labrd", "bdsqr", "bdsvdx", "bdsdc", "gesvd", "gesdd", "gesvdx", "gels", "gelsd", "gelss", "gelsy", "gehrd", "gehd2",
		"hseqr", "trevc", "trsyl", "geev", "geevx", "ggev", "sytrd", "sytd2", "hetrd", "hetd2", "latrd", "sygst", "sygs2", "hegst", "hegs2", "syev", "syevd", "syevx", "syevr", "heev",
		"heevd", "heevx", "heevr", "sygv", "sygvd", "sygvx", "hegv", "hegvd", "hegvx", "steqr", "stedc", "stein", "sterf", "stebz", "stev", "stevd", "larf", "larfg", "larft", "larfb",
		"lartg", "lacgv", "lacpy", "laset", "lascl", "lange", "lansy", "lanhe", "lantr", "lamch", "lapy2",
		/* SuperLU and ARPACK, which gets what it multiplies by from its caller */
		"gssv", "gssvx", "gsisx", "gstrf", "gstrs", "saupd", "seupd", "naupd", "neupd"};
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
