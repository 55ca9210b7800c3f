#include "progress.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "shown.h"

enum { FIRST_MS = 1000, EACH_MS = 200 };

static struct {
	const char *tool; /* NULL: it has not been started, or has ended */
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	int end, shown;
	atomic_size_t rows;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .ended = PTHREAD_COND_INITIALIZER};

static void
put(const char *text)
{
	ssize_t n = write(STDERR_FILENO, text, strlen(text));

	(void)n; /* nothing depends on it */
}

static void
show(long seconds)
{
	size_t rows = atomic_load_explicit(&line.rows, memory_order_relaxed);
	char count[40] = "", text[200];

	if (rows > 0)
		snprintf(count, sizeof count, "%zu row%s read, ", rows, rows == 1 ? "" : "s");
	snprintf(text, sizeof text, "\r%s: %s%ld s\033[K", line.tool, count, seconds);
	put(text);
	line.shown = 1;
}

static void *
run(void *nothing)
{
	struct timespec at;
	long ms = FIRST_MS;

	(void)nothing;
	clock_gettime(CLOCK_REALTIME, &at);
	at.tv_sec += FIRST_MS / 1000;
	pthread_mutex_lock(&line.lock);
	while (!line.end)
		if (pthread_cond_timedwait(&line.ended, &line.lock, &at) == ETIMEDOUT) {
			show(ms / 1000);
			ms += EACH_MS;
			at.tv_nsec += EACH_MS * 1000000L;
			at.tv_sec += at.tv_nsec / 1000000000;
			at.tv_nsec %= 1000000000;
		}
	pthread_mutex_unlock(&line.lock);
	return nothing;
}

void
as_progress_start(const char *tool)
{
	if (!as_rewrites_on(STDERR_FILENO))
		return;
	line.tool = tool;
	if (pthread_create(&line.thread, NULL, run, NULL) != 0)
		line.tool = NULL;
}

void
as_progress_row(void)
{
	/* no locked instruction: nobody else adds */
	atomic_store_explicit(&line.rows,
	    atomic_load_explicit(&line.rows, memory_order_relaxed) + 1, memory_order_relaxed);
}

void
as_progress_hold(void)
{
	if (!line.tool)
		return;
	pthread_mutex_lock(&line.lock);
	if (line.shown)
		put("\r\033[K");
	line.shown = 0;
}

void
as_progress_release(void)
{
	if (line.tool)
		pthread_mutex_unlock(&line.lock);
}

void
as_progress_end(void)
{
	if (!line.tool)
		return;
	as_progress_hold();
	line.end = 1;
	pthread_cond_signal(&line.ended);
	as_progress_release();
	pthread_join(line.thread, NULL);
	line.tool = NULL;
}
