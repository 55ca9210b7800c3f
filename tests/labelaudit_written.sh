# labelaudit --src: a module of the version that the build writes (audit/label/cone_written.c) hides nothing; any
# other module of the tree that is missing does.
. tests/lib.sh
. tests/says.sh
tree() {
	mkdir -p "$T/$1/src/lib/sub"
	printf '%s\n' "${2:-from ._version import version as __version__}" 'from .core import tag' >"$T/$1/src/lib/__init__.py"
	printf '%s\n' 'def tag(kind):' '    if kind not in ("fast", "slow"):' '        raise ValueError(kind)' '    return kind' >"$T/$1/src/lib/core.py"
	cat >"$T/$1/pyproject.toml"
}
tree scm <<'P'
[build-system]
requires = ["setuptools_scm[toml]>=6.2"]
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
[tool.other]
x = 1
P
says label-only fast scm
tree file <<'P'
[tool.setuptools_scm]
version_file = 'src/lib/_version.py'
P
says label-only fast file
tree hatch 'from . import _version' <<'P'
[tool.hatch.build.hooks.vcs]
version-file = "src/lib/_version.py"
P
says label-only fast hatch
tree whole 'from lib._version import version' <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
P
says label-only fast whole
tree above '' <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
P
echo 'from .._version import version' >"$T/above/src/lib/sub/__init__.py"
echo 'from . import sub' >>"$T/above/src/lib/__init__.py"
says label-only fast above

# near misses
tree nothing </dev/null
leaves_open nothing
tree another 'from ._engine import go' <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
P
leaves_open another
tree place '' <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
P
echo 'from ._version import version' >"$T/place/src/lib/sub/__init__.py"
echo 'from . import sub' >>"$T/place/src/lib/__init__.py"
leaves_open place
tree template <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
write_to_template = "import engine"
P
leaves_open template
tree first <<'P'
[tool.setuptools_scm]
version_file_template = "import engine"
version_file = "src/lib/_version.py"
P
leaves_open first
tree section <<'P'
[tool.engine]
write_to = "src/lib/_version.py"
P
leaves_open section
tree there <<'P'
[tool.setuptools_scm]
write_to = "src/lib/_version.py"
P
printf '%s\n' 'import os' 'os.system(os.environ["X"])' 'version = 1' >"$T/there/src/lib/_version.py"
leaves_open there
