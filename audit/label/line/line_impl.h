/* line_impl.h - what the files of line.h share. */
#ifndef LABEL_LINE_IMPL_H
#define LABEL_LINE_IMPL_H

#include "line.h"

struct lines {
	const fact_tree *t;
	uint32_t *up;                    /* (nodes) what a node is a kid of */
	uint64_t *func; uint32_t nfunc;  /* last part of a name << 32 | FUNC with a body, ascending */
	uint32_t *macro; uint32_t nmacro; /* FUNC and DECL of macros */
	uint32_t *class; uint32_t nclass;
	uint32_t *first, *next;          /* (strings) (nodes) NAMEs and ATTRs of a name, ascending; 0: no more */
	int joins, adds;                 /* has the tree an operator + that may give text, or += of what may be text? 2: one that is a template */
	int places;                      /* is an object made by new as a statement: in memory that has a name, new (&c) T()? */
	int converts;                    /* has a class a function that makes another type of an object: operator bool() */
	as_intern text;
	uint32_t work;
};

/* The function that is looked at, and the CALL by which it is entered, which stands in `up`. call 0: by any of its callers. */
typedef struct line_at { const struct line_at *up; uint32_t fn, call; } line_at;

enum { LINE_DEEP = 14 };

#define LINE_MARK '\3' /* what a variable has before a loop */

/* line.c: sets, and what an expression comes to */
void line_add(lines *l, line_set *a, const char *s, size_t n);
void line_all(lines *l, line_set *a, const line_set *b);  /* adds those of b */
void line_any(lines *l, line_set *a);                     /* it may be any text */
void line_join(lines *l, line_set *a, const line_set *b); /* each of a with each of b behind it; b empty: with any text */
void line_eval(lines *l, uint32_t e, const line_at *at, int depth, line_set *out);
uint32_t line_arg(const fact_tree *t, uint32_t call, uint32_t k); /* what operand k of a CALL is; 0 */
int line_is(const lines *l, uint32_t e, const char *name); /* is it that NAME, alone or in std? */

/* line_string.c: text of C++ by its value */
int line_is_string(const lines *l, uint32_t e, const line_at *at); /* of C++: is it text by its value, which + joins? 2: a variable of a class that derives from such, whose text is not known */
int line_is_object(const lines *l, uint32_t name, const line_at *at); /* is a NAME that its function does not declare an object of a class of the tree, which may be no text of the library's? */
int line_of_file(const lines *l, uint32_t d); /* is a DECL one of a file, or of a namespace? */
void line_look_for_operators(lines *l); /* for line_is_joined() */
int line_has_operator(const lines *l, const char *op); /* has the tree a function operator<< of that sign? */
int line_is_joined(const lines *l, uint32_t e, const line_at *at); /* is a + b, or a += b, where one is such text, no operator of the tree? */
int line_changes_stream(const lines *l, uint32_t e, const line_at *at); /* may what is put in a stream by << change what stands there already? */

/* line_call.c: what a CALL gives */
void line_call(lines *l, uint32_t call, const line_at *at, int depth, line_set *out);
/* What printf and its kin write by operand `first` of a CALL, the format; listed: what it takes is a va_list. */
void line_format(lines *l, uint32_t call, uint32_t first, int listed, const line_at *at, int depth, line_set *out);
uint32_t line_class(const lines *l, uint32_t fn); /* the class whose method a function is, by the last part of its name, a string; UINT32_MAX: of none */
uint32_t line_bodies(const lines *l, uint32_t name, uint32_t *fn, uint32_t most); /* FUNCs of that last part of a name; most + 1: more of them */
/* The CALLs of a function, as all that name it; 0: others may call it, or it is handed on, or there are more. */
int line_calls(const lines *l, uint32_t fn, uint32_t *call, uint32_t most);
void line_given(lines *l, uint32_t param, uint32_t k, const line_at *at, int depth, line_set *out); /* what operand k is */
void line_joined(lines *l, const line_at *at, int depth, line_set *out); /* the operands behind the last that has a name, one after another */

/* line_var.c: what a NAME is */
void line_variable(lines *l, uint32_t name, const line_at *at, int depth, line_set *out);
void line_global(lines *l, uint32_t name, const line_at *at, int depth, line_set *out); /* the same of a string that no function declares */

/* line_last.c: what a NAME is by the statements that run before it is read there. 0: they do not say */
int line_last(lines *l, uint32_t read, const line_at *at, int depth, line_set *out);

