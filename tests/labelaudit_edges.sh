#!/bin/sh
# labelaudit --src: what ends the reading of a program of C early must not look like its end:
# recursion that is cut, and files that lie outside of the operands.
. tests/lib.sh
. tests/says.sh
cd "$T" || exit 1

mkdir deep
cat >deep/a.cpp <<'E'
#include <cstring>
#include <cuda_runtime.h>
static cudaGraphExec_t x; static cudaStream_t st; static int ready;
static void record() { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); ready = 1; }
static void setup(int n) { if (n == 0) record(); else setup(n - 1); }
static int count(int n) { return n == 0 ? 1 : count(n - 1); }
int main(int argc, char **argv)
{
    if (!strcmp(argv[1], "twenty")) setup(20);
    if (!strcmp(argv[1], "endless")) setup(2000);
    if (!strcmp(argv[1], "asked")) setup(argc);
    if (!strcmp(argv[1], "counted") && count(20) == 1) record();
    if (ready) cudaGraphLaunch(x, st); else cudaLaunchKernel("k");
    return 0;
}
E
says wired twenty deep
says conditional endless deep # by its names: the paths do not go so far
check "the call that was not followed is named" grep -q '/deep/a.cpp:5: opaque: setup calls itself more often than is followed$' out
says conditional asked deep
says wired counted deep
says unreachable none deep

# a link in the tree, and a path out of it: what they lead to is not read
mkdir -p in/src away
cat >away/modes.def <<'E'
MODE(graph, 1)
E
cat >in/src/main.cpp <<'E'
#include <cuda_runtime.h>
#include <string.h>
static cudaGraphExec_t x; static cudaStream_t st;
static void record() { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); }
struct mode { const char *name; int compiled; };
static const struct mode modes[] = {
    {"plain", 0},
#define MODE(n, c) {#n, c},
#include "modes.def"
};
int main(int argc, char **argv)
{
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(modes[i].name, argv[1])) {
            if (modes[i].compiled) { record(); cudaGraphLaunch(x, st); } else cudaLaunchKernel("k");
            return 0;
        }
    return 2;
}
E
cp away/modes.def in/src/modes.def
says wired graph in
rm in/src/modes.def; ln -s ../../away/modes.def in/src/modes.def
says conditional graph in # rows of the table are not known
sed -i 's,"modes.def","../../away/modes.def",' in/src/main.cpp
says conditional graph in
run labelaudit --src --label graph in away
check "a file of another operand is read" grep -qx "graph: wired" out

# rows that are included where values stand; an #include in a comment and what follows there are none of its code
mkdir rows
sed -e '/^#define MODE/d' -e 's,^#include "../../away/modes.def",/* of those before\n#include "old.inc"\n   }; none is left */\n#include "rows.inc",' in/src/main.cpp >rows/main.cpp
check "the tree is made" grep -qx '#include "rows.inc"' rows/main.cpp
printf '{"graph", 1},\n' >rows/rows.inc
says wired graph rows
says unreachable plain rows

# what a library is handed by its address may hold anything afterwards
mkdir filled
cat >filled/a.cpp <<'E'
#include <cstring>
#include <vector>
#include <cuda_runtime.h>
static cudaGraphExec_t x; static cudaStream_t st; static bool ready;
static void record() { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); ready = true; }
struct conf { int graph; };
int main(int argc, char **argv)
{
    conf c = {0};
    int flag[2] = {0, 0};
    std::vector<int> v;
    if (!strcmp(argv[1], "struct")) { fread(&c, sizeof c, 1, stdin); if (c.graph) record(); }
    if (!strcmp(argv[1], "array")) { fread(flag, sizeof flag, 1, stdin); if (flag[1]) record(); }
    if (!strcmp(argv[1], "vector")) { cudaFill(&v); for (size_t i = 0; i < v.size(); i++) record(); }
    if (!strcmp(argv[1], "written")) { fwrite(&c, sizeof c, 1, stdout); if (c.graph) record(); }
    if (ready) cudaGraphLaunch(x, st); else cudaLaunchKernel("k");
    return 0;
}
E
says conditional struct filled
says conditional array filled
says wired vector filled
says unreachable written filled

# the last argument that is no option is the name: another one does not take its place
mkdir last
cat >last/a.c <<'E'
#include <string.h>
#include <cuda_runtime.h>
static cudaGraphExec_t x; static cudaStream_t st;
static void record(void) { cudaGraph_t g; cudaStreamBeginCapture(st, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(st, &g); cudaGraphInstantiate(&x, g, 0); }
int main(int argc, char **argv)
{
    const char *name = NULL, *way;
    int late = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] == 'l')
            late = 1;
        else
            name = argv[i];
    }
    if (!name)
        return 2;
    way = !strcmp(name, "graph") || (late && !strcmp(name, "late")) ? "graph" : !strcmp(name, "plain") || !strcmp(name, "late") ? "eager" : NULL;
    if (!way)
        return 2;
    if (!strcmp(way, "graph")) { record(); cudaGraphLaunch(x, st); } else cudaLaunchKernel("k");
    return 0;
}
E
says wired graph last
says unreachable plain last
says conditional late last

# OpenCL through its C++ classes: a program that is built, at once or later, and elements of what a library fills
mkdir ocl
cat >ocl/a.cpp <<'E'
#include <CL/opencl.hpp>
#include <cstring>
#include <vector>
static const std::string text =
#include "text.cl"
    ;
static void run(cl::CommandQueue &q, cl::Program &p, int late)
{
    cl::Kernel k(p, "k");
    if (late) k.setArg(0, 1);
    q.enqueueNDRangeKernel(k, cl::NullRange, 1, 1);
}
int main(int argc, char **argv)
{
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    std::string name = platforms[0].getInfo<CL_PLATFORM_NAME>();
    cl::Context ctx(CL_DEVICE_TYPE_ALL);
    cl::CommandQueue q(ctx);
    cl::Program::Sources src(1, text);
    if (!strcmp(argv[1], "later")) { cl::Program p(ctx, src); p.build("-O"); run(q, p, 1); }
    if (!strcmp(argv[1], "at-once")) { cl::Program p(ctx, src, true); run(q, p, 0); }
    if (!strcmp(argv[1], "unused")) { cl::Program p(ctx, src); p.build("-O"); q.enqueueWriteBuffer(0, 1, 2); }
    return 0;
}
E
says wired later ocl
says wired at-once ocl
says label-only unused ocl
