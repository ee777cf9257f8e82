#!/usr/bin/env bash
# scripts/setup, with stand-ins for apt-get, dpkg-query and sudo: nothing is installed.
# Usage: setup_test.sh SOURCE_DIR WORK_DIR
# shellcheck disable=SC2016  # the stand-ins expand their own variables
set -euo pipefail

source_dir=$1 work=$2
rm -rf "$work"
mkdir -p "$work"/{tree/scripts,bare,fakes}
cp "$source_dir"/scripts/{setup,packages} "$work/tree/scripts/"
setup=$work/tree/scripts/setup
calls=$work/calls

fail() {
  echo "FAILED: $*; stderr: $(cat "$work/stderr")" >&2
  exit 1
}

# Just the tools that every machine has, then the commands that the program group names.
for tool in bash env dirname readlink grep mkdir tail touch true cat; do ln -s "$(command -v "$tool")" "$work/bare/$tool"; done
fake() { # fake NAME SCRIPT
  printf '#!/bin/bash\n%s\n' "$2" >"$work/fakes/$1"
  chmod +x "$work/fakes/$1"
}
for tool in g++ cmake ninja pkg-config; do fake "$tool" ''; done

# run GROUP: exit code in $status, apt's calls in $calls
run() {
  : >"$calls"
  status=0
  PATH=$work/fakes:$work/bare "$setup" "$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
}
libraries='for p in "$@"; do case $p in --*) ;; ABSENT) ;; *) echo "$p installed" ;; esac; done'

# All there: no call of apt, no word.
fake dpkg-query "${libraries/ABSENT/nothing}"
fake apt-get "echo \"\$@\" >>'$calls'"
run program
[[ $status == 0 && ! -s $calls && ! -s $work/stderr ]] || fail "nothing is missing, yet something happened"

# Two libraries and one tool missing: update, then exactly these.
fake dpkg-query "${libraries/ABSENT/libpng-dev|libfmt-dev}"
rm "$work/fakes/ninja"
if ((EUID != 0)); then fake sudo '[[ $1 == -n ]] && shift; exec "$@"'; fi
run program
((status == 0)) || fail "exit $status"
[[ $(sed -n 1p "$calls") == *" update" ]] || fail "no update first: $(cat "$calls")"
[[ $(sed -n 2p "$calls") == *"install --yes --no-install-recommends ninja-build libfmt-dev libpng-dev" ]] ||
  fail "wrong packages: $(cat "$calls")"
[[ $(cat "$work/stderr") == 'setup: installing ninja-build libfmt-dev libpng-dev' ]] || fail "wrong message"

# The check needs more.
run check
[[ $(sed -n 2p "$calls") == *" shellcheck "* ]] || fail "the check's packages are not asked for: $(cat "$calls")"

# The compiler to WebAssembly is for its own step alone.
[[ $(cat "$calls") != *emscripten* ]] || fail "the plain check asks for emscripten: $(cat "$calls")"
run wasm
[[ $(sed -n 2p "$calls") == *" emscripten nodejs "* ]] || fail "no emscripten for wasm: $(cat "$calls")"

# apt fails: its words and ours.
fake apt-get "[[ \$* == *update ]] || { echo 'E: no such thing'; exit 100; }"
run program
[[ $status == 1 && $(cat "$work/stderr") == *'E: no such thing'* ]] || fail "apt's failure is not shown"
[[ $(tail -n 1 "$work/stderr") == 'setup: apt-get could not install ninja-build '* ]] || fail "unclear last line"

# No apt at all: one line with the tools to install; without need, silence.
rm "$work/fakes/apt-get"
run program
[[ $status == 1 && $(cat "$work/stderr") == 'setup: there is no apt here; please install by hand: ninja' ]] ||
  fail "unclear message without apt"
fake ninja ''
run program
[[ $status == 0 && ! -s $work/stderr ]] || fail "no apt, but nothing missing"
echo "setup works"
