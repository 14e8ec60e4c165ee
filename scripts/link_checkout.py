"""Make the checkout importable in the running virtual environment and give it the `tieout` command.

The services run from the checkout and are never packaged (only the stubs are), so an editable install would
publish more than the wheel does. A `.pth` file with the two import roots and a launcher of four lines say exactly that.
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
IMPORT_ROOTS = (CHECKOUT, CHECKOUT / "gen")


def main() -> None:
    if sys.prefix == sys.base_prefix:
        raise SystemExit("link_checkout: run it with the virtual environment's python")
    site_packages = Path(sysconfig.get_path("purelib"))
    (site_packages / "tieout_checkout.pth").write_text("".join(f"{root}\n" for root in IMPORT_ROOTS))
    launcher = Path(sysconfig.get_path("scripts")) / "tieout"
    launcher.write_text(
        f"#!{sys.executable}\nimport sys\nfrom services.cli.__main__ import main\n\nsys.exit(main())\n",
    )
    launcher.chmod(0o755)


if __name__ == "__main__":
    main()
