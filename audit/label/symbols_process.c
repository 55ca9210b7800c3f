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

/* Programs that only say something. */
static const char *const telling[] = {"git", "hg", "nvidia-smi", "rocm-smi", "xpu-smi", "lscpu", "uname", "hostname", "which", "ldconfig", "ls", "cat", "date", "df", "free", "lspci",
	"whoami", "id", "grep", "diff", "head", "tail", "wc", "sleep", "true", "ffprobe", "clear", "tput", "stty", "lsb_release", "lshw", "dmidecode", "ps", "nproc", "getconf",
	"system_profiler", "sw_vers", "locale", "false", "cd", "pwd", "printf", "test", "[", "exit", "wait", "basename", "dirname", "readlink", "realpath", "stat", "file", "du", "cut",
	"tr", "uniq", "comm", "paste", "od", "xxd", "hexdump", "strings", "fold", "fmt", "nl", "rev", "tac", "seq", "shuf", "expr", "cmp", "md5sum", "sha1sum", "sha256sum", "sha512sum",
	"cksum", "sum", "base64", "iconv", "egrep", "fgrep", "zcat", "gzcat", "bzcat", "xzcat", "lzcat", "zstdcat", "nm", "objdump", "readelf", "addr2line", "c++filt", "pkg-config",
	"netstat", "ss", "ping", "ping6", "traceroute", "traceroute6", "tracepath", "mtrace", "nslookup", "dig", "host", "lsof", "lsusb", "lsmod", "lsblk", "blkid", "findmnt", "dmesg",
	"uptime", "vmstat", "iostat", "mpstat", "pidof", "pgrep", "who", "w", "last", "users", "groups", "getent", "numastat", "cls", "pause", "ver", "dir"};

/* Programs that change files or something of the machine, too. */
static const char *const changing[] = {"cp", "mv", "rm", "mkdir", "echo", "sysctl", "tar", "gzip", "unzip", "curl", "wget", "sort", "sed", "awk", "sync", "ffmpeg", "kill", "defaults",
	"pandoc", "dot", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "compress", "uncompress", "zstd", "unzstd", "lz4", "unlz4", "lzop", "brotli", "pigz", "unpigz",
	"pbzip2", "zip", "touch", "ln", "chmod", "chown", "chgrp", "rmdir", "mktemp", "mkfifo", "tee", "dd", "truncate", "fallocate", "umask", "ulimit", "pkill", "killall", "mount", "umount",
	"ip", "ifconfig", "route", "arp", "ethtool", "iptables", "ip6tables", "ufw", "hdparm", "blockdev", "smartctl", "shutdown", "reboot", "reset", "setterm", "logger", "wall",
	"djpeg", "cjpeg", "giftopnm", "bmptoppm", "bmptopnm", "tifftopnm", "pngtopnm", "jpegtopnm", "anytopnm", "pstopnm", "pnmtopng", "pnmtojpeg", "pnmtotiff", "pnmtops", "ppmtogif",
	"fig2dev", "rsvg-convert", "ps2pdf", "sph2pipe", "play", "rec", "aplay", "arecord", "lame", "oggenc", "oggdec", "flac", "mpg123", "gnuplot",
	"mail", "mailx", "sendmail", "more", "less", "lp", "lpr", "del", "copy"};

/* Is the program of a command line one of a list? */
static int
is_one_of(const char *cmd, const char *const *list, size_t count)
{
	char word[32];
	size_t n;
	const char *base = program_name(cmd, &n);

	if (n == 0 || n >= sizeof word || strpbrk(cmd, SHELL_SIGNS) || (base != cmd && *cmd != '/'))
		return 0;
	memcpy(word, base, n);
	word[n] = '\0';
	return as_among(word, list, count);
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
is_telling_program(const char *cmd)
{
	return is_one_of(cmd, telling, sizeof telling / sizeof *telling);
}

int
is_harmless_program(const char *cmd)
{
	return is_telling_program(cmd) || is_tool(cmd) || is_one_of(cmd, changing, sizeof changing / sizeof *changing);
}

int
program_may_run(const char *cmd)
{
	static const char *const list[] = {"awk", "sed", "tar", "sort", "gnuplot", "zip", "less", "more", "ip", "convert", "identify", "mogrify", "sox", "protoc"};

	return is_one_of(cmd, list, sizeof list / sizeof *list);
}

/* Has text of awk and its kin a command in it? */
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
	static const char *const plot[] = {"system", "!", "|", "`", "load", "call"};
	static const char *const zip[] = {"-T", "--unzip-command"};
	static const char *const page[] = {"+"};
	static const char *const net[] = {"exec", "-b"};
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
	if (IS("gnuplot"))
		return has_command(word, plot, sizeof plot / sizeof *plot);
	if (IS("zip"))
		return has_command(word, zip, sizeof zip / sizeof *zip);
	if (IS("less") || IS("more"))
		return has_command(word, page, sizeof page / sizeof *page);
	if (IS("ip"))
		return has_command(word, net, sizeof net / sizeof *net);
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
