#!/usr/bin/env bash
# Joules of a run beside its time, on a GPU that counts them (NVML): the n-body example with everything lowered, and then recommended by energy.
#   M=<path of mantissa> bash experiments/energy-on-gpu.sh <folder for the results>      (the folder with corpus/ is where it is called)
# Some 80 s on an H200; a part that takes too long is ended, and the other still runs. Each ends with its code.
set -uo pipefail
results=$1
mkdir -p "$results"
study=$(mktemp -d)
bodies=${BODIES:-65536}
common=(tune corpus/nbody --engine cuda --max-error 0.1 --no-sanitize --strategy delta-debugging -o "$study")
part() {
  local name=$1 seconds=$2 began=$SECONDS
  shift 2
  timeout -k 5 "$seconds" "${M:-bin/mantissa}" "${common[@]}" "$@" -- "$bodies" 10 > "$results/$name.json" 2> "$results/$name.log"
  echo "== $name: exit $? after $((SECONDS - began)) s"
  tail -n 5 "$results/$name.log"
}
nvidia-smi --query-gpu=name,power.draw,driver_version --format=csv > "$results/gpu.txt" 2>&1
part beside 45 --energy --trials 1 --json
part objective 45 --objective energy --trials 2 --json
"${M:-bin/mantissa}" show -o "$study" 2>&1 | tee "$results/show.txt" | head -n 12
cp "$study/journal.jsonl" "$results/"
grep -c '"kind":"energy"' "$results/journal.jsonl"
