/* Ollama's own API. Its eval_duration begins when the prompt is processed, so it holds the steps
 * of all tokens but the first. */
#include "server.h"

const rr_api rr_ollama = {.backend = "ollama", .url = "http://127.0.0.1:11434",
    .generate = "/api/generate", .version = "/api/version", .list = "/api/tags",
    .show = "/api/show", .memory = "/api/ps", .models = "models", .name = "name",
    .body = "{\"raw\": true, \"options\": {\"temperature\": 0}}",
    .options = "options", .tokens = "num_predict", .text = "response", .done = "done",
    .finish = "done_reason", .said = {"prompt_eval_count", "prompt_eval_cached_count", "eval_count",
    "prompt_eval_duration", "eval_duration", "load_duration"}};
