/* cplatform.h - the macros that a compiler predefines: GCC on Linux, x86-64, of C17 or
 * C++17, with NDEBUG and without options of the processor; nvcc for .cu. */
#ifndef LABEL_CPLATFORM_H
#define LABEL_CPLATFORM_H

#include <stdint.h>

/* 1: defined as *v; 0: not defined; -1: none that a compiler decides. path: the file of
 * the program's main, whose language is that of the whole, or a file for itself: a header is of the language of who includes it; NULL: not known. */
int c_platform(const char *name, const char *path, int64_t *v);
int c_platform_is_language(const char *name); /* is it a macro by which C and C++, and their editions, are told apart? */

/* Is it a header of the compiler, the C library or a library that is known, or of another system's? */
int c_is_system_header(const char *path);
int c_is_foreign_header(const char *path); /* of another system alone, which no library of this one brings */

/* clibrary.c: is it one of a library that is known? Which of those whose functions are known by their names, as a bit; 0: none.
 * Has one of these a function or macro of that name? */
int c_is_library_header(const char *path);
uint64_t c_library(const char *path);
int c_library_has(uint64_t libraries, const char *name);

/* Does the name not say whether the file is of C or of C++: a header, or what is included by another ending or none? */
int c_is_either(const char *path);

/* Is it a file that is compiled by itself, not included? */
int c_is_source(const char *path);

#endif
