# labelaudit --src: commands of Python whose first word is a variable, or each of a list, and what stands behind it (audit/label/cone/cone_command.c).
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

# lines of a shell that stand there whole
knows line_pipe 'subprocess.check_output("cat /proc/cpuinfo | grep name | wc -l", shell=True)'
knows line_else 'os.system("clear || cls")'
knows line_none 'os.system("")'
knows line_function 'run("ls -l | sort"); run("date && uname" if args.x else "hostname; id")' 'def run(c): return os.popen(c).read()'
knows line_quoted "os.system('grep -c \"a|b\" x | head -1')"
opens line_make 'os.system("cd k && make")'
opens line_piped 'os.system("cat k.c | cc -x c -")'
opens line_taken 'os.system("echo $(cc k.c)")'
opens line_ticks 'os.system("echo `cc k.c`")'
opens line_second 'os.system("ls\ncc k.c")'
opens line_run 'os.system("ls | xargs cc")'
opens line_own 'os.system("ls; ./k")'
opens line_tells 'os.system("ls | awk \"{ system(\\\"cc k.c\\\") }\"")'
opens line_put 'c = "ls; "; c += args.x; os.system(c)'
opens line_formed 'os.system("ls | %s" % args.x)'
opens line_empty 'c = ""; c += args.x; os.system(c)'
opens line_grown 'os.system("" + args.x)'
opens line_opened 'os.system("ls; \"" + args.x)'
opens line_given 'run("ls; id"); run(args.x)' 'def run(c): os.system(c)'
knows shell 'subprocess.run(["bash", "-c", "ls | wc -l"]); subprocess.Popen(("/bin/sh", "-c", "uname"))'
knows shell_given 'run("ls | wc"); run("date")' 'def run(line): subprocess.Popen(["bash", "-c", line])'
opens shell_cc 'subprocess.run(["sh", "-c", "cc k.c"])'
opens shell_line 'run(args.x)' 'def run(line): subprocess.Popen(["bash", "-c", line])'
opens shell_formed 'subprocess.run(["sh", "-c", f"ls; {args.x}"])'
opens shell_file 'subprocess.run(["sh", "k.sh", "ls"])'
opens shell_option 'subprocess.run(["bash", "-lc", "ls"])'
opens shell_own 'subprocess.run(["./sh", "-c", "ls"])'
opens shell_operand 'subprocess.run(["sh", "-c", "$0", args.x])'
opens shell_put 'c = ["sh", "-c"]; c.append(args.x); subprocess.run(c)'
opens shell_set 'c = ["sh", "-c", "ls"]; c[2] = args.x; subprocess.run(c)'
mkdir -p "$T/line_tool/samtools"; echo 'x = 1' >"$T/line_tool/samtools/view.py"
opens line_tool 'os.system("ls; samtools view x")'
# what a program says is read
knows read_of 'print(os.popen("ls -l").read(), [x for x in os.popen("date").readlines()])'
knows read_old 'print(commands.getoutput("ls").split())' 'import commands'
opens read_cc 'print(os.popen("cc k.c").read())'
opens read_other 'print(os.popen2("cc k.c")[1].read())'
opens read_old_cc 'print(commands.getstatusoutput("cc k.c")[0])' 'import commands'
