#include "progress.h"

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
	pthread_mutex_t lock;
	int shown;
	atomic_size_t rows;
} line = {.lock = PTHREAD_MUTEX_INITIALIZER};

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
	const struct timespec each = {0, EACH_MS * 1000000L};
	int ended = 0;

	for (long ms = EACH_MS; !ended; ms += EACH_MS) {
		nanosleep(&each, NULL);
		pthread_mutex_lock(&line.lock);
		if (!(ended = !line.tool) && ms >= FIRST_MS)
			show(ms / 1000);
		pthread_mutex_unlock(&line.lock);
	}
	return nothing;
}

void
as_progress_start(const char *tool)
{
	pthread_t thread;

	if (!as_rewrites_on(STDERR_FILENO))
		return;
	line.tool = tool;
	if (pthread_create(&thread, NULL, run, NULL) == 0)
		pthread_detach(thread); /* the end of the process need not wait for it */
	else
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
	pthread_mutex_lock(&line.lock);
	if (line.shown)
		put("\r\033[K");
	line.shown = 0;
}

void
as_progress_release(void)
{
	pthread_mutex_unlock(&line.lock);
}

void
as_progress_end(void)
{
	as_progress_hold();
	line.tool = NULL;
	as_progress_release();
}
