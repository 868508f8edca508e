#!/usr/bin/env bash
# Greets the people you name, or everybody in names.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  echo "usage: greet.sh [NAME ...]"
}

greeting() {
  local name=$1
  echo "Hello $name."
}

everybody() {
  while IFS= read -r name; do
    [ -n "$name" ] && greeting "$name"
  done < names.txt
}

case "${1:-}" in
  -h | --help)
    usage
    ;;
  "")
    everybody
    ;;
  *)
    for name in "$@"; do
      greeting "$name"
    done
    echo "done"
    ;;
esac
