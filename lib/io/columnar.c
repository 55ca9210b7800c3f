#include "columnar.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* pyarrow writes null as nothing and keeps the digits of every value. */
static const char python[] =
    "import sys\n"
    "try:\n"
    "    import pyarrow as pa, pyarrow.csv as c, pyarrow.parquet as q\n"
    "except ImportError:\n"
    "    sys.exit(3)\n"
    "try:\n"
    "    p = sys.argv[1]\n"
    "    t = q.read_table(p) if sys.argv[2] == 'Parquet' else "
    "pa.ipc.open_file(pa.memory_map(p)).read_all()\n"
    "    c.write_csv(t, sys.stdout.buffer)\n"
    "except Exception as e:\n"
    "    sys.exit(str(e))\n";
enum { NO_PYARROW = 3 };

const char *
as_columnar_kind(const char *s, size_t n)
{
	if (n >= 4 && memcmp(s, "PAR1", 4) == 0)
		return "Parquet";
	if (n >= 6 && memcmp(s, "ARROW1", 6) == 0)
		return "Arrow";
	return n >= 4 && memcmp(s, "PK\3\4", 4) == 0 ? "spreadsheet" : NULL;
}

/* The statement that writes a Parquet file as CSV; the quotes of its name are doubled. */
static char *
statement(const char *path)
{
	char *sql = malloc(2 * strlen(path) + 100), *to = sql;

	if (!sql)
		return NULL;
	to += sprintf(to, "COPY (SELECT * FROM read_parquet('");
	for (; *path; path++) {
		if (*path == '\'')
			*to++ = '\'';
		*to++ = *path;
	}
	sprintf(to, "')) TO '/dev/stdout' (FORMAT csv, HEADER)");
	return sql;
}

static int
start(pid_t *child, char *const argv[], int out)
{
	posix_spawn_file_actions_t to;
	int rc;

	if (posix_spawn_file_actions_init(&to) != 0)
		return ENOMEM;
	rc = posix_spawn_file_actions_adddup2(&to, out, STDOUT_FILENO);
	if (rc == 0)
		rc = posix_spawn_file_actions_addopen(&to, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (rc == 0)
		rc = posix_spawnp(child, argv[0], &to, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&to);
	return rc;
}

int
as_columnar_open(as_input **in, pid_t *child, const char *kind, const char *path, as_err *e)
{
	int end[2], rc = ENOENT;
	char name[32], *sql;
	char *duckdb[] = {"duckdb", "-c", NULL, NULL}, *py[] = {"python3", "-c", (char *)python,
	    (char *)path, (char *)kind, NULL};

	*in = NULL;
	if (strcmp(kind, "spreadsheet") == 0)
		return as_fail(e, path, 0, "a spreadsheet or a zip file: save the sheet as CSV");
	if (strcmp(path, "-") == 0)
		return as_fail(e, path, 0, "%s needs the name of a file, not standard input", kind);
	if (pipe2(end, O_CLOEXEC) != 0)
		return as_fail(e, path, 0, "%s", strerror(errno));
	if (strcmp(kind, "Parquet") == 0 && (sql = statement(path)) != NULL) {
		duckdb[2] = sql;
		rc = start(child, duckdb, end[1]);
		free(sql);
	}
	if (rc != 0)
		rc = start(child, py, end[1]);
	close(end[1]);
	if (rc != 0) {
		close(end[0]);
		return as_fail(e, path, 0, "%s: neither DuckDB nor Python's pyarrow is installed to read it",
		    kind);
	}
	snprintf(name, sizeof name, "/dev/fd/%d", end[0]);
	rc = as_input_open(in, name, e);
	close(end[0]);
	return rc;
}

int
as_columnar_end(pid_t child, const char *kind, const char *path, as_err *e)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return as_fail(e, path, 0, "%s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_PYARROW)
		return as_fail(e, path, 0, "%s: neither DuckDB nor Python's pyarrow is installed to read it",
		    kind);
	return as_fail(e, path, 0, "%s: the program that reads it failed", kind);
}
