/* JMeter's CSV results: elapsed is in milliseconds, and success says whether a sample passed.
 * https://jmeter.apache.org/usermanual/listeners.html */
#include "format.h"

const as_format as_format_jmeter = {
	.name = "JMeter JTL", .in = AS_IN_CSV, .needs = {"timeStamp", "elapsed", "label", "success"},
	.time = "elapsed", .unit = "ms", .ok = "success=true",
};
