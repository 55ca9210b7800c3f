/* symbols_process.c - see symbols.h: programs that are started, by their command lines. */
#include "symbols.h"

#include <string.h>

#include "words.h"

const char *
program_name(const char *cmd, size_t *n)
{
	const char *base = cmd, *end = cmd + strcspn(cmd, " \t");

	for (const char *p = cmd; p < end; p++)
		if (*p == '/')
			base = p + 1;
	*n = (size_t)(end - base);
	return base;
}

int
is_tool(const char *cmd)
{
	static const char *const list[] = {"aws", "gsutil", "s3cmd", "samtools", "bgzip", "tabix", "seqtk", "bedtools", "bwa", "minimap2", "iqtree", "iqtree2", "hmmsearch", "blastn",
		"blastp", "makeblastdb", "muscle", "tesseract", "pdftoppm", "pdftotext", "pdfinfo", "pdfimages", "pdfunite", "pdfseparate", "qpdf", "convert", "identify", "mogrify",
		"protoc", "sox", "soxi", "espeak"};
	char word[32];
	size_t n;
	const char *base = program_name(cmd, &n);

	if (n == 0 || n >= sizeof word)
		return 0;
	memcpy(word, base, n);
	word[n] = '\0';
	return AS_AMONG(word, list);
}

int
is_harmless_program(const char *cmd)
{
	static const char *const list[] = {"git", "hg", "nvidia-smi", "rocm-smi", "xpu-smi", "lscpu", "uname", "hostname", "which", "ldconfig", "ls", "cat", "cp", "mv",
		"rm", "mkdir", "echo", "date", "df", "free", "sysctl", "lspci", "whoami", "id", "tar", "gzip", "unzip", "curl", "wget", "sort", "grep",
		"sed", "awk", "diff", "head", "tail", "wc", "sync", "sleep", "true", "ffmpeg", "ffprobe", "clear", "tput", "stty", "lsb_release", "lshw",
		"dmidecode", "ps", "kill", "nproc", "getconf", "system_profiler", "sw_vers", "defaults", "locale", "pandoc", "dot"};
	char word[32];
	size_t n;
	const char *base = program_name(cmd, &n);

	if (is_tool(cmd))
		return !strpbrk(cmd, SHELL_SIGNS) && (base == cmd || *cmd == '/');
	if (n == 0 || n >= sizeof word || strpbrk(cmd, SHELL_SIGNS) || (base != cmd && *cmd != '/'))
		return 0;
	memcpy(word, base, n);
	word[n] = '\0';
	return AS_AMONG(word, list);
}

/* Is text of awk, sed or tar one that has a command in it? */
static int
has_command(const char *text, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(text, list[i]))
			return 1;
	return 0;
}

int
program_runs_word(const char *cmd, const char *word)
{
	static const char *const awk[] = {"system", "|", "getline", "@load"};
	static const char *const tar[] = {"--checkpoint-action", "--to-command", "-I", "--use-compress-program", "--info-script", "--new-volume-script",
		"--rsh-command", "-F"};
	static const char *const sort[] = {"--compress-program"};
	size_t n;
	const char *base = program_name(cmd, &n), *last;

#define IS(w) (n == sizeof w - 1 && memcmp(base, w, n) == 0)
	if (IS("awk"))
		return has_command(word, awk, sizeof awk / sizeof *awk);
	if (IS("tar"))
		return has_command(word, tar, sizeof tar / sizeof *tar);
	if (IS("sort"))
		return has_command(word, sort, sizeof sort / sizeof *sort);
	if (IS("convert") || IS("identify") || IS("mogrify") || IS("sox")) /* "|command" is a file that it writes or reads */
		return strchr(word, '|') != NULL;
	if (IS("protoc")) /* protoc-gen-NAME */
		return strncmp(word, "--", 2) == 0 && (strncmp(word, "--plugin", 8) == 0 || strstr(word, "_out")) && strncmp(word, "--cpp_out", 9) != 0 &&
		    strncmp(word, "--python_out", 12) != 0 && strncmp(word, "--pyi_out", 9) != 0;
	if (IS("sed")) { /* e, and s///e, run what they have */
		last = word + strlen(word);
		while (last > word && ((last[-1] >= 'a' && last[-1] <= 'z') || (last[-1] >= '0' && last[-1] <= '9')))
			last--;
		return strchr(last, 'e') && (last > word ? strchr("/|#,;:!@ $", last[-1]) != NULL : last[1] == '\0' || last[1] == ' ');
	}
#undef IS
	return 0;
}

int
is_git(const char *cmd)
{
	size_t n = strcspn(cmd, " \t");

	return (n >= 3 && strncmp(cmd + n - 3, "git", 3) == 0) || (n >= 2 && strncmp(cmd + n - 2, "hg", 2) == 0);
}

int
git_tells(const char *cmd, const char *sub)
{
	static const char *const asks[] = {"rev-parse", "describe", "log", "rev-list", "status", "ls-files", "ls-remote", "show-ref", "name-rev", "merge-base", "cat-file",
		"version", "--version", "identify", "id"};
	size_t n = strcspn(cmd, " \t");

	if (cmd[n])
		sub = cmd + n + strspn(cmd + n, " \t");
	for (size_t i = 0; sub && i < sizeof asks / sizeof *asks; i++)
		if (strncmp(sub, asks[i], strlen(asks[i])) == 0 && (!sub[strlen(asks[i])] || strchr(" \t", sub[strlen(asks[i])])))
			return 1;
	return 0;
}
