/* cone_command.c - see cone_impl.h: which commands a call of Python may start a program by, as far as they stand there: a
 * text or a list that begins with one, a variable that is given only such, a parameter of a function of the tree.
 * Who gives that another command, or hands the function on, hides what that starts; the function does not. A list may
 * be changed by all that have it, so a variable counts only where all that is done with it is known to leave its
 * first word what it is. */
#include "cone_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cone_command.h"
#include "words.h"

enum { MOST_HEADS = 256, MOST_PIECES = 512, MOST_BLAMED = 512, MOST_LOOKS = 20000, LOOKS = 300 /* of what one call gives */ };

/* What is asked of a value: is it a command; a text that is the first word of one; a list of such texts; what stands behind that word? */
typedef enum { COMMAND, WORD, EACH, BEHIND } role;

/* A variable of a function, or of a file, that is being looked at. */
typedef struct frame { uint32_t scope, name; role as; const struct frame *up; } frame;

typedef struct {
	cone *c;
	const fact_tree *t;
	uint32_t head[MOST_HEADS], sub[MOST_HEADS]; /* STR that begin a command, and the word behind that, or 0 */
	uint8_t whole[MOST_HEADS]; /* a word of its own: of a list */
	uint32_t piece[MOST_PIECES]; /* what else is of them */
	uint32_t gave[MOST_HEADS], put[MOST_PIECES]; /* what a call of the tree's functions gives, in which those stand; 0: the call itself */
	uint32_t nhead, npiece;
	uint32_t behind[MOST_HEADS], by[MOST_HEADS], nbehind; /* the words, and what gave them, that may stand behind a head whose sub is ANY_BEHIND */
	uint32_t sub_now; /* what stands behind the heads that are found as words of their own */
	uint32_t blamed[MOST_BLAMED], nblamed; /* what gives another command, or may */
	uint32_t site; /* of what is looked at */
	int text;  /* one is a text, which a shell may take apart */
	int grown; /* something is put behind one that is a text */
	int left, looks; /* how much may still be looked at: in one, in all */
} asked;

#define ANY_BEHIND UINT32_MAX

static int command(asked *q, uint32_t e, const frame *fr);
static int value(asked *q, uint32_t e, role as, const frame *fr);

static int
add_piece(asked *q, uint32_t e)
{
	if (q->npiece == MOST_PIECES)
		return 0;
	q->put[q->npiece] = q->site;
	q->piece[q->npiece++] = e;
	return 1;
}

/* Those from node `from` on, which are kids of one node, and what is in them. */
static int
add_pieces(asked *q, uint32_t from, uint32_t end)
{
	for (uint32_t k = from; k < end; k = q->t->node[k].end)
		if (!add_piece(q, k))
			return 0;
	return 1;
}

static int
begins(asked *q, uint32_t e, uint32_t sub, int text)
{
	if (q->t->node[e].kind != FACT_STR || q->nhead == MOST_HEADS)
		return 0;
	q->head[q->nhead] = e;
	q->whole[q->nhead] = !text;
	q->gave[q->nhead] = q->site;
	q->sub[q->nhead++] = sub;
	q->text |= text;
	return 1;
}

/* Is a callee a parameter of fn, of which the list is, that holds the function of that name by default, which fn does not call otherwise? Where the
 * parameter holds another, that one never gets what the other may have changed. */
static int
held_alone(const fact_tree *t, uint32_t fn, uint32_t callee, uint32_t name)
{
	uint32_t param, def;

	if (t->node[fn].kind != FACT_FUNC || t->node[callee].kind != FACT_NAME || !(param = fact_param(t, fn, t->node[callee].str)) || !(def = fact_find(t, param, FACT_DEFAULT)) ||
	    t->node[def + 1].kind != FACT_NAME || t->node[def + 1].str != name)
		return 0;
	for (uint32_t i = t->node[def].end; i < t->node[fn].end; i++)
		if (t->node[i].str == name && name != t->node[callee].str && (t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR))
			return 0;
	return 1;
}

