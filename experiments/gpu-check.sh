#!/usr/bin/env bash
# Checks the cuda and command engines on a machine with nvcc and a GPU, from the packed offline/ folder (npm run pack:offline), without
# network, in a few minutes:   bash experiments/gpu-check.sh [folder for the results]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=${1:-$(mktemp -d)}
[ -x "$here/offline/mantissa" ] && [ ! "$here/offline/program.tar.xz" -nt "$here/offline/mantissa" ] || sh "$here/offline/unpack.sh"
"$here/offline/mantissa" doctor | tee "$results/doctor.txt"
exec "$here/offline/node" "$here/experiments/gpu-check.mjs" "$here/offline/app" "$results"
