# Arrows run one way: tools -> lib, runner -> kernels and lib; of audit/, claims and label ->
# evidence;
# of lib/, table -> io and stat -> base.
. tests/lib.sh

# upwards: the includes of the sources under the working folder that run another way
upwards() {
	find lib stats audit plot runner kernels -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort |
		while read -r f; do
		d=${f%/*}
		# a quoted name is of the file's own folder, of a folder of lib/, of runner/ or of the top, as in
		# the Makefile
		sed -n 's/^#include "\(.*\)".*/\1/p' "$f" | while read -r h; do
			to=
			for in in "$d/" lib/base/ lib/io/ lib/stat/ lib/table/ runner/ ''; do
				if [ -f "$in$h" ]; then to=$in$h; break; fi
			done
			while case $to in */../*) ;; *) false ;; esac; do to=$(echo "$to" | sed 's|[^/]*/\.\./||'); done
			case $f:$to in
			lib/*:lib/base/*|lib/*:"$d"/*|lib/table/*:lib/*) ;;
			lib/*:*) echo "$f: $h" ;;
			*:lib/*|kernels/*:kernels/*|runner/*:runner/*|runner/*:kernels/*) ;;
			stats/*/*:"$d"/*|audit/*/*:"$d"/*|plot/*/*:"$d"/*) ;;
			audit/claims/*:audit/evidence/*|audit/claims/*:audit/label/*|audit/label/*:audit/evidence/*|\
			audit/route/*:audit/evidence/*) ;;
			stats/*/*:*|audit/*/*:*|plot/*/*:*) echo "$f: $h" ;;
			stats/*:stats/*|audit/*:audit/*|plot/*:plot/*) ;; # a tool, and the parts beneath it
			*:) case $h in *aot_*|kernels.h) ;; *) echo "$f: $h, which is not there" ;; esac ;; \
				# made by the build
			*) echo "$f: $h" ;;
			esac
		done
	done
}
upwards >"$T/up"
same "no source includes what is above it" /dev/null "$T/up"

# circles FOLDER: parts of it that need each other, by the includes of their .c and .h
circles() {
	for f in "$1"/*.[ch]; do
		part=$(basename "${f%.*}" _impl)
		sed -n 's/^#include "\(.*\)\.h"/\1/p' "$f" | while read -r h; do
			if [ -f "$1/$h.h" ] && [ "${h%_impl}" != "$part" ]; then echo "$part ${h%_impl}"; fi
		done
	done | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //'
}
find lib stats audit plot runner kernels -name '*.[ch]' | sed 's|/[^/]*$||' | sort -u |
	while read -r folder; do circles "$folder"; done >"$T/round"
same "no parts of a folder form a circle" /dev/null "$T/round"

# one name, one file: but for back ends of one interface, and what a kernel needs in C and in CUDA
find lib stats audit plot runner kernels -name '*.[ch]' |
	grep -v -e /cuda/ -e /nocuda/ -e '^runner/cpu/' |
	sed 's|.*/||' | sort | uniq -d >"$T/twice"
same "a file's name occurs once" /dev/null "$T/twice"

# what they would find
mkdir "$T/house"
cp -R lib stats audit plot runner kernels "$T/house"
chmod -R u+w "$T/house"
cd "$T/house" || exit 1
echo '#include "../audit/evidence/verdict.h"' >>lib/base/words.c
echo '#include "../table/table.h"' >>lib/io/frame.c
echo '#include "../claims/status.h"' >>audit/evidence/keep.c
echo '#include "../latstats/fill.h"' >>stats/cold/cold.h
echo '#include "../runner/model.h"' >>stats/anova.c
upwards >"$T/up"
cat >"$T/want" <<'E2'
audit/evidence/keep.c: ../claims/status.h
lib/base/words.c: ../audit/evidence/verdict.h
lib/io/frame.c: ../table/table.h
stats/anova.c: ../runner/model.h
stats/cold/cold.h: ../latstats/fill.h
E2
same "includes that run upwards, sideways or to the runner are found" "$T/want" "$T/up"
echo '#include "folder.h"' >>audit/evidence/runset.h
circles audit/evidence >"$T/round"
printf '%s\n' '-: input contains a loop:' folder runset >"$T/want"
same "and a circle" "$T/want" "$T/round"
