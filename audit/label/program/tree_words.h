/* tree_words.h - whether a word stands anywhere in a tree but in source of C. */
#ifndef LABEL_TREE_WORDS_H
#define LABEL_TREE_WORDS_H

#include "../facts/facts.h"

/* Does a file in a root of t that is no source or header of C, CUDA or assembly (a script of the build, a template of a header, a
 * document) have that word, letters, digits and '_' taken together, or a beginning of it that ends in '_' and that something
 * seems to be put behind: -DUSE_$(X), "USE_" + x? 0 only if all of them were looked through: not
 * where there is no root, a file cannot be read, or there are more than 64 MiB or 20,000 files. Links are not followed.
 * documents: 0 where what people read (README, pages, manuals; no script) is none of them. */
int tree_has_word(const fact_tree *t, const char *word, int documents);

/* The same, where ask says so of the text of a file of that name, but of what people read. */
typedef int (*tree_asking)(void *arg, const char *file, const char *text, const char *end);
int tree_any_text(const fact_tree *t, tree_asking ask, void *arg);

/* Does a file that was not read whole have that text anywhere? 1, too, where it cannot be looked at. */
int unread_has_word(const fact_tree *t, const char *word);

/* Does a tree seem to make or bring along a library: "libz" of add_library(z), libz.la, TARGET = z; "psapi" of psapi.def? 0 only if
 * all of its files but source and headers of C and what people read were looked through, within the same bounds. modules: 0 where
 * those of Python, which may load it, are none of them, unless they are scripts of a build. */
int tree_makes_library(const fact_tree *t, const char *name, int modules);

/* Does a script of a tree's build make the library that a file of that name is, "libz.so.1", and does the tree bring no such file
 * along, nor code of a language that is not read? 1 only if all of its files but source and headers of C were looked through. */
int tree_builds_library(const fact_tree *t, const char *file);

/* May a script of a tree's build make a program of that name: add_executable(tool main.c), bin_PROGRAMS = tool, tool: tool.o? 0 only if all
 * of its files but source and headers of C were looked through, within the same bounds. */
int tree_builds_program(const fact_tree *t, const char *name);

/* Is it a macro that tools of builds set without a file that names it: HAVE_ENGINE_H by AC_CHECK_HEADERS([engine.h])? */
int macro_of_builds(const char *name);

#endif
