#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model_impl.h"

/* Checkpoint entries: a weight of several sources is written as its sources. */
static int
header(const rr_model *m, FILE *fp)
{
	int64_t at = 0;
	const char *sep = "{\"__metadata__\":{\"format\":\"pt\"}";

	fputs(sep, fp);
	for (int i = 0; i < m->nweight; i++) {
		const rr_weight *w = &m->weight[i];
		for (int s = 0; s < w->nsrc; s++) {
			int64_t rows = w->nsrc > 1 ? w->part[s] : w->rows;
			int64_t n = w->rows == 1 ? w->part[s] : rows * w->cols;
			fprintf(fp, ",\"%s%s\":{\"dtype\":\"F32\",\"shape\":[",
			    m->arch == RR_GPT2 ? "transformer." : "", w->src[s]);
			if (w->rows == 1)
				fprintf(fp, "%lld", (long long)n);
			else
				fprintf(fp, "%lld,%lld", (long long)rows, (long long)w->cols);
			fprintf(fp, "],\"data_offsets\":[%lld,%lld]}", (long long)at, (long long)(at + 4 * n));
			at += 4 * n;
		}
	}
	fputc('}', fp);
	return ferror(fp) ? -1 : 0;
}

static int
write_tensors(const rr_model *m, FILE *fp, as_err *e)
{
	enum { CHUNK = 1 << 16 };
	char *text = NULL;
	size_t n = 0;
	FILE *mem = open_memstream(&text, &n);
	float *buf = malloc(CHUNK * sizeof *buf);
	int rc = 0;

	if (!mem || !buf || header(m, mem) < 0)
		rc = as_nomem(e);
	if (rc == 0)
		while (ftell(mem) % 8) /* data starts aligned; the format allows blanks */
			fputc(' ', mem);
	if (mem && fclose(mem) != 0 && rc == 0)
		rc = as_nomem(e);
	if (rc == 0) {
		for (int i = 0; i < 8; i++)
			fputc((int)((uint64_t)n >> (8 * i) & 255), fp);
		fwrite(text, 1, n, fp);
	}
	for (int i = 0; i < m->nweight && rc == 0; i++) {
		int64_t all = m->weight[i].rows * m->weight[i].cols;
		for (int64_t at = 0; at < all && rc == 0; at += CHUNK) {
			int64_t take = all - at < CHUNK ? all - at : CHUNK;
			rc = rr_weight_read(m, i, at, take, buf, e);
			if (rc == 0)
				fwrite(buf, sizeof *buf, (size_t)take, fp);
		}
	}
	free(text);
	free(buf);
	return rc;
}

static void
write_rope(const rr_model *m, FILE *fp)
{
	const rr_rope *r = &m->rope;

	fprintf(fp, "  \"rope_theta\": %.9g,\n", (double)m->theta);
	if (r->type == RR_ROPE_DEFAULT)
		return;
	fprintf(fp, "  \"rope_scaling\": {\"rope_type\": \"%s\", \"factor\": %.17g",
	    r->type == RR_ROPE_LINEAR ? "linear" : "llama3", r->factor);
	if (r->type == RR_ROPE_LLAMA3)
		fprintf(fp, ", \"low_freq_factor\": %.17g, \"high_freq_factor\": %.17g, "
		    "\"original_max_position_embeddings\": %.17g", r->low, r->high, r->original);
	fputs("},\n", fp);
}

static int
write_config(const rr_model *m, FILE *fp)
{
	fprintf(fp, "{\n  \"model_type\": \"%s\",\n  \"architectures\": [\"%s\"],\n",
	    rr_arch_name(m->arch), rr_arch_class(m->arch));
	if (m->arch == RR_GPT2)
		fprintf(fp, "  \"n_layer\": %d,\n  \"n_embd\": %d,\n  \"n_head\": %d,\n  \"n_inner\": %d,\n"
		    "  \"n_positions\": %d,\n  \"vocab_size\": %d,\n"
		    "  \"activation_function\": \"gelu_new\",\n  \"layer_norm_epsilon\": %.9g,\n",
		    m->layers, m->dim, m->heads, m->ffn, m->positions, m->vocab, (double)m->eps);
	else {
		fprintf(fp, "  \"num_hidden_layers\": %d,\n  \"hidden_size\": %d,\n"
		    "  \"num_attention_heads\": %d,\n  \"num_key_value_heads\": %d,\n"
		    "  \"intermediate_size\": %d,\n  \"max_position_embeddings\": %d,\n  \"vocab_size\": %d,\n"
		    "  \"hidden_act\": \"silu\",\n  \"rms_norm_eps\": %.9g,\n",
		    m->layers, m->dim, m->heads, m->kv_heads, m->ffn, m->positions, m->vocab, (double)m->eps);
		if (m->arch != RR_QWEN2 || m->head_dim != m->dim / m->heads)
			fprintf(fp, "  \"head_dim\": %d,\n", m->head_dim);
		if (m->arch == RR_MISTRAL)
			fputs("  \"sliding_window\": null,\n", fp);
		write_rope(m, fp);
	}
	fprintf(fp, "  \"tie_word_embeddings\": %s\n}\n", m->tied ? "true" : "false");
	return ferror(fp) ? -1 : 0;
}

int
rr_model_export(const rr_model *m, const char *dir, as_err *e)
{
	static const char *const file[] = {"model.safetensors", "config.json"};
	char path[4096], tmp[4200];

	if (mkdir(dir, 0777) != 0 && errno != EEXIST)
		return as_fail(e, dir, 0, "cannot make it: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		FILE *fp;
		int rc;
		snprintf(path, sizeof path, "%s/%s", dir, file[i]);
		snprintf(tmp, sizeof tmp, "%s.tmp", path);
		if (!(fp = fopen(tmp, "wb")))
			return as_fail(e, tmp, 0, "%s", strerror(errno));
		rc = i == 0 ? write_tensors(m, fp, e) : write_config(m, fp);
		if (rc == 0 && (fflush(fp) != 0 || ferror(fp)))
			rc = as_fail(e, tmp, 0, "cannot write: %s", strerror(errno));
		fclose(fp);
		if (rc == 0 && rename(tmp, path) != 0)
			rc = as_fail(e, path, 0, "%s", strerror(errno));
		if (rc < 0) {
			remove(tmp);
			return -1;
		}
	}
	return 0;
}
