"""The server of llama.cpp, by PyPI's xllamacpp, with a model of random weights made here by gguf.

    python3 llama_server.py FOLDER      writes FOLDER/tiny.gguf and, once it listens, FOLDER/url

A token is a byte, or a blank and a small letter.
"""
import sys
import time

import gguf
import numpy
import xllamacpp

WIDTH, LAYERS, INNER, HEADS = 64, 2, 128, 4


def byte_names():
    """Printable characters for all bytes, as GPT-2 has them."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [b for b in range(256) if b not in plain]
    names = {b: chr(b) for b in plain}
    names.update({b: chr(256 + i) for i, b in enumerate(rest)})
    return [names[b] for b in range(256)]


def write_model(path):
    blank = byte_names()[32]
    letters = [chr(97 + i) for i in range(26)]
    tokens = byte_names() + [blank + c for c in letters] + ["<|endoftext|>"]
    last = len(tokens) - 1
    w = gguf.GGUFWriter(path, "llama")
    w.add_context_length(512)
    w.add_embedding_length(WIDTH)
    w.add_block_count(LAYERS)
    w.add_feed_forward_length(INNER)
    w.add_head_count(HEADS)
    w.add_head_count_kv(HEADS)
    w.add_layer_norm_rms_eps(1e-5)
    w.add_rope_dimension_count(WIDTH // HEADS)
    w.add_tokenizer_model("gpt2")
    w.add_tokenizer_pre("gpt-2")
    w.add_token_list(tokens)
    w.add_token_merges([blank + " " + c for c in letters])
    w.add_token_types([1] * last + [3])
    w.add_bos_token_id(last)
    w.add_eos_token_id(last)
    w.add_add_bos_token(False)
    random = numpy.random.default_rng(1)

    def weight(name, *shape):
        values = (random.standard_normal(shape) * 0.05).astype(numpy.float32)
        if name == "output.weight":
            values[last] = 0  # some other token is always likelier than the end
        w.add_tensor(name, values)

    def ones(name):
        w.add_tensor(name, numpy.ones(WIDTH, numpy.float32))

    weight("token_embd.weight", len(tokens), WIDTH)
    weight("output.weight", len(tokens), WIDTH)
    ones("output_norm.weight")
    for i in range(LAYERS):
        ones(f"blk.{i}.attn_norm.weight")
        ones(f"blk.{i}.ffn_norm.weight")
        for part in "attn_q", "attn_k", "attn_v", "attn_output":
            weight(f"blk.{i}.{part}.weight", WIDTH, WIDTH)
        weight(f"blk.{i}.ffn_gate.weight", INNER, WIDTH)
        weight(f"blk.{i}.ffn_up.weight", INNER, WIDTH)
        weight(f"blk.{i}.ffn_down.weight", WIDTH, INNER)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


def main():
    model = sys.argv[1] + "/tiny.gguf"
    write_model(model)
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = 512
    params.n_parallel = 1
    server = xllamacpp.Server(params)  # on a free port of 127.0.0.1
    with open(sys.argv[1] + "/url", "w") as f:
        f.write(server.listening_address + "\n")
    time.sleep(600)


if __name__ == "__main__":
    main()
