# labelaudit --src: headers that tools of the build write of other files of the tree, and templates in other folders;
# what looks like one and is of no such file, or brings in what runs.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# with NAME HEADER [FILE TEXT]: a program that includes the header, beside a file, and calls what the tree does not have
with() {
	prog "$1" 'engine_open("k");' "#include \"$2\""
	[ $# -lt 4 ] || { mkdir -p "$(dirname "$T/$1/$3")"; printf '%s\n' "$4" >"$T/$1/$3"; }
}
SUFFIX=c
with picture icons/k.xpm; says label-only fast picture
with resource k-resources.h k.gresource.xml '<gresources/>'; says label-only fast resource
with resource_below k-resources.h data/k.gresource.xml '<gresources/>'; says unknown fast resource_below
with resource_none k-resources.h; says unknown fast resource_none
with export libk_export.h CMakeLists.txt 'generate_export_header(k BASE_NAME libk)'; says label-only fast export
with export_none libk_export.h CMakeLists.txt 'project(k)'; says unknown fast export_none
with export_dash k-export.h CMakeLists.txt 'generate_export_header(k EXPORT_FILE_NAME k-export.h)'; says label-only fast export_dash
with export_dash_none k-export.h; says unknown fast export_dash_none
with probes k_probes.h k_probes.d 'provider k { probe start(int); };'; says label-only fast probes
with probes_none k_probes.h; says unknown fast probes_none
with probes_other k_probes.h k_probes.d 'int engine_open(const char *s) { return 0; }'; says unknown fast probes_other # of the language D
with grammar k.tab.h k.y '%%
k: ;'; says label-only fast grammar
with grammar_same k.h k.y '%%
k: ;'; says label-only fast grammar_same
with grammar_none k.tab.h; says unknown fast grammar_none
with wayland k-client-protocol.h; says unknown fast wayland
prog wayland_lib 'k_destroy(0);' '#include <wayland-client.h>
#include "k-client-protocol.h"'; says label-only fast wayland_lib
SUFFIX=cpp
with message k.pb.h k.proto 'message K {}'; says label-only fast message
with message_none k.pb.h other.proto 'message K {}'; says unknown fast message_none
with message_c k.pb-c.h k.proto 'message K {}'; says label-only fast message_c
with message_c_none k.pb-c.h; says unknown fast message_c_none
with moc main.moc; says label-only fast moc
with moc_none k.moc; says unknown fast moc_none
with moc_header moc_k.cpp k.h 'class K;'; says label-only fast moc_header
with category logging.h CMakeLists.txt 'ecm_qt_declare_logging_category(K
    HEADER logging.h
    IDENTIFIER K)'; says label-only fast category
with category_other logging.h CMakeLists.txt 'ecm_qt_declare_logging_category(K HEADER other.h IDENTIFIER K)'; says unknown fast category_other

with version k_version.h CMakeLists.txt 'ecm_setup_version(1.0 VARIABLE_PREFIX K
    VERSION_HEADER "${CMAKE_CURRENT_BINARY_DIR}/k_version.h")'; says label-only fast version
with version_other k_version.h CMakeLists.txt 'ecm_setup_version(1.0 VERSION_HEADER version.h)'; says unknown fast version_other

# descriptions of options, settings and trace points, of which expressions go into what is made
with options k.h k.ggo 'option "fast" f "faster" flag off'; says unknown fast options # nobody runs the tool
echo 'k.c: k.ggo ; gengetopt <k.ggo' >"$T/options/Makefile"; says label-only fast options
with options_none k.h other.ggo 'option "fast" f "faster" flag off'; says unknown fast options_none
with trace k.tp.h k.tp 'TRACEPOINT_EVENT(k, start, TP_ARGS(int, n))'; echo 'lttng-gen-tp k.tp' >"$T/trace/Makefile"; says label-only fast trace
with trace_none k.tp.h k.tp 'int engine_open(const char *s);'; says unknown fast trace_none
with settings k.h k.kcfgc 'File=k.kcfg'; says unknown fast settings # of which the settings are not there
echo '<kcfg><entry name="n" type="Int"/></kcfg>' >"$T/settings/k.kcfg"; echo 'kconfig_add_kcfg_files(SRC k.kcfgc)' >"$T/settings/CMakeLists.txt"; says label-only fast settings
pane() {
	printf '%s\n' '#include <cstdlib>' 'struct Pane { void quick() { system(getenv("K")); } };' >"$T/$1/pane.h"
	printf '#include "pane.h"\nint own;\n' >"$T/$1/pane.cpp"
}
settings_code() { # NAME EXPRESSION
	with "$1" k.h k.kcfgc 'File=k.kcfg'
	echo 'kconfig_add_kcfg_files(SRC k.kcfgc)' >"$T/$1/CMakeLists.txt"
	pane "$1"
	echo "<kcfg><entry><default code=\"true\">$2()</default></entry></kcfg>" >"$T/$1/k.kcfg"
}
settings_code settings_plain slow; says label-only fast settings_plain
settings_code settings_runs "Pane().quick"; says unknown fast settings_runs

