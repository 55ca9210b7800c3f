"""The models' shapes, the cells of the benchmark, and what a cell must move and compute.

Nothing here needs torch: the table, the peers and the picture count alike.
"""
from collections import namedtuple

Shape = namedtuple("Shape", "arch layers dim heads kv ffn vocab positions dtype")
MODELS = {
    "tiny-qwen2": Shape("qwen2", 2, 32, 4, 2, 48, 512, 512, "fp32"),  # to try the programs
    "gpt2-25m": Shape("gpt2", 3, 384, 4, 4, 1536, 50257, 1024, "fp32"),
    "gpt2-50m": Shape("gpt2", 8, 512, 8, 8, 2048, 50257, 1024, "fp32"),
    "gpt2-100m": Shape("gpt2", 8, 768, 12, 12, 3072, 50257, 1024, "fp32"),
    "qwen2.5-0.5b": Shape("qwen2", 24, 896, 14, 2, 4864, 151936, 32768, "fp16"),
    "qwen2.5-1.5b": Shape("qwen2", 28, 1536, 12, 2, 8960, 151936, 32768, "fp16"),
    "qwen2.5-3b": Shape("qwen2", 36, 2048, 16, 2, 11008, 151936, 32768, "fp16"),
}
BYTES = {"fp32": 4, "fp16": 2, "bf16": 2}

# part: decode (size: tokens of the prompt), context (size: positions that the last timed step
# attends to), prefill (size: tokens)
PARTS = {"decode": (51,), "context": (4096, 1024, 128), "prefill": (51, 27, 17, 9)}
Cell = namedtuple("Cell", "part model size batch")


def cell_of(text):
    part, model, size, batch = text.split(":")
    return Cell(part, model, int(size), int(batch))


def text_of(cell):
    return ":".join(map(str, cell))


def prompt(cell, new):
    """Tokens in front of what is timed; in a prefill, those that are timed."""
    return cell.size - new if cell.part == "context" else cell.size


def impossible(cell, new):
    """Why a cell cannot be measured, in words; None where it can."""
    have, need = MODELS[cell.model].positions, cell.size + (new if cell.part == "decode" else 0)
    if need > have:
        return f"it needs {need} positions; the model has {have}"
    if prompt(cell, new) < 1:
        return f"{cell.size} positions have no room for a prompt and {new} new ones"
    return None


def steps(cell, new):
    return 1 if cell.part == "prefill" else new


def matrices(s):
    """Weights that take part in a product, once a row: the table of tokens as the last matrix."""
    head = s.dim // s.heads
    layer = s.dim * (s.dim + 2 * s.kv * head) + s.dim * s.dim
    layer += (2 if s.arch == "gpt2" else 3) * s.dim * s.ffn
    return s.vocab * s.dim + s.layers * layer


def weight_bytes(model):
    """As summary.json of refrun counts them: each weight once, tied ones once, in its dtype."""
    s = MODELS[model]
    qkv = s.dim + 2 * s.kv * (s.dim // s.heads)
    if s.arch == "gpt2":  # positions; two norms with bias, four biases; the last norm
        rest = s.positions * s.dim + s.layers * (4 * s.dim + qkv + s.dim + s.ffn + s.dim)
        rest += 2 * s.dim
    else:  # two norms, a bias of q, k and v; the last norm
        rest = s.layers * (2 * s.dim + qkv) + s.dim
    return (matrices(s) + rest) * BYTES[s.dtype]


def context(cell, new):
    """Keys that a timed row attends to, its own among them: the mean over the rows."""
    if cell.part == "prefill":
        return (cell.size + 1) / 2
    return prompt(cell, new) + (new + 1) / 2


def cache_bytes(cell, new):
    """Of keys and values, a step: read by a step of decode, written by a prefill."""
    s = MODELS[cell.model]
    length = cell.size if cell.part == "prefill" else context(cell, new)
    return 2 * s.layers * s.kv * (s.dim // s.heads) * BYTES[s.dtype] * length * cell.batch


def floor_bytes(cell, new):
    """What a step must move by the floor: the weights; in `context` cells the cache too."""
    cache = cache_bytes(cell, new) if cell.part == "context" else 0
    return weight_bytes(cell.model) + cache


def flops(cell, new):
    """Of the products and of attention, a step; a multiplication and an addition are two."""
    s = MODELS[cell.model]
    rows = cell.batch * (cell.size if cell.part == "prefill" else 1)
    return rows * (2 * matrices(s) + 4 * s.layers * s.dim * context(cell, new))


# What the project set itself: the share of the floor by card (decode: prompt of 51 tokens, batch 1;
# prefill: 51 tokens), and how many times the best figure of PyTorch every decode is to reach.
SHARES = {
    ("decode", "H200"): {"gpt2-100m": .68, "qwen2.5-0.5b": .62, "qwen2.5-1.5b": .74,
                         "qwen2.5-3b": .76},
    ("decode", "H100"): {"gpt2-100m": .86, "qwen2.5-0.5b": .81, "qwen2.5-1.5b": .82,
                         "qwen2.5-3b": .82},
    ("prefill", "H200"): {"gpt2-100m": .30, "qwen2.5-0.5b": .45, "qwen2.5-1.5b": .60,
                          "qwen2.5-3b": .65},
}


def asked(cell, card):
    """(share, times the best figure of PyTorch); None where nothing is asked."""
    kind = next((k for k in ("H100", "H200") if k in card), None)
    share = None
    if cell.batch == 1 and cell.size == 51:
        share = SHARES.get((cell.part, kind), {}).get(cell.model)
    decode = cell.part != "prefill" and cell.model in SHARES["decode", "H200"]
    return share, (2.0 if cell.model == "qwen2.5-0.5b" else 1.4) if decode else None


# NVIDIA H100 Tensor Core GPU Architecture (white paper, version 1.04), table of peak rates of the
# H100 SXM5: FP32 66.9, FP16 and BF16 Tensor Core 989.4, dense, in 1e12 flops a second. The data
# sheet of the H200 gives the same rates for its SXM form.
PEAKS = {kind: {"fp32": 66.9e12, "fp16": 989.4e12, "bf16": 989.4e12} for kind in ("H100", "H200")}
