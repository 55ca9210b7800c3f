/* class_text.h - how the text of a tree's C++ names classes and members of them (see cone_nobody.c). It is read word by word, and not
 * taken apart, so that no word is lost that nodes may lack: in arguments of templates, aliases, objects that are extern alone. */
#ifndef LABEL_CLASS_TEXT_H
#define LABEL_CLASS_TEXT_H

#include "cone_impl.h"

enum {
	TEXT_NAMED = 1,    /* outside of its body, otherwise than as C::x, C<T>::x, class C; or : public C<T> { */
	TEXT_PARTS = 2,    /* outside of it, as C::x or C<T>::x */
	TEXT_CODE = 4,     /* the same before ( or { or =, [ or ::, or what is no plain name: a call, a body, a value */
	TEXT_OWN = 8,      /* its name, or this, stands in its body */
	TEXT_ODD = 16      /* where its body begins or ends is not sure, an object of it stands behind that, or another file is included there */
};

enum { MACRO_IS = 1, MACRO_PASTES = 2 };

/* A class, by its name, which several may have. */
typedef struct {
	uint32_t cls;      /* string */
	uint32_t bodies;   /* how often `class C ... {` stands */
	uint32_t bases;    /* how often another derives from it */
	uint32_t flags;
	uint32_t *part; uint32_t npart, part_cap; /* strings: x of C::x; UINT32_MAX: of none of the tree's names */
	uint32_t *macro; uint32_t nmacro, macro_cap; /* strings: macros that stand in its body */
	uint32_t nodes, base_nodes; /* CLASS nodes of it, and those that derive from it, to hold the text against */
	int derives;       /* one has a base */
	int runs;          /* something in one runs by itself, or may be called without the class: a static member that has a value, a friend with a body */
} class_text;

/* A member of it. */
typedef struct {
	uint32_t cls, name;
	uint32_t n;        /* how often it stands in its body, where it is evaluated: not in sizeof(), decltype() or noexcept() */
	uint32_t of_other; /* and how often as X::name, X being another name: not counted in n */
	int odd;           /* once not as it is declared, behind a type and before ( */
	uint32_t nodes;    /* FUNC nodes of the name in it */
	uint32_t hidden;   /* classes that derive from it, and have a function of that name themselves, in all builds */
} member_text;

typedef struct {
	class_text *cls; uint32_t ncls;          /* ascending by cls */
	member_text *member; uint32_t nmember;   /* ascending by cls, then name */
	uint8_t *macro;    /* (nname) MACRO_IS: it is one of the tree; MACRO_PASTES: it puts words together */
	uint64_t *says; uint32_t nsays, says_cap; /* macro << 32 | a word that stands in it, ascending */
	as_intern word;    /* all words, where `pastes` */
	int pastes;        /* words are put together by ## */
	int renames;       /* a word of the language is a macro */
	int deduces;       /* a template has a template as a parameter, which may come to be any that a class derives from */
	uint32_t *of;      /* (nname) while it is read: 1 + number in cls */
} class_texts;

/* Reads all files of C++ and others of the tree for what has the classes and members that are set in t, its other fields being 0. -1: out of memory, or not all
 * could be read. To be cleared in either case. */
int class_texts_read(const cone *c, class_texts *t);
void class_texts_clear(class_texts *t);
class_text *class_texts_class(const class_texts *t, uint32_t cls);           /* NULL */
member_text *class_texts_member(const class_texts *t, uint32_t cls, uint32_t name); /* NULL */
/* May words be put together to that name? */
int class_texts_pasted(const class_texts *t, const char *name);
/* May a macro that stands in the body of the class bring a name there, by whatever macros stand in that? 1, too, where memory ran out. */
int class_texts_brings(const cone *c, const class_texts *t, const class_text *k, uint32_t name);

#endif
