#!/usr/bin/env bash
# Make the virtual environment VENV with PYTHON from requirements.lock and link the checkout into it.
set -euo pipefail
python=$1 venv=$2
cd "$(dirname "$0")/.."

"$python" - <<'CHECK' || exit 1
import sys
if sys.version_info < (3, 11):
    sys.exit(f"Tieout needs Python 3.11 or newer, this is {sys.version.split()[0]}: set PYTHON=python3.12, say")
CHECK

started=$SECONDS
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "installing $(grep -c '==' requirements.lock) packages into $venv"
# A machine's extra indexes rarely have every package; pip warns about each that is missing there.
"$venv/bin/python" -m pip install --quiet --no-compile --disable-pip-version-check --no-input -r requirements.lock \
  2> >(grep -v 'is ignored: it is neither a file nor a directory' >&2)
# pip compiles on one core; this uses all of them and leaves out what no process imports.
"$venv/bin/python" -m compileall -q -j 0 -x '/(tests?|testing)/|/transformers/models/(?!auto|bert|__init__)' \
  "$venv"/lib/python3*/site-packages > /dev/null 2>&1 || true
"$venv/bin/python" scripts/link_checkout.py
echo "installed in $((SECONDS - started)) s"
