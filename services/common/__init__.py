"""What all services share."""

from __future__ import annotations

import os

# Read by grpc at import: forking a process that holds gRPC threads is unsafe, so the hooks for it stay off.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
