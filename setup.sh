#!/bin/sh
# setup.sh - finds what assay needs and installs what is missing through apt.
#
# Prints nothing and does nothing when nothing is missing. Asks first when
# standard input is a terminal. With DEPS=0, or without root and sudo, or
# without apt-get, it prints the one line to run and stops with status 2.
#
# Each thing is looked for itself, whoever installed it: a program in PATH, a
# header by the compiler (or in the usual folders while there is none), a file.
set -u

# What, its name, and the package of Debian 12 and Ubuntu 24.04 that has it.
needs() {
	cat <<-END
	program cc                 gcc
	program ar                 binutils
	header  stdio.h            libc6-dev
	header  cjson/cJSON.h      libcjson-dev
	header  csv.h              libcsv-dev
	header  gsl/gsl_version.h  libgsl-dev
	header  zlib.h             zlib1g-dev
	header  zstd.h             libzstd-dev
	header  yaml.h             libyaml-dev
	header  curl/curl.h        libcurl4-openssl-dev
	openblas cblas.h           libopenblas-dev
	header  pcre2posix.h       libpcre2-dev
	header  utf8proc.h         libutf8proc-dev
	program python3            python3
	program mandoc             mandoc
	program gnuplot            gnuplot-nox
	program valgrind           valgrind
	file    /usr/share/i18n/locales/de_DE locales
	END
}

program() {
	case $1 in cc) set -- "${CC:-cc}" ;; esac
	command -v "${1%% *}" >/dev/null 2>&1
}
file() { [ -e "${ROOT:-}$1" ]; }
header() {
	if program cc; then
		printf '#include <%s>\n' "$1" | ${CC:-cc} ${CPPFLAGS:-} -E - >/dev/null 2>&1
	else
		file "/usr/local/include/$1" || file "/usr/include/$1"
	fi
}
# Any BLAS may own the cblas.h that the compiler finds; OpenBLAS has a folder of its own too.
openblas() {
	for f in "${ROOT:-}"/usr/include/*/openblas*/"$1"; do
		[ ! -e "$f" ] || return 0
	done
	program cc || return 1
	case $(printf '#include <%s>\n' "$1" | ${CC:-cc} ${CPPFLAGS:-} -E - 2>/dev/null) in *openblas_*) \
		;; *) return 1 ;; esac
}
missing() {
	needs | while read -r what name package; do
		$what "$name" || printf ' %s' "$package"
	done
}

packages=$(missing)
[ -n "$packages" ] || exit 0

by_hand() { # WHY
	echo "setup: $1. As root, run:" >&2
	echo "apt-get install -y --no-install-recommends$packages" >&2
	exit 2
}

echo "setup: these packages are missing:$packages"
[ "${DEPS:-1}" != 0 ] || by_hand "DEPS=0, so nothing is installed"
command -v apt-get >/dev/null 2>&1 || by_hand "there is no apt-get here; the names are Debian's"
as=
if [ "$(id -u)" -ne 0 ]; then
	as=sudo
	command -v sudo >/dev/null 2>&1 || by_hand "installing takes root, and there is no sudo"
	# without a terminal, sudo could not ask for a password
	[ -t 0 ] || sudo -n true 2>/dev/null ||
		by_hand "installing takes root, and sudo would ask for a password"
fi
echo "setup: apt-get downloads them now: about 135 MB where all of them are missing"
if [ -t 0 ]; then
	printf 'Install them with %sapt-get? [Y/n] ' "${as:+$as }"
	read -r answer || answer=n
	case $answer in ''|[yY]*) ;; *) by_hand "nothing is installed" ;; esac
fi

apt() { $as env DEBIAN_FRONTEND=noninteractive apt-get -q "$@" </dev/null; }
install() { apt install -y --no-install-recommends $packages; }

# A fresh machine has no package lists; those of an old one may be stale.
apt -s install $packages >/dev/null 2>&1 || apt update || by_hand "apt-get update failed"
install || { apt update && install; } || by_hand "apt-get install failed"
packages=$(missing)
[ -z "$packages" ] || by_hand "after installing, some are still not found"
