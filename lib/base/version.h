/* version.h - the one place where the version stands. */
#ifndef AS_VERSION_H
#define AS_VERSION_H

#define AS_VERSION "0.1.0"

#endif
