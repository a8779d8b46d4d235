#!/usr/bin/env bash
# What the papers' evaluations need a GPU for, from the packed offline/ folder, in two parts of less than ten minutes each:
#   bash scripts/evaluate-on-gpu.sh <folder for the results> sets|model
# sets: figure 5, what a shadow run costs, the options of the set search, the tables. model: strategies against one another, predicted
# against measured times. A step that takes too long is ended; the others still run.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
results=$(cd "$1" && pwd)
app="$here/offline/app"
failed=0
step() {
  local name=$1 seconds=$2 began=$SECONDS
  shift 2
  timeout -k 5 "$seconds" "$@" > "$results/$name.txt" 2>&1
  local status=$?
  echo "== $name: exit $status after $((SECONDS - began)) s"
  tail -n "${SHOWN:-40}" "$results/$name.txt"
  [ $status = 0 ] || failed=1
}
case "$2" in
  sets)
    step figure5 110 "$here/offline/node" "$here/scripts/gpumixer-cases-on-gpu.mjs" "$app" "$results" figure5
    step shadow 60 "$here/offline/node" "$here/scripts/shadow-on-gpu.mjs" "$app" "$results"
    LIMIT=${LIMIT:-80s} SETS=${SETS:-16} TRIALS=${TRIALS:-30} step tables 220 bash "$here/scripts/gpumixer-on-gpu.sh" "$results" euler3d
    step options 150 "$here/offline/node" "$here/bench/fiset-options.mjs" --app "$app" --engine cuda --timed 2 --out "$results/options.json" ljmd nbody euler3d
    ;;
  model)
    step strategies 320 bash "$here/scripts/strategies-on-gpu.sh" "$results"
    step model 250 "$here/offline/node" "$here/scripts/model-against-gpu.mjs" "$app" "$results" sedov boxmd euler3d nbody backprop
    ;;
  *) echo "the second argument is sets or model" && exit 2 ;;
esac
exit $failed
