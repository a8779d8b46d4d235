#!/usr/bin/env bash
# Checks on a GPU that programs print the same bytes when emulated with multi-word formats and when built with them, from the packed offline/ folder
# (npm run pack:offline), without network, in a minute and a half:   bash experiments/wide-on-gpu.sh [folder for the results] [program…]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=${1:-$(mktemp -d)}
[ -x "$here/offline/mantissa" ] && [ ! "$here/offline/program.tar.xz" -nt "$here/offline/mantissa" ] || sh "$here/offline/unpack.sh"
exec "$here/offline/node" "$here/experiments/wide-on-gpu.mjs" "$here/offline/app" "$results" "${@:2}"
