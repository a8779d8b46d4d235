#!/usr/bin/env bash
# Records the progress to the first answer for each application with a cold cache, and builds and times the recommended patch by hand:
#   bash experiments/first-answer-on-gpu.sh <folder for the results> [rounds by hand] [program=tolerance…]
# At these tolerances all-fp32 is accurate; node comes from the packed offline/ folder (node scripts/pack-offline.mjs).
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=$1
rounds=${2:-5}
shift; shift || true
cd "$here" || exit 1
programs=("$@")
[ ${#programs[@]} -gt 0 ] || programs=(applications/blast=1e-3 applications/duct=1e-3 applications/krylov=20 applications/melt=1e-3 applications/plasma=1e-2)
[ -x offline/mantissa ] && [ ! offline/program.tar.xz -nt offline/mantissa ] || sh offline/unpack.sh
exec offline/node experiments/first-answer.mjs --by-hand "$rounds" "$results" "${programs[@]}"
