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
	"dot", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "compress", "uncompress", "zstd", "unzstd", "lz4", "unlz4", "lzop", "brotli", "pigz", "unpigz",
	"pbzip2", "zip", "touch", "ln", "chmod", "chown", "chgrp", "rmdir", "mktemp", "mkfifo", "tee", "dd", "truncate", "fallocate", "umask", "ulimit", "pkill", "killall", "mount", "umount",
	"ip", "ifconfig", "route", "arp", "ethtool", "iptables", "ip6tables", "ufw", "hdparm", "blockdev", "smartctl", "shutdown", "reboot", "reset", "setterm", "logger", "wall",
	"djpeg", "cjpeg", "giftopnm", "bmptoppm", "bmptopnm", "tifftopnm", "pngtopnm", "jpegtopnm", "anytopnm", "pstopnm", "pnmtopng", "pnmtojpeg", "pnmtotiff", "pnmtops", "ppmtogif",
	"fig2dev", "rsvg-convert", "ps2pdf", "sph2pipe", "play", "rec", "aplay", "arecord", "lame", "oggenc", "oggdec", "flac", "mpg123",
	"mail", "mailx", "sendmail", "lp", "lpr", "del", "copy"};

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

	return is_one_of(cmd, list, sizeof list / sizeof *list);
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
is_git(const char *cmd)
{
	size_t n = strcspn(cmd, " \t");

	return (n >= 3 && strncmp(cmd + n - 3, "git", 3) == 0) || (n >= 2 && strncmp(cmd + n - 2, "hg", 2) == 0);
}

int
git_tells(const char *cmd, const char *sub)
{
	static const char *const asks[] = {"rev-parse", "describe", "log", "rev-list", "status", "ls-files", "show-ref", "name-rev", "merge-base", "cat-file",
		"version", "--version", "identify", "id"};
	size_t n = strcspn(cmd, " \t");

	if (cmd[n])
		sub = cmd + n + strspn(cmd + n, " \t");
	for (size_t i = 0; sub && i < sizeof asks / sizeof *asks; i++)
		if (strncmp(sub, asks[i], strlen(asks[i])) == 0 && (!sub[strlen(asks[i])] || strchr(" \t", sub[strlen(asks[i])])))
			return 1;
	return 0;
}
