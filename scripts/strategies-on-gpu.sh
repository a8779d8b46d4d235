#!/usr/bin/env bash
# Compares the strategies on a GPU, from the packed offline/ folder (npm run pack:offline) and this tree's bench/:
#   bash scripts/strategies-on-gpu.sh <folder for the results> [program…]
# Errors are searched on the inputs named `small`, what each strategy ends with is timed on `large`. About two minutes a program.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
results=$(cd "$1" && pwd)
shift
exec "$here/offline/node" "$here/bench/strategies.mjs" "$results" --app "$here/offline/app" --engine cuda \
  --samples "${SAMPLES:-200}" --seeds "${SEEDS:-3}" --trials "${TRIALS:-200}" --input small --timed large "$@"
