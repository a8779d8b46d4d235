#!/bin/bash
# The eight loops of this folder and eight that the vectoriser was not developed with, on the GPU of this machine: bits against the scalar half
# program, bandwidth against the device's own copy, times against float and against half2 written by hand. Needs nvcc and a GPU, and no Node: the
# vectorised sources are in generated/. Within 120 seconds on 16 cores.
#   experiments/vectorize/loops-on-gpu.sh [folder for the results]
# Without a folder, results go to $OUT/k/loops; loops.txt has one line for each loop.
if [ "${1:-}" = "--help" ]; then sed -n 2,6p "$0" | cut -c3-; exit 0; fi
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-${OUT:-$(mktemp -d)}/k/loops}
arch=${MANTISSA_CUDA_ARCH:-sm_90}
mkdir -p "$out" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
known="lab_to_rgb tone_curve filter_3x3 alpha_blend saxpy stencil fade luma"
unseen="rope multiply swiglu layer_norm fir to_ycc heat axpby"
failed=0
complain() { echo "FAILED: $1" | tee -a "$out/loops.txt"; failed=1; }

: > "$out/loops.txt"
{
  date -u +%F
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2> "$work/none" || true
  nvcc --version | tail -n 2 | head -n 1
} >> "$out/loops.txt"
for loop in $known $unseen; do
  (timeout 90 nvcc -O3 -std=c++17 -arch="$arch" -I "$here/../../runtime/vectorize" "$here/loops/$loop.cu" -o "$work/$loop" > "$out/$loop.nvcc.txt" 2>&1) &
done
(timeout 90 nvcc -O3 -std=c++17 -arch="$arch" -I "$here/../../runtime/vectorize" "$here/halves-on-gpu.cu" -o "$work/halves" > "$out/halves.nvcc.txt" 2>&1) &
wait
echo "compiled at $SECONDS s"
if [ -n "${MANTISSA_ONLY_COMPILE:-}" ]; then
  for loop in halves $known $unseen; do [ -x "$work/$loop" ] || complain "nvcc of $loop: $(head -c 1000 "$out/$loop.nvcc.txt")"; done
  exit $failed
fi
# one after the other: they share the memory
for loop in halves $known $unseen; do
  if [ ! -x "$work/$loop" ]; then
    complain "nvcc of $loop: $(head -c 1000 "$out/$loop.nvcc.txt")"
    continue
  fi
  timeout 15 "$work/$loop" >> "$out/loops.txt" 2>&1
  status=$?
  [ $status = 0 ] || complain "$loop, status $status"
done
echo "end at $SECONDS s" >> "$out/loops.txt"
cat "$out/loops.txt"
exit $failed