/* Does the call do nothing with a list that it is handed but to read it? */
static int
reads(const asked *q, uint32_t call, const frame *fr)
{
	static const char *const list[] = {"print", "repr", "str", "len", "isinstance", "list", "tuple", "type", "set", "sorted", "join", "format", "info", "debug", "warning",
		"error", "critical", "exception", "write", "list2cmdline", "CalledProcessError", "RuntimeError", "Exception", "SystemExit", "ValueError", "OSError", "map", "any",
		"all", "enumerate", "zip", "bool", "basename"};
	const fact_tree *t = q->t;
	uint32_t f = call + 1, own;

	if (t->node[f].kind != FACT_NAME && t->node[f].kind != FACT_ATTR)
		return 0;
	own = fr->scope;
	for (; fr; fr = fr->up) /* it is looked at itself */
		if (t->node[fr->scope].kind == FACT_FUNC && (t->node[fr->scope].str == t->node[f].str || held_alone(t, own, f, t->node[fr->scope].str)))
			return 1;
	if (command_process(q->c, call))
		return 1;
	return AS_AMONG(fact_str(t, f), list) && !command_defined(t, f);
}

/* ["sh", "-c", line], and no more: the line. */
static uint32_t
line_of_shell(const fact_tree *t, uint32_t list)
{
	uint32_t shell = list + 1, option = t->node[shell].end, line = option < t->node[list].end ? t->node[option].end : 0;

	return line && line < t->node[list].end && t->node[line].end == t->node[list].end && t->node[line].kind != FACT_STARRED && t->node[shell].kind == FACT_STR && is_shell(fact_str(t, shell)) &&
	    t->node[option].kind == FACT_STR && strcmp(fact_str(t, option), "-c") == 0 ? line : 0;
}

static int only_read(asked *q, uint32_t scope, uint32_t name, const frame *fr);

/* Does what is done with a NAME, or with a value that may be it, leave its list what it is, but for what is put behind? */
static int
leaves(asked *q, uint32_t scope, uint32_t i, const frame *fr)
{
	static const char *const reading[] = {"split", "strip", "startswith", "endswith", "copy", "encode", "index", "count", "lower"};
	static const char *const adding[] = {"append", "extend"};
	const fact_tree *t = q->t;
	uint32_t up = command_around(t, i), over = command_around(t, up);
	int first = i == up + 1;

	if (fr->as == WORD)
		return command_keeps_text(t, i);
	switch (t->node[up].kind) {
	case FACT_LIST: return line_of_shell(t, up) == i;
	case FACT_TUPLE: return line_of_shell(t, up) == i || (t->node[over].kind == FACT_BIN && strcmp(fact_str(t, over), "%") == 0 && up != over + 1);
	case FACT_JOIN: case FACT_IF: case FACT_WHILE: case FACT_ASSERT: case FACT_UN: case FACT_BLOCK: case FACT_FILE: return 1;
	case FACT_FOR: return !first;
	case FACT_STARRED: return t->node[over].kind == FACT_LIST;
	case FACT_BIN:
		return (strcmp(fact_str(t, up), "and") != 0 && strcmp(fact_str(t, up), "or") != 0) || leaves(q, scope, up, fr);
	case FACT_COND: return first || leaves(q, scope, up, fr);
	case FACT_ARG:
		return t->node[over].kind == FACT_CALL && (t->node[up].flags & FACT_STAR || reads(q, over, fr));
	case FACT_ATTR:
		if (t->node[over].kind != FACT_CALL || over + 1 != up)
			return 0;
		return AS_AMONG(fact_str(t, up), reading) || (AS_AMONG(fact_str(t, up), adding) && fr->as != EACH && add_pieces(q, t->node[up].end, t->node[over].end));
	case FACT_INDEX:
		if (!first)
			return 1;
		switch (t->node[over].kind) {
		case FACT_ARG: case FACT_JOIN: case FACT_BIN: case FACT_COND: case FACT_IF: case FACT_RETURN: return 1;
		case FACT_ASSIGN: return up != over + 1;
		default: return 0;
		}
	case FACT_DECL: case FACT_ASSIGN:
		if (first && t->node[up].kind == FACT_ASSIGN && strcmp(fact_str(t, up), "+") == 0) {
			q->grown = 1;
			return t->node[i].kind == FACT_NAME && fr->as != EACH && add_piece(q, t->node[i].end);
		}
		if (first)
			return t->node[i].kind == FACT_NAME && command_binds(t, i);
		return t->node[up + 1].kind == FACT_NAME && only_read(q, scope, t->node[up + 1].str, fr); /* another has it */
	default: return 0;
	}
}

