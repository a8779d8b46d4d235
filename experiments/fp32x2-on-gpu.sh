#!/bin/sh
# sh experiments/fp32x2-on-gpu.sh [architecture, by default sm_90]: measures fp32x2, as patches have it, against pairs of floats written by hand, pairs in
# the style of a multiple-precision library, fp64 and fp32, and prints one table. Needs nvcc 13 and a GPU, no Node; about half a minute.
# For the record: sh experiments/fp32x2-on-gpu.sh | tee results/nvidia-h200/fp32x2/throughput.txt
# COMPILE_ONLY=1 stops before running.
set -eu
cd "$(dirname "$0")/.."
architecture=${1:-sm_90}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build() {
  nvcc -O3 -std=c++14 -arch="$architecture" -I runtime/mantissa "$@" experiments/fp32x2-on-gpu.cu
}
build -o "$folder/whole"
build -DMANTISSA_FINITE_ONLY -o "$folder/finite"
if [ -n "${COMPILE_ONLY:-}" ]; then
  echo "compiled for $architecture"
  exit
fi
echo "# commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown), $(date -u +%Y-%m-%d), $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader), $(nvcc --version | tail -n 2 | head -n 1)"
echo "# Gop/s: 10^9 operations per second of the whole GPU, four chains in each thread, median of 7 runs. In brackets: digits of one operation."
echo "# ours: infinities and NaNs kept as IEEE's; finite only: -DMANTISSA_FINITE_ONLY; by hand: short sums, which lose digits where heads cancel"
{ "$folder/whole"; "$folder/finite"; } | awk -F '\t' '
  { if (!($1 in seen)) { seen[$1] = 1; order[++count] = $1 } speed[$1, $2] = $3; digits[$1, $2] = $4 }
  function cell(o, t) { return sprintf("%9.1f (%4.1f)", speed[o, t], digits[o, t]) }
  END {
    printf "%-10s %16s %16s %16s %16s %16s %16s  %s\n", "operation", "ours", "finite only", "by hand", "library style", "fp64", "fp32", "time over library style: ours, finite only; over by hand: ours, finite only"
    for (i = 1; i <= count; i++) {
      o = order[i]
      printf "%-10s %16s %16s %16s %16s %16s %16s  %.2f %.2f; %.2f %.2f\n", o, cell(o, "ours"), cell(o, "ours-finite"), cell(o, "by-hand"), cell(o, "library"), cell(o, "fp64"), cell(o, "fp32"),
        speed[o, "library"] / speed[o, "ours"], speed[o, "library"] / speed[o, "ours-finite"], speed[o, "by-hand"] / speed[o, "ours"], speed[o, "by-hand"] / speed[o, "ours-finite"]
    }
  }'
