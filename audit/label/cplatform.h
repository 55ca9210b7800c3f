/* cplatform.h - the macros that a compiler predefines: GCC on Linux, x86-64, of C17 or
 * C++17, with NDEBUG and without options of the processor; nvcc for .cu. */
#ifndef LABEL_CPLATFORM_H
#define LABEL_CPLATFORM_H

#include <stdint.h>

/* 1: defined as *v; 0: not defined; -1: none that a compiler decides. path: the file of
 * the program's main, whose language is that of the whole; NULL: not known. */
int c_platform(const char *name, const char *path, int64_t *v);

/* Is it a header of the compiler or the C library, or of another system's? */
int c_is_system_header(const char *path);

/* Is it a file that is compiled by itself, not included? */
int c_is_source(const char *path);

#endif
