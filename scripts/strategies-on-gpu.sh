#!/usr/bin/env bash
# Compares the strategies on a GPU, from the packed offline/ folder (npm run pack:offline) and this tree's bench/:
#   bash scripts/strategies-on-gpu.sh <folder for the results> [program…]
# All programs are searched at the same time, by errors and modelled times; then what each strategy ends with is timed, one after
# the other. A search that is not over after LIMIT seconds is given up. Some six minutes.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
results=$(cd "$1" && pwd)
shift
programs=(${@:-sedov boxmd backprop euler3d})
compare=("$here/offline/node" "$here/bench/strategies.mjs" "$results" --app "$here/offline/app" --engine cuda
  --samples "${SAMPLES:-80}" --seeds "${SEEDS:-3}" --trials "${TRIALS:-100}" --naive "${NAIVE:-40}" --ablations "${ABLATIONS:-off}")
for program in "${programs[@]}"; do timeout -k 5 "${LIMIT:-210}" "${compare[@]}" --phase search "$program" > "$results/$program.log" 2>&1 & done
wait
for program in "${programs[@]}"; do cat "$results/$program.log"; done
exec "${compare[@]}" --phase time "${programs[@]}"
