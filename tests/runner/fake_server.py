"""A stand-in for Ollama and for servers with OpenAI's completions: synthetic, no model runs.

Every figure is made up, by fixed rules, and every answer about the server says "synthetic": true.
It follows the two APIs and plays what skews measurements, by the name of the model.

    python3 fake_server.py PORT_FILE

writes the port that it listens on, of 127.0.0.1 only. A token is a word of the prompt.
"""
import itertools
import json
import random
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROMPT_NS, TOKEN_NS, STEP_NS, LOAD_NS = 1_000_000, 50_000, 400_000, 120_000_000
LISTED = ["plain", "load", "evicted", "cached", "cached-said", "early", "one", "absent", "timeout",
          "reset", "slow", "partial", "malformed", "error", "negative", "broken", "ragged",
          "garbage", "endless", "tiny-gpt2", "burst", "none"]


class Model:
    def __init__(self):
        self.loaded, self.requests, self.known = False, 0, []


MODELS = {name: Model() for name in LISTED}
LOCK = threading.Lock()
ASKED = {}


def entry(name):
    return {"name": name + ":latest", "model": name + ":latest", "size": 1000, "size_vram": 0,
            "digest": ("%02x" % LISTED.index(name)) * 32, "context_length": 4096,
            "details": {"family": "made-up", "format": "none", "parameter_size": "0",
                        "quantization_level": "Q4_0"}}


