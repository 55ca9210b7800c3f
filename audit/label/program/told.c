/* told.c - see told.h: libraries of Python that compile where a keyword of a call tells them to: jit_compile=True,
 * dynamo_backend="inductor", engine="numba". What they make then may be compiled, whatever the call is named. */
#include "told.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

/* Does s, whatever its letters' case, hold the word? */
static int
holds(const char *s, const char *word)
{
	size_t n = strlen(word), k;

	for (; *s; s++) {
		for (k = 0; k < n && tolower((unsigned char)s[k]) == word[k]; k++)
			;
		if (k == n)
			return 1;
	}
	return 0;
}

int
told_keyword(const char *s)
{
	static const char *const words[] = {"compile", "jit", "dynamo", "inductor", "cuda_graph", "cudagraph", "torchscript", "tensorrt"};
	static const char *const not[] = {"jitter", "compiled", "compiler_", "compile_time", "precompile", "recompile", "limit", "disable", "skip", "_dir", "_path", "_cache", "eager"};

	for (size_t i = 0; i < sizeof not / sizeof *not; i++)
		if (holds(s, not[i]))
			return 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (holds(s, words[i]))
			return 1;
	return 0;
}

int
told_text(const char *keyword, const char *text)
{
	static const char *const how[] = {"engine", "backend", "compiler", "runtime"};
	static const char *const words[] = {"numba", "jit", "inductor", "compile", "torchscript", "tensorrt", "openvino", "onnx", "onnxruntime", "onnxrt", "tvm", "cudagraphs", "nvfuser"};
	static const char *const no[] = {"", "no", "none", "off", "false", "0", "eager", "never"};

	return told_keyword(keyword) ? !AS_AMONG(text, no) : AS_AMONG(keyword, how) && AS_AMONG(text, words);
}

int
told_variable(const char *name, const char *text)
{
	static const char *const own[] = {"TORCH", "PYTORCH", "NUMBA", "JAX", "XLA", "TF_"}; /* how their own compilers do, not whether */

	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strncmp(name, own[i], strlen(own[i])) == 0)
			return 0;
	return text ? told_text(name, text) && !AS_AMONG(text, ((const char *const[]){"NO", "None", "False", "OFF"})) : told_keyword(name);
}

uint32_t
told_at(const fact_tree *t, uint32_t call)
{
	FACT_EACH_KID(t, call, k) {
		const fact_node *v = &t->node[k + 1];
		if (t->node[k].kind != FACT_ARG || !*fact_str(t, k) || k + 1 >= t->node[k].end || v->kind == FACT_NONE)
			continue;
		if (v->kind == FACT_STR ? told_text(fact_str(t, k), fact_str(t, k + 1)) :
		    told_keyword(fact_str(t, k)) && !((v->kind == FACT_BOOL || v->kind == FACT_INT) && strcmp(fact_str(t, k + 1), "0") == 0))
			return k;
	}
	return 0;
}

int
told_by_dict(const fact_tree *t, uint32_t file, uint32_t call)
{
	int merges = 0;

	FACT_EACH_KID(t, call, k)
		merges |= t->node[k].kind == FACT_ARG && t->node[k].flags & FACT_STARSTAR;
	for (uint32_t i = file; merges && i < t->node[file].end; i++) {
		uint32_t key = t->node[i].kind == FACT_PAIR ? i + 1 : t->node[i].kind == FACT_ASSIGN && t->node[i + 1].kind == FACT_INDEX ? t->node[i + 2].end : 0, v;
		if (!key || t->node[key].kind != FACT_STR)
			continue;
		v = t->node[i].kind == FACT_PAIR ? t->node[key].end : t->node[i + 1].end;
		if (t->node[v].kind == FACT_STR ? told_text(fact_str(t, key), fact_str(t, v)) : told_keyword(fact_str(t, key)) && t->node[v].kind != FACT_NONE &&
		    !((t->node[v].kind == FACT_BOOL || t->node[v].kind == FACT_INT) && strcmp(fact_str(t, v), "0") == 0))
			return 1;
	}
	return 0;
}
