/* room.h - how many bytes of memory this process may still take. */
#ifndef RR_ROOM_H
#define RR_ROOM_H

#include <stdint.h>

/* The lesser of what the machine has available (memory and swap) and what the
 * limit on the address space leaves; INT64_MAX where neither is known. */
int64_t rr_room(void);

#endif
