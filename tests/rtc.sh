# rtc.sh - what tests of labelaudit --src put into programs of C and C++ that compile a kernel by NVRTC.
# A test sources it after lib.sh. The argument of each is "std::" in C++, and none in C.

# rtc_build: build() gives the kernel, or ends the run
rtc_build() {
	cat <<C
static CUfunction build($([ "$1" ] || echo void))
{
	nvrtcProgram p; CUmodule m; CUfunction k; static char ptx[65536];
	if (nvrtcCreateProgram(&p, "k", "k", 0, 0, 0) || nvrtcCompileProgram(p, 0, 0) || nvrtcGetPTX(p, ptx))
		$1abort();
	if (cuModuleLoadData(&m, ptx) || cuModuleGetFunction(&k, m, "k"))
		$1abort();
	return k;
}
C
}

# rtc_serve: serve(f, x) launches f, or works through x in loop() where f is not set
rtc_serve() {
	cat <<C
static void loop(float *x) { for (int i = 0; i < 32; i++) x[i] *= 2; }
static void serve(CUfunction f, float *x)
{
	if (!f)
		loop(x);
	else if (cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0))
		$1abort();
}
C
}
