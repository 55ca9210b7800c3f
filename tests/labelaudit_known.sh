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
uses config 'import configargparse' 'configargparse.ArgumentParser()'
leaves_open config
uses route 'import bottle' 'bottle.run()'
leaves_open route
uses kept 'from intervaltree import IntervalTree' 'IntervalTree()'
leaves_open kept
uses grammar 'import pyparsing' 'pyparsing.Word("x").parseString(kind)'
leaves_open grammar
