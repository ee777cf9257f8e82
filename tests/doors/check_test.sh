#!/usr/bin/env bash
# ./check's list of steps and its refusal of others; scripts/check-summary on planted logs.
# Usage: check_test.sh SOURCE_DIR WORK_DIR
set -euo pipefail

source_dir=$1 work=$2
rm -rf "$work"
heap=CMakeFiles/lib.dir/Unity/unity_0_cxx.cxx
mkdir -p "$work/build/check" "$work/build/release/$(dirname "$heap")"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

list=$("$source_dir/check" --list)
for step in format includes shell release door asan golden tsan tidy wasm doors install samples; do
  grep -q "^$step " <<<"$list" || fail "--list does not show $step"
done
[[ $(sed '/^$/q' <<<"$list") != *wasm* ]] || fail "wasm is listed among the steps of a whole run"
status=0
output=$("$source_dir/check" no-such-step 2>&1) || status=$?
[[ $status == 2 && $output == "check: there is no step 'no-such-step'; ./check --list tells which there are" ]] ||
  fail "an unknown step gives exit $status and: $output"

# Eleven tests and two object files, of which one is a heap and was compiled twice.
cat >"$work/build/check/release.ctest" <<'END'
  1/11 Test  #1: samples.quick ..........................   Passed    0.01 sec
  1/11 Test  #1: unit.0 .................................   Passed   80.00 sec
  2/11 Test  #2: apps.long ..............................   Passed   92.50 sec
  3/11 Test  #3: apps.wrong .............................***Failed    7.00 sec
END
for i in 1 2 3 4 5 6 7 8; do echo "[       OK ] Threads.number_$i (${i}000 ms)"; done >"$work/build/check/tsan.gtest.0"
printf '%s\t%s\t0\t%s\tab\n' 0 9000 "$heap.o" 0 2500 other.cpp.o 100 3100 "$heap.o" >"$work/build/release/.ninja_log"
printf '#include "/a/first.cpp"\n\n#include "/a/second.cpp"\n' >"$work/build/release/$heap"
output=$("$source_dir/scripts/check-summary" "$work/build" 100 120)
expected='Slowest tests:
    92.5 s  release: apps.long
     8.0 s  tsan: Threads.number_8
     7.0 s  tsan: Threads.number_7
     7.0 s  release: apps.wrong
     6.0 s  tsan: Threads.number_6
     5.0 s  tsan: Threads.number_5
     4.0 s  tsan: Threads.number_4
     3.0 s  tsan: Threads.number_3
     2.0 s  tsan: Threads.number_2
     1.0 s  tsan: Threads.number_1
Slowest files to compile:
     3.0 s  release: lib: first.cpp and 1 more
     2.5 s  release: other.cpp
Processor time: 100 s of a budget of 120 s'
[[ $output == "$expected" ]] || fail "the summary is: $output"
output=$("$source_dir/scripts/check-summary" "$work/build" 130 120) || fail "over the budget it fails; it should warn"
[[ $output == *$'\ncheck: WARNING: 10 s of processor time over the budget; see the lists above' ]] ||
  fail "no warning over the budget: $output"
echo "the check's own scripts work"
