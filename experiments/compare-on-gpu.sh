#!/usr/bin/env bash
# Compares the strategies on a GPU, on the corpus with inputs between small and large, from the packed offline/ folder (npm run pack:offline):
#   bash experiments/compare-on-gpu.sh [folder for the results] [program…]
# TIME=35s: limit of each search; DIVIDE=10,3,100: the goals; STRATEGIES=auto,delta-debugging,genetic,fisets. A program takes at most TIME for each
# goal and strategy, plus about 15 s. The results include its journals.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "${1:-.}"
results=$(cd "${1:-.}" && pwd)
[ -x "$here/offline/mantissa" ] && [ ! "$here/offline/program.tar.xz" -nt "$here/offline/mantissa" ] || sh "$here/offline/unpack.sh"
# a run takes 20 to 100 ms on an H200
inputs='boxmd 12 20
nbody 40960 2
lud 4096 32
hotspot 2048 1000
gaussian 2048
euler3d 40 400
ljmd 32 100
sp 96 60
sedov 40 100
dot 16777216 100
globalsum 8388608 -4 3 1024 200'
wanted=("${@:2}")
[ ${#wanted[@]} -gt 0 ] || mapfile -t wanted < <(cut -d' ' -f1 <<< "$inputs")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for program in "${wanted[@]}"; do
  read -ra given < <(grep "^$program " <<< "$inputs") || { echo "$program is none of them" >&2; exit 2; }
  cp -r "$here/corpus/$program" "$work/$program"
  metric=$("$here/offline/node" -e '
    const fs = require("fs");
    const [file, ...args] = process.argv.slice(1);
    const { $schema, ...project } = JSON.parse(fs.readFileSync(file, "utf8"));
    project.inputs.large.arguments = args;
    fs.writeFileSync(file, JSON.stringify(project));
    console.log(project.goal.metric);' "$work/$program/mantissa.json" "${given[@]:1}")
  { echo "$program ${given[*]:1}"
    "$here/offline/mantissa" compare "$work/$program" --engine cuda --metric "$metric" --strategies "${STRATEGIES:-auto,delta-debugging,genetic,fisets}" \
      --divide "${DIVIDE:-10,3,100}" --time "${TIME:-35s}" -o "$work/$program/study" 2>> "$results/$program.log"
  } | tee "$results/$program-compare.txt"
  ( cd "$work/$program" && find study -name journal.jsonl -print0 | tar czf "$results/$program-journals.tgz" --null -T - )
done
