# labelaudit --src: libraries of Python of which some members start programs or load code, and folders by which a tree adds to a library's package
# (audit/label/program/symbols_harmless.c, symbols_starts.c, cone_import.c).
. tests/lib.sh
. tests/says.sh
uses() { # NAME IMPORT STATEMENT
	mkdir -p "$T/$1"
	printf '%s\n' "$2" 'def make(kind):' '    assert kind in ("fast", "slow")' "    $3" '    return kind' >"$T/$1/a.py"
}
quiet() { n=$((n + 1)); uses "quiet$n" "$1" "$2" && says label-only fast "quiet$n"; }
loud() { n=$((n + 1)); uses "loud$n" "$1" "$2" && leaves_open "loud$n"; }
n=0

quiet 'from twisted.python import log, usage' 'log.msg(usage.Options())'
quiet 'from twisted.internet import endpoints' 'endpoints.TCP4ServerEndpoint(None, 1)'
quiet 'from autobahn.twisted.websocket import WebSocketServerFactory' 'WebSocketServerFactory("x")'
quiet 'import natsort, polib, munkres' 'print(natsort.natsorted([kind]), polib.POFile(), munkres.Munkres())'
quiet 'from mock import Mock' 'Mock(name=kind)()'
quiet 'import paramiko' 'paramiko.SSHClient().connect(kind)'
quiet 'import git' 'print(git.Repo(".").head)'
loud 'from twisted.python import reflect' 'reflect.namedAny(kind)'
loud 'from twisted.internet import endpoints' 'endpoints.ProcessEndpoint(None, "cc")'
loud 'from twisted.application.service import ServiceMaker' 'ServiceMaker("a", kind, "b", "c")'
loud 'from twisted.application import app' 'app.run(kind)'
loud 'import paramiko' 'paramiko.ProxyCommand("cc k.c")'
loud 'from paramiko.proxy import ProxyCommand as P' 'P("cc k.c")'
loud 'from watchdog.tricks import ShellCommandTrick' 'ShellCommandTrick(shell_command="cc k.c")'
loud 'from joblib import testing' 'testing.check_subprocess_call(["cc"])'
loud 'from moviepy.tools import subprocess_call' 'subprocess_call(["cc"])'
loud 'import click' 'click.edit("a", editor=kind)'
loud 'import git' 'git.Git(".").execute([kind])'
loud 'from traitlets.config.loader import PyFileConfigLoader' 'PyFileConfigLoader(kind).load_config()'
loud 'from traitlets.config import Application' 'Application().load_config_file(kind)'
loud 'import testscenarios' 'testscenarios.per_module_scenarios("a", [("b", kind)])'
loud 'from waitress.runner import run' 'run(["a", kind])'
loud 'import mido' 'mido.set_backend(kind)'
loud 'from pkg_resources import EntryPoint' 'EntryPoint.parse(kind).resolve()'

# a folder that only adds to a library's package
adds() { # NAME IMPORT FILE [TEXT]: a tree that has that file, too
	uses "$1" "$2" 'print(kind)'
	mkdir -p "$T/$1/$(dirname "$3")"
	printf '%s\n' "${4:-}" >"$T/$1/$3"
}
adds plugin 'from twisted.python import log' twisted/plugins/own.py
says label-only fast plugin
adds below 'import zope.interface' src/zope/own/__init__.py
says label-only fast below
adds package 'from twisted.python import log' twisted/__init__.py
leaves_open package
adds module 'from twisted.python import log' twisted.py
leaves_open module
adds has_it 'import zope.interface.build' src/zope/interface/__init__.py
leaves_open has_it
adds source 'from zope.interface import built' src/zope/own/__init__.py
: >"$T/source/src/zope/interface.pyx"
leaves_open source
adds second 'import zope.interface' src/zope/own/__init__.py
mkdir -p "$T/second/lib/zope" && : >"$T/second/lib/zope/__init__.py"
leaves_open second
adds unknown 'import plumb.lines' plumb/own/a.py
leaves_open unknown
adds other_part 'from twisted.scripts import run' twisted/plugins/own.py
leaves_open other_part
adds whole 'from twisted import plugin' twisted/plugins/own.py
leaves_open whole

# what is patched is imported
patched() { # VERDICT STATEMENT [LINE]: tools.py has the line
	n=$((n + 1))
	uses "patched$n" 'from unittest import mock' "$2"
	printf '%s\n' 'import os' "${3-os.system(os.environ['CC'])}" 'kind = 0' >"$T/patched$n/tools.py"
	says "$1" fast "patched$n"
}
patched unknown 'mock.patch("tools.kind", 1).start()'
patched unknown 'mock.patch.multiple("tools", kind=1).start()'
patched unknown 'mock.patch.dict("tools.kind", a=1).start()'
patched label-only 'mock.patch("tools.kind", 1).start()' 'kind = 1'
