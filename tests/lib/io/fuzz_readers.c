/* Feeds every reader of rows damaged files: fuzz_readers [-n FILES] [-w NUMBER] [-v] [READER...]
 *
 * The files of a reader are read in a process of their own by as_frame_read, as the tools do.
 * Each must come back with numbers, or with a message that names the file; in under a second of
 * processor time and 300 MB. -w writes the damaged file of that number, -v what was refused
 * without a line. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "format.h"
#include "frame.h"
#include "input.h"
#include "fuzz_seeds.h"

enum { MAX_MB = 300 };

/* What the process that reads tells the one that waits for it. */
typedef struct {
	size_t at, done, read, refused, no_line, bad; /* at: the file it has in hand */
	double slowest;
	long mb;
} tally;

static mutant seeds[NREADER][NSEED];
static size_t nseed[NREADER], nrow[NREADER][NSEED];
static int verbose;

/* Is the file one whose end can be told, cut? JSON, gzip and zstd. */
static int
is_cut(size_t reader, size_t number)
{
	const char *dot = strrchr(readers[reader].seed[0], '.');

	return number % 20 == 0 &&
	    (strcmp(dot, ".json") == 0 || strcmp(dot, ".gz") == 0 || strcmp(dot, ".zst") == 0);
}

/* Is one number of it another, and nothing else? Then no row may go without a word. JMH's may be
 * a count of rows. */
static int
is_one_number(size_t reader, size_t number)
{
	return number % 20 == 1 && strcmp(readers[reader].name, "JMH") != 0;
}

/* The damaged file of that number, from a seed of its own; its seed. */
static size_t
make(mutant *m, size_t reader, size_t number)
{
	as_rng g;
	size_t k, r;
	const mutant *seed, *other;
	size_t from;
	int wide, big = 0;

	as_rng_seed(&g, number * 1000 + reader);
	seed = &seeds[reader][from = mt_below(&g, nseed[reader])];
	r = mt_below(&g, 4) ? reader : mt_below(&g, NREADER);
	k = mt_below(&g, nseed[r]);
	other = &seeds[r][k];
	memcpy(m->s, seed->s, m->n = seed->n);
	wide = (memcmp(m->s, "\xff\xfe", 2) == 0 || memcmp(m->s, "\xfe\xff", 2) == 0) &&
	    (number % 2 == 0 || is_one_number(reader, number));
	if (wide)
		mt_narrow(m, &big);
	if (is_cut(reader, number)) {
		while (isspace((unsigned char)m->s[m->n - 1]))
			m->n--;
		m->n = mt_below(&g, m->n);
	} else if (is_one_number(reader, number))
		mt_number(m, &g, 1);
	else
		mutate(m, other->s, other->n, &g);
	if (wide)
		mt_widen(m, big);
	return from;
}

static int
store(int fd, const mutant *m)
{
	size_t done = 0;
	ssize_t n;

	if (ftruncate(fd, 0) != 0)
		return -1;
	for (; done < m->n; done += (size_t)n)
		if ((n = pwrite(fd, m->s + done, m->n - done, (off_t)done)) <= 0)
			return -1;
	return 0;
}

static void
ignore(const as_err *what, int open)
{
	(void)what;
	(void)open;
}

/* Whether the records, written as CSV, are read as the same values again. */
static int
same_again(const as_frame *f, const as_read *r)
{
	as_records *records = f->records;
	int fd = memfd_create("again", 0), same;
	FILE *fp = fdopen(fd, "w");
	char path[40], *const paths[] = {path};
	as_frame g;
	as_err e;

	if (!fp)
		return 0;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	as_records_write_header(records, fp);
	for (size_t i = 0; i < f->n; i++) {
		putc('\n', fp);
		as_records_write(records, i, fp);
	}
	putc('\n', fp);
	fflush(fp);
	same = as_frame_read(&g, paths, 1, r, &e) == 0;
	fclose(fp);
	if (!same)
		return 0;
	same = g.n == f->n;
	for (size_t i = 0; i < f->n && same; i++)
		same = g.ok[i] == f->ok[i] && (g.col[0].val[i] == f->col[0].val[i] ||
		    (isnan(g.col[0].val[i]) && isnan(f->col[0].val[i])));
	as_frame_free(&g);
	return same;
}

