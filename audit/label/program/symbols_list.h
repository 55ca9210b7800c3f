/* symbols_list.h - tables of names that symbols*.c share. */
#ifndef LABEL_SYMBOLS_LIST_H
#define LABEL_SYMBOLS_LIST_H

#include <stddef.h>

/* Is name one of a list of n words? A word that ends in '*' is a beginning. LISTED takes the count from an array. */
int symbols_listed(const char *name, const char *const *list, size_t n);
#define LISTED(name, list) symbols_listed(name, list, sizeof(list) / sizeof *(list))

#endif
