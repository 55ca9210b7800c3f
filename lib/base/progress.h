/* progress.h - one line on a terminal that says that long work goes on.
 *
 * It is one a process, as the terminal's line is, and belongs to the tool, which starts it
 * (tool.h); whoever writes to the terminal ends it first. */
#ifndef AS_PROGRESS_H
#define AS_PROGRESS_H

/* From a second on, "TOOL: N rows read, S s" on standard error, if that is a terminal that can
 * rewrite a line (shown.h). tool must last. */
void as_progress_start(const char *tool);

/* One more row is read; by one thread at a time. */
void as_progress_row(void);

/* Around what else is written to the terminal: erases the line and keeps it away. */
void as_progress_hold(void);
void as_progress_release(void);

/* Erases the line, which does not come back. */
void as_progress_end(void);

#endif
