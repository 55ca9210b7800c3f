/* tokenizer.h - byte-level BPE from a Hugging Face tokenizer.json.
 *
 * GPT-2's and Qwen2's: text is normalised (NFC, where the file asks for it),
 * split by the pre-tokenizer's expression (PCRE2), its bytes mapped to the 256
 * printable characters of byte-level BPE, and merged by rank. Added tokens in
 * the text are matched whole, before all of that. What a file asks for besides
 * (prefix spaces, templates, dropout) is an error: ids would differ. */
#ifndef RR_TOKENIZER_H
#define RR_TOKENIZER_H

#include <stdint.h>

#include "err.h"

typedef struct rr_tokenizer rr_tokenizer;

/* Reads DIR/tokenizer.json. */
int rr_tokenizer_open(rr_tokenizer **out, const char *dir, as_err *e);
void rr_tokenizer_close(rr_tokenizer *t); /* NULL is fine */

/* n bytes of UTF-8 to ids; *ids is malloc'd. */
int rr_tokenizer_encode(rr_tokenizer *t, const char *text, size_t n, int32_t **ids, long *count,
    as_err *e);

#endif
