/* protocol.c - see protocol.h. */
#include "protocol.h"

#include "words.h"

int
protocol_handed(const char *method)
{
	static const char *const list[] = {
		"write", "writelines", "flush", "close", "read", "readline", "readinto", "keys", "items", "values", "run", "start",
		"emit", "handle", "filter", "format", "formatException", "find_spec", "find_module", "create_module", "exec_module",
		"load_module", "send", "throw", "default", "decode", "encode", "mro", "fileno", "isatty", "acquire", "release",
		"update", "get", "put", "step", "forward"};

	return AS_AMONG(method, list);
}

int
protocol_asked(const char *method, int python)
{
	static const char *const py[] = {
		"readlines", "seek", "tell", "truncate", "copy", "pop", "append", "add", "index", "count", "stop", "fit", "predict",
		"predict_proba", "transform", "fit_transform", "score", "get_params", "set_params", "backward", "zero_grad",
		"state_dict", "load_state_dict", "parameters", "to", "cpu", "cuda", "train", "eval", "setUp", "tearDown", "setup",
		"teardown", "item", "tolist", "numpy", "result", "get_source", "connection_made", "data_received", "connection_lost",
		"eof_received", "validate", "convert", "dispatch_request", "main"};
	static const char *const cxx[] = {
		"begin", "end", "cbegin", "cend", "rbegin", "rend", "size", "data", "get", "lock", "unlock", "try_lock", "lock_shared",
		"unlock_shared", "allocate", "deallocate", "construct", "destroy", "await_ready", "await_suspend", "await_resume",
		"initial_suspend", "final_suspend", "return_void", "return_value", "yield_value", "get_return_object",
		"unhandled_exception", "what", "swap", "push_back", "insert", "min", "max", "now", "overflow", "underflow", "sync",
		"xsputn", "category", "message", "name"};

	return python ? protocol_handed(method) || AS_AMONG(method, py) : AS_AMONG(method, cxx);
}
