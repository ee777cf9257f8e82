#!/usr/bin/env bash
# A consumer built against what is installed: the finished build (static, with PNG, with the builders); the library alone,
# static and without PNG, built by its target; shared, with PNG and the builders. Then the consumer is configured with
# Waymark as a subdirectory. Usage: test.sh SOURCE_DIR BUILD_DIR WORK_DIR VERSION
set -euo pipefail

source_dir=$1 build_dir=$2 work=$3 version=$4
here=$source_dir/tests/install
rm -rf "$work"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# build TARGET OPTION...: the library as the preset gcc-o0 has it, but for the options: not optimised, for the sake of time.
# For its sake too everything is compiled for a shared library and in one folder, where `./check golden` goes on: each
# build compiles only what differs from the last.
built=$source_dir/build/gcc-o0
build() {
  local target=$1
  shift
  (
    flock 9
    cd "$source_dir"
    cmake --preset gcc-o0 "$@"
    ninja -C "$built" "$target"
  ) 9>"$built.lock"
}

# consume NAME BUILD_DIR PICTURE: installs it, builds the consumer against it, and looks at what it prints.
consume() {
  local name=$1 prefix=$work/$1-prefix output
  cmake --install "$2" --prefix "$prefix" >/dev/null
  cmake -S "$here" -B "$work/$name-consumer" -G Ninja -DCMAKE_BUILD_TYPE=Plain \
    -DCMAKE_PREFIX_PATH="$prefix" -DWAYMARK_WANTED_VERSION="$version"
  grep -q "^waymark_DIR:PATH=$prefix/" "$work/$name-consumer/CMakeCache.txt" # and not one installed on this machine
  ninja -C "$work/$name-consumer"
  if [[ -x $work/$name-consumer/consumer_tool ]]; then "$work/$name-consumer/consumer_tool" "$work/world.knn"; fi
  output=$("$work/$name-consumer/consumer" "$work/world.knn")
  echo "$output"
  [[ $output == "waymark $version
database: ok
a-star: 17 moves
knn-lrta: "*" moves
after the gap was closed: -1 moves
picture: $3" ]] || fail "$name prints something else"
  [[ $output != *"knn-lrta: -1"* ]] || fail "$name: the database does not lead to the goal"
}

consume finished "$build_dir" supported

# Nobody outside may include what lies in src/.
headers=$(cd "$work/finished-prefix/include/waymark" && find . -name '*.hpp' | sort)
[[ $headers == "$(cd "$source_dir/include/waymark" && find . -name '*.hpp' | sort)" ]] || fail "headers installed: $headers"

# The library by its target, where the builders are configured too: what was not built is not installed.
rm -f "$built"/libwaymark* # of other builds
build waymark -DBUILD_SHARED_LIBS=OFF -DWAYMARK_PNG=OFF
consume alone "$built" unsupported
[[ ! -e $work/alone-consumer/consumer_tool ]] || fail "builders that were not built are found"

build all
consume shared "$built" supported
[[ -L $(find "$work/shared-prefix" -name libwaymark.so) ]] || fail "no libwaymark.so with a version behind it"

# Nothing but a compiler: no other package is looked for.
cmake -S "$source_dir" -B "$work/bare" -G Ninja -DWAYMARK_BUILD_PROGRAM=OFF -DWAYMARK_BUILD_TESTS=OFF \
  "-DCMAKE_DISABLE_FIND_PACKAGE_"{PNG,TBB,MPI,fmt,nlohmann_json,Boost,CLI11,GTest,Threads}=ON

# Generating proves that every target is found; the library itself compiles as it did above.
cmake -S "$here" -B "$work/subdirectory" -G Ninja -DWAYMARK_SOURCE_DIR="$source_dir"
if ninja -C "$work/subdirectory" -t targets all | grep -E 'waymark_(tests|program|lab):'; then
  fail "a subdirectory build must not bring Waymark's tests and program along"
fi
