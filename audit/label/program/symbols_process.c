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
	if (end - base > 4 && (strncmp(end - 4, ".exe", 4) == 0 || (end - base == 7 && strncmp(base, "git.cmd", 7) == 0))) /* of Windows */
		end -= 4;
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
	"pstree", "uptime", "vmstat", "iostat", "mpstat", "pidof", "pgrep", "who", "w", "last", "users", "groups", "getent", "numastat", "cls", "pause", "ver", "dir",
	"vm_stat", "sar", "pmap", "lslogins", "fuser", "tty", "logname", "bc", "expand", "unexpand", "tsort", "numfmt", "factor",
	"sha224sum", "sha384sum", "b2sum", "md5", "jq", "whatis", "apropos", "dpkg-query", "svn", "svnversion", "bzr", "fc-list", "fc-match",
	"fc-query", "upower", "rocminfo", "vulkaninfo", "glxinfo", "vainfo", "hwinfo", "lstopo", "hwloc-ls", "xdpyinfo", "xprop", "xwininfo",
	"whois", "iwlist", "avahi-browse", "fping", "showmount", "rpcinfo", "squeue", "sinfo", "sacct", "sprio", "sshare", "qstat", "qhost", "bjobs", "bhosts", "bqueues", "condor_q",
	"condor_status", "lpstat", "lpq", "ioreg", "mdls", "otool", "tasklist", "ipconfig", "systeminfo", "findstr", "gpgv", "mediainfo", "pg_isready", "lscfg", "ls-vdev", "ls-veth", "ls-vscsi", "lsmcode", "lsslot", "lparstat", "lsdevinfo",
	"ppc64_cpu", "bootlist", "lsns", "lsipc", "lsmem", "lsscsi", "sestatus", "getenforce", "getcap", "ibstat", "ibv_devinfo", "ibdev2netdev", "rocm_agent_enumerator", "x86info", "apt-cache", "cygpath"};

/* Programs that change files or something of the machine, too. */
static const char *const changing[] = {"cp", "mv", "rm", "mkdir", "echo", "find", "dmsetup", "multipath", "efibootmgr", "sysctl", "tar", "gzip", "unzip", "curl", "wget", "sort", "sed", "awk", "sync", "ffmpeg", "kill", "defaults",
	"dot", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "compress", "uncompress", "zstd", "unzstd", "lz4", "unlz4", "lzop", "brotli", "pigz", "unpigz",
	"pbzip2", "zip", "touch", "ln", "chmod", "chown", "chgrp", "rmdir", "mktemp", "mkfifo", "tee", "dd", "truncate", "fallocate", "umask", "ulimit", "pkill", "killall", "mount", "umount",
	"ip", "ifconfig", "route", "arp", "ethtool", "iptables", "ip6tables", "ufw", "hdparm", "blockdev", "smartctl", "shutdown", "reboot", "reset", "setterm", "logger", "wall",
	"djpeg", "cjpeg", "giftopnm", "bmptoppm", "bmptopnm", "tifftopnm", "pngtopnm", "jpegtopnm", "anytopnm", "pstopnm", "fdisk", "pnmtopng", "pnmtojpeg", "pnmtotiff", "pnmtops", "ppmtogif",
	"fig2dev", "rsvg-convert", "ps2pdf", "sph2pipe", "play", "rec", "aplay", "arecord", "lame", "oggenc", "oggdec", "flac", "mpg123",
	"mail", "mailx", "sendmail", "lp", "lpr", "del", "copy",
	"csplit", "swapon", "swapoff", "mkswap", "losetup", "eject", "chattr", "lsattr", "getfacl", "setfacl", "getfattr", "setfattr", "renice", "cpio",
	"modprobe", "rmmod", "depmod", "brctl", "vconfig", "ebtables", "arptables", "ipset", "conntrack", "hwclock", "ntpdate", "rtcwake",
	"7z", "7za", "7zr", "unrar", "unar", "cabextract", "lha", "rpm2cpio", "xset", "xrandr", "setxkbmap", "xclip", "xsel", "pbcopy", "pbpaste", "wmctrl", "notify-send", "zenity", "kdialog", "xmessage",
	"xdg-mime", "xdg-user-dir", "gsettings", "update-mime-database", "update-desktop-database", "gtk-update-icon-cache", "fc-cache", "amixer", "pactl", "paplay", "parec", "alsactl",
	"speaker-test", "spd-say", "espeak-ng", "afplay", "ffplay", "iw", "iwconfig", "nmcli", "rfkill", "bluetoothctl", "hciconfig", "scontrol", "scancel", "qdel", "bkill", "condor_rm",
	"systemctl", "journalctl", "man", "dpkg", "xmllint", "scutil", "loginctl", "hostnamectl", "timedatectl", "pmset", "diskutil", "hdiutil", "plutil", "taskkill", "attrib", "xcopy", "robocopy", "notmuch", "msgmerge", "xgettext",
	"msgcat", "jpegtran", "optipng", "pngcrush", "pngquant", "gifsicle", "cwebp", "dwebp", "exiv2", "potrace", "pg_dump", "mysqldump", "mysqladmin", "nvidia-settings"};

