#include "served.h"

#include <string.h>

int
as_served_compiled(const char *served)
{
	return strcmp(served, "compiled") == 0 || strcmp(served, "replay") == 0;
}
