/* log_form.h - the forms of torch's messages: see fixtures/logs/README.md for each. */
#ifndef EV_LOG_FORM_H
#define EV_LOG_FORM_H

#include "log_event.h"

/* Lines below that may explain an event; TRACE: at the end of a traceback. */
enum { ONE = 0, CONTEXT = 20, STACK = 60, TRACE = 400 };

enum {
	DOUBTED = 1,   /* no event unless a line below explains it: it may be a sentence that says this */
	HINT = 2,      /* a warning whose break may be logged again, in full */
	SKIPS = 4,     /* a break that skips its frame */
	RAISED = 8,    /* raised behind a warning, which is missing only where the logger is silent */
	FOUND = 16,    /* STACK where the line announces a place */
	WORD = 32,     /* the message begins with the word that its text is part of */
	ALONE = 64     /* no event in a sentence */
};

typedef struct {
	log_event event;
	const char *at;                     /* where the message begins in its line */
	const char *reason; size_t nreason; /* NULL: not in this line */
	const char *where; size_t nwhere;   /* NULL likewise */
	double amount;
	int lines;                          /* how many below may explain it */
	unsigned is;
} log_form;

/* The event that a line is, wherever it stands in it. */
int log_form_find(const char *line, log_form *f);

/* "some.module.NameError: text": what ends a traceback. */
int log_is_exception(const char *m);

/* A guard without the number of the cache entry before it ("0/7: ") and the line of
 * code behind it ("   # x.sin()"). */
const char *log_guard(const char *s, size_t *n);

/* The place in 'File "a.py", line 3', as a.py:3, cut to size bytes; where it stands, or NULL. */
const char *log_place(const char *s, char *out, size_t size);

#endif