static int
only_read(asked *q, uint32_t scope, uint32_t name, const frame *fr)
{
	const fact_tree *t = q->t;

	for (uint32_t i = scope + 1; i < t->node[scope].end; i++)
		if (t->node[i].str == name && ((t->node[i].kind == FACT_NAME && (q->left-- <= 0 || !leaves(q, scope, i, fr))) ||
		    (t->node[i].kind == FACT_PARAM && command_around(t, i) != scope)))
			return 0;
	return 1;
}

static int
blame(asked *q, uint32_t node)
{
	if (!node || q->nblamed == MOST_BLAMED)
		return 0;
	q->blamed[q->nblamed++] = node;
	return 1;
}

/* What a call gives a parameter: v, or of a STAR the ARG that is its first; what is in no ARG is no call. */
static int
from_site(asked *q, uint32_t v, int star, const frame *fr)
{
	const fact_tree *t = q->t;
	uint32_t nhead = q->nhead, npiece = q->npiece, nbehind = q->nbehind, site = q->site;
	int text = q->text, grown = q->grown, left = q->left, known;

	q->site = v;
	q->left = LOOKS;
	if (star && fr->as != COMMAND)
		known = 0;
	else if (star)
		known = t->node[v].kind == FACT_ARG && begins(q, v + 1, 0, 0) && add_pieces(q, t->node[v].end, t->node[command_around(t, v)].end);
	else
		known = t->node[v - 1].kind == FACT_ARG && value(q, v, fr->as, fr);
	q->site = site;
	q->left = left;
	if (known)
		return 1;
	q->nhead = nhead;
	q->npiece = npiece;
	q->nbehind = nbehind;
	q->text = text;
	q->grown = grown;
	return blame(q, v);
}

/* Is nothing but what is known given to the variable of that name? */
static int
variable_of(asked *q, uint32_t scope, uint32_t id, role as, const frame *up)
{
	const fact_tree *t = q->t;
	uint32_t param, given = 0;
	frame fr = {scope, id, as, up};

	for (const frame *f = up; f; f = f->up)
		if (f->scope == scope && f->name == id && f->as == as) /* all that it is given is looked at there */
			return 1;
	if (!scope && t->node[0].kind != FACT_FILE)
		return 0;
	if (t->node[scope].kind == FACT_FILE && !(as == WORD ? command_text_alone(q->c, scope, id) : command_alone(q->c, scope, id)))
		return 0;
	if (!only_read(q, scope, id, &fr))
		return 0;
	for (uint32_t i = scope + 1; i < t->node[scope].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == id && command_binds(t, i)) {
			int loop = t->node[i - 1].kind == FACT_FOR;
			uint32_t v = t->node[i - 1].kind != FACT_DECL ? t->node[i].end : fact_find(t, i - 1, FACT_DEFAULT);
			if (!v)
				continue;
			if ((loop && as != WORD) || !value(q, t->node[v].kind == FACT_DEFAULT ? v + 1 : v, loop ? EACH : as, &fr))
				return 0;
			given = 1;
		}
	if (t->node[scope].kind == FACT_FUNC && (param = fact_param(t, scope, id)) != 0) {
		uint32_t def = fact_find(t, param, FACT_DEFAULT), *site, n;
		if (def && t->node[def + 1].kind != FACT_NONE && !value(q, def + 1, as, &fr))
			return 0;
		if (!(n = command_sites(q->c, scope, param, &site)))
			return 0;
		given = 1;
		for (uint32_t k = 0; k < n && given; k++)
			given = from_site(q, site[k], (t->node[param].flags & FACT_STAR) != 0, &fr);
		command_sites_free(site);
	}
	return given;
}

