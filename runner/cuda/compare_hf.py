"""Holds a parity record of refrun, with its logits, against Hugging Face transformers on the same
files.

    compare_hf.py MODEL_DIR DTYPE PARITY_JSON LOGITS

Teacher-forced on refrun's own tokens: one forward of prompt and tokens each. Prints one JSON
object; exits 1 if a token differs where the two best logits are farther apart than the tolerance,
or the logits do."""
import json, sys
import numpy as np, torch, transformers

path, dtype, record, logits = sys.argv[1:]
tol = {"fp32": 1e-5, "fp16": 1e-2, "bf16": 5e-2}[dtype]
torch.backends.cuda.matmul.allow_tf32 = False
torch.set_float32_matmul_precision("highest")
dev = "cuda" if torch.cuda.is_available() else "cpu"
m = transformers.AutoModelForCausalLM.from_pretrained(path, attn_implementation="eager",
    dtype={"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}[dtype]).to(
    dev).eval()
rec = json.load(open(record))
ours = np.fromfile(logits, dtype="<f4").reshape(len(rec["prompts"]), -1, m.config.vocab_size)
worst = mae = 0.0
differ = close = 0
for p, got in zip(rec["prompts"], ours):
    ids = p["prompt_ids"] + p["generated_token_ids"][:-1]
    with torch.inference_mode():
        ref = m(torch.tensor([ids], device=dev)).logits[0,
            len(p["prompt_ids"]) - 1:].float().cpu().numpy()
    for a, b, t in zip(got, ref, p["generated_token_ids"]):
        scale = np.abs(b).max()
        worst = max(worst, float(np.abs(a - b).max() / scale))
        mae = max(mae, float(np.abs(a - b).mean() / scale))
        if int(b.argmax()) != t:
            two = np.sort(b)[-2:]
            if (two[1] - two[0]) / scale > tol:
                differ += 1
            else:
                close += 1
n = sum(len(p["generated_token_ids"]) for p in rec["prompts"])
print(json.dumps({"model": rec["model_path"].split("/")[-1], "dtype": dtype,
    "device": torch.cuda.get_device_name() if dev == "cuda" else "cpu",
    "torch": torch.__version__, "transformers": transformers.__version__, "tokens": n,
    "tokens_differ": differ,
    "tokens_within_tolerance": close, "max_over_max": worst, "mae_over_max": mae, "tolerance": tol,
    "holds": differ == 0 and worst <= tol}, indent=1))
sys.exit(0 if differ == 0 and worst <= tol else 1)
