#!/usr/bin/env bash
# The front door, in a small tree of its own with a one-file program: it builds once, starts without a build step when
# nothing changed, and notices every kind of change. Usage: waymark_test.sh SOURCE_DIR WORK_DIR
set -euo pipefail

source_dir=$1 work=$2
tree="$work/a tree"
rm -rf "$work"
mkdir -p "$tree"/{include,src,apps/waymark,scripts} "$work/elsewhere" "$work/fakes"
cp "$source_dir/waymark" "$tree/"
cp "$source_dir/scripts/build-program" "$tree/scripts/"
printf '#!/bin/sh\n' >"$tree/scripts/setup" # has a test of its own, and this one must not install anything
chmod +x "$tree/scripts/setup"

cat >"$tree/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES CXX)
file(GLOB parts CONFIGURE_DEPENDS src/*.cpp)
add_executable(waymark_program apps/waymark/main.cpp ${parts})
set_target_properties(waymark_program PROPERTIES OUTPUT_NAME waymark RUNTIME_OUTPUT_DIRECTORY apps/waymark)
END
write_program() {
  cat >"$tree/apps/waymark/main.cpp" <<END
#include <cstdio>
#include <unistd.h>
int main(int argc, char** argv) {
  char folder[4096];
  std::printf("$1 %s", getcwd(folder, sizeof folder));
  for (int i = 1; i < argc; ++i) std::printf(" [%s]", argv[i]);
  std::printf("\n");
  return argc == 4 ? 7 : 0;
}
END
}
write_program one

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# Stand-ins that leave a mark and then do the real work: so we know whether a build step ran.
for tool in cmake ninja; do
  printf '#!/bin/sh\ntouch "%s/built"\nexec "%s" "$@"\n' "$work" "$(command -v "$tool")" >"$work/fakes/$tool"
  chmod +x "$work/fakes/$tool"
done
export PATH=$work/fakes:$PATH
cd "$work/elsewhere"

# start WANTED_BUILD(yes|no) WANTED_OUTPUT ARGUMENT...
start() {
  local wanted_build=$1 wanted_output=$2 output built=no
  shift 2
  rm -f "$work/built"
  output=$("$door" "$@" 2>"$work/stderr") || fail "exit $? on: $*; $(cat "$work/stderr")"
  if [[ -e $work/built ]]; then built=yes; fi
  [[ $output == "$wanted_output" ]] || fail "expected '$wanted_output', got '$output'"
  [[ $built == "$wanted_build" ]] || fail "a build step ran: $built, expected: $wanted_build ($wanted_output)"
  if [[ $built == no && -s $work/stderr ]]; then fail "a start without a build says something: $(cat "$work/stderr")"; fi
}

door="$tree/waymark"
start yes "one $PWD [a b] []" 'a b' ''
# Without a terminal: a line now and then, the last of them when all is done.
[[ $(head -n 1 "$work/stderr") == 'waymark: building the program' ]] || fail "it does not say what it does"
[[ $(tail -n 1 "$work/stderr") =~ ^waymark:\ building\ ([0-9]+)\ of\ ([0-9]+)$ && ${BASH_REMATCH[1]} == "${BASH_REMATCH[2]}" ]] ||
  fail "the last line does not count to the end: $(cat "$work/stderr")"
(($(wc -l <"$work/stderr") <= 6)) || fail "too many lines of progress: $(cat "$work/stderr")"
start no "one $PWD"
ln -s "$tree/waymark" "$work/link"
door=$work/link
start no "one $PWD [--version]" --version
status=0
"$door" exit with seven >/dev/null || status=$?
((status == 7)) || fail "the program's exit code 7 became $status"

write_program two
start yes "two $PWD"
start no "two $PWD"
echo 'int part() { return 1; }' >"$tree/src/part.cpp"
start yes "two $PWD"
start no "two $PWD"
rm "$tree/src/part.cpp"
start yes "two $PWD"
touch "$tree/include/new.hpp"
start yes "two $PWD"
start no "two $PWD"

echo 'not C++' >"$tree/src/broken.cpp"
if "$door" >"$work/stdout" 2>"$work/stderr"; then fail "started although the build failed"; fi
grep -q 'broken.cpp' "$work/stderr" || fail "the compiler's message is not shown"
[[ $(tail -n 1 "$work/stderr") == 'waymark: the build failed; '* ]] || fail "the last line does not say what happened"
rm "$tree/src/broken.cpp"
start yes "two $PWD"

# Two at once, both in need of a build.
write_program three
"$door" >"$work/first" 2>/dev/null &
"$door" >"$work/second" 2>/dev/null
wait $!
[[ $(cat "$work/first" "$work/second") == "three $PWD"$'\n'"three $PWD" ]] || fail "two starts at once disturb each other"

# A copy builds for itself.
cp -R "$tree" "$work/copy"
door=$work/copy/waymark
sed -i 's/three/four/' "$work/copy/apps/waymark/main.cpp"
start yes "four $PWD"
echo "the front door works"