static int
variable(asked *q, uint32_t e, role as, const frame *up)
{
	uint32_t scope = command_scope(q->t, e), id = q->t->node[e].str, file = UINT32_MAX;

	if (as == WORD && q->t->node[scope].kind == FACT_FILE) /* what is set there is that, whoever imports it, too */
		file = command_constant(q->c, e, &id);
	return variable_of(q, file == UINT32_MAX ? scope : file, id, as, up);
}

/* "a b".split(), shlex.split("a b"), " ".join(["a", "b"]), "a {}".format(b), list(cmd) */
static int
made(asked *q, uint32_t e, const frame *fr)
{
	static const char *const same[] = {"list", "tuple", "str"};
	static const char *const copies[] = {"strip", "copy", "encode"};
	const fact_tree *t = q->t;
	uint32_t f = e + 1, base = f + 1, arg = fact_arg(t, e, 0);
	const char *s = fact_str(t, f);

	if (t->node[f].kind == FACT_NAME)
		return AS_AMONG(s, same) && arg && !command_defined(t, f) && command(q, arg, fr);
	if (t->node[f].kind != FACT_ATTR)
		return 0;
	if (strcmp(s, "split") == 0 && t->node[base].kind == FACT_NAME && strcmp(fact_str(t, base), "shlex") == 0 && !command_defined(t, base))
		return arg && command(q, arg, fr);
	if ((strcmp(s, "split") == 0 && (!arg || (t->node[arg].kind == FACT_STR && strcmp(fact_str(t, arg), " ") == 0))) || (AS_AMONG(s, copies) && !arg))
		return command(q, base, fr);
	if (strcmp(s, "join") == 0 && t->node[base].kind == FACT_STR && *fact_str(t, base) == ' ') {
		q->text = 1;
		return arg && command(q, arg, fr);
	}
	if (strcmp(s, "format") == 0) {
		q->grown = 1;
		return command(q, base, fr) && add_pieces(q, t->node[f].end, t->node[e].end);
	}
	return 0;
}

/* Of a text that is the first word of a command, or of a list of such. */
static int
word(asked *q, uint32_t e, role as, const frame *fr)
{
	const fact_tree *t = q->t;
	uint32_t first = e + 1, file, id;

	switch (t->node[e].kind) {
	case FACT_STR: return as == WORD && begins(q, e, q->sub_now, 0);
	case FACT_COND: return value(q, t->node[first].end, as, fr) && value(q, t->node[t->node[first].end].end, as, fr);
	case FACT_NAME: return variable(q, e, as, fr);
	case FACT_ATTR: return as == WORD && (file = command_constant(q->c, e, &id)) != UINT32_MAX && variable_of(q, file, id, as, fr);
	case FACT_BIN: return as == EACH && strcmp(fact_str(t, e), "+") == 0 && value(q, first, as, fr) && value(q, t->node[first].end, as, fr);
	case FACT_LIST: case FACT_TUPLE:
		if (as != EACH || first >= t->node[e].end)
			return 0;
		for (uint32_t k = first; k < t->node[e].end; k = t->node[k].end)
			if (!begins(q, k, q->sub_now, 0))
				return 0;
		return 1;
	default: return 0;
	}
}

/* Of a list that stands behind the first word: its own first. */
static int
behind(asked *q, uint32_t e, const frame *fr)
{
	const fact_tree *t = q->t;
	uint32_t first = e + 1;

	switch (t->node[e].kind) {
	case FACT_COND: return value(q, t->node[first].end, BEHIND, fr) && value(q, t->node[t->node[first].end].end, BEHIND, fr);
	case FACT_NAME: return variable(q, e, BEHIND, fr);
	case FACT_BIN: return strcmp(fact_str(t, e), "+") == 0 && value(q, first, BEHIND, fr);
	case FACT_LIST: case FACT_TUPLE:
		if (first >= t->node[e].end || t->node[first].kind != FACT_STR || q->nbehind == MOST_HEADS)
			return 0;
		q->by[q->nbehind] = q->site;
		q->behind[q->nbehind++] = first;
		return 1;
	default: return 0;
	}
}

