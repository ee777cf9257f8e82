#!/usr/bin/env bash
# Installs a finished build into an empty folder and builds the consumer against it; then configures the consumer with
# Waymark as a subdirectory. Usage: test.sh SOURCE_DIR BUILD_DIR WORK_DIR VERSION
set -euo pipefail

source_dir=$1 build_dir=$2 work=$3 version=$4
here=$source_dir/tests/install
rm -rf "$work"

cmake --install "$build_dir" --prefix "$work/prefix" >/dev/null
cmake -S "$here" -B "$work/installed" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DWAYMARK_WANTED_VERSION="$version"
grep -q "^waymark_DIR:PATH=$work/prefix/" "$work/installed/CMakeCache.txt" # and not one installed on this machine
ninja -C "$work/installed"
output=$("$work/installed/consumer")
echo "$output"
[[ $output == "waymark $version: 11 free cells" ]]

# Generating proves that every target is found; the library itself compiles as it did above.
cmake -S "$here" -B "$work/subdirectory" -G Ninja -DWAYMARK_SOURCE_DIR="$source_dir"
if ninja -C "$work/subdirectory" -t targets all | grep -E 'waymark_(tests|program|lab):'; then
  echo "a subdirectory build must not bring Waymark's tests and program along" >&2
  exit 1
fi
