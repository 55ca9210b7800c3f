# labelaudit --src: libraries of Python that hide nothing but by what the tables say of them, and those that do.
. tests/lib.sh
. tests/says.sh
# uses NAME IMPORT STATEMENT
uses() {
	mkdir -p "$T/$1"
	printf '%s\n' "$2" 'def make(kind):' '    assert kind in ("fast", "slow")' "    $3" '    return kind' >"$T/$1/a.py"
}
uses window 'from gi.repository import Gtk' 'Gtk.Window().show()'
says label-only fast window
uses seq 'from Bio import SeqIO' 'SeqIO.parse("x", "fasta")'
says label-only fast seq
uses ring 'import serial' 'serial.Serial("/dev/x")'
says label-only fast ring

# near misses: programs that they start, and libraries that are not known
uses spawn 'from gi.repository import GLib' 'GLib.spawn_async(["cc"])'
leaves_open spawn
uses process 'from gi.repository import Gio' 'Gio.Subprocess.new(["cc"], 0)'
leaves_open process
uses terminal 'from gi.repository import Vte' 'Vte.Terminal().spawn_sync(["cc"])'
leaves_open terminal
uses line 'from Bio.Blast.Applications import NcbiblastnCommandline' 'NcbiblastnCommandline(query="x")()'
leaves_open line
uses qt 'from PyQt5.QtCore import *' 'QProcess().start("cc")'
leaves_open qt
uses plumb 'import plumb' 'plumb.straight(kind)'
leaves_open plumb

# those that call what they are given later, keep it, or hand on texts from outside
uses route 'import bottle' 'bottle.run()'
leaves_open route

# those of which it is only known that they neither compile nor load code (audit/label/program/symbols_harmless.c)
uses config 'import configargparse' 'configargparse.ArgumentParser()'
says label-only fast config
uses grammar 'import pyparsing' 'pyparsing.Word("x").parseString(kind)'
says label-only fast grammar
uses kept 'from intervaltree import IntervalTree' 'IntervalTree()'
says label-only fast kept
uses pattern 'import re2' 're2.compile(kind)'
says label-only fast pattern
uses parts 'from zope import event, interface' 'event.notify(kind)'
says label-only fast parts
uses widgets 'from PyQt5 import QtCore, QtWidgets' 'QtWidgets.QLabel(kind).show()'
says label-only fast widgets
uses client 'from novaclient import client' 'client.Client(2)'
says label-only fast client
uses stub 'from _typeshed import StrPath' 'print(kind)'
says label-only fast stub
uses genes 'import vcf' 'vcf.Reader(open(kind))'
says label-only fast genes
uses tests 'from _pytest.outcomes import Skipped' 'print(Skipped)'
says label-only fast tests
uses debugger 'import ipdb' 'ipdb.set_trace()'
leaves_open debugger
uses loops 'import loompy' 'loompy.create_from_fastq(kind, "s", ["a"], "i", "m")'
leaves_open loops
uses trees 'from treetime import TreeAnc' 'TreeAnc(tree=kind)'
says label-only fast trees
uses trees_made 'from treetime.utils import tree_inference' 'tree_inference(kind, "x")'
leaves_open trees_made
uses tests_found 'from _pytest.pathlib import import_path' 'import_path(kind)'
leaves_open tests_found
# what they call is named by the tree, and counts
uses called 'import torch
from blinker import signal
def later(sender):
    return torch.compile(sender)' 'signal("x").connect(later)'
leaves_open called
uses names 'import torch
from twisted.internet import reactor
class Late:
    def go(self):
        return torch.compile(self)' 'reactor.callLater(1, Late().go)'
leaves_open names
# near misses: other parts of them, members that start programs or load code, by any name
uses part 'from zope import dottedname' 'dottedname.resolve(kind)'
leaves_open part
uses quick 'from PyQt5 import QtQml, QtWidgets' 'QtQml.QQmlEngine()'
leaves_open quick
uses bare 'import PyQt5' 'PyQt5.uic.loadUi(kind)'
leaves_open bare
uses process5 'from PyQt5 import QtCore' 'QtCore.QProcess().start("cc")'
leaves_open process5
uses process6 'from PyQt6.QtCore import QProcess as P' 'P().start("cc")'
leaves_open process6
uses shell 'import win32api' 'win32api.ShellExecute(0, "open", "cc", "", "", 1)'
leaves_open shell
uses late 'from twisted.internet import reactor' 'reactor.spawnProcess(None, "cc")'
leaves_open late
uses moved 'from oslo_utils import importutils' 'importutils.import_class(kind)'
leaves_open moved
uses similar 'import mocker' 'mocker.patch(kind)'
leaves_open similar
uses deeper 'import keyrings.alt' 'keyrings.alt.go(kind)'
leaves_open deeper
# a module of the tree that is missing is not the library's
uses mine 'import mock.extra' 'mock.extra.go(kind)'
mkdir -p "$T/mine/mock"
: >"$T/mine/mock/__init__.py"
leaves_open mine

# what a project says that it needs may be called by another name than the module
needs() { # needs FOLDER REQUIREMENT MODULE
	uses "$1" "import $3" "$3.go(1)"
	printf '%s\n' "$2" >"$T/$1/requirements.txt"
}
needs same plumb plumb
says label-only fast same
needs called_python 'python-plumbclient>=2' plumbclient
says label-only fast called_python
needs python_called plumb-python plumb
says label-only fast python_called
needs whole_py uc-plumb-py uc_plumb
says label-only fast whole_py
needs dotted 'plumb.lines==1' plumb.lines
says label-only fast dotted
needs another python-pipe plumb
leaves_open another
needs longer plumb.lines plumb.curves
leaves_open longer
needs engine python-jitplumb jitplumb
leaves_open engine
