"""The strongest PyTorch peer: a lean model in the manner of gpt-fast, without transformers.

It has a static cache of keys and values, and torch.compile takes a whole step (fullgraph,
reduce-overhead, coordinate descent tuning), which replays as a CUDA graph. The weights are random.

decode, context: a request is --new steps from position `prompt` on; each picks its token, hands it
on, and counts the position up. No prefill runs before it: keys and values of the prompt are zeros,
which costs the same time. In `decode` the cache has 256 positions, all of which each step reads
under a mask; in `context` it has as many as the cell says.
prefill: one compiled call with the logits of all rows, as a CUDA graph.
"""
import peer

try:
    import torch
    import torch._inductor.config
    from torch import nn
    from torch.nn import functional as F
except ImportError as e:
    peer.missing(f"torch ({e})")

import shapes

DTYPE = {"fp32": torch.float32, "fp16": torch.float16}


class Block(nn.Module):
    def __init__(self, s):
        super().__init__()
        gpt2 = s.arch == "gpt2"
        self.gpt2, self.heads, self.kv, self.head = gpt2, s.heads, s.kv, s.dim // s.heads
        self.norm1, self.norm2 = norm(s), norm(s)
        self.qkv = nn.Linear(s.dim, (s.heads + 2 * s.kv) * self.head)
        self.o = nn.Linear(s.dim, s.dim, bias=gpt2)
        self.up = nn.Linear(s.dim, s.ffn if gpt2 else 2 * s.ffn, bias=gpt2)
        self.down = nn.Linear(s.ffn, s.dim, bias=gpt2)

    def forward(self, x, pos, keys, values, mask, cos, sin):
        b, t, d = x.shape
        part = [n * self.head for n in (self.heads, self.kv, self.kv)]
        q, k, v = (y.view(b, t, -1, self.head).transpose(1, 2)
                   for y in self.qkv(self.norm1(x)).split(part, -1))
        if not self.gpt2:
            q, k = (rotated(y, cos, sin) for y in (q, k))
        keys[:, :, pos] = k
        values[:, :, pos] = v
        y = F.scaled_dot_product_attention(q, keys, values, attn_mask=mask,
                                           enable_gqa=self.heads != self.kv)
        x = x + self.o(y.transpose(1, 2).reshape(b, t, d))
        u = self.up(self.norm2(x))
        if self.gpt2:
            return x + self.down(F.gelu(u, approximate="tanh"))
        gate, u = u.chunk(2, -1)
        return x + self.down(F.silu(gate) * u)


def norm(s):
    return nn.LayerNorm(s.dim) if s.arch == "gpt2" else nn.RMSNorm(s.dim, 1e-6)


def rotated(x, cos, sin):
    half = x.shape[-1] // 2
    return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin


class Model(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.shape = s
        self.tokens = nn.Embedding(s.vocab, s.dim)
        self.positions = nn.Embedding(s.positions, s.dim) if s.arch == "gpt2" else None
        self.blocks = nn.ModuleList(Block(s) for _ in range(s.layers))
        self.norm = norm(s)

    def make_cache(self, batch, length, device):
        s, dtype = self.shape, DTYPE[self.shape.dtype]
        head = s.dim // s.heads
        size = (batch, s.kv, length, head)
        self.keys, self.values = ([torch.zeros(size, device=device, dtype=dtype)
                                   for _ in self.blocks] for _ in range(2))
        self.causal = torch.ones(length, length, dtype=torch.bool, device=device).tril()
        rate = 1e6 ** (-torch.arange(0, head, 2, device=device).float() / head)
        angle = torch.arange(length, device=device).float()[:, None] * rate
        angle = torch.cat((angle, angle), -1)
        self.cos, self.sin = angle.cos().to(dtype), angle.sin().to(dtype)

    def forward(self, ids, pos):
        x = self.tokens(ids)
        if self.positions is not None:
            x = x + self.positions(pos)
        mask, cos, sin = self.causal[None, None, pos], self.cos[pos], self.sin[pos]
        for block, k, v in zip(self.blocks, self.keys, self.values):
            x = block(x, pos, k, v, mask, cos, sin)
        return F.linear(self.norm(x), self.tokens.weight)


class Peer:
    def __init__(self):
        self.bench = peer.Bench(torch)
        self.name = self.model = None
        torch.manual_seed(0)
        torch._inductor.config.coordinate_descent_tuning = True
        self.bench.run(self.measure)

    def take(self, name):
        if name == self.name:
            return
        self.name = self.model = None
        s = shapes.MODELS[name]
        with torch.device(self.bench.device):
            self.model = Model(s).to(DTYPE[s.dtype]).eval()
        for p in self.model.parameters():
            p.requires_grad_(False)
            if p.dim() > 1:
                p.normal_(0, .02)
        self.name = name

    def measure(self, cell):
        bench, new = self.bench, self.bench.new
        self.take(cell.model)
        self.model.make_cache(cell.batch, cell.size if cell.part == "context" else 256,
                              bench.device)
        request = (self.prefill if cell.part == "prefill" else self.decode)(cell, new)
        about = "lean, static cache, reduce-overhead, coordinate descent"
        with bench.way(cell, "lean", about) as got:
            got["weight_bytes"] = peer.weight_bytes(self.model)
            got["first_s"] = bench.first(request)
            repeat, warm = (30, 5) if cell.part == "prefill" else (10, 2)
            got["samples"] = bench.timed(request, repeat, warm)

    def decode(self, cell, new):
        model, device = self.model, self.bench.device

        def step(token, pos):
            return model(token, pos)[:, -1:].argmax(-1)

        step = torch.compile(step, mode="reduce-overhead", fullgraph=True, dynamic=False)
        first = torch.zeros(cell.batch, 1, dtype=torch.long, device=device)
        start = torch.tensor([shapes.prompt(cell, new)], device=device)

        def request():
            token, pos = first.clone(), start.clone()
            with torch.inference_mode():
                for _ in range(new):
                    token = step(token, pos).clone()
                    pos += 1
            return token
        return request

    def prefill(self, cell, _):
        model, device = self.model, self.bench.device
        call = torch.compile(lambda ids, pos: model(ids, pos), mode="reduce-overhead",
                             fullgraph=True, dynamic=False)
        ids = torch.randint(0, shapes.MODELS[cell.model].vocab, (cell.batch, cell.size),
                            device=device)
        pos = torch.arange(cell.size, device=device)

        def request():
            with torch.inference_mode():
                return call(ids, pos)
        return request


if __name__ == "__main__":
    Peer()
