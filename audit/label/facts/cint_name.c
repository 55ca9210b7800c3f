/* cint_name.c - see cint_name.h. */
#include "cint_name.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* One word, or a typedef that libraries have. */
static const struct { const char *name; uint32_t type; } named[] = {
	{"int8_t", 8}, {"uint8_t", 8 | CINT_UNSIGNED}, {"int16_t", 16}, {"uint16_t", 16 | CINT_UNSIGNED}, {"int32_t", 32}, {"uint32_t", 32 | CINT_UNSIGNED},
	{"int64_t", 64}, {"uint64_t", 64 | CINT_UNSIGNED}, {"size_t", 64 | CINT_UNSIGNED}, {"ssize_t", 64}, {"ptrdiff_t", 64}, {"intptr_t", 64},
	{"uintptr_t", 64 | CINT_UNSIGNED}, {"intmax_t", 64}, {"uintmax_t", 64 | CINT_UNSIGNED}, {"off_t", 64}, {"uint", 32 | CINT_UNSIGNED},
	{"ushort", 16 | CINT_UNSIGNED}, {"uchar", 8 | CINT_UNSIGNED}, {"ulong", 64 | CINT_UNSIGNED}, {"u8", 8 | CINT_UNSIGNED}, {"s8", 8}, {"i8", 8},
	{"u16", 16 | CINT_UNSIGNED}, {"s16", 16}, {"i16", 16}, {"u32", 32 | CINT_UNSIGNED}, {"s32", 32}, {"i32", 32}, {"u64", 64 | CINT_UNSIGNED}, {"s64", 64},
	{"i64", 64}, {"__u8", 8 | CINT_UNSIGNED}, {"__u16", 16 | CINT_UNSIGNED}, {"__u32", 32 | CINT_UNSIGNED}, {"__u64", 64 | CINT_UNSIGNED},
	{"gint8", 8}, {"guint8", 8 | CINT_UNSIGNED}, {"guchar", 8 | CINT_UNSIGNED}, {"gint16", 16}, {"guint16", 16 | CINT_UNSIGNED}, {"gint", 32}, {"guint", 32 | CINT_UNSIGNED},
	{"gint32", 32}, {"guint32", 32 | CINT_UNSIGNED}, {"gsize", 64 | CINT_UNSIGNED}, {"gssize", 64}, {"cl_char", 8}, {"cl_uchar", 8 | CINT_UNSIGNED},
	{"cl_short", 16}, {"cl_ushort", 16 | CINT_UNSIGNED}, {"cl_int", 32}, {"cl_uint", 32 | CINT_UNSIGNED}, {"cl_long", 64}, {"cl_ulong", 64 | CINT_UNSIGNED},
	{"BYTE", 8 | CINT_UNSIGNED}, {"WORD", 16 | CINT_UNSIGNED}, {"DWORD", 32 | CINT_UNSIGNED}, {"Uint8", 8 | CINT_UNSIGNED}, {"Sint8", 8},
};

uint32_t
cint_named(const char *name)
{
	const char *at = as_last_part(name), *colon = strchr(at, ':');
	int is_unsigned = 0, is_signed = 0, is_char = 0, is_short = 0, is_int = 0, nlong = 0, real = 0, boolean = 0;
	uint32_t type = 0;
	size_t n = colon ? (size_t)(colon - at) : strlen(at);

	for (size_t i = 0; i < sizeof named / sizeof *named && !type; i++)
		if (*named[i].name == *at && strlen(named[i].name) == n && memcmp(named[i].name, at, n) == 0)
			type = named[i].type;
	for (const char *end = at + n, *w = at; w < end && !type; w++) {
		size_t k = 0;
		while (w + k < end && w[k] != ' ')
			k++;
#define WORD(s) (k == sizeof s - 1 && memcmp(w, s, k) == 0)
		if (WORD("unsigned") || WORD("__unsigned"))
			is_unsigned = 1;
		else if (WORD("signed") || WORD("__signed__"))
			is_signed = 1;
		else if (WORD("char"))
			is_char = 1;
		else if (WORD("short"))
			is_short = 1;
		else if (WORD("int"))
			is_int = 1;
		else if (WORD("long") || WORD("__int64"))
			nlong++;
		else if (WORD("float") || WORD("double"))
			real = *w == 'f' ? 32 : 64;
		else if (WORD("bool") || WORD("_Bool"))
			boolean = 1;
		else
			return 0;
#undef WORD
		w += k;
	}
	if (!type) {
		if (boolean)
			return CINT_BOOL;
		if (real)
			return nlong ? 0 : CINT_REAL | (uint32_t)real;
		if (is_char)
			type = is_unsigned ? 8 | CINT_UNSIGNED : is_signed ? 8 : CINT_CHAR;
		else if (is_unsigned || is_signed || is_short || is_int || nlong)
			type = (is_short ? 16u : nlong ? 64u : 32u) | (is_unsigned ? CINT_UNSIGNED : 0u);
	}
	if (colon && type && !(type & (CINT_CHAR & ~0xffu))) {
		int bits = atoi(colon + 1);
		if (bits > 0 && bits <= (int)(type & 0xff))
			type = (type & CINT_UNSIGNED) | (uint32_t)bits;
	}
	return type;
}

int
cint_is_keywords(const char *name)
{
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (strcmp(named[i].name, name) == 0)
			return 0;
	return !strpbrk(name, ".:") && cint_named(name) != 0;
}