/* line_quiet.c: statements that leave a variable as it is. */
/* read: the NAME; alone: nobody but its function can write to what it holds, so that what others do meanwhile does not matter;
 * cases: SWITCHes that are followed, out of which a break leads. */
typedef struct { lines *l; const line_at *at; uint32_t read, name; int alone, cases, depth; } line_reading;
uint32_t line_written_by(const line_reading *r, uint32_t e); /* line_last.c: the node within a statement or a test, run whenever that is, by which the variable gets another text, whatever it had; 0: none */
int line_is_it(const line_reading *r, uint32_t e);           /* is it a NAME of the variable? */
uint32_t line_uncast(const fact_tree *t, uint32_t e);
int line_is_library(const lines *l, uint32_t call);          /* is what a CALL calls none of the tree's functions? */
int line_only_read(const line_reading *r, uint32_t x);       /* does what stands around an expression, the variable or what a method of it gives, read its text there and then, and nothing else? */
int line_quiet(const line_reading *r, uint32_t i);           /* does a node change nothing of the variable, and does control come to it from what stands before it alone? */
int line_all_quiet(const line_reading *r, uint32_t e, uint32_t from, uint32_t to); /* are all nodes below e so, but those from `from` to `to`? */
int line_is_alone(const line_reading *r);                    /* is the variable one of its function, which hands it to nobody that may keep it? */

/* line_put.c: what one node writes to a variable, and what only reads it */
typedef struct { const char *name; enum { LINE_COPIES, LINE_ADDS, LINE_PRINTS, LINE_LISTS } how; uint32_t at; } line_by; /* a call of a library that writes where its first operand points: from which operand on */
const line_by *line_writer(const lines *l, uint32_t call); /* or NULL */
void line_put(lines *l, uint32_t call, const line_by *w, const line_at *at, int depth, line_set *out); /* what it writes */
int line_adds(lines *l, uint32_t e, uint32_t name, const line_at *at, int depth, line_set *out); /* does a node put text behind what that variable has? *out: which */
uint32_t line_leftmost(const fact_tree *t, uint32_t e); /* operand of a << b << c */
uint32_t line_appended(const fact_tree *t, uint32_t e); /* what c.append(a).append(b) is of; e: it is none of that */
int line_is_end(const lines *l, uint32_t e, uint32_t name); /* is it x + strlen(x)? */
int line_is_constant(const fact_tree *t, uint32_t e); /* has what an expression gives no memory that anybody may write to, but by names that are looked at too? */
int line_is_memory(const lines *l, uint32_t e); /* does it make memory in which nothing stands yet? */
int line_reads(const lines *l, uint32_t call); /* does a call of a library only read the text that it is given? */
int line_seeks(const lines *l, uint32_t call, uint32_t e); /* is e what a call of a library looks for in a text, so that what it finds is no part of e? */

/* line_write.c: what writes to a variable */
typedef struct {
	line_set set, more;  /* what it is set to; what is put behind that, at any time */
	uint32_t name;       /* string */
	uint32_t done[48], ndone; /* nodes that were joined to what stands before them */
	uint32_t behind;     /* it is in the operands of a macro that have one name: which of them, from 1 on; 0: in none */
	uint32_t joins;      /* operands of a va_list are put behind it, one after another */
	int nothing;         /* it is set to NULL, or to memory in which nothing stands */
	int lost, escapes, buffer, own, stays, returned, gives, constant; /* lost: it may be anything; escapes: others have its address; buffer: its memory is written to; own: of one function; stays: static; gives: so often handed out by *p of a parameter; constant: looked at by a parameter that points to what is const */
} line_writes;
void line_collect(lines *l, line_writes *w, uint32_t from, const line_at *at, int pointed, int depth); /* of the subtree from; pointed: the name is of a pointer to it */

/* line_wrap.c: is a function of the tree one that prints by a format that it is given, operand *format? out: it puts what it made where that operand
 * points to; UINT32_MAX: it returns that. *listed: what it prints is a va_list; else it stands behind the format. */
int line_wraps(const lines *l, uint32_t fn, uint32_t out, uint32_t *format, int *listed);

/* line_self.c: is the NAME of an array the argv of main, whose first element nobody sets, moves or writes to? */
int line_is_self(const lines *l, uint32_t array, const line_at *at);

/* line_table.c: an INDEX */
void line_element(lines *l, uint32_t e, const line_at *at, int depth, line_set *out);
void line_first(lines *l, uint32_t name, const line_at *at, int depth, line_set *out); /* *a, of the NAME of an array */

#endif
