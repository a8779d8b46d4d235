#!/usr/bin/env bash
# The time line of the first answer for each application, cold, and the recommended patch built and timed by hand:
#   bash experiments/first-answer-on-gpu.sh <folder for the results> [rounds by hand] [program=tolerance…]
# The tolerances are those at which all-fp32 holds; node comes from the packed offline/ folder (node scripts/pack-offline.mjs).
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
