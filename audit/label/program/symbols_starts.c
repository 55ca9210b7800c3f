/* symbols_starts.c - see symbols.h: calls that start programs, run text or load code, by their full names. */
#include "symbols.h"

#include <stdio.h>
#include <string.h>

#include "symbols_list.h"
#include "words.h"

static const char *const programs[] = {
	/* of Python */
	"subprocess.run", "subprocess.call", "subprocess.check_call", "subprocess.check_output", "subprocess.Popen", "subprocess.getoutput", "subprocess.getstatusoutput",
	"os.system", "os.popen", "os.popen2", "os.popen3", "os.popen4", "os.execv*", "os.execl*", "os.spawn*", "os.posix_spawn*", "os.startfile", "posix.system", "posix.popen", "posix.popen2", "posix.popen3", "posix.execv*", "posix.spawn*", "posix.posix_spawn*",
	"nt.system", "nt.startfile", "nt.execv*", "nt.spawn*", "_posixsubprocess.fork_exec", "_winapi.CreateProcess", "platform.popen",
	"commands.getoutput", "commands.getstatusoutput", "commands.getstatus", "popen2.popen2", "popen2.popen3", "popen2.popen4", "popen2.Popen3", "popen2.Popen4", "six.moves.getoutput", "psutil.Popen", "pexpect.*", "ptyprocess.*", "sh.*", "plumbum.*", "fabric.*", "invoke.*",
	"asyncio.create_subprocess_exec", "asyncio.create_subprocess_shell", "asyncio.subprocess.create_subprocess_*", "trio.run_process", "trio.open_process", "trio.lowlevel.open_process",
	"anyio.run_process", "anyio.open_process", "tornado.process.Subprocess", "multiprocessing.set_executable", "multiprocessing.spawn.set_executable",
	"runpy.run_path", "runpy.run_module", "pty.spawn", "webbrowser.get", "webbrowser.register", "webbrowser.GenericBrowser", "webbrowser.BackgroundBrowser", "webbrowser.UnixBrowser",
	"http.server.CGIHTTPRequestHandler", "CGIHTTPServer.*", "venv.create", "venv.main", "venv.EnvBuilder", "ensurepip.*", "pip.main", "pip._internal.*", "virtualenv.cli_run", "virtualenv.main",
	"cookiecutter.main.*", "pipes.Template", "docker.from_env", "docker.DockerClient", "docker.APIClient", "docker.Client",
	/* what builds: compilers, and scripts of set-up */
	"distutils.spawn.spawn", "distutils.core.run_setup", "distutils.core.setup", "setuptools.setup", "skbuild.setup", "distutils.ccompiler.new_compiler", "distutils.ccompiler.CCompiler", "distutils.unixccompiler.*", "distutils.msvccompiler.*",
	"distutils.cygwinccompiler.*", "distutils._msvccompiler.*", "setuptools._distutils.*", "setuptools.sandbox.*", "setuptools.build_meta.*", "numpy.f2py.compile", "numpy.f2py.main", "numpy.f2py.run_main",
	"numpy.distutils.*", "Cython.Build.cythonize", "pyximport.*",
	"gi.repository.GLib.spawn_*", "gi.repository.Gio.Subprocess*", "gi.repository.Vte.*", "gobject.spawn*", "twisted.internet.utils.getProcess*", "twisted.internet.process.*", "twisted.internet._dumbwin32proc.*", "oslo_concurrency.lockutils.main",
	"oslo_concurrency.lockutils._lock_wrapper", "selinux.rpm_execcon",
	"paramiko.ProxyCommand", "paramiko.proxy.*", "watchdog.tricks.*", "watchdog.watchmedo.*", "joblib.testing.*", "moviepy.tools.subprocess_call", "moviepy.config.*", "dotenv.cli.*",
	"humanfriendly.cli.*", "click.edit", "kazoo.testing.*", "google.auth.pluggable.*", "tornado.autoreload.main", "git.Git", "git.cmd.*", "pyinotify.command_line",
	"Bio.Application.*", "Bio.Align.Applications.*", "Bio.Blast.Applications.*", "Bio.Emboss.Applications.*", "Bio.Phylo.Applications.*", "Bio.Sequencing.Applications.*",
	/* of C */
	"system", "popen", "execv", "execvp", "execve", "execvpe", "execl", "execlp", "execle", "execveat", "posix_spawn", "posix_spawnp", "fexecve", "rexec*", "rcmd*",
	"CreateProcessA", "CreateProcessW", "CreateProcess", "_spawn*", "_execv*", "_execl*", "_wsystem", "_wpopen", "_popen", "ShellExecute*", "WinExec", "wordexp",
	"g_spawn_sync", "g_spawn_async*", "g_spawn_command_line_*", "g_subprocess_new*", "g_subprocess_launcher_spawn*", "uv_spawn", "SDL_CreateProcess*",
	"apr_proc_create", "luaL_execresult", "boost.process.*", "QProcess", "QProcess.*", "reproc.*",
};

