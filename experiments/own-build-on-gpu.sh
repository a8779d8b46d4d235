#!/usr/bin/env bash
# Tunes the thread-block sizes of a program with its own Makefile on a GPU: n-body with the command engine, from the packed offline/ folder (npm run
# pack:offline), in about a minute:   bash experiments/own-build-on-gpu.sh [folder for the results]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=${1:-$(mktemp -d)}
[ -x "$here/offline/mantissa" ] && [ ! "$here/offline/program.tar.xz" -nt "$here/offline/mantissa" ] || sh "$here/offline/unpack.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/corpus/nbody/nbody.cu" "$work"
printf 'nbody: nbody.cu\n\tnvcc -O3 -arch=native -o $@ nbody.cu\n' > "$work/Makefile"
printf '{ "sources": ["nbody.cu"], "build": "make nbody", "run": "./nbody" }\n' > "$work/mantissa.json"
cd "$work"
{
  "$here/offline/mantissa" tune . --engine command --tune-blocks --max-error 1e-3 --formats fp64,fp32 --time "${TIME:-75s}" --no-sanitize -o study -- 32768 10
  "$here/offline/mantissa" apply -o study | grep '^[-+].*[Bb][Ll][Oo][Cc][Kk]' || echo 'no block has another size'
} 2>&1 | tee "$results/own-build.txt"
