/* The completions of OpenAI's API, as vLLM and llama.cpp's server have them. It says no durations:
 * what is timed is the stream, on our clock. /version is vLLM's. */
#include "server.h"

const rr_api rr_openai = {.backend = "openai", .url = "http://127.0.0.1:8000",
    .generate = "/v1/completions", .version = "/version", .list = "/v1/models", .models = "data",
    .name = "id", .body = "{\"temperature\": 0, \"stream_options\": {\"include_usage\": true}}",
    .tokens = "max_tokens", .text = "choices[0].text", .done = "choices[0].finish_reason",
    .finish = "choices[0].finish_reason", .said = {"usage.prompt_tokens",
    "usage.prompt_tokens_details.cached_tokens", "usage.completion_tokens"}};
