#!/usr/bin/env bash
# Tables 3 to 5 of the GPUMixer paper on a GPU, from the packed offline/ folder. LIMIT: time limit of each of a program's four studies.
#   bash experiments/gpumixer-on-gpu.sh <folder for the results> [program…]
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=$(cd "$1" && pwd)
shift
programs=("${@:-sedov ljmd euler3d}")
cd "$here/offline/app" || exit 1
# common builds run in parallel, before the GPU is timed
for program in $([ $# -ne 1 ] && echo ${programs[@]}); do
  "$here/offline/mantissa" tune "corpus/$program/digits.json" --engine cuda --strategy fisets --set mode=1 --trials 1 -q -o "$(mktemp -d)" > /dev/null 2>&1 &
done
wait
failed=0
for program in ${programs[@]}; do
  study="$results/studies/$program" # kept where an end of the time does not lose it
  "$here/offline/mantissa" tune "corpus/$program/digits.json" --engine cuda --strategy fisets --table \
    --set "max-sets=${SETS:-30}" --trials "${TRIALS:-60}" --time "${LIMIT:-150s}" -o "$study" > "$results/$program.md" 2> "$results/$program.log"
  status=$?
  cp "$study/tables.json" "$results/$program.json" 2> /dev/null
  for part in "$study"/*/; do cp "$part/journal.jsonl" "$results/$program-$(basename "$part").jsonl"; done
  [ $status = 0 ] || { echo "$program ended with $status"; tail -n 3 "$results/$program.log"; failed=1; }
  cat "$results/$program.md"
done
exit $failed
