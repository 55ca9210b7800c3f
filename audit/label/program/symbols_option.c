/* symbols_option.c - see symbols.h: harmless programs that may be told to run others: by which words. */
#include "symbols.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NAMES = 8 };

/* runs: long options that do, each with how much of its name says it; letters: options of one letter that do. */
typedef struct {
	const char *program;
	int script; /* its operands are text that it runs */
	struct { const char *name; size_t least; } runs[MOST_NAMES];
	const char *letters;
	const char *anywhere[MOST_NAMES]; /* what may stand within a word */
} teller;

static const teller tellers[] = {
	{"awk", 1, {{"--file", 3}, {"--exec", 4}, {"--include", 3}, {"--load", 4}, {"--debug", 4}}, "fEilD", {"system", "|", "getline", "@load", "@include"}},
	{"sed", 1, {{"--file", 4}}, "f", {0}},
	{"tar", 0, {{"--checkpoint-action", 13}, {"--to-command", 6}, {"--use-compress-program", 3}, {"--info-script", 4}, {"--new-volume-script", 5}, {"--rsh-command", 4}, {"--rmt-command", 4}}, "IF", {0}},
	{"find", 0, {{"-exec", 5}, {"-execdir", 8}, {"-ok", 3}, {"-okdir", 6}}, "", {0}},
	{"sort", 0, {{"--compress-program", 4}}, "", {0}},
	{"wget", 0, {{"--use-askpass", 6}, {"--execute", 5}, {"--config", 6}}, "e", {0}},
	{"zip", 0, {{"--unzip-command", 4}, {"--test", 4}}, "T", {0}},
	{"ip", 0, {{"-batch", 2}}, "", {"exec"}},
	{"mail", 0, {{0}}, "S~", {0}},
	{"mailx", 0, {{0}}, "S~", {0}},
	{"modprobe", 0, {{"--config", 3}}, "C", {0}}, /* which may say what runs in the place of a module */
	{"ebtables", 0, {{"--modprobe", 3}}, "M", {0}},
	{"arptables", 0, {{"--modprobe", 3}}, "M", {0}},
	{"iptables", 0, {{"--modprobe", 3}}, "M", {0}},
	{"ip6tables", 0, {{"--modprobe", 3}}, "M", {0}},
	{"nm", 0, {{"--plugin", 4}}, "", {0}},
	{"objdump", 0, {{"--plugin", 4}}, "", {0}},
	{"git", 0, {{"--ext-diff", 5}, {"--textconv", 5}, {"--filters", 9}}, "", {0}},
	{"svn", 0, {{"--diff-cmd", 5}, {"--diff3-cmd", 6}, {"--editor-cmd", 5}, {"--config-option", 11}, {"--config-dir", 11}}, "", {0}},
	{"bzr", 0, {{"--using", 3}}, "O", {0}},
	{"hg", 0, {{"--config", 3}, {"--cwd", 4}}, "", {0}},
	{"convert", 0, {{0}}, "", {"|"}}, /* "|command" is a file that it writes or reads */
	{"identify", 0, {{0}}, "", {"|"}},
	{"mogrify", 0, {{0}}, "", {"|"}},
	{"montage", 0, {{0}}, "", {"|"}},
	{"composite", 0, {{0}}, "", {"|"}},
	{"sox", 0, {{0}}, "", {"|"}},
	{"soxi", 0, {{0}}, "", {"|"}},
	{"play", 0, {{0}}, "", {"|"}},
	{"rec", 0, {{0}}, "", {"|"}},
	{"rsync", 0, {{"--rsh", 4}, {"--rsync-path", 8}, {"--daemon", 5}, {"--config", 5}}, "e", {0}},
	{"openssl", 0, {{0}}, "", {"engine", "provider", "conf"}}, /* which may be libraries, or name some */
	{"split", 0, {{"--filter", 3}}, "", {0}},
	{"cpio", 0, {{"--rsh-command", 4}}, "", {0}},
	{"install", 0, {{"--strip-program", 8}}, "", {0}},
	{"man", 0, {{"--pager", 3}, {"--html", 3}, {"--config-file", 4}, {"--gxditview", 3}, {"--preprocessor", 4}}, "PHCX", {0}},
	{"dpkg", 0, {{"--install", 4}, {"--unpack", 3}, {"--configure", 4}, {"--remove", 3}, {"--purge", 3}, {"--triggers-only", 4}, {"--pre-invoke", 4}, {"--post-invoke", 5}}, "irP", {0}},
	{"systemctl", 0, {{0}}, "", {"start", "enable", "link", "edit", "isolate", "environment", "load"}}, /* "reload", "restart", too */
	{"pactl", 0, {{0}}, "", {"load"}},
	{"nmcli", 0, {{0}}, "", {"edit"}},
	{"pyuic4", 0, {{"--preview", 3}, {"--execute", 3}}, "p", {0}},
	{"pyuic5", 0, {{"--preview", 3}, {"--execute", 3}}, "p", {0}},
	{"pyuic6", 0, {{"--preview", 3}, {"--execute", 3}}, "p", {0}},
	{"protoc", 0, {{"--plugin", 8}}, "", {0}}, /* and protoc-gen-NAME */
};

