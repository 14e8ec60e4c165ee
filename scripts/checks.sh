#!/usr/bin/env bash
# Run each make target named, all of them whatever fails, each under a heading with its time; sum up at the end.
set -uo pipefail
cd "$(dirname "$0")/.."
# Targets run by themselves, not as part of the make that called this.
unset MAKELEVEL MAKEFLAGS MFLAGS

failed=() lines=()
for check in "$@"; do
  printf '\n==== %s ====\n' "$check"
  started=$SECONDS
  if make --no-print-directory "$check" < /dev/null; then verdict=ok; else verdict=FAILED; failed+=("$check"); fi
  took=$((SECONDS - started))
  printf -- '---- %s: %s in %d s\n' "$check" "$verdict" "$took"
  lines+=("$(printf '%-16s %-7s %4d s' "$check" "$verdict" "$took")")
done

printf '\n==== checks ====\n'
printf '%s\n' "${lines[@]}"
if [ ${#failed[@]} -gt 0 ]; then
  printf 'failed: %s\n' "${failed[*]}"
  exit 1
fi
