#!/usr/bin/env bash
# What the papers' evaluations need a GPU for, from the packed offline/ folder, in parts of less than ten minutes each:
#   bash scripts/evaluate-on-gpu.sh <folder for the results> sets|strategies|model|options
# sets: figure 5, what a shadow run costs, the tables. strategies: against one another. model: predicted against measured times.
# options: of the set search. PROGRAMS says which programs of the corpus, for the last two. A step that takes too long is ended; the others still run.
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
    step shadow 90 "$here/offline/node" "$here/scripts/shadow-on-gpu.mjs" "$app" "$results"
    LIMIT=${LIMIT:-110s} SETS=${SETS:-20} TRIALS=${TRIALS:-30} step tables 390 bash "$here/scripts/gpumixer-on-gpu.sh" "$results" euler3d
    ;;
  strategies) step strategies 345 bash "$here/scripts/strategies-on-gpu.sh" "$results" ;;
  model) step model 270 "$here/offline/node" "$here/scripts/model-against-gpu.mjs" "$app" "$results" ${PROGRAMS:-} ;;
  options)
    step options 150 "$here/offline/node" "$here/bench/fiset-options.mjs" --app "$app" --engine cuda --timed 2 --out "$results/options.json" ${PROGRAMS:-ljmd nbody euler3d}
    ;;
  *) echo "the second argument is sets, strategies, model or options" && exit 2 ;;
esac
exit $failed
