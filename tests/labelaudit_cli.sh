#!/bin/sh
# labelaudit --src on programs of C++ whose options a library parses: each program takes
# --backend plain|graph, or --use-graph, and says 2 of any other backend.
. tests/lib.sh
. tests/says.sh
cd "$T" || exit 1
program() { # NAME, body on standard input
	mkdir -p "$1"
	{
		cat <<'C'
#include <cuda_runtime.h>
#include <string>
static cudaGraphExec_t x; static cudaStream_t st; static bool ready;
static void record() { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); ready = true; }
static int run() { if (ready) cudaGraphLaunch(x, st); else cudaLaunchKernel("k"); return 0; }
C
		cat
	} >"$1/main.cpp"
}

program gflags <<'C'
#include <gflags/gflags.h>
DEFINE_string(backend, "plain", "plain or graph");
DEFINE_bool(use_graph, false, "record");
int main(int argc, char **argv)
{
    gflags::ParseCommandLineFlags(&argc, &argv, true);
    if (FLAGS_backend == "graph" || FLAGS_use_graph) record();
    else if (FLAGS_backend != "plain") return 2;
    return run();
}
C
says wired use-graph gflags
says wired graph gflags
says conditional plain gflags

program cxxopts <<'C'
#include <cxxopts.hpp>
int main(int argc, char **argv)
{
    cxxopts::Options options("bench", "a bench");
    options.add_options()("g,use-graph", "record")("b,backend", "how", cxxopts::value<std::string>()->default_value("plain"));
    auto result = options.parse(argc, argv);
    std::string how = result["backend"].as<std::string>();
    if (result.count("use-graph")) record();
    else if (how == "graph") record();
    else if (how != "plain") return 2;
    return run();
}
C
says wired use-graph cxxopts
says wired graph cxxopts
says unreachable plain cxxopts

program cli11 <<'C'
#include <CLI/CLI.hpp>
int main(int argc, char **argv)
{
    CLI::App app{"bench"};
    std::string backend = "plain";
    bool graph = false;
    app.add_option("-b,--backend", backend, "how")->required();
    app.add_flag("--use-graph", graph, "record");
    CLI11_PARSE(app, argc, argv);
    if (graph || backend == "graph") record();
    else if (backend != "plain") return 2;
    return run();
}
C
says wired use-graph cli11
says wired graph cli11
says conditional plain cli11

program glib <<'C'
#include <glib.h>
static gboolean graph = FALSE;
static gchar *backend = NULL;
static GOptionEntry entries[] = {
    {"use-graph", 'g', 0, G_OPTION_ARG_NONE, &graph, "record", NULL},
    {"backend", 'b', 0, G_OPTION_ARG_STRING, &backend, "how", NULL},
    {NULL}
};
int main(int argc, char **argv)
{
    GOptionContext *c = g_option_context_new("- bench");
    g_option_context_add_main_entries(c, entries, NULL);
    g_option_context_parse(c, &argc, &argv, NULL);
    if (graph || !strcmp(backend, "graph")) record();
    else if (strcmp(backend, "plain")) return 2;
    return run();
}
C
says wired use-graph glib
says wired graph glib
says conditional plain glib

program tclap <<'C'
#include <tclap/CmdLine.h>
int main(int argc, char **argv)
{
    TCLAP::CmdLine cmd("bench", ' ', "1");
    TCLAP::ValueArg<std::string> backend("b", "backend", "how", false, "plain", "string", cmd);
    TCLAP::SwitchArg graph("g", "use-graph", "record", cmd, false);
    cmd.parse(argc, argv);
    if (graph.getValue() || backend.getValue() == "graph") record();
    else if (backend.getValue() != "plain") return 2;
    return run();
}
C
says wired use-graph tclap
says wired graph tclap
says unreachable plain tclap

program boost <<'C'
#include <boost/program_options.hpp>
namespace po = boost::program_options;
int main(int argc, char **argv)
{
    std::string backend;
    bool fast = false;
    po::options_description desc("options");
    desc.add_options()
        ("help,h", "help")
        ("use-graph,g", "record")
        ("backend,b", po::value<std::string>(&backend)->default_value("plain"), "how")
        ("fast", po::bool_switch(&fast), "record, too")
        ("mode", po::value<std::string>(), "how, once more");
    po::variables_map vm;
    po::store(po::parse_command_line(argc, argv, desc), vm);
    po::notify(vm);
    if (vm.count("help")) return 0;
    if (vm.count("use-graph")) { record(); return run(); }
    if (fast) { record(); return run(); }
    if (vm.count("mode")) {
        if (vm["mode"].as<std::string>() == "mapped") { record(); return run(); }
        if (vm["mode"].as<std::string>() == "direct") return run();
        return 2;
    }
    if (backend == "graph") record();
    else if (backend != "plain") return 2;
    return run();
}
C
says wired use-graph boost
says conditional fast boost # --help may be given, too
says wired mapped boost
says unreachable direct boost
says wired graph boost
says unreachable plain boost
