#!/usr/bin/env python3
"""TR120's experiment in PyTorch: transformers' models with seeded weights, eager and compiled.

    python3 reports/torch/bench.py -O OUT --run variable --model gpt2-25m --device cuda

One process is one run: OUT/RUN, with a cell for each scenario, eager and compiled. The
recorder of runner/torch says what served each sample. Nothing is downloaded.
"""
import argparse
import os
import sys

os.environ.setdefault("HF_HUB_OFFLINE", "1")
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "runner", "torch"))
import torch
from assay_torch import Recorder
from transformers import (DynamicCache, GPT2Config, GPT2LMHeadModel, Qwen2Config,
                          Qwen2ForCausalLM, StaticCache)

# layers, width, heads
GPT2 = {"tiny-gpt2": (2, 64, 2), "gpt2-25m": (3, 384, 4), "gpt2-50m": (8, 512, 8),
        "gpt2-100m": (8, 768, 12)}
# tokens of the prompts, as TR120's scenarios have them; the compile stage has a length of its own
SCENARIOS = {"single_micro": [1], "single_short": [9, 11], "single_medium": [17, 19],
             "single_long": [25, 27], "stress_single": [51]}
STAGE = 8
# what torch.compile is given, and what else a run changes
RUNS = {
    "variable": dict(mode="prefill", compile=dict(dynamic=False)),
    "limit": dict(mode="prefill", compile=dict(dynamic=False), limit=64),
    "padded": dict(mode="prefill", compile=dict(dynamic=False), pad=True),
    "dynamic": dict(mode="prefill", compile=dict(dynamic=True)),
    "decode_grow": dict(mode="kv_decode", compile=dict(dynamic=False)),
    "decode_dynamic": dict(mode="kv_decode", compile=dict(dynamic=True)),
    "decode_static": dict(mode="kv_decode", static=True,
                          compile=dict(mode="reduce-overhead", dynamic=False)),
    "both_grow": dict(mode="e2e_kv", compile=dict(dynamic=False)),
    "both_static": dict(mode="e2e_kv", static=True,
                        compile=dict(mode="reduce-overhead", dynamic=False)),
}
DECODE_SCENARIOS = ("single_short", "single_medium")


def build(name, device):
    """A model with seeded weights, and the word for its dtype."""
    torch.manual_seed(42)
    if name in GPT2:
        layers, width, heads = GPT2[name]
        config = GPT2Config(n_layer=layers, n_embd=width, n_head=heads, n_positions=1024)
        cls, dtype, word = GPT2LMHeadModel, torch.float32, "fp32"
    else:
        config = Qwen2Config(num_hidden_layers=24, hidden_size=896, num_attention_heads=14,
                             num_key_value_heads=2, intermediate_size=4864, vocab_size=151936,
                             tie_word_embeddings=True, max_position_embeddings=32768)
        cls, dtype, word = Qwen2ForCausalLM, torch.float16, "fp16"
    config._attn_implementation = "sdpa"
    with torch.device(device):
        return cls(config).to(dtype).eval(), word


class Bench:
    """One run: a model, eager and compiled, as the run wants it.

    A step of decode writes its token, and the place of the next one, into tensors of a fixed
    address, so that no operation is left outside the function that is compiled.
    """

    def __init__(self, run, model, device, new_tokens):
        self.run, self.model, self.device, self.new = run, model, device, new_tokens
        if "limit" in run:
            config = torch._dynamo.config
            name = "recompile_limit" if hasattr(config, "recompile_limit") else "cache_size_limit"
            setattr(config, name, run["limit"])
        self.cache = None
        self.token = torch.zeros((1, 1), dtype=torch.long, device=device)
        self.place = torch.zeros((1, 1), dtype=torch.long, device=device)
        if run.get("static"):
            self.cache = StaticCache(config=model.config, max_cache_len=256)
            torch._dynamo.mark_static_address(self.token)
            torch._dynamo.mark_static_address(self.place)
        functions = (model, self.first, self.step)
        self.functions = {"torch-eager": functions, "torch-compile": tuple(
            torch.compile(function, **run["compile"]) for function in functions)}

    def prompts(self, scenario):
        lengths = SCENARIOS[scenario]
        generator = torch.Generator().manual_seed(7)
        for length in lengths:
            ids = torch.randint(0, self.model.config.vocab_size, (1, length), generator=generator)
            mask = torch.ones_like(ids)
            if self.run.get("pad"):
                pad = max(lengths) - length
                ids = torch.nn.functional.pad(ids, (pad, 0))
                mask = torch.nn.functional.pad(mask, (pad, 0))
            yield ids.to(self.device), mask.to(self.device)

    def step(self, cache):
        """The next token from the last one, behind what the cache holds."""
        out = self.model(input_ids=self.token, past_key_values=cache, use_cache=True,
                         position_ids=self.place)
        self.token.copy_(out.logits[:, -1:].argmax(-1))
        self.place.add_(1)

    def first(self, ids, cache):
        """A prompt into the cache, and the first token from it."""
        out = self.model(input_ids=ids, past_key_values=cache, use_cache=True)
        self.token.copy_(out.logits[:, -1:].argmax(-1))
        self.place.fill_(ids.shape[1])

    def empty(self):
        if self.cache is None:
            return DynamicCache(config=self.model.config)
        self.cache.reset()
        return self.cache

    def decode(self, step, cache, rec):
        for _ in range(self.new):
            step(cache)
            rec.step()

    def sample(self, rec, label, ids, mask):
        forward, first, step = self.functions[label]
        mode = self.run["mode"]
        if mode == "prefill":
            more = {"attention_mask": mask} if self.run.get("pad") else {}
            with rec.sample(tokens=int(mask.sum())):
                forward(input_ids=ids, use_cache=True, **more)
            return
        cache = self.empty()
        if mode == "kv_decode":
            self.first(ids, cache)
            with rec.sample(tokens=self.new):
                self.decode(step, cache, rec)
        else:
            with rec.sample(tokens=ids.shape[1] + self.new):
                first(ids, cache)
                rec.step()
                self.decode(step, cache, rec)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-O", dest="out", required=True)
    parser.add_argument("--run", choices=RUNS, required=True)
    parser.add_argument("--model", default="gpt2-25m", choices=list(GPT2) + ["qwen2.5-0.5b"])
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--warmup", type=int, default=3)
    parser.add_argument("--new-tokens", type=int, default=64)
    args = parser.parse_args()
    torch.set_float32_matmul_precision("highest")
    run = RUNS[args.run]
    model, dtype = build(args.model, args.device)
    bench = Bench(run, model, args.device, args.new_tokens)
    scenarios = SCENARIOS if run["mode"] == "prefill" else DECODE_SCENARIOS
    with torch.inference_mode():
        if run["mode"] == "prefill":
            stage = torch.zeros((1, STAGE), dtype=torch.long, device=args.device)
            bench.functions["torch-compile"][0](input_ids=stage, use_cache=True)
        for scenario in scenarios:
            for label in bench.functions:
                with Recorder(os.path.join(args.out, args.run), mode=run["mode"], backend=label,
                              scenario=scenario, model=args.model, dtype=dtype) as rec:
                    for ids, mask in rec.passes(list(bench.prompts(scenario)), warmup=args.warmup,
                                                repeat=args.repeat):
                        bench.sample(rec, label, ids, mask)


if __name__ == "__main__":
    main()
