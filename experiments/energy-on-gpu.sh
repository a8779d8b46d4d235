#!/usr/bin/env bash
# Energy and time of runs on a GPU that reports its energy (NVML). Two programs with everything lowered: n-body reports its energy as well, boxmd is
# recommended by energy.
#   M=<path of mantissa> bash experiments/energy-on-gpu.sh <folder for the results> [nbody|boxmd]...      (called where corpus/ is)
# A program takes one to two minutes on an H200 and is ended after LIMIT seconds (70); the study so far is stored. Exits with 1 if the energy of a program was not measured.
set -uo pipefail
mkdir -p "$1" && results=$(cd "$1" && pwd) || exit 1
shift
mantissa=${M:-bin/mantissa}
failed=0
count() {
  local name=$1 began=$SECONDS to study
  to=$results/$name
  study=$(mktemp -d)
  shift
  mkdir -p "$to"
  timeout -s INT -k 5 "${LIMIT:-70}" "$mantissa" tune "corpus/$name" --engine cuda --no-sanitize --strategy delta-debugging --trials 1 -v --json -o "$study" "$@" > "$to/tune.json" 2> "$to/tune.log"
  echo "== $name: exit $? after $((SECONDS - began)) s"
  tail -n 4 "$to/tune.log"
  cp "$study/journal.jsonl" "$to/" 2> /dev/null
  "$mantissa" show -o "$study" > "$to/show.txt" 2>&1
  grep -i energy "$to/show.txt"
  grep -q '"kind":"energy"' "$to/journal.jsonl" 2> /dev/null || failed=1
}
nvidia-smi --query-gpu=name,power.draw,clocks.sm,driver_version --format=csv > "$results/gpu.txt" 2>&1
[ $# -gt 0 ] || set -- nbody boxmd
for program in "$@"; do
  case $program in
    nbody) count nbody --energy --max-error 0.1 -- 65536 10 ;;
    boxmd) count boxmd --objective energy --max-error 0.1 -- 16 100 ;;
    *) echo "no part for $program: nbody or boxmd" && failed=1 ;;
  esac
done
exit $failed
