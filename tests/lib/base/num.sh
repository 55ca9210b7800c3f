# num: the same numbers under a locale whose radix character is a comma.
. tests/lib.sh

mkdir "$T/locale"
if localedef -i de_DE -f UTF-8 "$T/locale/de_DE.UTF-8" >/dev/null 2>&1; then
	LC_ALL=de_DE.UTF-8 LOCPATH=$T/locale "$BUILD/tests/lib/base/num_test" de_DE.UTF-8 ||
	    not_ok "numbers under de_DE.UTF-8"
else
	skip "numbers under a comma locale" "localedef or the locale sources are not installed"
fi
