"""What all services share."""

from __future__ import annotations

import os

# Both are read by grpc at import. Forking a process that holds gRPC threads is unsafe, so the hooks for it stay off.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
# Its INFO lines (a peer that says goodbye) would stand between our JSON lines.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")
