/* Forwards against the float64 reference: both architectures, every cache,
 * padded or not, eager and compiled, prefill and decode. The reference itself
 * is held against NumPy in tests/runner/refrun.sh. */
#include "unit_check.h"
#include "verify.h"

int
main(void)
{
	static const char *const names[] = {"tiny-gpt2", "tiny-qwen2"};
	rr_device *dev;
	as_err err;

	if (rr_device_open(&dev, "cpu", RR_F32, 0, &err) < 0)
		return 1;
	for (int i = 0; i < 2; i++) {
		rr_model m;
		if (rr_model_open(&m, names[i], 42, &err) < 0 || rr_verify_all(dev, &m, stdout, &err) < 0) {
			printf("# %s: %s\n", err.file, err.msg);
			return 1;
		}
		rr_model_close(&m);
	}
	dev->close(dev);
	return 0;
}
