/* protocol.h - methods that are called of objects by no name of the tree: what the languages and their libraries ask for. */
#ifndef LABEL_PROTOCOL_H
#define LABEL_PROTOCOL_H

/* Of what it is handed, a library of Python may call this: methods of files, handlers, finders, tables, tasks. */
int protocol_handed(const char *method);

/* Of an object that it may come by in any way, a library of Python, or of C++, may call this. */
int protocol_asked(const char *method, int python);

#endif
