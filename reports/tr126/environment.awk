# Adds to fields of the environment (runinfo --columns) the forms that TR126 has
# them in:
#   python_release, gcc_version   of the Python version and its compiler
#   kernel                        of the platform
#   cudnn_release                 91200 as 9.12.00
#   torch_release                 before the "+"
#   torch_build                   without the last number of the container's version
#   torch_container               that without the hash of the commit, too
#   container_release             the container's version alone
#   gpu_short                     without maker and kind
#   gpu_compute_capability, docker, graph_breaks, compile_backend
# TR120 has its own names for some of these fields.
#   runinfo --columns ... | awk -f reports/csv.awk -f reports/tr126/environment.awk
function add(name, value) { names = names "," name; values = values "," quoted(value) }
function field(a, b) { return (a in at) && f[at[a]] != "" ? f[at[a]] : (b in at) ? f[at[b]] : "" }
NR == 1 { header($0, at); head = $0; next }
{
	csv($0, f)
	names = values = ""
	s = field("environment.python_version")
	split(s, word, " "); add("python_release", word[1])
	add("gcc_version", match(s, /GCC [0-9.]+/) ? substr(s, RSTART + 4, RLENGTH - 4) : "")
	s = field("environment.platform")
	add("kernel", match(s, /^Linux-[0-9.]+/) ? substr(s, 7, RLENGTH - 6) : "")
	s = field("environment.cudnn_version")
	add("cudnn_release", s == "" ? "" : sprintf("%d.%02d.%02d", s / 10000, s / 100 % 100, s % 100))
	s = field("environment.torch_version", "torch.version")
	add("torch_release", substr(s, 1, index(s "+", "+") - 1))
	if (s ~ /\.nv[0-9]+\.[0-9]+\.[0-9]+$/) sub(/\.[0-9]+$/, "", s)
	add("torch_build", s)
	sub(/\+[0-9a-f]+\.nv/, "+nv", s); add("torch_container", s)
	add("container_release", match(s, /nv[0-9.]+$/) ? substr(s, RSTART + 2) : "")
	s = field("environment.gpu_name", "torch.gpu_name")
	sub(/^NVIDIA GeForce /, "", s); sub(/ GPU$/, "", s); add("gpu_short", s)
	s = field("dotted(environment.gpu_compute_capability)", "dotted(torch.gpu_cc)")
	add("gpu_compute_capability", s)
	add("docker", field("environment.in_docker") == "true" ? "Docker" : "")
	s = field("checks.torch_compile_inductor.detail")
	add("graph_breaks", sub(/^graph_breaks=/, "", s) ? s : "")
	add("compile_backend", field("checks.torch_compile_inductor.backend", "compile.backend"))
	if (!done++) print head names
	print $0 values
}