static const teller *
teller_of(const char *cmd)
{
	size_t n;
	const char *base = program_name(cmd, &n);

	for (size_t i = 0; i < sizeof tellers / sizeof *tellers; i++)
		if (strlen(tellers[i].program) == n && memcmp(base, tellers[i].program, n) == 0)
			return &tellers[i];
	return NULL;
}

const char *
program_that_may_run(size_t i)
{
	return i < sizeof tellers / sizeof *tellers ? tellers[i].program : NULL;
}

int
program_may_run(const char *cmd)
{
	return teller_of(cmd) != NULL;
}

int
program_runs_script(const char *cmd)
{
	const teller *w = teller_of(cmd);

	return w && w->script;
}

int
program_ends_options(const char *cmd)
{
	const teller *w = teller_of(cmd);

	return w && strcmp(w->program, "awk") == 0;
}

/* -zI, and of tar zI too, which has its first letters without a sign. */
static int
has_letter(const teller *w, const char *s, size_t n)
{
	static const char old[] = "IFctxrudvzjJfphm";
	size_t first = *s == '-';

	if (!*w->letters || n <= first || s[first] == '-' || (!first && (strcmp(w->program, "tar") != 0 || strspn(s, old) != n)))
		return 0;
	for (size_t i = first; i < n && s[i] != '='; i++)
		if (strchr(w->letters, s[i]))
			return 1;
	return 0;
}

/* Is it an option that does, or the beginning of one, as getopt_long() takes it? */
static int
has_name(const teller *w, const char *s, size_t n)
{
	size_t len = 0;

	while (len < n && s[len] != '=')
		len++;
	for (size_t i = 0; i < MOST_NAMES && w->runs[i].name; i++)
		if (len >= w->runs[i].least && len <= strlen(w->runs[i].name) && strncmp(s, w->runs[i].name, len) == 0)
			return 1;
	return 0;
}

/* Has a script of sed the command e, or the flag e of s? What is a word within another text is taken to be one, too. */
static int
has_sed_e(const char *s)
{
	for (const char *p = s, *end; *p; p = end) {
		size_t flags, digits;
		int option = p > s && p[-1] == '-';
		for (end = p; isalnum((unsigned char)*end) || *end == '_'; end++)
			;
		if (end == p) {
			end++;
			continue;
		}
		if (option && *p == 'e') /* -e SCRIPT */
			p++;
		flags = strspn(p, "0123456789gpiImMe");
		digits = strspn(p, "0123456789");
		if (p < end && (p[digits] == 'e' || (flags == (size_t)(end - p) && memchr(p, 'e', flags))))
			return 1;
	}
	return 0;
}

int
program_runs_word(const char *cmd, const char *word)
{
	const teller *w = teller_of(cmd);

	if (!w)
		return 0;
	for (size_t i = 0; i < MOST_NAMES && w->anywhere[i]; i++)
		if (strstr(word, w->anywhere[i]))
			return 1;
	if (strcmp(w->program, "sed") == 0 && has_sed_e(word))
		return 1;
	for (const char *s = word; *s;) { /* a whole line is taken apart */
		size_t n;
		s += strspn(s, " \t\n'\"");
		n = strcspn(s, " \t\n'\"");
		if (has_name(w, s, n) || has_letter(w, s, n))
			return 1;
		if (strcmp(w->program, "protoc") == 0 && strncmp(s, "--", 2) == 0 && n > 4 && memchr(s, '_', n) && strncmp(s, "--cpp_out", 9) != 0 &&
		    strncmp(s, "--python_out", 12) != 0 && strncmp(s, "--pyi_out", 9) != 0 && strncmp(s, "--proto_path", 12) != 0)
			return 1;
		s += n;
	}
	return 0;
}
