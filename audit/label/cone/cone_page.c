/* cone_page.c - see cone_impl.h: pages that are shown. What a desktop is told to open may be a script, or a program; a text that begins
 * with http:// is shown by what the user has for pages, as mailto: is by what he has for letters. */
#include "cone_impl.h"

#include <string.h>

#include "../line/line.h"
#include "words.h"

enum { DEEP = 8, CONSTANT = DEEP - 2 }; /* what a constant is made of may be a call or two of a text, but no other constant: many ask for it */

/* Functions that open what a text says, by name and operand. */
static const struct { const char *name; uint32_t operand; } shows[] = {{"gtk_show_uri", 1}, {"gtk_show_uri_on_window", 1}, {"gtk_show_uri_full", 1}, {"g_app_info_launch_default_for_uri", 0},
	{"g_app_info_launch_default_for_uri_async", 0}, {"gnome_url_show", 0}, {"wxLaunchDefaultBrowser", 0}, {"SDL_OpenURL", 0}, {"fl_open_uri", 0}};

/* Is it a text that is surely the address of a page, or of who gets a letter? */
static int
is_address(const char *s)
{
	static const char *const list[] = {"http://", "https://", "mailto:"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strncmp(s, list[i], strlen(list[i])) == 0)
			return 1;
	return 0;
}

/* Has the tree a function or a class of that name? */
static int
is_own(const cone *c, uint32_t name)
{
	return name >= c->nname || c->name[name] & (NAME_BODY | NAME_CLASS);
}

static int shows_page(cone *c, uint32_t e, int depth);

/* Is a NAME a QUrl of its function that is made of such a text, and then only read? */
static int
is_held(cone *c, uint32_t e, int depth)
{
	static const char *const reads[] = {"isValid", "isEmpty", "toString", "toEncoded", "toDisplayString", "host", "scheme", "url"};
	const fact_tree *t = c->t;
	uint32_t fn = lines_function(c->lines, e), d = fn ? line_declared(c->lines, fn, t->node[e].str) : 0, def, type;

	if (!d || t->node[d].kind != FACT_DECL || !(def = fact_find(t, d, FACT_DEFAULT)) || !(type = fact_find(t, d, FACT_TYPE)) || t->node[type].flags & (FACT_POINTER | FACT_REF | FACT_ARRAY) ||
	    strcmp(as_last_part(fact_str(t, type)), "QUrl") != 0 || line_by_macro(c->lines, fn, t->node[e].str))
		return 0;
	for (uint32_t i = fn; i < t->node[fn].end; i++) {
		uint32_t up = lines_around(c->lines, i), q = lines_around(c->lines, up);
		if (t->node[i].kind == FACT_ERROR || t->node[i].kind == FACT_UNKNOWN || (t->node[i].kind == FACT_PARAM && t->node[i].str == t->node[e].str))
			return 0;
		if (t->node[i].kind != FACT_NAME || t->node[i].str != t->node[e].str || i == d + 1)
			continue;
		if (t->node[up].kind == FACT_ARG && t->node[q].kind == FACT_CALL && t->node[q + 1].kind == FACT_ATTR && strcmp(fact_str(t, q + 1), "openUrl") == 0)
			continue;
		if (t->node[up].kind != FACT_ATTR || t->node[q].kind != FACT_CALL || up != q + 1 || !AS_AMONG(fact_str(t, up), reads))
			return 0;
	}
	return shows_page(c, def + 1, depth + 1);
}

/* Functions that make an address of what they are given, or of the second, and such as give it in another form. */
static const char *const same[] = {"QUrl", "tr", "trUtf8", "i18n", "_", "gettext", "wxGetTranslation", "wxString", "wxT", "fromUserInput", "fromEncoded"};
static const char *const second[] = {"translate"};

/* Does a call only read its operands, as it shows a page, or makes an address? */
static int
only_reads(const cone *c, uint32_t call)
{
	const fact_tree *t = c->t;
	const char *s = fact_str(t, call + 1);

	if (t->node[call].kind != FACT_CALL || (t->node[call + 1].kind != FACT_NAME && t->node[call + 1].kind != FACT_ATTR) || is_own(c, t->node[call + 1].str))
		return 0;
	for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
		if (strcmp(s, shows[i].name) == 0)
			return 1;
	return strcmp(s, "openUrl") == 0 || AS_AMONG(s, same) || AS_AMONG(s, second);
}

/* Is the node x, of a static of a class or a file, whose declaration does not say whether it is const, only read there by such a call, or where it
 * gets such a text? By an operator, a reference or another call it may be given any. */
