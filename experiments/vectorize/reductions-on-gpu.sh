#!/bin/bash
# Sums and kernels of two formats on vectors, and the width by bandwidth in fp16 and fp32, on the GPU of this machine.
#   M=path/to/mantissa experiments/vectorize/reductions-on-gpu.sh [folder for the results]
# Needs nvcc and a GPU; within 90 seconds. Without a folder, results go to $OUT/k/reductions.
if [ "${1:-}" = "--help" ]; then sed -n 2,4p "$0" | cut -c3-; exit 0; fi
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
M=${M:-$here/bin/mantissa}
out=${1:-${OUT:-$(mktemp -d)}/k/reductions}
arch=${MANTISSA_CUDA_ARCH:-sm_90}
mkdir -p "$out" && cd "$here" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "FAILED: $1" | tee -a "$out/failed.txt"; failed=1; }
left() { echo $((88 - SECONDS > 1 ? 88 - SECONDS : 1)); }

if timeout 40 nvcc -O3 -std=c++17 -arch="$arch" -I runtime/vectorize experiments/vectorize/benchmark-mixed.cu -o "$work/benchmark" > "$out/nvcc.txt" 2>&1; then
  timeout 25 "$work/benchmark" > "$out/mixed.txt" 2>&1 || complain "the benchmark, status $?"
  cat "$out/mixed.txt"
  for loop in sum dot fade luma accumulate; do
    grep -q "^$loop .*error against" "$out/mixed.txt" || complain "no figures of $loop"
  done
else
  complain "nvcc: $(head -c 2000 "$out/nvcc.txt")"
fi

# one after the other: they share the GPU's memory
width() {
  local format=$1 name=$2 source=$3 said="$out/width-$2-$1.txt"
  shift 3
  echo "== the width of $name in $format, at $SECONDS s"
  timeout "$(left)" "$M" vectorize "experiments/vectorize/$source" --function "$name" --format "$format" "$@" \
    --output "$out/${name}_$format.cu" > "$said" 2>&1
  cat "$said"
  grep -q 'GB/s on this GPU' "$said" || complain "the width of $name in $format was not timed"
}
width fp32 lab_to_rgb kernels.c
width fp16 dot reductions.c --reassociate
width fp16 accumulate mixed.cu
width fp16 lab_to_rgb kernels.c
echo "end at $SECONDS s"
exit $failed
