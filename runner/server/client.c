/* Requests over HTTP, by libcurl, with the time at which each line of a reply came. */
#include <curl/curl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "json.h"
#include "server.h"

enum { MOST = 16 << 20 }; /* bytes of a reply */

typedef struct {
	char *text;          /* n bytes and a NUL; those before from are taken */
	size_t n, room, from;
	int lines;
	rr_listener *take;
	void *to;
} inbox;

/* What libcurl received. Another count than n ends the request. */
static size_t
keep(char *data, size_t one, size_t n, void *arg)
{
	const double now = (double)rr_now_ns();
	inbox *b = arg;

	if (b->n + n > MOST || as_grow(&b->text, b->n + n, &b->room, one) != 0)
		return 0;
	memcpy(b->text + b->n, data, n);
	b->text[b->n + n] = '\0';
	for (char *s = b->text + b->n, *end; b->lines && (end = strchr(s, '\n')); s = end + 1) {
		b->take(b->to, b->text + b->from, (size_t)(end - b->text) - b->from, now);
		b->from = (size_t)(end + 1 - b->text);
	}
	b->n += n;
	return n;
}

static int
stopped(void *run, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	(void)a, (void)b, (void)c, (void)d;
	return *((const rr_run *)run)->stop != 0;
}

const char *
rr_error_of(const cJSON *o)
{
	static const char *const at[] = {"error.message", "error", "message"};
	const cJSON *v = NULL;

	for (int i = 0; i < 3 && !cJSON_IsString(v); i++)
		v = as_json_at(o, at[i]);
	return cJSON_GetStringValue(v);
}

const char *
rr_ask(const rr_run *r, const char *path, cJSON *body, int lines, rr_listener *take, void *to,
    double ns[2], char why[256])
{
	CURL *curl = curl_easy_init();
	struct curl_slist *head = curl_slist_append(NULL, "Content-Type: application/json");
	char *text = body ? cJSON_PrintUnformatted(body) : NULL, url[600];
	inbox b = {.lines = lines, .take = take, .to = to};
	curl_off_t before = 0;
	long code = 0;
	CURLcode rc = CURLE_OUT_OF_MEMORY;
	cJSON *o = NULL;
	as_err e = {0};

	snprintf(url, sizeof url, "%s%s", as_json_string(r->server, "url", ""), path);
	if (curl && head && (text || !body) && keep("", 1, 0, &b) == 0 && b.text) {
		curl_easy_setopt(curl, CURLOPT_URL, url);
		curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
		curl_easy_setopt(curl, CURLOPT_PROXY, ""); /* nothing stands between */
		curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
		curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, r->cfg->server.timeout_s * 1000L);
		curl_easy_setopt(curl, CURLOPT_HTTPHEADER, head);
		if (text)
			curl_easy_setopt(curl, CURLOPT_POSTFIELDS, text);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
		curl_easy_setopt(curl, CURLOPT_WRITEDATA, &b);
		curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
		curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, stopped);
		curl_easy_setopt(curl, CURLOPT_XFERINFODATA, r);
		ns[0] = (double)rr_now_ns();
		rc = curl_easy_perform(curl);
		ns[1] = (double)rr_now_ns();
		curl_easy_getinfo(curl, CURLINFO_CONNECT_TIME_T, &before);
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
		ns[0] += (double)before * 1e3;
	}
	if (rc != CURLE_OK)
		as_fail(&e, NULL, 0, "%s", rc == CURLE_WRITE_ERROR ? "the reply is too long" :
		    curl_easy_strerror(rc));
	else if (code != 200)
		as_fail(&e, NULL, 0, "HTTP %ld: %s", code, as_json_parse(b.text, b.n, path, 1, &o, &e) == 0 &&
		    rr_error_of(o) ? rr_error_of(o) : "no reason given");
	else if (!take)
		as_json_parse(b.text, b.n, path, 1, to, &e);
	else if (b.n > b.from)
		take(to, b.text + b.from, b.n - b.from, lines ? ns[1] : NAN);
	snprintf(why, 256, "%.250s", e.msg);
	cJSON_Delete(o);
	cJSON_Delete(body);
	cJSON_free(text);
	free(b.text);
	curl_slist_free_all(head);
	curl_easy_cleanup(curl);
	return rc == CURLE_OPERATION_TIMEDOUT ? "timeout" : *e.msg ? "error" : NULL;
}
