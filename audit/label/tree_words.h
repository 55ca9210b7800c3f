/* tree_words.h - whether a word stands anywhere in a tree but in source of C. */
#ifndef LABEL_TREE_WORDS_H
#define LABEL_TREE_WORDS_H

#include "facts.h"

/* Does a file in a root of t that is no source or header of C, CUDA or assembly (a script of the build, a template of a header, a
 * document) have that word, letters, digits and '_' taken together? 0 only if all of them were looked through: not
 * where there is no root, a file cannot be read, or there are more than 64 MiB or 20,000 files. Links are not followed.
 * documents: 0 where what people read (README, pages, manuals) is none of them. */
int tree_has_word(const fact_tree *t, const char *word, int documents);

#endif
