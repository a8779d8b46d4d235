#!/usr/bin/env bash
# Builds the benchmark of vectorised loops and runs it; needs nvcc and a GPU, nothing else.
#   experiments/vectorize/run.sh [folder for the results] [rows of the image]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-.}
arch=${MANTISSA_CUDA_ARCH:-sm_90}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -std=c++17 -arch="$arch" -I "$here/../../runtime/vectorize" "$here/benchmark.cu" -o "$work/benchmark"
"$work/benchmark" "${2:-8192}" | tee "$out/benchmark.txt"
# the machine code of what was generated: 128-bit loads and stores, arithmetic on pairs
if command -v cuobjdump > "$work/where"; then
  for source in "$here"/generated/*.cu; do
    nvcc -O3 -std=c++17 -arch="$arch" -I "$here/../../runtime/vectorize" -cubin -o "$work/code.cubin" "$source"
    cuobjdump -sass "$work/code.cubin" > "$work/code.txt"
    count() { grep -cE "$1" "$work/code.txt" || true; }
    echo "$(basename "$source"): LDG.E.128 $(count 'LDG\.E\.128'), STG.E.128 $(count 'STG\.E\.128'), HFMA2 $(count 'HFMA2'), HMUL2 $(count 'HMUL2'), FFMA $(count 'FFMA')"
  done | tee "$out/machine-code.txt"
fi
