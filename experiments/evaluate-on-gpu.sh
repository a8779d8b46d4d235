#!/usr/bin/env bash
# The parts of the papers' evaluations that need a GPU, from the packed offline/ folder, one after the other, each in a few minutes:
#   bash experiments/evaluate-on-gpu.sh <folder for the results> figure5|shadow|tables|options|strategies|model …
# figure5: two sets of sedov on inputs of several sizes. shadow: cost of a shadow run. tables: tables 3 to 5 of the GPUMixer paper for the programs in
# TABLES, about four minutes each. options: options of the set search. strategies: comparison of STRATEGIES. model: predicted and measured times
# (MODEL). A part that takes too long is ended, and the others still run.
# Kernels are loaded at program start, not at their first launch, where loading would disturb the figure of merit.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
results=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || { echo "which parts?" && exit 2; }
app="$here/offline/app"
node="$here/offline/node"
export CUDA_MODULE_LOADING=${CUDA_MODULE_LOADING:-EAGER}
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
for part in "$@"; do
  case "$part" in
    figure5) step figure5 130 "$node" "$here/experiments/gpumixer-cases-on-gpu.mjs" "$app" "$results" figure5 ;;
    shadow) step shadow 150 "$node" "$here/experiments/shadow-on-gpu.mjs" "$app" "$results" ;;
    tables) LIMIT=${LIMIT:-130s} SETS=${SETS:-20} TRIALS=${TRIALS:-30} step tables 570 bash "$here/experiments/gpumixer-on-gpu.sh" "$results" ${TABLES:-sedov} ;;
    options)
      step options 200 "$node" "$here/experiments/fiset-options.mjs" --app "$app" --engine cuda --timed 2 --out "$results/options.json" ${OPTIONS:-ljmd nbody euler3d}
      ;;
    strategies) step strategies 450 bash "$here/experiments/strategies-on-gpu.sh" "$results" ${STRATEGIES:-} ;;
    model) step model 330 "$node" "$here/experiments/model-against-gpu.mjs" "$app" "$results" ${MODEL:-} ;;
    *) echo "there is no part $part" && exit 2 ;;
  esac
done
exit $failed