static int
value(asked *q, uint32_t e, role as, const frame *fr)
{
	if (as == COMMAND)
		return command(q, e, fr);
	if (!e || q->left-- <= 0 || q->looks-- <= 0)
		return 0;
	return as == BEHIND ? behind(q, e, fr) : word(q, e, as, fr);
}

/* A list whose first word is a variable: what stands behind it, in the list or in another that is put behind that, is of all its words. */
static int
headed(asked *q, uint32_t name, uint32_t sub, const frame *fr)
{
	uint32_t was = q->sub_now;
	int known;

	q->sub_now = sub;
	known = value(q, name, WORD, fr);
	q->sub_now = was;
	return known;
}

/* [a] + b: the word a, of whose list nothing else is, and b behind it. */
static int
put_behind(asked *q, uint32_t e, const frame *fr)
{
	const fact_tree *t = q->t;
	uint32_t list = e + 1, a = list + 1, b = t->node[list].end;

	if ((t->node[list].kind != FACT_LIST && t->node[list].kind != FACT_TUPLE) || a >= t->node[list].end || t->node[a].end != t->node[list].end ||
	    (t->node[a].kind != FACT_NAME && t->node[a].kind != FACT_ATTR))
		return 0;
	return headed(q, a, value(q, b, BEHIND, fr) ? ANY_BEHIND : 0, fr);
}

/* Is it known by which words the value e begins, wherever it may come from? */
static int
command(asked *q, uint32_t e, const frame *fr)
{
	const fact_tree *t = q->t;
	uint32_t first = e + 1, next, line;

	if (!e || q->left-- <= 0 || q->looks-- <= 0)
		return 0;
	switch (t->node[e].kind) {
	case FACT_STR: return begins(q, e, 0, 1);
	case FACT_JOIN:
		q->grown = 1;
		return first < t->node[e].end && begins(q, first, 0, 1) && add_pieces(q, first + 1, t->node[e].end);
	case FACT_BIN:
		if (strcmp(fact_str(t, e), "+") != 0 && strcmp(fact_str(t, e), "%") != 0)
			return 0;
		q->grown = 1;
		return (put_behind(q, e, fr) || command(q, first, fr)) && add_piece(q, t->node[first].end);
	case FACT_COND: return command(q, t->node[first].end, fr) && command(q, t->node[t->node[first].end].end, fr);
	case FACT_LIST: case FACT_TUPLE:
		if (first >= t->node[e].end)
			return 0;
		next = t->node[first].end;
		if ((line = line_of_shell(t, e)) != 0)
			return command(q, line, fr);
		if (t->node[first].kind == FACT_NAME || t->node[first].kind == FACT_ATTR)
			return headed(q, first, next < t->node[e].end && t->node[next].kind == FACT_STR ? next : 0, fr) && add_pieces(q, next, t->node[e].end);
		if (t->node[first].kind == FACT_STARRED ? !command(q, first + 1, fr) : !begins(q, first, next < t->node[e].end && t->node[next].kind == FACT_STR ? next : 0, 0))
			return 0;
		return add_pieces(q, next, t->node[e].end);
	case FACT_CALL: return made(q, e, fr);
	case FACT_NAME: return variable(q, e, COMMAND, fr);
	default: return 0;
	}
}

/* Is it a name of what makes text of numbers, or has signs of a shell: chr, os.linesep? */
static int
makes_signs(const fact_tree *t, uint32_t i)
{
	static const char *const made_of[] = {"chr", "bytes", "bytearray"}, *const has[] = {"linesep", "punctuation", "printable", "whitespace"};

	return (t->node[i].kind == FACT_NAME && AS_AMONG(fact_str(t, i), made_of)) || ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && AS_AMONG(fact_str(t, i), has));
}

