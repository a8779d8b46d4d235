#!/bin/bash
# Vectorising as a move of tune, and the width by bandwidth, on the GPU of this machine: corpus/lab2rgb in halves, its kernel on vectors, timed.
#   M=path/to/mantissa experiments/vectorize/tune-on-gpu.sh [folder for the studies]
# Needs nvcc and a GPU; within two minutes.
if [ "$1" = "--help" ]; then sed -n 2,4p "$0" | cut -c3-; exit 0; fi
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
M=${M:-$here/bin/mantissa}
out=${1:-$(mktemp -d)}
mkdir -p "$out" && cd "$here" || exit 1
echo "== the width by bandwidth"
for format in fp16 fp32; do
  timeout 40 "$M" vectorize experiments/vectorize/kernels.c --function lab_to_rgb --format $format --output "$out/lab_$format.cu"
done
echo "== tune --vectorize"
timeout 75 "$M" tune corpus/lab2rgb --engine cuda --formats fp32,fp16 --max-error 0.008 --metric max-absolute --trials 4 \
  --no-sanitize --vectorize -o "$out/study" --json -- 8192 8192 100 > "$out/tune.json"
node -e "
const d = JSON.parse(require('fs').readFileSync('$out/tune.json', 'utf8'));
console.log(JSON.stringify({ best: d.best && { trial: d.best.trial, error: d.best.error, speedup: d.best.speedup, kind: d.best.speedupKind }, vectorization: d.vectorization }, null, 2));
"
"$M" apply -o "$out/study" > "$out/vectors.patch" && grep '^+++ ' "$out/vectors.patch"
