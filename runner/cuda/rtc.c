#include "rtc.h"

#include <stdlib.h>
#include <string.h>

static void
take_log(const rr_nvrtc *rtc, nvrtcProgram prog, rr_build *out)
{
	size_t n = 0;

	if (rtc->nvrtcGetProgramLogSize(prog, &n) == NVRTC_SUCCESS && n && (out->log = calloc(n + 1, 1)))
		rtc->nvrtcGetProgramLog(prog, out->log);
}

int
rr_rtc(const rr_nvrtc *rtc, const char *source, const char *id, const char *arch, rr_build *out,
    as_err *e)
{
	char name[64], target[64];
	/* the last: or NVRTC keeps a cache of its own, and does not say what came from it */
	const char *opt[] = {target, "--std=c++17", "--fmad=true", "--extra-device-vectorization",
	    "-default-device", "--no-cache"};
	int nopt = sizeof opt / sizeof *opt;
	nvrtcProgram prog;
	nvrtcResult r;
	double t0 = rr_now_ms();
	int major = 0, minor = 0;

	memset(out, 0, sizeof *out);
	snprintf(name, sizeof name, "%.40s.cu", id);
	snprintf(target, sizeof target, "--gpu-architecture=%.20s", arch);
	rtc->nvrtcVersion(&major, &minor);
	snprintf(out->compiler, sizeof out->compiler, "NVRTC %d.%d", major, minor);
	nopt -= major < 12 || (major == 12 && minor < 9); /* which knows neither */
	for (int i = 0; i < nopt; i++)
		snprintf(out->options + strlen(out->options), sizeof out->options - strlen(out->options), "%s%s",
		    i ? " " : "", opt[i]);
	if ((out->cached = rr_rtc_cached(source, out))) {
		out->ms = rr_now_ms() - t0;
		return 0;
	}
	if ((r = rtc->nvrtcCreateProgram(&prog, source, name, 0, NULL, NULL)) != NVRTC_SUCCESS)
		return as_fail(e, name, 0, "NVRTC: %s", rtc->nvrtcGetErrorString(r));
	r = rtc->nvrtcCompileProgram(prog, nopt, opt);
	take_log(rtc, prog, out);
	if (r == NVRTC_SUCCESS)
		r = rtc->nvrtcGetCUBINSize(prog, &out->nobject);
	if (r == NVRTC_SUCCESS && !(out->object = malloc(out->nobject + 1)))
		r = NVRTC_ERROR_OUT_OF_MEMORY;
	if (r == NVRTC_SUCCESS)
		r = rtc->nvrtcGetCUBIN(prog, (char *)out->object);
	out->ms = rr_now_ms() - t0;
	rtc->nvrtcDestroyProgram(&prog);
	if (r != NVRTC_SUCCESS)
		return as_fail(e, name, 0, "NVRTC: %s: %.600s", rtc->nvrtcGetErrorString(r),
		    out->log ? out->log : "");
	if (rr_rtc_keep(source, out, e) < 0)
		snprintf(out->unkept, sizeof out->unkept, "%.250s: %.250s", e->file, e->msg);
	return 0;
}
