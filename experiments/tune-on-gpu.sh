#!/usr/bin/env bash
# Tunes corpus programs on a GPU from the packed offline/ folder and stores for each the terminal output, the result as JSON, the trials and the
# patch:   bash experiments/tune-on-gpu.sh <folder for the results> <project>…
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=$(cd "$1" && pwd)
shift
failed=0
for project in "$@"; do
  name=$(basename "$project" .json)
  [ "$name" = "$(basename "$project")" ] || name="$(basename "$(dirname "$project")")-$name"
  study=$(mktemp -d)
  engine=$(grep -q '"run"' "$here/offline/app/$project" 2>/dev/null && echo command || echo cuda)
  echo "== $project, $engine engine"
  (
    cd "$here/offline/app" || exit 1
    "$here/offline/mantissa" tune "$project" --engine "$engine" --time "${TUNE_TIME:-120s}" -o "$study" --json \
      > "$results/$name.json" 2> "$results/$name.log"
    status=$?
    tail -n 3 "$results/$name.log"
    "$here/offline/mantissa" trials -o "$study" --format markdown > "$results/$name.trials.md"
    best=$("$here/offline/node" -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).best?.trial ?? ""' "$results/$name.json")
    [ -z "$best" ] || "$here/offline/mantissa" show "$best" -o "$study" | tee "$results/$name.best.txt" | head -n 12
    [ -z "$best" ] || "$here/offline/mantissa" apply "$best" -o "$study" > "$results/$name.patch"
    exit $status
  ) || { echo "ended with $?"; failed=1; }
done
exit $failed