/* Reads it. What is wrong with how it was read; NULL: nothing is. */
static const char *
read_it(size_t reader_at, size_t seed, size_t number, const char *path, tally *t, as_err *e)
{
	const reader *rd = &readers[reader_at];
	const as_want want[] = {{rd->value, AS_VAL, 0}, {"index", AS_KEY, 1},
	    {"backend", AS_KEY, 1}, {"ttft_ms", AS_VAL, 1}};
	const int plain = is_one_number(reader_at, number) || seed == SIZE_MAX; /* no options */
	as_reading how = {.json = rd->json, .say = ignore, .said_all = 1,
	    .skip_empty = !plain && number % 3 == 0,
	    .missing = (as_missing)(plain ? 0 : number % 5 % 3),
	    .decimal = plain ? '\0' : ",.\0\0\0\0"[number % 6]};
	const as_read r = {.want = want, .nwant = 4, .keep_records = 1, .keep_lines = 1,
	    .how = &how};
	const char *wrong = NULL;
	const int latency = strcmp(rd->value, "latency_ms") == 0; /* others may hold any number */
	char *const paths[] = {(char *)path};
	as_frame f;

	e->msg[0] = e->file[0] = '\0';
	e->line = 0;
	if (as_frame_read(&f, paths, 1, &r, e) != 0) {
		t->refused++;
		t->no_line += e->line == 0;
		/* what options leave out of all files is no fault of one */
		if (strncmp(e->msg, "no row is left: ", 16) == 0)
			return NULL;
		return strcmp(e->file, path) != 0 ? "the message names no file" :
		    !*e->msg ? "there is no message" : NULL;
	}
	t->read++;
	for (size_t i = 0; i < f.n; i++)
		if (f.ok[i] && (isnan(f.col[0].val[i]) || isinf(f.col[0].val[i]) ||
		    (latency && f.col[0].val[i] < 0)))
			wrong = "a row that is ok has no number, or one below 0";
	if (seed == SIZE_MAX)
		t->at = f.n;
	else if (f.n == 0 || (is_one_number(reader_at, number) &&
	    nrow[reader_at][seed] != SIZE_MAX && f.n != nrow[reader_at][seed]))
		wrong = "rows went, or came, without a word";
	if (is_cut(reader_at, number))
		wrong = "a file that is cut is read as if it were whole";
	how.json = NULL;
	if (!wrong && latency && !same_again(&f, &r))
		wrong = "its records, written and read again, are others";
	as_frame_free(&f);
	return wrong;
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void
feed(size_t reader, size_t number, int fd, tally *t)
{
	mutant m = {malloc(MUTANT_MAX), 0};
	struct rusage use;
	const char *wrong;
	char path[40];
	size_t seed;
	double from;
	as_err e;

	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	for (; t->at < number; t->at++) {
		seed = make(&m, reader, t->at);
		if (store(fd, &m) != 0) {
			perror("fuzz_readers");
			exit(2);
		}
		alarm(5);
		from = now();
		wrong = read_it(reader, seed, t->at, path, t, &e);
		from = now() - from;
		getrusage(RUSAGE_SELF, &use);
		t->slowest = from > t->slowest ? from : t->slowest;
		t->mb = use.ru_maxrss / 1024;
		if (from > 1)
			wrong = "took over a second";
#ifndef __SANITIZE_ADDRESS__
		if (t->mb > MAX_MB)
			wrong = "took over 300 MB";
#endif
		t->bad += wrong != NULL;
		if (wrong)
			fprintf(stderr, "%s, file %zu: %s (%s)\n", readers[reader].name, t->at,
			    wrong, e.msg);
		else if (verbose && e.msg[0] && !e.line)
			printf("%s\t%s\n", readers[reader].name, e.msg);
		t->done++;
		if (wrong && t->mb > MAX_MB) { /* the peak stays: go on in another process */
			t->at++;
			break;
		}
	}
	free(m.s);
	exit(0);
}

/* The rows of a reader's files as they are; SIZE_MAX of one that is read with options only. */
static int
count_rows(size_t reader)
{
	as_err e;

	for (size_t k = 0; k < nseed[reader]; k++) {
		tally t = {0};
		int fd = memfd_create("whole", 0);
		char path[40];

		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		if (fd < 0 || store(fd, &seeds[reader][k]) != 0)
			return -1;
		read_it(reader, SIZE_MAX, 2, path, &t, &e);
		nrow[reader][k] = t.refused ? SIZE_MAX : t.at;
		close(fd);
	}
	return 0;
}

/* All files of a reader. Where a process ends badly, another goes on behind that file. */
static size_t
run(size_t reader, size_t number, int fd, tally *t)
{
	int status = 0;
	pid_t pid;

	memset(t, 0, sizeof *t);
	fflush(NULL);
	while (t->at < number) {
		if ((pid = fork()) == 0)
			feed(reader, number, fd, t);
		if (pid < 0 || waitpid(pid, &status, 0) < 0) {
			perror("fuzz_readers");
			exit(2);
		}
		if (status == 0)
			continue;
		t->bad++;
		fprintf(stderr, "%s, file %zu: %s\n", readers[reader].name, t->at++,
		    WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" :
		    "ends the program");
	}
	printf("%-18s %7zu %7zu %7zu %7zu %7.3f s %5ld MB\n", readers[reader].name, t->at,
	    t->read, t->refused, t->no_line, t->slowest, t->mb);
	return t->bad;
}

int
main(int argc, char **argv)
{
	size_t number = 200, one = SIZE_MAX, bad = 0;
	tally *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int fd = memfd_create("damaged", 0), c;

	while ((c = getopt(argc, argv, "n:w:v")) != -1)
		if (c == 'n')
			number = strtoul(optarg, NULL, 10);
		else if (c == 'w')
			one = strtoul(optarg, NULL, 10);
		else if (c == 'v')
			verbose = 1;
		else
			return 2;
	if (t == MAP_FAILED || fd < 0)
		return perror("fuzz_readers"), 2;
	for (size_t i = 0; i < NREADER; i++)
		for (; nseed[i] < NSEED && readers[i].seed[nseed[i]]; nseed[i]++)
			if (load(&seeds[i][nseed[i]], readers[i].seed[nseed[i]]) != 0)
				return 2;
	if (one == SIZE_MAX)
		printf("%-18s %7s %7s %7s %7s %9s %8s\n", "reader", "files", "read", "refused",
		    "no line", "slowest", "memory");
	for (size_t i = 0; i < NREADER; i++) {
		int wanted = optind == argc;

		for (int k = optind; k < argc; k++)
			wanted |= strcmp(argv[k], readers[i].name) == 0;
		if (wanted && one != SIZE_MAX) {
			mutant m = {malloc(MUTANT_MAX), 0};

			make(&m, i, one);
			fwrite(m.s, 1, m.n, stdout);
			free(m.s);
		} else if (wanted && count_rows(i) != 0)
			return 2;
		else if (wanted)
			bad += run(i, number, fd, t);
	}
	return bad > 0;
}