/* Does the file give a variable of that name a text that a shell takes apart? */
static int
may_hold(const fact_tree *t, uint32_t name)
{
	uint32_t file = command_file(t, name);

	for (uint32_t i = file + 1; i < t->node[file].end; i++)
		if (t->node[i].kind == FACT_NAME && t->node[i].str == t->node[name].str && command_binds(t, i))
			for (uint32_t k = t->node[i].end; k < t->node[i - 1].end; k++)
				if ((t->node[k].kind == FACT_STR && strpbrk(fact_str(t, k), SHELL_SIGNS)) || makes_signs(t, k))
					return 1;
	return 0;
}

/* The program of a command line. */
static const char *
first_word(const char *line, char *s, size_t size)
{
	snprintf(s, size, "%.*s", (int)strcspn(line, " \t"), line);
	return s;
}

/* As is_harmless_command() asks it: a program that the tree may build is not harmless. */
static int
own(void *arg, const char *name)
{
	return command_own(arg, name) || cone_builds_program(arg, name) ? -1 : 0;
}

/* Is the head of a command that of a program which is harmless, whatever is put behind it? A whole line of a shell may have several, or none. */
static int
is_harmless(asked *q, uint32_t k)
{
	const char *s = fact_str(q->t, q->head[k]);
	size_t n = strcspn(s, " \t");
	char name[100];

	if (!q->whole[k] && !q->grown && (!*s || strpbrk(s, SHELL_SIGNS)))
		return is_harmless_command(s, own, q->c);
	if (!is_harmless_program(s) || program_runs_word(s, s) || (is_git(s) && q->sub[k] != ANY_BEHIND && !git_tells(s, q->sub[k] ? fact_str(q->t, q->sub[k]) : NULL)) || command_own(q->c, s) || cone_builds_program(q->c, first_word(s, name, sizeof name)))
		return 0;
	if (!q->whole[k] && q->grown && program_runs_script(s)) /* which is in pieces */
		return 0;
	return (q->whole[k] || !q->grown || s[n]) && strcspn(s, "%{") >= n; /* not "l" + "s" */
}

/* May word k, which stands behind any of them, tell a program of those that is asked by it to do more than say something? */
static int
asks_more(const asked *q, uint32_t k)
{
	for (uint32_t i = 0; i < q->nhead; i++)
		if (q->sub[i] == ANY_BEHIND && is_git(fact_str(q->t, q->head[i])) && !git_tells(fact_str(q->t, q->head[i]), fact_str(q->t, q->behind[k])))
			return 1;
	return 0;
}

/* Does a CALL get the words of a program as a list behind its name: os.execvp("tar", words)? */
static int
gets_words(const fact_tree *t, uint32_t call)
{
	static const char *const begins[] = {"execv", "spawnv", "posix_spawn"};

	for (size_t i = 0; t->node[call].kind == FACT_CALL && i < sizeof begins / sizeof *begins; i++)
		if (strncmp(fact_str(t, call + 1), begins[i], strlen(begins[i])) == 0)
			return 1;
	return 0;
}

/* Is a piece a list of words that the user of the program gives: cmd += sys.argv[2:], [..., *args.rest]? One of them may be an option. */
static int
is_given(const fact_tree *t, uint32_t piece)
{
	uint32_t up = command_around(t, piece), e = piece + (t->node[piece].kind == FACT_ARG || t->node[piece].kind == FACT_STARRED), scope;
	int words = gets_words(t, up), list = words || t->node[piece].kind == FACT_STARRED || t->node[up].kind == FACT_BIN || t->node[up].kind == FACT_ASSIGN ||
	    (t->node[up].kind == FACT_CALL && strcmp(fact_str(t, up + 1), "extend") == 0);

	if (!list || (!words && (t->node[e].kind == FACT_LIST || t->node[e].kind == FACT_TUPLE)) || t->node[e].kind == FACT_STR)
		return 0;
	for (uint32_t i = e; i < t->node[e].end; i++)
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) &&
		    (strcmp(fact_str(t, i), "argv") == 0 || (cone_is_options(fact_str(t, i)) && t->node[e].kind != FACT_NAME))) /* args.rest; args alone is some list */
			return 1;
	scope = t->node[e].kind == FACT_NAME ? command_scope(t, e) : 0;
	for (uint32_t i = scope + 1; t->node[e].kind == FACT_NAME && i < t->node[scope].end; i++) /* args, rest = parser.parse_known_args() */
		if ((t->node[i].kind == FACT_NAME || t->node[i].kind == FACT_ATTR) && AS_AMONG(fact_str(t, i), ((const char *const[]){"argv", "parse_known_args"})))
			for (uint32_t a = i; a > scope && t->node[a].kind != FACT_BLOCK; a = command_around(t, a))
				if (t->node[a].kind == FACT_ASSIGN)
					for (uint32_t k = a + 1; k < t->node[a + 1].end; k++)
						if (t->node[k].kind == FACT_NAME && t->node[k].str == t->node[e].str)
							return 1;
	return 0;
}