/* Does a path begin with a folder in which a system has its programs? */
static int
of_system(const char *path)
{
	static const char *const list[] = {"/bin/", "/sbin/", "/usr/", "/opt/", "/run/current-system/", "/nix/", "/System/", "/Library/", "/Applications/", "/snap/bin/", "/etc/"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strncmp(path, list[i], strlen(list[i])) == 0)
			return 1;
	return 0;
}

enum { LONGEST = 32 }; /* a word that is longer is on no list */

/* The n bytes as a word; "" if they are too long for one. */
static const char *
cut_out(const char *s, size_t n, char word[LONGEST])
{
	if (n >= LONGEST)
		n = 0;
	memcpy(word, s, n);
	word[n] = '\0';
	return word;
}

/* The program of a command line, without its folder. */
static const char *
program_word(const char *cmd, char word[LONGEST])
{
	size_t n;
	const char *base = program_name(cmd, &n);

	return cut_out(base, n, word);
}

/* Is the program of a command line one of a list? One below the folder where it is run is not: the tree may have it. */
static int
is_one_of(const char *cmd, const char *const *list, size_t count)
{
	char word[LONGEST];
	size_t n;

	if (strpbrk(cmd, SHELL_SIGNS) || (program_name(cmd, &n) != cmd && !of_system(cmd)))
		return 0;
	return as_among(program_word(cmd, word), list, count);
}

