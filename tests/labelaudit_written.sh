# labelaudit --src: a module of the version that the build writes (audit/label/cone/cone_written.c) hides nothing; any
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
tree versioneer 'from ._version import get_versions' </dev/null
printf '%s\n' '[metadata]' 'name = lib' '[versioneer]' 'VCS = git' 'versionfile_source = src/lib/_version.py' >"$T/versioneer/setup.cfg"
says label-only fast versioneer
tree pdm <<'P'
[tool.pdm.version]
source = "scm"
write_to = "src/lib/_version.py"
P
says label-only fast pdm
tree versioningit <<'P'
[tool.versioningit.write]
file = "src/lib/_version.py"
P
says label-only fast versioningit
tree setup </dev/null
echo 'from setuptools import setup
setup(name="lib", use_scm_version=lambda: {"version_scheme": "post-release", "write_to": "src/lib/_version.py"})' >"$T/setup/setup.py"
says label-only fast setup

# near misses
tree setup_template </dev/null
echo 'from setuptools import setup
setup(name="lib", use_scm_version={"write_to": "src/lib/_version.py", "write_to_template": "import engine"})' >"$T/setup_template/setup.py"
leaves_open setup_template
tree setup_other </dev/null
echo 'from setuptools import setup
setup(name="lib", options={"write_to": "src/lib/_version.py"})' >"$T/setup_other/setup.py"
leaves_open setup_other
tree cfg_other </dev/null
printf '%s\n' '[coverage]' 'versionfile_source = src/lib/_version.py' >"$T/cfg_other/setup.cfg"
leaves_open cfg_other
tree cfg_key <<'P'
[tool.pdm.version]
write_template = "import engine"
write_to = "src/lib/_version.py"
P
leaves_open cfg_key
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
