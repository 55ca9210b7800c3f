#include "parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { THREADS_MAX = 8 };

typedef struct {
	atomic_size_t next;
	size_t n;
	void (*work)(void *, size_t);
	void *arg;
} queue;

static void *
drain(void *p)
{
	queue *q = p;

	for (size_t i; (i = atomic_fetch_add(&q->next, 1)) < q->n; )
		q->work(q->arg, i);
	return NULL;
}

void
as_parallel(size_t n, void (*work)(void *, size_t), void *arg)
{
	queue q = {.n = n, .work = work, .arg = arg};
	pthread_t thread[THREADS_MAX];
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t want = processors > 1 ? (size_t)processors : 1, have = 0;

	want = want > THREADS_MAX ? THREADS_MAX : want;
	want = want > n ? n : want;
	while (have + 1 < want && pthread_create(&thread[have], NULL, drain, &q) == 0)
		have++;
	drain(&q); /* this thread works, too */
	while (have > 0)
		pthread_join(thread[--have], NULL);
}