static int
leaves_it(cone *c, uint32_t x, int *set)
{
	const fact_tree *t = c->t;
	uint32_t up = lines_around(c->lines, x), def;

	switch (t->node[up].kind) {
	case FACT_DECL: /* in its class; one of a function is another's */
		if (x != up + 1 || lines_function(c->lines, x))
			return x == up + 1;
		def = fact_find(t, up, FACT_DEFAULT);
		*set |= def != 0;
		return t->node[up].flags & FACT_STATIC && (!def || shows_page(c, def + 1, CONSTANT));
	case FACT_ASSIGN: /* const char *A::k = "http://..."; */
		*set |= x == up + 1;
		return x == up + 1 && !*fact_str(t, up) && !lines_function(c->lines, x) && shows_page(c, t->node[x].end, CONSTANT);
	case FACT_ARG: return only_reads(c, lines_around(c->lines, up));
	default: return 0;
	}
}

/* Is it a constant of a class, whatever class has one of that name? */
static int
is_constant(cone *c, uint32_t e)
{
	const fact_tree *t = c->t;
	uint32_t fn = lines_function(c->lines, e), name = t->node[e].str;
	int set = 0;

	if ((t->node[e].kind != FACT_NAME && t->node[e].kind != FACT_ATTR) || (fn && line_declared(c->lines, fn, name)))
		return 0;
	for (uint32_t i = lines_named(c->lines, name, 0); i; i = lines_named(c->lines, name, i))
		if (!leaves_it(c, i, &set))
			return 0;
	return set;
}

/* QUrl("http://..."), tr("http://..."): what a call makes of an address is one. */
static int
is_made(cone *c, uint32_t call, int depth)
{
	static const char *const of[] = {"c_str", "toString", "toUtf8", "constData", "utf8_str", "mb_str"};
	const fact_tree *t = c->t;
	uint32_t f = call + 1, arg = fact_arg(t, call, 0);
	const char *s = t->node[f].kind == FACT_NAME || t->node[f].kind == FACT_ATTR ? fact_str(t, f) : "";

	if (!*s || is_own(c, t->node[f].str))
		return 0;
	if (arg && AS_AMONG(s, same))
		return shows_page(c, arg, depth + 1);
	if (AS_AMONG(s, second))
		return arg && fact_arg(t, call, 1) && shows_page(c, fact_arg(t, call, 1), depth + 1);
	return t->node[f].kind == FACT_ATTR && !arg && AS_AMONG(s, of) && shows_page(c, f + 1, depth + 1);
}

/* May an expression come to nothing but addresses of pages? */
static int
shows_page(cone *c, uint32_t e, int depth)
{
	const fact_tree *t = c->t;
	line_set a;

	if (!e || depth > DEEP)
		return 0;
	if (t->node[e].kind == FACT_COND)
		return shows_page(c, t->node[e + 1].end, depth + 1) && shows_page(c, t->node[t->node[e + 1].end].end, depth + 1);
	if ((t->node[e].kind == FACT_CALL && is_made(c, e, depth)) || (t->node[e].kind == FACT_NAME && is_held(c, e, depth)) || (depth < CONSTANT && is_constant(c, e)))
		return 1;
	lines_of(c->lines, e, &a);
	for (uint32_t i = 0; i < a.n; i++)
		if (!is_address(a.s[i]))
			return 0;
	return a.n > 0;
}

/* Does code of the tree say who opens which addresses? */
static int
has_handler(const fact_tree *t)
{
	static const char *const list[] = {"setUrlHandler", "g_app_info_set_as_default_for_type", "g_app_info_set_as_default_for_extension", "g_app_info_set_as_last_used_for_type",
		"set_as_default_for_type", "set_as_last_used_for_type", "x-scheme-handler/http", "x-scheme-handler/https", "x-scheme-handler/mailto"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (as_intern_find(&t->text, list[i], strlen(list[i])) != UINT32_MAX)
			return 1;
	return 0;
}

int
cone_page(cone *c, uint32_t node)
{
	const fact_tree *t = c->t;
	uint32_t up, call, k = UINT32_MAX;
	const char *s = fact_str(t, node);

	if ((t->node[node].kind != FACT_NAME && t->node[node].kind != FACT_ATTR) || (!c->lines && !(c->lines = lines_new(t))))
		return 0;
	up = lines_around(c->lines, node);
	call = up;
	if (strcmp(s, "QDesktopServices") == 0 || strcmp(s, "AppInfo") == 0) {
		int qt = *s == 'Q';
		if (t->node[up].kind != FACT_ATTR || node != up + 1)
			return 0;
		if (qt && strcmp(fact_str(t, up), "openUrl") != 0) /* QDesktopServices::storageLocation(QDesktopServices::DataLocation) */
			return strcmp(fact_str(t, up), "setUrlHandler") != 0;
		call = lines_around(c->lines, up);
		k = qt || strcmp(fact_str(t, up), "launch_default_for_uri") == 0 ? 0 : UINT32_MAX;
		node = up;
	}
	for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
		if (strcmp(s, shows[i].name) == 0)
			k = shows[i].operand;
	return k != UINT32_MAX && t->node[call].kind == FACT_CALL && node == call + 1 && !c->own_path && !has_handler(t) && shows_page(c, fact_arg(t, call, k), 0);
}
