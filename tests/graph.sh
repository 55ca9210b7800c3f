# graph.sh - what tests of labelaudit --src put into programs of C that capture a CUDA graph. A test sources it after lib.sh.

# graph_head: the graph, and the work that is captured or done
graph_head() {
	cat <<'C'
#include <cuda_runtime.h>
cudaGraph_t g; cudaGraphExec_t e; cudaStream_t s; int have;
static void kern(void) { }
C
}

# graph_build: build() captures it
graph_build() {
	cat <<'C'
void build(void)
{
	cudaStreamBeginCapture(s, 0);
	kern();
	cudaStreamEndCapture(s, &g);
	cudaGraphInstantiate(&e, g, 0);
	have = 1;
}
C
}

# graph_serve: serve() launches it, or does the work where there is none
graph_serve() {
	cat <<'C'
void serve(void)
{
	if (have)
		cudaGraphLaunch(e, s);
	else
		kern();
	cudaStreamSynchronize(s);
}
C
}