static const char *const texts[] = {
	/* of Python; with what runs whatever it finds, or is told by name: tests, migrations, commands of a framework */
	"exec", "eval", "execfile", "builtins.exec", "builtins.eval", "__builtin__.eval", "__builtin__.execfile", "six.exec_", "six.moves.builtins.exec", "six.moves.builtins.eval",
	"six.moves.builtins.execfile", "past.builtins.execfile", "future.utils.exec_", "code.interact", "code.InteractiveInterpreter", "code.InteractiveConsole", "codeop.*",
	"types.FunctionType", "types.LambdaType", "torch.hub.load", "ctypes.pythonapi.*",
	"doctest.testmod", "doctest.testfile", "doctest.run_docstring_examples", "doctest.DocTestSuite", "doctest.DocFileSuite", "doctest.script_from_examples", "doctest.debug*", "doctest.DocTestRunner",
	"cProfile.run", "cProfile.runctx", "profile.run", "profile.runctx", "cProfile.Profile.run", "cProfile.Profile.runctx", "profile.Profile.run", "profile.Profile.runctx", "cProfile.main", "profile.main",
	"pdb.run", "pdb.runeval", "pdb.runcall", "pdb.runctx", "pdb.main", "bdb.Bdb.run", "bdb.Bdb.runcall", "bdb.Bdb.runctx", "bdb.Bdb.runeval", "pdb.Pdb.run", "pdb.Pdb.runctx", "pdb.Pdb.runeval",
	"tkinter.Tcl.eval", "tkinter.Tcl.evalfile", "tkinter.Tcl.call", "tkinter.Tk.eval", "tkinter.Tk.evalfile", "tkinter.Tk.call", "tkinter.Tk.tk.eval", "tkinter.Tk.tk.evalfile", "timeit.main", "trace.Trace", "trace.main", "unittest.main", "unittest.TestProgram", "unittest.TestLoader.discover", "unittest.TestLoader.loadTestsFrom*",
	"unittest.defaultTestLoader.discover", "unittest.defaultTestLoader.loadTestsFrom*", "unittest.loader.*", "unittest.findTestCases", "pytest.main", "IPython.*", "zipimport.*",
	"site.addsitedir", "site.main", "pkg_resources.run_script", "cffi.FFI.dlopen", "numpy.ctypeslib.load_library", "execnet.*", "alembic.command.*", "alembic.config.main", "alembic.config.CommandLine", "flask_migrate.*", "django.core.management.execute_from_command_line",
	"django.core.management.call_command", "django.core.management.ManagementUtility", "uvicorn.main", "gunicorn.app.*", "celery.bin.*", "flask.cli.*",
	"traitlets.config.loader.*", "testscenarios.per_module_scenarios", "testtools.run.*", "subunit.run.*", "waitress.runner.*", "eyed3.main.*", "eyed3.plugins.*", "mistletoe.cli.*",
	"xmlschema.testing.*", "pubsub.pub.addTopicDefnProvider", "pkg_resources.EntryPoint.*", "cinderclient.client.load_module",
	"torch.distributed.run.*", "torch.distributed.launch.*", "torch.distributed.launcher.*",
};

static const char *const loads[] = {"ctypes.CDLL", "ctypes.PyDLL", "ctypes.WinDLL", "ctypes.OleDLL", "ctypes.cdll", "ctypes.windll", "ctypes.oledll", "ctypes.LibraryLoader", "importlib.import_module",
	"importlib.__import__", "importlib.reload", "__import__", "builtins.__import__", "__builtin__.__import__", "six.moves.builtins.__import__", "unittest.TestLoader", "unittest.defaultTestLoader",
	"imp.load_*", "importlib.util.spec_from_file_location", "importlib.machinery.SourceFileLoader", "importlib.machinery.SourcelessFileLoader", "importlib.machinery.ExtensionFileLoader",
	"pkgutil.resolve_name", "pydoc.locate", "pydoc.safeimport"};

int
is_process(const char *name)
{
	return LISTED(strncmp(name, "std.", 4) == 0 ? name + 4 : name, programs);
}

int
is_exec(const char *name)
{
	return LISTED(name, texts);
}

int
is_starting(const char *name)
{
	return is_process(name) || is_exec(name) || LISTED(name, loads);
}

const char *
starting_part(const char *name)
{
	static const char *const modules[] = {"os", "subprocess", "ctypes", "importlib", "runpy", "builtins", "pty"};

	for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
		size_t k = strcspn(dot + 1, ".");
		for (size_t i = 0; dot[1 + k] && i < sizeof modules / sizeof *modules; i++)
			if (strlen(modules[i]) == k && strncmp(modules[i], dot + 1, k) == 0 && is_starting(dot + 1))
				return dot + 1;
	}
	return name;
}

int
is_build_call(const char *name)
{
	static const char *const list[] = {"distutils.*", "setuptools.*", "skbuild.*", "numpy.distutils.*", "numpy.f2py.*", "Cython.*"};

	return LISTED(name, list);
}

static int
member_listed(const char *module, const char *const *list, size_t count)
{
	size_t n = strlen(module);

	for (size_t i = 0; i < count; i++)
		if (strncmp(list[i], module, n) == 0 && list[i][n] == '.')
			return 1;
	return 0;
}

int
is_starting_in(const char *module, const char *name)
{
	char full[300];

	return snprintf(full, sizeof full, "%.200s.%.90s", module, name) < (int)sizeof full && is_starting(full);
}

int
has_starting(const char *module)
{
	return member_listed(module, programs, sizeof programs / sizeof *programs) || member_listed(module, texts, sizeof texts / sizeof *texts) ||
	    member_listed(module, loads, sizeof loads / sizeof *loads);
}