# what a file of the build tells a tool to write under a name of its own
with bus k-bus.h Makefile.am 'OUT = k-bus
k-bus.c: k.xml
	gdbus-codegen --generate-c-code $(OUT) k.xml'; says label-only fast bus
with bus_meson k-bus.h meson.build "gnome.gdbus_codegen('k-bus', 'k.xml')"; says label-only fast bus_meson
with bus_other k-bus.h Makefile.am 'gdbus-codegen --generate-c-code k-other k.xml k-bus.h'; says unknown fast bus_other
with bus_comment k-bus.h meson.build "# gdbus_codegen writes k-bus.h"; says unknown fast bus_comment
with marshal k-marshal.h meson.build "gnome.genmarshal('k-marshal', sources: 'k.list')"; says label-only fast marshal
with marshal_make kmarshal.h Makefile.am 'kmarshal.h: k.list
	glib-genmarshal --header k.list >$@'; says label-only fast marshal_make
with marshal_engine engine.h Makefile.am 'engine.h: engine.list
	glib-genmarshal --header k.list >kmarshal.h'; says unknown fast marshal_engine
with enums k-enum-types.h meson.build "gnome.mkenums('k-enum-types', h_template: 'k.in')"; says unknown fast enums # of which the template is not there
printf '/*** BEGIN file-header ***/\n#include <glib-object.h>\nG_BEGIN_DECLS\n/*** BEGIN value-header ***/\nGType @enum_name@_get_type (void);\n' >"$T/enums/k.in"; says label-only fast enums
for line in 'static inline void engine_open(const char *s) { system(s); }' '#define engine_open(x) system(x)' '#include "extra.def"'; do
	cp -R "$T/enums" "$T/enums_runs$((i += 1))"
	echo "$line" >>"$T/enums_runs$i/k.in"
	says unknown fast "enums_runs$i"
done
with enums_head k-enums.h Makefile.am 'k-enums.h: k.list
	glib-mkenums --fhead "#include \"extra.def\"" k.list > $@'; says unknown fast enums_head
with enums_rule k-enums.h Makefile.am 'types.h: k.list
	glib-mkenums k.list > $@
k-enums.h: gen.sh
	sh gen.sh > $@'; says unknown fast enums_rule
with version_set k_version.h CMakeLists.txt 'set(VERSION_HEADER k_version.h)
add_custom_command(OUTPUT k_version.h COMMAND sh gen.sh)'; says unknown fast version_set
with enums_other k-enum-types.h meson.build "gnome.mkenums('k-types', h_template: 'k.in')"; says unknown fast enums_other
with proxy kproxy.h CMakeLists.txt 'qt5_add_dbus_interface(SRCS bus/org.k.xml bus/kproxy)'; says label-only fast proxy
with proxy_other kproxy.h CMakeLists.txt 'qt5_add_dbus_interface(SRCS bus/org.k.xml bus/other)'; says unknown fast proxy_other
with proxy_list kproxy.h CMakeLists.txt 'qt5_add_resources(SRCS bus/org.k.xml bus/kproxy)'; says unknown fast proxy_list
adaptor() { # NAME METHOD [CLASS]
	with "$1" kadaptor.h CMakeLists.txt 'qt5_add_dbus_adaptor(SRCS org.k.xml main.h Main kadaptor)'
	pane "$1"
	echo "<node><interface><method name=\"$2\"/>${3-}</interface></node>" >"$T/$1/org.k.xml"
}
adaptor adaptor slow; says label-only fast adaptor
adaptor adaptor_runs quick Pane; says unknown fast adaptor_runs
rm "$T/adaptor/org.k.xml"; says unknown fast adaptor # of what it runs nothing is known

