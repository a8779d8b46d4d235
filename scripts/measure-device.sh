#!/usr/bin/env bash
# Measures the first GPU of this machine and writes its device profile (docs/adding/a-device.md): half a minute to compile, seconds to run.
#   bash scripts/measure-device.sh <profile.json>
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
profile=${1:?give the file the profile goes to}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc -O2 -std=c++17 -arch="${ARCH:-native}" "$here/bench/device/microbenchmarks.cu" -o "$build/microbenchmarks"
"$build/microbenchmarks" > "$build/profile.json"
mv "$build/profile.json" "$profile"
echo "$profile"
