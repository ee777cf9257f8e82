#!/usr/bin/env bash
# scripts/check-includes passes the repository and finds every planted fault in a small tree.
# Usage: includes_test.sh SOURCE_DIR WORK_DIR
set -euo pipefail

source_dir=$1 work=$2
checker=$source_dir/scripts/check-includes
"$checker" "$source_dir"

# plant FILE LINE...
plant() {
  local file=$work/$1
  shift
  mkdir -p "$(dirname "$file")"
  printf '%s\n' "$@" >"$file"
}

# expect_fault TEXT: the checker fails with exactly this one fault.
expect_fault() {
  local output status=0
  output=$("$checker" "$work") || status=$?
  if ((status != 1)) || [[ $output != *"$1"* || $output != *" 1 faults" ]]; then
    printf 'expected the one fault "%s" and exit 1, got exit %d and:\n%s\n' "$1" "$status" "$output" >&2
    exit 1
  fi
  fresh
}

fresh() {
  rm -rf "$work"
  plant include/waymark/base/types.hpp '#pragma once' '#include <cstdint>'
  plant include/waymark/space/grid.hpp '#pragma once' '#include "waymark/base/types.hpp"'
  plant src/space/tables.hpp '#pragma once'
  plant samples/hello.cpp '#include "waymark/space/grid.hpp"' '#include "waymark/space/long.hpp"'
  for name in base/up space/picture space/near space/bare; do
    plant "src/$name.cpp" '' # a header with a source of its name is an interface, whoever includes it
  done
  plant src/space/grid.cpp '#include "waymark/space/grid.hpp"' '#include <png.h>' '#include "space/tables.hpp"'
  plant tests/space/grid_test.cpp '#include "lab/experiments/report.hpp"'
}

fresh
"$checker" "$work"

plant include/waymark/base/up.hpp '#pragma once' '#include "waymark/space/grid.hpp"'
expect_fault 'include/waymark/base/up.hpp:2: base must not include space'
plant src/io/map.cpp '  #  include "waymark/search/astar.hpp"'
expect_fault 'src/io/map.cpp:1: io must not include search'
plant src/hierarchy/hpa.cpp '#include "waymark/subgoals/view.hpp"'
expect_fault 'hierarchy must not include subgoals'
plant src/world/world.cpp '#include "waymark/offline/builder.hpp"'
expect_fault 'world must not include offline'
plant src/offline/builder.cpp '#include "lab/experiments/report.hpp"'
expect_fault 'nothing in the house includes the lab'
plant src/space/far.cpp '#include "../base/secret.hpp"'
expect_fault 'leaves its folder'
plant src/cellar/wine.cpp ''
expect_fault 'src/cellar/wine.cpp:1: lies in no known room'
plant include/waymark/space/picture.hpp '#pragma once' '#include <png.h>'
expect_fault 'not <png.h>'
plant include/waymark/space/near.hpp '#pragma once' '#include "space/tables.hpp"'
expect_fault 'not space/tables.hpp'
plant include/waymark/space/bare.hpp 'namespace waymark {}'
expect_fault 'needs #pragma once'
plant include/waymark/space/long.hpp '#pragma once' "$(seq 300 | sed 's|^|// |')"
expect_fault '301 lines; split it, 300'
plant src/space/long.cpp "$(seq 501 | sed 's|^|// |')"
expect_fault '501 lines; split it, 500'
plant include/waymark/space/inner.hpp '#pragma once'
expect_fault 'include/waymark/space/inner.hpp:1: nobody outside the house includes it: src/space/inner.hpp is its place'
plant apps/waymark/main.cpp '#include "command.cpp"'
expect_fault 'apps/waymark/main.cpp:1: command.cpp is a source'
echo "14 planted faults found"
