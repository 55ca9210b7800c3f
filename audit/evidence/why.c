#include "why.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

static int
of_name(char c)
{
	return c && (isalnum((unsigned char)c) || strchr("_-.", c));
}

/* Bytes of the figure at s[i], which is no part of a name; 0: there is none. */
static size_t
figure(const char *s, size_t i)
{
	size_t n = strspn(s + i, "0123456789");

	if (n == 0 || (i > 0 && of_name(s[i - 1])))
		return 0;
	if (s[i + n] == '.' && isdigit((unsigned char)s[i + n + 1]))
		n += 1 + strspn(s + i + n + 1, "0123456789");
	return (s[i + n] == '.' || !of_name(s[i + n])) ? n : 0;
}

/* Are they the same but for their figures, numbers that are no part of a name? */
static int
alike(const char *a, const char *b)
{
	size_t i = 0, j = 0;

	for (;;) {
		size_t n = figure(a, i), k = figure(b, j);

		if (!n != !k)
			return 0;
		if (n == 0 && (a[i] != b[j] || a[i] == '\0'))
			return a[i] == b[j];
		i += n ? n : 1;
		j += k ? k : 1;
	}
}

size_t
why_add(whys *w, const char *text, const char *rule, const char *statement, const char *where)
{
	size_t i = 0;

	while (i < w->n && (w->v[i].rule != rule || !alike(w->v[i].text, text)))
		i++;
	if (i == w->n) {
		if (as_grow_one(&w->v, w->n, sizeof *w->v) != 0)
			return 0;
		w->v[w->n++] = (why){.rule = rule, .statement = statement};
		snprintf(w->v[i].text, sizeof w->v[i].text, "%s", text);
		snprintf(w->v[i].where, sizeof w->v[i].where, "%s", where);
	}
	w->v[i].cells++;
	w->v[i].differ += strcmp(w->v[i].text, text) != 0;
	return i + 1;
}

void
why_notes(whys *w, as_table *t)
{
	for (size_t i = 0; i < w->n; i++) {
		const why *v = &w->v[i];
		char buf[4 * WHY_TEXT] = "";
		FILE *fp = fmemopen(buf, sizeof buf, "w");

		if (!fp)
			continue;
		fprintf(fp, "[%zu] %s (rule %s: %s", i + 1, v->text, v->rule, v->statement);
		if (*v->where)
			fprintf(fp, "; see %s", v->where);
		if (v->cells > 1)
			fprintf(fp, "; the same for %zu more cell%s%s", v->cells - 1, v->cells == 2 ? "" : "s",
			    v->differ ? ", with other figures" : "");
		putc(')', fp);
		fclose(fp);
		as_table_note(t, buf);
	}
	free(w->v);
	*w = (whys){0};
}