/* Is node i, of piece p, a word and no more to each command? */
static int
is_word(asked *q, uint32_t p, uint32_t i)
{
	const fact_tree *t = q->t;
	uint32_t at = q->piece[p] + (t->node[q->piece[p]].kind == FACT_ARG);
	char name[100];

	if (q->text && (makes_signs(t, i) || (t->node[i].kind == FACT_NAME && may_hold(t, i))))
		return 0;
	if (i == at && t->node[i].kind != FACT_STR) {
		if (q->text && cone_has_sign(q->c, 1))
			return 0;
		for (uint32_t k = 0; k < q->nhead; k++)
			if ((program_runs_script(fact_str(t, q->head[k])) || (program_may_run(fact_str(t, q->head[k])) && is_given(t, q->piece[p])) || cone_tells(q->c, first_word(fact_str(t, q->head[k]), name, sizeof name))) && (q->gave[k] == q->put[p] || !blame(q, q->gave[k])))
				return 0;
	}
	if (t->node[i].kind != FACT_STR)
		return 1;
	if (q->text && strpbrk(fact_str(t, i), SHELL_SIGNS))
		return 0;
	for (uint32_t k = 0; k < q->nhead; k++)
		if (program_runs_word(fact_str(t, q->head[k]), fact_str(t, i)) && (q->gave[k] == q->put[p] || !blame(q, q->gave[k])))
			return 0;
	return 1;
}

int
cone_command(cone *c, uint32_t call, uint32_t cmd)
{
	const fact_tree *t = c->t;
	asked *q = calloc(1, sizeof *q);
	uint32_t first = 0;
	int known;

	if (!q) {
		c->nomem = 1;
		return 0;
	}
	q->c = c;
	q->t = t;
	q->left = LOOKS;
	q->looks = MOST_LOOKS;
	known = cmd && command(q, cmd, NULL);
	for (uint32_t a = call + 1; known && a < t->node[call].end; a = t->node[a].end) /* f("tar", "xf", x): they are words, too */
		if (t->node[a].kind == FACT_ARG && !*fact_str(t, a) && first++)
			known = add_piece(q, a);
	for (uint32_t k = 0; k < q->nhead && known; k++)
		known = is_harmless(q, k) || blame(q, q->gave[k]);
	for (uint32_t k = 0; k < q->nbehind && known; k++)
		known = !asks_more(q, k) || blame(q, q->by[k]);
	for (uint32_t k = 0; k < q->npiece && known; k++)
		for (uint32_t i = q->piece[k]; i < t->node[q->piece[k]].end && known; i++)
			known = is_word(q, k, i) || blame(q, q->put[k]);
	for (uint32_t k = 0; k < q->nblamed && known; k++)
		known = c->owner[q->blamed[k]] != UINT32_MAX;
	for (uint32_t k = 0; k < q->nblamed && known; k++)
		cone_hides(c, c->owner[q->blamed[k]], q->blamed[k], CONE_PROGRAM);
	free(q);
	return known;
}

void
cone_commands(cone *c)
{
	for (uint32_t i = 0; i < c->started.n; i++) {
		use w = c->started.u[i];
		uint32_t cmd = fact_arg(c->t, w.node, 0);
		if (!cone_harmless(c, w.node, cmd ? cmd : fact_keyword(c->t, w.node, "args")))
			cone_hides(c, w.unit, w.node, CONE_PROGRAM);
	}
}