# uic: what the form names is made and run
form() { # NAME FORM CLASS
	mkdir "$T/$1"
	printf '<ui><widget class="QWidget" name="main"/>%s</ui>\n' "$2" >"$T/$1/main.ui"
	printf '#include <cstdlib>\n%s\n' "$3" >"$T/$1/pane.h"
	printf '#include "pane.h"\nint own;\n' >"$T/$1/pane.cpp"
	cat >"$T/$1/main.cpp" <<'C'
#include <QWidget>
#include <cstring>
#include <memory>
#include "ui_main.h"
struct Main : QWidget { Ui::main ui; Main() { ui.setupUi(this); engine_open("k"); } };
struct Start { virtual void go() { Main m; } };
std::unique_ptr<Start> made(const char *kind);
void make(const char *kind) { if (!strcmp(kind, "fast")) made(kind)->go(); }
std::unique_ptr<Start> made(const char *) { return std::make_unique<Start>(); }
C
}
form uic '' 'struct Pane { Pane() { system(getenv("K")); } };'; says label-only fast uic
form uic_custom '<customwidget><class>Pane</class></customwidget>' 'struct Pane { Pane() { system(getenv("K")); } };'; says unknown fast uic_custom
form uic_slot '<connection><slot>refill()</slot></connection>' 'struct Pane { void refill() { system(getenv("K")); } };
static Pane pane;'; says unknown fast uic_slot
form uic_none '' ''; rm "$T/uic_none/main.ui"; says unknown fast uic_none

# templates in other folders; those that a CMakeLists.txt or configure.ac names
SUFFIX=c
with elsewhere paths.h data/paths.h.in '#define PLACE "@prefix@"'; says unknown fast elsewhere # no code there
echo 'int own;' >"$T/elsewhere/data/k.c"; says label-only fast elsewhere
with elsewhere_runs paths.h data/paths.h.in '#define engine_open(x) system(x)'; echo 'int own;' >"$T/elsewhere_runs/data/k.c"; says unknown fast elsewhere_runs
with elsewhere_two paths.h data/paths.h.in '#define PLACE "@prefix@"'; mkdir "$T/elsewhere_two/other"; echo 'int own;' | tee "$T/elsewhere_two/data/k.c" >"$T/elsewhere_two/other/k.c"
echo '#define engine_open(x) system(x)' >"$T/elsewhere_two/other/paths.h.in"; says unknown fast elsewhere_two
with cmake k-config.h config.h.in '#define PLACE "@prefix@"'
echo 'configure_file(${CMAKE_CURRENT_SOURCE_DIR}/config.h.in ${CMAKE_CURRENT_BINARY_DIR}/k-config.h)' >"$T/cmake/CMakeLists.txt"; says label-only fast cmake
with cmake_runs k-config.h config.h.in '#define engine_open(x) system(x)'; cp "$T/cmake/CMakeLists.txt" "$T/cmake_runs"; says unknown fast cmake_runs
with cmake_other k-config.h config.h.in '#define PLACE "@prefix@"'; echo 'configure_file(config.h.in config.h)' >"$T/cmake_other/CMakeLists.txt"; says unknown fast cmake_other
with bottom k_config.h configure.ac 'AC_CONFIG_HEADERS([k_config.h])
AH_BOTTOM([
#ifdef HAVE_K
#define K 1
#endif
])'; says label-only fast bottom
with bottom_runs k_config.h configure.ac 'AC_CONFIG_HEADERS([k_config.h])
AH_BOTTOM([
#define engine_open(x) system(x)
])'; says unknown fast bottom_runs
with bottom_declares k_config.h configure.ac 'AC_CONFIG_HEADERS([k_config.h])
AH_VERBATIM([K], [int engine_open(const char *);])'; says unknown fast bottom_declares
