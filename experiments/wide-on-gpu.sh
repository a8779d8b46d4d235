#!/usr/bin/env bash
# Whether programs emulated with formats of several parts print on a GPU what they print built, bit for bit, from the packed offline/ folder (npm run
# pack:offline), without network, in a minute and a half:   bash experiments/wide-on-gpu.sh [folder for the results] [program…]
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
results=${1:-$(mktemp -d)}
[ -x "$here/offline/mantissa" ] && [ ! "$here/offline/program.tar.xz" -nt "$here/offline/mantissa" ] || sh "$here/offline/unpack.sh"
exec "$here/offline/node" "$here/experiments/wide-on-gpu.mjs" "$here/offline/app" "$results" "${@:2}"
