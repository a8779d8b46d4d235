#!/bin/bash
# Vectorising as a move of tune on the GPU of this machine: corpus/lab2rgb in halves, its kernel on vectors, timed; then what apply writes, built and run.
#   M=path/to/mantissa experiments/vectorize/tune-on-gpu.sh [folder for the study]
# Needs nvcc and a GPU; within 150 seconds. Without a folder, results go to $OUT/k/tune.
if [ "${1:-}" = "--help" ]; then sed -n 2,4p "$0" | cut -c3-; exit 0; fi
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
M=${M:-$here/bin/mantissa}
out=${1:-${OUT:-$(mktemp -d)}/k/tune}
arch=${MANTISSA_CUDA_ARCH:-sm_90}
# 8 million pixels, more than caches hold; as many repetitions as make the kernel's time show beside the copies
input="4096 2048 1500"
mkdir -p "$out" && cd "$here" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "FAILED: $1" | tee -a "$out/failed.txt"; failed=1; }

timeout -s INT -k 5 115 "$M" tune corpus/lab2rgb --engine cuda --formats fp32,fp16 --max-error 0.008 --metric max-absolute --trials 3 \
  --no-sanitize --vectorize -o "$out/study" --json -- $input > "$out/tune.json" 2> "$out/tune.txt" || complain "tune, status $?"
tail -n 15 "$out/tune.txt"
node -e "
const d = JSON.parse(require('fs').readFileSync('$out/tune.json', 'utf8'));
const { trial, error, speedup, speedupKind } = d.best ?? {};
console.log(JSON.stringify({ best: { trial, error, speedup, speedupKind }, vectorization: d.vectorization }, null, 2));
process.exit(d.vectorization?.outcome === 'accurate' && d.vectorization.speedup ? 0 : 1);
" || complain "the vectors were not timed"
echo "tune ended at $SECONDS s"

"$M" apply -o "$out/study" > "$out/recommended.patch" || complain "apply, status $?"
grep '^+++ ' "$out/recommended.patch"
grep -q '^+++ .*mantissa_vector.h' "$out/recommended.patch" || echo "the recommended patch has no vectors"
mkdir -p "$work/written" "$work/recommended" && cp corpus/lab2rgb/lab2rgb.cu "$work/written" && cp corpus/lab2rgb/lab2rgb.cu "$work/recommended"
(cd "$work/recommended" && patch -s -p1 < "$out/recommended.patch") || complain "the patch does not apply"
for which in written recommended; do
  (cd "$work/$which" && timeout 25 nvcc -O3 -std=c++17 -arch="$arch" -o program lab2rgb.cu > "$out/$which.nvcc.txt" 2>&1) &
done
wait
for which in written recommended; do
  for run in 1 2 3; do timeout 5 "$work/$which/program" $input > "$out/$which.txt" 2>> "$out/$which.speed.txt" || complain "the $which program, status $?"; done
  [ "$(grep -c '^pixel' "$out/$which.txt")" = 8 ] || complain "the $which program printed no pixels"
  echo "$which: $(tr '\n' ' ' < "$out/$which.speed.txt")"
done
echo "end at $SECONDS s"
exit $failed
