/* text_file.c - see vm.h: text files of the tree, as programs read them. */
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_TEXT = 1 << 16 };

value
vm_text_of_file(vm *m, const char *full)
{
	value v = (value){0};
	struct stat st;
	char *text;
	size_t got;
	FILE *f;

	if (stat(full, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MAX_TEXT || !fact_may_read(m->t, full) || !(f = fopen(full, "rb")))
		return v;
	text = malloc((size_t)st.st_size + 1);
	got = text ? fread(text, 1, (size_t)st.st_size, f) : 0;
	fclose(f);
	if (text && !memchr(text, 0, got))
		v = v_str(vm_idn(m, text, got));
	free(text);
	return v;
}

/* Beside the program, or in a folder above it that still holds a file of the tree. */
value
vm_text_file(vm *m, const char *path)
{
	const char *have = m->main_file ? fact_str(m->t, m->main_file - 1) : NULL;
	size_t n = have ? strlen(have) : 0;
	value v = (value){0};
	char full[1024];
	struct stat st;

	if (!have || *path == '/' || strstr(path, "..") || strlen(path) > 300 || n > 600)
		return v;
	for (int up = 0; up < 4; up++) {
		while (n > 0 && have[n - 1] != '/')
			n--;
		snprintf(full, sizeof full, "%.*s%s", (int)n, have, path);
		if (stat(full, &st) == 0 && S_ISREG(st.st_mode))
			return vm_text_of_file(m, full);
		if (n < 2 || up == 3)
			break;
		n--; /* the folder above, if the tree has files there */
		size_t k = n;
		while (k > 0 && have[k - 1] != '/')
			k--;
		int known = 0;
		for (uint32_t i = 0; i < m->t->n && !known; i = m->t->node[i].end) {
			const char *p = fact_str(m->t, i);
			known = k > 0 && strncmp(p, have, k) == 0 && strncmp(p, have, n + 1) != 0;
		}
		if (!known)
			break;
	}
	return v;
}
