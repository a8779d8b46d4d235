#!/usr/bin/env bash
# Compares the strategies on a GPU, from the packed offline/ folder (npm run pack:offline) and this tree's experiments/:
#   bash experiments/strategies-on-gpu.sh <folder for the results> [program…]
# One program after the other: processes that share a GPU wait for each other's time slices. A minute or two each.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
results=$(cd "$1" && pwd)
shift
exec "$here/offline/node" "$here/experiments/strategies.mjs" "$results" --app "$here/offline/app" --engine cuda \
  --samples "${SAMPLES:-100}" --seeds "${SEEDS:-3}" --trials "${TRIALS:-100}" --naive "${NAIVE:-60}" --ablations "${ABLATIONS:-off}" "$@"
