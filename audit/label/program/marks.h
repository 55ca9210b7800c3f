/* marks.h - what the paths mark nodes with, for the cone: what they did not follow and may matter (vm/decide.c). */
#ifndef LABEL_MARKS_H
#define LABEL_MARKS_H

enum { MARK_BLIND = 1 /* CALL: a method of something that is not of the tree, it seems */, MARK_HANDED = 2 /* FUNC: given to something outside */, MARK_RUN = 4 /* FUNC */,
	MARK_ANY = 8 /* CALL: of something that is not known */, MARK_KEPT = 16 /* FUNC: of an object with a base outside, which may call it */,
	MARK_RECKONED = 32 /* CALL: of a member behind arithmetic on pointers */, MARK_GIVEN = 64 /* FUNC: given back, or kept in an object that is, by what is no program */,
	MARK_ENDS = 128 /* FUNC: a destructor of C++; an object of its class was made, and not seen to end */ };

#endif
