# The roofline picture of make bench-gpu-plot: the rate that each cell reaches over its arithmetic
# intensity. Set `data` (what bench_gpu.py --points writes) and `picture` before.
#
# The sloping roof is the copy rate of the same run. The flat ones are peak rates of the card: NVIDIA
# H100 Tensor Core GPU Architecture (white paper), H100 SXM5: FP32 66.9, FP16 Tensor Core 989.4
# Tflop/s, dense; the SXM form of the H200 has the same. Other cards have none.

set terminal svg noenhanced size 900,560 font 'DejaVu Sans,13' background rgb '#ffffff'

# the first block: copy rate, peaks of fp32 and of fp16 (0: not known), title
set table $roofs
plot [-1:1][-1:1] data index 0 using (copy=$1, fp32=$2, fp16=$3, name=strcol(4), 0):(0)
unset table
set output picture

under(x, peak) = copy * x < peak ? copy * x : peak > 0 ? peak : NaN
set logscale xy
set xrange [0.2:1000]
set format x '%g'
set format y '%.0s %cflop/s'
set xlabel 'arithmetic intensity, flops a byte of weights and cache'
set ylabel 'reached'
set title name . ', copy ' . sprintf('%.2f', copy / 1e12) . ' TB/s'
set key top left Left reverse
set grid lc rgb '#dddddd' lt 1 lw 0.5
set border 3
set tics nomirror
set samples 400

refrun = '#0072b2'
torch = '#d55e00'
plot copy * x with lines lc rgb '#999999' dt 2 title 'copy', \
     under(x, fp16) with lines lc rgb '#000000' title 'fp16 Tensor Cores, data sheet', \
     under(x, fp32) with lines lc rgb '#666666' title 'fp32, data sheet', \
     data index 4 using 1:2 with points pt 6 lc rgb torch title 'torch, decode', \
     data index 5 using 1:2 with points pt 4 lc rgb torch title 'torch, contexts', \
     data index 6 using 1:2 with points pt 8 lc rgb torch title 'torch, prefill', \
     data index 1 using 1:2 with points pt 7 lc rgb refrun title 'refrun, decode', \
     data index 2 using 1:2 with points pt 5 lc rgb refrun title 'refrun, contexts', \
     data index 3 using 1:2 with points pt 9 lc rgb refrun title 'refrun, prefill'
