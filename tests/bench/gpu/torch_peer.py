"""The usual PyTorch peer: models of transformers, eager, and compiled with a static cache.

The weights are random; attention is sdpa; matrices of fp32 are multiplied in fp32.

decode, context: a request is --new steps after a prefill of the prompt, which is not timed.
  eager: with the growing cache of transformers.
  compiled: torch.compile (reduce-overhead, which replays CUDA graphs) with a static cache of 256
  positions; in `context` of as many as the cell says. The prefill is eager.
prefill: one call with a new cache and the logits of all rows, eager and compiled.

The other modes of torch.compile, and a compiled step with a growing cache, are not measured.
"""
import os
import time

import peer

os.environ.setdefault("HF_HUB_OFFLINE", "1")
try:
    import torch
except ImportError as e:
    peer.missing(f"torch ({e})")
try:
    import transformers
    from transformers import (GPT2Config, GPT2LMHeadModel, Qwen2Config, Qwen2ForCausalLM,
                              StaticCache)
except ImportError as e:
    peer.missing(f"transformers ({e})")

import shapes

DTYPE = {"fp32": torch.float32, "fp16": torch.float16}


def make(s):
    """(the model of transformers, its configuration)"""
    if s.arch == "gpt2":
        kind = GPT2LMHeadModel
        config = GPT2Config(n_layer=s.layers, n_embd=s.dim, n_head=s.heads, vocab_size=s.vocab,
                            n_positions=s.positions)
    else:
        kind = Qwen2ForCausalLM
        config = Qwen2Config(num_hidden_layers=s.layers, hidden_size=s.dim,
                             num_attention_heads=s.heads, num_key_value_heads=s.kv,
                             intermediate_size=s.ffn, vocab_size=s.vocab,
                             tie_word_embeddings=True, max_position_embeddings=s.positions,
                             rope_theta=1e6)
    config._attn_implementation = "sdpa"
    return kind(config).to(DTYPE[s.dtype]).eval(), config


class Peer:
    def __init__(self):
        self.bench = peer.Bench(torch, transformers=transformers.__version__)
        self.name = self.model = None
        torch.set_float32_matmul_precision("highest")
        torch.manual_seed(42)
        self.bench.run(self.measure)

    def measure(self, cell):
        bench, new = self.bench, self.bench.new
        if cell.model != self.name:
            self.name = self.model = None
            with torch.device(bench.device):
                self.model, self.config = make(shapes.MODELS[cell.model])
            self.name = cell.model
        ids = torch.randint(0, self.config.vocab_size, (cell.batch, shapes.prompt(cell, new)),
                            device=bench.device)
        compiled = torch.compile(self.model, mode="reduce-overhead", dynamic=False)
        size = peer.weight_bytes(self.model)
        if cell.part == "prefill":
            for way, call in (("eager", self.model), ("compiled", compiled)):
                with bench.way(cell, way, f"transformers, {way} prefill") as got:
                    got["weight_bytes"] = size
                    got["first_s"] = bench.first(lambda: self.prefill(call, ids))
                    got["samples"] = bench.timed(lambda: self.prefill(call, ids), 30, 3)
        else:
            with bench.way(cell, "eager", "transformers, eager, growing cache") as got:
                got["weight_bytes"] = size
                got["samples"] = [(self.growing(ids, new), None) for _ in range(5)]
            about = "transformers, reduce-overhead, static cache"
            with bench.way(cell, "compiled", about) as got:
                got["weight_bytes"] = size
                length = cell.size if cell.part == "context" else 256
                cache = StaticCache(config=self.config, max_cache_len=length)
                # the first compiles, the second captures the graph
                got["first_s"] = bench.first(lambda: self.static(compiled, ids, new, cache))
                self.static(compiled, ids, new, cache)
                got["samples"] = [(self.static(compiled, ids, new, cache), None)
                                  for _ in range(5)]

    def prefill(self, call, ids):
        with torch.inference_mode():
            return call(input_ids=ids, use_cache=True)

    def growing(self, ids, new):
        """ms of `new` eager steps"""
        with torch.inference_mode():
            o = self.model(input_ids=ids, use_cache=True)
            token = o.logits[:, -1:].argmax(-1)
            self.bench.idle()
            start = time.perf_counter()
            for _ in range(new):
                o = self.model(input_ids=token, past_key_values=o.past_key_values, use_cache=True)
                token = o.logits[:, -1:].argmax(-1)
            self.bench.idle()
            return (time.perf_counter() - start) * 1e3

    def static(self, call, ids, new, cache):
        """ms of `new` compiled steps"""
        device, length = self.bench.device, ids.shape[1]
        with torch.inference_mode():
            cache.reset()
            o = self.model(input_ids=ids, past_key_values=cache, use_cache=True,
                           cache_position=torch.arange(length, device=device))
            token = o.logits[:, -1:].argmax(-1).clone()
            pos = torch.tensor([length], device=device)
            self.bench.idle()
            start = time.perf_counter()
            for _ in range(new):
                torch.compiler.cudagraph_mark_step_begin()
                o = call(input_ids=token, past_key_values=cache, use_cache=True,
                         cache_position=pos, position_ids=pos[None])
                token = o.logits[:, -1:].argmax(-1).clone()
                pos += 1
            self.bench.idle()
            return (time.perf_counter() - start) * 1e3


if __name__ == "__main__":
    Peer()
