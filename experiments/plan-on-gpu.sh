#!/usr/bin/env bash
# Runs plans from fp64x2 to fp64 on a GPU: the six programs of Gu's Table 4.2, two sizes each.
#   M=<path of mantissa> OUT=<folder for the results> bash experiments/plan-on-gpu.sh [program…]      (the folder with corpus/ is where it is called)
# Writes to $OUT/k: the output of each program, and the journals, which `mantissa report` and `--json` read. All runs together take at most $TOTAL
# seconds (520), shared evenly: to complete every iteration, name one or two programs. ENGINE=native runs small sizes on the CPU.
set -uo pipefail
out=${OUT:?the folder for the results}/k
engine=${ENGINE:-cuda}
programs=("$@")
[ $# -gt 0 ] || programs=(lud gaussian hotspot boxmd euler3d sp)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# Two sizes of a program, a line each.
sizes() {
  if [ "$engine" = native ]; then
    case $1 in
      lud) printf '%s\n' '32 8' '64 16' ;;
      gaussian) printf '%s\n' 24 48 ;;
      hotspot) printf '%s\n' '16 4' '32 8' ;;
      boxmd) printf '%s\n' '1 1' '2 1' ;;
      euler3d) printf '%s\n' '5 2' '6 4' ;;
      sp) printf '%s\n' '8 2' '12 2' ;;
    esac
    return
  fi
  case $1 in
    lud) printf '%s\n' '1024 16' '4096 16' ;;
    gaussian) printf '%s\n' 1024 3072 ;;
    hotspot) printf '%s\n' '1024 200' '4096 200' ;;
    boxmd) printf '%s\n' '8 10' '16 4' ;;
    euler3d) printf '%s\n' '12 100' '24 100' ;;
    sp) printf '%s\n' '32 50' '64 50' ;;
  esac
}

# What a program's plan takes besides.
options() {
  case $1 in
    euler3d) echo --set stride=4 ;; # some 70 iterations
    sp) echo --set stride=6 ;; # some 150
  esac
}

# Where a program is read. Of lud without tiles of 32: in fp64x2 and wider, three of them are more than the 48 KiB that a block may share, used or not.
folder() {
  [ "$1" = lud ] || { echo "corpus/$1"; return; }
  cp -r corpus/lud "$work/" && sed -i '/case 32:/d' "$work/lud/lud.cu" && echo "$work/lud"
}

runs=0
for program in "${programs[@]}"; do
  [ -d "corpus/$program" ] && [ -n "$(sizes "$program")" ] || { echo "$program is none of lud, gaussian, hotspot, boxmd, euler3d, sp" >&2; exit 2; }
  runs=$((runs + $(sizes "$program" | wc -l)))
done
limit=$((${TOTAL:-520} / runs))
failed=0
{ date -u +%F; nvidia-smi --query-gpu=name,driver_version --format=csv,noheader; } > "$out/machine.txt" 2>&1
for program in "${programs[@]}"; do
  source=$(folder "$program")
  while read -r -a size; do
    study="$work/studies/$program-$(IFS=-; echo "${size[*]}")"
    read -r -a more <<< "$(options "$program")"
    command=(tune "$source" --plan --from fp64x2 --to-end --engine "$engine" --time "${limit}s" ${more[@]+"${more[@]}"} -o "$study" -- "${size[@]}")
    began=$SECONDS
    {
      echo "\$ mantissa ${command[*]}" | sed "s#$work/##g"
      timeout -k 5 $((limit + 10)) "${M:-bin/mantissa}" "${command[@]}" < /dev/null 2> "$work/progress"
      status=$?
      tail -n 4 "$work/progress"
      echo "exit $status after $((SECONDS - began)) s"
      echo
    } >> "$out/$program.txt"
    echo "== $program ${size[*]}: exit $status after $((SECONDS - began)) s"
    [ $status -eq 0 ] || failed=1
    [ ! -d "$study" ] || tar -C "$work/studies" -cf "$out/journals.tar" --exclude='*.lock' .
  done < <(sizes "$program")
done
[ ! -f "$out/journals.tar" ] || gzip -f "$out/journals.tar"
exit $failed
