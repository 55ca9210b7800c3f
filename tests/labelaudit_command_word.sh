# labelaudit --src: commands of Python whose first word is a variable, or each of a list, and what stands behind it (audit/label/cone_command.c).
. tests/lib.sh
. tests/says.sh
. tests/fast_py.sh

knows word 'tool = "/usr/bin/cp"; subprocess.run([tool, "a", args.x])'
knows one_of_two 'tool = "cp" if args.x else "mv"; subprocess.run((tool, args.x, "b"))'
knows file_word 'print(TOOL, [TOOL], TOOL.strip()); subprocess.run([TOOL] + [args.x])' 'TOOL = "cp"'
knows git 'tool = "git"; subprocess.run([tool, "log", args.x])'
knows git_behind 'tool = "git"; rest = ["log"]; rest.append(args.x); subprocess.run([tool] + rest)'
opens other 'tool = "cp"; tool = "cc"; subprocess.run([tool, "a"])'
opens grown 'tool = "c"; tool += "c"; subprocess.run([tool, "a"])'
opens given 'tool = args.x; subprocess.run([tool, "a"])'
opens unpacked 'tool, x = "cp", 1; tool, x = "cc", 2; subprocess.run([tool, "a"])'
opens inner 'run()' 'def run():
    tool = "cp"
    def f():
        nonlocal tool
        tool = "cc"
    f()
    subprocess.run([tool, "a"])'
opens elsewhere 'set_tool(); subprocess.run([TOOL, "a"])' 'TOOL = "cp"
def set_tool():
    global TOOL
    TOOL = "cc"'
opens with_as 'subprocess.run([TOOL, "a"])' 'TOOL = "cp"
with open("x") as TOOL: pass'
opens git_other 'tool = "git"; subprocess.run([tool, "clone", args.x])'
opens git_unknown 'tool = "git"; subprocess.run([tool, args.x])'
opens git_option 'tool = "git"; subprocess.run([tool] + ["-c", "core.pager=cc", "log"])'
opens git_first 'tool = "git"; rest = ["log"]; rest.insert(0, "clone"); subprocess.run([tool] + rest)'
opens git_none 'tool = "git"; rest = []; rest.append(args.x); subprocess.run([tool] + rest)'
opens told 'tool = "tar"; subprocess.run([tool] + ["--to-command=cc"])'
opens two_words 'tool = "cp"; subprocess.run([args.x] + [tool])'

# each of a list
each='def run(commands, rest, quiet=False):
    assert isinstance(commands, list)
    for command in commands:
        try:
            text = str([command] + rest)
            subprocess.Popen([command] + rest, stdout=subprocess.PIPE)
        except OSError:
            print("no %s of %s" % (command, commands,))
GITS = ["git"]
if sys.platform == "win32": GITS = ["git.cmd", "git.exe"]'
knows each 'run(["cp", "mv"], ["a", args.x])' "$each"
knows gits 'run(GITS, ["rev-parse", "HEAD"]); run(GITS, ["describe", "--tags", args.x])' "$each"
opens each_cc 'run(["cp", "cc"], ["a", args.x])' "$each"
opens each_sub 'run(GITS, ["rev-parse", "HEAD"]); run(GITS, ["clone", args.x])' "$each"
opens each_given 'run(GITS + [args.x], ["a"])' "$each"
opens each_put 'GITS.append("cc"); run(GITS, ["log"])' "$each"
opens each_added 'GITS += ["cc"]; run(GITS, ["log"])' "$each"
opens each_alias 'g = GITS; g.append("cc"); run(GITS, ["log"])' "$each"
opens each_set 'GITS[0] = "cc"; run(GITS, ["log"])' "$each"
opens each_handed 'change(GITS); run(GITS, ["log"])' "$each
def change(x): x.append(\"cc\")"
opens each_exe 'run(["./git.exe"], ["log"])' "$each"
opens each_script 'run(["git.py"], ["log"])' "$each"
knows loop 'for c in ("cp", "mv"): subprocess.run([c, "a", args.x])'
opens loop_two 'for c, d in (("cc", "mv"),): subprocess.run([c, "a", args.x])'
opens loop_text 'for c in ("cp a", "cc k.c"): os.system(c)'
opens loop_files 'for c in os.listdir("."): subprocess.run([c])'
