"""One service in this process."""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import sys

from services.common.runtime import run

SUPERVISOR_VARIABLE = "TIEOUT_SUPERVISOR_PID"


def serve_here(service: str) -> None:
    """Run a service's own `main` until it is told to stop."""
    _end_with_supervisor()
    run(service, importlib.import_module(f"services.{service}.__main__").main)


def _end_with_supervisor() -> None:
    """Ask Linux for a SIGTERM when the supervisor dies, so that a killed one leaves nothing running.

    Asked by the child itself: code between fork and exec would run beside gRPC's threads.
    """
    supervisor = os.environ.get(SUPERVISOR_VARIABLE)
    if not supervisor or sys.platform != "linux":
        return
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, int(signal.SIGTERM))
    if os.getppid() != int(supervisor):
        raise SystemExit("the supervisor is gone")
