/* symbols_libc.c - see symbols.h: functions of the C library, of POSIX, and of Linux, the BSDs and
 * Darwin beside it, that no pattern of symbols.c has. Left out: those that run other programs or code. What they are
 * handed to call is called. */
#include <stdlib.h>
#include <string.h>

#include "words.h"

#include "symbols.h"

/* In the order of strcmp. */
static const char *const names[] = {
	"CPU_ALLOC", "CPU_ALLOC_SIZE", "CPU_AND", "CPU_CLR", "CPU_CLR_S", "CPU_COUNT", "CPU_COUNT_S", "CPU_EQUAL", "CPU_FREE", "CPU_ISSET", "CPU_ISSET_S",
	"CPU_OR", "CPU_SET", "CPU_SET_S", "CPU_XOR", "CPU_ZERO", "CPU_ZERO_S", "FD_CLR", "FD_ISSET", "FD_SET", "FD_ZERO", "S_ISBLK", "S_ISCHR", "S_ISDIR",
	"S_ISFIFO", "S_ISLNK", "S_ISREG", "S_ISSOCK", "WCOREDUMP", "WEXITSTATUS", "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED", "WIFSTOPPED", "WSTOPSIG",
	"WTERMSIG", "a64l", "accept4", "acos", "acosf", "acosh", "acoshf", "acoshl", "acosl", "addmntent", "adjtime", "adjtimex", "aio_cancel", "aio_error",
	"aio_fsync", "aio_init", "aio_read", "aio_return", "aio_suspend", "aio_write", "alloca", "alphasort", "arc4random", "arc4random_buf",
	"arc4random_uniform", "arch_prctl", "argp_error", "argp_failure", "argp_help", "argp_parse", "argp_state_help", "argp_usage", "asctime", "asctime_r",
	"asin", "asinf", "asinh", "asinhf", "asinhl", "asinl", "asprintf", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf", "atanhl", "atanl",
	"atol", "atoll", "backtrace", "backtrace_symbols", "backtrace_symbols_fd", "bcmp", "bcopy", "be16toh", "be32toh", "be64toh", "bind_textdomain_codeset",
	"bindresvport", "bindtextdomain", "brk", "bsd_signal", "btowc", "bzero", "c16rtomb", "c32rtomb", "cabs", "cabsf", "cabsl", "cacos", "cacosf", "cacosh",
	"cacoshf", "cacoshl", "cacosl", "call_once", "canonicalize_file_name", "capget", "capset", "carg", "cargf", "cargl", "casin", "casinf", "casinh",
	"casinhf", "casinhl", "casinl", "catan", "catanf", "catanh", "catanhf", "catanhl", "catanl", "catclose", "catgets", "catopen", "cbrt", "cbrtf",
	"cbrtl", "ccos", "ccosf", "ccosh", "ccoshf", "ccoshl", "ccosl", "ceil", "ceilf", "ceill", "cexp", "cexpf", "cexpl", "cfgetispeed", "cfgetospeed",
	"cfmakeraw", "cfree", "cfsetispeed", "cfsetospeed", "cfsetspeed", "chflags", "chmod", "chown", "chroot", "cimag", "cimagf", "cimagl", "clearenv",
	"clearerr", "clearerr_unlocked", "clock", "clock_adjtime", "clock_getcpuclockid", "clock_getres", "clock_gettime", "clock_nanosleep", "clock_settime",
	"clog", "clog10", "clog10f", "clog10l", "clogf", "clogl", "close", "close_range", "closedir", "closefrom", "closelog", "closesocket", "cnd_broadcast",
	"cnd_destroy", "cnd_init", "cnd_signal", "cnd_timedwait", "cnd_wait", "confstr", "conj", "conjf", "conjl", "copy_file_range", "copysign", "copysignf",
	"copysignl", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "cpow", "cpowf", "cpowl", "cproj", "cprojf", "cprojl", "cpuset_getaffinity",
	"cpuset_setaffinity", "creal", "crealf", "creall", "creat", "csin", "csinf", "csinh", "csinhf", "csinhl", "csinl", "csqrt", "csqrtf", "csqrtl", "ctan",
	"ctanf", "ctanh", "ctanhf", "ctanhl", "ctanl", "ctermid", "ctime", "ctime_r", "ctime_s", "cuserid", "daemon", "dcgettext", "dcngettext",
	"dehumanize_number", "devname", "dgettext", "dirfd", "dl_iterate_phdr", "dladdr", "dladdr1", "dlclose", "dlerror", "dlfunc", "dlinfo", "dn_comp",
	"dn_expand", "dngettext", "dprintf", "drand48", "drand48_r", "dup", "dup2", "dup3", "duplocale", "dysize", "eaccess", "ecvt", "ecvt_r", "elf_aux_info",
	"endgrent", "endhostent", "endmntent", "endnetent", "endprotoent", "endpwent", "endservent", "endutent", "endutxent", "epoll_create", "epoll_create1", "epoll_ctl",
	"epoll_pwait", "epoll_pwait2", "epoll_wait", "erand48", "erand48_r", "erf", "erfc", "erfcf", "erfcl", "erff", "erfl", "err", "errc", "error",
	"error_at_line", "errx", "euidaccess", "eventfd", "eventfd_read", "eventfd_write", "exp", "exp10", "exp10f", "exp10l", "exp2", "exp2f", "exp2l",
	"expand_number", "expf", "expl", "explicit_bzero", "expm1", "expm1f", "expm1l", "fabs", "fabsf", "fabsl", "faccessat", "fallocate", "fanotify_init",
	"fanotify_mark", "fchdir", "fchflags", "fchmod", "fchmodat", "fchown", "fchownat", "fcloseall", "fcntl64", "fcvt", "fcvt_r", "fdatasync", "fdimf",
	"fdiml", "fdopendir", "feclearexcept", "fedisableexcept", "feenableexcept", "fegetenv", "fegetexcept", "fegetexceptflag", "fegetround", "feholdexcept",
	"feof", "feof_unlocked", "feraiseexcept", "ferror_unlocked", "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept", "feupdateenv",
	"fflush_unlocked", "ffs", "ffsl", "ffsll", "fgetc_unlocked", "fgetgrent", "fgetgrent_r", "fgetpos", "fgetpwent", "fgetpwent_r", "fgets_unlocked",
	"fgetwc", "fgetwc_unlocked", "fgetws", "fgetws_unlocked", "fgetxattr", "fileno_unlocked", "finite", "finitel", "flistxattr", "flock", "flockfile",
	"floor", "floorf", "floorl", "fmal", "fmax", "fmaxf", "fmaximum", "fmaximum_mag", "fmaximum_mag_num", "fmaximum_mag_numf", "fmaximum_mag_numl",
	"fmaximum_magf", "fmaximum_magl", "fmaximum_num", "fmaximum_numf", "fmaximum_numl", "fmaximumf", "fmaximuml", "fmaxl", "fmaxmag", "fmaxmagf",
	"fmaxmagl", "fmemopen", "fmin", "fminf", "fminimum", "fminimum_mag", "fminimum_mag_num", "fminimum_mag_numf", "fminimum_mag_numl", "fminimum_magf",
	"fminimum_magl", "fminimum_num", "fminimum_numf", "fminimum_numl", "fminimumf", "fminimuml", "fminl", "fminmag", "fminmagf", "fminmagl", "fmod",
	"fmodf", "fmodl", "fnmatch", "fopencookie", "forkpty", "fparseln", "fpathconf", "fpurge", "fputc_unlocked", "fputs_unlocked", "fputwc",
	"fputwc_unlocked", "fputws", "fputws_unlocked", "fread_unlocked", "freeaddrinfo", "freehostent", "freeifaddrs", "freelocale", "freezero", "fremovexattr", "frexp",
	"frexpf", "frexpl", "fseek", "fseeko", "fseeko64", "fsetpos", "fsetxattr", "fstat", "fstat64", "fstatat", "fstatat64", "fstatfs", "fstatfs64",
	"fstatvfs", "ftell", "ftello", "ftello64", "ftime", "ftok", "ftruncate64", "ftrylockfile", "fts_children", "fts_close", "fts_open", "fts_read",
	"fts_set", "ftw", "funlockfile", "futimens", "futimes", "futimesat", "fwide", "fwprintf", "fwrite_unlocked", "fwscanf", "gai_cancel", "gai_error",
	"gai_strerror", "gai_suspend", "gamma", "gammaf", "gammal", "gcvt", "get_avphys_pages", "get_current_dir_name", "get_myaddress", "get_nprocs",
	"get_nprocs_conf", "get_phys_pages", "getaddrinfo_a", "getauxval", "getbsize", "getc_unlocked", "getchar_unlocked", "getcontext", "getcpu", "getdate",
	"getdate_r", "getdelim", "getdents64", "getdirentries", "getdomainname", "getdtablesize", "getegid", "getentropy", "geteuid", "getgid", "getgrent",
	"getgrent_r", "getgrgid", "getgrgid_r", "getgrnam", "getgrnam_r", "getgrouplist", "getgroups", "gethostbyaddr", "gethostbyaddr_r", "gethostbyname",
	"gethostbyname2", "gethostbyname2_r", "gethostbyname_r", "gethostent", "gethostent_r", "gethostid", "getifaddrs", "getipnodebyaddr", "getipnodebyname", "getitimer", "getloadavg",
	"getlogin", "getlogin_r", "getmntent", "getmntent_r", "getmntinfo", "getnameinfo", "getnetbyaddr", "getnetbyaddr_r", "getnetbyname", "getnetbyname_r",
	"getnetent", "getnetent_r", "getopt", "getopt_long", "getopt_long_only", "getosreldate", "getpagesize", "getpass", "getpeereid", "getpeername",
	"getpgid", "getpgrp", "getpriority", "getprogname", "getprotobyname", "getprotobyname_r", "getprotobynumber", "getprotobynumber_r", "getprotoent",
	"getprotoent_r", "getpt", "getpw", "getpwent", "getpwent_r", "getpwnam", "getpwnam_r", "getpwuid", "getpwuid_r", "getrandom", "getresgid", "getresuid",
	"getrlimit", "getrlimit64", "getservbyname", "getservbyname_r", "getservbyport", "getservbyport_r", "getservent", "getservent_r", "getsid",
	"getsockname", "getsockopt", "getsubopt", "gettext", "gettid", "getuid", "getutent", "getutid", "getutline", "getutxent", "getutxid", "getutxline", "getw", "getwc", "getwc_unlocked", "getwchar", "getwchar_unlocked", "getwd",
	"getxattr", "gmtime", "gmtime_r", "gmtime_s", "gnu_dev_major", "gnu_dev_makedev", "gnu_dev_minor", "gnu_get_libc_release", "gnu_get_libc_version",
	"grantpt", "group_member", "gsignal", "hasmntopt", "hcreate", "hcreate_r", "hdestroy", "hdestroy_r", "host_info", "host_processor_info",
	"host_statistics", "host_statistics64", "hsearch", "hsearch_r", "hstrerror", "htobe16", "htobe32", "htobe64", "htole16", "htole32", "htole64", "htonl",
	"htons", "humanize_number", "hypot", "hypotf", "hypotl", "iconv", "iconv_close", "iconv_open", "if_freenameindex", "if_indextoname", "if_nameindex",
	"if_nametoindex", "ilogbf", "ilogbl", "imaxabs", "imaxdiv", "index", "inet_addr", "inet_aton", "inet_lnaof", "inet_makeaddr", "inet_netof",
	"inet_network", "inet_ntoa", "inet_ntop", "inet_pton", "initgroups", "initstate", "initstate_r", "inotify_add_watch", "inotify_init", "inotify_init1",
	"inotify_rm_watch", "insque", "io_cancel", "io_destroy", "io_getevents", "io_setup", "io_submit", "ioperm", "iopl", "isalnum", "isalnum_l", "isalpha",
	"isalpha_l", "isascii", "isastream", "isatty", "isblank", "isblank_l", "iscntrl", "iscntrl_l", "isctype", "isdigit", "isdigit_l", "isfdtype",
	"isfinite", "isgraph", "isgraph_l", "isinf", "isinff", "isinfl", "islower", "islower_l", "isnan", "isnanf", "isnanl", "isnormal", "isprint",
	"isprint_l", "ispunct", "ispunct_l", "issetugid", "isspace", "isspace_l", "isupper", "isupper_l", "iswalnum", "iswalpha", "iswblank", "iswcntrl",
	"iswctype", "iswdigit", "iswgraph", "iswlower", "iswprint", "iswpunct", "iswspace", "iswupper", "iswxdigit", "isxdigit", "isxdigit_l", "j0", "j0f",
	"j0l", "j1", "j1f", "j1l", "jn", "jnf", "jnl", "jrand48", "jrand48_r", "kevent", "killpg", "kinfo_getproc", "kqueue", "l64a", "lchflags", "lchmod",
	"lchown", "lcong48", "lcong48_r", "ldexp", "ldexpf", "ldexpl", "le16toh", "le32toh", "le64toh", "lfind", "lgamma", "lgamma_r", "lgammaf", "lgammaf_r",
	"lgammal", "lgammal_r", "lgetxattr", "link", "linkat", "lio_listio", "listxattr", "llabs", "lldiv", "llistxattr", "llrint", "llrintf", "llrintl",
	"llround", "llroundf", "llroundl", "llseek", "localeconv", "localtime", "localtime_r", "localtime_s", "lockf", "log", "log10", "log10f", "log10l",
	"log1p", "log1pf", "log1pl", "log2", "log2f", "log2l", "logb", "logbf", "logbl", "logf", "login", "login_tty", "logl", "logout", "logwtmp", "longjmp",
	"lrand48", "lrand48_r", "lremovexattr", "lrint", "lrintf", "lrintl", "lround", "lroundf", "lroundl", "lsearch", "lseek", "lseek64", "lsetxattr",
	"lstat64", "lutimes", "mach_absolute_time", "mach_continuous_time", "mach_host_self", "mach_task_self", "mach_thread_self", "mach_timebase_info",
	"major", "makecontext", "makedev", "mallinfo", "mallinfo2", "malloc_info", "malloc_stats", "malloc_trim", "malloc_usable_size", "mallopt", "mblen",
	"mbrlen", "mbrtoc16", "mbrtoc32", "mbrtowc", "mbsinit", "mbsnrtowcs", "mbsrtowcs", "mbstate_t", "mbstowcs", "mbtowc", "memalign", "memccpy", "memchr", "memcmp",
	"memcpy", "memcpy_s", "memfd_create", "memfrob", "memmem", "memmove", "memmove_s", "mempcpy", "memrchr", "memset", "memset_pattern16", "memset_s",
	"mincore", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mkfifoat", "mknod", "mknodat", "mkostemp", "mkostemps", "mkstemp", "mkstemp64", "mkstemps",
	"mktemp", "mlock", "mlock2", "mlockall", "mmap64", "modf", "modff", "modfl", "mq_close", "mq_getattr", "mq_notify", "mq_open", "mq_receive", "mq_send",
	"mq_setattr", "mq_timedreceive", "mq_timedsend", "mq_unlink", "mrand48", "mrand48_r", "mremap", "msgctl", "msgget", "msgrcv", "msgsnd", "msync",
	"mtx_destroy", "mtx_init", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "munlock", "munlockall", "nan", "nanf", "nanl", "nanosleep",
	"nearbyint", "nearbyintf", "nearbyintl", "newlocale", "nextafterf", "nextafterl", "nextdown", "nextdownf", "nextdownl", "nexttoward", "nexttowardf",
	"nexttowardl", "nextup", "nextupf", "nextupl", "nftw", "ngettext", "nl_langinfo", "nl_langinfo_l", "nrand48", "nrand48_r", "ntohl", "ntohll", "ntohs",
	"ntp_adjtime", "ntp_gettime", "ntp_gettimex", "numa_available", "obstack_free", "on_exit", "open", "open64", "open_by_handle_at", "open_memstream",
	"open_tree", "open_wmemstream", "openat", "openat2", "openat64", "opendir", "openlog", "openpty", "pathconf", "pause", "pclose", "personality",
	"pidfd_getfd", "pidfd_open", "pidfd_send_signal", "pipe", "pipe2", "pkey_alloc", "pkey_free", "pkey_mprotect", "pledge", "pow", "pow10", "pow10f",
	"pow10l", "powf", "powl", "ppoll", "prctl", "pread", "pread64", "preadv", "preadv2", "preadv64", "preadv64v2", "printf", "printf_s", "printf_size",
	"printf_size_info", "prlimit", "prlimit64", "process_madvise", "process_vm_readv", "process_vm_writev", "pselect", "psiginfo", "psignal", "ptsname",
	"ptsname_r", "putc_unlocked", "putchar_unlocked", "putgrent", "putpwent", "pututline", "pututxline", "putw", "putwc", "putwc_unlocked", "putwchar", "putwchar_unlocked",
	"pvalloc", "pwrite", "pwrite64", "pwritev", "pwritev2", "pwritev64", "pwritev64v2", "qecvt", "qecvt_r", "qfcvt", "qfcvt_r", "qgcvt", "qsort",
	"qsort_r", "qsort_s", "quick_exit", "rand", "rand_r", "rand_s", "random", "random_r", "rawmemchr", "re_comp", "re_exec", "read", "readahead",
	"readdir", "readdir64", "readdir64_r", "readdir_r", "readlink", "readlinkat", "readv", "reallocf", "recallocarray", "recv", "recvfrom", "recvmmsg",
	"recvmsg", "regerror", "register_printf_modifier", "register_printf_specifier", "register_printf_type", "remainder", "remainderf", "remainderl",
	"remap_file_pages", "removexattr", "remque", "remquof", "remquol", "renameat", "renameat2", "rewinddir", "rindex", "rint", "rintf", "rintl", "round",
	"roundeven", "roundevenf", "roundevenl", "roundf", "roundl", "rresvport", "rresvport_af", "rtprio", "sbrk", "scalb", "scalbf", "scalbl", "scalbln",
	"scalblnf", "scalblnl", "scalbnf", "scalbnl", "scandir", "scandirat", "secure_getenv", "seed48", "seed48_r", "seekdir", "sem_close", "sem_destroy",
	"sem_getvalue", "sem_init", "sem_open", "sem_post", "sem_timedwait", "sem_trywait", "sem_unlink", "sem_wait", "semctl", "semget", "semop",
	"semtimedop", "send", "sendfile", "sendfile64", "sendmmsg", "sendmsg", "sendto", "setbuffer", "setcontext", "setdomainname", "setegid", "seteuid",
	"setfsgid", "setfsuid", "setgid", "setgrent", "setgroups", "sethostent", "sethostid", "sethostname", "setitimer", "setlinebuf", "setlogmask",
	"setmntent", "setnetent", "setns", "setpgid", "setpgrp", "setpriority", "setproctitle", "setprogname", "setprotoent", "setpwent", "setregid",
	"setresgid", "setresuid", "setreuid", "setrlimit", "setrlimit64", "setservent", "setsid", "setsockopt", "setstate", "setstate_r", "settimeofday",
	"setuid", "setutent", "setutxent", "setxattr", "shm_open", "shm_unlink", "shmat", "shmctl", "shmdt", "shmget", "shutdown", "sigabbrev_np", "sigaction", "sigaddset",
	"sigaltstack", "sigandset", "sigblock", "sigdelset", "sigdescr_np", "sigemptyset", "sigfillset", "siggetmask", "sighold", "sigignore", "siginterrupt",
	"sigisemptyset", "sigismember", "siglongjmp", "sigmask", "signal", "signalfd", "significand", "significandf", "significandl", "sigorset", "sigpause",
	"sigpending", "sigprocmask", "sigqueue", "sigrelse", "sigreturn", "sigset", "sigsetmask", "sigstack", "sigsuspend", "sigtimedwait", "sigvec",
	"sigwait", "sigwaitinfo", "sin", "sincos", "sincosf", "sincosl", "sincospi", "sinf", "sinh", "sinhf", "sinhl", "sinl", "sockatmark", "socketpair",
	"splice", "sqrt", "sqrtf", "sqrtl", "srand", "srand48", "srand48_r", "srandom", "srandom_r", "srandomdev", "ssignal", "stat64", "statfs", "statfs64",
	"statvfs", "statx", "stpcpy", "stpncpy", "strcasecmp", "strcasecmp_l", "strcasestr", "strcat", "strcat_s", "strchr", "strchrnul", "strcmp", "strcmpi",
	"strcoll", "strcoll_l", "strcpy", "strcpy_s", "strcspn", "strdup", "strerror", "strerror_l", "strerror_r", "strerror_s", "strerrordesc_np",
	"strerrorname_np", "strfmon", "strfmon_l", "strfromd", "strfromf", "strfroml", "strfry", "strftime", "strftime_l", "stricmp", "strlcat", "strlcpy",
	"strlen", "strlwr", "strmode", "strncasecmp", "strncasecmp_l", "strncat", "strncat_s", "strncmp", "strncpy", "strncpy_s", "strndup", "strnicmp",
	"strnlen", "strnstr", "strpbrk", "strptime", "strptime_l", "strrchr", "strrev", "strsep", "strsignal", "strspn", "strstr", "strtod", "strtod_l",
	"strtof", "strtof_l", "strtoimax", "strtok", "strtok_r", "strtok_s", "strtol", "strtol_l", "strtold", "strtold_l", "strtoll", "strtoll_l", "strtonum",
	"strtoq", "strtoul", "strtoul_l", "strtoull", "strtoull_l", "strtoumax", "strtouq", "strupr", "strverscmp", "strxfrm", "strxfrm_l", "swab",
	"swapcontext", "swprintf", "swscanf", "symlink", "symlinkat", "sync", "sync_file_range", "syncfs", "sysctlnametomib", "sysinfo", "syslog",
	"sysv_signal", "tan", "tanf", "tanh", "tanhf", "tanhl", "tanl", "task_info", "tcdrain", "tcflow", "tcflush", "tcgetattr", "tcgetpgrp", "tcgetsid",
	"tcsendbreak", "tcsetattr", "tcsetpgrp", "tdelete", "tdestroy", "tee", "telldir", "tempnam", "textdomain", "tfind", "tgamma", "tgammaf", "tgammal",
	"tgkill", "thr_self", "thrd_create", "thrd_current", "thrd_detach", "thrd_equal", "thrd_exit", "thrd_join", "thrd_sleep", "thrd_yield", "thread_info",
	"thread_policy_set", "time", "timeBeginPeriod", "timeEndPeriod", "timeGetTime", "timegm", "timelocal", "timer_create", "timer_delete",
	"timer_getoverrun", "timer_gettime", "timer_settime", "timeradd", "timerclear", "timercmp", "timerfd_create", "timerfd_gettime", "timerfd_settime",
	"timerisset", "timersub", "times", "timespec_get", "timespec_getres", "timespecsub", "timingsafe_bcmp", "timingsafe_memcmp", "tmpnam_r", "toascii",
	"tolower_l", "toupper_l", "towctrans", "towlower", "towlower_l", "towupper", "towupper_l", "trunc", "truncate", "truncate64", "truncf", "truncl",
	"tsearch", "tss_create", "tss_delete", "tss_get", "tss_set", "ttyname", "ttyname_r", "ttyslot", "twalk", "twalk_r", "ualarm", "ulimit", "umask",
	"ungetwc", "unlink", "unlinkat", "unlockpt", "unsetenv", "unshare", "unveil", "uselocale", "ustat", "utime", "utimensat", "utimes", "utmpxname",
	"valloc", "vasprintf", "vdprintf", "verr", "verrc", "verrx", "versionsort", "vfork", "vfscanf", "vfwprintf", "vm_deallocate", "vmsplice", "vscanf",
	"vsscanf", "vswprintf", "vswscanf", "vsyslog", "vwarn", "vwarnc", "vwarnx", "vwprintf", "wait", "wait3", "wait4", "waitid", "waitpid", "warn", "warnc",
	"warnx", "wcpcpy", "wcpncpy", "wcrtomb", "wcscasecmp", "wcscasecmp_l", "wcscat", "wcscat_s", "wcschr", "wcschrnul", "wcscmp", "wcscoll", "wcscoll_l",
	"wcscpy", "wcscpy_s", "wcscspn", "wcsdup", "wcsftime", "wcsftime_l", "wcslen", "wcsncasecmp", "wcsncasecmp_l", "wcsncat", "wcsncmp", "wcsncpy",
	"wcsnlen", "wcsnrtombs", "wcspbrk", "wcsrchr", "wcsrtombs", "wcsspn", "wcsstr", "wcstod", "wcstod_l", "wcstof", "wcstof_l", "wcstoimax", "wcstok",
	"wcstol", "wcstol_l", "wcstold", "wcstold_l", "wcstoll", "wcstoll_l", "wcstombs", "wcstoq", "wcstoul", "wcstoul_l", "wcstoull", "wcstoull_l",
	"wcstoumax", "wcstouq", "wcswcs", "wcswidth", "wcsxfrm", "wcsxfrm_l", "wctob", "wctomb", "wctrans", "wctype", "wcwidth", "wmemchr", "wmemcmp",
	"wmemcpy", "wmemmove", "wmempcpy", "wmemset", "wordfree", "wprintf", "write", "writev", "wscanf", "y0", "y0f", "y0l", "y1", "y1f", "y1l", "yn", "ynf",
	"ynl", "yywrap",
};

static int
cmp(const void *key, const void *at)
{
	return strcmp(key, *(const char *const *)at);
}

int
is_libc(const char *name)
{
	return bsearch(name, names, sizeof names / sizeof *names, sizeof *names, cmp) != NULL;
}

int
is_option_asked(const char *name)
{
	static const char *const list[] = {"count", "contains", "is_used", "exists", "isSet", "has", "present"};

	return AS_AMONG(name, list);
}
