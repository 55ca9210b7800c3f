#include "readahead.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 3, SLOT = 1 << 18 };

struct as_ahead {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t change;
	long (*read)(void *, void *, size_t, as_err *);
	void *arg;
	as_err err;              /* of the last answer, if that is -1 */
	unsigned long made, used; /* slots filled and emptied so far */
	int stop;
	size_t at;               /* bytes of the slot at used that are handed out */
	long size[SLOTS];
	char slot[SLOTS][SLOT];
};

static void *
fill(void *p)
{
	as_ahead *a = p;
	unsigned long i;
	long got = 1;
	int stop = 0;

	for (i = 0; got > 0; i++) {
		pthread_mutex_lock(&a->lock);
		while (i - a->used == SLOTS && !a->stop)
			pthread_cond_wait(&a->change, &a->lock);
		stop = a->stop;
		pthread_mutex_unlock(&a->lock);
		if (stop)
			break;
		got = a->read(a->arg, a->slot[i % SLOTS], SLOT, &a->err);
		a->size[i % SLOTS] = got;
		pthread_mutex_lock(&a->lock);
		a->made = i + 1;
		pthread_cond_signal(&a->change);
		pthread_mutex_unlock(&a->lock);
	}
	return NULL;
}

as_ahead *
as_ahead_new(long (*read)(void *arg, void *buf, size_t n, as_err *e), void *arg)
{
	as_ahead *a = calloc(1, sizeof *a);

	if (!a)
		return NULL;
	a->read = read;
	a->arg = arg;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->change, NULL);
	if (pthread_create(&a->thread, NULL, fill, a) == 0)
		return a;
	pthread_mutex_destroy(&a->lock);
	pthread_cond_destroy(&a->change);
	free(a);
	return NULL;
}

long
as_ahead_read(as_ahead *a, void *buf, size_t n, as_err *e)
{
	size_t i = a->used % SLOTS, left;

	pthread_mutex_lock(&a->lock);
	while (a->made == a->used)
		pthread_cond_wait(&a->change, &a->lock);
	pthread_mutex_unlock(&a->lock);
	if (a->size[i] <= 0) {
		if (a->size[i] < 0)
			*e = a->err;
		return a->size[i];
	}
	left = (size_t)a->size[i] - a->at;
	n = n < left ? n : left;
	memcpy(buf, a->slot[i] + a->at, n);
	a->at += n;
	if (n == left) {
		a->at = 0;
		pthread_mutex_lock(&a->lock);
		a->used++;
		pthread_cond_signal(&a->change);
		pthread_mutex_unlock(&a->lock);
	}
	return (long)n;
}

void
as_ahead_free(as_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stop = 1;
	pthread_cond_signal(&a->change);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_mutex_destroy(&a->lock);
	pthread_cond_destroy(&a->change);
	free(a);
}
