#!/usr/bin/env bash
# Measures the first GPU of this machine and writes its device profile (docs/adding/a-device.md): a minute or two, most of it to compile.
#   bash scripts/measure-device.sh <profile.json>
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
profile=${1:?give the file the profile goes to}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$here/bin/mantissa" characterize --engine cuda --quick --only operations,conversions,memory --output "$folder" >&2
mv "$folder/profile.json" "$profile"
echo "$profile"