int
is_tool(const char *cmd)
{
	static const char *const list[] = {"aws", "gsutil", "s3cmd", "samtools", "bgzip", "tabix", "seqtk", "bedtools", "bwa", "minimap2", "iqtree", "iqtree2", "hmmsearch", "hmmscan", "hmmbuild", "hmmalign",
		"hmmpress", "hmmfetch", "hmmstat", "hmmemit", "hmmconvert", "jackhmmer", "phmmer", "nhmmer", "nhmmscan", "cmsearch", "cmscan", "cmbuild", "cmalign", "cmpress", "cmfetch",
		"blastall", "blastpgp", "megablast", "formatdb", "fastacmd", "blastn", "blastp", "blastx", "tblastn", "tblastx", "rpsblast", "psiblast", "blastdbcmd", "makeblastdb", "diamond", "mmseqs", "vsearch", "cd-hit", "cd-hit-est", "mafft",
		"clustalo", "clustalw", "FastTree", "fasttree", "raxmlHPC", "raxml-ng", "phyml", "bowtie", "bowtie2", "bowtie-build", "bowtie2-build", "bowtie2-inspect", "hisat2", "kallisto",
		"salmon", "fastp", "prodigal", "augustus", "metaeuk", "miniprot", "exonerate", "blat", "mash", "wgsim", "iss", "ncbi-acc-download", "fastq-dump", "fasterq-dump", "prefetch",
		"featureCounts", "stringtie", "vcftools", "plink", "plink2", "angsd", "bamtools", "sambamba", "freebayes", "seqkit", "csvtk", "taxonkit", "megahit", "velveth", "velvetg", "racon",
		"mummer", "miniasm", "bwa-mem2", "hisat2-build", "hisat2-inspect", "lastz", "lastal", "lastdb", "usearch", "sortmerna", "aragorn", "skani", "fastANI", "codeml", "baseml", "prank", "kalign",
		"trimal", "clustalw2", "mkdssp", "stride", "TMalign", "hhblits", "hhsearch", "hhmake", "RNAalifold", "RNAplfold", "RNAcofold", "RNAeval", "RNAfold", "trf", "muscle", "tesseract", "pdftoppm", "pdftotext", "pdfinfo", "pdfimages", "pdfunite", "pdfseparate", "pdftocairo", "pdftohtml", "pdftops", "qpdf", "ddjvu", "djvutxt", "djvudump", "djvups", "cuneiform", "ocrad",
		"scanimage", "tiffsplit", "tiffcp", "tiffinfo", "tiff2pdf", "convert", "identify", "mogrify", "montage", "composite", "mudraw", "dcraw", "antiword", "catdoc",
		"pnmscale", "pamscale", "pnmflip", "pnmcrop", "pnmcut", "pnmgamma", "pnminvert", "pnmrotate", "ppmtojpeg", "ppmtopgm", "ppmtobmp", "ppmtoxpm", "ppmtotga", "pgmtopbm", "pbmtopgm", "xwdtopnm",
		"pngtopam", "pamtopng", "rawtoppm", "mencoder", "avconv", "avprobe", "png2theora", "ffmpeg2theora", "ogginfo", "vorbiscomment", "metaflac", "id3v2", "mp3gain", "faac", "faad", "wavpack",
		"wvunpack", "opusenc", "opusdec", "opusinfo", "speexenc", "speexdec", "toolame", "twolame", "mpcdec", "mpcenc", "mpg321", "ogg123", "madplay", "cdparanoia", "cdrecord", "wodim",
		"genisoimage", "mkisofs", "isoinfo", "mcopy", "mdir", "mdel", "mformat", "mke2fs", "e2fsck", "tune2fs", "resize2fs", "dumpe2fs", "sfdisk", "sgdisk", "pico2wave", "flite",
		"mb2org", "mb2txt", "txt2mb", "scel2org",
		"svm_learn", "svm_classify", "gencat", "protoc", "sox", "soxi", "espeak", "mbrola", "probcons", "pyuic4", "pyuic5", "pyuic6", "pyrcc4", "pyrcc5", "pyside2-uic", "pyside2-rcc", "pyside6-uic", "pyside6-rcc", "lupdate", "lrelease",
		/* of files, networks, clusters and devices */
		"rsync", "openssl", "neato", "fdp", "sfdp", "circo", "twopi", "clang-format", "astyle", "ncdump", "nccopy", "h5dump", "h5ls", "h5diff", "h5repack", "mkvmerge",
		"mkvextract", "pdf2svg", "iperf", "iperf3", "netperf", "qperf", "siege", "htop", "top", "tree", "ibv_devices", "ibstatus", "hl-smi", "npu-smi", "neuron-ls",
		"hwloc-info", "lstopo-no-graphics", "sreport", "sstat", "sdiag", "pbsnodes", "qselect", "qacct", "lsload", "lshosts", "bacct", "cpupower", "powermetrics", "ipmitool", "dconf", "numlockx",
		/* of systems, by names that other programs may have */
		"acpi", "arch", "cal", "column", "factor", "hostid", "install", "join", "look", "pr", "say", "sensors", "split", "where"};

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
	static const char *const list[] = {"git", "hg", "svn", "bzr"};
	char word[LONGEST];

	return AS_AMONG(program_word(cmd, word), list);
}

int
git_tells(const char *cmd, const char *sub)
{
	static const char *const git[] = {"rev-parse", "describe", "log", "rev-list", "status", "ls-files", "show-ref", "name-rev", "merge-base", "cat-file", "version", "--version",
		"show", "branch", "tag", "symbolic-ref", "for-each-ref", "ls-tree", "diff", "diff-index", "shortlog", "hash-object", "count-objects", "add"};
	static const char *const others[] = {"log", "status", "version", "--version", "identify", "id", "branch", "root", "tip", "parents", "summary", "path", "paths", "info", "list", "ls",
		"revno", "version-info"};
	size_t n = strcspn(cmd, " \t");
	char name[LONGEST], word[LONGEST];

	if (cmd[n])
		sub = cmd + n + strspn(cmd + n, " \t");
	if (!sub)
		return 0;
	cut_out(sub, strcspn(sub, " \t"), word);
	return strcmp(program_word(cmd, name), "git") == 0 ? AS_AMONG(word, git) : AS_AMONG(word, others);
}