def generate(name, words, most):
    """What one request does: counts, durations, and how long it takes by the clock."""
    m = MODELS[name]
    m.requests += 1
    load = 0 if m.loaded else LOAD_NS
    m.loaded = not (name == "evicted" and m.requests % 4 == 0)
    cached = 0
    if name.startswith("cached"):
        for known in m.known:  # as a cache that keeps all prompts
            n = sum(1 for _ in itertools.takewhile(lambda p: p[0] == p[1], zip(words, known)))
            cached = max(cached, min(n, len(words) - 1) if n > 2 else 0)
        m.known.append(words)
    made = most
    if name == "early":
        made = min(most, 3 + len(words) % 2)
    if name == "ragged":  # it stops where it likes
        made = min(most, 2 + m.requests % 3)
    if name in ("one", "none"):
        made = int(name == "one")
    # no two requests in a row take the same time
    prompt_ns = PROMPT_NS + TOKEN_NS * (len(words) - cached) + m.requests * 7 % 5 * 1000
    return {"load": load, "cached": cached, "made": made, "prompt_ns": prompt_ns,
            "eval_ns": (STEP_NS + m.requests * 7 % 5 * 100) * max(made - 1, 0),
            "stop": "length" if made == most else "stop"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, what, status=200):
        data = json.dumps(what).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")

    def do_GET(self):
        if self.path == "/api/version":
            self.answer({"version": "0.0.0-synthetic", "synthetic": True})
        elif self.path == "/version":
            self.answer({"version": "0.0.0-synthetic", "synthetic": True})
        elif self.path == "/api/tags":
            self.answer({"models": [entry(n) for n in LISTED], "synthetic": True})
        elif self.path == "/api/ps":
            self.answer({"models": [entry(n) for n in LISTED if MODELS[n].loaded]})
        elif self.path == "/v1/models":
            self.answer({"object": "list", "synthetic": True, "data": [
                {"id": n, "object": "model", "owned_by": "synthetic", "created": int(time.time()),
                 "permission": [{"id": "modelperm-%s" % random.random()}]} for n in LISTED]})
        elif self.path == "/asked":  # of no API: the last request to generate
            self.answer(ASKED)
        else:
            self.answer({"error": "404 page not found"}, 404)

    def do_POST(self):
        ask = self.body()
        name = ask.get("model", "").removesuffix(":latest")
        openai = self.path == "/v1/completions"
        if name not in MODELS:
            why = "model '%s' not found" % name
            return self.answer({"error": {"message": why} if openai else why}, 404)
        if self.path == "/api/show":
            return self.answer({"details": entry(name)["details"], "parameters": "stop \"<end>\"",
                                "synthetic": True})
        most = ask["max_tokens"] if openai else ask["options"]["num_predict"]
        with LOCK:
            ASKED.clear()
            ASKED.update(ask)
            did = generate(name, ask["prompt"].split(), most)
            turn = MODELS[name].requests
        if name == "broken" and turn % 2 == 0:
            return self.answer({"error": "out of memory"}, 500)
        if name == "reset" and turn % 2 == 0:  # no answer, but RST
            self.connection.setsockopt(1, 13, struct.pack("ii", 1, 0))  # SOL_SOCKET, SO_LINGER
            self.close_connection = True
            return self.connection.close()
        if name == "timeout" and turn % 6 == 0:
            time.sleep(2)
        if name == "endless":  # one line, until the client has enough
            self.send_response(200)
            self.end_headers()
            self.close_connection = True
            while True:
                self.wfile.write(b"{" * 65536)
        if name == "garbage":  # whatever it may be, with a length
            data = random.Random(turn).randbytes(3000)
            if turn % 3 == 0:
                data = b'{"response": "' + data[:40] + b'\n'
            if turn % 3 == 1:
                data = b"[" * 3000
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            return self.wfile.write(data)
        time.sleep(did["load"] / 1e9)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if openai else "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.stream(ask, name, turn, did, self.openai if openai else self.ollama)

    def chunk(self, text):
        data = text.encode()
        pieces = [data]
        if self.slow:
            pieces = [data[i:i + 5] for i in range(0, len(data), 5)]
        for piece in pieces:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
            if self.slow:
                time.sleep(0.0005)

    def stream(self, ask, name, turn, did, words):
        self.slow = name == "slow"
        lines = words(ask, name, did)
        if name == "burst":  # all tokens at once
            lines = ["".join(lines)]
        if name == "partial" and turn % 2 == 0:
            lines = lines[:len(lines) // 2]
        if name == "malformed" and turn % 2 == 0:
            lines[-1] = lines[-1].replace("}", "", 1)
        if name == "error" and turn % 2 == 0:
            lines[1:] = ['{"error": "the runner ended.%s"}\n' % ("\u00e9" * 300 * (turn > 4))]
        time.sleep(did["prompt_ns"] / 1e9)
        for i, line in enumerate(lines):
            if 0 < i < did["made"]:
                time.sleep(STEP_NS / 1e9)
            if i == 1 and words == self.openai:  # a busy client may read the first token late,
                time.sleep(0.03)                 # and would count fewer than the steps' time
            self.chunk(line)
        if name == "partial" and turn % 2 == 0:
            self.close_connection = True
            return
        self.wfile.write(b"0\r\n\r\n")

    def ollama(self, ask, name, did):
        counts = {"total_duration": did["load"] + did["prompt_ns"] + did["eval_ns"],
                  "load_duration": did["load"] or 1000,
                  "prompt_eval_count": len(ask["prompt"].split()),
                  "prompt_eval_duration": did["prompt_ns"],
                  "eval_count": did["made"], "eval_duration": did["eval_ns"]}
        if name == "cached":  # older servers count what they processed
            counts["prompt_eval_count"] -= did["cached"]
        if name == "cached-said":
            counts["prompt_eval_cached_count"] = did["cached"]
        if name == "absent":
            del counts["prompt_eval_duration"], counts["eval_duration"], counts["load_duration"]
        if name == "negative":
            counts["eval_count"] = -1
        base = {"model": ask["model"], "created_at": "2030-01-01T00:00:00Z"}
        end = dict(base, response="", done=True, done_reason=did["stop"], **counts)
        if not ask.get("stream", True):
            return [json.dumps(dict(end, response=" w" * did["made"]))]
        return [json.dumps(dict(base, response=" w", done=False)) + "\n"
                for _ in range(did["made"])] + [json.dumps(end) + "\n"]

    def openai(self, ask, name, did):
        usage = {"prompt_tokens": len(ask["prompt"].split()), "completion_tokens": did["made"]}
        usage["total_tokens"] = sum(usage.values())
        if name == "cached-said":
            usage["prompt_tokens_details"] = {"cached_tokens": did["cached"]}
        base = {"id": "cmpl-1", "object": "text_completion", "model": ask["model"]}

        def choice(text, finish):
            return dict(base, choices=[{"index": 0, "text": text, "finish_reason": finish}])
        if not ask.get("stream"):
            return [json.dumps(dict(choice(" w" * did["made"], did["stop"]), usage=usage))]
        # the first token is amid a character: it has no text yet
        events = [choice(" w" if i else "", did["stop"] if i == did["made"] - 1 else None)
                  for i in range(did["made"])]
        if ask.get("stream_options", {}).get("include_usage"):
            events.append(dict(base, choices=[], usage=usage))
        return ["data: %s\n\n" % json.dumps(e) for e in events] + ["data: [DONE]\n\n"]


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *args: None  # a client that gave up
    with open(sys.argv[1], "w") as f:
        f.write("%d\n" % server.server_address[1])
    server.serve_forever()


if __name__ == "__main__":
    main()
